"""Cuts the pictures of the sample campaign *The Alderman's Clock*.

Make them again with `python -m tools.vaime_woodcuts content/vaime/media`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tools.woodcuts import Block, Point, bent

#: Pixels for a step of the campaign's own map, whose places these are.
_SCALE: Final = 0.8
_PLACES: Final[dict[str, Point]] = {
    "ARUSK": (135, 105),
    "ENNIK": (910, 645),
    "KARNU": (112, 330),
    "KESKEL": (455, 335),
    "LUMME": (765, 255),
    "NOODU": (455, 590),
    "PIHKA": (440, 62),
    "RAUTSA": (745, 92),
    "SAUVE": (325, 205),
    "SUURNA": (890, 320),
    "TOLVASILD": (172, 545),
    "TURVEL": (330, 642),
    "VESKOR": (790, 530),
}
#: Hills and pines of the country around, clear of the places.
_COUNTRY: Final[tuple[tuple[str, Point], ...]] = (
    ("ARUSK", (75, 75)),
    ("ARUSK", (65, 190)),
    ("ARUSK", (255, 70)),
    ("PIHKA", (545, 45)),
    ("PIHKA", (640, 70)),
    ("ARUSK", (880, 90)),
    ("ARUSK", (925, 190)),
    ("PIHKA", (835, 205)),
    ("PIHKA", (75, 440)),
    ("TURVEL", (215, 640)),
    ("PIHKA", (590, 610)),
    ("ARUSK", (690, 645)),
    ("PIHKA", (900, 450)),
    ("ARUSK", (790, 640)),
)
_SHORE: Final = (
    *((172, 330), (190, 250), (238, 175), (300, 120), (380, 100), (470, 112), (560, 108)),
    *((640, 150), (690, 140), (715, 180), (672, 225), (700, 262), (690, 310), (745, 318)),
    *((820, 322), (825, 370), (775, 420), (735, 440), (715, 500), (640, 535), (560, 528)),
    *((470, 558), (390, 560), (330, 590), (280, 540), (225, 505), (185, 440), (178, 385)),
)


def lake() -> Block:
    """The lake from above, as maps for everybody show it."""
    block = _waters()
    for way in (("KARNU", "KESKEL"), ("KESKEL", "NOODU"), ("KESKEL", "LUMME"), ("SAUVE", "KESKEL")):
        _sledge_road(block, *way)
    for name, (x, y) in _PLACES.items():
        _landmark(block, name, *_at((x, y)))
        left, top = _SCALE * x - 6.15 * len(name), _SCALE * y + (30 if name == "SAUVE" else 15)
        right, low = left + 12.3 * len(name), top + 16
        block.clear(((left - 3, top - 3), (right + 2, top - 3), (right + 2, low), (left - 3, low)))
        block.write(name, left, top)
    _frame(block)
    return block


def chart() -> Block:
    """The same lake without a name on it, to lie under the map."""
    block = _waters()
    for kind, (x, y) in _COUNTRY:
        _landmark(block, kind, *_at((x, y)))
    return block


def _waters() -> Block:
    """The shore with its waters, the isle and the river."""
    block = Block(800, 560)
    shore = [_at(point) for point in bent(_SHORE)]
    block.waters(shore, at=(5, 11, 18.5, 28))
    block.cut([*shore, shore[0]], 2.4)
    isle = [
        (x + 325, y + 205) for x, y in bent(((-38, 4), (-10, -20), (30, -8), (34, 16), (-6, 22)))
    ]
    block.shape([_at(point) for point in isle], 2.0)
    river = bent(((225, 507), (190, 545), (120, 590), (60, 640), (20, 700)), closed=False)
    for side in (-5, 5):
        block.cut([_at((x + side, y)) for x, y in river if x > 24], 1.8)
    return block


def _at(point: Point) -> Point:
    return point[0] * _SCALE, point[1] * _SCALE


def _sledge_road(block: Block, start: str, end: str) -> None:
    (ax, ay), (bx, by) = _at(_PLACES[start]), _at(_PLACES[end])
    steps = int(math.hypot(bx - ax, by - ay) / 11)
    for step in range(3, steps - 2):
        near, far = step / steps, (step + 0.45) / steps
        points = [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in (near, far)]
        block.cut(points, 1.5)


def _landmark(block: Block, name: str, x: float, y: float) -> None:
    match name:
        case "ARUSK":
            for left, peak in ((-30, 20), (4, 24), (-14, 32)):
                hill = [(x + left, y + 6), (x + left + 16, y + 6 - peak), (x + left + 32, y + 6)]
                block.shape(hill, 1.8)
                block.cut([(x + left + 16, y + 6 - peak), (x + left + 21, y + 4)], 1.2)
        case "PIHKA" | "TURVEL":
            for left in (-26, -9, 8, 25):
                for low, half in ((0, 8), (-7, 6.5), (-14, 4.5)):
                    pine = (
                        (x + left - half, y + low),
                        (x + left, y + low - 11),
                        (x + left + half, y + low),
                    )
                    block.shape(pine, 1.5)
        case "KESKEL":
            for left in (-30, -11, 8, 27):
                _tent(block, x + left, y + 6)
        case "SAUVE":
            _house(block, x - 14, y + 4)
            tower = ((x - 5, y + 4), (x - 5, y - 30), (x + 7, y - 30), (x + 7, y + 4))
            block.shape(tower, 1.8)
            block.shape(((x - 8, y - 30), (x + 1, y - 44), (x + 10, y - 30)), 1.8)
            block.cut(((x + 1, y - 26), (x + 1, y - 19)), 4)
        case "SUURNA":
            _castle(block, x, y + 6)
        case _:
            for left in (-20, 0, 20):
                _house(block, x + left, y + 5)


def _house(block: Block, x: float, y: float) -> None:
    block.shape(((x - 9, y), (x - 9, y - 9), (x + 9, y - 9), (x + 9, y)), 1.6)
    block.shape(((x - 12, y - 9), (x - 6, y - 19), (x + 6, y - 19), (x + 12, y - 9)), 1.6)
    for tile in (-5, 0, 5):
        block.cut(((x + tile * 1.4, y - 10), (x + tile, y - 18)), 1.0)


def _tent(block: Block, x: float, y: float) -> None:
    block.shape(((x - 11, y), (x, y - 21), (x + 11, y)), 1.6)
    block.cut(((x, y - 21), (x, y)), 1.2)
    block.cut(((x, y - 21), (x, y - 29), (x + 8, y - 26), (x, y - 23)), 1.5)


def _castle(block: Block, x: float, y: float) -> None:
    block.shape(((x - 18, y), (x - 18, y - 16), (x + 18, y - 16), (x + 18, y)), 1.8)
    for left, high in ((-24, 28), (14, 38)):
        top = y - high
        teeth = [(x + left, y)]
        for tooth in range(3):
            teeth += [(x + left + 5 * tooth, top), (x + left + 5 * tooth + 2.5, top)]
            teeth += [(x + left + 5 * tooth + 2.5, top + 4), (x + left + 5 * tooth + 5, top + 4)]
        block.shape([*teeth[:-1], (x + left + 12.5, y)], 1.6)
    block.cut(((x, y), (x, y - 8)), 5)


def _frame(block: Block) -> None:
    """A double line around all, and nothing outside it."""
    right, low = block.width, block.height
    for left, top, end, bottom in (
        (0, 0, 10, low),
        (right - 11, 0, right, low),
        (0, 0, right, 10),
        (0, low - 11, right, low),
    ):
        block.clear(((left, top), (end, top), (end, bottom), (left, bottom)))
    for inset, width in ((4, 3.0), (10, 1.2)):
        far, deep = block.width - 1 - inset, block.height - 1 - inset
        ring = ((inset, inset), (far, inset), (far, deep), (inset, deep), (inset, inset))
        block.cut(ring, width)


def vents() -> Block:
    """A cut through ice and water: what lies under a fishing hut that is no such thing."""
    block = Block(640, 420)
    for y in range(150, 350, 9):
        for x in range(20, 620, 46):
            left = x + (y * 7 % 23)
            block.cut(bent(((left, y), (left + 8, y - 2), (left + 17, y)), closed=False), 1.1)
    block.clear(((0, 96), (640, 96), (640, 132), (0, 132)))
    for low, width in ((96, 2.4), (132, 1.8)):
        block.cut([(x, low + 1.5 * math.sin(x / 23)) for x in range(12, 632, 8)], width)
    for x in range(16, 620, 13):
        block.cut(((x, 104), (x + 9, 125)), 1.0)
    ground = [(x, 352 + 5 * math.sin(x / 41)) for x in range(0, 641, 8)]
    block.clear([*ground, (640, 420), (0, 420)])
    block.cut(ground, 2.2)
    for x in range(10, 640, 12):
        block.cut(((x, 364 + 5 * math.sin(x / 41)), (x - 14, 402)), 1.0)
    for index, x in enumerate((110, 250, 390, 530)):
        _vent(block, x, is_open=index == 0)
    _roof(block, 180, 352)
    _roof(block, 322, 356)
    _roof(block, 462, 350)
    _chain(block, 110, 92, 268)
    _hut(block, 110, 94)
    _frame(block)
    return block


def _vent(block: Block, x: float, *, is_open: bool) -> None:
    block.shape(((x - 24, 354), (x - 18, 290), (x + 18, 290), (x + 24, 354)), 2.0)
    for course in range(4):
        low = 300 + 14 * course
        block.cut(((x - 19 - course, low), (x + 19 + course, low)), 1.2)
        block.cut(
            ((x + (5 if course % 2 else -6), low), (x + (5 if course % 2 else -6), low + 14)), 1.2
        )
    if not is_open:
        block.shape(((x - 24, 290), (x - 24, 281), (x + 24, 281), (x + 24, 290)), 2.4)
        for bolt in (-16, 0, 16):
            block.cut(((x + bolt, 285.5), (x + bolt + 0.1, 285.5)), 4)
        return
    block.shape(((x - 22, 290), (x - 14, 240), (x - 6, 242), (x - 14, 290)), 2.4)
    for left in (-2, 6, 14):
        warm = ((x + left, 284), (x + left + 5, 262), (x + left - 3, 240), (x + left + 5, 216))
        block.cut(bent((*warm, (x + left, 190)), closed=False), 1.6)


def _roof(block: Block, x: float, y: float) -> None:
    block.shape(((x - 30, y), (x - 26, y - 22), (x + 24, y - 20), (x + 30, y)), 1.8)
    block.shape(((x - 34, y - 20), (x - 2, y - 46), (x + 12, y - 40), (x + 30, y - 18)), 1.8)
    for rib in (-20, -8, 4, 16):
        block.cut(((x + rib, y - 20), (x + rib * 0.5, y - 40)), 1.1)
    block.cut(((x, y - 2), (x, y - 12)), 7)


def _chain(block: Block, x: float, top: float, low: float) -> None:
    y, is_wide = top, False
    block.clear(((x - 18, 97), (x - 18, 131), (x + 10, 131), (x + 10, 97)))
    while y < low - 20:
        half = 4.0 if is_wide else 1.6
        ring = [(x - 8 + half * math.cos(a / 5), y + 6 + 6 * math.sin(a / 5)) for a in range(33)]
        block.cut(ring, 1.5)
        y, is_wide = y + 9, not is_wide


def _hut(block: Block, x: float, y: float) -> None:
    block.shape(((x - 44, y), (x - 44, y - 40), (x + 44, y - 40), (x + 44, y)), 2.2)
    block.shape(((x + 26, y - 44), (x + 26, y - 76), (x + 35, y - 76), (x + 35, y - 44)), 1.6)
    block.shape(((x - 54, y - 38), (x, y - 72), (x + 54, y - 38)), 2.2)
    for board in range(-33, 44, 11):
        block.cut(((x + board, y - 38), (x + board, y)), 1.0)
    for slat in range(-40, 41, 10):
        block.cut(((x + slat, y - 40), (x + slat * 0.2, y - 68)), 1.0)
    block.shape(((x - 26, y), (x - 26, y - 30), (x + 26, y - 30), (x + 26, y)), 1.8)
    drum = ((x - 14, y - 4), (x - 14, y - 20), (x + 6, y - 20), (x + 6, y - 4))
    block.shape(drum, 2.0)
    for turn in (8, 12, 16):
        block.cut(((x - 14, y - turn), (x + 6, y - turn + 2)), 1.3)
    block.cut(((x - 22, y - 12), (x + 18, y - 12)), 2.4)
    block.cut(((x + 18, y - 20), (x + 18, y - 4)), 2.4)


def door() -> Block:
    """The door of the Measuring House with the number of the day."""
    block = _print()
    for course in range(9):
        low = 20 + 22 * course
        block.cut(((12, low), (308, low)), 1.0)
        for joint in range(14 + 22 * (course % 2), 308, 44):
            block.cut(((joint, low), (joint, low + 22)), 1.0)
    block.shape(((92, 206), (92, 34), (228, 34), (228, 206)), 3.0)
    block.shape(((104, 206), (104, 46), (216, 46), (216, 206)), 2.0)
    # What has been wiped out, and what stands there now: four hands.
    for x in range(110, 212, 5):
        block.cut(((x, 52), (x - 4 * math.sin(x), 200)), 0.7)
    block.clear(((124, 70), (196, 70), (196, 168), (124, 168)))
    block.cut(((172, 160), (172, 78), (134, 132), (188, 132)), 5.0)
    for hinge in (70, 176):
        block.cut(((104, hinge), (118, hinge)), 4.0)
    block.cut(((206, 126), (206, 138)), 4.0)
    for step in range(2):
        top = 206 + 9 * step
        left, right = 76 - 14 * step, 244 + 14 * step
        block.shape(((left, top + 9), (left, top), (right, top), (right, top + 9)), 2.0)
    _frame(block)
    return block


def alderman() -> Block:
    """The Alderman: straw in a council coat, on the ice, with the clock at his feet."""
    block = _print()
    for index in range(5):
        _house(block, 40 + 22 * index, 118)
    block.cut(((12, 119), (308, 119)), 2.0)
    for crack in range(9):
        left = 24 + 31 * crack
        block.cut(((left, 140 + crack * 17 % 60), (left + 18, 134 + crack * 17 % 60)), 1.1)
    block.cut(((214, 222), (214, 50)), 4.0)
    coat = ((180, 190), (196, 96), (186, 118), (148, 116), (148, 106), (190, 84), (238, 84))
    block.shape((*coat, (280, 106), (280, 116), (242, 118), (232, 96), (248, 190)), 2.4)
    for fold in (-20, -10, 10, 20):
        block.cut(((214 + fold * 0.6, 104), (214 + fold, 188)), 1.1)
    block.cut(((214, 86), (214, 190)), 1.8)
    block.cut(bent(((196, 88), (203, 112), (214, 120), (225, 112), (232, 88)), closed=False), 2.2)
    block.cut(((214, 122), (214.1, 122)), 8)
    for hand, way in ((148, -1), (280, 1)):
        for straw in (-7, -3, 1, 5):
            block.cut(((hand, 111), (hand + way * 14, 111 + straw * 1.6)), 1.1)
    block.shape(bent(((200, 66), (214, 54), (228, 66), (214, 84))), 2.0)
    block.shape(((186, 60), (202, 56), (204, 34), (224, 34), (226, 56), (242, 60)), 2.2)
    block.cut(((203, 50), (225, 50)), 3.0)
    _clock(block, 100, 196)
    block.cut(bent(((118, 204), (150, 214), (184, 202), (212, 212)), closed=False), 1.8)
    _frame(block)
    return block


def _clock(block: Block, x: float, y: float) -> None:
    block.shape(
        ((x - 24, y + 24), (x - 24, y - 24), (x, y - 42), (x + 24, y - 24), (x + 24, y + 24))
    )
    face = [(x + 18 * math.cos(a / 6), y + 18 * math.sin(a / 6)) for a in range(38)]
    block.cut(face, 2.0)
    for hour in range(12):
        across, down = math.cos(hour * math.pi / 6), math.sin(hour * math.pi / 6)
        block.cut(((x + 14 * across, y + 14 * down), (x + 17 * across, y + 17 * down)), 1.2)
    block.cut(((x - 6, y - 10), (x, y), (x + 9, y + 2)), 2.0)


def street() -> Block:
    """A street of tents on the ice, by night."""
    block = _print()
    for row in range(14, 92, 5):
        block.cut(((12, row), (308, row)), 0.9)
    block.shape([(160 + 17 * math.cos(a / 6), 46 + 17 * math.sin(a / 6)) for a in range(38)], 1.6)
    block.cut(((12, 94), (308, 94)), 1.6)
    for x, y, size in ((66, 132, 2.0), (254, 132, 2.0), (36, 212, 3.4), (284, 212, 3.4)):
        _large_tent(block, x, y, size)
    for index in range(4):
        _skater(block, 128 + 24 * index, 128 + 22 * index, 0.6 + 0.2 * index)
    _frame(block)
    return block


def _large_tent(block: Block, x: float, y: float, size: float) -> None:
    wide, high = 22 * size, 34 * size
    block.shape(((x - wide, y), (x, y - high), (x + wide, y)), 2.2)
    for stripe in (-0.66, -0.33, 0.33, 0.66):
        block.cut(((x, y - high), (x + stripe * wide, y)), 1.2)
    block.shape(((x - wide * 0.2, y), (x, y - high * 0.45), (x + wide * 0.2, y)), 1.8)
    block.shape(((x, y - high), (x, y - high * 1.25), (x + wide * 0.5, y - high * 1.12)), 1.6)


def _skater(block: Block, x: float, y: float, size: float) -> None:
    head = [(x + 4 * size * math.cos(a), y - 30 * size + 4 * size * math.sin(a)) for a in range(8)]
    block.shape(head, 1.6)
    block.cut(((x, y - 26 * size), (x - 3 * size, y - 12 * size), (x - 10 * size, y)), 2.2)
    block.cut(((x - 3 * size, y - 12 * size), (x + 8 * size, y - 4 * size)), 2.2)
    block.cut(
        ((x - 10 * size, y - 20 * size), (x, y - 23 * size), (x + 9 * size, y - 18 * size)), 1.8
    )
    block.cut(((x - 16 * size, y + 1), (x - 4 * size, y + 1)), 1.4)


def _print() -> Block:
    """A block for a small print, such as a penny sheet on a line."""
    return Block(320, 240)


#: Every picture of the campaign by the name of its file.
ALL: Final[dict[str, Callable[[], Block]]] = {
    "lake.png": lake,
    "chart.png": chart,
    "bath-street.png": vents,
    "door.png": door,
    "off-the-quay.png": alderman,
    "street.png": street,
}


def main(folder: Path) -> None:
    """Cuts all pictures into a folder."""
    for name, cut in ALL.items():
        (folder / name).write_bytes(cut().printed())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
