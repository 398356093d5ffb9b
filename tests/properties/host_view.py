"""A campaign as it lies on a host, and what somebody who compares two of its builds can see.

That is every public byte, the names and sizes of all sealed files and, with a phrase of one's own,
one's own blobs and what is in them. What is in those of others is for nobody to compare.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.model.audience import EVERYONE, Audience
from chronicle.pipeline import BuildOptions, SealOptions, build_campaign
from chronicle.seal import (
    DossierTexts,
    Keys,
    open_dossiers,
    phrase_fingerprint,
    phrase_of,
    with_seats,
)
from chronicle.seal.keyring import open_key_bundle
from chronicle.seal.sealed_files import BOOK, KEYRING_PATH, PICTURE, SEALED_FOLDER, TURN
from chronicle.seal.unseal import blob_path
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
{% for place in view.places %}<p>{{ place.name }}</p>{% endfor %}
{% endif %}
{% if page.key == "turn" %}{% for news in view.turn.news %}{{ md(news.text) }}{% endfor %}
{% for told in view.turn.told %}<p>{{ told.telling.code }}</p>{% endfor %}{% endif %}
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


@dataclass(frozen=True)
class Hosted:
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
        """What the keyring says in clear, except its slots, which are random to look at."""
        ring = json.loads(self.sealed[KEYRING_PATH])
        return {key: json.dumps(part) for key, part in ring.items() if key != "slots"}

    def opened(self, faction: str) -> Mapping[str, DossierTexts] | None:
        """What the player of a faction reads."""
        return open_dossiers(self.sealed, self.logins[faction])

    def own(self, faction: str) -> Mapping[str, bytes]:
        """The blobs that a player has the key of."""
        bundle = open_key_bundle(self.sealed[KEYRING_PATH], self.logins[faction])
        assert bundle is not None
        return {
            path: self.sealed[path]
            for dossier in bundle.dossiers
            for kind in (BOOK, TURN, PICTURE)
            for number in range(99)
            if (path := blob_path(dossier.seat, kind, number)) in self.sealed
        }


def keys_of(factions: Sequence[str]) -> Keys:
    """Keys as they are after a first build of a campaign of these factions."""
    return with_seats(Keys(MASTER), factions)


def hosted(draft: Draft, media: Mapping[str, bytes], keys: Keys, themes: Path) -> Hosted:
    """A campaign as it is built for its host by the build itself, the leak gate included."""
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
    if audience != EVERYONE:
        if one.opened(audience.word) != other.opened(audience.word):
            found.append("the opened dossier")
        if one.own(audience.word) != other.own(audience.word):
            found.append("the dossier's blobs")
    return found
