"""A new turn's file is short, and nothing in it is a mistake once it is no longer a comment."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

import pytest

from chronicle.authoring.turn_file import new_turn_file
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree
from chronicle.load import load_campaign, read_tree
from chronicle.outline.order_stubs.comments import LINE_WIDTH
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.play.turn_odds import compute_odds
from chronicle.play.turns import TurnCache
from chronicle.render.messages import percent
from chronicle.starters import CONTENT_FOLDER, StarterOptions, starter_files
from chronicle.yaml.placeholders import PLACEHOLDER
from tests.commented_orders import Uncommented, uncommented
from tests.properties.generators import WRITERS, sample
from tests.sample_campaigns import SAMPLES
from tests.thorough import thorough

#: Generated campaigns of each ruleset, by seed.
SEEDS: Final[Mapping[str, Sequence[int]]] = {
    "freeform": (1,),
    "lieutenants": (9, 12, 38),
    "shadow": (0, 5, 20),
    "wwn": (3, 7, 24),
}
FIRST: Final = {0, *(seeds[0] for seeds in SEEDS.values())}
GAMES: Final = (
    *(("starter", ruleset, 0) for ruleset in WRITERS),
    *(("sample", id, 0) for id in SAMPLES),
    *(("generated", ruleset, seed) for ruleset, seeds in SEEDS.items() for seed in seeds),
)
#: `make test` tries one generated campaign of each ruleset.
each_game = pytest.mark.parametrize(
    ("kind", "name", "seed"),
    [
        *(game for game in GAMES if game[2] in FIRST),
        *thorough(game for game in GAMES if game[2] not in FIRST),
    ],
    ids=lambda it: str(it) if it else "",
)


class Game:
    """A campaign with the file of its next turn; its turns are played once."""

    def __init__(self, tree: FileTree) -> None:
        self.tree = tree
        self.cache = TurnCache()
        report = Report()
        played = resolve_campaign(tree, report, self.cache)
        assert played is not None, [finding.message for finding in report.findings]
        self.played: PlayedCampaign = played
        self.path, self.text = new_turn_file(played, modeline=True)

    def findings(self, text: str) -> tuple[Finding, ...]:
        """What is found in the file of the next turn when this is in it, once it is played."""
        report = Report()
        closed = text.replace("\nstate: open", "\nstate: played")
        assert closed != text
        files = {**self.tree.files, self.path: closed.encode()}
        resolve_campaign(FileTree(self.tree.name, files), report, self.cache)
        path = self.tree.shown(self.path)
        return tuple(it for it in report.findings if it.at is None or it.at.path == path)


@lru_cache(maxsize=len(GAMES))
def game(kind: str, name: str, seed: int) -> Game:
    if kind == "sample":
        return Game(read_tree(SAMPLES[name], name))
    if kind == "generated":
        return Game(sample(name, seed).tree())
    files = starter_files(StarterOptions(name, "seed", "0"), {})
    top = f"{CONTENT_FOLDER}/"
    own = {path.removeprefix(top): it for path, it in files.items() if path.startswith(top)}
    return Game(FileTree("", own))


def entries(found: Game) -> tuple[Uncommented, ...]:
    return tuple(uncommented(found.text))


@each_game
def test_everything_is_legal_once_it_is_no_comment(kind: str, name: str, seed: int) -> None:
    """Each alone, with its placeholders filled in."""
    found = game(kind, name, seed)
    assert found.findings(found.text) == ()
    wrong = [
        (entry, [f"{it.code} {it.message}" for it in findings])
        for entry, text in entries(found)
        if (findings := found.findings(text))
    ]
    assert wrong == []


@each_game
def test_its_chances_are_those_of_the_orders_on_the_board_as_it_is(
    kind: str, name: str, seed: int
) -> None:
    """As `orders odds` says them, of each order alone."""
    found = game(kind, name, seed)
    ruleset, number = found.played.ruleset, len(found.played.campaign.turns) + 1
    for entry, text in entries(found):
        shown = re.search(r"#: .*?(\d+) %", entry)
        if shown is None:
            continue
        closed = text.replace("\nstate: open", "\nstate: played")
        files = {**found.tree.files, found.path: closed.encode()}
        campaign = load_campaign(FileTree(found.tree.name, files), Report())
        odds = compute_odds(campaign, ruleset, number, Report()) if campaign is not None else None
        assert shown[1] in {percent(it.success(ruleset) or Fraction(0)) for it in odds or ()}, entry


@pytest.mark.parametrize(("kind", "name", "seed"), [it for it in GAMES if it[0] != "generated"])
def test_every_faction_has_an_order_suggested(kind: str, name: str, seed: int) -> None:
    """In generated campaigns some have nobody to give an order to."""
    orders = game(kind, name, seed).text.partition("\norders:")[2].partition("\nrumors:\n")[0]
    sections = re.split(r"^  (?=\w)", orders, flags=re.MULTILINE)[1:]
    assert sections
    assert [it for it in sections if "    # " not in it and "      # - " not in it] == []


@each_game
def test_the_file_is_short(kind: str, name: str, seed: int) -> None:
    """60 lines for up to three factions, 200 for eight, and as many for each between."""
    found = game(kind, name, seed)
    lines = found.text.splitlines()
    factions = sum(1 for it in lines if it.startswith("  ") and it[2].isalpha())
    assert len(lines) <= max(60, 28 * factions - 24)
    assert max(map(len, lines)) <= LINE_WIDTH
    # A mapping in braces goes on in the next line behind a comma, not between a key and its value.
    opened = [it for it in lines if "#" not in it and it.count("{") > it.count("}")]
    assert [it for it in opened if not it.endswith(",")] == []


@each_game
def test_whatever_is_to_be_written_is_named_until_it_is(kind: str, name: str, seed: int) -> None:
    found = game(kind, name, seed)
    for entry, text in uncommented(found.text, fill=False):
        lines = [line for line in entry.splitlines() if PLACEHOLDER in line]
        codes = [it.code for it in found.findings(text)]
        assert codes == ["C017"] * len(lines), entry
