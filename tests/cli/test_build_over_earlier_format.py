"""A build over an output, a record and a key file that an earlier chronicle wrote."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.seal import Keys, phrase_of, with_logins
from chronicle.seal.key_file import read_key_file, write_key_file
from tests.cli.command_runner import run
from tests.folders import files_in

pytestmark = pytest.mark.usefixtures("complete_builds")

#: The keys of the campaign, with a key that was replaced and a phrase that was.
KEYS: Final = Keys(
    bytes(range(32)), rotations={"vael": (1,)}, generations={"oru": 2}, own={}, logins={}
)


@pytest.fixture
def earlier(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A published campaign and its site as they were when keyrings had version 1.

    Neither the record nor the key file had seats, and each seat had its own files for pictures.
    """
    content, key = here / "content", here / "content" / "chronicle.key"
    write_key_file(key, with_logins(KEYS, ("oru", "vael")), "Crowns")
    with monkeypatch.context() as patched:
        patched.setattr("chronicle.seal.keyring.VERSION", 1)
        patched.setattr("chronicle.seal.sealed_pictures.PICTURE", "picture of a seat")
        assert run("deploy", "--record-only", "--without-orders").code == 0
        assert run("build").code == 0
    ring = json.loads((here / "output/site/sealed/keyring.json").read_bytes())
    assert ring["version"] == 1
    record = content / "published.yaml"
    without_seats = re.sub(r"(?m)^seats:\n(?:  .*\n)+", "", record.read_text("utf-8"))
    assert without_seats != record.read_text("utf-8")
    record.write_text(without_seats, encoding="utf-8")
    shape = json.loads(key.read_bytes())
    del shape["seats"]
    key.write_text(json.dumps(shape), encoding="utf-8")
    return here


def test_a_build_over_an_earlier_format_is_that_of_an_empty_folder(
    earlier: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHRONICLE_CACHE", "")
    before = files_in(earlier / "output")
    ran = run("build")
    assert (ran.code, "error" in ran.err, "warning" in ran.err) == (0, False, False)
    assert run("build", "-o", "fresh").code == 0
    over = files_in(earlier / "output")
    assert over == files_in(earlier / "fresh")
    assert json.loads(over["site/sealed/keyring.json"])["version"] == 3
    # What only the earlier format had is gone.
    assert before.keys() - over.keys()


def test_a_build_over_an_earlier_format_loses_no_key_phrase_or_published_turn(
    earlier: Path,
) -> None:
    record = (earlier / "content" / "published.yaml").read_text("utf-8")
    assert run("build").code == 0
    assert run("deploy", "--record-only", "--without-orders").code == 0
    kept = read_key_file(earlier / "content" / "chronicle.key", Report())
    assert kept is not None
    assert (kept.master, kept.rotations, kept.generations) == (
        KEYS.master,
        KEYS.rotations,
        KEYS.generations,
    )
    assert [phrase_of(kept, player) for player in ("oru", "vael", "gm")] == [
        phrase_of(KEYS, player) for player in ("oru", "vael", "gm")
    ]
    assert kept.seats == {"oru": 0, "vael": 1}
    assert (earlier / "content" / "published.yaml").read_text("utf-8").startswith(record)
