"""Turns with equal origins look equal: to every audience, with any later turn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import read_tree
from chronicle.model.audience import GM, Audience
from chronicle.model.facts import Ref
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.project import audiences_of, project
from chronicle.project.access import AccessPolicy
from chronicle.project.edition import Edition
from chronicle.project.origins import turn_origins
from chronicle.project.visibility import audience_view_of
from chronicle.render.view_digest import Digester
from tests.outline.figures_campaign import VAEL
from tests.project.access_report.test_report import RELATED
from tests.sample_campaigns import SAMPLES
from tests.small_campaign import play_files, tree_of
from tests.thorough import beginning

KELL: Final = Ref("faction", "kell")
_FIRST: Final = """\
turn: 1
rumors:
  - {id: tide, text: High., heard_by: [oru], truth: true}
  - {id: fog, text: Thick., heard_by: everyone, truth: true, after: 2}
news: [{id: letter, for: vael, from: A friend, text: Look.}]
orders:
  vael:
    conspiracies:
      - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}
"""
#: A third turn, and the earlier turns that the GM sees changed by it.
_ADDED: Final[Mapping[str, tuple[str, set[int]]]] = {
    "nothing": ("", set()),
    "a rumor is revealed": ("reveals: [{rumor: 1/tide, for: everyone}]", {1}),
    "a letter is revealed": ("reveals: [{news: 2/second, for: everyone}]", {2}),
    "an event is revealed": ("reveals: [{event: 1/vael/creep, for: everyone}]", {1}),
    "a place is revealed": ("reveals: [{place: vale, for: everyone}]", set()),
}


def _played(tree: FileTree) -> PlayedCampaign:
    report = Report()
    played = resolve_campaign(tree, report)
    assert played is not None, [finding.message for finding in report.findings]
    return played


def _edition(played: PlayedCampaign, audience: Audience) -> Edition:
    return project(
        played.campaign, played.history, played.ruleset, audience, played.tellings, played.sources
    )


def _views(edition: Edition) -> list[str]:
    """The digest of each turn's view, and of who held which place at its end."""
    digester = Digester()
    rows = zip(edition.turns, edition.holdings, strict=True)
    return [digester.digest(turn).value + digester.digest(held).value for turn, held in rows]


def _cut(tree: FileTree, turns: int) -> FileTree:
    """A campaign as it was after some turns."""
    named = {path: re.fullmatch(r"turns/(\d+)\.yaml", path) for path in tree.files}
    files = {
        path: content
        for path, content in tree.files.items()
        if not path.startswith("published") and (not (it := named[path]) or int(it[1]) <= turns)
    }
    return FileTree(tree.name, files)


@pytest.mark.parametrize("name", beginning(["vaime", "orrow", "cauvenne"], 2))
def test_in_the_samples_turns_with_equal_origins_have_equal_views(name: str) -> None:
    tree = read_tree(SAMPLES[name], name)
    now = _played(tree)
    half = _played(_cut(tree, len(now.campaign.turns) // 2))
    equal = 0
    for audience in audiences_of(now.campaign):
        old, new = _edition(half, audience), _edition(now, audience)
        rows = zip(old.origins, new.origins, _views(old), _views(new), strict=False)
        for number, (was, origin, seen, sees) in enumerate(rows, start=1):
            assert was != origin or seen == sees, (audience, number)
            equal += was == origin
    assert equal


@pytest.mark.parametrize(("added", "changed"), _ADDED.values(), ids=_ADDED)
def test_a_new_turn_changes_the_origins_of_what_it_tells_the_gm_about(
    added: str, changed: set[int]
) -> None:
    second = "turn: 2\nnews: [{id: second, for: vael, from: A friend, text: Look.}]\n"
    files = {"turns/001.yaml": _FIRST, "turns/002.yaml": second}
    third = {"turns/003.yaml": f"turn: 3\n{added}\n"}
    old = _edition(_played(tree_of({**files, "turns/003.yaml": "turn: 3\n"})), GM)
    new = _edition(_played(tree_of({**files, **third})), GM)
    rows = enumerate(zip(old.origins[:2], new.origins[:2], strict=True), start=1)
    assert {number for number, (was, now) in rows if was != now} == changed
    views = enumerate(zip(_views(old)[:2], _views(new)[:2], strict=True), start=1)
    assert {number for number, (was, now) in views if was != now} == changed


def test_a_rumor_heard_later_changes_the_origin_of_its_turn_when_it_is_heard() -> None:
    files = {"turns/001.yaml": _FIRST}
    editions = []
    for last in (2, 3):
        files[f"turns/{last:03}.yaml"] = f"turn: {last}\n"
        editions.append(_edition(_played(tree_of(files)), GM))
    before, after = editions
    assert before.origins[0] != after.origins[0]
    assert before.origins[1] == after.origins[1]
    assert _views(before)[0] != _views(after)[0]


def test_a_faction_revealed_later_changes_the_origin_of_a_turn_with_a_relation_of_it() -> None:
    unknown = _edition(play_files({"turns/002.yaml": "turn: 2\n"}, over=RELATED), GM)
    known = _edition(play_files({}, over=RELATED), GM)
    assert _views(unknown)[0] != _views(known)[0]
    assert unknown.origins[0] != known.origins[0]


def test_a_faction_learned_of_later_changes_the_origin_of_a_turn_with_a_relation_of_it() -> None:
    played = play_files({}, over=RELATED)
    view = audience_view_of(AccessPolicy(played.campaign), GM)
    assert played.sources is not None
    nobody, vael = (
        list(turn_origins(played.campaign, view, played.sources, learnt))
        for learnt in (lambda _: {}, lambda audience: {KELL: 3} if audience == VAEL else {})
    )
    assert [was == now for was, now in zip(nobody, vael, strict=True)] == [False, True, False]
