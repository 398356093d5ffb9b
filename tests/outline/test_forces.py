"""Pieces in play: which faction each belongs to, and the ids of their entries."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from chronicle.model.audience import faction_audience
from chronicle.model.facts import Facts, PieceName, faction_ref
from chronicle.outline.forces import forces_of, pieces_in
from chronicle.project import project
from chronicle.project.edition import Edition, EventView
from chronicle.rules.protocol import Telling
from tests.golden.campaigns import TIDE_BELL
from tests.small_campaign import play_files

VAEL: Final = faction_ref("vael")
ORU: Final = faction_ref("oru")


@cache
def edition() -> Edition:
    """What Vael knows."""
    played = play_files(TIDE_BELL)
    return project(played.campaign, played.history, played.system, faction_audience(VAEL.id))


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
    turn = replace(edition().turns[0], street=(), told=events, reveals=())
    groups = forces_of(replace(edition(), turns=(turn,)))
    entries = {it.name: (group.faction, it.turns) for group in groups for it in group.entries}
    assert entries[name] == (VAEL, ((1, "e2"),))
    assert entries[stray] == (ORU, ((1, "e1"),))
