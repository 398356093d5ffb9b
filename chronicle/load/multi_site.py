"""Load the files of a multi-campaign site; its campaigns are loaded separately."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Final

from chronicle.diagnostics.catalogue import content, images, syntax
from chronicle.diagnostics.report import Problem, Report
from chronicle.files.source import FileTree, ReadFailure, Source, Span, span_of_file
from chronicle.load.context import LoadContext
from chronicle.load.disk import MULTI_SITE_FILE, THEMES_FOLDER
from chronicle.load.inputs import DeployInput
from chronicle.load.passages import passages_of
from chronicle.load.portable_names import check_id_is_portable
from chronicle.load.publication import hosting_of
from chronicle.load.text_encoding import decode_source
from chronicle.model.audience import EVERYONE, FOR_EVERYONE
from chronicle.model.publication import Hosting
from chronicle.records import Record
from chronicle.yaml import decode
from chronicle.yaml.nodes import MapNode, Node
from chronicle.yaml.parser import compose

#: Ids that no campaign can have: folders of the site's source and output.
RESERVED_NAMES: Final = (THEMES_FOLDER, "assets")
_ID: Final = "an id like `lantern-guild`: lower-case letters, digits and single hyphens"
_SHORT_ID: Final = f"an id of at most {decode.MAX_ID_LENGTH} characters"
_STRAY_HINT: Final = "this folder may contain `shelf.yaml`, campaign folders and `themes/`"


class MultiSiteInput(decode.InputModel):
    """`shelf.yaml`."""

    title: str = ""
    tagline: str = ""
    theme: Annotated[decode.NonEmptyText, decode.NameHint("theme", open=True)] = "annals"
    look: decode.RawNode | None = None
    language: Annotated[decode.NonEmptyText, decode.NameHint("language", open=True)] = "en"
    address: decode.SiteUrl = ""
    introduction: decode.NonEmptyText | None = None
    deploy: DeployInput | None = None


class MultiSite(Record):
    """The settings of a multi-campaign site, all public; the theme has defaults for empty texts.

    ``introduction`` is Markdown, ``address`` ends in a slash, ``look`` has the theme's parameters.
    The spans are where the author names theme and language.
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


def load_multi_site(tree: FileTree, campaigns: Sequence[str], report: Report) -> MultiSite | None:
    """Load the site that contains these campaigns; None after an error."""
    for name in campaigns:
        at = span_of_file(Source(tree.shown(name), ""))
        check_id_is_portable(name, at, report)
        if not re.fullmatch(decode.ID_PATTERN, name):
            report.add(content.BadFormat(at=at, word=name, form=_ID))
        elif len(name) > decode.MAX_ID_LENGTH:
            report.add(content.BadFormat(at=at, word=name, form=_SHORT_ID))
        elif name in RESERVED_NAMES:
            report.add(content.ReservedCampaignName(at=at, name=name))
    for path in sorted(tree.files):
        if path != MULTI_SITE_FILE:
            report.add(_stray_file(tree, path))
    entry = _decode(tree, report)
    if entry is None:
        return None
    return MultiSite(
        title=entry.title.strip(),
        tagline=entry.tagline.strip(),
        introduction=_introduction(entry, report),
        theme=entry.theme,
        language=entry.language,
        theme_at=entry.at("theme") if entry.has("theme") else None,
        language_at=entry.at("language") if entry.has("language") else None,
        address=entry.address,
        look=entry.look,
        hosting=hosting_of(entry.deploy),
    )


def _decode(tree: FileTree, report: Report) -> MultiSiteInput | None:
    """The content of `shelf.yaml`, which may be missing or empty."""
    source = (
        decode_source(tree, MULTI_SITE_FILE, report)
        if MULTI_SITE_FILE in tree.files
        else Source(MULTI_SITE_FILE, "{}")
    )
    node = compose(source, report) if source is not None else None
    if source is None or node is None:
        return None
    if not isinstance(node, MapNode):
        report.add(content.NotAMapping(at=span_of_file(source)))
        return None
    return decode.decode(MultiSiteInput, node, report)


def _introduction(entry: MultiSiteInput, report: Report) -> str:
    """The public part of the introduction; there are no factions to keep secrets for."""
    names = LoadContext((), report)
    passages = passages_of(entry.introduction, entry.node.get("introduction"), FOR_EVERYONE, names)
    for mention in names.link_uses:
        report.add(content.LinkInMultiSite(at=mention.at, target=mention.target))
    for showing in names.picture_uses:
        report.add(images.PictureInMultiSite(at=showing.at, name=showing.name))
    return "\n\n".join(passage.visible_to(EVERYONE) for passage in passages)


def _stray_file(tree: FileTree, path: str) -> Problem:
    unread = tree.files[path]
    is_folder = isinstance(unread, ReadFailure)
    if isinstance(unread, ReadFailure) and unread.fault == "unreadable":
        return syntax.UnreadableFile(
            at=span_of_file(Source(tree.shown(path), "")), detail=unread.detail
        )
    expected = "a campaign folder contains `campaign.yaml`" if is_folder else _STRAY_HINT
    at = span_of_file(Source(tree.shown(path), ""))
    if path.casefold() in ("shelf.yml", "shelf.yaml"):
        return content.MisnamedFile(at=at, remedy="rename it to `shelf.yaml`", folder=is_folder)
    return content.StrayFile(at=at, expected=expected, folder=is_folder)
