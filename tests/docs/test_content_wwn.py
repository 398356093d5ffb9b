"""The page says which keys of `wwn` go together, and names rolls, as the program does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, get_args

import pytest

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.report import Report
from chronicle.rules.wwn.adjustments import EFFECT_HANDLERS
from chronicle.rules.wwn.catalogue import shipped_catalogue
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.effects import Effect
from chronicle.rules.wwn.events import Attacked
from chronicle.rules.wwn.goal_parser import REQUIRED_KEY
from chronicle.rules.wwn.order_parser import parse_orders
from chronicle.rules.wwn.state import Policy
from chronicle.rules.wwn.terms import ACTIONS, GoalKind
from tests.docs.pages import ROOT, sections, spoken_code
from tests.docs.test_content import KeyRow, key_rows
from tests.docs.turns_json_output import play
from tests.rules.wwn.rule_cases import all_cases
from tests.rules.wwn.setup_boards import opened, swapped
from tests.rules.wwn.turns import TURN, abilities, listed, new, turn
from tests.sample_campaigns import SAMPLES

PAGE: Final = "docs/reference/content-wwn.md"


def words(cell: str) -> list[str]:
    """The words that a cell has in backticks."""
    return re.findall(r"`([\w-]+)`", cell)


def narrow(title: str, columns: int) -> list[tuple[str, ...]]:
    """The rows under a heading that have so many columns."""
    return [row for row in sections(PAGE)[title].rows if len(row) == columns]


def said(*given: str, gm: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """The code and the message of each mistake in orders of House Vael."""
    report = Report()
    found = opened({TURN: turn("".join(given), gm=gm)})
    assert found.state is not None
    parse_orders(found.campaign.turns[0], found.state, report)
    return [(finding.code, finding.message) for finding in report.findings]


# ── What goes together ───────────────────────────────────────────────────────────────────────────


def test_a_goal_says_what_the_page_says() -> None:
    told = {words(goal)[0]: words(needs)[0] for goal, needs, _ in narrow("`goal:`", 3)}
    assert told == REQUIRED_KEY
    assert set(told) < set(get_args(GoalKind))


def test_an_effect_is_one_of_those_on_the_page() -> None:
    rows = narrow("`effects:`", 2)
    told = {("".join(words(about)), key) for about, keys in rows for key in words(keys)}
    assert told == {("".join(about), key) for about, key in EFFECT_HANDLERS}


def test_the_seven_actions_are_named_above_their_keys() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    told = text.partition("at most one of the seven actions:\n")[2].partition(".\n")[0]
    assert words(told) == list(ACTIONS)


def kind_of(effect: Effect) -> str:
    """What the page calls a free action: its word, and who goes or is cloaked."""
    who = getattr(effect, "who", "")
    return f"`{effect.word}` with `who: {who}`" if who else f"`{effect.word}`"


def free_actions() -> Iterator[tuple[str, str, str]]:
    """Every free action that ships and is ordered: as the page calls it, its word and asset."""
    for asset in shipped_catalogue().assets.values():
        for effect in asset.effects:
            if effect.ordered:
                label = kind_of(effect)
                yield label, words(label.partition(" ")[0])[0], asset.id


def taken(word: str, asset: str) -> tuple[set[str], set[str]]:
    """The keys that a free action needs, and those that it may have, as reading it shows."""
    gm = (new("vael", "it", asset, "harbour"),)
    order = f"id: one, asset: it, use: {word}"
    missing = {
        key
        for code, message in said(abilities(order), gm=gm)
        if code == content.MissingKey.code
        for key in words(message)
    }
    more = said(abilities(f"{order}, target: riders, to: ford, against: oru"), gm=gm)
    stray = {
        message.partition("does not use ")[2].strip("`:")
        for code, message in more
        if code == problems.UnusedKey.code
    }
    return missing, {"target", "to", "against"} - missing - stray


@pytest.mark.parametrize(
    ("label", "word", "asset"), tuple(free_actions()), ids=lambda value: value.strip("`")
)
def test_a_free_action_takes_the_keys_on_the_page(label: str, word: str, asset: str) -> None:
    rows = {row[0]: row[1:] for row in narrow("`abilities:`", 3)}
    needed, other = rows[label]
    assert taken(word, asset) == (set(words(needed)), set(words(other)))


def test_the_free_actions_on_the_page_are_all_there_are() -> None:
    told = {row[0] for row in narrow("`abilities:`", 3)}
    assert told == {label for label, _, _ in free_actions()}


#: What the page says of keys that depend on one another: orders of Vael, and the codes there are.
HANGING: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "an attack needs a faction": (listed("attack", "id: one, asset: guards"), ("C001",)),
    # The only one of the Oru there is Stealthed, which is pointed out beside.
    "an attack has no target": (
        listed("attack", "id: one, asset: riders, against: oru, target: ears"),
        ("WN074", "WN050"),
    ),
    "a repair is of something": (listed("repair", "id: one"), ("WN076",)),
    "a repair is of one thing": (
        listed("repair", "id: one, asset: riders, base: ford-hall"),
        ("WN076",),
    ),
    "an asset is healed more than once": (listed("repair", "id: one, asset: riders, times: 1"), ()),
    "a base is healed once": (listed("repair", "id: one, base: ford-hall, times: 2"), ("WN050",)),
    "the headquarters is healed with the faction": (
        listed("repair", "id: one, base: red-keep"),
        ("WN078",),
    ),
    "a turn has one of the actions": (
        listed("repair", "id: one, asset: riders")
        + listed("move", "id: two, asset: guards, to: mill"),
        ("WN051",),
    ),
    "a place is barred by its ruler": ("forbids: {ford: [oru]}\n", ("WN094",)),
    "a ruler does not bar itself": ("forbids: {redhaven: [vael]}\n", ("WN009",)),
    "a ban is lifted": ("forbids: {redhaven: []}\n", ()),
    "everyone is barred": ("forbids: {redhaven: everyone}\n", ()),
    "a goal about nothing says nothing": (
        "abandon: true\ngoal: {kind: blood-the-enemy, against: oru}\n",
        ("WN016",),
    ),
    "a contest names factions or has a word": ("standing: {contest: [oru, kell]}\n", ()),
    "a contest is one word": ("standing: {contest: never}\n", ()),
}


@pytest.mark.parametrize("law", HANGING)
def test_key_dependencies_match_the_page(law: str) -> None:
    written, codes = HANGING[law]
    assert tuple(code for code, _ in said(written)) == codes


#: What the page says of openings: a file of the sound campaign with a swap, and the codes.
OPENINGS: Final[Mapping[str, tuple[str, tuple[str, str], tuple[str, ...]]]] = {
    "for miles every place needs a position": (
        "campaign.yaml",
        ("seed: one\n", "seed: one\nrules: {distance: miles}\n"),
        ("WN001",) * 5,
    ),
    "a base has to have its maximum": ("factions/vael.yaml", (", hp: 4, max: 6", ""), ("C001",)),
    "a base is no stronger than its faction": (
        "factions/vael.yaml",
        ("max: 6", "max: 18"),
        ("WN004",),
    ),
    "a faction has one headquarters": (
        "factions/oru.yaml",
        (", headquarters: true", ", max: 5"),
        ("WN003",),
    ),
    "hit points are at least 1": ("factions/vael.yaml", ("hp: 9", "hp: 0"), ("WN005",)),
    "an asset has no id of a faction": (
        "factions/vael.yaml",
        ("{id: fields", "{id: kell"),
        ("WN002",),
    ),
    "a new type of asset needs five keys": (
        "campaign.yaml",
        ("seed: one\n", "seed: one\nrules: {catalogue: {assets: {net: {magic: low}}}}\n"),
        ("C001",) * 5,
    ),
}


@pytest.mark.parametrize("law", OPENINGS)
def test_setup_constraints_match_the_page(law: str) -> None:
    path, swap, codes = OPENINGS[law]
    found = opened(swapped(path, swap))
    assert tuple(finding.code for finding in found.findings) == codes


#: Of each standing order, what the page has to say of it at the start.
AT_THE_START: Final[Mapping[str, str]] = {
    "defend": "at the start, nobody is named" if not Policy().defend else "",
    "at_war": "at the start, with nobody" if not Policy().at_war else "",
    "contest": f"at the start, `{Policy().contests}`" if not Policy().contest else "",
    "sacrifice": f"`{Policy().sacrifice}` is when it would destroy, and holds at the start",
    "rerolls": "at the start, none" if not Policy().rerolls else "",
    **{
        key: f"at the start, {'yes' if getattr(Policy(), key) else 'no'}"
        for key in ("step_in", "restore", "take_over", "pays")
    },
}


@pytest.mark.parametrize("row", key_rows(PAGE, "`standing:`"), ids=lambda row: row.key)
def test_standing_orders_are_at_the_start_as_the_page_says(row: KeyRow) -> None:
    wanted = AT_THE_START[row.key]
    assert wanted
    assert wanted in row.meaning


# ── Rolls ────────────────────────────────────────────────────────────────────────────────────────


@cache
def thrown() -> frozenset[str]:
    """The names of all rolls of all cases and of the samples, as the page's table would have them.

    What stands before the purpose where a base is contested or a mercenary obeys nobody, and what
    is added where a roll is thrown again, is told below the table.
    """
    played = [case.play() for case in all_cases()]
    played += [one for one in map(play, SAMPLES) if one.ruleset.id == "wwn"]
    found: set[str] = set()
    for one in played:
        for step in (step for played_turn in one.history.turns for step in played_turn.steps):
            event = step.event
            prefix = ""
            if isinstance(event, Attacked) and event.part == "contest":
                prefix = f"{event.faction}-{event.attacker.id}-"
            elif isinstance(event, Attacked) and event.part == "rogue":
                prefix = f"{event.attacker.id}-"
            found |= {_plain(roll.id, prefix) for roll in event.rolls}
    return frozenset(found)


def _plain(id: str, prefix: str) -> str:
    """A roll's name without its turn, what stands before its purpose, and what is added to it."""
    faction, order, purpose = id.split("/")[1:]
    assert purpose.startswith(prefix)
    plain = purpose.removeprefix(prefix).removesuffix("-redone")
    plain = re.sub(r"-again(-\d+)?$", "", plain)
    return f"{faction}/{order}/{plain}"


#: Rolls that are told below the table, or beside another.
BESIDE: Final = re.compile(r"/(initiative-[23]|planned-(check|defence)-\d+)$")


@cache
def named(row: str) -> re.Pattern[str]:
    """What the rolls are called that a row of the table is about."""
    pattern = re.escape(row)
    for word in ("faction", "order"):
        pattern = pattern.replace(word, r"[\w-]+", 1)
    return re.compile(re.sub(r"<\w+>", r"[\\w-]+", pattern))


def test_the_rolls_on_the_page_are_those_that_are_thrown() -> None:
    rows = sections(PAGE)["`rolls:`"].column()
    for name in thrown():
        met = [row for row in rows if named(row).fullmatch(name)]
        assert met or BESIDE.search(name), name
    for row in rows:
        assert any(named(row).fullmatch(name) for name in thrown()), row


@pytest.mark.parametrize("name", ["customs/dig/ferry-oars-check", "customs/rogue/legion-check"])
def test_the_page_shows_what_stands_before_a_purpose(name: str) -> None:
    assert name in spoken_code(PAGE)
