"""Pictures in sizes and in rows, as sites show them: for whom, at which size, and where all are."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterable, Mapping
from typing import Final

import pytest

from chronicle import pipeline
from chronicle.diagnostics.report import Report
from chronicle.markup.images import Picture
from chronicle.markup.images.references import PictureView, render_picture, without_picture_links
from chronicle.markup.markdown import to_html
from chronicle.model.audience import EVERYONE, GM, faction_audience
from chronicle.model.facts import Ref
from chronicle.outline.gallery import GalleryPicture, PictureSpot, gallery_of, pictures_of_page
from chronicle.outline.pagination import TurnsPage
from chronicle.outline.site import Site
from chronicle.pipeline import resolve_campaign
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.records import replace
from chronicle.render.page_content import PageContent
from chronicle.seal.bundle import DossierBundle, bundle_dossier
from tests.exported_dossier import exported
from tests.markup.images.sample_images import png
from tests.markup.images.test_resize import landscape, packed, sized
from tests.render.site_with_address import lock
from tests.small_campaign import SOUND, findings_of, tree_of

OPEN: Final = packed(landscape(2100, 90), "JPEG")
#: Another picture, whose every size differs from those of the open one.
HIDDEN: Final = packed(landscape(2100, 90).rotate(180), "JPEG")
SMALL: Final = png()
FILES: Final[Mapping[str, str | bytes]] = {
    "campaign.yaml": SOUND["campaign.yaml"] + 'introduction: "![the lake](small.png)"\n',
    "turns/001.yaml": (
        "turn: 1\ntitle: The Fair\nnews:\n  - for: everyone\n    text: |\n"
        '      ![a fair](open.jpg "The fair")\n\n      ::: secret vael\n'
        '      ![a "knife"](hidden.jpg "The knife")\n      :::\n\n      ![the lake](small.png)\n'
    ),
    "pages/prints.md": (
        "---\ntitle: Prints\nfor: everyone\n---\n![a fair](open.jpg)\n\n![a lake](small.png)\n"
    ),
    "media/open.jpg": OPEN,
    "media/hidden.jpg": HIDDEN,
    "media/small.png": SMALL,
}


def paths(content: bytes) -> list[str]:
    return [one.path for one in sized(content).sizes]


@pytest.fixture(scope="module")
def bound() -> dict[str, DossierBundle]:
    """What is bound for players, by faction; filled when the campaign is built."""
    return {}


@pytest.fixture(scope="module")
def built(bound: dict[str, DossierBundle]) -> Mapping[str, bytes]:
    def catching(
        site: Site, header: str, leaves: Iterable[PageContent], public: Edition
    ) -> DossierBundle:
        caught = bundle_dossier(site, header, leaves, public)
        return bound.setdefault(caught.faction, caught)

    report = Report()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("chronicle.pipeline.bundle_dossier", catching)
        files = pipeline.build_files(tree_of(FILES), report, seal=lock())
    assert files is not None, report.findings
    return files


def test_all_sizes_of_an_image_have_its_visibility(built: Mapping[str, bytes]) -> None:
    assert len(paths(OPEN)) == len(paths(HIDDEN)) == 4
    assert not set(paths(OPEN)) & set(paths(HIDDEN))
    contents = {one.content for one in sized(HIDDEN).sizes}
    for top, is_told in (("site", False), ("private/oru", False), ("private/vael", True)):
        assert {f"{top}/{path}" for path in paths(OPEN)} <= set(built)
        for one in sized(HIDDEN).sizes:
            assert (built.get(f"{top}/{one.path}") == one.content) is is_told
        mine = [path for path in built if path.startswith(f"{top}/")]
        if not is_told:
            assert not contents & {built[path] for path in mine}
            name = re.compile("|".join(path[9:25] for path in paths(HIDDEN)))
            assert not [path for path in mine if name.search(built[path].decode("latin-1"))]


def test_a_page_names_every_size_with_its_width(built: Mapping[str, bytes]) -> None:
    narrow, middle, wide, whole = paths(OPEN)
    page = built["site/turns/1.html"].decode()
    assert f'<a class="enlarge" href="../{whole}"><img src="../{narrow}" alt="a fair"' in page
    assert f'srcset="../{narrow} 480w, ../{middle} 960w, ../{wide} 1600w, ../{whole} 2100w"' in page
    assert 'width="2100" height="90" loading="lazy"' in page
    assert page.count('<div class="gallery">') == 1


def test_a_secret_image_is_bundled_once(
    built: Mapping[str, bytes], bound: Mapping[str, DossierBundle]
) -> None:
    assert built
    book = json.loads(bound["vael"].book)
    assert book["pictures"] == {path: [0, "image/jpeg"] for path in paths(HIDDEN)}
    (content,) = bound["vael"].pictures
    assert content == sized(HIDDEN).smaller[-1].content
    assert bound["oru"].pictures == ()


def test_a_dossier_in_one_file_has_each_picture_at_one_size() -> None:
    dossier = exported(FILES)
    assert dossier is not None
    page = dossier.decode()
    assert "srcset" not in page
    assert 'class="enlarge"' not in page
    shown = {base64.b64decode(found) for found in re.findall(r'"data:[^,]*;base64,([^"]*)"', page)}
    (narrow, *_), (secret, *_) = sized(OPEN).sizes, sized(HIDDEN).sizes
    assert {narrow.content, secret.content} <= shown


def gallery(word: str) -> tuple[GalleryPicture, ...]:
    report = Report()
    played = resolve_campaign(tree_of(FILES), report)
    assert played is not None, report.findings
    audience = {"everyone": EVERYONE, "gm": GM}.get(word) or faction_audience(word)
    edition = project(played.campaign, played.history, played.ruleset, audience)
    found = gallery_of(edition)
    assert {picture.path for picture in found} == set(edition.pictures)
    return found


def test_the_gallery_links_to_where_each_image_is_shown() -> None:
    lake, fair = gallery("everyone")
    turn = Ref("turn", "1")
    assert [spot.page or spot.ref for spot in lake.spots] == ["home", turn, Ref("page", "prints")]
    assert (fair.words, fair.caption) == ("a fair", "The fair")
    (first, last) = fair.spots
    assert (first.ref, last) == (turn, PictureSpot(Ref("page", "prints")))
    assert first.anchor


def test_the_gallery_shows_only_images_visible_to_its_reader(built: Mapping[str, bytes]) -> None:
    assert [len(gallery(word)) for word in ("oru", "vael", "gm")] == [2, 3, 3]
    page = built["site/gallery.html"].decode()
    (anchor,) = {spot.anchor for spot in gallery("everyone")[1].spots if spot.anchor}
    assert f'<a href="turns/1.html#{anchor}">turn 1, The Fair</a>' in page
    assert '<a href="pages/prints.html">Prints</a>' in page
    assert "knife" not in page
    assert "a &quot;knife&quot;" in built["private/vael/gallery.html"].decode()


def test_an_image_has_its_first_caption_and_the_place_of_what_shows_it() -> None:
    files: dict[str, str | bytes] = {
        "turns/001.yaml": "turn: 1\ntitle: One\nrumors:\n"
        "  - {id: a, text: Nothing., heard_by: everyone, truth: true}\n"
        "  - {id: tide, text: '![a tide](small.png)', heard_by: everyone, truth: true}\n",
        "turns/002.yaml": "turn: 2\ntitle: Two\n"
        "reveals: [{rumor: 1/tide, for: everyone, text: '![a tide](small.png \"High water\")'}]\n",
        "media/small.png": SMALL,
    }
    played = resolve_campaign(tree_of(files), report := Report())
    assert played is not None, report.findings
    (tide,) = gallery_of(project(played.campaign, played.history, played.ruleset, EVERYONE))
    # The second rumor is r2; what is revealed about it stands, as it was told, under v1.
    assert (tide.words, tide.caption) == ("a tide", "High water")
    assert tide.spots == (
        PictureSpot(Ref("turn", "1"), "r2", title="One"),
        PictureSpot(Ref("turn", "2"), "v1", title="Two"),
    )


def test_images_of_things_alone_are_on_the_latest_page() -> None:
    played = resolve_campaign(tree_of({**FILES, "turns/002.yaml": "turn: 2\n"}), report := Report())
    assert played is not None, report.findings
    first, second = project(played.campaign, played.history, played.ruleset, EVERYONE).turns
    pages = TurnsPage((first,), latest=False), TurnsPage((second,), latest=True)
    for ref, of_pages in (
        (Ref("page", "prints"), (False, True)),
        (Ref("person", "ada"), (False, True)),
        (None, (False, True)),
        (Ref("turn", "1"), (True, False)),
        (Ref("turn", "2"), (False, True)),
    ):
        shown = GalleryPicture("a.png", "a", "", (PictureSpot(ref), PictureSpot(Ref("turn", "1"))))
        assert tuple(pictures_of_page((shown,), it) == (shown,) for it in pages) == of_pages


def test_without_images_there_is_no_gallery() -> None:
    report = Report()
    files = pipeline.build_files(tree_of({}), report)
    assert files is not None
    assert not [path for path in files if path.endswith("gallery.html")]
    assert b"gallery.html" not in files["site/index.html"]


def test_undecodable_pixels_are_a_finding() -> None:
    at = OPEN.index(b"\xff\xdb")
    length = int.from_bytes(OPEN[at + 2 : at + 4], "big")
    broken = OPEN[:at] + OPEN[at + 2 + length :]
    (found,) = findings_of({**FILES, "media/open.jpg": broken})
    assert found.at is not None
    assert (found.code, found.at.source.path.rpartition("/")[2]) == ("M005", "open.jpg")


@pytest.mark.parametrize(
    ("text", "figures", "rows"),
    [
        ("![a](b.png)", 1, 0),
        ("![a](b.png)\n![c](d.png)", 2, 1),
        ("![a](b.png)\n\n\n![c](d.png)", 2, 1),
        ("![a](b.png)\n\nx\n\n![c](d.png)", 2, 0),
        ("![a](b.png)\n\nx ![c](d.png)", 1, 0),
        ("- ![a](b.png)\n- ![c](d.png)", 2, 0),
        ("> ![a](b.png)\n\n![c](d.png)", 2, 0),
        ("![a](b.png)\n\n![c](d.png)\n\nx\n\n![c](d.png)\n![c](d.png)\n\n![c](d.png)", 5, 2),
    ],
)
def test_adjacent_images_form_a_row(text: str, figures: int, rows: int) -> None:
    def shown(name: str) -> PictureView:
        return PictureView(name, 4, 3, enlarge="Full size")

    drawn = to_html(text, lambda _: None, heading_level=2, look_up_picture=shown)
    assert (drawn.count("<figure"), drawn.count('<div class="gallery">')) == (figures, rows)
    assert drawn.count('<a class="enlarge"') == (figures if rows == 1 else 5 if rows else 0)


def test_authored_text_cannot_imitate_image_placeholders() -> None:
    words = '" srcset="x" sizes="y'
    drawn = render_picture(PictureView("a.png", 4, 3), words)
    assert without_picture_links(drawn) == drawn
    assert f'alt="{html.escape(words)}"' in drawn


def test_an_image_can_be_rendered_at_one_size() -> None:
    found = sized(OPEN)
    assert isinstance(found, Picture)
    assert found.smallest_at_least(1600).width == 1600
    assert replace(found, smaller=()).smallest_at_least(1600).width == 2100
