"""Small sound campaigns as workspaces: what the fuzz tests mutate."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from chronicle.files.package_data import shipped_themes_folder
from chronicle.files.source import FileTree
from chronicle.seal.key_file import KEY_FILE
from tests.golden.golden_sites import WHOLE
from tests.markup.images.sample_images import TOLD
from tests.publish.lock.published_campaign import published
from tests.small_campaign import tree_of

#: The files of a workspace by path, below it.
Workdir = Mapping[str, bytes]

_THEME: Final = "themes/harbour"
#: The templates that a page of the world with a theme is drawn with.
_TEMPLATES: Final = (
    *("layout.html", "macros.html", "turn.html", "front.html", "faction.html", "map.html"),
    *("home.html", "feed.xml", "entity.html", "dossier.html"),
)
_ORDERS: Final = """\
Dear GM, here they are:

turn: 3
faction: vael
orders:
  place: {knives: marsh}
  conspiracies:
    - id: bribe
      action: raise
      resource: eyes
      to: 3
      stake: 1
      narrative: They pay in *silver*.
"""
_PERSON: Final = """\
---
name: The Ferryman
for: everyone
role: rows
at: marsh
---
Rows, and has heard of [[harbour|the harbour]].

::: secret vael
He is paid *twice*.
:::
"""


def _content(tree: FileTree) -> dict[str, bytes]:
    return {
        f"content/{path}": content
        for path, content in tree.files.items()
        if isinstance(content, bytes)
    }


def _key_file() -> bytes:
    document = {
        "version": 1,
        "about": "the master key of Crowns",
        "demo": False,
        "master": bytes(range(32)).hex(),
        "rotations": {"vael": [2]},
        "generations": {"ada": 2},
        "own": {"ben": "harbour lantern cobble quiet morning"},
        "seats": {"vael": 0, "oru": 5},
        "logins": {},
    }
    return json.dumps(document, indent=1).encode()


def _pictures(world: Workdir) -> dict[str, bytes]:
    names = [f"{kind.replace(' ', '-')}.{_suffix(kind)}" for kind in TOLD]
    shown = "".join(f"      ![{name}]({name})\n\n" for name in names)
    turn = world["content/turns/001.yaml"].decode()
    marked = turn.replace("      ::: secret vael\n", f"{shown}      ::: secret vael\n", 1)
    media = {f"content/media/{n}": c for n, c in zip(names, TOLD.values(), strict=True)}
    return {**world, **media, "content/turns/001.yaml": marked.encode()}


def _suffix(kind: str) -> str:
    word = kind.rpartition(" ")[2]
    return {"apng": "png", "jpeg": "jpg"}.get(word, word)


def _themed(world: Workdir) -> dict[str, bytes]:
    shipped = shipped_themes_folder() / "annals"
    files = {name: (shipped / name).read_bytes() for name in (*_TEMPLATES, "theme.yaml")}
    files["lang/en.yaml"] = (shipped / "lang" / "en.yaml").read_bytes()
    files["theme.yaml"] = files["theme.yaml"].replace(b"[annals.css]", b"[annals.css, own.css]")
    files["static/own.css"] = b"@media screen { :root { --manila: #b9c7cf; } }\n"
    files["sigils/oar.svg"] = next((shipped / "sigils").glob("*.svg")).read_bytes()
    head = world["content/campaign.yaml"] + b"theme: harbour\n"
    own = {f"content/{_THEME}/{name}": content for name, content in files.items()}
    return {**world, **own, "content/campaign.yaml": head}


def _worlds() -> dict[str, Workdir]:
    shadow = _content(WHOLE["small"])
    players = shadow["content/campaign.yaml"] + b"players: {ada: vael, ben: oru}\n"
    sealed = {"content/campaign.yaml": players, f"content/{KEY_FILE}": _key_file()}
    return {
        "shadow": {**shadow, "content/people/ferryman.md": _PERSON.encode()},
        "lieutenants": _content(WHOLE["fords"]),
        "wwn": _content(WHOLE["banners"]),
        "freeform": _content(WHOLE["ledger"]),
        "published": _content(tree_of(published(2))),
        "orders": {**shadow, "orders.txt": _ORDERS.encode()},
        "sealed": {**shadow, **sealed},
        "pictures": _pictures(shadow),
        "theme": _themed(shadow),
    }


#: Every workspace by name.
WORLDS: Final[Mapping[str, Workdir]] = _worlds()
