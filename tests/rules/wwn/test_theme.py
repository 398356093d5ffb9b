"""The shipped theme words all that this ruleset may tell: no hole in it, and no word too many."""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, get_args

import pytest

from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Fact, Facts
from chronicle.records import replace
from chronicle.rules.protocol import Telling
from chronicle.rules.wwn import WWN
from chronicle.rules.wwn.catalogue import shipped_catalogue
from chronicle.rules.wwn.effects import EFFECT_BY_WORD
from chronicle.rules.wwn.events import RefusalReason
from chronicle.rules.wwn.figures import FIGURE_NAMES
from chronicle.rules.wwn.state import MarkKind
from chronicle.rules.wwn.telling_facts import TELLING_FACTS
from chronicle.rules.wwn.terms import ACTIONS, GOALS
from tests.rules.wwn.all_rows import FATES, GUARD, INN, KNIVES, MILL, ORU, piece, rolls
from tests.rules.wwn.all_sheets import REASONS, SHEETS, chances, sheets
from tests.rules.wwn.all_tellings import SPACES, tellings
from tests.rules.wwn.visibility_boards import HOUSES, play
from tests.rules.wwn.visibility_scenes import SCENES, played
from tests.rules.wwn.visibility_table import EVERYBODY
from tests.theme_fragments import Drawer, begun_small, blocks, faults, holes, renderer

#: One process draws each telling, once.
pytestmark = pytest.mark.xdist_group("words of wwn")
RULESET: Final = "wwn"
VAEL: Final = faction_audience("vael")
#: What the public is told of; the rest is for factions and the GM.
PUBLIC: Final = (
    *("altered", "collapse", "declared", "unveiled"),
    *(code for code in SPACES if code.startswith("seen-")),
)
#: Words that other pages ask for: the shelf, the standings of a turn, the map, the backlinks.
ELSEWHERE: Final = (
    "wwn.name",
    "wwn.measure.",
    "wwn.map.",
    "wwn.code.unmasked",
    "wwn.why.",
    "wwn.form.",
    "wwn.type.",
    "wwn.tag.",
    # The page of rules: tests/rules/contract/test_house_rules.py.
    "wwn.house.",
    "wwn.rules.intro",
)


def more(code: str) -> Iterator[Telling]:
    """What takes several facts at once to be said, and that is not among all tellings of a code."""
    whole = next(tellings(code))
    for facts in _MORE.get(code, ()):
        yield replace(whole, facts=Facts({**whole.facts, **facts}))
    if code == "clash":
        yield replace(whole, rolls=(check((4, 9), 12),))
    if code == "expand":
        # Whoever founds a base is told of what it paid for a second throw without a roll's id.
        yield replace(whole, rolls=(Roll("", 6, (4,), "computed", (), Facts(total=4)),))


def _leg(name: str) -> Facts:
    way: dict[str, Fact] = {"start": MILL, "end": INN, "arrived": True}
    return Facts(way, name=name, type="Thugs", faction=ORU, toll=None, toll_to=None)


_EACH: Final = tuple(piece(fate=fate) for fate in FATES)
#: What an adjustment can take from a faction, or from a thing of that name.
_LOSSES: Final = (
    *((what, "") for what in ("treasure", "hp", "xp", "force", "cunning", "wealth")),
    ("hp", KNIVES),
)
_MORE: Final[Mapping[str, tuple[Mapping[str, Fact], ...]]] = {
    "altered": tuple(
        {"who": ORU, "what": what, "name": name, "change": -2, "before": 3, "after": 1}
        for what, name in _LOSSES
    ),
    "carries": tuple(
        {"asset": KNIVES, "itself": KNIVES in names, "legs": tuple(map(_leg, names))}
        for names in ((KNIVES,), (GUARD,), (KNIVES, GUARD), ())
    ),
    "seen-clash": tuple(
        {
            "won": won,
            "attacker": piece(harm=harm),
            "defender": piece(harm=other),
            "nobody": False,
            "reactions": (),
        }
        for won, harm, other in (
            *((None, "", ""), (False, "", ""), (False, "hit", "")),
            (True, "destroyed", "destroyed"),
        )
    ),
    "seen-gone": tuple({"who": who, "gone": (row,)} for who in (ORU, None) for row in _EACH),
    "start": ({"arrived": (), "harried": (), "recovered": ()},),
    "income": ({"total": 0, "amount": 0, "lines": ()},),
}


def drawn(drawer: Drawer, telling: Telling) -> Iterator[str]:
    """A telling in all the ways in which readers come upon it."""
    if drawer.reader.is_gm:
        yield drawer.headline(telling)
    if telling.code == "unmasked":
        yield drawer.verdict(telling)
        return
    yield drawer.event(telling, audit=drawer.reader.is_gm)
    if telling.code in PUBLIC and drawer.reader.is_gm:
        yield from (drawer.street(telling, turn) for turn in range(9))


@cache
def drawings(code: str) -> tuple[dict[str, Facts], frozenset[str]]:
    """What is wrong with a code's tellings, with their facts, and the words asked for."""
    asked: set[str] = set()
    amiss: dict[str, Facts] = {}
    for telling in (*tellings(code), *more(code)):
        for reader in (VAEL, GM):
            for page in drawn(Drawer(RULESET, reader, asked), telling):
                amiss |= dict.fromkeys((*holes(page), *begun_small(page)), telling.facts)
    return amiss, frozenset(asked)


@cache
def sheet_drawings(code: str) -> tuple[dict[str, Facts], frozenset[str]]:
    """The same for the sheets of a code."""
    asked: set[str] = set()
    amiss: dict[str, Facts] = {}
    for sheet in sheets(code):
        for reader in (VAEL, GM):
            page = Drawer(RULESET, reader, asked).sheet(sheet)
            amiss |= dict.fromkeys(holes(page), sheet.facts)
    return amiss, frozenset(asked)


def odds_drawn(drawer: Drawer) -> Iterator[str]:
    """An order in the audit, with all the chances that there are, some at a time."""
    order = next(tellings("clash"))
    found = tuple(chances())
    for start in range(0, len(found), 24):
        yield drawer.event(order, *found[start : start + 24], audit=True)


@pytest.mark.parametrize("code", SPACES)
def test_every_telling_has_complete_text(code: str) -> None:
    assert drawings(code)[0] == {}


@pytest.mark.parametrize("code", SHEETS)
def test_every_sheet_has_complete_text(code: str) -> None:
    assert sheet_drawings(code)[0] == {}


def test_odds_have_complete_text() -> None:
    assert [hole for page in odds_drawn(Drawer(RULESET, GM)) for hole in holes(page)] == []


@pytest.mark.parametrize("code", [*SPACES, *SHEETS])
def test_rendered_fragments_are_valid_html(code: str) -> None:
    drawer = Drawer(RULESET, GM)
    if code in SHEETS:
        found = [drawer.sheet(sheet) for sheet in list(sheets(code))[:2]]
    else:
        found = [page for one in list(tellings(code))[:2] for page in drawn(drawer, one)]
    assert [fault for page in found for fault in faults(page)] == []


def test_every_message_is_used() -> None:
    drawer = Drawer(RULESET, GM)
    list(odds_drawn(drawer))
    drawer.about()
    asked = drawer.asked.union(*(drawings(code)[1] for code in SPACES))
    asked |= asked.union(*(sheet_drawings(code)[1] for code in SHEETS))
    ours = {key for key in renderer().theme.words if key.startswith("wwn.")}
    assert {key for key in ours - asked if not key.startswith(ELSEWHERE)} == set()


def test_exactly_the_shipped_entries_have_messages() -> None:
    made = shipped_catalogue()
    for start, kind in (("wwn.type.", made.assets), ("wwn.tag.", made.tags)):
        names = {it.name.lower().replace(" ", "-") for it in kind.values()}
        said = {key.removeprefix(start) for key in renderer().theme.words if key.startswith(start)}
        assert said == names


def test_what_the_public_hears_of_a_deed_does_not_come_again_in_eight_turns() -> None:
    heard = set()
    drawer = Drawer(RULESET, EVERYONE)
    for name, scene in SCENES.items():
        telling = play(scene(), "public").told(EVERYONE)
        if telling is None or telling.code in ("altered", "declared"):
            continue
        heard.add(telling.code)
        lines = [blocks(drawer.headline(telling, turn))[0] for turn in range(1, 17)]
        assert len({*lines[:8]}) == 8, (name, lines)
        assert lines[8:] == lines[:8]
    assert heard == {*PUBLIC} - {"altered", "declared"}


def test_a_fight_over_a_new_base_says_so() -> None:
    facts = next(tellings("seen-clash")).facts
    over: dict[str, Fact] = {"attacker": piece(harm="hit"), "defender": piece(harm="")}
    over |= {"won": False, "part": "contest", "nobody": False, "at": MILL}
    fight = Telling("seen-clash", facts=Facts({**facts, **over}))
    (line,) = blocks(Drawer(RULESET, VAEL).street(fight))
    assert "attacked the Knives & Co of the Oru over the new base at the Mill and lost" in line


def test_assets_of_one_name_are_not_taken_for_each_other() -> None:
    """A transport carries another of its name, and stays where it is."""
    scene = SCENES["carries-into-hiding"]()
    twin = replace(scene.state.assets["farmers"], name="The covert-transport")
    telling = play(replace(scene, state=scene.state.with_asset(twin)), "public").told(VAEL)
    assert telling is not None
    (line,) = blocks(Drawer(RULESET, VAEL).headline(telling))
    assert line == "The covert-transport carried the covert-transport to the Mill. Done"


def test_what_a_goal_asks_for_is_a_sentence() -> None:
    (aim,) = {
        found
        for telling in tellings("goal")
        for found in blocks(Drawer(RULESET, VAEL).event(telling))
        if found.startswith("Sphere Dominance. Destroy 9 rival assets of force")
    }
    assert aim == "Sphere Dominance. Destroy 9 rival assets of force."


# ── Closed lists ─────────────────────────────────────────────────────────────────────────────────


def said(prefix: str) -> set[str]:
    """The last parts of all keys of the catalogue right under one."""
    keys = (key.removeprefix(prefix) for key in renderer().theme.words if key.startswith(prefix))
    return {key for key in keys if "." not in key}


@pytest.mark.parametrize(
    ("prefix", "words"),
    [
        # What an asset asks for is told with its figure.
        ("effect.", {*EFFECT_BY_WORD} - {"upkeep"}),
        ("sheet.mark.", get_args(MarkKind)),
        ("goal.name.", GOALS),
        ("goal.aim.", (*GOALS, "own")),
        ("action.", ("free", *ACTIONS)),
        ("code.", TELLING_FACTS),
        ("undone.", ("other", "order", "where", "against", *get_args(RefusalReason)[1:])),
        ("account.", REASONS),
    ],
)
def test_each_word_of_a_closed_list_has_its_label_and_no_other(
    prefix: str, words: Iterable[str]
) -> None:
    assert said(f"wwn.{prefix}") == set(words)


#: Where the code for what Treasure is paid for, or of a part of a roll, stands among arguments.
_PAID: Final = {"Paid": 2, "pay": 2}
_PARTS: Final = {"Modifier": 1}
PACKAGE: Final = Path(__file__).resolve().parents[3] / "chronicle" / "rules" / "wwn"


def given(calls: Mapping[str, int]) -> set[str]:
    """The literal codes that the ruleset gives to these calls, each at its position."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and len(node.args) > calls.get(_called(node), 99):
                argument = node.args[calls[_called(node)]]
                found |= {argument.value} if isinstance(argument, ast.Constant) else set()
    return {code for code in found if isinstance(code, str)}


def _called(node: ast.Call) -> str:
    func = node.func
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def test_whatever_treasure_is_paid_for_has_its_words() -> None:
    codes = given(_PAID)
    assert {"income", "purchase", "toll", "robbed"} <= codes
    assert codes <= set(REASONS)


def test_each_part_of_a_roll_has_its_words() -> None:
    codes = given(_PARTS)
    assert {"rating", "fixed"} <= codes
    drawn_elsewhere = {"rating", "more-dice", "fewer-dice"}
    assert codes - drawn_elsewhere <= said("wwn.reason.")


def test_exactly_the_measures_have_messages() -> None:
    measured = {it.name for it in WWN.measures(SCENES["move"]().state)}
    assert said("wwn.measure.") == measured | {*FIGURE_NAMES}


def test_every_rule_is_summarised_on_the_page_of_rules() -> None:
    ids = re.findall(r'<div id="(W-[^"]+)">', Drawer(RULESET, EVERYONE).about())
    assert sorted(ids) == sorted(WWN.rules)


# ── Dice ─────────────────────────────────────────────────────────────────────────────────────────


def thrown(roll: Roll, *, audit: bool = False) -> str:
    """An order of Vael's with one roll."""
    telling = replace(next(tellings("clash")), rolls=(roll,))
    return Drawer(RULESET, GM if audit else VAEL).event(telling, audit=audit)


def check(faces: tuple[int, ...], total: int, *parts: Modifier, kept: bool = True) -> Roll:
    rating = Modifier(3, "rating", "W-CHK-1", Facts(attribute="cunning"))
    result = Facts(total=total, kept=kept)
    return Roll("1/vael/hit/check", 10, faces, "computed", (rating, *parts), result)


SEERS: Final = Modifier(1, "more-dice", "W-FX-THROWS", Facts(name="the Seers"))
SPELL: Final = Modifier(-1, "fewer-dice", "W-FX-THROWS", Facts(name=""))


def test_of_several_dice_the_one_that_counts_is_filled() -> None:
    page = thrown(check((4, 9, 9), 12, SEERS, SEERS))
    filled = re.findall(r'<svg class="die hit"[^>]* aria-label="([^"]*)"', page)
    assert filled == ["9 of 10, counts"]
    assert page.count("does not count") == 2


def test_a_single_die_is_not_filled() -> None:
    page = thrown(check((9,), 12))
    assert "die hit" not in page
    assert "9 of 10" in page


def test_a_roll_tells_its_rating_and_who_gave_or_took_dice() -> None:
    text = " ".join(blocks(thrown(check((4, 9), 12, SEERS, SPELL))))
    assert "+3 = 12" in text
    assert "+3 cunning W-CHK-1" in text
    assert "1 extra die the Seers W-FX-THROWS" in text
    assert "1 penalty die someone else's doing W-FX-THROWS" in text


def test_the_audit_adds_up() -> None:
    """The die that counts and the points are the total; dice gained and lost are no points."""
    rows = [
        [
            html.unescape(re.sub("<[^>]*>", "", cell))
            for cell in re.findall("<t[dh].*?</t[dh]>", row)
        ]
        for row in re.findall("<tr>.*?</tr>", thrown(check((4, 9), 12, SEERS), audit=True))
    ]
    assert [row[0] for row in rows[1:]] == ["9", "+3", "1 extra die", "12"]


def test_a_throw_that_does_not_count_says_so() -> None:
    assert "does not count" in thrown(check((9,), 12, kept=False))
    assert "does not count" not in thrown(check((9,), 12))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("once-again/check", ""),
        ("hit/ride-again-check", ""),
        ("hit/check-again", "rerolled, computed"),
        ("hit/ride-again-check-again-2", "rerolled, computed"),
        ("hit/check-redone", "rerolled because of a rival, computed"),
        ("hit/check-again-redone", "rerolled because of a rival, computed"),
    ],
)
def test_a_throw_made_again_says_so(name: str, said: str) -> None:
    """And no other does, whatever an author calls an order or an asset."""
    page = thrown(replace(check((9,), 12), id=f"1/vael/{name}"))
    assert (said or "computed") in blocks(page.partition('class="thrown">')[2])[0]
    assert ("rerolled" in page) == bool(said)


@pytest.mark.parametrize("roll", rolls(), ids=lambda roll: f"{roll.id} {roll.sides}")
def test_each_purpose_has_its_own_word(roll: Roll) -> None:
    label = re.search(r'<span class="label">([^<]*)</span>\s*<span class="dice">', thrown(roll))
    assert label is not None
    assert label[1] != renderer().theme.words["wwn.roll.other"]


# ── What is drawn here is what is told ───────────────────────────────────────────────────────────


@pytest.mark.parametrize("scene_name", SCENES)
def test_tellings_from_resolution_have_complete_text(scene_name: str) -> None:
    for house in HOUSES:
        for step in played(scene_name, house).steps:
            for reader in EVERYBODY.values():
                telling = WWN.tell(step, reader).telling
                if telling is not None:
                    assert reader != EVERYONE or telling.code in PUBLIC
                    for page in drawn(Drawer(RULESET, _known(reader)), telling):
                        assert holes(page) == []


def _known(reader: Audience) -> Audience:
    """Vael in place of those factions for which nothing is drawn here."""
    return reader if reader.is_gm else VAEL
