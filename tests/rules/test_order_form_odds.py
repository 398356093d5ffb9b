"""The chance that a form shows for an order holds for each order that can be written with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import read_tree
from chronicle.model.audience import faction_audience
from chronicle.model.campaign import Turn
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.play.turns import dice_of
from chronicle.project.projection import sightings_by_turn
from chronicle.records import replace
from chronicle.rules.lieutenants.known_state import known_state_of as lieutenants_view
from chronicle.rules.order_form import ActionChoice, ActionField, Form, ProbabilityRange
from chronicle.rules.shadow.known_state import known_state_of as shadow_view
from chronicle.rules.wwn.known_state import known_state_of as wwn_view
from chronicle.starters import CONTENT_FOLDER, StarterOptions, starter_files
from tests.filled_order_forms import Filled, as_node, as_text, fillings
from tests.known_things import known_things
from tests.properties.generators import sample
from tests.sample_campaigns import SAMPLES
from tests.thorough import beginning

#: The outcomes of a successful order, by ruleset.
SUCCESSES: Final = {
    "shadow": {"success"},
    "lieutenants": {"success", "complete-success"},
    "wwn": {"done"},
}
#: An unopposed conceal fails only completely (L-ACT-CONCEAL).
NOT_COMPLETELY_FAILED: Final = {"failure", "success", "complete-success"}
#: What a player may add that makes an order harder; its choices say so, not the figure.
NOT_COVERED: Final = ("stealthy", "upgrades")
#: In the last two, attackers have no dice of their own, and defenders have.
GAMES: Final = (
    *(("starter", ruleset, 0) for ruleset in SUCCESSES),
    ("sample", "vaime", 0),
    ("generated", "shadow", 3),
    ("generated", "shadow", 5),
)


@cache
def game(kind: str, name: str, seed: int) -> PlayedCampaign:
    if kind == "sample":
        tree = read_tree(SAMPLES[name], name)
    elif kind == "generated":
        tree = sample(name, seed).tree()
    else:
        files = starter_files(StarterOptions(name, "seed", "0"), {})
        top = f"{CONTENT_FOLDER}/"
        tree = FileTree(
            "", {path.removeprefix(top): it for path, it in files.items() if path.startswith(top)}
        )
    played = resolve_campaign(tree, Report())
    assert played is not None
    return played


def known_boards(found: PlayedCampaign, faction: str) -> Sequence[Any]:
    """The boards that may be true as far as a faction knows."""
    state, turn = found.history.last.after, len(found.campaign.turns) + 1
    *_, memory = sightings_by_turn(found.history, found.ruleset, faction_audience(faction))
    things = known_things(found, faction)
    match found.ruleset.id:
        case "shadow":
            return (shadow_view(state, memory, faction, turn, things).board,)
        case "lieutenants":
            return (lieutenants_view(state, memory, faction, turn, things).state,)
        case _:
            seen = wwn_view(state, memory, faction, turn, things)
            return tuple(with_ratings(seen.eve, faction, rating) for rating in (1, 4, 8))


def with_ratings(state: Any, faction: str, rating: int) -> Any:
    """A board of wwn on which all rivals have the same ratings."""
    factions = {
        id: it if id == faction else replace(it, force=rating, cunning=rating, wealth=rating)
        for id, it in without_rerolls(state).factions.items()
    }
    return replace(state, factions=factions)


def without_rerolls(state: Any) -> Any:
    """A board of wwn on which no roll is made again: what is shown is the chance of the first."""
    factions = {
        id: replace(it, policy=replace(it.policy, rerolls=0)) for id, it in state.factions.items()
    }
    return replace(state, factions=factions)


def cases_of(form: Form) -> Iterator[ActionChoice]:
    def within(parts: tuple[Any, ...]) -> Iterator[ActionChoice]:
        for part in parts:
            for case in part.cases if isinstance(part, ActionField) else ():
                inner = tuple(within(case.parts))
                yield from inner or (case,)

    return within(form.parts)


def shown_chance(case: ActionChoice, way: Filled) -> ProbabilityRange | None:
    """What the form says: for the action, or else for the target."""
    chosen = [it.likely for it in way.chosen if it.likely is not None]
    return case.likely or (chosen[-1] if chosen else None)


def exact_chance(found: PlayedCampaign, board: Any, faction: str, way: Filled) -> Fraction | None:
    """The chance of success of an order as written; None if it does not stand, or has no dice."""
    report = Report()
    text, node = as_text(way.written), as_node(way.written)
    if any(f'"{key}"' in text for key in NOT_COVERED):
        return None
    last = found.campaign.turns[-1]
    turn: Turn = replace(
        last, number=last.number + 1, orders={faction: node}, adjustments=None, news=(), rolls={}
    )
    orders = found.ruleset.orders(turn, board, dice_of(found.campaign, turn), report)
    if orders is None or report.findings:
        return None
    key = f"{faction}/{id_of(way.written)}"
    chances = found.ruleset.odds(board, orders, (key,))[key]
    good = SUCCESSES[found.ruleset.id]
    if '"conceal"' in text:
        good = NOT_COMPLETELY_FAILED
    if not chances:
        return None
    return sum((it.probability for it in chances if it.outcome in good), Fraction(0))


def id_of(written: Any) -> str:
    (value,) = written.values()
    return str((value[0] if isinstance(value, list) else value)["id"])


@pytest.mark.parametrize(
    ("kind", "name", "seed"), beginning(GAMES, 3), ids=lambda it: str(it) if it else ""
)
def test_the_chance_shown_contains_that_of_every_order(kind: str, name: str, seed: int) -> None:
    found, checked, wrong = game(kind, name, seed), 0, []
    for faction in found.ruleset.playing(found.history.last.after):
        audience = faction_audience(faction)
        memory = list(sightings_by_turn(found.history, found.ruleset, audience))[-1]
        form = found.ruleset.form(found.history.last, memory, faction, known_things(found, faction))
        boards = known_boards(found, faction)
        for case in cases_of(form) if form is not None else ():
            for way in fillings(Form(faction, case.parts)):
                shown = shown_chance(case, way)
                if shown is None:
                    continue
                for board in boards:
                    exact = exact_chance(found, board, faction, way)
                    if exact is None:
                        continue
                    checked += 1
                    if not shown.least <= exact <= shown.most:
                        wrong.append((way.written, str(exact), str(shown.least), str(shown.most)))
    assert wrong == []
    assert checked > 0
