"""A campaign read and played from the cache is the same as without it, after every edit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from chronicle.cache import store
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree
from chronicle.load import turns as load_turns
from chronicle.model.campaign import Campaign, Turn
from chronicle.pipeline import resolve_campaign
from chronicle.play import turns
from chronicle.play.history import History
from chronicle.play.turns import CachedTurn, TurnCache, turn_key
from chronicle.records import replace
from chronicle.rules import shadow
from chronicle.yaml import parser
from tests.serve.edited_campaign import AGAIN, CREEP, EDITS, FAILED, QUIET, TURNS
from tests.small_campaign import SOUND, tree_of

_HEAD: Final = SOUND["campaign.yaml"]
_CALENDAR: Final = f"{_HEAD}calendar: {{months: [{{name: Thaw}}, {{name: Fall}}], days: 30}}\n"
_DATES: Final = {
    "turns/001.yaml": f"{CREEP}date: 3 Thaw 12\n",
    "turns/002.yaml": f"{AGAIN}date: 9 Thaw 12\n",
    "turns/003.yaml": f"{QUIET}date: 2 Fall 12\n",
}
_WHERE: Final = QUIET.replace("truth: true", "truth: true, where: vale")
_REVEALED: Final = f"{QUIET}reveals: [{{person: elin, for: everyone}}, {{item: key, for: oru}}]\n"
_ELIN: Final = "---\nname: Elin\nfor: gm\n---\n"
_NO_VALE: Final = SOUND["places.yaml"].partition("  vale:")[0].replace("[vale]", "[harbour]")
_THIRD: Final = {
    "factions/third.yaml": SOUND["factions/oru.yaml"].replace("Oru", "Third"),
    "campaign.yaml": _HEAD.replace("[vael, oru]", "[vael, oru, third]"),
}
_FACTIONS: Final = QUIET.replace("heard_by: [vael]", "heard_by: factions")
#: Edits of what the reading of turns depends on, some with mistakes.
_READ_EDITS: Final[tuple[Mapping[str, str], ...]] = (
    {"turns/003.yaml": _WHERE},
    {"turns/003.yaml": _WHERE, "places.yaml": _NO_VALE},
    {"turns/003.yaml": _REVEALED},
    {"turns/003.yaml": _REVEALED, "people/elin.md": _ELIN, "items/key.md": _ELIN},
    {"turns/003.yaml": _REVEALED, "items/key.md": _ELIN},
    {"campaign.yaml": _CALENDAR, **_DATES},
    {"campaign.yaml": _CALENDAR.replace("Fall", "Rain"), **_DATES},
    {"campaign.yaml": _CALENDAR, **_DATES, "turns/001.yaml": f"{CREEP}date: 3 Fall 12\n"},
    _THIRD,
    {"turns/002.yaml": AGAIN.replace("We heard.", "![A key](key.png) of [[Elin]]")},
    {"turns/003.yaml": _FACTIONS},
    {"turns/003.yaml": _FACTIONS, **_THIRD},
    {"turns/001.yaml": f"{CREEP}rolls: {{vael/creep: many}}\n"},
    {"turns/003.yaml": QUIET.replace("heard_by: [vael]", "heard_by: [nobody]")},
    {"turns/002.yaml": AGAIN.replace("to: 3", "to: 9")},
    {"turns/002.yaml": AGAIN.replace("turn: 2", "turn: 3")},
)
Outcome = tuple[Campaign | None, History[Any, Any, Any] | None, tuple[Finding, ...]]


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cache; nothing is in memory."""
    monkeypatch.setattr(store, "_CURRENT", [store.Cache(tmp_path)])
    monkeypatch.setattr(parser, "_LAST_COMPOSED", {})
    return tmp_path


def resolved(edit: Mapping[str, str], turn_cache: TurnCache | None = None) -> Outcome:
    report = Report()
    played = resolve_campaign(tree_of({**TURNS, **edit}), report, turn_cache)
    return (
        None if played is None else played.campaign,
        None if played is None else played.history,
        report.findings,
    )


def test_every_edit_gives_the_same_with_and_without_the_cache(
    cached: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edits = [*EDITS, *_READ_EDITS]
    with_cache = [resolved(edit) for edit in (*edits, *reversed(edits))]
    assert list(cached.rglob("turns-*/*"))
    monkeypatch.setattr(store, "_CURRENT", [])
    without = [resolved(edit) for edit in edits]
    for edit, found, expected in zip(edits, with_cache, without, strict=False):
        assert repr(found) == repr(expected), edit
    assert with_cache[len(edits) :] == [*reversed(without)]
    # Both outcomes are compared.
    assert sum(found[1] is not None for found in without) == 14
    assert sum(found[1] is None for found in without) == 10


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is done to turns: each that is parsed or resolved."""
    done: list[str] = []
    parse, resolve = load_turns.TurnParser.read, shadow.ShadowRuleset.resolve

    def read(self: load_turns.TurnParser, node: Any, number: int, *more: Any) -> Turn | None:
        done.append(f"parse {number}")
        return parse(self, node, number, *more)

    def resolve_turn(state: Any, orders: Any, dice: Any) -> Iterable[Any]:
        done.append(f"resolve {dice.turn}")
        return resolve(state, orders, dice)

    monkeypatch.setattr(load_turns.TurnParser, "read", read)
    monkeypatch.setattr(shadow.ShadowRuleset, "resolve", staticmethod(resolve_turn))
    return done


def test_only_what_an_edit_affects_is_read_and_played_again(cached: Path, work: list[str]) -> None:
    assert not list(cached.iterdir())

    def work_after(edit: Mapping[str, str]) -> list[str]:
        work.clear()
        resolved(edit)
        return list(work)

    turns = (1, 2, 3)
    assert work_after({}) == [f"{what} {n}" for what in ("parse", "resolve") for n in turns]
    assert work_after({}) == []
    # A text changes no state.
    bells = CREEP.replace("Bells in", "No bells in")
    assert work_after({"turns/001.yaml": bells}) == ["parse 1", "resolve 1"]
    # An event changes it for all that follow; so does the seed.
    assert work_after({"turns/001.yaml": FAILED}) == [
        "parse 1", *(f"resolve {n}" for n in turns)
    ]  # fmt: skip
    seed = {"campaign.yaml": _HEAD.replace("one", "two")}
    assert work_after(seed) == [f"resolve {n}" for n in turns]
    # A new person, item or place changes neither.
    assert work_after({"people/elin.md": _ELIN}) == []


@pytest.mark.usefixtures("cached")
def test_another_version_of_the_program_reads_and_plays_every_turn(
    work: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = resolved({})
    work.clear()
    for module in (load_turns, turns):
        monkeypatch.setattr(module, "program_fingerprint", lambda: "a later version")
    assert resolved({}) == first
    assert work == [f"{what} {n}" for what in ("parse", "resolve") for n in (1, 2, 3)]


@pytest.mark.usefixtures("cached")
def test_a_turn_with_a_finding_is_read_again(work: list[str]) -> None:
    unknown = {"turns/003.yaml": f"{QUIET}tide: high\n"}
    first = resolved(unknown)
    assert len(first[2]) == 1
    work.clear()
    assert resolved(unknown) == first
    assert "parse 3" in work


@pytest.mark.usefixtures("cached")
def test_findings_name_the_file_as_it_is_shown_now() -> None:
    for name in ("one", "two"):
        report = Report()
        tree = tree_of({**TURNS, "turns/001.yaml": FAILED})
        resolve_campaign(FileTree(name, tree.files), report)
        (finding,) = report.findings
        assert finding.at is not None
        assert finding.at.source.path == f"{name}/turns/001.yaml"


def test_a_turn_that_is_not_as_in_a_file_is_never_cached() -> None:
    played = resolve_campaign(tree_of(TURNS), Report())
    assert played is not None
    turn = played.campaign.turns[0]
    assert turn_key("shadow", "one", "", turn) != ""
    assert turn_key("shadow", "one", "", replace(turn, digest="")) == ""
    kept = TurnCache()
    kept.put("", CachedTurn(played.history.turns[0], (), ""))
    assert kept.get("") is None
    assert not kept.turns


def test_turns_in_memory_are_those_of_the_last_run() -> None:
    kept = TurnCache()
    for edit in EDITS:
        resolved(edit, kept)
        assert len(kept.turns) == len(TURNS)
