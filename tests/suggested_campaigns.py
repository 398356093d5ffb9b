"""Campaigns as a new GM plays them: by the suggestions of each turn's file, and drafts of rumors.

What a file asks to be filled in is drawn from a seed. The same arguments give the same campaign.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final

from benchmarks.campaigns import RULESETS as BENCHMARKS
from benchmarks.campaigns import Size, campaign
from benchmarks.campaigns.random_text import Words, listed
from chronicle.authoring.random_factions import FactionRequest, random_factions
from chronicle.authoring.rumor_drafts import RumorDrafter
from chronicle.authoring.rumor_grammar import RumorGrammar, read_grammar
from chronicle.authoring.turn_file import new_turn_file
from chronicle.cli.rumors import _events, _item
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.play.turns import TurnCache
from chronicle.rules.wwn.setup.faction_sizes import FactionSizeName
from chronicle.starters import CONTENT_FOLDER, StarterOptions, starter_files
from chronicle.yaml.edit.append import append_items
from tests.commented_orders import uncommented
from tests.shipped_theme import shipped_theme

_NAMES: Final = listed(
    "Sette|Sette 2|Otto|Bastable's Boys|The Quiet Men|Tansy's Crew|the Wet Gloves|Caravan|Seven"
)
_ASKED: Final = re.compile(r"FILL-IN(: [^#\n]*)?(?:  #: (a name|an id).*)?$", re.MULTILINE)
#: The name of a faction or a place of a starter.
_NAME: Final = re.compile(r"^(?:  )*name: (.+)$", re.MULTILINE)


class _Player:
    """Plays a campaign turn by turn."""

    def __init__(self, files: Mapping[str, bytes], grammar: RumorGrammar | None, seed: int):
        self.files = dict(files)
        self.grammar = grammar
        self.words = Words(f"player {seed}")
        self.cache = TurnCache()
        self.count = 0

    def played(self, more: Mapping[str, bytes] = {}) -> tuple[PlayedCampaign | None, Report]:
        report = Report()
        tree = FileTree("", {**self.files, **more})
        return resolve_campaign(tree, report, self.cache), report

    def take_turn(self) -> None:
        now, report = self.played()
        assert now is not None, [finding.message for finding in report.findings]
        path, text = new_turn_file(now)
        text = text.replace("\nstate: open", "\nstate: played")
        entries = [it for it, _ in uncommented(text, fill=False) if self.words.chance(80)]
        given = text
        for entry in entries:
            given = self._given(given, entry)
        if self.played({path: given.encode()})[1].has_errors:
            # Some can't be given together.
            given = text
            for entry in entries:
                more = self._given(given, entry)
                if not self.played({path: more.encode()})[1].has_errors:
                    given = more
        self.files[path] = given.encode()
        if self.grammar is not None and self.words.chance(80):
            self._spread_rumors(path)

    def _spread_rumors(self, path: str) -> None:
        now, report = self.played()
        assert now is not None, report.findings
        assert self.grammar is not None
        turn = now.campaign.turns[-1]
        found = RumorDrafter(now.campaign, now.history, now.ruleset, self.grammar, turn).drafts(2)
        text = self.files[path].decode()
        if found:
            text = append_items(text, "rumors", [_item(one) for one in found])
            text = append_items(text, "drafted", _events(found))
        # Most drafts are accepted.
        self.files[path] = re.sub(
            r"\n +draft: true(?=\n)", lambda it: "" if self.words.chance(75) else it[0], text
        ).encode()

    def _given(self, text: str, entry: str) -> str:
        """The text of a turn's file with an entry that was a comment."""
        return text.replace(_commented(entry), _ASKED.sub(self._filling, entry))

    def _filling(self, found: re.Match[str]) -> str:
        """A name, an id, or a sentence."""
        self.count += 1
        if found[2] == "a name":
            return self.words.pick(_NAMES)
        # Two sentences of a few words each have none in common by chance.
        return f"new-{self.count}" if found[2] else f"{self.words.clause().capitalize()}."


def _commented(entry: str) -> str:
    """An entry as the file has it, as a comment."""
    first, *rest = entry.split("\n")
    indent = first[: len(first) - len(first.lstrip())]
    return "\n".join(f"{indent}# {row[len(indent) :]}" for row in (first, *rest))


def starting_files(kind: str, ruleset: str, seed: int) -> dict[str, bytes]:
    """The files of a campaign to begin with: a starter, or one that is made for benchmarks."""
    if kind == "starter":
        sizes: tuple[FactionSizeName, ...] = ("small", "medium", "large")
        files = starter_files(
            StarterOptions(
                ruleset, f"s{seed}", size=sizes[seed % 3] if ruleset == "wwn" else "small"
            ),
            {},
        )
        top = f"{CONTENT_FOLDER}/"
        own = {path.removeprefix(top): it for path, it in files.items() if path.startswith(top)}
        if ruleset == "wwn":
            request = FactionRequest(sizes[seed % 3], 2, f"s{seed}", ["key", "sun", "star", "moon"])
            drawn = random_factions(FileTree("", own), request, Report())
            assert drawn
            own |= {path: text.encode() for path, text in drawn.items()}
        return _with_other_names(own, Words(f"names {seed}"))
    assert ruleset in BENCHMARKS
    return {path: text.encode() for path, text in campaign(Size(ruleset, 1, 4, f"s{seed}"))}


def _with_other_names(files: Mapping[str, bytes], words: Words) -> dict[str, bytes]:
    """Files in which most factions and places have names that were drawn."""
    texts = {path: text.decode() for path, text in files.items()}
    own = [text for path, text in texts.items() if path.startswith(("factions/", "places."))]
    taken = {it for text in own for it in _NAME.findall(text)}
    for name in dict.fromkeys(it for text in own for it in _NAME.findall(text)):
        if words.chance(70):
            # Links by name need one name a place.
            other = next(it for it in iter(words.title, None) if it not in taken)
            taken.add(other)
            texts = {path: text.replace(name, other) for path, text in texts.items()}
    return {path: text.encode() for path, text in texts.items()}


def suggested_campaign(kind: str, ruleset: str, seed: int, turns: int) -> FileTree:
    """A campaign that was played for so many turns by suggestions."""
    grammar = read_grammar(shipped_theme(), ruleset, Report())
    player = _Player(starting_files(kind, ruleset, seed), grammar, seed)
    while sum(path.startswith("turns/") for path in player.files) < turns:
        player.take_turn()
    return FileTree("", player.files)


def cases() -> Iterator[tuple[str, str, int]]:
    """Campaigns without end: kind, ruleset and seed."""
    starters = [("starter", it) for it in ("wwn", "lieutenants", "shadow", "freeform")]
    kinds = [*starters * 5, *(("benchmark", it) for it in BENCHMARKS)]
    yield from ((*kinds[seed % len(kinds)], seed) for seed in count())
