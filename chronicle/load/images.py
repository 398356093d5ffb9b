"""Load the files in `media/` that texts show, and the shields of factions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from chronicle.cache.fingerprint import program_fingerprint
from chronicle.cache.store import cache_key, load_value, save_value
from chronicle.diagnostics.catalogue import content, shields
from chronicle.diagnostics.catalogue import images as problems
from chronicle.diagnostics.report import Problem, Report, closest_name
from chronicle.files.source import FileTree, ReadFailure, Source, Span, composed, span_of_file
from chronicle.load.context import LoadContext, PictureUse
from chronicle.load.disk import MEDIA_FOLDER
from chronicle.load.inputs import CampaignInput, FactionInput
from chronicle.markup.heraldry import DIVISIONS, default_division, division_preferences
from chronicle.markup.images import MAX_PICTURE_BYTES, Picture, PictureDefect, clean_picture
from chronicle.markup.images.references import pictures_in
from chronicle.markup.images.resize import with_smaller_sizes
from chronicle.model.campaign import Campaign, Faction, PreviewImage

#: The kind of cached pictures, cleaned and resized, and how many are cached.
_KIND: Final = "pictures"
_MAX_PICTURES: Final = 512


def media_paths(tree: FileTree) -> tuple[str, ...]:
    """The paths of all files in `media/` that could be read, or are too large."""
    return tuple(path for path in tree.files_in(MEDIA_FOLDER, "") if _is_file(tree.files[path]))


def load_pictures(
    tree: FileTree, showings: Sequence[PictureUse], report: Report, linked: Collection[str] = ()
) -> dict[str, Picture]:
    """The images that texts show, by file name, in order.

    Files that no text shows are not read, so that sketches can be kept there. ``linked`` are the
    targets of wiki links, among which may be pictures by mistake.
    """
    # A text that could not be read may show the image.
    all_read = not report.has_errors
    lying = {composed(path.removeprefix(f"{MEDIA_FOLDER}/")): path for path in media_paths(tree)}
    shown = {showing.name for showing in showings}
    meant = set(linked)
    for showing in showings:
        if showing.name not in lying:
            known = tuple(lying)
            name = showing.name.rpartition("/")[2]
            meant |= {name, closest_name(name, known) or name}
            report.add(problems.UnknownPicture(at=showing.at, name=showing.name, known=known))
    found: dict[str, Picture] = {}
    for name, path in lying.items():
        at = span_of_file(Source(tree.shown(path), ""))
        if name in shown:
            read = _clean(tree.files[path])
            if isinstance(read, Picture):
                found[name] = read
            else:
                report.add(picture_problem(read, at))
        elif all_read and name not in meant:
            can_be_shown = len(list(pictures_in(f"![x]({name})"))) == 1
            report.add(problems.UnusedPicture(at=at, name=name, can_be_shown=can_be_shown))
    return found


def _is_file(content: bytes | ReadFailure) -> bool:
    return isinstance(content, bytes) or content.fault == "too large"


def _clean(content: bytes | ReadFailure) -> Picture | PictureDefect:
    if not isinstance(content, bytes):
        return PictureDefect("too large", f"more than {MAX_PICTURE_BYTES >> 20} MB")
    key = cache_key(program_fingerprint(), content)
    kept = load_value(_KIND, key, Picture)
    if kept is not None:
        return kept
    found = clean_picture(content)
    if isinstance(found, Picture):
        found = with_smaller_sizes(found)
        save_value(_KIND, key, found, _MAX_PICTURES)
    return found


def picture_problem(fault: PictureDefect, at: Span | None) -> Problem:
    """What is said about a file that can't be shown as a picture."""
    match fault.reason:
        case "drawing" | "foreign":
            is_drawing = fault.reason == "drawing"
            return problems.NotAPicture(at=at, drawing=is_drawing, guess=fault.detail)
        case "broken" | "cut short":
            return problems.DamagedPicture(at=at, detail=fault.detail)
        case "too large":
            return problems.PictureTooLarge(at=at, detail=fault.detail)


#: Formats that all sites show.
_MEDIA_TYPES: Final = ("image/png", "image/jpeg")


def preview_image_of(head: CampaignInput, names: LoadContext) -> PreviewImage | None:
    """The preview image in `campaign.yaml`; its file is loaded with those that texts show."""
    if head.card is None:
        return None
    at = head.card.at("picture")
    names.picture_uses.append(PictureUse(head.card.picture, at))
    return PreviewImage(head.card.picture, head.card.words, at)


def check_preview_image(campaign: Campaign, report: Report) -> None:
    """Warn about a preview image that not every site would show."""
    card = campaign.card
    picture = campaign.pictures.get(card.picture) if card is not None else None
    if card is not None and picture is not None and picture.media_type not in _MEDIA_TYPES:
        report.add(shields.UnsupportedPreviewImage(at=card.at, kind=picture.media_type))


def shield_division(entry: FactionInput, id: str, report: Report) -> str:
    """The division of a faction's shield: the author's, or a default that depends on its id."""
    if entry.division is None:
        return default_division(id)
    if entry.division not in DIVISIONS:
        at = entry.at("division")
        report.add(content.UnknownWord(at=at, name=entry.division, known=tuple(DIVISIONS)))
        return default_division(id)
    return entry.division


def check_shields(factions: Sequence[Faction], report: Report) -> None:
    """Warn about shields that differ only in colour.

    They are not changed automatically: a shield that changed because of another would reveal it.
    """
    for number, faction in enumerate(factions):
        alike = [other for other in factions if other.sigil == faction.sigil]
        twins = [it for it in factions[:number] if it in alike and it.division == faction.division]
        taken = {other.division for other in alike}
        free = [division for division in division_preferences(faction.id) if division not in taken]
        if twins:
            report.add(
                shields.SimilarShields(
                    at=faction.sigil_at,
                    other=twins[0].name,
                    sigil=faction.sigil,
                    division=faction.division,
                    free=free[0] if free else "",
                )
            )
