"""The play stage: from a campaign to its history, turn by turn, and a cache of played turns."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from chronicle.cache.fingerprint import program_fingerprint
from chronicle.cache.store import cache_key, load_value, save_value
from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.catalogue import references as problems
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Span
from chronicle.model.campaign import Campaign, Turn, with_open_turn_played
from chronicle.model.dice import Dice, Roll, roll_name, turn_seed
from chronicle.play.dice_sheet import DiceSheet, dice_sheet, lacks_dice
from chronicle.play.history import History, state_with_arrivals
from chronicle.play.joining_factions import openings_of
from chronicle.records import MutableRecord, Record, field, replace
from chronicle.rules.protocol import EventT, OrdersT, PlayedTurn, Ruleset, StateT, Step, steps_of
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode
from chronicle.yaml.placeholders import placeholders_in, wanted_for

#: A key at the top of a file, in the style without braces.
_TOP_KEY: Final = re.compile(r"^([a-z]\w*):", re.MULTILINE)
_KIND: Final = "turns-played"


class CachedTurn(Record):
    """A turn played without errors, its warnings, and a digest of the state after it."""

    played_turn: PlayedTurn[Any, Any, Any]
    findings: tuple[Finding, ...]
    state_digest: str


class TurnCache(MutableRecord):
    """Played turns of a campaign by key."""

    turns: dict[str, CachedTurn] = field(default_factory=dict)

    def get(self, key: str) -> CachedTurn | None:
        """The turn with this key; None if it is not cached, or if the key is empty."""
        if not key:
            return None
        return self.turns.get(key) or load_value(_KIND, key, CachedTurn)

    def put(self, key: str, turn: CachedTurn) -> None:
        """Add a turn that has been played, unless the key is empty."""
        if key:
            self.turns[key] = turn
            save_value(_KIND, key, turn)


def turn_key(ruleset: str, seed: str, state_digest: str, turn: Turn) -> str:
    """A key that covers all that the result of a turn depends on; empty if that is unknown."""
    if not turn.digest:
        return ""
    return cache_key(program_fingerprint(), ruleset, seed, state_digest, turn.digest)


def digest_of_state(state: object) -> str:
    """A digest of a state, including the order of its parts."""
    return cache_key(repr(state))


def play(
    campaign: Campaign,
    ruleset: Ruleset[StateT, OrdersT, EventT],
    report: Report,
    turn_cache: TurnCache | None = None,
) -> History[StateT, OrdersT, EventT] | None:
    """Return the history of a campaign; None after an error.

    After a turn with errors, or one that can't be read, the state is unknown; later turns are
    checked as far as possible without it. Turns found in ``turn_cache`` are not played again; then
    it holds the turns of this history.
    """
    turn_cache = turn_cache if turn_cache is not None else TurnCache()
    state, arrivals = openings_of(campaign, ruleset, report) if campaign.sound else (None, ())
    opening: PlayedTurn[StateT, OrdersT, EventT] | None = None
    if state is not None:
        opening = PlayedTurn(0, state, state, None, ())
    digest = digest_of_state(state)
    played_turns: list[PlayedTurn[StateT, OrdersT, EventT]] = []
    used: dict[str, CachedTurn] = {}
    reached = 0
    for turn in campaign.turns:
        if turn.number != reached + 1:
            # A turn in between could not be read.
            state = None
        reached = turn.number
        if state is not None and any(it.turn == turn.number for it in arrivals):
            state = state_with_arrivals(state, turn.number, arrivals)
            digest = digest_of_state(state)
        key = turn_key(ruleset.id, campaign.seed, digest, turn) if state is not None else ""
        known = turn_cache.get(key)
        if known is None:
            own = Report()
            played_turn = play_turn(campaign, turn, state, ruleset, own)
            report.extend(own.findings)
            if played_turn is None:
                state = None
                continue
            known = CachedTurn(played_turn, own.findings, digest_of_state(played_turn.after))
            turn_cache.put(key, known)
        else:
            report.extend(known.findings)
        if key:
            used[key] = known
        played_turns.append(known.played_turn)
        state, digest = known.played_turn.after if turn.sound else None, known.state_digest
    turn_cache.turns = used
    if opening is None or len(played_turns) < len(campaign.turns):
        return None
    history = History(opening, tuple(played_turns), arrivals)
    check_references(campaign, history, ruleset, report)
    return None if report.has_errors else history


def play_turn(
    campaign: Campaign,
    turn: Turn,
    state: StateT | None,
    ruleset: Ruleset[StateT, OrdersT, EventT],
    report: Report,
) -> PlayedTurn[StateT, OrdersT, EventT] | None:
    """Return a turn played from a state; None after an error, or if the state is unknown."""
    errors = report.errors
    dice = dice_of(campaign, turn)
    joins = {faction.id: faction.joins for faction in campaign.factions}
    for faction, node in turn.orders.items():
        if (first := joins.get(faction, 0)) > turn.number:
            report.add(
                problems.FactionNotJoined(
                    at=node.span, faction=faction, joins=first, turn=turn.number
                )
            )
    if report.errors > errors:
        return None
    orders = _checked_orders(turn, state, dice, ruleset, report)
    if orders is None or state is None:
        return None
    steps = tuple(steps_of(ruleset, state, ruleset.resolve(state, orders, dice)))
    if turn.dice_asked_at is not None and lacks_dice(steps):
        _ask_for_dice(turn, turn.dice_asked_at, dice_sheet(turn, state, orders, ruleset), report)
        return None
    rolls = {roll_name(roll): roll for step in steps for roll in step.event.rolls}
    _check_faces(turn, rolls, report)
    _check_use(turn, rolls, report)
    after = steps[-1].after if steps else state
    played_turn = PlayedTurn(turn.number, state, after, orders, steps)
    ruleset.review(turn, played_turn, report)
    return None if report.errors > errors else played_turn


def _checked_orders(
    turn: Turn,
    state: StateT | None,
    dice: Dice,
    ruleset: Ruleset[StateT, OrdersT, EventT],
    report: Report,
) -> OrdersT | None:
    """Return the orders of a turn; None after an error, such as a placeholder in them.

    Whatever else is wrong with a placeholder as a value is not reported.
    """
    own = Report()
    if ruleset.plays_in_file_order:
        _check_file_order(turn, report)
    orders = ruleset.orders(turn, state, dice, own)
    uses = [use for node in turn.orders.values() for use in placeholders_in(node)]
    for use in uses:
        report.add(content.PlaceholderLeft(at=use.span, key=use.key, wanted=wanted_for(use.key)))
    values = {use.node.span for use in uses}
    report.extend(finding for finding in own.findings if finding.at not in values)
    return None if uses else orders


def _check_file_order(turn: Turn, report: Report) -> None:
    """Warn if a program seems to have sorted the file, and with it the order of play."""
    source, factions = turn.at.source, [*turn.orders]
    starts = [(found[1], found.start()) for found in _TOP_KEY.finditer(source.text)]
    keys = [key for key, _ in starts]
    if keys != sorted(keys) or keys[:1] == ["turn"] or "turn" not in keys:
        return
    if len(factions) > 1 and factions == sorted(factions):
        line = source.text.count("\n", 0, dict(starts).get("orders", 0)) + 1
        at = Span(source, line, 1, line, len("orders") + 1)
        report.add(content.SortedFile(at=at, turn=turn.number, factions=tuple(factions)))


def check_open_turn(
    campaign: Campaign,
    history: History[StateT, OrdersT, EventT],
    ruleset: Ruleset[StateT, OrdersT, EventT],
    report: Report,
) -> None:
    """Report the mistakes that would be found in the open turn if it were played now.

    Dice that are thrown at the table are not missed: that is done after all orders are in. Drafts
    of orders are checked as if they counted, but may still have placeholders.
    """
    if campaign.open_turn is None:
        return
    report.extend(mistakes_in_drafts(campaign, history, ruleset, campaign.open_turn))
    turn = replace(campaign.open_turn, dice_asked_at=None)
    played_turn = play_turn(campaign, turn, history.eve.after, ruleset, report)
    if played_turn is not None:
        played = with_open_turn_played(campaign)
        after = replace(history, turns=(*history.turns, played_turn))
        check_references(played, after, ruleset, report)


def mistakes_in_drafts(
    campaign: Campaign,
    history: History[StateT, OrdersT, EventT],
    ruleset: Ruleset[StateT, OrdersT, EventT],
    turn: Turn,
) -> Iterator[Finding]:
    """The errors in the drafts of an open turn, except what is still to be written."""
    for finding in findings_in_drafts(campaign, history, ruleset, turn, turn.order_drafts):
        if finding.code != content.PlaceholderLeft.code:
            yield finding


def findings_in_drafts(
    campaign: Campaign,
    history: History[StateT, OrdersT, EventT],
    ruleset: Ruleset[StateT, OrdersT, EventT],
    turn: Turn,
    factions: Collection[str],
) -> tuple[Finding, ...]:
    """The errors in drafts of an open turn, if they count beside its other orders."""
    drafts = {it: node for it, node in turn.order_drafts.items() if it in factions}
    # Dice that are thrown at the table are thrown later. The digest covers no other orders.
    tried = replace(turn, orders={**turn.orders, **drafts}, dice_asked_at=None, digest="")
    report = Report()
    if drafts:
        play_turn(campaign, tried, history.eve.after, ruleset, report)
    return tuple(
        it
        for it in report.findings
        if it.severity == "error"
        if it.at is not None and any(node.span.contains(it.at) for node in drafts.values())
    )


def dice_of(campaign: Campaign, turn: Turn) -> Dice:
    """Return the dice of a turn: those thrown at the table, and computed ones."""
    table = {name: roll.faces for name, roll in turn.rolls.items()}
    return Dice(turn_seed(campaign.seed, turn.number), turn.number, table)


def _ask_for_dice(turn: Turn, at: Span, sheet: DiceSheet[StateT, EventT], report: Report) -> None:
    """Report the rolls whose dice have to be thrown before the turn has a result."""
    given = {name for name, roll in turn.rolls.items() if roll.faces}
    wrong = {one.name: one.roll for one in sheet.needed if one.name in given}
    _check_faces(turn, wrong, report)
    missing = [(one.name, one.dice_text) for one in sheet.needed if one.name not in given]
    if missing:
        report.add(
            problems.DiceToThrow(
                at=at, turn=turn.number, rolls=tuple(missing), has_rolls=bool(turn.rolls)
            )
        )


def _check_faces(turn: Turn, rolls: Mapping[str, Roll], report: Report) -> None:
    """Check that rolls thrown at the table have as many dice as made, with possible faces."""
    for name, given in turn.rolls.items():
        roll = rolls.get(name)
        if roll is None:
            continue
        if len(given.faces) != len(roll.faces):
            report.add(
                problems.WrongDiceCount(at=given.at, given=len(given.faces), wanted=len(roll.faces))
            )
        for face, at in zip(given.faces, given.faces_at, strict=True):
            if not 1 <= face <= roll.sides:
                report.add(problems.ImpossibleDieFace(at=at, face=face, sides=roll.sides))


def _check_use(turn: Turn, rolls: Mapping[str, Roll], report: Report) -> None:
    """Warn about rolls thrown at the table that are not made."""
    unused = [name for name in turn.rolls if name not in rolls]
    if not unused:
        return
    orders = tuple(f"{faction}/{id}" for faction, it in turn.orders.items() for id in _ids(it))
    free = tuple(name for name in rolls if name not in turn.rolls)
    for name in unused:
        report.add(
            problems.UnusedRoll(
                at=turn.rolls[name].at, name=name, free=free, rolls=tuple(rolls), orders=orders
            )
        )


def _ids(node: Node) -> Iterator[str]:
    """The ids in a faction's orders as written."""
    match node:
        case MapNode():
            id = node.get("id")
            yield from [id.text] if isinstance(id, ScalarNode) else []
            for entry in node.entries:
                yield from _ids(entry.value)
        case ListNode():
            for item in node.items:
                yield from _ids(item)
        case ScalarNode():
            pass


def check_references(
    campaign: Campaign,
    history: History[StateT, OrdersT, EventT],
    ruleset: Ruleset[StateT, OrdersT, EventT],
    report: Report,
) -> None:
    """Check that the events named by rumors and reveals happened and have something to reveal."""
    happened: dict[str, Step[StateT, EventT]] = {}
    for played_turn in history.turns:
        for step in played_turn.steps:
            happened.setdefault(step.event.id, step)

    # What happens in a turn with errors is not known.
    unsound = {str(turn.number) for turn in campaign.turns if not turn.sound}

    def check(at: Span, name: str) -> None:
        if name not in happened and name.partition("/")[0] not in unsound:
            known = tuple(happened)
            report.add(problems.UnknownName(at=at, what="event", name=name, known=known))

    for turn in campaign.turns:
        named = [(news.at, news.about) for news in turn.news]
        for at, about in (*named, *((rumor.at, rumor.about) for rumor in turn.rumors)):
            if about:
                check(at, about)
    for reveal in (it for turn in campaign.turns for it in turn.reveals if it.kind == "event"):
        meant = happened.get(reveal.target)
        if meant is None:
            check(reveal.at, reveal.target)
        elif ruleset.reveal(meant) is None:
            report.add(problems.NothingToReveal(at=reveal.at, name=reveal.target))
