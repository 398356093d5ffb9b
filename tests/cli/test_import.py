"""`import` writes all or nothing, and afterwards the campaign has no errors."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from chronicle.cli.main import main
from tests.authoring.import_notes.imported import EXPORT, VAULT
from tests.authoring.import_notes.test_calendarium import DATA_FILE, data
from tests.authoring.import_notes.test_leaflet import png
from tests.authoring.import_world.made_world import export
from tests.cli.command_runner import run
from tests.folders import files_in
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.rules.lieutenants.small_campaign import SOUND as LIEUTENANTS
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.small_campaign import SOUND as SHADOW

RULESETS = {"freeform": FREEFORM, "lieutenants": LIEUTENANTS, "shadow": SHADOW, "wwn": WWN}


def lay(folder: Path, ruleset: str) -> Path:
    """The small campaign of a ruleset on the disk."""
    for path, text in RULESETS[ruleset].items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def zipped(folder: Path, path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files_in(folder).items():
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_map_of_a_generator_becomes_places_and_a_map(tmp_path: Path, ruleset: str) -> None:
    campaign = lay(tmp_path / "crowns", ruleset)
    world = tmp_path / "world.json"
    world.write_bytes(export(12))
    ran = run("import", str(world), str(campaign), "--for", "everyone", "--burgs", "5", "--yes")
    assert ran.code == 0, ran.err
    assert "imported 8 places, for everyone" in ran.err
    assert "map.yaml" in files_in(campaign)
    checked = run("check", str(campaign), "-o", str(tmp_path / "output"))
    assert checked.code == 0, checked.err
    refused = run("import", str(world.rename(tmp_path / "world.map")), str(campaign))
    assert refused.code == 1
    assert "V020" in refused.err


def test_a_shortened_list_names_the_option_that_lists_all(tmp_path: Path) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    vault = tmp_path / "vault"
    vault.mkdir()
    names = [f"Inn {number}" for number in range(30)]
    for name in names:
        (vault / f"{name}.md").write_text(f"# {name}\n\nAn inn.\n", encoding="utf-8")
    words = ("import", str(vault), str(campaign), "--for", "everyone", "--dry-run")
    cut, every = run(*words), run(*words, "--all")
    assert (cut.code, every.code) == (0, 0), cut.err + every.err
    assert "more; --all lists all\n" in cut.err
    assert "--all" not in every.err
    assert [name for name in names if f"  {name}: " not in every.err] == []


def test_a_map_that_the_rules_do_not_take_for_these_readers_is_one_message(tmp_path: Path) -> None:
    campaign = lay(tmp_path / "crowns", "shadow")
    before = files_in(campaign)
    world = tmp_path / "world.json"
    world.write_bytes(export(12))
    ran = run("import", str(world), str(campaign))
    assert ran.code == 1
    assert "1 error;" in ran.err
    assert "all powers see the whole board, but oru, vael may not know this sphere" in ran.err
    assert "type `--for factions`" in ran.err
    assert files_in(campaign) == before
    again = run("import", str(world), str(campaign), "--for", "factions", "--yes")
    assert again.code == 0, again.err
    assert run("check", str(campaign), "-o", str(tmp_path / "output")).code == 0


def test_the_drawn_map_is_shown_before_it_is_written(tmp_path: Path) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    world = tmp_path / "world.json"
    world.write_bytes(export(12))
    ran = run("import", str(world), str(campaign), "--for", "factions", "--dry-run")
    assert "The map too (map.yaml): coast, lakes, rivers, land, borders and ways" in ran.err


@pytest.mark.parametrize(
    ("ruleset", "source", "reader"),
    [
        *(("freeform", VAULT, "gm"), ("freeform", EXPORT, "everyone")),
        *(("lieutenants", VAULT, "factions"), ("shadow", EXPORT, "gm"), ("wwn", VAULT, "everyone")),
    ],
)
def test_after_an_import_check_finds_no_errors(
    tmp_path: Path, ruleset: str, source: Path, reader: str
) -> None:
    campaign = lay(tmp_path / "crowns", ruleset)
    before = files_in(campaign)
    ran = run("import", str(source), str(campaign), "--for", reader, "--factions", "--yes")
    assert ran.code == 0, ran.err
    after = files_in(campaign)
    assert len(after) > len(before) + 5
    changed = {path for path in before if after[path] != before[path]}
    assert changed <= {"places.yaml"}
    assert after["places.yaml"].startswith(before["places.yaml"])
    checked = run("check", str(campaign), "-o", str(tmp_path / "output"))
    assert checked.code == 0, checked.err


def test_a_dry_run_lists_what_would_be_written_and_writes_nothing(tmp_path: Path) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    before = files_in(campaign)
    ran = run("import", str(VAULT), str(campaign), "--dry-run")
    assert (ran.code, files_in(campaign)) == (0, before)
    listed = [line.partition(":")[0] for line in ran.out.splitlines()]
    assert run("import", str(VAULT), str(campaign)).code == 0
    written = {path for path in files_in(campaign) if path not in before} | {"places.yaml"}
    assert {line.partition(",")[0].removeprefix(f"{campaign}/") for line in listed} == written


def test_warnings_are_shown_once(tmp_path: Path) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    assert run("import", str(VAULT), str(campaign)).err.count("dataview") == 3, "one finding"


def test_a_zip_file_gives_the_same_as_its_folder(tmp_path: Path) -> None:
    found = []
    for source in (EXPORT, zipped(EXPORT, tmp_path / "export.zip")):
        campaign = lay(tmp_path / f"into-{source.name}", "freeform")
        assert run("import", str(source), str(campaign)).code == 0
        found.append(files_in(campaign))
    assert found[0] == found[1]


def test_the_calendar_of_a_vault_is_written_and_others_learn_nothing_unasked(
    tmp_path: Path,
) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    vault = tmp_path / "notes" / "My Vault"
    (vault / ".obsidian/plugins/calendarium").mkdir(parents=True)
    (vault / DATA_FILE).write_text(data(), encoding="utf-8")
    (vault / "Ada.md").write_text("---\nfc-date: 1422-3-5\n---\nx", encoding="utf-8")
    source = str(zipped(tmp_path / "notes", tmp_path / "notes.zip"))
    ran = run("import", source, str(campaign))
    assert ran.code == 0, ran.err
    assert "1 page, 1 calendar" in ran.err
    assert "name: Harptos" not in (campaign / "campaign.yaml").read_text(encoding="utf-8")
    assert "calendar:\n  months:\n" in (campaign / "campaign.yaml").read_text(encoding="utf-8")
    checked = run("check", str(campaign), "-o", str(tmp_path / "output"))
    assert checked.code == 0, checked.err
    played = lay(tmp_path / "played", "freeform")
    (played / "turns").mkdir()
    (played / "turns/001.yaml").write_text("turn: 1\ndate: 3 Ches 12\n", encoding="utf-8")
    asked = run("import", source, str(played))
    assert asked.code == 2
    assert "Who reads of a turn sees its weekday: Fi, Se, Th" in asked.err


def test_one_bad_note_is_left_out(tmp_path: Path) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    notes = tmp_path / "notes"
    shutil.copytree(VAULT, notes)
    (notes / "Bad.md").write_bytes(b"caf\xe9")
    before = files_in(campaign)
    ran = run("import", str(notes), str(campaign))
    assert ran.code == 0
    assert "Bad.md" in ran.err
    assert len(files_in(campaign)) > len(before)


def test_if_a_file_cannot_be_written_none_is(tmp_path: Path) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    (campaign / "people").write_text("a file where a folder must be")
    (campaign / "people").unlink()
    (campaign / "people").symlink_to(tmp_path / "nowhere" / "at" / "all")
    (tmp_path / "nowhere").write_text("no folder")
    before = files_in(campaign)
    ran = run("import", str(VAULT), str(campaign))
    assert ran.code == 1
    assert files_in(campaign) == before


def test_unknown_readers_are_named(tmp_path: Path) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    ran = run("import", str(VAULT), str(campaign), "--for", "nobody")
    assert ran.code == 2
    assert "unknown audience nobody; choose one of everyone, factions, gm, oru, vael" in ran.err


def test_several_readers_can_be_named(tmp_path: Path) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    assert (
        run("import", str(VAULT), str(campaign), "--for", "oru", "--for", "vael", "--yes").code == 0
    )
    assert "for: [oru, vael]" in (campaign / "people/ada-mott.md").read_text(encoding="utf-8")


def test_published_turns_stay_as_they_are(tmp_path: Path) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    (campaign / "turns").mkdir()
    (campaign / "turns/001.yaml").write_text(
        "turn: 1\nnews:\n  - {for: everyone, text: 'Rain on [[harbour]].'}\n"
    )
    assert run("deploy", "--record-only", str(campaign), "--without-orders").code == 0
    assert (
        run("import", str(VAULT), str(campaign), "--for", "everyone", "--factions", "--yes").code
        == 0
    )
    assert not (campaign / "factions/night-ferry.yaml").exists()
    assert (campaign / "pages/night-ferry.md").exists()
    checked = run("check", str(campaign), "-o", str(tmp_path / "output"))
    assert checked.code == 0, checked.err


@pytest.mark.parametrize("source", ["nothing", "crowns/campaign.yaml"])
def test_what_are_no_notes_is_said(tmp_path: Path, source: str) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    ran = run("import", str(tmp_path / source), str(campaign))
    assert ran.code == 1
    assert "this is neither a folder nor a zip file" in ran.err


OPEN_VAULT = {
    "Ada.md": "# Ada\n\nAda rows [[Bo|the cook]].\n\n%% A liar. %%",
    "Bo.md": "---\nvisibility: crew\n---\nA cook.",
    "GM/Cy.md": "A smuggler.",
    "GM/Di.md": "A spy.",
}


UNASKED = "can't ask without a terminal. Use --yes to write it, or --dry-run to see the files"


def lay_vault(folder: Path, notes: dict[str, str]) -> Path:
    for path, text in notes.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def test_what_others_would_read_is_shown_and_without_an_answer_nothing_is_written(
    tmp_path: Path,
) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    vault = lay_vault(tmp_path / "vault", OPEN_VAULT)
    before = files_in(campaign)
    ran = run("import", str(vault), str(campaign), "--for", "everyone")
    assert (ran.code, ran.out, files_in(campaign)) == (2, "", before)
    assert ran.err.splitlines()[-7:] == [
        "Would become readable for everyone: 1 page",
        "  Ada: Ada rows the cook.",
        "For the GM alone, and what says so:",
        "  `visibility: crew`, which is not understood: Bo",
        "  folder `GM`: Cy, Di",
        "  comments: Ada (in part)",
        f"nothing imported: {UNASKED}",
    ]


@pytest.mark.parametrize(("answer", "written"), [("y\n", True), ("n\n", False), ("\n", False)])
def test_the_answer_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, *, written: bool
) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    vault = lay_vault(tmp_path / "vault", OPEN_VAULT)
    before = files_in(campaign)
    monkeypatch.setattr("chronicle.cli.output.can_prompt", lambda: True)
    words = ["import", str(vault), str(campaign), "--for", "everyone"]
    ran = CliRunner().invoke(main, words, input=answer)
    assert ran.exit_code == 0
    assert "Write it?" in ran.stderr
    assert (files_in(campaign) != before) == written


def test_with_yes_or_for_the_gm_nothing_is_asked(tmp_path: Path) -> None:
    vault = lay_vault(tmp_path / "vault", OPEN_VAULT)
    for name, words in (("a", ["--for", "everyone", "--yes"]), ("b", []), ("c", ["--dry-run"])):
        campaign = lay(tmp_path / name, "freeform")
        assert run("import", str(vault), str(campaign), *words).code == 0
    assert "for: everyone" in (tmp_path / "a/pages/ada.md").read_text(encoding="utf-8")


def test_long_lists_of_what_others_would_read_are_cut(tmp_path: Path) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    notes = {f"Note {number}.md": "A rumour. " * 20 for number in range(15)}
    notes |= {f"Plan {number}.md": "#secret" for number in range(5)}
    vault = lay_vault(tmp_path / "vault", notes)
    ran = run("import", str(vault), str(campaign), "--for", "everyone", "--dry-run")
    lines = ran.err.splitlines()
    assert "  and 3 more; --all lists all" in lines
    assert "  `#secret`: Plan 0, Plan 1, Plan 2 and 2 more" in lines
    assert max(len(line) for line in lines if line.startswith("  Note")) < 90


def test_what_is_there_already_is_one_line_unless_all_is_asked_for(tmp_path: Path) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    vault = lay_vault(tmp_path / "vault", {f"Note {number}.md": "x" for number in range(9)})
    words = ["import", str(vault), str(campaign)]
    assert run(*words).code == 0
    again = run(*words).err
    assert again.count("V003") == 2, "the finding, and the summary"
    assert "the campaign already has the page `note-0`, and what 8 other notes would" in again
    assert "add --all" in again
    assert run(*words, "--all").err.count("warning V003") == 9
    assert len(json.loads(run(*words, "--format", "json").err)["findings"]) == 9


def test_a_part_for_players_and_a_picture_under_the_map_are_named(tmp_path: Path) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    lines = ("image: [[bay.png]]", "bounds: [[0, 0], [8, 8]]", "marker: default,1,1,[[Quay]]")
    block = "\n".join(["```leaflet", "id: bay", *lines, "```"])
    notes = {
        "Ada.md": "A pilot.\n\n## Players only\nShe owes you.",
        "Bo.md": "---\nvisibility: players\n---\nA cook.",
        "Places/Quay.md": "Wet.",
        "Bay.md": block,
    }
    vault = lay_vault(tmp_path / "vault", notes)
    (vault / "bay.png").write_bytes(png(400, 400))
    for readers, is_seen in (("everyone", True), ("gm", False)):
        ran = run("import", str(vault), str(campaign), "--for", readers, "--dry-run")
        seen = "The map too: the picture bay.png, and on it 1 place where it is" in ran.err
        assert seen == is_seen, ran.err
        part = "Ada (for players, not for the public, because a part of it is): A pilot."
        assert (part in ran.err) == is_seen
        assert ("Bo (for players, not for the public): A cook." in ran.err) == is_seen


def test_findings_in_json_are_alone(tmp_path: Path) -> None:
    campaign = lay(tmp_path / "crowns", "freeform")
    vault = lay_vault(tmp_path / "vault", {"Ada.md": "See [[Nobody]]."})
    words = ["import", str(vault), str(campaign), "--for", "everyone", "--yes", "--format", "json"]
    assert [one["code"] for one in json.loads(run(*words).err)["findings"]] == ["V007"]
