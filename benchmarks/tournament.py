"""How well proposed orders play: ``python -m benchmarks.tournament [RULESET …] [--boards 20]``.

On each opening board two games are played, in which one half of the factions gives the orders that
are proposed and the other half plays by another way; in the second game the halves are swapped.
Whose factions gain more in both games together, by the ruleset's own measure of winning, wins the
pair. All orders are chosen from what the factions know. Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from benchmarks.campaigns import Size, lay
from benchmarks.earlier_suggestions import earlier_suggestions, suggested_codes
from chronicle.diagnostics.report import Report
from chronicle.load import read_tree
from chronicle.model.campaign import Campaign
from chronicle.model.character import NO_CHARACTER
from chronicle.model.dice import Dice, turn_seed
from chronicle.outline.order_stubs.possible_orders import PossibleOrder
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.play.history import AnyHistory
from chronicle.project import next_knowledge
from chronicle.proposals import FactionKnowledge, propose
from chronicle.proposals.candidates import (
    Candidate,
    candidates,
    chosen_choices,
    merge_entries,
)
from chronicle.proposals.evaluation import PlanningBoard, node_of, turn_of
from chronicle.records import replace
from chronicle.rules import values_of
from chronicle.rules.order_form import Form
from chronicle.rules.protocol import PlayedTurn, steps_of

_CONTENT: Final = Path(__file__).resolve().parents[1] / "content"
_SAMPLES: Final = {"shadow": "vaime", "lieutenants": "cauvenne", "wwn": "orrow"}
#: Factions of a generated campaign.
_FACTIONS: Final = 4
#: The most orders of a faction that plays by another way.
_MOST_ORDERS: Final = 12

Entries = Mapping[str, object]
#: Chooses the orders of a faction from what it knows: a board, a form, and a seed.
Player = Callable[[PlanningBoard, Form, str], Entries]


def proposing(board: PlanningBoard, form: Form, seed: str) -> Entries:
    """The orders that are proposed, for a faction without a character."""
    known = FactionKnowledge(board.faction, board.turn, board.start, form, NO_CHARACTER)
    return propose(board.ruleset, board.values, known, seed).entries


def at_random(board: PlanningBoard, form: Form, seed: str) -> Entries:
    """Legal orders by lot, one for each actor."""
    return _together(board, sorted(candidates(form, board.turn), key=partial(_lot, seed)))


def best_odds_first(board: PlanningBoard, form: Form, seed: str) -> Entries:
    """Legal orders, those with the best chances first, then those without dice, by lot."""

    def rank(candidate: Candidate) -> tuple[float, bytes]:
        ranges = [candidate.order.case.likely if candidate.order.case else None]
        ranges += [it.likely for it in chosen_choices(candidate)]
        found = next((it for it in ranges if it is not None), None)
        return -float(found.most) if found is not None else 0.0, _lot(seed, candidate)

    return _together(board, sorted(candidates(form, board.turn), key=rank))


def by_earlier_suggestions(board: PlanningBoard, form: Form, seed: str) -> Entries:
    """The orders that the file of a new turn suggested before there were proposals."""
    del seed
    settled = {_key(it.order): it for it in reversed(list(candidates(form, board.turn)))}
    codes = suggested_codes(board.ruleset.id, form)
    wanted = (settled.get(_key(it)) for it in earlier_suggestions(form, codes))
    return _together(board, [it for it in wanted if it is not None])


#: Whom proposals play against, and in how many of a hundred pairs they win at least.
OPPONENTS: Final[Mapping[str, tuple[Player, int]]] = {
    "random": (at_random, 80),
    "best odds first": (best_odds_first, 65),
    "suggestions": (by_earlier_suggestions, 70),
}


def _key(order: PossibleOrder) -> tuple[object, ...]:
    return order.actor_name, order.code, tuple(order.ids())


def _lot(seed: str, candidate: Candidate) -> bytes:
    return hashlib.sha256(f"{seed}\x00{candidate.entries()!r}".encode()).digest()


def _together(board: PlanningBoard, ranked: Sequence[Candidate]) -> Entries:
    """The first of some orders that can be given together, one for each actor."""
    given: Entries = {}
    actors: set[object] = set()
    count = 0
    for candidate in ranked:
        if candidate.order.case is None or candidate.actor in actors:
            continue
        both = merge_entries(given, candidate.entries())
        if board.orders_of(both, board.start) is None:
            continue
        given, count = both, count + 1
        if candidate.order.actor is not None and candidate.order.actor.who is not None:
            actors.add(candidate.actor)
        if count == _MOST_ORDERS:
            break
    return given


# ── Games ────────────────────────────────────────────────────────────────────────────────────────


def play_game(
    opening: PlayedCampaign, players: Mapping[str, Player], turns: int, seed: str
) -> dict[str, float]:
    """What each faction has gained after some turns, by the ruleset's measure of winning."""
    values = values_of(opening.campaign.ruleset)
    if values is None:
        raise ValueError(f"{opening.campaign.ruleset} does not say what boards are worth")
    campaign, history = opening.campaign, opening.history
    start = history.eve.after
    for number in range(1, turns + 1):
        given: dict[str, Entries] = {}
        for faction in opening.ruleset.playing(history.eve.after):
            found = next_knowledge(campaign, history, opening.ruleset, faction)
            if found is None:
                continue
            state, form = found.board, found.form
            board = PlanningBoard(
                opening.ruleset, values, faction, number, NO_CHARACTER, state, state
            )
            given[faction] = players[faction](board, form, f"{seed}/{number}/{faction}")
        campaign, history = _played(opening, campaign, history, given, seed)
    end = history.eve.after
    return {
        id: (values.winning(end, id) if id in end.factions else 0.0) - values.winning(start, id)
        for id in players
    }


def _played(
    opening: PlayedCampaign,
    campaign: Campaign,
    history: AnyHistory,
    given: Mapping[str, Entries],
    seed: str,
) -> tuple[Campaign, AnyHistory]:
    """The campaign with one more turn; orders that the board forbids are left out."""
    number, state, ruleset = len(campaign.turns) + 1, history.eve.after, opening.ruleset
    dice = Dice(turn_seed(seed, number), number)
    allowed: dict[str, Any] = {}
    for faction, entries in given.items():
        tried = {**allowed, faction: node_of(entries)}
        report = Report()
        ruleset.orders(turn_of(number, tried), state, dice, report)
        if not report.has_errors:
            allowed = tried
    turn = turn_of(number, allowed)
    orders = ruleset.orders(turn, state, dice, Report())
    steps = tuple(steps_of(ruleset, state, ruleset.resolve(state, orders, dice)))
    after = steps[-1].after if steps else state
    played = PlayedTurn(number, state, after, orders, steps)
    return (
        replace(campaign, turns=(*campaign.turns, turn)),
        replace(history, turns=(*history.turns, played)),
    )


@cache
def opening_of(ruleset: str, board: int) -> PlayedCampaign:
    """A campaign before turn 1: the sample of a ruleset for board 0, else a generated one."""
    report = Report()
    with TemporaryDirectory() as scratch:
        folder = _CONTENT / _SAMPLES[ruleset]
        if board:
            folder = Path(scratch)
            lay(Size(ruleset, 1, _FACTIONS, seed=f"tournament-{board}"), folder)
        tree = read_tree(folder, "campaign")
    files = {path: it for path, it in tree.files.items() if not path.startswith("turns/")}
    played = resolve_campaign(replace(tree, files=files), report)
    if played is None:
        raise ValueError([it.message for it in report.findings])
    return played


def play_pair(pair: tuple[str, int, str, int]) -> tuple[float, float]:
    """What proposing and opposing factions gained on average in both games of a pair."""
    ruleset, board, opponent, turns = pair
    opening = opening_of(ruleset, board)
    factions = opening.ruleset.playing(opening.history.eve.after)
    other = OPPONENTS[opponent][0]
    ours = theirs = 0.0
    for half in (0, 1):
        sides = {id: proposing if nth % 2 == half else other for nth, id in enumerate(factions)}
        gained = play_game(opening, sides, turns, f"{opponent}/{board}/{half}")
        # Halves of odd numbers of factions count alike.
        for player in (proposing, other):
            own = [gained[id] for id, it in sides.items() if it is player]
            mean = sum(own) / len(own)
            ours, theirs = (ours + mean, theirs) if player is proposing else (ours, theirs + mean)
    return ours, theirs


def main(arguments: Sequence[str]) -> None:
    """Play all pairs and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=[*_SAMPLES])
    parser.add_argument("--boards", type=int, default=20, help="generated boards of each ruleset")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--opponents", nargs="*", default=[*OPPONENTS])
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    write = sys.stdout.write
    write("| Ruleset | against | pairs | won | goal | gained | they gained |\n")
    write("|---|---|---|---|---|---|---|\n")
    with ProcessPoolExecutor(options.jobs) as pool:
        for ruleset in options.rulesets:
            for opponent in options.opponents:
                pairs = [
                    (ruleset, board, opponent, options.turns) for board in range(options.boards + 1)
                ]
                found = list(pool.map(play_pair, pairs))
                won = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b in found)
                ours = sum(a for a, _ in found) / len(found)
                theirs = sum(b for _, b in found) / len(found)
                share = f"{100 * won / len(found):.0f} %"
                goal = f"{OPPONENTS[opponent][1]} %"
                write(
                    f"| {ruleset} | {opponent} | {len(found)} | {share} | {goal} |"
                    f" {ours:.2f} | {theirs:.2f} |\n"
                )
                sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
