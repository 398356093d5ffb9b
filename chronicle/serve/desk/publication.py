"""What a publication lacks, and the messages with which players are invited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from chronicle.authoring.repository_checks import Objection, github_pages_address
from chronicle.model.campaign import Campaign
from chronicle.records import Record


class Need(Record):
    """Something that a publication lacks; ``kind`` is the form that helps, ``value`` fills it.

    Without it nothing can be deployed, if ``is_error``.
    """

    text: str
    help: str = ""
    kind: Literal["", "board", "target", "repository", "address", "key"] = ""
    value: str = ""
    is_error: bool = False


class Invitation(Record):
    """The message with which a player can open a dossier, and nobody else should get."""

    player: str
    text: str


class Publication(Record):
    """How a campaign is published: where to, up to which turn, what it lacks, who is invited.

    ``target`` is empty before the first deploy, unless campaign.yaml names one. ``invitations`` are
    empty without a key.
    """

    target: str = ""
    through: int = 0
    needs: tuple[Need, ...] = ()
    invitations: tuple[Invitation, ...] = ()


class Surroundings(Record):
    """What is around a campaign: its key, and where its site goes.

    ``url`` is the address of a repository, empty for other targets; ``missing`` is the path of one
    on this computer that does not exist.
    """

    has_key: bool
    target: str
    url: str = ""
    missing: str = ""
    objections: tuple[Objection, ...] = ()


def needs_of(campaign: Campaign, around: Surroundings) -> Iterator[Need]:
    """What a publication lacks, the most urgent first."""
    if not campaign.turns:
        yield Need("No turn has been played yet.", "Only played turns are published.", "board")
    if not around.target:
        yield Need(
            "The site has no place yet.",
            "Give a folder on this computer, or a git repository that is for the site alone.",
            "target",
        )
    if around.missing:
        yield Need(
            f"There is no repository at {around.missing}.",
            "An empty one can be created there.",
            "repository",
            around.missing,
            is_error=True,
        )
    for it in around.objections:
        yield Need(f"{it.said}.", f"{it.help}.", is_error=it.refuses)
    if not around.has_key:
        yield Need(
            "The campaign has no key.",
            "Without one, the dossiers of the players stay on this computer.",
            "key",
        )
    if not campaign.address:
        yield Need(
            "The address of the site is not written down.",
            "Links in messages and on invite cards need it.",
            "address",
            github_pages_address(around.url) or "" if around.url else "",
        )


def invitation_text(title: str, factions: Sequence[str], phrase: str, link: str) -> str:
    """A private message: whose dossier it opens, the link, and the phrase.

    Without an address there is no ``link``; the GM has no ``factions``, and opens all dossiers.
    """
    head = f"{title}: you play {' and '.join(factions)}." if factions else f"{title}: all dossiers."
    if not link:
        where = "Open “Dossiers” on the site and type this phrase:"
        return f"{head}\n{where}\n{phrase}\nKeep it to yourself."
    what = "your dossier" if factions else "them"
    return (
        f"{head} This link opens {what}:\n{link}\n"
        f"If you are asked for the phrase:\n{phrase}\nKeep both to yourself."
    )


def with_slash(address: str) -> str:
    """The address of a site as campaign.yaml has it: with a slash at the end."""
    address = address.strip()
    return address if address.endswith("/") else f"{address}/"
