"""The blanks that orders have in common: their ids, and what stands in a list of them."""

from __future__ import annotations

from typing import Final

from chronicle.model.facts import Facts, place
from chronicle.rules.order_form import Case, Choice, Entry, OneOf, Part, Pick, Settled
from chronicle.rules.wwn.order_form.known_state import Seen
from chronicle.rules.wwn.state import Asset

#: Ids are no longer than this.
_LONGEST: Final = 60


def called(*words: str) -> str:
    """The id of an order, from the id of whoever carries it out."""
    return "-".join(words)[:_LONGEST].rstrip("-")


def entry(key: str, id: str, *parts: Part) -> Entry:
    """One order of a list."""
    return Entry(key, (Settled("id", id), *parts))


def by(seen: Seen, code: str, asset: Asset, *cases: Case) -> OneOf:
    """What an own asset may do in one of some ways; with its type, place and hit points."""
    made = seen.board.type_of(asset)
    hurt = {"of": made.hp} if asset.hp < made.hp else {}
    facts = Facts({"type": made.name, "at": place(asset.at), "hp": asset.hp, **hurt})
    return OneOf(code, cases, asset.name, facts)


def yes_or_no(key: str, *, now: bool) -> Pick:
    """A key that holds `true` or `false`."""
    return Pick(key, (Choice("true"), Choice("false")), now="true" if now else "false")
