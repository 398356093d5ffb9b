"""The campaigns of a deploy: their records of published turns and their sealed dossiers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from chronicle.cli.output import display_path
from chronicle.diagnostics.report import Report
from chronicle.records import Record, field

if TYPE_CHECKING:
    from chronicle.authoring.site_diff import SealedDossier
    from chronicle.model.campaign import Campaign, Faction
    from chronicle.model.publication import Amendment, Hosting
    from chronicle.pipeline import BuildResult


class DeployedCampaign(Record):
    """A campaign to deploy; ``id`` is empty for a single campaign.

    ``kept`` are the changed files of the record of published turns; ``was`` and ``now`` are the
    last published turn before and after the deploy, ``without_orders`` the factions that have no
    orders in turns that were not published before, by turn. ``amendments`` are those of the deploy.
    """

    id: str
    folder: Path
    kept: Mapping[str, bytes]
    was: int
    now: int
    dossiers: tuple[SealedDossier, ...] = ()
    without_orders: Mapping[int, tuple[Faction, ...]] = field(default_factory=dict)
    amendments: tuple[Amendment, ...] = ()


def deployed_campaigns(
    content: Path, made: Mapping[str, BuildResult], *, published_only: bool = False
) -> tuple[DeployedCampaign, ...]:
    """The campaigns in a content folder, from their build results by id.

    Missing orders are those of all new turns, or of those that are ``published_only``: turns that
    are not to be published yet are on the site, too.
    """
    return tuple(
        _deployed_campaign(
            id,
            content / id,
            one,
            one.published.through if published_only else len(one.campaign.turns),
        )
        for id, one in made.items()
    )


def _deployed_campaign(id: str, folder: Path, made: BuildResult, last: int) -> DeployedCampaign:
    from chronicle.authoring.missing_orders import turns_without_orders

    was, now = made.campaign.published.through, made.published.through
    missing = turns_without_orders(made.campaign, made.history, range(was + 1, last + 1))
    dossiers = _dossiers(id, folder, made.campaign)
    new = made.published.amendments[len(made.campaign.published.amendments) :]
    return DeployedCampaign(id, folder, made.kept, was, now, dossiers, missing, new)


def _dossiers(id: str, folder: Path, campaign: Campaign) -> tuple[SealedDossier, ...]:
    """The sealed dossiers of a campaign; none without a key."""
    from chronicle.authoring.site_diff import SealedDossier
    from chronicle.seal import blob_paths_of, with_seats
    from chronicle.seal.key_file import load_keys

    keys = load_keys(folder, Report())
    if keys is None:
        return ()
    factions = sorted({faction for player in campaign.players for faction in player.factions})
    places = blob_paths_of(
        with_seats(keys, factions, campaign.published.seats), factions, len(campaign.turns)
    )
    below = f"{id}/" if id else ""
    return tuple(
        SealedDossier(id, faction, tuple(f"{below}{place}" for place in places[faction]))
        for faction in factions
    )


def hosting_in(content: Path) -> tuple[Hosting | None, str]:
    """The configured deploy target of a content folder, None if unset, and the site's address."""
    from chronicle.load import campaigns_in, load_campaign, read_tree
    from chronicle.load.disk import read_multi_site
    from chronicle.load.multi_site import load_multi_site

    if (content / "campaign.yaml").exists():
        campaign = load_campaign(read_tree(content, display_path(content)), Report())
        return (campaign.hosting, campaign.address) if campaign is not None else (None, "")
    names = campaigns_in(content)
    multi_site = load_multi_site(read_multi_site(content, display_path(content)), names, Report())
    return (multi_site.hosting, multi_site.address) if multi_site is not None else (None, "")
