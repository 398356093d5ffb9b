"""Every name is read as it was typed: no name is ever taken for markup."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from icalendar import Calendar
from ruamel.yaml import YAML

from chronicle import pipeline
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.outline.paths import FEED, SITEMAP
from chronicle.pipeline import build_files
from chronicle.records import replace
from chronicle.render import Renderer
from chronicle.render.calendar_file import CALENDAR_PATH as INVITE
from chronicle.render.template_functions import TemplateFunctions
from tests.golden.golden_sites import WHOLE
from tests.render import html_checks, site_with_address
from tests.render.strict_html import parse_strictly

#: What ends a script, a title, an attribute or a comment, begins a tag, or stands for a letter.
TYPED: Final = """</script></title></style>"'--><x-y a='b' c="d">&copy;"""
#: The keys of a campaign whose values are words; in texts in Markdown, markup is a mistake.
_CALLED: Final = frozenset({"from", "name", "tagline", "title", "veto"})
_LINK: Final = re.compile(r"\[\[([^]|]+)")
#: What long labels of drawings need: their own lines, and a stroke to where they belong.
_LAID: Final = frozenset({("tspan", "dy", "x"), ("path", "class", "d", "data-first")})
WORDING: Final = TemplateFunctions.wording
#: With these there are a feed, a list of all pages, and a deadline for calendars.
_MORE: Final = {
    "tagline": "Salt and smoke.",
    "address": site_with_address.ADDRESS,
    "next": {"deadline": "2026-11-28 20:00", "zone": "Europe/Berlin"},
}


@cache
def made(id: str, *, typed: bool) -> Mapping[str, bytes]:
    """All files of a campaign; where it is ``typed``, all names and titles begin with that."""
    yaml = YAML(typ="safe", pure=True)
    tree: FileTree = WHOLE[id]
    read = {path: yaml.load(raw) for path, raw in tree.files.items() if path.endswith(".yaml")}
    read["campaign.yaml"] |= _MORE
    if typed:
        ids = {
            name: its for path, one in read.items() for name, its in _named(one, Path(path).stem)
        }
        read = {path: _typed(one, ids) for path, one in read.items()}
    # JSON is YAML too.
    written = {path: json.dumps(values).encode() for path, values in read.items()}
    report = Report()
    # A renderer that other builds use has the functions of its own time.
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TemplateFunctions, "wording", _wording)
        patched.setattr(pipeline, "Renderer", Renderer)
        files = build_files(replace(tree, files={**tree.files, **written}), report)
    assert files is not None, [finding.message for finding in report.findings]
    return dict(files)


def _wording(functions: TemplateFunctions, key: str, number: int, _about: object) -> str:
    """The key of a wording by its number alone.

    Names choose between wordings too, which differ in the order of the names and their links.
    """
    return WORDING(functions, key, number, ())


def _named(values: Any, id: str) -> Iterator[tuple[str, str]]:
    """What there is by name, with its id: the key it stands under, or the name of its file."""
    if isinstance(values, dict):
        if "name" in values:
            yield values["name"], values.get("id", id)
        for key, value in values.items():
            yield from _named(value, key)
    elif isinstance(values, list):
        for value in values:
            yield from _named(value, id)


def _typed(values: Any, ids: Mapping[str, str]) -> Any:
    match values:
        case dict():
            return {
                key: f"{TYPED} {value}"
                if key in _CALLED and isinstance(value, str)
                else _typed(value, ids)
                for key, value in values.items()
            }
        case list():
            return [_typed(value, ids) for value in values]
        case str():
            return _LINK.sub(lambda link: f"[[{ids.get(link[1], link[1])}", values)
        case _:
            return values


def markup(page: bytes) -> tuple[list[tuple[str, ...]], set[tuple[str, ...]]]:
    """The elements of a page in order, each with its attributes' names; and those of drawings.

    In a drawing longer labels are placed elsewhere, so its elements have no fixed order.
    """
    parsed = parse_strictly(page.decode())
    assert parsed.errors == ()
    outside = [tag for tag in parsed.tags if "svg" not in tag.around]
    inside = [tag for tag in parsed.tags if "svg" in tag.around]
    return [_kind(tag) for tag in outside], {_kind(tag) for tag in inside}


def _kind(tag: html_checks.Tag) -> tuple[str, ...]:
    return (tag.name, *sorted(tag.attributes))


@pytest.mark.parametrize("id", WHOLE)
def test_names_with_markup_characters_do_not_change_page_elements(id: str) -> None:
    plain, typed = made(id, typed=False), made(id, typed=True)
    assert plain.keys() == typed.keys()
    pages = {path: markup(page) for path, page in plain.items() if path.endswith(".html")}
    known = _LAID.union(*(inside for _, inside in pages.values()))
    for path, (expected, _) in pages.items():
        outside, inside = markup(typed[path])
        assert outside == expected, path
        assert inside <= known, path
        assert TYPED in html.unescape(typed[path].decode()), path


@pytest.mark.parametrize("id", WHOLE)
def test_feeds_calendars_and_search_hold_names_as_typed(id: str) -> None:
    files = site_with_address.public(dict(made(id, typed=True)))
    assert TYPED in "".join(site_with_address.parsed(files[FEED]).itertext())
    assert site_with_address.parsed(files[SITEMAP]).tag == f"{site_with_address.MAP}urlset"
    (event,) = Calendar.from_ical(files[INVITE].decode()).walk("VEVENT")
    assert TYPED in str(event["summary"])
    assert TYPED in "".join(_texts(json.loads(files["search.json"])))
    for path, content in files.items():
        if path.endswith(".svg"):
            assert site_with_address.parsed(content).tag.endswith("svg"), path


def _texts(values: Any) -> Iterator[str]:
    if isinstance(values, str):
        yield values
    elif isinstance(values, dict | list):
        for value in values.values() if isinstance(values, dict) else values:
            yield from _texts(value)
