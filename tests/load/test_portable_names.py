"""A campaign that has no findings can be copied to any system, and so can its site."""

from __future__ import annotations

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load.multi_site import load_multi_site
from chronicle.load.portable_names import is_portable
from chronicle.pipeline import build_files
from tests.markup.images.sample_images import png
from tests.small_campaign import SOUND, findings_of, tree_of

PERSON = "---\nname: Ada\nfor: everyone\n---\nShe rows.\n"
PLACES = SOUND["places.yaml"]


def codes(files: dict[str, str | bytes]) -> list[str]:
    return [one.code for one in findings_of(files) if one.code != "M003"]


@pytest.mark.parametrize(
    "name", ["con", "CON", "nul.md", "aux.tar.gz", "com1", "lpt9.png", "a?.png", "x.", "y ", "a|b"]
)
def test_names_that_windows_refuses_are_known(name: str) -> None:
    assert not is_portable(name)


@pytest.mark.parametrize(
    "name", ["con-man", "icon", "console", "com", "com10", "lpt", "nul-1", "Über uns.png", ".a"]
)
def test_other_names_are_portable(name: str) -> None:
    assert is_portable(name)


@pytest.mark.parametrize("path", ["people/con.md", "items/nul.md", "people/lpt1.md"])
def test_a_file_that_windows_takes_for_a_device_is_a_finding(path: str) -> None:
    assert codes({path: PERSON}) == ["N029"]


def test_a_place_that_windows_takes_for_a_device_is_a_finding() -> None:
    assert codes({"places.yaml": f"{PLACES}  aux: {{name: The Wings}}\n"}) == ["N029"]


def test_a_campaign_folder_that_windows_takes_for_a_device_is_a_finding() -> None:
    report = Report()
    load_multi_site(FileTree("", {"shelf.yaml": b"title: Two\n"}), ["con", "x" * 61, "x"], report)
    assert [one.code for one in report.findings] == ["N029", "C006"]


@pytest.mark.parametrize("other", ["Oru.md", "ORU.md", "o\u0301ru.md", "óru.md", "oru .md"])
def test_ids_that_are_one_file_elsewhere_are_a_finding_everywhere(other: str) -> None:
    assert codes({"people/oru.md": PERSON, f"people/{other}": PERSON}) == ["C006"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("bay.png", "Bay.png"),
        ("bay.png", "bay.PNG"),
        ("caf\u00e9.png", "cafe\u0301.png"),
        ("Caf\u00c9.png", "cafe\u0301.png"),
    ],
)
def test_pictures_that_are_one_file_elsewhere_are_a_finding(one: str, other: str) -> None:
    files: dict[str, str | bytes] = {f"media/{one}": png(), f"media/{other}": png()}
    assert codes(files) == ["M020"]
    assert codes({f"media/{one}": png(), "media/quay.png": png()}) == []


@pytest.mark.parametrize("name", ["nul.png", "a:b.png", "what?.png", "bay.png "])
def test_a_picture_with_a_name_that_windows_refuses_is_a_finding(name: str) -> None:
    assert codes({f"media/{name}": png()}) == ["N029"]


@pytest.mark.parametrize("folder", ["people", "items", "pages"])
def test_an_id_is_so_short_that_no_path_is_too_long(folder: str) -> None:
    longest, longer = "x" * 60, "x" * 61
    text = PERSON.replace("name:", "title:") if folder == "pages" else PERSON
    assert codes({f"{folder}/{longest}.md": text}) == []
    assert codes({f"{folder}/{longer}.md": text}) == ["C006"]


def test_paths_of_the_output_leave_room_for_the_folder_that_it_is_in() -> None:
    """Windows has paths of up to 259 characters."""
    long = "x" * 60
    head = SOUND["campaign.yaml"].replace("oru", long)
    faction = SOUND["factions/oru.yaml"]
    files = {path: text for path, text in SOUND.items() if path != "factions/oru.yaml"}
    more = {"campaign.yaml": head, f"factions/{long}.yaml": faction, f"people/{long}.md": PERSON}
    made = build_files(tree_of({**more, "turns/001.yaml": "turn: 1\n"}, over=files), Report())
    assert made is not None
    # A multi-campaign site has a folder for each campaign.
    longest = f"output/{long}/private/{long}/factions/{long}.html"
    assert max(len(f"output/{long}/{path}") for path in made) == len(longest) == 211
