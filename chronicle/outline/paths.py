"""The paths of a site's pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.model.facts import Ref, RefKind
from chronicle.outline.turn_ranges import TurnRange

#: The front page.
HOME: Final = "index.html"
#: The map of the latest turns.
MAP: Final = "map.html"
#: Charts of figures over the turns.
CHARTS: Final = "charts.html"
#: The relations of the factions.
RELATIONS: Final = "relations.html"
#: The feed, with one entry for each turn.
FEED: Final = "feed.xml"
#: The announcement of the latest turn, which is sent and not part of the site.
ANNOUNCEMENT: Final = "announcement.json"
#: The first part of the search index.
SEARCH: Final = "search.json"
#: The list of all pages for search engines.
SITEMAP: Final = "sitemap.xml"
#: The order sheet of a faction for the coming turn.
ORDERS: Final = "orders.html"
#: The rules that the campaign is played by.
RULES: Final = "rules.html"
#: The pieces in play that the reader knows by name.
FORCES: Final = "forces.html"
#: The rules for web crawlers.
ROBOTS: Final = "robots.txt"
#: Settings for the web servers `serve` and Vercel, which lead folders to addresses without a slash.
SERVER_SETTINGS: Final = ("serve.json", "vercel.json")
#: The page that a host shows if a page is not found.
NOT_FOUND: Final = "404.html"
#: The dossiers of a faction with several, or for the GM of all.
DOSSIERS: Final = "dossier/index.html"
#: How the site was made, and from what.
ABOUT: Final = "about.html"
#: The gallery of images.
GALLERY: Final = "gallery.html"
#: The folder of sealed files.
SEALED_FOLDER: Final = "sealed/"
#: The folder of images.
PICTURES_FOLDER: Final = "pictures"
#: The page that opens sealed dossiers.
UNLOCK: Final = "dossier.html"
#: The folder of the pages of each kind of thing.
_FOLDERS: Final[Mapping[RefKind, str]] = {
    "faction": "factions",
    "place": "places",
    "person": "people",
    "item": "items",
    "page": "pages",
    "turn": "turns",
}
#: Lists of turns, by the folder of their earlier pages.
_LIST_PATHS: Final[Mapping[str, str]] = {
    "turns": "turns/index.html",
    "rumors": "rumors/index.html",
    "timeline": "timeline.html",
    "gallery": "gallery.html",
}


def dossier_path(turn: int) -> str:
    """The path of a faction's dossier of a turn; 0 before turn 1."""
    return f"dossier/{turn}.html"


def page_path(ref: Ref) -> str:
    """The path of a thing's page."""
    return f"{_FOLDERS[ref.kind]}/{ref.id}.html"


def turn_list_path(folder: str, first: int, last: int, *, latest: bool) -> str:
    """The path of a page of a list of turns; the latest page is the list's own."""
    return _LIST_PATHS[folder] if latest else f"{folder}/{first}-{last}.html"


def search_path(stretch: TurnRange) -> str:
    """The path of the search index of a range of turns."""
    return f"search/{stretch.name}.json"


def map_path(stretch: TurnRange) -> str:
    """The path of the map of an earlier range of turns."""
    return f"map/{stretch.name}.html"
