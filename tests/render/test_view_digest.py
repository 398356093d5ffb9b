"""A page's key changes with everything that the page shows, and with nothing else."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.facts import Facts, NameIndex, Ref
from chronicle.outline import views
from chronicle.outline.frame import Frame
from chronicle.outline.pages import outline
from chronicle.outline.site import Site, SitePage
from chronicle.outline.views import TurnSpan
from chronicle.project import project
from chronicle.records import field_names, is_record, replace
from chronicle.render.renderer import PageRenderer
from chronicle.render.view_digest import Digester
from tests.golden.campaigns import TIDE_BELL
from tests.small_campaign import play_files
from tests.theme_fragments import renderer

AUDIENCES: Final = (EVERYONE, GM, faction_audience("vael"))


def records_of(kind: Any, known: dict[type, None]) -> None:
    """Collect the records that a type's values may contain, itself among them."""
    if typing.get_origin(kind) is None and isinstance(kind, type):
        if not is_record(kind) or kind in known:
            return
        known[kind] = None
        for hint in typing.get_type_hints(kind).values():
            records_of(hint, known)
    for part in typing.get_args(kind):
        records_of(part, known)
    origin = typing.get_origin(kind)
    if origin is not None:
        records_of(origin, known)


@lru_cache(maxsize=1)
def records() -> tuple[type, ...]:
    """All records that views and frames are made of."""
    known: dict[type, None] = {}
    for kind in (views.View, Frame):
        records_of(kind, known)
    return tuple(kind for kind in known if kind is not Ref)


def record_of(kind: Any, values: dict[str, object]) -> Any:
    """A record with these values, of any type."""
    return kind(**values)


def test_all_views_are_looked_at() -> None:
    own = {it for it in vars(views).values() if isinstance(it, type) and is_record(it)}
    assert {it for it in own if it.__module__ == views.__name__} <= set(records())
    assert len(records()) > 80


@pytest.mark.parametrize("kind", records(), ids=lambda kind: kind.__name__)
def test_every_field_of_a_record_is_in_its_digest(kind: Any) -> None:
    names = field_names(kind)
    values: dict[str, object] = {name: f"the {name}" for name in names}
    if "pictures" in values:
        values["pictures"] = ("a picture",)
    digest = Digester().digest(record_of(kind, values)).value
    assert Digester().digest(record_of(kind, values)).value == digest
    for name in names:
        for other in ("another", ("another",)) if name != "pictures" else (("another",),):
            changed = record_of(kind, {**values, name: other})
            assert Digester().digest(changed).value != digest, name
    # A name and its value together don't add up to another name with another value.
    for one, other in combinations(values, 2):
        swapped = {**values, one: values[other], other: values[one]}
        if "pictures" not in (one, other):
            assert Digester().digest(record_of(kind, swapped)).value != digest, (one, other)


def test_unequal_values_have_unequal_digests() -> None:
    values: list[object] = [
        *(1, True, 1.0, "1", "True", 0, False, "", None, "None", (), "()"),
        *((1,), (True,), ("1",), ((1,),), Fraction(1), Fraction(1, 2), (1, 2), ("1, 2",)),
        *("#", "x" * 40, ("x" * 40,), "'" * 40, Facts(a=1), Facts(a=True), Facts(a="1")),
        *(Facts(a=1, b=2), Facts(a=2, b=1), {"a": 1}, {"a": 2}, {"b": 1}),
        *(Ref("place", "a"), Ref("faction", "a"), Ref("place", "b"), (Ref("place", "a"),)),
        *(frozenset("ab"), frozenset("a"), TurnSpan(1, 2, latest=True, path="")),
        *(TurnSpan(1, 2, latest=False, path=""), TurnSpan(12, 2, latest=True, path="")),
    ]
    digests = [Digester().digest(value).value for value in values]
    for one, other in combinations(range(len(values)), 2):
        assert digests[one] != digests[other], (values[one], values[other])


def test_a_digest_does_not_depend_on_what_was_digested_before() -> None:
    site, digester = sites()[1], Digester()
    for page in site.pages:
        assert digester.digest(page.view) == Digester().digest(page.view), page.path


def test_a_value_of_an_unknown_type_is_refused() -> None:
    with pytest.raises(TypeError, match="a view can't contain a complex"):
        Digester().digest((1, 2j))


# ── The key of a page ────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=1)
def sites() -> tuple[Site, ...]:
    """The sites of the public, the GM and a faction, whose pages have their own keys."""
    played = play_files(TIDE_BELL)
    return tuple(outline(_edition(played, audience), Report()) for audience in AUDIENCES)


def _edition(played: Any, audience: Audience) -> Any:
    return project(played.campaign, played.history, played.ruleset, audience)


def key(site: Site, page: SitePage) -> str:
    return PageRenderer(site, renderer("shadow")).key(page)


def each_page() -> Iterator[tuple[Site, SitePage]]:
    """A page of every template of every site."""
    for site in sites():
        for page in {page.template: page for page in site.pages}.values():
            yield site, page


def test_everything_about_a_page_but_its_name_in_the_site_is_in_its_key() -> None:
    site = sites()[0]
    page = replace(site.by_path["turns/1.html"], span=None)
    others: dict[str, Any] = {
        "path": "turns/9.html",
        "template": "home.html",
        "key": "home",
        "name": "Another",
        "content": None,
        "links": "whole",
        "listed": False,
        "turn": 9,
        "span": TurnSpan(1, 2, latest=True, path=""),
        "origin": ("another",),
    }
    assert others.keys() == set(field_names(SitePage))
    for name, other in others.items():
        assert key(site, replace(page, **{name: other})) != key(site, page), name


def test_the_frame_is_in_the_key_of_every_page() -> None:
    for site, page in each_page():
        other = replace(site, frame=replace(site.frame, title="Another"))
        assert key(other, page) != key(site, page), page.path


def test_the_names_of_things_in_a_view_are_in_the_key_and_no_others() -> None:
    named = unnamed = 0
    for site, page in each_page():
        own = PageRenderer(site, renderer("shadow")).shown_on(page)[0].refs
        for ref in site.edition.names:
            names = NameIndex({**site.edition.names, ref: "Another"})
            other = replace(site, edition=replace(site.edition, names=names))
            assert (key(other, page) != key(site, page)) == (ref in own), (page.path, ref)
            named, unnamed = named + (ref in own), unnamed + (ref not in own)
    assert named > 100
    assert unnamed > 100


def test_pages_of_a_turn_with_equal_origins_have_equal_keys() -> None:
    site = sites()[0]
    one = replace(site.by_path["turns/1.html"], origin=("a",))
    assert key(site, one) == key(site, replace(one, content=site.by_path["about.html"].view))
    assert key(site, one) != key(site, replace(one, origin=("b",)))
    assert key(site, replace(one, origin=("a", 1))) != key(site, replace(one, origin=("a", 2)))
