"""The page of everything that templates can read and call."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from jinja2 import Environment, meta, nodes

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, Source, Span
from chronicle.load import read_tree
from chronicle.markup.heraldry import Shield
from chronicle.model.audience import EVERYONE, GM, Visibility, faction_audience
from chronicle.model.facts import Facts, Ref
from chronicle.outline.frame import Frame
from chronicle.outline.pages import announcement_page, outline
from chronicle.outline.site import LazyView, SitePage
from chronicle.outline.views import CampaignListPage, View
from chronicle.pipeline import resolve_campaign
from chronicle.project import project
from chronicle.project.access_report import AudienceAccess
from chronicle.records import field_names, is_record
from chronicle.render import available_choices, read_theme, shipped_themes_folder
from chronicle.render.font_metrics import FittedText
from chronicle.render.renderer import Renderer
from chronicle.rules.order_form import Form, FormPart
from chronicle.starters import StarterOptions, starter_files
from tools.docs.docstrings import docstring, wrapped

_SAMPLE: Final = Path(__file__).resolve().parents[2] / "content" / "vaime"
#: What all templates of pages get.
PAGE_VALUES: Final = frozenset({"frame", "page", "view"})
#: Fields that mean the same in all records, which need not explain them.
COMMON_FIELDS: Final[Mapping[str, str]] = {
    "anchor": "the id of its element on the page of its turn",
    "code, facts": "a code for which the theme has words, and the values in them",
    "colors, date, language, motto, name, role, ruleset, sigil, tagline, title": (
        "the author's, as in the [files](content.md); empty if there is none"
    ),
    "first, last": "the numbers of the first and the last turn, inclusive",
    "has_…": "whether the edition has such pages, or the calendar",
    "id": "its id in the campaign's files",
    "last_turn": "the number of the latest turn",
    "least, most": "the lowest and the highest value",
    "needed": "whether it must be filled in",
    "number": "the number of the turn",
    "path": "the path of a page or file in the site, for `url`",
    "public": "whether everybody may read it",
    "readers": "the audiences that it is for, in the GM's edition only",
    "rule": "the id of a rule",
    "since": "the number of the first turn in which it is known",
    "turn": "the number of a turn, or in the view of a page that turn",
    "value": "the number itself",
    "width, height, at": "in units of the drawing, or pixels of an image",
    "words": "the alternative text of an image",
}
#: What templates get besides, or instead, by template.
FURTHER_VALUES: Final[Mapping[str, Mapping[str, str]]] = {
    "cards.html": {
        "cards": "the invite cards",
        "mark": "a `<meta>` element that it must contain",
        "opener": "the URL of the page that opens dossiers, empty if unknown",
        "style": "the style sheet",
    },
    "shield.html": {
        "arms": "a [Shield](#shield)",
        "edge": "the edge that all shields share",
        "hatched": "whether it is large enough for hatching",
        "sigil": "the drawing of the sigil",
    },
    "simulation.html": {
        "mark": "a `<meta>` element that it must contain",
        "simulation": "what came of the runs, of `chronicle/render/simulation_page.py`",
        "style": "the style sheets",
    },
    "single.html": {
        "first": "the first turn in the file",
        "last": "the last turn",
        "sections": "the pages: `id`, `page`, `turn`, `title` and `main`, their HTML",
        "style": "the style sheets",
    },
    "parts/broadsheet.html": {
        "view": "a [Broadsheet](#broadsheet)",
        "title": "the title of the campaign",
        "private": "whether it may have what not everybody may read",
    },
    "parts/event.html": {
        "telling": "a [Telling](#telling)",
        "id": "whether to set its anchor, as `ANCHOR`",
        "audit": "whether to show every part of every roll",
        "gm": "its [EventView](#eventview) in the GM's edition, else none",
    },
    "parts/footer.html": {
        "frame": "the frame",
        "current": "the page's path if the frame links to it",
    },
    "parts/header.html": {
        "frame": "the frame",
        "current": "the page's path if the frame links to it",
        "section": "the page's section if it is in the navigation",
        "searched": "whether the page has the search",
    },
    "parts/page-head.html": {
        "trail": "the [Breadcrumbs](#breadcrumbs) of the page, or none",
        "sections": "the id and the words of each of its sections, if it has many",
    },
    "parts/scheme.html": {},
    "parts/kind.html": {"telling": "a [Telling](#telling)"},
    "parts/map.html": {
        "view": "a [MapPage](#mappage)",
        "title": "the title of the campaign",
    },
    "parts/news.html": {
        "item": "a [NewsView](#newsview)",
        "id": "whether to set its anchor",
        "lead": "whether it is the first news of the turn",
    },
    "parts/past-factions.html": {"factions": "a list of [Ref](#ref)"},
    "parts/past-places.html": {
        "places": "a list of [PlaceAsOf](#placeasof)",
        "turn": "the number of the turn",
    },
    "parts/past-relations.html": {"relations": "a list of [RelationView](#relationview)"},
    "parts/timeline.html": {
        "timeline": "a [Timeline](#timeline)",
        "story": "the story that is current before its first turn, or empty",
        "has_calendar": "whether the campaign has a calendar",
    },
    "parts/rumor.html": {
        "item": "a [RumorView](#rumorview)",
        "heading": "the level of headings in its text",
        "here": "the place that is named above it, or none",
    },
    "parts/street.html": {
        "items": "a list of [EventView](#eventview)",
        "turn": "the number of their turn",
        "id": "whether to set their anchors",
    },
    "parts/styles.html": {},
    "parts/turn-land.html": {"world": "the [WorldMap](#worldmap) without holders"},
    "parts/turn-reveals.html": {"reveals": "a list of [RevealView](#revealview)"},
    "parts/turn-rumors.html": {"rumors": "a list of [RumorView](#rumorview)"},
}
#: The same for the templates of a ruleset, in `rules/<ruleset>/`.
RULESET_VALUES: Final[Mapping[str, Mapping[str, str]]] = {
    "one for each code of a telling": {
        "telling": "a [Telling](#telling)",
        "anchor": "the id for its heading, or empty",
        "audit": "as above",
    },
    "one for each code of a sheet": {
        "found": "a [Sheet](#sheet)",
        "turn": "the number of its turn",
    },
    "`headline.html`": {"telling": "a [Telling](#telling)"},
    "`kind.html`, the kind of a public event for its headline and woodcut": {
        "telling": "a [Telling](#telling)"
    },
    "`chance.html`": {"chance": "a [Chance](#chance)"},
}
_INTRODUCTION = """\
# Views

A template of a [theme](../how-to/change-the-theme.md) can read `view`, everything that its page
shows; `frame`, the same for all pages of the edition; `page`, its path, title and kind; and
`ruleset`, the ruleset's id. It can call [functions](#functions), and reads nothing else. An unknown
field is an error ([T003](findings.md#themes)) that lists the known ones.

## Fields with one meaning

These fields mean the same everywhere.

| Field | Meaning |
| --- | --- |
"""
_FURTHER = """\

These templates get other values besides, or instead. Those in `parts/` are drawn by the function
`part` and get nothing else.

"""
_OF_RULESETS = "\nThe templates of a ruleset, in `rules/<ruleset>/`, are drawn by `part` too.\n\n"
#: Types that are of no use to templates; fields of these types are left out.
_INTERNAL_TYPES: Final = (LazyView, Source, Span, Visibility)
_INTERNAL: Final = frozenset(
    {
        "AsOfPage.sections",
        "AudienceAccess.without_span",
        "SitePage.link_base",
        "SitePage.origin",
        "SitePage.sections",
        "TurnGroup.with_items",
    }
)
_WORD: Final = re.compile(r"[^\W_]+")
_ALIASES: Final[Mapping[frozenset[object], str]] = {
    frozenset(get_args(View)): "one of [the views](#the-views), or none",
    frozenset(get_args(FormPart)): "[form part](#form)",
}
_PLAIN: Final[Mapping[object, str]] = {
    str: "text",
    int: "number",
    float: "number",
    bool: "true or false",
    Fraction: "fraction",
    NoneType: "none",
}


#: Explanations of types that are no records.
_ADDITIONS: Final[Mapping[type, tuple[str, ...]]] = {
    Facts: (
        "A fact is true or false, a number, a text, a [Ref](#ref), other facts, a list or none.",
    ),
    Form: (
        "A form part is a "
        + ", ".join(f"[{it.__name__}](#{it.__name__.lower()})" for it in get_args(FormPart)[:-1])
        + f" or [{get_args(FormPart)[-1].__name__}](#{get_args(FormPart)[-1].__name__.lower()}).",
    ),
}


def page() -> str:
    """The whole page."""
    common = "".join(
        f"| {', '.join(f'`{it}`' for it in names.split(', '))} | {said} |\n"
        for names, said in COMMON_FIELDS.items()
    )
    records = records_of_templates()
    views = [it for it in get_args(View) if it is not NoneType]
    others = [it for it in records if it not in (*views, Frame, SitePage)]
    return "".join(
        [
            _INTRODUCTION + common,
            "\n## Templates\n\n",
            _template_table(),
            _FURTHER,
            _table_of_values({f"`{name}`": values for name, values in FURTHER_VALUES.items()}),
            _OF_RULESETS,
            _table_of_values(RULESET_VALUES),
            "\n## Functions\n\n",
            *(f"- {line}\n" for line in _functions()),
            "\n## The frame\n\n",
            _text_of_record(Frame),
            "\n## The page\n\n",
            _text_of_record(SitePage),
            "\n## The views\n",
            *(f"\n### {it.__name__}\n\n{_text_of_record(it)}" for it in sorted(views, key=_name)),
            "\n## What they consist of\n",
            *(f"\n### {it.__name__}\n\n{_text_of_record(it)}" for it in sorted(others, key=_name)),
        ]
    )


def _name(record: type) -> str:
    return record.__name__


# Templates


def views_by_template() -> dict[str, tuple[str, str]]:
    """For each template of pages the path of one, and the name of its view."""
    found: dict[str, tuple[str, str]] = {}
    for page in _sample_pages():
        if page.template not in found:
            view = "" if page.view is None else type(page.view).__name__
            found[page.template] = (page.path, view)
    return found


def _sample_pages() -> Iterator[SitePage]:
    """The pages of three editions of a sample that has all kinds of them."""
    played = resolve_campaign(read_tree(_SAMPLE, "sample"), Report())
    assert played is not None
    one = faction_audience(played.campaign.factions[0].id)
    for audience in (EVERYONE, one, GM):
        edition = project(
            played.campaign,
            played.history,
            played.ruleset,
            audience,
            played.tellings,
            played.sources,
        )
        address = "https://chronicle.example/"
        site = outline(edition, Report(), base_url=address, order_key="key")
        yield from site.pages
        yield announcement_page(site)
    yield from _pages_before_turn_1()
    # Of a site with several campaigns.
    yield SitePage("index.html", "shelf.html", "shelf", content=CampaignListPage((), ()))
    yield SitePage("404.html", "shelf-404.html", "lost")


def _pages_before_turn_1() -> Iterator[SitePage]:
    """The pages of a faction in a campaign that has not begun."""
    choices = available_choices((shipped_themes_folder(),))
    files = starter_files(StarterOptions("freeform", seed="any"), choices)
    content = {
        path.removeprefix("content/"): text
        for path, text in files.items()
        if path.startswith("content/") and "/turns/" not in path and "/." not in path
    }
    played = resolve_campaign(FileTree("sample", content), Report())
    assert played is not None
    one = faction_audience(played.campaign.factions[0].id)
    edition = project(played.campaign, played.history, played.ruleset, one)
    yield from outline(edition, Report()).pages


def _template_table() -> str:
    rows = (
        f"| `{template}` | `{path}` | {f'[{view}](#{view.lower()})' if view else 'none'} |\n"
        for template, (path, view) in sorted(views_by_template().items())
    )
    return "| Template | A page of it | Its view |\n| --- | --- | --- |\n" + "".join(rows)


def _table_of_values(tables: Mapping[str, Mapping[str, str]]) -> str:
    rows = []
    for template, values in tables.items():
        said = "; ".join(f"`{name}`: {words}" for name, words in values.items())
        rows.append(f"| {template} | {said or 'none'} |\n")
    return "| Template | Values |\n| --- | --- |\n" + "".join(rows)


def renderer() -> Renderer:
    """The renderer of the shipped theme."""
    theme = read_theme("annals", "en", (shipped_themes_folder(),), Report())
    assert theme is not None
    return Renderer.of(theme, "shadow")


def further_values(template: str, environment: Environment) -> set[str]:
    """The names that a template reads but that not all templates have."""
    parsed = _parsed(template, environment)
    # Those that are set inside a condition count as undeclared.
    own = {it.name for it in parsed.find_all(nodes.Name) if it.ctx == "store"}
    undeclared = meta.find_undeclared_variables(parsed)
    return undeclared - own - PAGE_VALUES - environment.globals.keys()


def values_of_parts(environment: Environment) -> dict[str, set[str]]:
    """The names of the values that each part is given, by template."""
    found: dict[str, set[str]] = {}
    for template in environment.list_templates():
        for call in _parsed(template, environment).find_all(nodes.Call):
            part = call.args[0] if call.args else None
            if isinstance(part, nodes.Const) and str(part.value).startswith("parts/"):
                found[part.value] = {given.key for given in call.kwargs}
    return found


def _parsed(template: str, environment: Environment) -> nodes.Template:
    assert environment.loader is not None
    source, _, _ = environment.loader.get_source(environment, template)
    return environment.parse(source)


# Functions


def functions() -> dict[str, Callable[..., Any]]:
    """The functions that templates can call, by name."""
    return renderer().functions.names()


def _functions() -> Iterator[str]:
    for name, called in sorted(functions().items()):
        parameters = [
            it.replace(annotation=inspect.Parameter.empty)
            for it in inspect.signature(called).parameters.values()
            if it.name != "self"
        ]
        signature = inspect.Signature(parameters)
        returned = get_type_hints(called).get("return")
        kind = _type_name(returned) if returned is not None else ""
        result = f" → {kind}" if "](#" in kind else ""
        plain = str(signature).replace("/, ", "").replace("*, ", "")
        yield f"`{name}{plain}`{result}: {docstring(called)}".replace("\n\n", " ")
    yield "`ANCHOR`: the placeholder that `at_anchor` replaces."


# Records


def records_of_templates() -> list[type]:
    """All records that templates can reach."""
    found: dict[type, None] = {}
    for start in (Frame, SitePage, *get_args(View), Shield, AudienceAccess, FittedText):
        _collect(start, found)
    return list(found)


def _collect(kind: object, found: dict[type, None]) -> None:
    origin = get_origin(kind)
    if origin is not None:
        for part in (origin, *get_args(kind)):
            _collect(part, found)
    elif isinstance(kind, type) and kind not in found and _is_record(kind):
        found[kind] = None
        for _, part, _ in members(kind):
            _collect(part, found)


def _is_record(kind: type) -> bool:
    return kind not in _INTERNAL_TYPES and (kind is Facts or is_record(kind))


def members(record: type) -> Iterator[tuple[str, object, str]]:
    """The fields of a record, then its properties and methods: name, type and explanation."""
    if record is Facts:
        return
    hints = get_type_hints(record)
    for field in field_names(record):
        if not _is_internal(record, field, hints[field]):
            yield field, hints[field], ""
    for name, value in vars(record).items():
        if isinstance(value, property) and value.fget is not None:
            returned = get_type_hints(value.fget)["return"]
            if not _is_internal(record, name, returned):
                yield name, returned, docstring(value.fget)
        elif inspect.isfunction(value) and not name.startswith("_"):
            returned = get_type_hints(value)["return"]
            if not _is_internal(record, name, returned):
                given = ", ".join(list(inspect.signature(value).parameters)[1:])
                yield f"{name}({given})", returned, docstring(value)


def _is_internal(record: type, name: str, kind: object) -> bool:
    of_internal_type = any(it in _INTERNAL_TYPES for it in (kind, *get_args(kind)))
    return of_internal_type or f"{record.__name__}.{name}" in _INTERNAL


def unexplained(record: type) -> list[str]:
    """The fields of a record that neither its docstring nor their own type or name explains."""
    common = {name for names in COMMON_FIELDS for name in names.split(", ")}
    words = {it.rstrip("s") for it in _words(inspect.getdoc(record) or "")}
    return [
        name
        for name, kind, said in members(record)
        if not said
        and name not in common
        and not name.startswith("has_")
        and not _is_of_records(kind)
        and not {it.rstrip("s") for it in _words(name)} - {"has", "is"} <= words
    ]


def _words(text: str) -> list[str]:
    return [it.casefold() for it in _WORD.findall(text)]


def _is_of_records(kind: object) -> bool:
    """Whether a type consists of records and of fixed values alone."""
    origin, parts = (
        get_origin(kind),
        [it for it in get_args(kind) if it not in (NoneType, Ellipsis)],
    )
    if origin is Literal:
        return True
    if parts:
        return all(_is_of_records(it) for it in parts)
    return kind is not Facts and isinstance(kind, type) and is_record(kind)


def _text_of_record(record: type) -> str:
    lines = []
    for (kind, said), group in groupby(members(record), lambda it: (_type_name(it[1]), it[2])):
        names = ", ".join(f"`{name}`" for name, _, _ in group)
        lines.append(f"- {names}: {kind}{f'. {said}' if said else ''}\n")
    paragraphs = [docstring(record), *_ADDITIONS.get(record, ())]
    return wrapped("\n\n".join(paragraphs)) + ("\n" + "".join(lines) if lines else "")


def _type_name(kind: object) -> str:
    """A type in words, with links to records."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _name_of_union(parts)
    if origin is Literal:
        return " or ".join(f"`{it}`" for it in parts)
    if origin is tuple and parts[-1] is not Ellipsis:
        return f"({', '.join(map(_type_name, parts))})"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"mapping of {_type_name(parts[0])} to {_grouped(parts[1])}"
    if origin is not None:
        name = "list" if origin is tuple else _type_name(origin)
        return f"{name} of {_grouped(parts[0])}"
    if isinstance(kind, type) and _is_record(kind):
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    # What is left are the items of a generic record.
    return _PLAIN.get(kind, "items")


def _name_of_union(parts: tuple[object, ...]) -> str:
    if {Facts, Ref} <= set(parts):
        return "[fact](#facts)"
    if frozenset(parts) in _ALIASES:
        return _ALIASES[frozenset(parts)]
    *names, last = dict.fromkeys(map(_type_name, parts))
    return f"{', '.join(names)} or {last}"


def _grouped(kind: object) -> str:
    name = _type_name(kind)
    return f"({name})" if " or " in name and not name.startswith(("list of ", "true")) else name
