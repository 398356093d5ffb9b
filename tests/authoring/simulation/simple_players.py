"""Players that need no advice: the first order of a form that is legal on the board as known."""

from __future__ import annotations

from chronicle.authoring.simulation.playthrough import (
    OrderEntries,
    Playthrough,
    SeenBoard,
    TurnResult,
)
from chronicle.diagnostics.report import Report
from chronicle.model.dice import die_face
from chronicle.play.turns import play_turn
from chronicle.proposals.candidates import candidates
from chronicle.proposals.evaluation import node_of, turn_of


def first_legal_order(game: Playthrough, seen: SeenBoard) -> list[OrderEntries]:
    """The first order of a faction's form from a drawn one on that can be given alone."""
    form = game.ruleset.form(seen.last, seen.memory, seen.faction, seen.known)
    found = list(candidates(form)) if form is not None else []
    first = die_face(b"player", f"{game.number}/{seen.faction}", 0, len(found)) if found else 0
    for candidate in (*found[first:], *found[:first])[:20]:
        entries = candidate.entries()
        turn = turn_of(game.number, {seen.faction: node_of(entries)})
        played = play_turn(game.campaign, turn, seen.last.after, game.ruleset, Report())
        if played is not None:
            return [entries]
    return []


def play_simply(game: Playthrough) -> TurnResult:
    """Play a turn with an order for each faction."""
    return game.play({id: first_legal_order(game, game.seen_by(id)) for id in game.playing})
