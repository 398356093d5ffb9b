"""What the forms for news, letters, rumors and reveals offer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from textwrap import shorten
from typing import Final

from chronicle.model.audience import GM
from chronicle.model.campaign import Campaign, names_of_things
from chronicle.model.passages import Passage
from chronicle.records import Record

#: Of so many turns before the last, things are offered to be revealed.
_TURNS: Final = 12
_LABEL: Final = 60


class Choice(Record):
    """Something that can be chosen in a form; ``players`` are the ids of those of a faction."""

    id: str
    name: str
    players: tuple[str, ...] = ()


class ChoiceGroup(Record):
    """Choices of one kind, with a name for them."""

    name: str
    choices: tuple[Choice, ...]


class Writing(Record):
    """What the forms for entries offer.

    ``names`` are those that links lead to. The ids in ``reveals`` are `kind:target`.
    """

    factions: tuple[Choice, ...] = ()
    places: tuple[Choice, ...] = ()
    names: tuple[str, ...] = ()
    reveals: tuple[ChoiceGroup, ...] = ()


def writing_of(campaign: Campaign, events: Iterable[tuple[int, str]]) -> Writing:
    """What the forms offer for a campaign; ``events`` have been played, each with its turn."""
    players = {it.id: it.factions for it in campaign.players}
    factions = tuple(
        Choice(it.id, it.name, tuple(id for id, own in players.items() if it.id in own))
        for it in campaign.factions
    )
    places = tuple(Choice(it.id, it.name) for it in campaign.places)
    return Writing(factions, places, tuple(_names(campaign)), tuple(_reveals(campaign, events)))


def _names(campaign: Campaign) -> Iterator[str]:
    """What can be written in links: names, and after the ids of things that share theirs."""
    titles = [(it.id, it.title) for it in campaign.pages]
    named = [*((ref.id, name) for ref, name in names_of_things(campaign).items()), *titles]
    count = Counter(name.casefold() for _, name in named)
    yield from sorted(name if count[name.casefold()] == 1 else f"{id}|{name}" for id, name in named)
    yield from (f"turn {it.number}" for it in reversed(campaign.turns))


def _reveals(campaign: Campaign, events: Iterable[tuple[int, str]]) -> Iterator[ChoiceGroup]:
    turns = [*campaign.turns, *([campaign.open_turn] if campaign.open_turn is not None else [])]
    earlier = turns[-_TURNS - 1 : -1][::-1]
    numbers = {it.number for it in earlier}
    news = [
        Choice(f"news:{turn.number}/{it.id}", _label(turn.number, it.title, it.passages))
        for turn in earlier
        for it in turn.news
        if it.id
    ]
    rumors = [
        Choice(f"rumor:{turn.number}/{it.id}", _label(turn.number, "", it.passages))
        for turn in earlier
        for it in turn.rumors
        if it.id and not it.draft
    ]
    orders = [Choice(f"event:{id}", id) for turn, id in events if turn in numbers]
    groups = {
        "A place": [Choice(f"place:{it.id}", it.name) for it in campaign.places],
        "A faction": [Choice(f"faction:{it.id}", it.name) for it in campaign.factions],
        "A person": _entities(campaign, "person"),
        "An item": _entities(campaign, "item"),
        "News or a letter": news,
        "How true a rumor was": rumors,
        "Who was behind an order": orders,
    }
    return (ChoiceGroup(name, tuple(found)) for name, found in groups.items() if found)


def _entities(campaign: Campaign, kind: str) -> list[Choice]:
    found = (it for it in campaign.entities if it.kind == kind)
    return [Choice(f"{kind}:{it.id}", it.name) for it in found]


def _label(turn: int, title: str, passages: Iterable[Passage]) -> str:
    text = title or " ".join(it.visible_to(GM) for it in passages)
    return f"Turn {turn}: {shorten(text, _LABEL, placeholder='…')}"
