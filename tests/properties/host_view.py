"""A campaign as it lies on a host, and what somebody who compares two of its builds can see.

That is every public byte, the names and sizes of all sealed files, which of them changed and, with
a phrase of one's own, what is in one's own dossier.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.model.audience import EVERYONE, Audience
from chronicle.pipeline import BuildOptions, SealOptions, build_campaign
from chronicle.records import Record
from chronicle.seal import DossierTexts, Keys, phrase_of, with_seats
from chronicle.seal.keyring import KeyBundle, open_key_bundle
from chronicle.seal.keys import seat_key
from chronicle.seal.logins import phrase_fingerprint
from chronicle.seal.sealed_files import BOOK, KEYRING_PATH, PAGES, SEALED_FOLDER, TURN
from chronicle.seal.unseal import blob_path, open_dossiers
from tests.properties.audience_output import ADDRESS
from tests.properties.editable_campaign import Draft
from tests.properties.fast_yaml import composing_once
from tests.seal.small_bundles import MASTER, cheap

#: The templates of a theme that says little of a page, so that no text needs a second step.
_PAGE: Final = """\
{% set title = page.name or page.key %}{% set header_content = frame.title %}
{% set content %}<h1>{{ page.name }}</h1>
{% if page.key == "home" %}
{% for faction in frame.factions %}<p>{{ faction.name }}</p>{% endfor %}
{% endif %}
{% if page.key == "places" %}
{% for branch in view.places recursive %}<p>{{ branch.place.name }}</p>
{{ loop(branch.inside) }}{% endfor %}
{% endif %}
{% if page.key == "turn" %}{% for news in view.turn.news %}{{ md(news.text) }}{% endfor %}
{% for told in view.turn.events %}<p>{{ told.telling.code }}</p>{% endfor %}{% endif %}
{% if page.key == "faction" %}
{% for text in view.faction.profile %}{{ md(text) }}{% endfor %}
{% endif %}
{% endset %}
<title>{{ title }}</title><header class="site">{{ header_content }}</header>
<main>{{ content }}</main>
"""
_TEMPLATES: Final = (
    "annals archive audit audits broadsheet dossier dossiers faction factions home map page "
    "place places turn about"
)
NAME: Final = "terse"


def write_theme(folder: Path) -> Path:
    """Writes the terse theme; the folder of themes that it is in."""
    (folder / NAME).mkdir(parents=True)
    for template in _TEMPLATES.split():
        (folder / NAME / f"{template}.html").write_text(_PAGE, encoding="utf-8")
    return folder


class Hosted(Record):
    """What lies on the host: public files, sealed files, and the login of each player."""

    public: Mapping[str, bytes]
    sealed: Mapping[str, bytes]
    logins: Mapping[str, bytes]

    @property
    def sizes(self) -> Mapping[str, int]:
        """All that is plain about sealed files."""
        return {path: len(content) for path, content in self.sealed.items()}

    @property
    def head(self) -> Mapping[str, str]:
        """What the keyring says in clear, without its stamp and slots, which look random."""
        ring = json.loads(self.sealed[KEYRING_PATH])
        return {
            key: json.dumps(part) for key, part in ring.items() if key not in ("stamp", "slots")
        }

    def opened(self, faction: str) -> Mapping[str, DossierTexts] | None:
        """What the player of a faction reads."""
        return open_dossiers(self.sealed, self.logins[faction])

    def held(self, faction: str) -> KeyBundle | None:
        """The keys that the player of a faction has."""
        return open_key_bundle(self.sealed[KEYRING_PATH], self.logins[faction])

    @property
    def rows(self) -> Mapping[str, str]:
        """The row of each sealed file but the keyring, which nobody can tell without the keys.

        What is in no seat are the pictures, a row as well.
        """
        keys = Keys(MASTER)
        places = [(BOOK, 0), (PAGES, 0), *((TURN, number) for number in range(1, 99))]
        known = {
            blob_path(seat_key(keys, seat), *place): f"{place[0]} {place[1]}"
            for seat in range(16)
            for place in places
        }
        return {path: known.get(path, "pictures") for path in self.sealed if path != KEYRING_PATH}


def partly_changed(one: Hosted, other: Hosted) -> list[str]:
    """The rows of which some files differ between two builds and some do not."""
    differs: dict[str, set[bool]] = {}
    for path, row in other.rows.items():
        differs.setdefault(row, set()).add(one.sealed.get(path) != other.sealed[path])
    return sorted(row for row, found in differs.items() if len(found) > 1)


def keys_of(factions: Sequence[str]) -> Keys:
    """The keys after a first build of a campaign of these factions."""
    return with_seats(Keys(MASTER), factions)


def hosted(draft: Draft, media: Mapping[str, bytes], keys: Keys, themes: Path) -> Hosted:
    """A campaign built for its host by the build itself, with the leak gate."""
    named = replace(draft, head={**draft.head, "theme": NAME, "address": ADDRESS})
    players = [named.renamed(power) for power in draft.powers]
    keys = cheap(keys, [*players, "gm"])
    report = Report()
    with composing_once():
        made = build_campaign(
            FileTree("", {**named.tree().files, **media}),
            report,
            BuildOptions((themes,), seal=SealOptions(keys), site_only=True),
        )
    errors = [finding.message for finding in report.findings if finding.severity == "error"]
    assert made is not None, errors
    files = {
        path.removeprefix("site/"): content
        for path, content in made.files.items()
        if path.startswith("site/")
    }
    sealed = {
        path: content for path, content in files.items() if path.startswith(f"{SEALED_FOLDER}/")
    }
    return Hosted(
        {path: content for path, content in files.items() if path not in sealed},
        sealed,
        {id: keys.logins[phrase_fingerprint(keys, phrase_of(keys, id))] for id in players},
    )


def noticed(one: Hosted, other: Hosted, audience: Audience) -> list[str]:
    """Where somebody sees that two builds differ; nowhere, when it only knows what is unchanged."""
    found = [f"path {path}" for path in sorted(one.public.keys() ^ other.public.keys())]
    found += [
        f"bytes of {path}"
        for path in sorted(one.public.keys() & other.public.keys())
        if one.public[path] != other.public[path]
    ]
    found += [f"{it} of the keyring" for it, _ in one.head.items() ^ other.head.items()]
    found += [f"a sealed file or its size: {it}" for it in one.sizes.items() ^ other.sizes.items()]
    found += [f"some of the row {row}" for row in partly_changed(one, other)]
    if audience != EVERYONE:
        if one.opened(audience.word) != other.opened(audience.word):
            found.append("the opened dossier")
        if one.held(audience.word) != other.held(audience.word):
            found.append("the keys of the dossier")
    return found
