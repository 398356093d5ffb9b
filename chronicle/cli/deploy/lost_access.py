"""What readers lose by a deploy: dossiers, passphrases and pages that are online until then."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from chronicle.authoring.repository_checks import Objection
from chronicle.cli.output import display_path
from chronicle.diagnostics.report import Report
from chronicle.records import Record

if TYPE_CHECKING:
    from chronicle.model.campaign import Campaign
    from chronicle.pipeline import BuildResult


class Loss(Record):
    """What the readers of one campaign lose; its id is empty if it is the only one.

    ``dossiers`` are ids and names of the factions whose dossiers go. ``no_key`` says that all of
    them go because the key is missing, ``other_key`` that no passphrase given out so far opens what
    is sealed now.
    """

    campaign: str
    folder: Path
    dossiers: Mapping[str, str]
    no_key: bool = False
    other_key: bool = False


def losses(
    before: Mapping[str, bytes],
    after: Mapping[str, bytes],
    made: Mapping[str, BuildResult],
    content: Path,
) -> tuple[Loss, ...]:
    """What is lost with the files of a host ``before``, by campaign."""
    found = (_loss(before, after, id, one.campaign, content / id) for id, one in made.items())
    return tuple(loss for loss in found if loss.dossiers or loss.no_key or loss.other_key)


def _loss(
    before: Mapping[str, bytes],
    after: Mapping[str, bytes],
    id: str,
    campaign: Campaign,
    folder: Path,
) -> Loss:
    from chronicle.seal import KEYRING_PATH, has_salt_of, sealed_factions, with_seats
    from chronicle.seal.key_file import load_keys

    was, now = (_sealed_in(files, id) for files in (before, after))
    names = {faction.id: faction.name for faction in campaign.factions}
    keys = load_keys(folder, Report())
    ring = was.get(KEYRING_PATH)
    if ring is None:
        return Loss(id, folder, {})
    if keys is None:
        played = {faction for player in campaign.players for faction in player.factions}
        return Loss(id, folder, {one: names.get(one, one) for one in sorted(played)}, no_key=True)
    if not has_salt_of(ring, keys):
        return Loss(id, folder, {}, other_key=KEYRING_PATH in now)
    known = {*names, *campaign.published.seats, *keys.seats}
    keys = with_seats(keys, known, campaign.published.seats)
    gone = sealed_factions(was, keys, known) - sealed_factions(now, keys, known)
    return Loss(id, folder, {one: names.get(one, one) for one in sorted(gone)})


def _sealed_in(files: Mapping[str, bytes], id: str) -> Mapping[str, bytes]:
    """The sealed files of a campaign, by their path on a site of its own."""
    below = f"{id}/" if id else ""
    start = f"{below}sealed/"
    return {path[len(below) :]: files[path] for path in files if path.startswith(start)}


def loss_objections(found: tuple[Loss, ...], *, unasked: bool) -> Iterator[Objection]:
    """Why a site that its players could not open is not deployed, ``unasked`` or at all."""
    for loss in found:
        name = display_path(loss.folder)
        typed = shlex.quote(name)
        if loss.other_key and unasked:
            yield Objection(
                f"what is online was sealed with another key than that in {name}: no passphrase"
                " given out so far would open the new dossiers",
                f"`chronicle keys restore FILE {typed}` brings the other key back; to give out new"
                " passphrases instead, deploy without --yes and confirm",
            )
        if not loss.no_key:
            continue
        yield Objection(
            f"{name} has no key, so the dossiers that are online would be taken off"
            f" the site: {', '.join(loss.dossiers.values()) or 'all of them'}",
            f"`chronicle keys restore FILE {typed}` restores a copy of the key; if there is none,"
            f" `chronicle keys init {typed}` creates another, and each player gets a new"
            " passphrase",
        )


def format_losses(found: tuple[Loss, ...]) -> Iterator[str]:
    """The lines that say which readers lose what."""
    for loss in found:
        start = f"{loss.campaign}: " if loss.campaign else ""
        if loss.other_key:
            yield (
                f"{start}What is online was sealed with another key: no passphrase given out so far"
                " opens the new dossiers."
            )
            typed = shlex.quote(display_path(loss.folder))
            yield f"  chronicle keys restore FILE {typed} brings the other key back."
        elif loss.dossiers:
            is_one = len(loss.dossiers) == 1
            yield (
                f"{start}The {'dossier' if is_one else 'dossiers'} of"
                f" {' and '.join(loss.dossiers.values())} will be taken off the site; nobody can"
                f" open {'it' if is_one else 'them'} there any more."
            )
