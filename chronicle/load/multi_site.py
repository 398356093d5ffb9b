"""From the files of a shelf to what its author says of it; campaigns are read one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from chronicle.diagnostics.catalogue import content, images
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source, Span, Tree, Unread, whole
from chronicle.load.disk import SHELF, THEMES
from chronicle.load.hosting import hosting_of
from chronicle.load.inputs import DeployShape
from chronicle.load.names import Names
from chronicle.load.passages import passages_of
from chronicle.load.text import source_of
from chronicle.model.audience import EVERYONE, FOR_EVERYONE
from chronicle.model.hosting import Hosting
from chronicle.yaml.decode import ID_PATTERN, Address, Choice, Raw, Record, Text, decode
from chronicle.yaml.nodes import MapNode, Node
from chronicle.yaml.parser import compose

#: What no campaign can be called: folders of the shelf itself, here and in the site.
TAKEN: Final = (THEMES, "assets")
_ID: Final = "an id: lower-case letters, digits and single hyphens"
_BESIDE: Final = "on a shelf stand `shelf.yaml`, folders of campaigns and the folder `themes/`"


class ShelfShape(Record):
    """`shelf.yaml`."""

    title: str = ""
    tagline: str = ""
    theme: Annotated[Text, Choice("theme", open=True)] = "annals"
    look: Raw | None = None
    language: Annotated[Text, Choice("language", open=True)] = "en"
    address: Address = ""
    introduction: Text | None = None
    deploy: DeployShape | None = None


@dataclass(frozen=True, slots=True)
class Shelf:
    """What an author says of a shelf, all of it public; the theme has words for what is empty.

    ``introduction`` is Markdown, ``address`` ends in a slash, ``look`` is what is set of the
    theme. The spans are where the author names theme and language.
    """

    title: str
    tagline: str
    introduction: str
    theme: str
    language: str
    theme_at: Span | None
    language_at: Span | None
    address: str = ""
    look: Node | None = None
    hosting: Hosting | None = None


def load_shelf(tree: Tree, campaigns: Sequence[str], report: Report) -> Shelf | None:
    """The shelf that these campaigns stand on; None when findings say why it can't be read."""
    for name in campaigns:
        at = whole(Source(tree.shown(name), ""))
        if not re.fullmatch(ID_PATTERN, name):
            report.add(content.BadForm(at=at, word=name, form=_ID))
        elif name in TAKEN:
            report.add(content.TakenByShelf(at=at, name=name))
    for path in sorted(tree.files):
        if path != SHELF:
            report.add(_stray(tree, path))
    shape = _shape(tree, report)
    if shape is None:
        return None
    return Shelf(
        title=shape.title.strip(),
        tagline=shape.tagline.strip(),
        introduction=_introduction(shape, report),
        theme=shape.theme,
        language=shape.language,
        theme_at=shape.at("theme") if shape.has("theme") else None,
        language_at=shape.at("language") if shape.has("language") else None,
        address=shape.address,
        look=shape.look,
        hosting=hosting_of(shape.deploy),
    )


def _shape(tree: Tree, report: Report) -> ShelfShape | None:
    """What stands in `shelf.yaml`, which may be missing or empty."""
    source = source_of(tree, SHELF, report) if SHELF in tree.files else Source(SHELF, "{}")
    node = compose(source, report) if source is not None else None
    if source is None or node is None:
        return None
    if not isinstance(node, MapNode):
        report.add(content.NotAMapping(at=whole(source)))
        return None
    return decode(ShelfShape, node, report)


def _introduction(shape: ShelfShape, report: Report) -> str:
    """What the public may read of the introduction; a shelf has no factions to keep secrets for."""
    names = Names((), report)
    passages = passages_of(shape.introduction, shape.node.get("introduction"), FOR_EVERYONE, names)
    for mention in names.mentions:
        report.add(content.LinkOnShelf(at=mention.at, target=mention.target))
    for showing in names.showings:
        report.add(images.PictureOnShelf(at=showing.at, name=showing.name))
    return "\n\n".join(passage.visible(EVERYONE) for passage in passages)


def _stray(tree: Tree, path: str) -> content.StrayFile:
    is_folder = isinstance(tree.files[path], Unread)
    expected = "a campaign's folder holds `campaign.yaml`" if is_folder else _BESIDE
    if path.casefold() in ("shelf.yml", "shelf.yaml"):
        expected = "a shelf's words stand in `shelf.yaml`: rename it"
    at = whole(Source(tree.shown(path), ""))
    return content.StrayFile(at=at, expected=expected, folder=is_folder)
