"""Parts of pages are rendered once where they are the same, and a template reads only its view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Source
from chronicle.model.facts import NameIndex, Ref, faction_ref, place_ref
from chronicle.outline.as_of import PlaceAsOf, WorldAsOf
from chronicle.outline.frame import FactionBadge, Frame
from chronicle.outline.site import Site, SitePage
from chronicle.outline.views import (
    AsOfPage,
    Pagination,
    RumorListPage,
    RumorPile,
    Steps,
    TurnSpan,
    View,
)
from chronicle.project.edition import EMPTY_EDITION
from chronicle.records import replace
from chronicle.render import Renderer, Theme, render_files
from chronicle.render.messages import MessageCatalogue

QUAY, MILL, VAEL = place_ref("quay"), place_ref("mill"), faction_ref("vael")
NAMES: Final = {QUAY: "The Quay", MILL: "The Mill", VAEL: "House Vael"}
BADGE: Final = FactionBadge("vael", "House Vael", ("#111111", "#eeeeee"), "key", "chief", "")
FRAME: Final = Frame("Crowns", "", "en", "shadow", factions=(BADGE,))
#: A page of all things of its view, each by the same part.
ALL: Final = '{% for it in view.by_place %}{{ part("part.html", it=it) }}{% endfor %}'


def things(*refs: Ref) -> RumorListPage:
    """A view that contains some things."""
    piles = tuple(RumorPile(ref, ()) for ref in refs)
    return RumorListPage((), piles, (), Pagination(TurnSpan(1, 1, latest=True, path="")))


def page(path: str, view: View, template: str = "page.html") -> SitePage:
    return SitePage(path, template, "page", content=view)


@dataclass(slots=True)
class Drawing:
    """A theme of two templates, and how often its part has been rendered."""

    part: str
    page: str = ALL
    count: int = 0
    renderer: Renderer = field(init=False)

    def __post_init__(self) -> None:
        texts = {"page.html": self.page, "part.html": "{{ counted() }}" + self.part}
        texts["feed.xml"] = self.page
        sources = {path: Source(f"themes/own/{path}", text) for path, text in texts.items()}
        sources["sigils/key.svg"] = Source("sigils/key.svg", "<path/>")
        theme = Theme("own", sources, {}, MessageCatalogue(someone="someone", articles=""), "en")
        # In this process, where the parts can be counted.
        self.renderer = replace(Renderer.of(theme, "shadow"), process=None)
        self.renderer.environment.globals["counted"] = self._counted

    def _counted(self) -> str:
        self.count += 1
        return ""

    def site(
        self, *pages: SitePage, frame: Frame = FRAME, names: Mapping[Ref, str] = NAMES
    ) -> dict[str, str]:
        """The pages of a site; a finding fails the test."""
        files, found = self.draw(*pages, frame=frame, names=names)
        assert not found, [finding.message for finding in found]
        return files

    def draw(
        self, *pages: SitePage, frame: Frame = FRAME, names: Mapping[Ref, str] = NAMES
    ) -> tuple[dict[str, str], tuple[Finding, ...]]:
        """The pages of a site, and what is found wrong with its theme."""
        report, files = Report(), dict[str, bytes]()
        edition = replace(EMPTY_EDITION, names=NameIndex(names))
        render_files(Site(edition, pages, frame), self.renderer, report, files)
        return {path: content.decode() for path, content in files.items()}, report.findings


LINK: Final = "<p>{{ link(it.of) }}</p>"


def test_a_part_is_rendered_once_for_equal_values_and_names() -> None:
    drawing = Drawing(LINK)
    pages = page("a.html", things(QUAY)), page("turns/1.html", things(QUAY, QUAY))
    shown = drawing.site(*pages)
    assert shown["a.html"] == '<p><a href="places/quay.html">The Quay</a></p>'
    assert shown["turns/1.html"] == '<p><a href="../places/quay.html">The Quay</a></p>' * 2
    assert drawing.site(*pages) == shown
    assert drawing.count == 1
    # The name of a thing that isn't in it doesn't matter.
    assert drawing.site(*pages, names={**NAMES, MILL: "The Old Mill"}) == shown
    assert drawing.count == 1


@pytest.mark.parametrize(
    ("part", "frame", "names"),
    [
        (LINK, FRAME, {**NAMES, QUAY: "The Pier"}),
        ('{{ faction_name("vael") }}', replace(FRAME, factions=()), NAMES),
        ("{{ is_gm() }}", replace(FRAME, is_gm=True), NAMES),
        ('{{ whole_url("a.html") }}', replace(FRAME, address="https://host.example/"), NAMES),
    ],
)
def test_a_part_is_rendered_again_where_it_is_different(
    part: str, frame: Frame, names: Mapping[Ref, str]
) -> None:
    drawing, one = Drawing(part), page("a.html", things(QUAY))
    first = drawing.site(one)
    other = drawing.site(one, frame=frame, names=names)
    assert other != first
    assert drawing.count == 2
    assert other == Drawing(part).site(one, frame=frame, names=names)


def test_a_part_is_rendered_for_each_value() -> None:
    values = ("1", "true", '"1"', "none", '"None"', "1.0", "(1,)", "(1, 1)", '("1",)', "view")
    calls = "".join(f'{{{{ part("part.html", it={value}) }}}}|' for value in values)
    drawing = Drawing("{{ it }}", page=calls + '{{ part("part.html", it=none, other=1) }}')
    shown = drawing.site(page("a.html", things()))["a.html"].split("|")
    assert shown[:9] == [
        "1",
        "True",
        "1",
        "None",
        "None",
        "1.0",
        "(1,)",
        "(1, 1)",
        "(&#39;1&#39;,)",
    ]
    assert drawing.count == len(values) + 1


def test_a_link_leads_to_the_section_of_a_thing_on_the_page() -> None:
    own, within = PlaceAsOf(QUAY, None, ()), PlaceAsOf(MILL, QUAY, ())
    pages = [
        page(f"as-of/{n}.html", AsOfPage(world_of(place), None, Steps(0, 0), "map.html"))
        for n, place in enumerate((own, within, own))
    ]
    given = "{% set place = view.world.places[0] %}"
    given += '{{ part("part.html", of=place.within or place.ref) }}'
    drawing = Drawing("{{ link(of) }}", page=given)
    assert list(drawing.site(*pages).values()) == [
        '<a href="#place-quay">The Quay</a>',
        '<a href="../places/quay.html">The Quay</a>',
        '<a href="#place-quay">The Quay</a>',
    ]
    assert drawing.count == 2


def world_of(place: PlaceAsOf) -> WorldAsOf:
    return WorldAsOf(1, "", "", "", (), (place,), (), (), 0)


def test_a_part_of_a_feed_is_not_shared_with_pages() -> None:
    drawing, frame = Drawing(LINK), replace(FRAME, address="https://host.example/game/")
    feed = replace(page("feed.xml", things(QUAY), "feed.xml"), links="whole")
    lost = replace(page("404.html", things(QUAY)), links="rooted")
    shown = drawing.site(page("a.html", things(QUAY)), feed, lost, frame=frame)
    assert {path: it.partition('"')[2].partition('"')[0] for path, it in shown.items()} == {
        "a.html": "places/quay.html",
        "feed.xml": "https://host.example/game/places/quay.html",
        "404.html": "/game/places/quay.html",
    }
    assert drawing.count == 3


# ── Mistakes of a theme ──────────────────────────────────────────────────────────────────────────


def mistake(drawing: Drawing, *views: View) -> tuple[str, str]:
    """Where the only mistake of a theme is, as template and line, and what is wrong."""
    pages = [page(f"{n}.html", view) for n, view in enumerate(views or (things(QUAY),))]
    files, (found,) = drawing.draw(*pages)
    assert not files
    assert found.code == "T003"
    assert found.at is not None
    _, _, said = found.message.partition("`: ")
    return f"{found.at.source.path}:{found.at.line}", said


@pytest.mark.parametrize("name", ["frame", "page", "view"])
def test_a_part_sees_nothing_of_its_page(name: str) -> None:
    found = mistake(Drawing(f"<p>\n{{{{ {name}.title }}}}"))
    assert found == ("themes/own/part.html:2", f"'{name}' is undefined")


def test_an_unknown_field_is_reported_at_its_line_with_those_that_there_are() -> None:
    where, said = mistake(Drawing("", page="<h1>\n\n{{ view.tunrs }}"))
    assert where == "themes/own/page.html:3"
    assert said == "RumorListPage has no field 'tunrs'; it has turns, by_place, by_faction, pages"
    where, said = mistake(Drawing("\n{{ it.off }}"))
    assert where == "themes/own/part.html:2"
    assert said == "RumorPile has no field 'off'; it has of, rumors"


def test_a_name_that_the_page_does_not_have_is_reported_at_its_line() -> None:
    where, said = mistake(Drawing("\n{{ name(it.of) }}"), things(place_ref("nowhere")))
    assert where == "themes/own/part.html:2"
    assert said == "there is no name for the place 'nowhere' on this page"
    # Not even one that the edition has: the key of the page does not depend on it.
    drawing = Drawing("", page='\n{{ name(made("mill")) }}')
    drawing.renderer.environment.globals["made"] = place_ref
    assert mistake(drawing, things(QUAY)) == (
        "themes/own/page.html:2",
        "there is no name for the place 'mill' on this page",
    )


def test_an_image_that_the_page_does_not_have_is_reported_at_its_line() -> None:
    assert mistake(Drawing("", page='\n{{ picture_url("a.png", 480) }}')) == (
        "themes/own/page.html:2",
        "there is no image 'a.png' on this page",
    )


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("t", "part.html can't be rendered alone: a view can't contain a method"),
        ("view.tunrs", "RumorListPage has no field 'tunrs'; it has turns, by_place, "),
        ("tunrs", "'tunrs' is undefined"),
    ],
)
def test_a_value_that_no_part_can_have_is_reported_where_it_is_given(value: str, said: str) -> None:
    where, found = mistake(Drawing("", page=f'\n{{{{ part("part.html", it={value}) }}}}'))
    assert where == "themes/own/page.html:2"
    assert found.startswith(said)
