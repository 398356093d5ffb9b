"""A digest of a published turn differs just when its audience is told something else."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import read_tree
from chronicle.model.publication import DisclosedItem
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.project import audiences_of, project
from chronicle.project.disclosure import disclosed_items
from chronicle.project.edition import Edition
from chronicle.rules import RULESETS
from tests.properties import changes
from tests.properties.editable_campaign import played
from tests.properties.generators import sample
from tests.properties.hidden_changes import MINE, audience_of, reader
from tests.properties.secret_tokens import Choices
from tests.publish.lock.published_campaign import TURNS, differing, digests
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.sample_campaigns import SAMPLES
from tests.small_campaign import SOUND, play_files
from tests.thorough import beginning

ALL: Final = "everyone oru vael"


@cache
def before() -> Mapping[tuple[int, str], str]:
    return digests(play_files(TURNS))


def after(path: str, old: str, new: str) -> Mapping[tuple[int, str], str]:
    """The digests with one stretch of one file replaced."""
    text = {**SOUND, **TURNS}[path]
    assert old in text
    return digests(play_files({**TURNS, path: text.replace(old, new)}))


@pytest.mark.parametrize(
    ("path", "old", "new", "retold"),
    [
        ("turns/001.yaml", "The Rain", "The Hail", f"1 {ALL}"),
        ("turns/001.yaml", "all night", "at noon", f"1 {ALL}"),
        ("turns/001.yaml", "[[harbour]]", "[[marsh]]", f"1 {ALL}"),
        ("turns/001.yaml", "A friend", "A foe", "1 vael, 3 oru"),
        ("turns/001.yaml", "for: vael", "for: oru", "1 oru vael"),
        ("turns/001.yaml", "for: vael", "for: everyone", f"1 {ALL}, 3 oru"),
        ("turns/001.yaml", "fish are gone", "fish are back", f"1 oru, 3 {ALL}"),
        ("turns/001.yaml", "heard_by: oru", "where: [marsh], heard_by: oru", f"1 oru, 3 {ALL}"),
        # The truth of a rumor is in the turn that reveals it, and in no turn before.
        ("turns/001.yaml", '"false"', '"true"', f"3 {ALL}"),
        ("turns/002.yaml", "slammed", "stood open", f"2 {ALL}"),
        ("turns/002.yaml", "yours", "theirs", "2 oru"),
        ("turns/002.yaml", "They creep", "They crawl", "2 oru vael"),
        ("turns/002.yaml", "to: 2", "to: 3", f"2 {ALL}, 3 oru vael"),
        ("turns/003.yaml", "for: everyone", "for: vael", f"3 {ALL}"),
        ("turns/003.yaml", "turn: 3", "turn: 3\nplayed: 2026-11-14", f"3 {ALL}"),
        ("campaign.yaml", "The First", "The Last", f"1 {ALL}"),
        # The page says in which light it was: the names of things are told, too.
        ("places.yaml", "The Harbour", "The Old Harbour", f"1 {ALL}, 2 {ALL}, 3 oru vael"),
        ("campaign.yaml", "seed: one", "seed: other", "2 oru vael, 3 oru vael"),
        # A rule of the house: who is first at the table.
        ("campaign.yaml", "[vael, oru]", "[oru, vael]", "1 oru vael, 2 oru vael, 3 oru vael"),
    ],
)
def test_a_changed_telling_changes_the_digest(path: str, old: str, new: str, retold: str) -> None:
    assert differing(before(), after(path, old, new)) == retold


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("turns/001.yaml", "Nobody knows yet", "Everybody knows"),
        ("turns/001.yaml", "turn: 1\ntitle: The Rain\n", "title: The Rain\nturn: 1\n"),
        ("turns/001.yaml", "id: bells", "id: clangour"),
        ("turns/001.yaml", "[[harbour]]", "[[The Harbour]]"),
        ("turns/001.yaml", "for: vael", "for: [vael, gm]"),
        ("turns/001.yaml", "news:", "news: # of the day"),
        ("campaign.yaml", "title: Crowns", "title: Kings\ntagline: Of old"),
        ("campaign.yaml", "seed: one", "seed: one\nplayers: {ada: [oru, vael]}"),
        (
            "factions/vael.yaml",
            "sigil: key",
            "sigil: moon\nmotto: Ever\nprofile: Old.\nnotes: Mad.",
        ),
    ],
)
def test_a_change_without_visible_effect_keeps_every_digest(path: str, old: str, new: str) -> None:
    assert differing(before(), after(path, old, new)) == ""


def test_a_new_page_changes_no_digest() -> None:
    page = "---\ntitle: The Law\nfor: everyone\n---\nOf the [[harbour]].\n"
    assert digests(play_files({**TURNS, "pages/law.md": page})) == before()


def test_a_new_faction_changes_no_published_figures() -> None:
    """Its own stand on old pages now, but those that readers knew are as they were."""
    turn = {"turns/001.yaml": "turn: 1\n"}
    later = {
        **turn,
        "factions/late.yaml": (
            "name: The Late\nfor: everyone\ncolors: ['#111111', '#eeeeee']\nsigil: bell\n"
            "opening: {force: 1, cunning: 1, wealth: 1, hp: 1, bases: [{id: late-keep, at: crag,"
            " headquarters: true, hp: 1}]}\n"
        ),
    }
    old, new = play_files(turn, over=WWN), play_files(later, over=WWN)
    factions = [faction.id for faction in old.campaign.factions]
    for audience in audiences_of(old.campaign):
        if not audience.is_gm:
            one = project(old.campaign, old.history, old.ruleset, audience)
            other = project(new.campaign, new.history, new.ruleset, audience)
            assert figures(one, factions) == figures(other, factions)
            assert audience.word == "everyone" or one.dossiers != other.dossiers


def figures(edition: Edition, factions: Sequence[str]) -> list[DisclosedItem]:
    """What the first turn tells of figures."""
    told = disclosed_items(edition, 1, factions)
    return [item for item in told if item["kind"] in ("figures", "measure")]


@pytest.mark.parametrize(
    ("ruleset", "index"), [(ruleset, index) for ruleset in MINE for index in range(2)]
)
def test_a_hidden_change_keeps_the_audiences_digests(ruleset: str, index: int) -> None:
    """Everything at once that the audience may not know."""
    draft, mine = sample(ruleset, MINE[ruleset][index][0]), reader(ruleset, index)
    changed = copy.deepcopy(draft)
    made = [change for change in changes.ALL if change(changed, Choices(index), mine)]
    assert len(made) > 10
    one, other = played(draft.tree()), played(changed.tree())
    audience = audience_of(mine)
    before_it = project(one.campaign, one.history, one.ruleset, audience)
    after_it = project(other.campaign, other.history, other.ruleset, audience)
    for turn in before_it.turns:
        told = disclosed_items(before_it, turn.number, draft.powers)
        assert told == disclosed_items(after_it, turn.number, draft.powers)


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_later_turns_do_not_change_earlier_digests(ruleset: str) -> None:
    draft = sample(ruleset, 200)
    whole = digests(played(draft.tree()))
    for length in range(1, len(draft.turns)):
        part = copy.deepcopy(draft)
        del part.turns[length:]
        found = digests(played(part.tree()))
        assert found == {key: value for key, value in whole.items() if key[0] <= length}


@pytest.mark.parametrize(
    ("sample_id", "length"), beginning([("vaime", 8), ("orrow", 6), ("cauvenne", 5)], 2)
)
def test_later_turns_do_not_change_digests_of_a_sample_campaign(
    sample_id: str, length: int
) -> None:
    whole = read_tree(SAMPLES[sample_id], sample_id)
    part = {
        path: content
        for path, content in whole.files.items()
        if not path.startswith("turns/") or int(path[6:9]) <= length
    }
    longest = whole_digests(sample_id)
    assert digests(resolved(FileTree(sample_id, part))) == {
        key: value for key, value in longest.items() if key[0] <= length
    }


@cache
def whole_digests(sample_id: str) -> Mapping[tuple[int, str], str]:
    return digests(resolved(read_tree(SAMPLES[sample_id], sample_id)))


def resolved(tree: FileTree) -> PlayedCampaign:
    report = Report()
    found = resolve_campaign(tree, report)
    assert found is not None, [finding.message for finding in report.findings]
    return found
