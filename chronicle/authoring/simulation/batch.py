"""The runs of a simulation: what they start from, and playing those that are not finished yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, TypeAlias

from chronicle.authoring.simulation.playthrough import Playthrough
from chronicle.authoring.simulation.run import RunResult, RunStart, run_simulation
from chronicle.cache.store import cache_key, load_value, save_value
from chronicle.diagnostics.report import Report
from chronicle.pipeline import PlayedCampaign
from chronicle.records import replace
from chronicle.workers import map_parallel

_KIND: Final = "simulated-runs"
#: How many runs each process plays before all of them are waited for.
_RUNS_AT_ONCE: Final = 4
#: Plays runs by name, and yields each result when it is finished.
RunMapper: TypeAlias = Callable[[RunStart, Sequence[str]], Iterator[RunResult]]


class ClusterError(Exception):
    """A cluster can't play; the message says what to do."""


def run_names(seed: str, runs: int) -> tuple[str, ...]:
    """The names of so many runs."""
    return tuple(f"{seed}/{number}" for number in range(1, runs + 1))


def run_start(
    played: PlayedCampaign, turns: int, fix: int | None, report: Report
) -> RunStart | None:
    """What the runs of a simulation start from; None after an error in the turn that is kept.

    ``fix`` is a turn whose orders are kept, with other dice: one that was played, and then all
    later turns are left out; or the open one, for which factions without orders propose their own.
    """
    campaign, history = played.campaign, played.history
    if fix is None:
        return RunStart(Playthrough.of(played), turns)
    opened = campaign.open_turn
    is_open = opened is not None and opened.number == fix
    turn = opened if opened is not None and is_open else campaign.turns[fix - 1]
    earlier = PlayedCampaign(
        replace(campaign, turns=campaign.turns[: fix - 1], open_turn=None),
        played.ruleset,
        replace(history, turns=history.turns[: fix - 1]),
    )
    game = Playthrough.of(earlier)
    given = replace(turn, rolls={}, dice_asked_at=None, digest="")
    if game.named("").play_turn(given, report) is None:
        return None
    proposing = frozenset(it for it in game.playing if it not in given.orders)
    return RunStart(game, turns, given, proposing if is_open else frozenset())


def finished_runs(
    start: RunStart, names: Sequence[str], key: str, play: RunMapper
) -> Iterator[RunResult]:
    """Yield the results of all runs, first of those that were finished before.

    ``key`` covers all that the runs depend on besides their names; with an empty one nothing is
    kept. A result is kept at once.
    """
    left = []
    for name in names:
        kept = load_value(_KIND, _key(key, name), RunResult) if key else None
        if kept is None:
            left.append(name)
        else:
            yield kept
    for result in play(start, left):
        keep_run(key, result)
        yield result


def keep_run(key: str, result: RunResult) -> None:
    """Keep a finished run."""
    if key:
        save_value(_KIND, _key(key, result.name), result)


def _key(key: str, name: str) -> str:
    return cache_key(key, name)


def in_processes(start: RunStart, names: Sequence[str], processes: int) -> Iterator[RunResult]:
    """Play runs in several processes of this machine; in this one if it is one."""
    play = partial(run_simulation, start)
    size = _RUNS_AT_ONCE * processes if processes > 1 else 1
    for first in range(0, len(names), size):
        yield from map_parallel(play, names[first : first + size], processes)
