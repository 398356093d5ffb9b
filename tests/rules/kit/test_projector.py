"""What each reader is told of a record, by the annotations of its fields."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, get_args, get_type_hints

import pytest

from chronicle.model.facts import Facts, Ref, faction_ref
from chronicle.records import Record
from chronicle.rules.kit.projector import (
    EVERYBODY,
    FIGURES,
    GM,
    OWN,
    WITNESS,
    FactionId,
    NamedId,
    Readers,
    Row,
    Unread,
    declared_facts,
    fact_types,
    facts_of,
)


class Price(Record):
    """A row."""

    amount: Annotated[int, OWN, FIGURES]
    owed: Annotated[bool, OWN]


#: Who paid how much, under an id of its own.
Share = Annotated[tuple[FactionId, str, int], Row("Share", ("by", "", "paid"))]


class Base(Record):
    """A record without a part that others have."""

    @property
    def owed(self) -> bool:
        return False


class Loan(Base):
    """A record whose field stands for a property of its base."""

    owed: Annotated[bool, OWN]


class Purchase(Record):
    """A record with a field of every kind."""

    buyer: Annotated[FactionId, OWN, WITNESS]
    bought: Annotated[NamedId, EVERYBODY]
    price: Annotated[Price | None, OWN, FIGURES]
    parts: Annotated[tuple[Price, ...], OWN, FIGURES, Unread(None)]
    hidden: Annotated[bool, OWN]
    how: Annotated[Literal["cheap", "dear"], OWN, WITNESS]
    shares: Annotated[tuple[Share, ...], OWN]
    true_buyer: Annotated[FactionId, GM]
    forgotten: str = "secret"

    @property
    def dear(self) -> Annotated[bool, OWN]:
        return self.how == "dear"

    @property
    def unmarked(self) -> str:
        return self.forgotten


class View:
    """A view that knows one faction and one name."""

    def who(self, id: str) -> Ref | None:
        return faction_ref(id) if id == "vael" else None

    def name(self, id: str) -> str:
        return "the Mill" if id == "mill" else ""


SHARES: Final = (("vael", "first", 2), ("oru", "second", 1))
PURCHASE: Final = Purchase(
    "vael", "mill", Price(3, True), (Price(1, False),), True, "dear", SHARES, "oru"
)
OWN_CODE: Final[Readers] = frozenset({OWN, GM})
SEEN_CODE: Final[Readers] = frozenset({WITNESS, FIGURES})


def told(shape: Readers, *readers: str) -> dict[str, Any]:
    return dict(facts_of(PURCHASE, shape, frozenset(readers), View()))


def test_its_owner_is_told_what_is_his_and_nothing_of_the_gm() -> None:
    assert told(OWN_CODE, OWN) == {
        "buyer": faction_ref("vael"),
        "bought": "the Mill",
        "price": Facts(amount=3, owed=True),
        "parts": (Facts(amount=1, owed=False),),
        "hidden": True,
        "how": "dear",
        "shares": (Facts(by=faction_ref("vael"), paid=2), Facts(by=None, paid=1)),
        "true_buyer": None,
        "dear": True,
    }


def test_witnesses_are_told_figures_only_if_they_learn_them() -> None:
    seen = {"buyer": faction_ref("vael"), "bought": "the Mill", "how": "dear"}
    assert told(SEEN_CODE, WITNESS) == {**seen, "price": None, "parts": None}
    figures = {"price": Facts(amount=3), "parts": (Facts(amount=1),)}
    assert told(SEEN_CODE, WITNESS, FIGURES) == {**seen, **figures}


def test_who_does_not_know_who_acted_is_told_what_everybody_is() -> None:
    empty = {"buyer": None, "price": None, "parts": None, "how": ""}
    assert told(SEEN_CODE) == {"bought": "the Mill", **empty}


@pytest.mark.parametrize("shape", [OWN_CODE, SEEN_CODE, frozenset({EVERYBODY})])
def test_what_has_no_readers_is_told_to_nobody(shape: Readers) -> None:
    facts = told(shape, *shape, OWN, GM)
    assert {"forgotten", "unmarked"} & facts.keys() == set()
    assert "secret" not in repr(facts)


def test_the_types_of_facts_follow_from_those_of_the_fields() -> None:
    types = get_type_hints(declared_facts("Seen", fact_types(Purchase, SEEN_CODE)))
    assert types["buyer"] == Ref | None
    assert types["bought"] is str
    (share, _) = get_args(
        get_type_hints(declared_facts("Own", fact_types(Purchase, OWN_CODE)))["shares"]
    )
    (row,) = get_args(share)
    assert get_type_hints(row) == {"by": Ref | None, "paid": int}
    assert types["how"] == Literal["cheap", "dear"] | Literal[""]
    assert set(types) == told(SEEN_CODE).keys()


def test_a_field_stands_for_the_property_of_a_base() -> None:
    assert facts_of(Loan(True), OWN_CODE, frozenset({OWN}), View()) == {"owed": True}
