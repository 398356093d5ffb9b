"""The page about hosting shows what a second deploy says, and which hosts take the samples."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.cli.command_runner import run
from tests.cli.git_repositories import bare
from tests.docs.campaigns import first_campaign
from tests.docs.pages import ROOT, fences, sections
from tests.sample_campaigns import shelf_files, write_files

PAGE: Final = "docs/how-to/host-the-site.md"
PLAYERS: Final = "players: {ada: customs, bo: ferry}\n"
FLOOD: Final = """\
turn: 2
title: The Flood
news:
  - {for: everyone, text: The old town is under water.}
  - {for: ferry, text: Both boats are hired out.}
"""


def uncounted(said: str) -> str:
    """What is said, wherever it goes and however many files a theme has."""
    counted = re.sub(r"^To .*", "To (somewhere)", said)
    return re.sub(r"\d+(?= (new|changed|gone|other))", "(some)", counted)


def test_the_page_shows_what_is_said_before_a_site_goes_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("chronicle.seal.logins.ROUNDS", 2)
    site = bare(tmp_path / "site.git")
    files = {path: text.encode() for path, text in first_campaign().items()}
    files["campaign.yaml"] += PLAYERS.encode()
    write_files(files, tmp_path / "my-campaign")
    assert run("keys", "init", "my-campaign").code == 0
    assert run("deploy", "my-campaign", "--remote", str(site), "--yes").code == 0
    Path("my-campaign/turns/002.yaml").write_text(FLOOD, encoding="utf-8")
    ran = run("deploy", "my-campaign", "--remote", str(site), "--dry-run")
    (shown,) = (fence for fence in fences(PAGE) if fence.text.startswith("To "))
    assert uncounted(ran.out) == uncounted(shown.text)


#: What the page says of the samples: files and MB of each, of all, and kB of the largest file.
SAMPLES: Final = re.compile(
    r"at most (\d+) files and (\d+) MB each, (\d+) and (\d+) MB together, and none is larger than "
    r"(\d+) kB"
)
UNITS: Final = {"MB": 10**6, "GB": 10**9}


def as_bytes(cell: str) -> float:
    """A size in a cell of the table; an empty one is no limit."""
    number, _, unit = cell.partition(" ")
    return int(number) * UNITS[unit] if cell else float("inf")


def test_the_samples_are_as_small_as_the_page_says_and_all_its_hosts_take_them() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8").replace("\n", " ")
    found = SAMPLES.search(text)
    assert found is not None
    files, size, all_files, all_size, largest = map(int, found.groups())
    public = {
        path.removeprefix("site/"): len(content)
        for path, content in shelf_files().items()
        if path.startswith("site/")
    }
    for id in ("vaime", "orrow", "cauvenne"):
        own = [length for path, length in public.items() if path.startswith(f"{id}/")]
        assert len(own) <= files
        assert sum(own) <= size * 10**6
    assert len(public) <= all_files
    assert sum(public.values()) <= all_size * 10**6
    assert max(public.values()) <= largest * 1000
    types = {Path(path).suffix for path in public}
    rows = sections(PAGE)["Hosts and their limits"].rows
    assert len(rows) == 9
    for host, most, together, one, refused, _ in rows:
        assert all_files <= float(most.replace(",", "") or "inf"), host
        assert all_size * 10**6 <= as_bytes(together), host
        assert largest * 1000 <= as_bytes(one), host
        # As the page says.
        assert types & set(re.findall(r"`(\.\w+)`", refused)) <= {".ics"}, host
