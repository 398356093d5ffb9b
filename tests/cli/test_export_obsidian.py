"""`export obsidian` writes notes into a folder of its own; nothing of anybody else's is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command_runner import lay, run
from tests.folders import files_in

SISTER = (
    "---\nname: Sister Irea\nfor: everyone\n---\nOf the [[vael]].\n\n::: secret gm\nRaven.\n:::\n"
)


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    lay(tmp_path / "content", {"people/irea.md": SISTER})
    return tmp_path


def written(folder: Path) -> dict[str, bytes]:
    return dict(files_in(folder))


def test_everyone_is_the_audience_unless_another_is_named(campaign: Path) -> None:
    ran = run("export", "obsidian", "vault")
    assert (ran.code, ran.out) == (0, ""), ran.err
    assert "notes in vault, with what everyone may read" in ran.err
    assert run("export", "--obsidian", "all", "content", "--as", "gm").code == 0
    note = "people/Sister Irea.md"
    assert b"Raven" not in b"".join(written(campaign / "vault").values())
    assert b"Raven" in written(campaign / "all")[note]
    refused = run("export", "obsidian", "other", "--as", "vale")
    assert refused.code == 2
    assert "unknown audience vale; did you mean `vael`?" in refused.err
    assert not (campaign / "other").exists()


def test_an_earlier_export_is_replaced_and_what_a_person_added_stays(campaign: Path) -> None:
    vault = campaign / "vault"
    (vault / ".obsidian").mkdir(parents=True)
    (vault / ".obsidian/app.json").write_text("{}", encoding="utf-8")
    assert run("export", "obsidian", "vault", "--as", "gm").code == 0
    (vault / "people/Mine.md").write_text("Mine.", encoding="utf-8")
    first = written(vault)
    assert run("export", "obsidian", "vault", "--as", "gm").code == 0
    assert written(vault) == first
    lay(campaign / "content", {"people/irea.md": SISTER.replace("Sister", "sister")})
    assert run("export", "obsidian", "vault").code == 0
    then = written(vault)
    assert "people/sister Irea.md" in then
    assert "people/Sister Irea.md" not in then
    assert (then["people/Mine.md"], then[".obsidian/app.json"]) == (b"Mine.", b"{}")
    assert b"Raven" not in b"".join(then.values())


def test_files_that_no_export_wrote_are_not_overwritten(campaign: Path) -> None:
    other = campaign / "other"
    other.mkdir()
    (other / "Diary.md").write_text("Mine.", encoding="utf-8")
    refused = run("export", "obsidian", "other")
    assert refused.code == 2
    assert "Diary.md; choose a new folder" in refused.err
    assert written(other) == {"Diary.md": b"Mine."}
    assert run("export", "obsidian", "vault").code == 0
    note = campaign / "vault/people/Brother.md"
    note.write_text("Mine.", encoding="utf-8")
    lay(campaign / "content", {"people/irea.md": SISTER.replace("Sister Irea", "brother")})
    before = written(campaign / "vault")
    assert run("export", "obsidian", "vault").code == 2
    assert written(campaign / "vault") == before


def test_a_folder_that_is_a_link_is_not_written_into(campaign: Path) -> None:
    assert run("export", "obsidian", "vault").code == 0
    elsewhere = campaign / "elsewhere"
    (campaign / "vault/people").rename(elsewhere)
    (campaign / "vault/people").symlink_to(elsewhere, target_is_directory=True)
    (elsewhere / "Sister Irea.md").write_text("Mine.", encoding="utf-8")
    assert run("export", "obsidian", "vault").code == 2
    assert written(elsewhere) == {"Sister Irea.md": b"Mine."}


def test_a_list_of_files_elsewhere_is_not_believed(campaign: Path) -> None:
    (campaign / "diary.md").write_text("Mine.", encoding="utf-8")
    (campaign / "vault").mkdir()
    listing = '{"files": ["../diary.md", "../content/campaign.yaml"]}'
    (campaign / "vault/.chronicle-export.json").write_text(listing, encoding="utf-8")
    assert run("export", "obsidian", "vault").code == 0
    assert (campaign / "diary.md").read_text(encoding="utf-8") == "Mine."
    assert (campaign / "content/campaign.yaml").exists()


@pytest.mark.parametrize("out", ["output/site", "output/site/notes", "content", "content/notes"])
def test_notes_are_not_written_into_a_site_or_a_campaign(campaign: Path, out: str) -> None:
    before = written(campaign)
    ran = run("export", "obsidian", out)
    assert ran.code in (1, 2)
    assert "published" in ran.err or "is inside the campaign" in ran.err
    assert written(campaign) == before
