"""Runs of a simulation: the same by their names, kept when finished, and summed up in bands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path

import pytest

from chronicle.authoring.simulation.batch import (
    finished_runs,
    in_processes,
    run_names,
    run_start,
)
from chronicle.authoring.simulation.run import (
    AimOutcome,
    AssetPurchase,
    RunResult,
    RunStart,
    run_simulation,
)
from chronicle.authoring.simulation.summary import band_of, summary_of
from chronicle.cache.store import set_cache_folder
from chronicle.diagnostics.report import Report
from chronicle.model.character import Aim
from chronicle.model.facts import Ref
from chronicle.pipeline import PlayedCampaign
from tests.docs.campaigns import first_campaign
from tests.small_campaign import play_files

NAMES = run_names("seed", 3)
OPEN = """\
turn: 2
state: open
orders:
  ferry:
    conspiracies:
      - {id: again, action: raise, resource: pilots, to: 3, narrative: They row on.}
"""


@cache
def played() -> PlayedCampaign:
    return play_files({"turns/002.yaml": OPEN}, over=first_campaign())


@cache
def start(fix: int | None = None, turns: int = 2) -> RunStart:
    report = Report()
    found = run_start(played(), turns, fix, report)
    assert found is not None, report.findings
    return found


@cache
def results() -> tuple[RunResult, ...]:
    return tuple(in_processes(start(), NAMES, 1))


@pytest.fixture
def _kept(tmp_path: Path) -> Iterator[None]:
    set_cache_folder(tmp_path)
    yield
    set_cache_folder(None)


def test_runs_are_named_by_seed_and_independent() -> None:
    assert NAMES == ("seed/1", "seed/2", "seed/3")
    assert run_simulation(start(), NAMES[1]) == results()[1]
    assert len({str(it.winning) for it in results()}) > 1


def test_several_processes_play_the_same_runs() -> None:
    assert tuple(in_processes(start(), NAMES, 2)) == results()


@pytest.mark.usefixtures("_kept")
def test_what_is_finished_is_kept_when_the_rest_is_stopped() -> None:
    def stopped(given: RunStart, names: Sequence[str]) -> Iterator[RunResult]:
        yield from in_processes(given, names[:2], 1)
        raise KeyboardInterrupt

    found: list[RunResult] = []
    with pytest.raises(KeyboardInterrupt):
        found.extend(finished_runs(start(), NAMES, "key", stopped))
    asked: list[str] = []

    def rest(given: RunStart, names: Sequence[str]) -> Iterator[RunResult]:
        asked.extend(names)
        return in_processes(given, names, 1)

    again = sorted(finished_runs(start(), NAMES, "key", rest), key=lambda it: it.name)
    assert again == list(results())
    assert asked == ["seed/3"]
    # Runs of something else are none of these.
    play = partial(in_processes, processes=1)
    assert next(iter(finished_runs(start(None, 1), NAMES, "other", play))) != results()[0]


def test_an_open_turn_keeps_its_orders_and_others_propose() -> None:
    kept = start(2)
    assert kept.given is not None
    assert [*kept.given.orders] == ["ferry"]
    assert kept.proposing == {"customs"}
    assert kept.game.number == 2


def test_a_played_turn_is_played_again_with_other_dice() -> None:
    kept = start(1)
    assert kept.game.number == 1
    assert kept.proposing == frozenset()
    ends = {run_simulation(start(1, 1), str(it)).winning["ferry"] for it in range(8)}
    # The Ferry began with 1 Influence in each of two places, and raises one of them if dice allow.
    assert {int(end[-1]) for end in ends} == {2, 3}
    assert {int(end[0]) for end in ends} == {2}


def test_mistakes_in_the_turn_that_is_kept_are_reported() -> None:
    wrong = play_files({"turns/002.yaml": OPEN.replace("to: 3", "to: 9")}, over=first_campaign())
    report = Report()
    assert run_start(wrong, 1, 2, report) is None
    assert report.has_errors


# ── Bands ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("values", "band"),
    [
        ([], None),
        ([4], (4, 4, 4)),
        ([3, 1, 2], (1, 2, 3)),
        # Of ten, one has no more than the first, five than the second, nine than the third.
        (range(1, 11), (1, 5, 9)),
        (range(1, 21), (2, 10, 18)),
    ],
)
def test_a_band_has_the_nearest_ranks(
    values: Sequence[int], band: tuple[int, int, int] | None
) -> None:
    assert band_of(values) == band


PEER = Aim("ruin", Ref("faction", "b"))


def result(name: str, a: int, b: int, *, met: int | None, bought: int = 0) -> RunResult:
    """A run of one turn in which both begin with 2."""
    return RunResult(
        name,
        {"a": {"crowns": (2, a)}, "b": {"crowns": (2, b), "ships": (None, 1)}},
        {"a": (2.0, float(a)), "b": (2.0, float(b))},
        (AimOutcome("a", PEER, met, in_the_end=met == 7),),
        tuple(AssetPurchase("a", "boat", price, 7) for price in (bought, bought + 2) if bought),
        {"b": 7} if met else {},
        {"b": 1} if met is None else {},
    )


RUNS = (
    result("1", 5, 1, met=7, bought=3),
    result("2", 4, 1, met=7, bought=5),
    result("3", 1, 3, met=None),
    result("4", 2, 2, met=None),
)


def test_runs_are_summed_up() -> None:
    found = summary_of(RUNS, 7, 1)
    assert found == summary_of(RUNS[::-1], 7, 1)
    a, b = found.prospects
    assert (a.before, a.after) == (2.0, (1.0, 2.0, 5.0))
    shares = [str(it) for it in (a.rises, a.falls, a.leads, a.gone)]
    assert shares == ["1/2", "1/4", "1/2", "0"]
    assert [str(it) for it in (b.leads, b.gone)] == ["1/4", "1/2"]
    bands = {(it.measure, it.faction): it.bands for it in found.measures}
    assert list(bands["crowns", "b"]) == [(2, 2, 2), (1, 1, 3)]
    assert list(bands["ships", "b"]) == [None, (1, 1, 1)]
    (aim,) = found.aims
    assert (str(aim.met), aim.turn, str(aim.in_the_end)) == ("1/2", 7, "1/2")
    # Prices 3, 5, 5 and 7; 4.5 in the end with a boat, 1.5 without.
    (boat,) = found.purchases
    assert (boat.price, boat.runs, boat.gain) == (5.0, 2, 3.0)
    assert found.left_out == 2


def test_what_all_runs_bought_is_compared_with_nothing() -> None:
    (boat,) = summary_of(RUNS[:2], 7, 1).purchases
    assert (boat.runs, boat.gain) == (2, None)
