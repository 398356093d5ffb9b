"""Every file of a campaign is read, or named with what keeps it from being read."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree, ReadFailure
from chronicle.load import campaigns_in, load_campaign, read_tree
from chronicle.load.disk import MAX_TEXT_BYTES, read_multi_site
from tests.platforms import needs_links, needs_pipes
from tests.small_campaign import SOUND, findings_of, tree_of

TURN = "turns/001.yaml"


def codes(findings: tuple[Finding, ...]) -> list[str]:
    return [finding.code for finding in findings]


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    for path, text in {**SOUND, **files}.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode() if isinstance(text, str) else text)
    return folder


def found_in(folder: Path) -> tuple[Finding, ...]:
    report = Report()
    load_campaign(read_tree(folder, "crowns"), report)
    return report.findings


# ── Encodings ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("content", "guess"),
    [
        ("turn: 1\n".encode("utf-16"), "UTF-16"),
        ("turn: 1\n".encode("utf-16-le"), "UTF-16"),
        ("turn: 1\ntitle: é\n".encode("utf-16-be"), "UTF-16"),
        (codecs.BOM_UTF32_LE + "turn: 1\n".encode("utf-32-le"), "UTF-32"),
        ("turn: 1\ntitle: café\n".encode("latin-1"), "an older encoding"),
        ("turn: 1\ntitle: café\n".encode("cp1252"), "an older encoding"),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "a picture"),
        (b"\xff\xd8\xff\xe0\x00", "a picture"),
        (b"PK\x03\x04\xff\xff", "a zip archive"),
    ],
)
def test_a_file_that_is_not_utf_8_is_reported_with_its_likely_encoding(
    content: bytes, guess: str
) -> None:
    (finding,) = findings_of({TURN: content})
    if finding.code == "R004":
        assert guess in finding.message
        assert "UTF-8" in finding.help
    else:  # UTF-16 of ASCII letters is valid UTF-8 with null bytes in it
        assert finding.code == "R005"
        assert guess == "UTF-16"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"%PDF-1.7\n\xe2\xe3", "a PDF document"),
        (b"{\\rtf1\\ansi turn: 1}", "a document in rich text"),
        (b"PK\x03\x04\x14\x00[Content_Types].xml..word/document.xml", "a Word document"),
        (b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.text", "a LibreOffice document"),
        (b"PK\x03\x04\x14\x00xl/workbook.xml", "an Excel document"),
    ],
)
def test_a_document_of_another_program_is_called_so(content: bytes, kind: str) -> None:
    (finding,) = findings_of({TURN: content})
    assert finding.code == "R004"
    assert finding.message == f"this is {kind}, and only plain text can be read"
    assert "text editor" in finding.help


@pytest.mark.parametrize(
    "character", ["\x00", "\x01", "\x0b", "\x1b", "\x7f", "\x9f", "\ufffe", "\ufdd0"]
)
def test_forbidden_characters_are_refused_in_every_file(character: str) -> None:
    for path in (*SOUND, TURN, "pages/rules.md"):
        found = findings_of({path: SOUND.get(path, "") + f"# {character}\n"})
        assert "R005" in codes(found), path
        assert f"U+{ord(character):04X}" in found[0].message


@pytest.mark.parametrize(
    "character", ["\t", "\u00a0", "\u2028", "\u200d", "é", "鐘", "🔔", "\ufeff"]
)
def test_all_other_characters_are_accepted(character: str) -> None:
    text = f'turn: 1\ntitle: "a{character}b"\n'
    assert findings_of({TURN: text}) == ()


# ── Not a file ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", [*SOUND, TURN, "pages/rules.md"])
def test_a_folder_instead_of_a_file_is_a_finding(path: str, tmp_path: Path) -> None:
    write(tmp_path, {})
    (tmp_path / path).unlink(missing_ok=True)
    (tmp_path / path).mkdir(parents=True)
    assert "R002" in codes(found_in(tmp_path))


@needs_links
@pytest.mark.parametrize("path", [*SOUND, TURN, "pages/rules.md"])
def test_a_dangling_symlink_is_a_finding(path: str, tmp_path: Path) -> None:
    write(tmp_path, {})
    (tmp_path / path).unlink(missing_ok=True)
    (tmp_path / path).parent.mkdir(exist_ok=True)
    (tmp_path / path).symlink_to("nowhere")
    found = found_in(tmp_path)
    (finding,) = (it for it in found if it.code == "R001")
    reason = "it is a symbolic link, which chronicle does not follow"
    assert finding.message == f"can't read this file: {reason}"
    assert all(str(tmp_path) not in finding.message for finding in found)


@needs_links
def test_a_symlink_loop_is_a_finding(tmp_path: Path) -> None:
    write(tmp_path, {TURN: "turn: 1\n"})
    (tmp_path / "turns" / "002.yaml").symlink_to("002.yaml")
    assert codes(found_in(tmp_path)) == ["R001"]


@pytest.mark.parametrize("folder", ["factions", "turns", "pages"])
def test_a_file_instead_of_a_folder_is_a_finding(folder: str, tmp_path: Path) -> None:
    write(tmp_path, {})
    if (tmp_path / folder).exists():
        for inner in (tmp_path / folder).iterdir():
            inner.unlink()
        (tmp_path / folder).rmdir()
    (tmp_path / folder).write_text("not a folder")
    found = found_in(tmp_path)
    assert "C010" not in codes(found)
    (finding,) = (it for it in found if it.code == "R001")
    assert finding.message == "can't read this file: expected a folder, not a file"


@needs_links
def test_a_dangling_symlink_instead_of_a_folder_is_a_finding(tmp_path: Path) -> None:
    write(tmp_path, {})
    (tmp_path / "turns").symlink_to("nowhere")
    (finding,) = found_in(tmp_path)
    assert (finding.code, finding.at and finding.at.path) == ("R001", "crowns/turns")


@pytest.mark.parametrize(
    ("error", "detail"),
    [(PermissionError(13, "Permission denied"), "Permission denied"), (OSError(), "")],
)
def test_a_folder_that_cannot_be_listed_is_kept_with_the_reason(
    error: OSError, detail: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {TURN: "turn: 1\n"})
    listed = Path.iterdir

    def denied(folder: Path) -> Iterator[Path]:
        if folder.name == "turns":
            raise error
        return listed(folder)

    monkeypatch.setattr(Path, "iterdir", denied)
    found = read_tree(tmp_path, "crowns").files
    assert found.keys() == {*SOUND, "turns"}
    assert found["turns"] == ReadFailure("unreadable", detail)


@needs_pipes
def test_a_named_pipe_does_not_block_a_build(tmp_path: Path) -> None:
    write(tmp_path, {})
    (tmp_path / "turns").mkdir()
    os.mkfifo(tmp_path / TURN)
    (finding,) = found_in(tmp_path)
    assert finding.code == "R001"
    assert finding.message == "can't read this file: it is not a regular file"


@pytest.mark.parametrize(
    ("detail", "told"), [("Permission denied", "Permission denied"), ("", "no reason given")]
)
def test_a_file_without_read_permission_is_a_finding(detail: str, told: str) -> None:
    tree = tree_of({})
    kept = FileTree("crowns", {**tree.files, TURN: ReadFailure("unreadable", detail)})
    report = Report()
    load_campaign(kept, report)
    (finding,) = report.findings
    assert finding.message == f"can't read this file: {told}"


@pytest.mark.parametrize(
    ("error", "detail"),
    [
        (PermissionError(13, "Permission denied"), "Permission denied"),
        (ValueError("no such name"), "no such name"),
        (OSError("gone"), "gone"),
        (OSError(), ""),
    ],
)
def test_a_file_that_cannot_be_opened_is_kept_with_the_reason(
    error: Exception, detail: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {})
    opened = Path.open

    def denied(path: Path, mode: str = "r") -> IO[Any]:
        if path.name == "places.yaml":
            raise error
        return opened(path, mode)

    monkeypatch.setattr(Path, "open", denied)
    found = read_tree(tmp_path, "crowns").files
    assert found.keys() == SOUND.keys()
    assert found["places.yaml"] == ReadFailure("unreadable", detail)


def test_file_size_is_limited(tmp_path: Path) -> None:
    write(tmp_path, {TURN: b"turn: 1\n#" + b"x" * (MAX_TEXT_BYTES - 9)})
    assert codes(found_in(tmp_path)) == []
    write(tmp_path, {TURN: b"turn: 1\n#" + b"x" * (MAX_TEXT_BYTES - 8)})
    assert codes(found_in(tmp_path)) == ["R003"]


# ── What is missing or stray ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", ["campaign.yaml", "places.yaml"])
def test_a_missing_required_file_is_a_finding(path: str, tmp_path: Path) -> None:
    write(tmp_path, {})
    (tmp_path / path).unlink()
    (finding,) = found_in(tmp_path)
    assert finding.code == "C009"
    assert finding.message == f"the campaign has no {path}"
    assert finding.at is not None
    assert finding.at.path == f"crowns/{path}"


def test_a_campaign_without_factions_is_a_finding(tmp_path: Path) -> None:
    write(tmp_path, {})
    for faction in (tmp_path / "factions").iterdir():
        faction.unlink()
    (finding,) = found_in(tmp_path)
    assert finding.message == "the campaign has no file in factions/"
    assert (
        finding.help
        == "create a file in factions/, or give the path of the folder that contains it"
    )


@pytest.mark.parametrize(
    ("path", "advice"),
    [
        ("turns/notes.txt", "turns are files like `turns/007.yaml`"),
        ("turns/001.yaml.bak", "turns are files like `turns/007.yaml`"),
        ("pages/rules.txt", "rename it so that its name ends in `.md`"),
        ("pages/rules.yaml", "pages are files like `pages/house-rules.md`"),
        ("faction.yaml", "a campaign has `campaign.yaml`, `places.yaml` and folders like `turns/`"),
    ],
)
def test_an_unread_file_is_a_warning_with_the_expected_name(
    path: str, advice: str, tmp_path: Path
) -> None:
    (finding,) = found_in(write(tmp_path, {path: "turn: 2\n"}))
    assert (finding.code, finding.severity) == ("C010", "warning")
    assert finding.help == advice
    assert finding.at is not None
    assert finding.at.path == f"crowns/{path}"


A_TURN: Final = (
    "rename it to `turns/001.yaml` if it is a turn of its own, or move it out of the folder"
)


@pytest.mark.parametrize(
    ("path", "advice"),
    [
        ("turns/2.yaml", "rename it to `turns/002.yaml`"),
        ("turns/02.yaml", "rename it to `turns/002.yaml`"),
        ("turns/0000002.yaml", "rename it to `turns/002.yaml`"),
        ("turns/002.yml", "rename it to `turns/002.yaml`"),
        ("turns/002.YAML", "rename it to `turns/002.yaml`"),
        ("turns/002.yaml.txt", "rename it to `turns/002.yaml`"),
        ("turns/002.txt", "rename it to `turns/002.yaml`"),
        ("turns/002", "rename it to `turns/002.yaml`"),
        ("turns/Turn 2.yaml", "rename it to `turns/002.yaml`"),
        ("turns/turn_1234567.yaml", A_TURN),
        # There is no turn 0.
        ("turns/0.yaml", A_TURN),
        ("turns/two.yaml", A_TURN),
        ("turns/002 - Copy.yaml", A_TURN),
        ("002.yaml", "move it to `turns/002.yaml`"),
        ("turn-2.yml", "move it to `turns/002.yaml`"),
        ("turn/002.yaml", "rename it to `turns`"),
        ("Factions/lantern.yaml", "move its files into `factions`"),
        ("person/ada.md", "rename it to `people`"),
        ("factions/lantern.yml", "rename it to `factions/lantern.yaml`"),
        ("people/ada.markdown", "rename it to `people/ada.md`"),
        ("pages/rules.md.txt", "rename it to `pages/rules.md`"),
        ("place.yaml", "`places.yaml` is there already: move this one out of the folder"),
        ("Campaign.YML", "`campaign.yaml` is there already: move this one out of the folder"),
        ("published.yml", "rename it to `published.yaml`"),
    ],
)
def test_a_file_whose_name_is_slightly_wrong_is_an_error_with_the_right_name(
    path: str, advice: str, tmp_path: Path
) -> None:
    (finding,) = found_in(write(tmp_path, {path: "turn: 2\n"}))
    assert (finding.code, finding.severity) == ("C018", "error")
    assert finding.help == advice
    assert finding.at is not None
    folders = ("turn/", "Factions/", "person/")
    name = path.partition("/")[0] if path.startswith(folders) else path
    assert finding.at.path == f"crowns/{name}"


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("turns/1.yaml", "turns/001.yaml"),
        ("places.yml", "places.yaml"),
        ("campaign.yml", "campaign.yaml"),
        ("factions/vael.yml", "factions/vael.yaml"),
        ("001.yaml", "turns/001.yaml"),
    ],
)
def test_what_lacks_a_file_with_a_wrong_name_is_no_further_error(
    wrong: str, right: str, tmp_path: Path
) -> None:
    files = {**SOUND, "turns/001.yaml": "turn: 1\n", "turns/002.yaml": "turn: 2\n"}
    folder = write(tmp_path, {**files, wrong: files[right]})
    (folder / right).unlink()
    (finding,) = found_in(folder)
    assert (finding.code, finding.at and finding.at.path) == ("C018", f"crowns/{wrong}")


@pytest.mark.parametrize("path", [".git/config", "turns/.002.yaml.swp", ".hidden.yaml"])
def test_hidden_files_are_ignored(path: str, tmp_path: Path) -> None:
    assert found_in(write(tmp_path, {path: "turn: 2\n"})) == ()


@pytest.mark.parametrize("path", ["notes/ideas.txt", "map.png", "README.md", "themes/mine/a.html"])
def test_files_outside_the_campaign_are_ignored(path: str, tmp_path: Path) -> None:
    assert found_in(write(tmp_path, {path: b"\x00\xff"})) == ()


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("factions/Big Guild.yaml", "rename the file to `factions/big-guild.yaml`"),
        ("factions/lantern_guild.yaml", "rename the file to `factions/lantern-guild.yaml`"),
        ("factions/-x-.yaml", "rename the file to `factions/x.yaml`"),
        ("pages/House Rules.md", "rename the file to `pages/house-rules.md`"),
        (
            "factions/Ω.yaml",
            "write an id like `lantern-guild`: lower-case letters, digits and single hyphens",
        ),
    ],
)
def test_an_invalid_id_gets_a_valid_suggestion(path: str, near: str) -> None:
    found = findings_of({path: SOUND["factions/oru.yaml"]})
    assert [(f.code, f.help) for f in found] == [("C006", near)]


@pytest.mark.parametrize("word", ["gm", "everyone", "factions"])
def test_a_faction_named_like_an_audience_reads_nothing_meant_for_that_audience(word: str) -> None:
    found = findings_of({f"factions/{word}.yaml": SOUND["factions/oru.yaml"]})
    assert "N011" in codes(found)


# ── Turns ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("turns", "messages"),
    [
        ({"001": 1, "002": 2, "003": 3}, []),
        ({"001": 2}, ["the file is named for turn 1 but says `turn: 2`"]),
        ({"002": 2}, ["turn 1 is missing before this one"]),
        ({"001": 1, "003": 3, "004": 4}, ["turn 2 is missing before this one"]),
        (
            {"001": 2, "002": 1},
            [
                "the file is named for turn 1 but says `turn: 2`",
                "the file is named for turn 2 but says `turn: 1`",
            ],
        ),
        ({"001": 1, "0001": 1}, ["turn 1 already has a file"]),
    ],
)
def test_turns_count_from_one_without_gaps(turns: dict[str, int], messages: list[str]) -> None:
    files = {f"turns/{name}.yaml": f"turn: {number}\n" for name, number in turns.items()}
    found = findings_of(files)
    assert [finding.message for finding in found][: len(messages)] == messages
    assert bool(found) == bool(messages)
    assert set(codes(found)) <= {"C011"}


def test_turns_are_in_the_order_of_their_numbers_beyond_a_thousand() -> None:
    assert findings_of({f"turns/{n:03}.yaml": f"turn: {n}\n" for n in range(1, 12)}) == ()
    names = {1: "001", 2: "0002", 3: "003"}
    assert findings_of({f"turns/{name}.yaml": f"turn: {n}\n" for n, name in names.items()}) == ()


# ── Shelves ──────────────────────────────────────────────────────────────────────────────────────


def test_a_multi_site_finds_campaigns_by_their_files(tmp_path: Path) -> None:
    write(tmp_path / "crowns", {})
    write(tmp_path / "another", {})
    (tmp_path / "notes").mkdir()
    (tmp_path / ".old").mkdir()
    (tmp_path / ".old" / "campaign.yaml").write_text("title: x\n")
    assert campaigns_in(tmp_path) == ("another", "crowns")
    assert campaigns_in(tmp_path / "nowhere") == ()


def test_a_multi_site_reads_its_settings_and_names_what_is_stray(tmp_path: Path) -> None:
    write(tmp_path / "crowns", {})
    (tmp_path / "old").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / "shelf.yaml").write_text("title: The Hall\n")
    (tmp_path / "notes.txt").write_text("Buy salt.\n")
    (tmp_path / "themes").write_text("not a folder")
    stray = {"notes.txt": b"", "old": ReadFailure("folder")}
    settings = {"shelf.yaml": b"title: The Hall\n"}
    found = read_multi_site(tmp_path, "hall")
    assert (found.name, found.files) == ("hall", {**settings, **stray, "themes": b""})
    # Themes are read elsewhere, if they are in a folder.
    (tmp_path / "themes").unlink()
    (tmp_path / "themes").mkdir()
    assert read_multi_site(tmp_path, "hall").files == {**settings, **stray}
