"""The rumors and news that the author wrote, indexed by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from chronicle.model.campaign import Campaign, News, Rumor
from chronicle.model.publication import Amendment
from chronicle.records import Record, field


class AuthoredItems(Record):
    """News and rumors by ``turn/id`` (the first of a name), and what turns contain.

    ``rumors_of`` are the rumors written or heard in a turn, in the author's order. ``stories``
    are the titles of the stories that begin in a turn, ``amendments`` the changes to it since it
    was published.
    """

    news: Mapping[str, News] = field(default_factory=dict)
    rumors: Mapping[str, Rumor] = field(default_factory=dict)
    rumors_of: Mapping[int, Sequence[Rumor]] = field(default_factory=dict)
    stories: Mapping[int, str] = field(default_factory=dict)
    amendments: Mapping[int, Sequence[Amendment]] = field(default_factory=dict)


def authored_items_of(campaign: Campaign) -> AuthoredItems:
    """Index what is written in all turns of a campaign."""
    news: dict[str, News] = {}
    rumors: dict[str, Rumor] = {}
    rumors_of: dict[int, list[Rumor]] = {}
    for turn in campaign.turns:
        for item in turn.news:
            news.setdefault(f"{turn.number}/{item.id}", item)
        for rumor in turn.rumors:
            rumors.setdefault(f"{turn.number}/{rumor.id}", rumor)
            for number in {rumor.turn, rumor.heard_in}:
                rumors_of.setdefault(number, []).append(rumor)
    stories: dict[int, str] = {}
    for story in campaign.stories:
        stories.setdefault(story.turn, story.title)
    amendments: dict[int, list[Amendment]] = {}
    for amendment in campaign.published.amendments:
        amendments.setdefault(amendment.turn, []).append(amendment)
    return AuthoredItems(news, rumors, rumors_of, stories, amendments)
