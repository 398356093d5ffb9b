"""The notes of an edition: no word that is not for its reader, and links that lead to a note."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

from chronicle.authoring.obsidian_notes import obsidian_notes
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load.portable_names import is_portable
from chronicle.model.audience import EVERYONE, GM, Audience
from chronicle.pipeline import PlayedCampaign
from chronicle.project import audiences_of
from chronicle.publish.export_folder import replace_export
from tests.folders import files_in
from tests.properties.audience_output import Shown, edition_of, leaks
from tests.properties.editable_campaign import played
from tests.properties.generators import sample
from tests.shipped_theme import shipped_theme
from tests.thorough import beginning

RULESETS: Final = ("shadow", "wwn", "lieutenants", "freeform")
SAMPLES: Final = beginning([(id, seed) for seed in range(200, 240) for id in RULESETS], 4)
#: How names begin, in names and in links: with what a file's name can't have.
_PLAIN, _AWKWARD = b"The zq", b"Th\xc3\xa9 a/b? *:zq"
_LINK: Final = re.compile(r"!?\[\[([^\]|\\#]+)(?:\\?\|[^\]]+)?\]\]")
#: What Windows, macOS or Obsidian have no files of.
_NOT_IN_NAMES: Final = re.compile(r'[<>:"\\|?*\[\]#^\x00-\x1f]')


def notes_of(found: PlayedCampaign, audience: Audience) -> Shown:
    """The notes of an audience's edition."""
    edition = edition_of(found, audience)
    return Shown(edition, "", obsidian_notes(edition, shipped_theme().words))


def awkward(tree: FileTree) -> FileTree:
    """A campaign whose names can't be those of files."""
    texts = {path: text for path, text in tree.files.items() if isinstance(text, bytes)}
    return FileTree("", {path: text.replace(_PLAIN, _AWKWARD) for path, text in texts.items()})


def bad_names(paths: Sequence[str]) -> list[str]:
    """Paths that some system can't have, or can't tell from another."""
    folded = [path.casefold() for path in paths]
    return [
        path
        for path in paths
        if folded.count(path.casefold()) > 1
        or not all(is_portable(part) for part in path.split("/"))
        or _NOT_IN_NAMES.search(path)
        or any(len(part.encode()) > 255 or part.endswith((" ", ".")) for part in path.split("/"))
    ]


def dead_links(files: Mapping[str, bytes]) -> Iterator[str]:
    """Links to no note or picture, or to several."""
    stems = [path.rpartition("/")[2].removesuffix(".md") for path in files if path.endswith(".md")]
    for path, content in files.items():
        for target in _LINK.findall(content.decode()) if path.endswith(".md") else ():
            if target not in files and stems.count(target) != 1:
                yield f"{target} in {path}"


@pytest.mark.parametrize(("ruleset", "seed"), SAMPLES)
def test_notes_are_for_their_reader_and_hang_together(
    ruleset: str, seed: int, tmp_path: Path
) -> None:
    draft = sample(ruleset, seed)
    found = played(awkward(draft.tree()))
    for audience in audiences_of(found.campaign):
        share = notes_of(found, audience)
        if not audience.is_gm:
            assert leaks(draft.ledger, share, audience) == []
        assert [*dead_links(share.files)] == []
        assert bad_names([*share.files]) == []
        assert list(notes_of(found, audience).files.items()) == list(share.files.items())
        folder = tmp_path / audience.word
        once: dict[str, bytes] = {}
        for _ in range(2):
            report = Report()
            assert replace_export(share.files, folder, report) == ()
            assert not report.findings
            once = once or dict(files_in(folder))
        assert dict(files_in(folder)) == once


def test_the_checks_find_what_is_wrong() -> None:
    """The GM's notes leak, and a link, a name and a picture that are not there are found."""
    draft = sample("shadow", 200)
    share = notes_of(played(draft.tree()), GM)
    assert leaks(draft.ledger, share, EVERYONE)
    assert any(_LINK.findall(content.decode()) for content in share.files.values())
    files = {"a.md": b"[[b]] [[c|d]] ![[media/x.png]]", "x/b.md": b"", "y/b.md": b"", "c.md": b""}
    assert [*dead_links(files)] == ["b in a.md", "media/x.png in a.md"]
    wrong = ["con.md", "a:b.md", "x/A.md", "x/a.md", "a .md", "b", "e#f.md"]
    assert bad_names(wrong) == ["con.md", "a:b.md", "x/A.md", "x/a.md", "e#f.md"]
