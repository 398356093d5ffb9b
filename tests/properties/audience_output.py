"""What an audience gets of a campaign, and the two checks that secrecy stands on.

Each check hands back what breaks it, so that planted leaks can be shown to break it.
"""

from __future__ import annotations

import base64
import binascii
import html
import json
import re
from collections.abc import Iterator, Mapping
from typing import Final
from unittest.mock import patch
from urllib.parse import unquote

from chronicle import project, render
from chronicle.authoring import json_export
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.model.audience import Audience
from chronicle.outline import pages
from chronicle.pipeline import PlayedCampaign
from chronicle.project.edition import Edition
from chronicle.records import Record, field_names
from chronicle.render import Renderer, Theme
from chronicle.render.messages import MessageCatalogue
from chronicle.render.renderer import PageRenderer
from tests.properties.editable_campaign import Draft, played
from tests.properties.secret_tokens import TOKEN, Ledger

_TEMPLATES: Final = (
    "annals archive audit audits broadsheet dossier dossiers entities entity faction "
    "factions as-of home map page place places timeline turn about unlock 404 "
    "charts relations gallery orders rules forces"
)
#: Prints all that a template is given, so that nothing in a view stays unseen.
_PAGE: Final = """\
{% macro texts(found) %}
{% for text in found %}{{ md(text) }}{{ plain(text) }}{% endfor %}
{% endmacro %}
<title>{{ page.name }}</title><p>{{ page.path }} {{ page.key }} {{ page.turn }} {{ page.span }}</p>
<p>{{ frame }}</p><p>{{ view }}</p>
{% if page.key == "home" %}{{ texts(view.introduction) }}
{% for faction in frame.factions %}{{ sigil(faction.sigil) }}{% endfor %}{% endif %}
{% if page.key == "turn" %}{% for news in view.turn.news %}{{ md(news.text) }}{% endfor %}
{% for rumor in view.turn.rumors %}{{ md(rumor.text) }}{% endfor %}{% endif %}
{% set texts_of, about = (), none %}
{% if page.key == "faction" %}{% set texts_of, about = view.faction.profile, view.connections %}
{% elif page.key == "place" %}{% set texts_of, about = view.place.passages, view.connections %}
{% elif page.key == "page" %}{% set texts_of, about = view.page.passages, view.connections %}
{% elif page.key in ("person", "item") %}
{% set texts_of, about = view.entity.passages, view.connections %}
{% if view.entity.portrait %}{{ md(view.entity.portrait) }}{% endif %}{% endif %}
{% if about %}{{ texts(texts_of) }}<p>{{ link(about.ref) }}</p>
{% for ref in about.linkers %}<p>{{ link(ref) }}</p>{% endfor %}
{% for _, tied in about.tied %}{% for it in tied %}<p>{{ link(it.ref) }}</p>{% endfor %}{% endfor %}
{% endif %}
<link href="{{ asset("plain.css") }}">
"""
#: What programs read.
_PROGRAMS: Final = "feed.xml robots.txt sitemap.xml search.json serve.json vercel.json"
_SOURCES: Final = (
    {f"{name}.html": _PAGE for name in _TEMPLATES.split()}
    | dict.fromkeys(_PROGRAMS.split(), _PAGE)
    | {f"sigils/{name}.svg": "<path/>" for name in ("key", "moon", "tower", "wolf")}
    | {"card.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"/>'}
)
#: Where the public's pages stand; there is a feed then.
ADDRESS: Final = "https://host.example/game/"
#: A theme that draws quickly and hides nothing.
BARE: Final = Renderer.of(
    Theme(
        "bare",
        {path: Source(path, text) for path, text in _SOURCES.items()},
        {"plain.css": b"p {}"},
        MessageCatalogue({"picture.enlarge": "+", "news.private": "+"}),
        "en",
    )
)


class Shown(Record):
    """One audience's share of a campaign: its edition, the JSON of `resolve --as`, its files."""

    edition: Edition
    json: str
    files: Mapping[str, bytes]


def shown(found: PlayedCampaign, audience: Audience, renderer: Renderer = BARE) -> Shown:
    """All that an audience can get hold of; the rules are asked once, as by a build."""
    report = Report()
    edition = project.project(
        found.campaign, found.history, found.ruleset, audience, tellings=found.tellings
    )
    told = json.dumps(
        json_export.turns_as_json(found, None, audience), ensure_ascii=False, indent=1
    )
    site = pages.outline(edition, report, base_url=ADDRESS)
    # What a page is known by is for the next build, and takes as long as drawing it.
    with patch.object(PageRenderer, "key", return_value=""):
        files = render.render_site(site, renderer, report)
    assert not report.findings, [finding.message for finding in report.findings]
    return Shown(edition, told, files)


def edition_of(found: PlayedCampaign, audience: Audience) -> Edition:
    """What an audience may know, before anything is drawn of it: quicker than :func:`shown`."""
    return project.project(found.campaign, found.history, found.ruleset, audience)


def differing(one: Edition, other: Edition) -> list[str]:
    """Where two editions of the same audience differ."""
    return [
        f"edition.{name}"
        for name in field_names(Edition)
        if getattr(one, name) != getattr(other, name)
    ]


def slips(ledger: Ledger, edition: Edition) -> list[str]:
    """Tokens in an edition that are not for its audience, with the field each comes from."""
    found = dict.fromkeys(TOKEN.findall(repr(edition).casefold()))
    word = edition.audience.word
    return [
        f"{ledger.fields.get(token, 'seed')} ({token})"
        for token in found
        if word not in ledger.readers.get(token, frozenset())
    ]


def differences(one: Shown, other: Shown) -> list[str]:
    """Where two shares of the same audience differ: none, when nothing it may know changed."""
    found = differing(one.edition, other.edition)
    if one.json != other.json:
        found.append("json: " + _first_difference(one.json, other.json))
    found += [f"path {path}" for path in sorted(one.files.keys() ^ other.files.keys())]
    found += [
        f"bytes of {path}: "
        + _first_difference(one.files[path].decode(), other.files[path].decode())
        for path in sorted(one.files.keys() & other.files.keys())
        if one.files[path] != other.files[path]
    ]
    if list(one.files) != list(other.files):
        found.append("order of files")
    return found


def _first_difference(one: str, other: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"{one[max(0, at - 60) : at + 60]!r} / {other[max(0, at - 60) : at + 60]!r}"


def interference(draft: Draft, changed: Draft, audience: Audience) -> list[str]:
    """What an audience notices of a change that it may not notice."""
    before = shown(played(draft.tree()), audience)
    return differences(before, shown(played(changed.tree()), audience))


def leaks(ledger: Ledger, share: Shown, audience: Audience) -> list[str]:
    """Tokens in an audience's share that are not for it, with the field each comes from."""
    found: dict[str, None] = {}
    seen: set[str] = set()
    texts = {path: content.decode("utf-8", "replace") for path, content in share.files.items()}
    for path, text in {**texts, "(resolve --as)": share.json}.items():
        # Nothing is read across lines; most lines of a page are on many pages.
        lines = [line for line in (path, *text.split("\n")) if line not in seen]
        seen.update(lines)
        for reading in readings("\n".join(lines)):
            for token in TOKEN.findall(reading):
                if audience.word not in ledger.readers.get(token, frozenset()):
                    found[f"{ledger.fields.get(token, 'seed')} ({token}) in {path}"] = None
    return list(found)


_HEX: Final = re.compile(r"(?:[0-9a-f]{2}){7,}")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{10,}")


def _unescape(text: str) -> str:
    """As the library does it, which is slow with the quotes that most entities stand for."""
    return html.unescape(text.replace("&#39;", "'").replace("&#34;", '"'))


def readings(text: str) -> Iterator[str]:
    """A text as it stands and as it reads when folded or decoded."""
    folded = text.casefold()
    plain, unquoted = _unescape(folded), unquote(folded)
    yield from {folded, plain, unquote(plain), plain if unquoted == folded else _unescape(unquoted)}
    for run in set(_HEX.findall(folded)):
        yield bytes.fromhex(run).decode("latin-1")
    for run in set(_BASE64.findall(text)):
        for start in range(4):
            cut = run[start:] + "=" * (-len(run[start:]) % 4)
            try:
                yield base64.b64decode(cut, altchars=b"-_").decode("latin-1").casefold()
            except binascii.Error:
                continue
