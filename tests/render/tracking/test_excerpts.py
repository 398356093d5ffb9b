"""What is drawn once for several pages stands on each as it would if it were drawn for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, Source
from chronicle.outline.pages import outline
from chronicle.outline.site import Site
from chronicle.pipeline import resolve_campaign
from chronicle.project import audiences_of, project
from chronicle.render import Renderer, render_site
from chronicle.render.template_functions import TemplateFunctions
from chronicle.render.templates import ThemeMacro
from chronicle.render.theme import Theme
from chronicle.render.tracking.excerpts import Excerpts, Reading
from tests.golden.golden_sites import WHOLE
from tests.serve.edited_campaign import TURNS
from tests.small_campaign import tree_of
from tests.theme_fragments import renderer

#: What is shown besides isn't noted: nothing is kept then, from no page to another.
UNNOTED: Final = {"besides": 1}


@lru_cache(maxsize=2)
def sites(id: str) -> tuple[Site, ...]:
    """The sites of all editions of a campaign."""
    return tuple(_sites(WHOLE[id]))


def _sites(tree: FileTree) -> Iterator[Site]:
    report = Report()
    played = resolve_campaign(tree, report)
    assert played is not None, report.findings
    for audience in audiences_of(played.campaign):
        yield outline(project(played.campaign, played.history, played.system, audience), report)


def drawn(site: Site, shelf: Renderer, **shown: object) -> dict[str, bytes]:
    """The pages of a site."""
    report = Report()
    files = render_site(site, shelf, report, **shown)
    assert report.findings == ()
    return {path: content for path, content in files.items() if path.endswith(".html")}


def with_room(theme: Theme, most: int = 10**9) -> Renderer:
    """A theme ready to draw, with nothing drawn yet and as many letters of room."""
    return replace(Renderer.of(theme), excerpts=Excerpts(most))


def theme_with(**templates: str) -> Theme:
    """The shipped theme with templates added to, by their names without the ending."""
    theme = renderer().theme
    sources = dict(theme.sources)
    for name, text in templates.items():
        path = f"{name}.html"
        sources[path] = Source(sources[path].path, sources[path].text + text)
    return replace(theme, sources=sources)


@pytest.mark.parametrize("id", sorted(WHOLE))
def test_sharing_fragments_does_not_change_an_edition(id: str) -> None:
    theme = renderer().theme
    alone = [drawn(site, with_room(theme), **UNNOTED) for site in sites(id)]
    forth, back = with_room(theme), with_room(theme)
    assert [drawn(site, forth) for site in sites(id)] == alone
    assert [drawn(site, back) for site in reversed(sites(id))] == alone[::-1]


def test_a_full_fragment_cache_does_not_change_pages() -> None:
    theme = renderer().theme
    full, bare = with_room(theme), with_room(theme, 5000)
    for site in sites("small"):
        assert drawn(site, full) == drawn(site, bare)


#: What a macro of a theme of one's own may read without being given it.
READ: Final = (
    "{{ page.path }}",
    "{{ page.key }}{{ page.at('turns/2.html') }}",
    "{{ edition.title }}",
    "{{ edition.audience.word }}",
    "{{ edition.last_turn }}",
    "{{ edition.turns|map(attribute='title')|join(', ') }}",
    "{{ site.has('dossier/2.html') }}",
    "{{ subject.number if page.key in ('turn', 'audit') }}",
    "{{ subject }}",
    "{{ site }}",
    "{{ mentions('place', 'harbour')|length }}",
    "{{ url('index.html') }}{{ asset('icon.svg') }}",
    "{{ course('vael')|length }}",
    "{% for f in edition.factions %}{{ f.name }}{{ f == edition.factions[0] }}{% endfor %}",
)
_OWN: Final = "{{% macro event(told, id=true, audit=false) %}}<p>{}</p>{{% endmacro %}}\n"


@pytest.mark.parametrize("read", READ)
def test_cached_macro_output_equals_fresh_output(read: str) -> None:
    theme = theme_with(macros=_OWN.format(read))
    kept, bare = with_room(theme), with_room(theme, 0)
    for site in _sites(tree_of(TURNS)):
        assert drawn(site, kept) == drawn(site, bare, **UNNOTED)


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("{% set n = edition.audience.word %}", "{{ n }}"),
        ("{% set n = page.path %}", "{{ n }}"),
        ("{% set n = page %}", "{{ n.path }}"),
        ("{% set n = page.subject %}", "{{ n }}"),
        ("{% set n = subject %}", "{{ n }}"),
        ("{% set n = subject is none %}", "{{ n }}"),
        ("{% set n = subject.number if page.key == 'turn' %}", "{{ n }}"),
        ("{% set n = url('index.html') %}", "{{ n }}"),
        ("{% set n = url %}", "{{ n('index.html') }}"),
        ("{% set n = link((edition.names|list)[0]) %}", "{{ n }}"),
        ("{% set n = edition.factions[0] %}", "{{ n.name }}"),
        ("{% set n = namespace(count=0) %}", "{% set n.count = n.count + 1 %}{{ n.count }}"),
        ("{% set n = [] %}", "{% set _ = n.append(1) %}{{ n|length }}"),
        ("{% set n = ([],) %}", "{% set _ = n[0].append(1) %}{{ n[0]|length }}"),
    ],
)
def test_what_a_template_of_macros_holds_is_what_it_would_hold(held: str, said: str) -> None:
    theme = theme_with(macros=held + _OWN.format(said))
    kept, bare = with_room(theme), with_room(theme, 0)
    for site in _sites(tree_of(TURNS)):
        assert drawn(site, kept) == drawn(site, bare, **UNNOTED)


@pytest.mark.parametrize(
    "held",
    [
        "{% set n = edition.audience.word %}{% macro said() %}{{ n }}{% endmacro %}",
        "{% set n = page.path %}{% macro said() %}{{ n }}{% endmacro %}",
        "{% set n = [] %}{% macro said() %}{% set _ = n.append(1) %}{{ n|length }}{% endmacro %}",
    ],
)
@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize("within", [False, True])
def test_so_it_is_with_another_that_it_imports(held: str, early: bool, within: bool) -> None:
    import_ = '{% import "other.html" as other with context %}'
    said = "{{ other.said() }}"
    before, own = ("", import_ + said) if within else (import_, said)
    theme = theme_with(macros=before + _OWN.format(own))
    turn = theme.sources["turn.html"]
    # A page may have imported it by itself, before its macros are there.
    page = turn.text.replace("%}\n", f"%}}\n{import_ if early else ''}", 1)
    sources = {
        **theme.sources,
        "other.html": Source("themes/own/other.html", held),
        "turn.html": replace(turn, text=page),
    }
    theme = replace(theme, sources=sources)
    kept, bare = with_room(theme), with_room(theme, 0)
    for site in _sites(tree_of(TURNS)):
        assert drawn(site, kept) == drawn(site, bare, **UNNOTED)


def test_text_common_to_all_audiences_is_rendered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: Counter[str] = Counter()
    draw = ThemeMacro._draw

    def counted(self: ThemeMacro, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        calls[self.kept.name if self.kept else ""] += 1
        return draw(self, given, named)

    monkeypatch.setattr(ThemeMacro, "_draw", counted)
    text = "Bells, and then one more."
    news = f"news: [{{for: everyone, title: Bells, text: {text!r}}}]\n"
    tree = tree_of({"turns/001.yaml": f"turn: 1\n{news}"})
    shelf = with_room(renderer().theme)
    pages = [page for site in _sites(tree) for page in drawn(site, shelf).values()]
    shown = sum(text.encode() in page for page in pages)
    assert shown > 4
    # Once for players and the public, and once for the GM, who sees its readers.
    assert calls["macros.html:news"] == 2


def test_a_reused_fragment_records_the_same_reads() -> None:
    site, shelf = sites("small")[0], renderer()
    reading = Reading(site, Excerpts())
    handed = reading.begin(site.by_path["turns/1.html"])
    tools = TemplateFunctions(shelf.theme, handed.site, handed.page, shelf.shields, reading)
    ref = next(iter(site.edition.names))
    _, first = reading.noting(lambda: tools.link(ref))
    _, again = reading.noting(lambda: tools.link(ref))
    assert first
    assert again == first
