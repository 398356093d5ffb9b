"""What is written down of each campaign once its turns are out, and who reads which dossier."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from chronicle.cli.output import shown
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.authoring.site_diff import Dossier
    from chronicle.model.campaign import Campaign
    from chronicle.model.hosting import Hosting
    from chronicle.pipeline import Made


@dataclass(frozen=True, slots=True)
class Marked:
    """A campaign whose turns go out: its folder, and its id on a shelf or an empty text.

    ``kept`` are the files of the record that will say something else, ``was`` and ``now`` the last
    turn that is published before and after.
    """

    id: str
    folder: Path
    kept: Mapping[str, bytes]
    was: int
    now: int
    dossiers: tuple[Dossier, ...] = ()


def marked(content: Path, made: Mapping[str, Made]) -> tuple[Marked, ...]:
    """The campaigns of a folder, from what a build made of each: by id, or by an empty text."""
    return tuple(_marked(id, content / id, one) for id, one in made.items())


def _marked(id: str, folder: Path, made: Made) -> Marked:
    was, now = made.campaign.published.through, made.published.through
    return Marked(id, folder, made.kept, was, now, _dossiers(id, folder, made.campaign))


def _dossiers(id: str, folder: Path, campaign: Campaign) -> tuple[Dossier, ...]:
    """The sealed dossiers of a campaign; none without a key."""
    from chronicle.authoring.site_diff import Dossier
    from chronicle.seal import places_of, seated
    from chronicle.seal.key_file import keys_in

    keys = keys_in(folder, Report())
    if keys is None:
        return ()
    factions = sorted({faction for player in campaign.players for faction in player.factions})
    places = places_of(seated(keys, factions), factions, len(campaign.turns))
    below = f"{id}/" if id else ""
    return tuple(
        Dossier(id, faction, tuple(f"{below}{place}" for place in places[faction]))
        for faction in factions
    )


def hosting_in(content: Path) -> tuple[Hosting | None, str]:
    """Where the author says that a campaign or a shelf goes, and the address it will stand at."""
    from chronicle.load import campaigns_in, load, read_tree
    from chronicle.load.disk import read_shelf
    from chronicle.load.multi_site import load_shelf

    if (content / "campaign.yaml").exists():
        campaign = load(read_tree(content, shown(content)), Report())
        return (campaign.hosting, campaign.address) if campaign is not None else (None, "")
    names = campaigns_in(content)
    shelf = load_shelf(read_shelf(content, shown(content)), names, Report())
    return (shelf.hosting, shelf.address) if shelf is not None else (None, "")
