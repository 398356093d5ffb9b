"""Work grows with what is told and written, and no faster: calls of functions, never seconds."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import ClassVar, Final, NoReturn

import pytest

from benchmarks.campaigns import RULESETS, Size, lay
from benchmarks.checkouts import add_places
from benchmarks.growth import (
    COLUMNS,
    Alone,
    Drawn,
    Whole,
    alone,
    counted,
    sizes,
    table_of_builds,
    table_of_pages,
    tree_of,
    whole,
)
from benchmarks.profile import Clock, watched
from chronicle.diagnostics.report import Report
from chronicle.load import read_tree
from chronicle.model.audience import EVERYONE, GM, faction_audience
from chronicle.outline.pages import outline
from chronicle.pipeline import PlayedCampaign, check_published_turns, resolve_campaign
from chronicle.play.turns import check_references, play
from chronicle.project import project, tellings_of
from chronicle.project.disclosure import disclosed_items
from chronicle.project.edition import DossierView
from chronicle.publish.lock.check import PublishRequest
from chronicle.records import replace
from chronicle.render.pages import render_file
from chronicle.rules import RULESETS as SYSTEMS
from tests.theme_fragments import renderer
from tests.thorough import thorough

#: What may come on top of growing with the turns: what later turns know of earlier ones.
SLACK: Final = 1.3


@lru_cache(maxsize=8)
def played(size: Size) -> PlayedCampaign:
    found = resolve_campaign(tree_of(size), Report())
    assert found is not None
    return found


def replayed(size: Size) -> int:
    """Calls to play a campaign once more."""
    its = played(size)
    calls, history = counted(lambda: play(its.campaign, SYSTEMS[size.ruleset], Report()))
    assert history is not None
    return calls


def projected(size: Size) -> int:
    """Calls to make a faction's edition, once it is known what everybody is told."""
    its = played(size)
    reader = faction_audience(its.campaign.factions[0].id)
    tellings = tellings_of(its.campaign, its.history, its.ruleset)
    tellings.of(EVERYONE)
    calls, _ = counted(lambda: project(its.campaign, its.history, its.ruleset, reader, tellings))
    return calls


def settled(size: Size) -> int:
    """Calls to publish all turns of a campaign, its editions included."""
    its = played(size)
    calls, _ = counted(
        lambda: check_published_turns(its, PublishRequest(through=None), tree_of(size))
    )
    return calls


@pytest.mark.parametrize(
    ("work", "ruleset"),
    [
        *((replayed, ruleset) for ruleset in RULESETS),
        *((work, "shadow") for work in (projected, settled)),
        *thorough((work, ruleset) for work in (projected, settled) for ruleset in RULESETS[1:]),
    ],
)
def test_work_grows_with_the_turns_and_no_faster(work: Callable[[Size], int], ruleset: str) -> None:
    few, many = (Size(ruleset, turns=turns, factions=3, prose=0.2) for turns in (10, 40))
    assert work(many) < 4 * SLACK * work(few)


def test_a_turn_of_four_times_as_many_powers_takes_about_four_times_as_much_to_play() -> None:
    """Every power orders as much, and no order is held against all the others."""
    few, many = (Size("shadow", turns=4, factions=factions) for factions in (8, 32))
    assert replayed(many) < 5 * replayed(few)


def test_lists_of_rumors_do_not_go_through_all_of_them_for_each_place() -> None:
    calls = []
    for factions in (8, 32):
        its = played(Size("shadow", turns=4, factions=factions))
        edition = project(its.campaign, its.history, its.ruleset, GM, its.tellings)
        # The same rumors each time, and as many shields; what differs is how many places there are.
        site = outline(replace(edition, factions=edition.factions[:2]), Report())
        path = "rumors/index.html"
        render_file(path, site, renderer("shadow"), Report())
        draw = partial(render_file, path, site, renderer("shadow"), Report())
        calls.append(counted(draw)[0])
    assert calls[1] < 1.5 * calls[0]


def test_an_edition_of_many_places_does_not_go_through_all_of_them_for_each(tmp_path: Path) -> None:
    calls = []
    for count in (100, 400):
        lay(Size("shadow", turns=1, factions=2, prose=0.2), tmp_path / str(count))
        add_places(tmp_path / str(count), count)
        its = resolve_campaign(read_tree(tmp_path / str(count), "made"), Report())
        assert its is not None
        told = tellings_of(its.campaign, its.history, its.ruleset)
        make = partial(project, its.campaign, its.history, its.ruleset, GM, told)
        calls.append(counted(make)[0])
    assert calls[1] < 4 * SLACK * calls[0]


class OneByOne(dict[tuple[str, int], DossierView]):
    """Dossiers that can be asked for, and not be gone through."""

    def __iter__(self) -> NoReturn:
        raise AssertionError

    items = values = keys = __iter__


def test_tellings_of_a_turn_are_read_from_its_dossier() -> None:
    its = played(Size("shadow", turns=4, factions=3))
    reader = faction_audience(its.campaign.factions[0].id)
    edition = project(its.campaign, its.history, its.ruleset, reader, its.tellings)
    guarded = replace(edition, dossiers=OneByOne(edition.dossiers))
    told = disclosed_items(guarded, 3, [reader.faction])
    assert told == disclosed_items(edition, 3, [reader.faction])
    assert any(item["kind"] == "figures" for item in told)


class Compared(str):
    """A name that counts with how many it is compared."""

    __slots__ = ()
    times: ClassVar[list[str]] = []

    def __eq__(self, other: object) -> bool:
        self.times.append(str(other))
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_the_event_of_a_rumor_is_looked_up_by_id() -> None:
    its = played(Size("shadow", turns=10, factions=3))
    last = its.history.turns[-1].steps[-1].event.id
    turns = tuple(
        replace(turn, rumors=tuple(replace(it, about=Compared(last)) for it in turn.rumors))
        for turn in its.campaign.turns
    )
    rumors = sum(len(turn.rumors) for turn in turns)
    Compared.times.clear()
    report = Report()
    check_references(replace(its.campaign, turns=turns), its.history, its.ruleset, report)
    assert not report.has_errors
    assert len(Compared.times) <= 2 * rumors


def test_a_small_build_is_measured_stage_by_stage() -> None:
    build = whole(Size("shadow", turns=2, factions=2, prose=0.2))
    assert build.pages > 50
    assert build.written > 100_000
    assert set(COLUMNS) <= set(build.spent)
    assert 0 < build.spent["render"] < build.seconds


def test_every_function_that_is_timed_exists() -> None:
    with watched(Clock()) as lacking:
        assert lacking == []


def test_single_pages_of_two_readers_are_measured() -> None:
    found = alone(Size("shadow", turns=2, factions=2, prose=0.2))
    assert {"load", "play", "project, faction", "outline, public"} <= set(found.stages)
    assert {"faction: dossier.html", "public: feed.xml", "public: turn.html"} <= set(found.pages)
    assert "public: dossier.html" not in found.pages
    assert all(page.calls and page.written for page in found.pages.values())


def test_tables_have_a_line_for_each_build_and_each_page() -> None:
    size = Size("shadow", turns=1_000, factions=5)
    build = Whole(size, 2_000, 50_000_000, dict.fromkeys(COLUMNS, 1.0))
    *_, line = table_of_builds([build])
    assert line == ("| 1,000 | 5 | 2,000 | 50 | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 5.0 | 10.0 |")
    one = Alone(size, {"play": 0.5}, {"public: turn.html": Drawn(1_200, 34_400)})
    other = Alone(dataclasses.replace(size, turns=20), {"play": 0.25}, {})
    assert [*table_of_pages([other, one])] != []
    lines = [*table_of_pages([one, other])]
    assert "| play | 0.50 | 0.25 |" in lines
    assert "| public: turn.html | 1,200, 34 |  |" in lines


def test_sizes_are_all_that_the_lists_ask_for() -> None:
    found = [(size.turns, size.factions) for size in sizes("wwn", "5,10", "3,6")]
    assert found == [(5, 3), (10, 3), (5, 6), (10, 6)]
