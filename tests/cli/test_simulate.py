"""`simulate` plays on, says what came of it, and goes on where it was stopped."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from chronicle.authoring.simulation import batch, cluster
from chronicle.authoring.simulation.batch import ClusterError
from chronicle.authoring.simulation.run import RunResult, RunStart, run_simulation
from tests.cli.command_runner import TITEL, TITEL_SAID, lay, run
from tests.docs.campaigns import first_campaign
from tests.folders import files_in
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.sample_campaigns import write_files

WORDS: Final = ("simulate", "my-campaign", "--turns", "1", "--runs", "3")


@pytest.fixture(autouse=True)
def _campaign(here: Path) -> None:
    files = first_campaign() | {
        "factions/ferry.yaml": first_campaign()["factions/ferry.yaml"]
        + "plays:\n  aims: [{take: old-town}, {hold: salt-marsh}]\n"
    }
    write_files({path: text.encode() for path, text in files.items()}, here / "my-campaign")


def test_it_tells_what_may_come_and_writes_nothing() -> None:
    before = files_in(Path())
    ran = run(*WORDS)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Turn 2 played 3 times.")
    for line in ("Who rises, who falls", "\nInfluence\n", "\nDestiny Dice\n", "\nAims\n"):
        assert line in ran.out
    assert "  The Night Ferry: take Old Town" in ran.out
    assert files_in(Path()) == before
    assert run(*WORDS).out == ran.out
    assert run(*WORDS, "--jobs", "2").out == ran.out


def test_another_seed_gives_other_runs_and_json_all_figures() -> None:
    one, other = (json.loads(run(*WORDS, "--json", "--seed", seed).out) for seed in "12")
    assert (one["first"], one["turns"], one["runs"], one["seed"]) == (2, 1, 3, "1")
    assert {it["faction"] for it in one["prospects"]} == {"customs", "ferry"}
    assert all(len(it["bands"]) == 2 for it in one["measures"])
    assert [(it["kind"], it["target"]) for it in one["aims"]] == [
        ("take", "old-town"), ("hold", "salt-marsh"),
    ]  # fmt: skip
    assert one != {**other, "seed": "1"}


def test_a_command_that_was_stopped_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(*WORDS, "--seed", "9").out
    played: list[str] = []

    def stopping(start: RunStart, names: tuple[str, ...], processes: int) -> Iterator[RunResult]:
        assert processes == 1
        for name in names:
            if len(played) == 2:
                raise KeyboardInterrupt
            played.append(name)
            yield run_simulation(start, name)

    monkeypatch.setattr(batch, "in_processes", stopping)
    ran = run(*WORDS, "--seed", "8")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "stopped after 2 of 3 runs; the same command goes on from there\n"
    played.clear()
    assert run(*WORDS, "--seed", "8").code == 0
    assert played == ["8/3"]
    played.clear()
    assert run(*WORDS, "--seed", "9").out == whole
    assert played == []


def test_a_change_of_the_campaign_plays_all_runs_again(monkeypatch: pytest.MonkeyPatch) -> None:
    run(*WORDS)
    with Path("my-campaign/turns/001.yaml").open("a", encoding="utf-8") as file:
        file.write("# More notes.\n")
    played: list[str] = []

    def counting(start: RunStart, names: tuple[str, ...], processes: int) -> Iterator[RunResult]:
        assert processes == 1
        played.extend(names)
        return (run_simulation(start, name) for name in names)

    monkeypatch.setattr(batch, "in_processes", counting)
    run(*WORDS)
    assert len(played) == 3


def test_a_turn_is_played_again_with_its_orders() -> None:
    found = json.loads(run(*WORDS, "--fix", "1", "--json").out)
    assert found["first"] == 1
    ran = run(*WORDS, "--fix", "2")
    assert (ran.code, "Invalid value for --fix: the last turn of the campaign is 1" in ran.err) == (
        2, True,
    )  # fmt: skip


def test_a_page_is_written_where_nobody_publishes_it(built: Path) -> None:
    ran = run(*WORDS, "--page", "what/may/come.html")
    assert (ran.code, ran.err) == (0, "page in what/may/come.html; it is for the GM alone\n")
    page = Path("what/may/come.html")
    assert "What may come" in page.read_text(encoding="utf-8")
    assert run(*WORDS, "--page", str(page)).code == 0
    inside = run(*WORDS, "--page", "output/site/come.html")
    assert (inside.code, inside.out) == (1, "")
    assert not (built / "output/site/come.html").exists()
    other = run(*WORDS, "--page", "my-campaign/campaign.yaml")
    assert other.code == 2
    assert "campaign.yaml is not a page that simulate wrote; name another file" in other.err


def test_a_cluster_plays_the_runs_or_says_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def mapped(start: RunStart, names: tuple[str, ...], scheduler: str) -> Iterator[RunResult]:
        asked.append(scheduler)
        if scheduler == "nowhere":
            raise ClusterError("no scheduler of Dask answers at nowhere")
        return batch.in_processes(start, names, 1)

    monkeypatch.setattr(cluster, "on_cluster", mapped)
    alone = run(*WORDS, "--seed", "7").out
    monkeypatch.setenv("CHRONICLE_CACHE", "")
    assert run(*WORDS, "--seed", "7", "--scheduler", "tcp://a:1").out == alone
    failed = run(*WORDS, "--scheduler", "nowhere")
    assert (failed.code, failed.out) == (1, "")
    assert failed.err == "Error: no scheduler of Dask answers at nowhere\n"
    both = run(*WORDS, "--scheduler", "tcp://a:1", "--jobs", "2")
    assert (both.code, "--scheduler can't be combined with --jobs" in both.err) == (2, True)
    assert asked == ["tcp://a:1", "nowhere"]


def test_without_dask_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = run(*WORDS, "--scheduler", "tcp://a:1")
    assert (ran.code, ran.out) == (1, "")
    assert "install chronicle with its extra, as in python3 -m pip install '.[dask]'" in ran.err


def test_what_cannot_be_played_is_refused(here: Path) -> None:
    for path, text in FREEFORM.items():
        write_files({path: text.encode()}, here / "freeform")
    ran = run("simulate", "freeform")
    assert ran.code == 2
    assert "can't play freeform by itself: you decide what comes of orders" in ran.err
    lay(here / "content", {"turns/001.yaml": TITEL})
    broken = run("simulate")
    assert (broken.code, broken.out, broken.err) == (1, "", TITEL_SAID)
