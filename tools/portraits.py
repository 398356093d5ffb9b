"""Cuts the portraits of the sample campaigns: profiles in black, each with what it is known by.

Make them again with `python -m tools.portraits content`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Final

from tools.woodcuts import Block, Line, Point, bent

_WIDTH, _HEIGHT = 300, 376
#: A face that looks to the left, on a plane of 100 by 125.
_FACE: Final = (
    *((40, 91), (39, 86), (34, 83), (33, 78), (35, 74.5), (32.5, 73), (34, 70.5), (32, 68.5)),
    *((34, 65), (27.5, 62), (33, 51), (32, 46), (34, 37), (44, 26), (59, 24), (71, 33)),
    *((74, 47), (70, 62), (67, 73), (68, 82), (86, 92), (96, 110), (97, 127)),
    *((4, 127), (8, 108), (22, 97)),
)
#: A child's face: a small nose, a thin neck and narrow shoulders.
_CHILD: Final = (
    *((43, 99), (42, 95), (38, 92.5), (37, 88.5), (39, 85), (37, 83.5), (38, 81), (36.5, 79)),
    *((38, 76), (33, 73.5), (36.5, 65), (35, 60), (36, 50), (45, 40), (59, 38), (71, 45)),
    *((75, 58), (72, 73), (66, 84), (64, 94), (78, 104), (86, 116), (88, 127)),
    *((18, 127), (21, 114), (31, 105)),
)
#: Heads without a bend in them, so that brims and hems have edges.
_FUR_CAP: Final = ((27, 44), (26, 30), (34, 17), (52, 12), (70, 17), (80, 30), (79, 46), (54, 40))
_BEARD: Final = ((35, 64), (30, 76), (31, 94), (40, 103), (52, 92), (58, 74), (60, 58), (50, 66))
_VEIL: Final = (
    *((36, 37), (40, 22), (58, 15), (75, 24), (84, 48), (90, 78), (103, 106), (100, 128)),
    *((52, 128), (62, 98), (57, 70), (52, 46), (44, 36)),
)
_SLEEK: Final = ((33, 41), (37, 26), (52, 19), (68, 22), (77, 36), (76, 56), (69, 63), (64, 46))
_BUN: Final = ((70, 34), (80, 28), (89, 34), (89, 46), (79, 50), (71, 44))
_BRIM: Final = (
    (10, 44),
    (30, 37),
    (35, 17),
    (52, 12),
    (68, 17),
    (74, 34),
    (93, 39),
    (92, 44),
    (50, 43),
)
_CAP: Final = ((30, 40), (34, 24), (52, 16), (72, 21), (81, 36), (83, 58), (73, 60), (68, 42))
_TUFT: Final = ((60, 38), (72, 34), (79, 46), (77, 62), (69, 66), (64, 54))
_STRAW_HAT: Final = ((6, 47), (28, 39), (40, 18), (54, 11), (68, 18), (78, 37), (97, 46), (52, 45))
_NAPE: Final = ((60, 38), (73, 36), (80, 50), (79, 64), (72, 70), (64, 56))
_KERCHIEF: Final = (
    *((35, 40), (38, 25), (54, 16), (70, 21), (79, 38), (82, 58), (92, 66), (96, 78)),
    *((86, 77), (79, 68), (70, 72), (58, 70), (56, 52), (47, 40)),
)
_LOW_BUN: Final = ((70, 54), (80, 50), (89, 57), (88, 69), (78, 73), (70, 66))
_COLLAR: Final = ((38, 95), (40, 84), (54, 88), (68, 78), (76, 84), (72, 98), (52, 104))
_MOP: Final = (
    *((34, 61), (33, 50), (37, 42), (45, 36), (54, 33), (61, 34), (66, 27), (68, 34), (75, 31)),
    *((74, 39), (80, 45), (82, 57), (79, 69), (72, 73), (65, 70), (62, 60), (50, 56), (42, 57)),
)
_PEN: Final = ((62, 48), (75, 33), (86, 22), (88.5, 24), (86, 33), (74, 43))
_TOP_HAT: Final = ((24, 37), (24, 31), (36, 30), (35, -6), (68, -8), (69, 28), (83, 29), (83, 36))


def _at(points: Line) -> list[Point]:
    return [(3 * x, 3 * y) for x, y in points]


def _black(block: Block, corners: Line) -> None:
    """Fills a shape with ink, row by row."""
    low, high = min(y for _, y in corners), max(y for _, y in corners)
    ring = [*corners, corners[0]]
    for row in range(max(0, math.ceil(low)), min(_HEIGHT - 1, int(high)) + 1):
        sides = sorted(
            ax + (row - ay) * (bx - ax) / (by - ay)
            for (ax, ay), (bx, by) in pairwise(ring)
            if (ay <= row) != (by <= row)
        )
        for left, right in zip(sides[::2], sides[1::2], strict=False):
            block.cut(((left, row), (right, row)), 1.4)


def _thread(block: Block, points: Line, width: float = 1.2) -> None:
    """Cuts a line of paper into the black."""
    for (ax, ay), (bx, by) in pairwise(points):
        across, down = bx - ax, by - ay
        length = math.hypot(across, down) or 1
        x, y = -down / length * width, across / length * width
        block.clear(((ax + x, ay + y), (bx + x, by + y), (bx - x, by - y), (ax - x, ay - y)))


def _ground(block: Block) -> None:
    """Rays behind the head, as an engraver fills an oval."""
    for step in range(132):
        angle = math.tau * step / 132
        points = [
            (150 + radius * math.cos(angle), 172 + 1.22 * radius * math.sin(angle))
            for radius in (70 + 22 * (step % 2), 138)
        ]
        block.cut(points, 1.1)


def _frame(block: Block) -> None:
    """Paper outside of the oval, and two lines round it."""
    for row in range(_HEIGHT):
        half = max(0.0, 1 - ((row - 188) / 184) ** 2) ** 0.5 * 146
        for left, right in ((-1, 150 - half), (150 + half, _WIDTH + 1)):
            block.clear(
                ((left, row - 0.5), (right, row - 0.5), (right, row + 0.5), (left, row + 0.5))
            )
    for shrink, width in ((0, 2.6), (6, 1.2)):
        oval = [
            (
                150 + (145 - shrink) * math.cos(math.tau * step / 90),
                188 + (183 - shrink) * math.sin(math.tau * step / 90),
            )
            for step in range(91)
        ]
        block.cut(oval, width)


def _bust(*heads: Line, face: Line = _FACE, hat: Line = (), drop: float = 0) -> Block:
    """A head and shoulders with what is worn on them.

    A ``hat`` has straight edges; ``drop`` leaves room for a tall one.
    """
    block = Block(_WIDTH, _HEIGHT)
    _ground(block)
    shapes = [bent(_at(_lowered(shape, drop))) for shape in (face, *heads)]
    for shape in (*shapes, *([_at(_lowered(hat, drop))] if hat else [])):
        block.clear(shape)
        _black(block, shape)
    return block


def _lowered(shape: Line, drop: float) -> Line:
    return [(x, y + drop) for x, y in shape]


def _folds(block: Block, *lines: Line) -> Block:
    for line in lines:
        _thread(block, bent(_at(line), closed=False))
    _frame(block)
    return block


def raime() -> Block:
    """A beard and a cap of fur."""
    block = _bust(_BEARD, _FUR_CAP)
    return _folds(
        block,
        ((29, 41), (52, 37), (77, 42)),
        ((36, 96), (42, 84), (48, 74)),
        ((43, 99), (50, 86), (54, 74)),
        ((60, 127), (66, 108), (74, 94)),
    )


def sild() -> Block:
    """Sleek hair and a scarf."""
    block = _bust(_SLEEK, ((30, 108), (26, 96), (36, 90), (56, 93), (70, 84), (78, 94), (60, 108)))
    return _folds(
        block,
        ((40, 33), (56, 30), (72, 40)),
        ((28, 99), (46, 98), (70, 92)),
        ((31, 105), (48, 104), (66, 100)),
    )


def ainu() -> Block:
    """A veil."""
    block = _bust(_VEIL)
    return _folds(
        block,
        ((40, 36), (50, 44), (56, 68), (60, 98)),
        ((52, 24), (68, 40), (78, 84), (90, 126)),
        ((46, 27), (58, 46), (66, 84), (74, 126)),
    )


def taal() -> Block:
    """Hair pinned up, a pen behind the ear, and a high collar."""
    block = _bust(_SLEEK, _LOW_BUN, _COLLAR, _PEN)
    _thread(block, _at(((46, 60), (68, 44), (85, 27))), 1.3)
    return _folds(
        block,
        ((40, 33), (54, 28), (66, 33)),
        ((72, 62), (80, 58), (86, 64)),
        ((43, 90), (56, 94), (72, 86)),
        ((56, 104), (52, 114), (52, 127)),
    )


def tam() -> Block:
    """A boy, not combed, in a coat that was somebody else's."""
    block = _bust(_MOP, face=_CHILD)
    return _folds(
        block,
        ((43, 45), (52, 42), (62, 46)),
        ((56, 38), (66, 42), (74, 56)),
        ((32, 108), (48, 114), (64, 112), (78, 106)),
        ((52, 114), (50, 120), (51, 127)),
    )


def alderman() -> Block:
    """A man of straw has no profile: sticks for a face, and a council coat."""
    block = _bust(hat=_TOP_HAT, drop=4)
    for step in range(16):
        x = 31 + 2.6 * step
        _thread(block, _at(((x, 48 + step % 3), (x - 2 + step % 4, 88 - step % 5))), 1.5)
    return _folds(block, ((37, 23), (52, 25), (68, 23)), ((50, 98), (46, 112), (48, 127)))


def perrin() -> Block:
    """Spectacles, and next to no hair."""
    block = _bust(_TUFT)
    for step in range(3):
        _thread(block, _at(((60 + 4 * step, 42 + step), (66 + 3 * step, 58))))
    glass = [(37.5 + 4 * math.cos(a / 4), 51 + 4 * math.sin(a / 4)) for a in range(26)]
    _thread(block, _at(glass), 1.3)
    return _folds(block, ((41, 50), (56, 48), (68, 50)), ((52, 127), (48, 110), (42, 98)))


def sidonie() -> Block:
    """The cap of a mill girl."""
    block = _bust(_CAP)
    return _folds(
        block,
        ((32, 38), (50, 32), (68, 40), (75, 58)),
        ((40, 24), (54, 24), (68, 30)),
        ((24, 100), (40, 106), (62, 104), (84, 94)),
    )


def osk() -> Block:
    """A hat against the sun."""
    block = _bust(_BUN, _BRIM)
    _thread(block, _at(((31, 34), (52, 37), (73, 33))), 2.2)
    return _folds(block, ((72, 40), (82, 38), (88, 40)), ((52, 127), (46, 112), (40, 100)))


def nanon() -> Block:
    """A hat of straw."""
    block = _bust(_NAPE, _STRAW_HAT)
    for low, half in ((39, 22), (32, 17), (25, 12), (18, 7)):
        _thread(block, bent(_at(((54 - half, low), (54, low + 2), (54 + half, low))), closed=False))
    return _folds(
        block, ((72, 48), (76, 56), (74, 65)), ((30, 102), (50, 110), (72, 108), (88, 99))
    )


def lilley() -> Block:
    """The straps of a bearer."""
    block = _bust(((33, 40), (36, 25), (52, 19), (68, 24), (76, 38), (72, 52), (62, 40), (46, 37)))
    for offset in (0, 7):
        _thread(block, _at(((58 + offset, 90), (74 + offset, 127))), 1.4)
    return _folds(block, ((42, 28), (54, 26), (68, 36)), ((48, 33), (58, 32), (68, 44)))


def quill() -> Block:
    """A band over the eyes."""
    block = _bust(_BUN, _SLEEK)
    _thread(block, _at(((30, 50), (44, 48), (60, 46), (76, 45))), 3.4)
    return _folds(
        block, ((38, 32), (54, 27), (72, 36)), ((24, 104), (44, 110), (70, 104), (88, 98))
    )


def godeleva() -> Block:
    """A kerchief that is knotted behind, over the ears."""
    block = _bust(_KERCHIEF)
    return _folds(
        block,
        ((40, 36), (54, 30), (68, 44), (79, 66)),
        ((48, 40), (60, 48), (70, 62), (79, 67)),
        ((80, 68), (86, 70), (91, 75)),
        ((26, 102), (46, 107), (68, 103), (86, 95)),
    )


def pask() -> Block:
    """A short beard and a cap."""
    beard = ((34, 72), (31, 82), (36, 90), (48, 88), (58, 76), (60, 62), (54, 70), (44, 76))
    block = _bust(beard, _CAP)
    return _folds(block, ((31, 39), (52, 34), (74, 42), (79, 57)), ((30, 100), (54, 104), (84, 96)))


#: What cuts each portrait, by its path within the samples.
FILES: Final[Mapping[str, Callable[[], Block]]] = {
    "vaime/media/raime.png": raime,
    "vaime/media/sild.png": sild,
    "vaime/media/ainu.png": ainu,
    "vaime/media/taal.png": taal,
    "vaime/media/tam.png": tam,
    "vaime/media/alderman.png": alderman,
    "cauvenne/media/perrin.png": perrin,
    "cauvenne/media/sidonie.png": sidonie,
    "cauvenne/media/osk.png": osk,
    "cauvenne/media/nanon.png": nanon,
    "orrow/media/lilley.png": lilley,
    "orrow/media/quill.png": quill,
    "orrow/media/pask.png": pask,
    "orrow/media/godeleva.png": godeleva,
}


def main() -> None:
    """Writes the portraits into the folder that is named."""
    for path, cut in FILES.items():
        file = Path(sys.argv[1]) / path
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(cut().printed())


if __name__ == "__main__":
    main()
