"""An edition as notes for Obsidian: only what its reader knows, and links that lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

import pytest

from chronicle.authoring.obsidian_notes import file_name, obsidian_notes
from chronicle.diagnostics.report import Report
from chronicle.load import read_tree
from chronicle.load.portable_names import is_portable
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.pipeline import BuildOptions, export_edition, resolve_campaign
from tests.authoring.import_notes.imported import imported
from tests.sample_campaigns import SAMPLES, play_sample
from tests.small_campaign import tree_of

_LINK: Final = re.compile(r"!?\[\[([^\]|\\]+)(?:\\?\|([^\]]+))?\]\]")
#: In a part of Emmer Sild's page that the Sounders read.
HIDDEN: Final = "when there was anybody to see"
HEAD: Final = "name: Sister Irea\nfor: everyone\n"


@cache
def exported(sample: str, audience: Audience) -> Mapping[str, bytes]:
    report = Report()
    tree = read_tree(SAMPLES[sample], f"content/{sample}")
    played = play_sample(sample)
    files = export_edition(played, tree, report, BuildOptions(), audience, obsidian_notes)
    assert files is not None, report.findings
    return files


def notes_of(over: Mapping[str, str | bytes], audience: Audience = EVERYONE) -> dict[str, str]:
    """The notes of the small campaign with other files, by path, without their front matter."""
    report = Report()
    tree = tree_of(over)
    played = resolve_campaign(tree, report)
    assert played is not None, report.findings
    files = export_edition(played, tree, report, BuildOptions(), audience, obsidian_notes)
    assert files is not None, report.findings
    texts = {path: content.decode() for path, content in files.items() if path.endswith(".md")}
    return {path: text.split("\n---\n", 1)[1] for path, text in texts.items()}


def person(text: str, head: str = HEAD) -> str:
    return f"---\n{head}---\n{text}\n"


def has(files: Mapping[str, bytes], word: str) -> bool:
    return any(word.encode() in path.encode() + content for path, content in files.items())


def test_only_readers_of_a_secret_have_it() -> None:
    readers = (EVERYONE, faction_audience("nets"), faction_audience("sounders"), GM)
    found = [has(exported("vaime", audience), HIDDEN) for audience in readers]
    assert found == [False, False, True, True]


@pytest.mark.parametrize("audience", [EVERYONE, GM])
@pytest.mark.parametrize("sample", SAMPLES)
def test_every_link_leads_to_one_file(sample: str, audience: Audience) -> None:
    files = exported(sample, audience)
    stems = [path.rpartition("/")[2].removesuffix(".md") for path in files if path.endswith(".md")]
    assert len({stem.casefold() for stem in stems}) == len(stems)
    targets = [
        found[1]
        for path, content in files.items()
        if path.endswith(".md")
        for found in _LINK.finditer(content.decode())
    ]
    assert len(targets) > 20
    assert {*targets} <= {*stems, *files}
    assert {path for path in files if path.startswith("media/")} <= {*targets}
    assert all(is_portable(part) for path in files for part in path.split("/"))


@pytest.mark.parametrize("sample", SAMPLES)
def test_what_everyone_reads_comes_back_by_the_import_without_warnings(sample: str) -> None:
    files = exported(sample, EVERYONE)
    found, findings = imported(files, "everyone")
    assert found is not None
    assert not findings
    assert len(found.notes) == sum(path.endswith(".md") for path in files)
    assert len(found.pictures) == sum(path.startswith("media/") for path in files)
    names = {one.note.name for one in found.notes}
    edition = play_sample(sample).campaign
    assert {faction.name for faction in edition.factions} <= names


def test_what_the_gm_reads_comes_back_for_the_gm_alone() -> None:
    found, _ = imported(exported("vaime", GM), "everyone")
    assert found is not None
    assert all(one.note.secret for one in found.notes)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("The Ferry", "The Ferry"),
        ("War: the End?", "War – the End-"),
        ("a/b\\c [d]|#e^f", "a-b-c -d---e-f"),
        ("Con", "Con_"),
        ("… and so on...", "… and so on"),
        ("e\u0301toile", "étoile"),
        ("map.png", "map-png"),
        ("?", "-"),
        ("...", "_"),
        ("ж" * 150, "ж" * 100),
    ],
)
def test_names_of_files_are_possible_everywhere(name: str, expected: str) -> None:
    assert file_name(name) == expected


def test_notes_with_one_name_are_different_files_with_the_name_as_their_alias() -> None:
    report = Report()
    tree = tree_of(
        {
            "people/irea.md": person("One. [[irea2]]"),
            "people/irea2.md": person("Two. [[irea]]", HEAD.replace("Sister", "SISTER")),
        }
    )
    played = resolve_campaign(tree, report)
    assert played is not None, report.findings
    files = export_edition(played, tree, report, BuildOptions(), EVERYONE, obsidian_notes)
    assert files is not None, report.findings
    one, two = files["people/Sister Irea.md"].decode(), files["people/SISTER Irea (2).md"].decode()
    assert one.endswith("One. [[SISTER Irea (2)|SISTER Irea]]\n")
    assert two.endswith("Two. [[Sister Irea]]\n")
    assert 'aliases: ["SISTER Irea"]\n' in two
    assert "aliases" not in one
    found, _ = imported(files, "everyone")
    assert found is not None
    assert {"Sister Irea", "SISTER Irea"} <= {it.note.name for it in found.notes}


def test_a_link_in_a_table_divides_no_cell() -> None:
    text = "| A |\n|---|\n| [[irea]] |"
    notes = notes_of({"people/irea.md": person(text, HEAD.replace("Irea", "Irea?"))})
    assert notes["people/Sister Irea-.md"].endswith("| [[Sister Irea-\\|Sister Irea?]] |\n")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (
            "The [[vael]] and [[vael|those people]].",
            "The [[House Vael]] and [[House Vael|those people]].",
        ),
        ("| A |\n|---|\n| [[irea]] |", "| A |\n|---|\n| [[Sister Irea]] |"),
        ("| A |\n|---|\n| [[House Vael]] |", "| A |\n|---|\n| [[House Vael]] |"),
        ("100 %% of #1 and `#2`", "100 \\%\\% of \\#1 and `#2`"),
        ("# Her life\n\n    #code", "# Her life\n\n    #code"),
        ("<https://a.example/#top>", "<https://a.example/#top>"),
    ],
)
def test_a_text_is_in_the_markdown_of_obsidian(written: str, expected: str) -> None:
    notes = notes_of({"people/irea.md": person(written)})
    assert notes["people/Sister Irea.md"] == f"{expected}\n"


def test_a_turn_has_its_news_letters_and_rumors() -> None:
    turn = """\
turn: 1
title: "Night: the Fire"
news:
  - {for: everyone, title: "Smoke *again*", text: "At [[harbour]]."}
  - {for: everyone, from: The Bishop, text: Pray.}
  - {for: gm, text: Raven.}
rumors:
  - {heard_by: everyone, text: It was the cat., where: harbour, truth: "false"}
notes: Owl.
"""
    notes = notes_of({"turns/001.yaml": turn})
    assert notes["turns/Turn 1 – Night – the Fire.md"] == (
        "## News\n\n### Smoke \\*again\\*\n\nAt [[The Harbour]].\n\n"
        "### From: The Bishop\n\nPray.\n\n"
        "## Rumors\n\nIt was the cat.\n\n**Heard in:** [[The Harbour]]\n"
    )
    told = notes_of({"turns/001.yaml": turn}, GM)["turns/Turn 1 – Night – the Fire.md"]
    assert "\n---\n\nRaven." in told
    assert told.endswith("*False.*\n\n## For the GM\n\nOwl.\n")


def test_headings_are_in_the_language_of_the_campaign() -> None:
    settings = tree_of({}).files["campaign.yaml"]
    assert isinstance(settings, bytes)
    german = {"campaign.yaml": settings.decode() + "language: de\n"}
    news = "turn: 1\nnews:\n  - {for: everyone, title: Rauch, text: Am Hafen.}\n"
    notes = notes_of({**german, "turns/001.yaml": news})
    assert notes["turns/Zug 1.md"].startswith("## Nachrichten\n")
