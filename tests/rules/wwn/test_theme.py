"""Words of the shipped theme for what factions of assets are told, and how it shows their dice."""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Iterable, Mapping
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
from chronicle.rules.wwn.sheets import FIGURE_NAMES
from chronicle.rules.wwn.state import MarkKind
from chronicle.rules.wwn.tellings import TELLING_FACTS
from chronicle.rules.wwn.terms import ACTIONS, GOALS, RefusalReason
from tests.rules.declared_facts import MILL
from tests.rules.wwn.all_rows import piece, rolls
from tests.rules.wwn.all_sheets import REASONS, sheets
from tests.rules.wwn.all_tellings import PUBLIC, check, tellings
from tests.rules.wwn.visibility_boards import HOUSES, play
from tests.rules.wwn.visibility_scenes import SCENES, played
from tests.rules.wwn.visibility_table import EVERYBODY
from tests.shipped_theme import shipped_theme
from tests.theme_fragments import Drawer, blocks, holes, renderer

RULESET: Final = "wwn"
VAEL: Final = faction_audience("vael")


def test_exactly_the_shipped_entries_have_messages() -> None:
    made = shipped_catalogue()
    for start, kind in (("wwn.type.", made.assets), ("wwn.tag.", made.tags)):
        names = {it.name.lower().replace(" ", "-") for it in kind.values()}
        said = {key.removeprefix(start) for key in renderer().theme.words if key.startswith(start)}
        assert said == names


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_each_shipped_asset_has_a_phrase_for_one_that_nobody_has_named(language: str) -> None:
    made = {it.name.lower().replace(" ", "-") for it in shipped_catalogue().assets.values()}
    words, start = shipped_theme(language).words, "wwn.phrase."
    assert {key.removeprefix(start) for key in words if key.startswith(start)} == {
        f"{name}.{form}" for name in made for form in ("known", "new")
    }


def fight_of(attacker: Mapping[str, Fact], defender: Mapping[str, Fact]) -> str:
    """A fight that destroys the defender, as all hear of it."""
    facts = next(tellings("seen-clash")).facts
    over: dict[str, Fact] = {"attacker": piece(attacker, harm="hit"), "part": "", "reactions": ()}
    over |= {"defender": piece(defender, harm="destroyed"), "taken": False, "at": MILL}
    (line,) = blocks(
        Drawer(RULESET, VAEL).headline(Telling("seen-clash", facts=Facts({**facts, **over})))
    )
    return line


def test_an_asset_that_nobody_has_named_is_told_by_a_phrase_and_another_by_its_name() -> None:
    shifters, fear = ({"name": it, "type": it} for it in ("Shapeshifters", "Fearful Intimidation"))
    assert fight_of(shifters, fear).startswith(
        "The shapeshifters of the Oru destroyed the bullies of"
    )
    named = {"name": "the Grey Lamps", "type": "Shapeshifters"}
    assert fight_of(named, fear).startswith(
        "The Grey Lamps of the Oru destroyed the bullies of the Oru"
    )
    own = {"name": "Drowned Bell", "type": "Drowned Bell"}
    assert fight_of(own, named).startswith(
        "The Drowned Bell of the Oru destroyed the Grey Lamps of"
    )


def test_assets_in_a_row_that_nobody_has_named_have_the_name_of_their_type() -> None:
    """In the language of the page."""
    drawer = Drawer(RULESET, GM)
    facts = next(tellings("unveiled")).facts
    drawer.event(Telling("unveiled", facts=Facts({**facts, "missed": ("Scouts",)})))
    own = next(sheets("own-sheet"))
    standing = own.facts["standing"]
    assert isinstance(standing, Facts)
    told = Facts({**standing, "defend": ("Informers",)})
    drawer.sheet(replace(own, facts=Facts({**own.facts, "standing": told})))
    assert {"wwn.type.scouts", "wwn.type.informers"} <= drawer.asked


def test_in_french_no_word_that_each_name_needs_stands_before_a_row_of_names() -> None:
    """“De la Grange et du Guet”: such a word would stand before the first name alone."""
    words = shipped_theme("fr").words
    keys = ("standing.contest", "standing.at-war", "sequence.ahead", "bans.some", "bans.but")
    found = [str(words[f"wwn.{key}"]) for key in keys]
    assert all("{who}" in one for one in found)
    assert not [one for one in found if re.search(r"\b(?:de|à) \{who\}", one)]


def test_an_order_that_was_carried_out_is_told_without_a_result() -> None:
    for code in ("sell", "create", "move"):
        for telling in tellings(code):
            (line,) = blocks(Drawer(RULESET, VAEL).headline(telling))
            assert line.count(". ") == (telling.facts["outcome"] != "done"), line


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
    assert line == "The covert-transport set out for the Mill, carried by the covert-transport"


def test_what_a_goal_asks_for_is_a_sentence() -> None:
    (command,) = {
        found
        for telling in tellings("goal")
        for found in blocks(Drawer(RULESET, VAEL).event(telling))
        if found.startswith("Sphere Dominance. Destroy 9 rival assets of force")
    }
    assert command == "Sphere Dominance. Destroy 9 rival assets of force."


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


# ── Dice ─────────────────────────────────────────────────────────────────────────────────────────


def thrown(*rolls: Roll, audit: bool = False) -> str:
    """An order of Vael's with some rolls."""
    telling = replace(next(tellings("clash", every=False)), rolls=rolls)
    return Drawer(RULESET, GM if audit else VAEL).event(telling, audit=audit)


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
    """And no other does, for any name of an order or an asset."""
    page = thrown(replace(check((9,), 12), id=f"1/vael/{name}"))
    assert (said or "computed") in blocks(page.partition('class="thrown">')[2])[0]
    assert ("rerolled" in page) == bool(said)


def test_each_purpose_has_its_own_word() -> None:
    page = thrown(*rolls())
    labels = re.findall(r'<b>([^<]*)</b>\s*<span class="dice">', page)
    assert len(labels) == len(rolls())
    assert renderer().theme.words["wwn.roll.other"] not in labels


# ── What is drawn here is what is told ───────────────────────────────────────────────────────────


@pytest.mark.parametrize("scene_name", SCENES)
def test_tellings_from_resolution_have_complete_text(scene_name: str) -> None:
    for house in HOUSES:
        for step in played(scene_name, house).steps:
            for reader in EVERYBODY.values():
                telling = WWN.tell(step, reader).telling
                if telling is not None:
                    assert reader != EVERYONE or telling.code in PUBLIC
                    page = Drawer(RULESET, _known(reader)).event(telling, audit=reader.is_gm)
                    assert holes(page) == []


def _known(reader: Audience) -> Audience:
    """Vael in place of those factions for which nothing is drawn here."""
    return reader if reader.is_gm else VAEL
