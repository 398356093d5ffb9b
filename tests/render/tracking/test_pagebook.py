"""A page that need not be drawn again is the very one that drawing it would make."""

from __future__ import annotations

import pickle
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from chronicle.cache.store import Cache
from chronicle.files.source import FileTree
from chronicle.outline.site import HOME
from tests.golden.golden_sites import WHOLE
from tests.render.tracking.incremental_builds import fresh, going_on
from tests.serve.edited_campaign import AGAIN, CREEP, EDITS, TURNS
from tests.small_campaign import SOUND, tree_of

_VAEL: Final = SOUND["factions/vael.yaml"]
#: Edits beside those of the desk: what comes and goes, who knows what, and what every page shows.
MORE: Final[tuple[Mapping[str, str], ...]] = (
    {"turns/004.yaml": "turn: 4\ntitle: Storm\nnews: [{for: everyone, text: It blows.}]\n"},
    {"pages/tides.md": "---\ntitle: Tides\nfor: everyone\n---\nHigh at [[harbour]].\n"},
    {"people/mora.md": "---\nname: Mora\nfor: [oru]\n---\nShe keeps to [[marsh]].\n"},
    {"turns/003.yaml": "turn: 3\nreveals: [{place: vale, for: everyone}]\n"},
    {"factions/vael.yaml": _VAEL.replace("#7a1f2b", "#005f5f")},
    {"factions/vael.yaml": _VAEL.replace("for: everyone", "for: [oru]")},
    {"campaign.yaml": SOUND["campaign.yaml"] + "tagline: All at sea\n"},
    {"campaign.yaml": SOUND["campaign.yaml"] + "language: de\n"},
    {"campaign.yaml": SOUND["campaign.yaml"] + "theme: modern\n"},
)


def without(tree: FileTree, path: str) -> FileTree:
    """A campaign with a file less."""
    return FileTree(tree.name, {name: held for name, held in tree.files.items() if name != path})


def course() -> list[FileTree]:
    """A campaign as it was at each build, one after the other."""
    edited = [tree_of({**TURNS, **edit}) for edit in (*EDITS, *MORE)]
    return [*edited, without(tree_of(TURNS), "turns/003.yaml"), tree_of({}), tree_of(TURNS)]


def test_an_incremental_build_equals_a_full_build(tmp_path: Path) -> None:
    left_out = 0
    for number, tree in enumerate(course()):
        built = going_on(tree, tmp_path, number)
        expected = fresh(tree)
        assert set(built.files) == set(expected)
        for path, content in expected.items():
            assert built.files[path] == content, (number, path)
        pages = sum(path.endswith(".html") for path in expected)
        left_out += pages - len([path for path in built.drawn if path.endswith(".html")])
    assert left_out > 100


@pytest.mark.parametrize("id", sorted(WHOLE))
def test_recording_reads_does_not_change_pages(id: str, tmp_path: Path) -> None:
    expected = fresh(WHOLE[id])
    assert going_on(WHOLE[id], tmp_path, 0).files == expected
    again = going_on(WHOLE[id], tmp_path, 1)
    assert again.files == expected
    assert [path for path in again.drawn if path.endswith(".html")] == []


def _long(turns: int) -> FileTree:
    """A campaign of so many turns in which something happens."""
    news = "news: [{for: everyone, text: 'Bells in [[harbour]] for [[vael]].'}]\n"
    files = {f"turns/{n:03}.yaml": f"turn: {n}\n{news}" for n in range(2, turns + 1)}
    return tree_of({"turns/001.yaml": CREEP, **files})


def test_a_new_turn_renders_equally_many_pages_in_long_and_short_campaigns(
    tmp_path: Path,
) -> None:
    drawn = {}
    for turns in (4, 12):
        going_on(_long(turns), tmp_path / str(turns), 0)
        drawn[turns] = going_on(_long(turns + 1), tmp_path / str(turns), 1).drawn
    assert len(drawn[12]) == len(drawn[4])
    assert "turns/1.html" not in drawn[12]
    assert drawn[12].count("turns/13.html") == 4


def test_a_new_turn_does_not_render_earlier_list_pages(tmp_path: Path) -> None:
    before = going_on(_long(51), tmp_path, 0)
    earlier = {path for path in before.drawn if re.search(r"/\d+-\d+\.html$", path)}
    assert {path.partition("/")[0] for path in earlier} >= {"map", "rumors", "turns"}
    after = going_on(_long(52), tmp_path, 1)
    assert not earlier & {*after.drawn}
    assert "rumors/index.html" in after.drawn


def test_a_page_changed_on_disk_is_rendered_again(tmp_path: Path) -> None:
    tree = tree_of(TURNS)
    expected = going_on(tree, tmp_path, 0).files
    (tmp_path / "0" / "site" / HOME).write_text("somebody wrote this")
    (tmp_path / "0" / "private" / "gm" / "about.html").unlink()
    again = going_on(tree, tmp_path, 1)
    assert again.files == expected
    assert sorted({HOME, "about.html"} & set(again.drawn)) == ["about.html", HOME]


def test_a_new_program_version_renders_everything(tmp_path: Path) -> None:
    tree = tree_of(TURNS)
    first = going_on(tree, tmp_path, 0)
    assert going_on(tree, tmp_path, 1, engine="another").drawn == first.drawn


def test_a_broken_or_foreign_page_cache_is_ignored(tmp_path: Path) -> None:
    one, other = tree_of(TURNS), tree_of({"turns/001.yaml": AGAIN.replace("turn: 2", "turn: 1")})
    expected = fresh(other)
    going_on(one, tmp_path, 0)
    # Both have the same title and the same readers, and so the same books.
    assert going_on(other, tmp_path, 1).files == expected
    for number, content in enumerate((b"", b"no book", pickle.dumps({"pages": 1})), start=2):
        for kept in (tmp_path / "cache" / "pages").iterdir():
            kept.write_bytes(content)
        assert going_on(other, tmp_path, number).files == expected


@pytest.mark.parametrize("book", [None, {"pages": 1}, (), ("another form", [], [], [])])
def test_a_page_cache_with_a_wrong_signature_is_not_read(book: object, tmp_path: Path) -> None:
    tree = tree_of(TURNS)
    first = going_on(tree, tmp_path, 0)
    kept = Cache(tmp_path / "cache")
    for path in (tmp_path / "cache" / "pages").iterdir():
        kept.put("pages", path.name, pickle.dumps(book))
    again = going_on(tree, tmp_path, 1)
    assert again.files == first.files
    assert again.drawn == first.drawn
