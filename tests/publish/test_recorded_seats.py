"""A faction keeps its seat although each run starts from the same stored key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from chronicle.seal import Keys, with_seats
from tests.cli.command_runner import lay, run
from tests.small_campaign import SOUND

PLAYERS: Final = "players: {%s}\n"
#: Further factions, whose players join later.
LATER: Final = {
    name: SOUND["factions/oru.yaml"].replace("The Oru", f"The {name}").replace("giants", name)
    for name in ("mire", "adder")
}


def campaign(*joined: str) -> dict[str, str]:
    """A campaign of four factions; of the further two, those that joined have players."""
    ids = ("vael", "oru", *joined)
    head = SOUND["campaign.yaml"].replace("[vael, oru]", "[vael, oru, mire, adder]")
    players = PLAYERS % ", ".join(f"p-{id}: {id}" for id in ids)
    files = {f"factions/{id}.yaml": text for id, text in LATER.items()}
    return {"campaign.yaml": head + players, "turns/001.yaml": "turn: 1\ntitle: One\n", **files}


@pytest.fixture
def content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "content"


def run_of_workflow(content: Path, key: bytes, *joined: str) -> tuple[dict[str, int], set[str]]:
    """The seats and the public files after a run that has the stored key and the record."""
    lay(content, campaign(*joined))
    path = content / "chronicle.key"
    path.write_bytes(key)
    path.chmod(0o600)
    assert run("build", "--site-only").code == 0
    assert run("deploy", "--record-only", "--without-orders").code == 0
    seats: dict[str, int] = json.loads(path.read_text())["seats"]
    site = content.parent / "output" / "site"
    return seats, {file.relative_to(site).as_posix() for file in site.rglob("*")}


def test_runs_from_the_same_stored_key_give_the_same_seats(content: Path) -> None:
    lay(content, campaign())
    assert run("keys", "init").code == 0
    stored = (content / "chronicle.key").read_bytes()
    first, _ = run_of_workflow(content, stored)
    assert first == {"oru": 0, "vael": 1}
    second, files = run_of_workflow(content, stored, "mire")
    assert second == {**first, "mire": 2}
    # This id comes before all others; the stored key knows neither newcomer.
    third, later = run_of_workflow(content, stored, "mire", "adder")
    assert third == {**second, "adder": 3}
    assert {path for path in files if path.startswith("sealed/")} == {
        path for path in later if path.startswith("sealed/")
    }
    assert "published.yaml" not in {Path(path).name for path in later}
    assert "seats:" in (content / "published.yaml").read_text()


def test_recorded_seats_come_before_those_of_the_key() -> None:
    keys = Keys(bytes(32), seats={"oru": 1, "vael": 0, "new": 2})
    seated = with_seats(keys, ["oru", "vael", "new", "other"], {"vael": 2, "oru": 1, "gone": 0})
    # `new` had a seat that is recorded for another, and `gone` keeps its own.
    assert seated.seats == {"vael": 2, "oru": 1, "gone": 0, "new": 3, "other": 4}


def test_two_recorded_factions_never_share_a_seat() -> None:
    seated = with_seats(Keys(bytes(32)), ["oru", "vael"], {"vael": 0, "oru": 0})
    assert seated.seats == {"oru": 0, "vael": 1}
