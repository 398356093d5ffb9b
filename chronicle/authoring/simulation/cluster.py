"""Runs of a simulation on a cluster of Dask. The only module that imports dask.distributed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from chronicle import __version__
from chronicle.authoring.simulation.batch import ClusterError
from chronicle.authoring.simulation.run import RunResult, RunStart, run_simulation

#: Seconds until a scheduler that does not answer is given up.
_TIMEOUT: Final = 20


def on_cluster(start: RunStart, names: Sequence[str], scheduler: str) -> Iterator[RunResult]:
    """Play runs on the workers of a cluster, and yield each result when it is finished.

    ``scheduler`` is its address. A run whose worker is lost is played again by another. Raises
    ClusterError if no scheduler answers, or if a worker can't play these runs.
    """
    if not names:
        return
    try:
        from distributed import Client, KilledWorker, as_completed
    except ModuleNotFoundError as error:
        raise ClusterError(
            f"a cluster needs Dask, and {error.name} is not there: install chronicle with its"
            " extra, as in python3 -m pip install '.[dask]'"
        ) from error
    try:
        client = Client(scheduler, timeout=_TIMEOUT)
    except (OSError, ValueError) as error:
        raise ClusterError(
            f"no scheduler of Dask answers at {scheduler}; one is started with dask scheduler, and"
            " prints its address, as in tcp://192.0.2.7:8786"
        ) from error
    with client:
        _check_workers(client)
        # The same for all runs, and sent to each worker once.
        shared = client.scatter(start, broadcast=True)
        runs = client.map(run_on_worker, names, start=shared, pure=False)
        try:
            for _, result in as_completed(runs, with_results=True):
                yield result
        except (KilledWorker, OSError) as error:
            raise ClusterError(
                "the cluster stopped playing; what was finished is kept, and the same command goes"
                " on from there"
            ) from error


def run_on_worker(name: str, start: RunStart) -> RunResult:
    """Play one run where a worker of the cluster is."""
    return run_simulation(start, name)


def _check_workers(client: Any) -> None:
    """Raise ClusterError unless all workers have this version of the program."""
    if not client.scheduler_info()["workers"]:
        raise ClusterError("the cluster has no workers; one is started with dask worker ADDRESS")
    try:
        versions = client.run(_version)
    except ModuleNotFoundError as error:
        raise ClusterError(
            f"a worker of the cluster lacks {error.name}: install chronicle {__version__} there"
        ) from error
    others = sorted({it for it in versions.values() if it != __version__})
    if others:
        raise ClusterError(
            f"workers of the cluster have chronicle {', '.join(others)}; this is {__version__}"
        )


def _version() -> str:
    return __version__
