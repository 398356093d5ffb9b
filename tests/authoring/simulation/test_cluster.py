"""Runs on a cluster of Dask are those of one process, also when a worker is lost midway."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from chronicle.authoring.simulation import cluster as module
from chronicle.authoring.simulation.batch import ClusterError, in_processes, run_names
from chronicle.authoring.simulation.cluster import on_cluster
from chronicle.authoring.simulation.run import RunResult
from chronicle.authoring.simulation.summary import summary_of
from chronicle.cli.simulation_output import simulation_as_json
from tests.authoring.simulation.test_runs import start

NAMES = run_names("cluster", 6)

# The library itself leaves sockets and event loops open when workers are killed.
pytestmark = [
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.xdist_group("cluster"),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers, each a process of its own."""
    # Loading it needs more of the system than our own tests here.
    with import_module("distributed").LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        silence_logs=50,
    ) as made:
        yield made


def test_a_cluster_makes_the_same_bytes_though_a_worker_is_killed(cluster: Any) -> None:
    expected = list(in_processes(start(), NAMES, 1))
    found: list[RunResult] = []
    killed = next(iter(cluster.workers.values())).pid
    for result in on_cluster(start(), NAMES, cluster.scheduler_address):
        if not found:
            os.kill(killed, signal.SIGKILL)
        found.append(result)
    assert sorted(found, key=lambda it: it.name) == expected
    told = [
        json.dumps(simulation_as_json(summary_of(results, 2, 2), "cluster")).encode()
        for results in (expected, found)
    ]
    assert told[0] == told[1]


def test_workers_with_another_version_are_refused(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "__version__", "9.9.9")
    with pytest.raises(ClusterError, match=r"workers of the cluster have chronicle .*; this is 9"):
        list(on_cluster(start(), NAMES, cluster.scheduler_address))


def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_TIMEOUT", 1)
    with pytest.raises(ClusterError, match="no scheduler of Dask answers at tcp://127"):
        list(on_cluster(start(), NAMES, "tcp://127.0.0.1:9"))
