"""A check after a build draws what has changed, says what it would say anyhow, and no more."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from chronicle.cli import check
from chronicle.files.store import FileStoreError, OverlayStore, digest_of
from chronicle.outline.site import SitePage
from chronicle.render.renderer import PageRenderer
from tests.cli.command_runner import CREEP, lay, run
from tests.publish.published_files import tree

pytestmark = pytest.mark.usefixtures("complete_builds")

#: News for everyone that name a place which not everyone knows: a warning.
SLIP: Final = CREEP + "news:\n  - {id: rain, for: everyone, text: It rains on The Vale.}\n"
#: A page of everybody's theme that says what not everybody may know: a leak.
BLABBING: Final = (
    '{% extends "layout.html" %}{% block main %}Nobody is to hear of The Vale.{% endblock %}'
)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of pages, in the order in which they are drawn."""
    found: list[str] = []
    task = PageRenderer.task

    def noted(pages: PageRenderer, page: SitePage) -> object:
        found.append(page.path)
        return task(pages, page)

    monkeypatch.setattr(PageRenderer, "task", noted)
    return found


def test_a_check_after_a_build_renders_only_changed_pages(built: Path, drawn: list[str]) -> None:
    everything = sum(path.suffix == ".html" for path in (built / "output").rglob("*"))
    lay(built / "content", {"turns/001.yaml": SLIP})
    before = tree(built)
    assert "L002" in run("check").err
    assert tree(built) == before
    assert {"turns/1.html"} <= set(drawn)
    assert "about.html" not in drawn
    assert 0 < len(drawn) < everything / 2


def test_a_check_gives_the_same_result_with_and_without_a_built_site(built: Path) -> None:
    for changed in ({"turns/001.yaml": SLIP}, {"themes/annals/about.html": BLABBING}):
        lay(built / "content", changed)
        beside, anew = run("check"), run("check", "--output", "nowhere")
        assert beside == anew
        assert ("L002" in beside.err) or beside.code == 3


def test_built_pages_edited_by_hand_are_rendered_again(built: Path, drawn: list[str]) -> None:
    page = built / "output" / "site" / "about.html"
    page.write_text("The Vale", encoding="utf-8")
    lay(built / "content", {"turns/001.yaml": SLIP})
    assert run("check").code == 0
    assert drawn.count("about.html") == 1
    assert page.read_text(encoding="utf-8") == "The Vale"


def test_a_site_removed_during_a_check_does_not_matter(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(built / "content", {"turns/001.yaml": SLIP})
    expected = run("check")
    (built / "content" / "pages").mkdir()
    (built / "content" / "pages" / "tides.md").write_text(
        "---\ntitle: Tides\nfor: everyone\n---\nHigh.\n", encoding="utf-8"
    )

    def gone(_: OverlayStore, name: str) -> bytes:
        raise FileStoreError(0, name)

    monkeypatch.setattr(OverlayStore, "__getitem__", gone)
    assert run("check") == expected


def test_a_check_after_an_unchanged_build_renders_nothing(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(built / "content", {"turns/001.yaml": SLIP})
    done = run("build")

    def never(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(check, "build_content", never)
    checked = run("check")
    assert (done.code, checked.code) == (0, 0)
    assert "L002" in checked.err
    # A build also says where its pages are, and that it has no key.
    assert done.err.startswith(checked.err)


def test_a_reused_file_keeps_its_content(tmp_path: Path) -> None:
    before, place = tmp_path / "before", tmp_path / "place"
    before.mkdir()
    (before / "one").write_bytes(b"1")
    files = OverlayStore(place, before)
    assert not files.reuse("one", digest_of(b"2"))
    assert not files.reuse("two", digest_of(b"2"))
    assert [*files] == []
    assert files.reuse("one", digest_of(b"1"))
    assert (files["one"], files.digest_of("one"), [*files]) == (b"1", digest_of(b"1"), ["one"])
    assert not place.exists()
    (before / "one").write_bytes(b"another")
    with pytest.raises(FileStoreError):
        files["one"]
    files["one"] = b"mine"
    assert files["one"] == b"mine"
    assert (before / "one").read_bytes() == b"another"
    del files["one"]
    assert "one" not in files
