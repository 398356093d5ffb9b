"""Pieces in play: which faction each belongs to, which turns name it, and the ids of entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import pytest

from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Fact, Facts, PieceName, Ref, faction_ref, place_ref
from chronicle.outline.forces import forces_of, pieces_in
from chronicle.project import project
from chronicle.project.edition import (
    EMPTY_EDITION,
    DossierView,
    Edition,
    EventView,
    FactionView,
    RevealView,
    TurnView,
)
from chronicle.records import replace
from chronicle.rules.protocol import Sheet, Telling
from tests.golden.campaigns import TIDE_BELL
from tests.outline.test_nearby_rumors import place
from tests.small_campaign import play_files

VAEL: Final = faction_ref("vael")
ORU: Final = faction_ref("oru")
WATCH: Final = faction_ref("watch")
#: A faction that the reader does not know.
CULT: Final = faction_ref("cult")
MARSH: Final = place_ref("marsh")
EYES, KNIVES, GIANTS = PieceName("the Eyes"), PieceName("Knives"), PieceName("Giants")


@cache
def edition() -> Edition:
    """What Vael knows."""
    played = play_files(TIDE_BELL)
    return project(played.campaign, played.history, played.ruleset, faction_audience(VAEL.id))


def test_a_piece_is_listed_with_the_faction_that_it_is_said_to_belong_to() -> None:
    own = edition().dossiers[VAEL.id, 1].sheet
    assert own is not None
    (group,) = (it for it in forces_of(edition()) if it.faction == VAEL)
    assert {name for name, _ in pieces_in(own.facts)} <= {it.name for it in group.entries}


def test_names_that_differ_in_case_or_punctuation_share_an_entry() -> None:
    assert PieceName("The Iron-Guard").anchor == PieceName("the iron guard").anchor
    assert PieceName("Зорька").anchor == "piece-зорька"
    assert PieceName("!?").anchor != PieceName("?!").anchor


def test_pieces_on_a_sheet_belong_to_its_faction_unless_it_says_otherwise() -> None:
    ada, fox, mole, wren = (PieceName(it) for it in ("Ada", "Fox", "Mole", "Wren"))
    facts = Facts(
        people=(Facts(name=ada, faction=None), Facts(name=fox, faction=ORU)),
        agents=(Facts(name=mole, host=ORU),),
        standing=(Facts(lieutenant=ada, target=wren),),
        units=(ada,),
    )
    assert [*pieces_in(facts, VAEL)] == [
        *((ada, VAEL), (fox, ORU), (mole, ORU), (ada, None), (wren, None), (ada, VAEL))
    ]


def test_a_piece_belongs_to_whose_sheet_it_is_on_or_whom_it_was_last_told_of() -> None:
    (own,) = (it.sheet for it in edition().factions if it.id == VAEL.id)
    assert own is not None
    name, _ = next(pieces_in(own.facts))
    stray = PieceName("Stray")
    told = ((stray, VAEL), (name, ORU), (stray, ORU))
    events = tuple(
        EventView(f"e{at}", Telling("met", facts=Facts(name=piece, faction=owner)))
        for at, (piece, owner) in enumerate(told, start=1)
    )
    turn = replace(edition().turns[0], public_events=(), events=events, reveals=())
    groups = forces_of(replace(edition(), turns=(turn,)))
    entries = {it.name: (group.faction, it.turns) for group in groups for it in group.entries}
    assert entries[name] == (VAEL, ((1, "e2"),))
    assert entries[stray] == (ORU, ((1, "e1"),))


def sheet(**facts: Fact) -> Sheet:
    return Sheet("sheet", Facts(facts))


def turn(
    number: int, *told: Facts, street: Sequence[Facts] = (), reveals: tuple[RevealView, ...] = ()
) -> TurnView:
    """A turn that tells facts of events, those of the street first."""
    return replace(
        edition().turns[0],
        number=number,
        public_events=tuple(
            EventView(f"s{n}", Telling("seen", facts=it)) for n, it in enumerate(street)
        ),
        events=tuple(EventView(f"e{n}", Telling("told", facts=it)) for n, it in enumerate(told)),
        reveals=reveals,
    )


def known(
    *turns: TurnView,
    reader: Audience = EVERYONE,
    sheets: Mapping[Ref, Sheet] | None = None,
    dossiers: Sequence[DossierView] = (),
) -> Edition:
    """An edition with three factions and one place."""
    found = sheets or {}
    view = FactionView("vael", "House Vael", ("#000", "#fff"), "", "", (), None)
    return replace(
        EMPTY_EDITION,
        audience=reader,
        factions=tuple(replace(view, id=it.id, sheet=found.get(it)) for it in (VAEL, ORU, WATCH)),
        places=(replace(place(MARSH.id), sheet=found.get(MARSH)),),
        turns=turns,
        dossiers={(it.faction, it.turn): it for it in dossiers},
    )


def listed(found: Edition) -> list[tuple[Ref | None, list[tuple[str, list[tuple[int, str]]]]]]:
    """The pieces of each faction, with the turns and anchors that they lead to."""
    return [
        (group.faction, [(str(it.name), list(it.turns)) for it in group.entries])
        for group in forces_of(found)
    ]


def owner_of(**facts: Fact) -> Ref | None:
    """The faction below which the only piece of an event stands."""
    ((owner, [_]),) = listed(known(turn(1, Facts(facts))))
    return owner


@pytest.mark.parametrize(
    ("key", "beside"),
    [
        ("name", "faction"),
        ("lieutenant", "who"),
        ("asset", "who"),
        ("resource", "power"),
        ("actor", "power"),
    ],
)
def test_the_faction_beside_a_piece_owns_it(key: str, beside: str) -> None:
    facts: dict[str, Fact] = {key: EYES, beside: ORU}
    assert owner_of(**facts) == ORU


@pytest.mark.parametrize(
    "facts",
    [
        {"resource": EYES},
        {"resource": EYES, "who": ORU},
        {"resource": EYES, "power": None},
        {"resource": EYES, "power": "oru"},
        {"resource": EYES, "power": MARSH},
        {"resources": (EYES,), "power": ORU},
        {"resource": EYES, "power": CULT},
    ],
)
def test_a_piece_beside_no_known_faction_is_of_nobody(facts: dict[str, Fact]) -> None:
    assert owner_of(**facts) is None


def test_pieces_are_found_in_facts_within_facts_and_in_lists() -> None:
    told = Facts(
        rows=(Facts(resource=EYES, power=VAEL), ("no piece", (GIANTS,))),
        aim=Facts(resource=KNIVES, power=ORU),
        nothing=PieceName(""),
        words="Ships",
    )
    assert listed(known(turn(1, told))) == [
        (VAEL, [("the Eyes", [(1, "e0")])]),
        (ORU, [("Knives", [(1, "e0")])]),
        (None, [("Giants", [(1, "e0")])]),
    ]


def test_groups_are_in_the_order_of_factions_and_pieces_by_name() -> None:
    told = (
        Facts(resource=EYES, power=VAEL),
        Facts(resource=KNIVES, power=VAEL),
        Facts(resource=GIANTS, power=ORU),
        Facts(resource=PieceName("a cat")),
    )
    found = listed(known(turn(1, *reversed(told))))
    assert [(ref, [name for name, _ in entries]) for ref, entries in found] == [
        (VAEL, ["Knives", "the Eyes"]),
        (ORU, ["Giants"]),
        (None, ["a cat"]),
    ]


@pytest.mark.parametrize(
    ("powers", "owner"),
    [((ORU, VAEL), VAEL), ((VAEL, VAEL, ORU), ORU), ((ORU, None), ORU), ((ORU, CULT), ORU)],
)
def test_a_piece_is_of_the_known_faction_to_which_an_event_gave_it_last(
    powers: tuple[Ref | None, ...], owner: Ref
) -> None:
    told = (Facts(resource=EYES, power=power) for power in powers)
    assert [ref for ref, _ in listed(known(turn(1, *told)))] == [owner]


def test_a_turn_leads_to_the_first_event_that_names_a_piece_those_of_the_street_first() -> None:
    eyes = Facts(resource=EYES)
    found = known(turn(1, Facts(), eyes, eyes), turn(2, eyes, street=(Facts(), eyes)), turn(3))
    assert listed(found) == [(None, [("the Eyes", [(2, "s1"), (1, "e1")])])]


def test_a_piece_is_listed_by_the_first_of_the_names_that_share_its_entry() -> None:
    told = (Facts(resource=PieceName(name)) for name in ("The Iron-Guard", "the iron guard"))
    assert listed(known(turn(1, *told))) == [(None, [("The Iron-Guard", [(1, "e0")])])]


def test_an_entry_has_the_five_latest_turns() -> None:
    found = known(*(turn(number, Facts(resource=EYES)) for number in range(1, 8)))
    assert listed(found) == [
        (None, [("the Eyes", [(7, "e0"), (6, "e0"), (5, "e0"), (4, "e0"), (3, "e0")])])
    ]


def test_pieces_of_rolls_and_of_reveals_are_listed() -> None:
    roll = Roll(
        "1/x", 6, (4,), "table", (Modifier(1, "helps", "S", Facts(by=KNIVES)),), Facts(won=EYES)
    )
    rolled = EventView("e0", Telling("told", rolls=(roll,)))
    reveal = RevealView(
        "v0", "event", None, False, 1, telling=Telling("told", facts=Facts(it=GIANTS))
    )
    found = replace(
        turn(2, reveals=(replace(reveal, anchor="v1", telling=None, ref=MARSH), reveal)),
        events=(rolled,),
    )
    assert listed(known(turn(1), found)) == [
        (None, [("Giants", [(2, "v0")]), ("Knives", [(2, "e0")]), ("the Eyes", [(2, "e0")])])
    ]


def test_what_a_turn_names_is_kept_by_its_origin() -> None:
    told = replace(known(turn(1, Facts(it=EYES))), origins=("a",))
    before = forces_of(told)
    silent = replace(told, turns=(turn(1),))
    assert forces_of(silent) == before != ()
    assert forces_of(replace(silent, origins=("b",))) == ()
    assert forces_of(replace(silent, pieces={})) == ()


def test_pieces_on_sheets_are_listed_without_turns() -> None:
    sheets = {VAEL: sheet(rows=(EYES,)), MARSH: sheet(rows=(GIANTS, EYES))}
    assert listed(known(sheets=sheets)) == [(VAEL, [("the Eyes", [])]), (None, [("Giants", [])])]


@pytest.mark.parametrize(
    ("facts", "owner"),
    [
        ({"power": ORU}, ORU),
        ({"power": "the king"}, VAEL),
        # It is said to be of somebody else, of whom the reader does not know.
        ({"power": CULT}, None),
    ],
)
def test_the_faction_beside_a_piece_counts_more_than_that_of_the_sheet(
    facts: dict[str, Fact], owner: Ref | None
) -> None:
    found = known(sheets={VAEL: sheet(resource=EYES, **facts)})
    assert listed(found) == [(owner, [("the Eyes", [])])]


@pytest.mark.parametrize(
    ("reader", "owner"),
    [(GM, VAEL), (faction_audience("vael"), VAEL), (faction_audience("oru"), ORU), (EVERYONE, ORU)],
)
def test_only_a_sheet_with_what_a_faction_has_now_counts_more_than_the_last_event(
    reader: Audience, owner: Ref
) -> None:
    told = turn(1, Facts(resource=EYES, power=ORU))
    found = known(told, reader=reader, sheets={VAEL: sheet(rows=(EYES,))})
    assert [ref for ref, _ in listed(found)] == [owner]


def test_of_remembered_sheets_the_latest_counts() -> None:
    first = DossierView(
        "vael", 1, sheet(rows=(KNIVES, EYES)), (), (), (), ((ORU, sheet(rows=(GIANTS,))),)
    )
    second = replace(first, turn=2, sheet=None, others=((WATCH, sheet(rows=(GIANTS, EYES))),))
    found = known(turn(1), turn(2), reader=faction_audience("vael"), dossiers=(first, second))
    assert listed(found) == [(VAEL, [("Knives", [])]), (WATCH, [("Giants", []), ("the Eyes", [])])]


def test_whoever_knows_no_piece_has_no_group() -> None:
    found = known(turn(1, Facts(who=ORU)), sheets={VAEL: sheet(dice=2)})
    assert forces_of(found) == ()
