"""Every edition is built as if an open turn had no file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from itertools import zip_longest
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.pipeline import build_files
from chronicle.rules import RULESETS
from chronicle.starters import CONTENT_FOLDER, StarterOptions, starter_files
from tests.cli.command_runner import CREEP
from tests.markup.images.sample_images import told_png
from tests.small_campaign import tree_of

OPEN: Final = "turn: 2\nstate: open\n"
#: Parts of a turn, each with something that would be seen if it were read, or with a mistake that
#: only playing it would find.
PARTS: Final = (
    "title: The Zwingli Affair\n",
    "date: 3 Thaw\n",
    "played: 2030-01-01\n",
    (
        "news:\n  - {id: quay, for: everyone, text: 'The [[vale]] burns. ![A boat](boat.png)'}\n"
        "reveals: [{place: vale, for: everyone}, {event: 1/vael/creep, for: everyone}]\n"
    ),
    "news: [{for: oru, from: A friend, text: Zwingli knows.}]\n",
    "adjustments: [{power: vael, dice: 2, reason: A gift.}]\n",
    "rumors: [{text: Zwingli., heard_by: everyone, truth: true, about: vael/none}]\n",
    "rumors: [{text: Zwingli., heard_by: everyone, truth: false, about: 1/vael/creep}]\n",
    "relations: [{between: [vael, oru], as: war, for: everyone, text: War.}]\n",
    "renames: [{faction: vael, name: House Zwingli, for: everyone}]\n",
    "modifiers: [{value: 2, because: Zwingli helps.}]\n",
    "notes: Zwingli is Oru.\n",
    "dice: ask\n",
    "rolls: {vael/creep/pool: [9]}\n",
    "orders: {vael: {conspiracies: [{id: a, action: mobilize, resource: eyes}]}, oru: {}}\n",
    "orders: {vael: {conspiracies: [{id: a, action: raise, resource: none, to: 9}]}}\n",
)


@st.composite
def open_turns(draw: st.DrawFn) -> str:
    """The text of an open turn with any of the parts, at most one for each key."""
    chosen = draw(st.lists(st.sampled_from(PARTS), min_size=1, unique_by=lambda it: it[:5]))
    return OPEN + "".join(chosen)


def built(tree: FileTree) -> Mapping[str, bytes]:
    report = Report()
    files = build_files(tree, report)
    assert files is not None, [it.message for it in report.findings]
    return {path: files[path] for path in files}


def small(open_turn: str | None) -> FileTree:
    files: dict[str, str | bytes] = {"turns/001.yaml": CREEP, "media/boat.png": told_png()}
    return tree_of(files if open_turn is None else {**files, "turns/002.yaml": open_turn})


@cache
def built_without() -> Mapping[str, bytes]:
    return built(small(None))


def differing(files: Mapping[str, bytes], others: Mapping[str, bytes]) -> list[str]:
    """The paths of files that are not the same."""
    return [path for path in {**files, **others} if files.get(path) != others.get(path)]


def test_an_open_turn_changes_no_byte_of_any_edition() -> None:
    """With every part, in as few turns as the keys allow."""
    by_key: defaultdict[str, list[str]] = defaultdict(list)
    for part in PARTS:
        by_key[part.partition(":")[0]].append(part)
    for parts in zip_longest(*by_key.values(), fillvalue=""):
        text = OPEN + "".join(parts)
        assert differing(built(small(text)), built_without()) == [], text


@pytest.mark.thorough
@given(open_turns())
@settings(max_examples=20, deadline=None)
def test_an_open_turn_with_some_of_the_parts_changes_no_byte(text: str) -> None:
    assert differing(built(small(text)), built_without()) == []


def starter(ruleset: str) -> dict[str, bytes]:
    files = starter_files(StarterOptions(ruleset, "seed", "1"), {})
    folder = f"{CONTENT_FOLDER}/"
    return {
        path.removeprefix(folder): text
        for path, text in files.items()
        if path.startswith(folder) and ".chronicle" not in path
    }


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_an_open_turn_changes_no_byte_by_any_ruleset(ruleset: str) -> None:
    """Its content is that of the turn before it, with orders that fit or don't fit any more."""
    before = starter(ruleset)
    last = max(int(path[6:9]) for path in before if path.startswith("turns/"))
    text = before[f"turns/{last:03}.yaml"].decode()
    text, count = re.subn(rf"^turn: {last}$", f"turn: {last + 1}\nstate: open", text, flags=re.M)
    assert count == 1
    opened = {**before, f"turns/{last + 1:03}.yaml": text.encode()}
    assert differing(built(FileTree("", opened)), built(FileTree("", before))) == []
