"""The status of a turn: orders of each faction, errors, and open tasks of the GM."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal

from chronicle.authoring.missing_orders import awaited_factions, gives_orders, with_players
from chronicle.diagnostics.catalogue import references
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree
from chronicle.load import load_campaign
from chronicle.model.audience import GM
from chronicle.model.campaign import Campaign, Faction, Rumor, Turn, with_open_turn_played
from chronicle.outline.order_stubs.untouched import is_empty
from chronicle.play.history import AnyHistory
from chronicle.play.turns import TurnCache, mistakes_in_drafts, play
from chronicle.project import next_order_form
from chronicle.records import Record, field, replace
from chronicle.rules import RULESETS, has_values
from chronicle.rules.order_form import Form
from chronicle.rules.protocol import AnyRuleset, PlayedTurn, Prompt
from chronicle.yaml.nodes import Node

#: A faction's orders are valid, have errors, or are missing.
OrdersState = Literal["ready", "errors", "none"]
_FILE: Final = re.compile(r"turns/(\d{3,6})\.yaml")


class FactionStatus(Record):
    """One faction, with the errors in its orders."""

    faction: Faction
    state: OrdersState
    findings: tuple[Finding, ...] = ()


class TurnStatus(Record):
    """The status of a turn.

    ``campaign`` is as if the open turn were played. ``turn`` is None if its file can't be read;
    ``is_open`` says that orders for it are awaited. ``prompts`` are those of its events, each with
    the event's id. ``other_errors`` are errors outside of orders, ``warnings`` those of the turn's
    file, ``warnings_elsewhere`` the number of the others. ``drafts`` are the ids of rumors that are
    still drafts, ``drafted`` the other turns that have drafts; both without those to be heard in
    published turns. ``prompts`` are without those that news answer. ``order_drafts`` are the
    factions of which the open turn has drafts of orders, with the errors in these, ``undrafted``
    those that have no player, no orders and no draft.
    """

    campaign: Campaign
    number: int
    turn: Turn | None
    is_open: bool
    rows: tuple[FactionStatus, ...]
    prompts: tuple[tuple[str, Prompt], ...]
    warnings: tuple[Finding, ...]
    other_errors: tuple[Finding, ...]
    warnings_elsewhere: int
    drafts: tuple[str, ...]
    drafted: tuple[int, ...]
    order_drafts: Mapping[str, tuple[Finding, ...]] = field(default_factory=dict)
    undrafted: tuple[str, ...] = ()

    @property
    def published(self) -> bool:
        return self.number <= self.campaign.published.through

    @property
    def has_errors(self) -> bool:
        return bool(self.other_errors) or any(row.findings for row in self.rows)

    @property
    def only_lacks_dice(self) -> bool:
        """Whether nothing is wrong but that dice have not been thrown yet."""
        errors = [*self.other_errors, *(one for row in self.rows for one in row.findings)]
        return {one.code for one in errors} == {references.DiceToThrow.code}

    @property
    def without_orders(self) -> tuple[str, ...]:
        """The ids of the factions that have no orders."""
        return tuple(row.faction.id for row in self.rows if row.state == "none")


def last_turn(tree: FileTree) -> int:
    """The number of the last turn file; 0 if there are no turns."""
    found = (_FILE.fullmatch(path) for path in tree.files)
    return max((int(name[1]) for name in found if name is not None), default=0)


def status_of_turn(
    tree: FileTree, number: int, report: Report, checked: Sequence[Finding] = ()
) -> TurnStatus | None:
    """The status of a turn, even if there are errors; None if the campaign can't be read.

    All findings go to ``report``. ``checked`` are those of a whole check of the campaign.
    """
    campaign = load_campaign(tree, report)
    return status_in_campaign(campaign, number, report, checked) if campaign is not None else None


def status_in_campaign(
    campaign: Campaign,
    number: int,
    report: Report,
    checked: Sequence[Finding] = (),
    kept: TurnCache | None = None,
) -> TurnStatus | None:
    """The status of a turn of a loaded campaign; None if its ruleset is unknown.

    ``report`` has the findings of loading it. Turns that are in ``kept`` are not played again.
    """
    ruleset = RULESETS.get(campaign.ruleset)
    if ruleset is None:
        return None
    is_open = campaign.open_turn is not None and campaign.open_turn.number == number
    campaign = with_open_turn_played(campaign)
    turn = next((one for one in campaign.turns if one.number == number), None)
    history = play(campaign, ruleset, report, kept)
    played_turns = history.turns if history is not None else ()
    played_turn = next((one for one in played_turns if one.turn == number), None)
    eve = _history_before(campaign, ruleset, number, history)
    awaited = _awaited(campaign, ruleset, eve)
    findings = (*report.findings, *(one for one in checked if one not in report.findings))
    rows = tuple(
        _row(one, turn, findings, partial(_form, campaign, ruleset, eve, one.id))
        for one in campaign.factions
        if one.id in awaited or _has_orders(turn, one)
    )
    drafts = turn.order_drafts if is_open and turn is not None else {}
    mistakes = (
        tuple(mistakes_in_drafts(campaign, eve, ruleset, turn)) if eve and turn and drafts else ()
    )
    in_drafts = {id: _errors_within(node, mistakes) for id, node in drafts.items()}
    told = {finding for row in rows for finding in row.findings}
    told |= {finding for found in in_drafts.values() for finding in found}
    errors = (one for one in findings if one.severity == "error")
    warnings = [one for one in findings if one.severity == "warning"]
    source = turn.at.source if turn is not None else None
    here = tuple(one for one in warnings if one.at is not None and one.at.source == source)
    return TurnStatus(
        campaign,
        number,
        turn,
        is_open,
        rows,
        () if is_open else tuple(open_prompts(campaign, ruleset, played_turn)),
        here,
        tuple(one for one in errors if one not in told),
        len(warnings) - len(here),
        tuple(one.id for one in drafts_of(campaign, turn)) if turn is not None else (),
        tuple(one.number for one in campaign.turns if one is not turn and drafts_of(campaign, one)),
        in_drafts,
        tuple(_undrafted(campaign, ruleset, eve, turn)) if is_open and turn is not None else (),
    )


def drafts_of(campaign: Campaign, turn: Turn) -> tuple[Rumor, ...]:
    """The drafts among a turn's rumors that can still become rumors.

    Those that would be heard in a published turn can't: it would change what readers were told.
    """
    through = campaign.published.through
    return tuple(one for one in turn.rumors if one.draft and one.heard_in > through)


def _history_before(
    campaign: Campaign, ruleset: AnyRuleset, number: int, history: AnyHistory | None
) -> AnyHistory | None:
    """The history before a turn; None if it has errors."""
    if history is not None:
        return replace(history, turns=history.turns[: number - 1])
    return play(replace(campaign, turns=campaign.turns[: number - 1]), ruleset, Report())


def _awaited(campaign: Campaign, ruleset: AnyRuleset, eve: AnyHistory | None) -> frozenset[str]:
    """The awaited factions; all that are played if the state before the turn is unknown."""
    played = with_players(campaign)
    if eve is None:
        return played
    return played & {*awaited_factions(campaign, ruleset, eve.eve.after)}


def _undrafted(
    campaign: Campaign, ruleset: AnyRuleset, eve: AnyHistory | None, turn: Turn
) -> Iterator[str]:
    """The factions whose orders can be drafted: without a player, orders and a draft."""
    if eve is None or not has_values(ruleset.id):
        return
    played = with_players(campaign)
    for faction in campaign.factions:
        is_idle = faction.id not in played and faction.id in eve.eve.after.factions
        if is_idle and faction.id not in turn.order_drafts and not _has_orders(turn, faction):
            yield faction.id


def _has_orders(turn: Turn | None, faction: Faction) -> bool:
    orders = turn.orders.get(faction.id) if turn is not None else None
    return orders is not None and not is_empty(orders)


def _form(
    campaign: Campaign, ruleset: AnyRuleset, eve: AnyHistory | None, faction: str
) -> Form | None:
    """The order form of a faction for the turn; None if the state before it is unknown."""
    if eve is None:
        return None
    earlier = replace(campaign, turns=campaign.turns[: len(eve.turns)])
    return next_order_form(earlier, eve, ruleset, faction)


def _row(
    faction: Faction,
    turn: Turn | None,
    findings: Sequence[Finding],
    form: Callable[[], Form | None],
) -> FactionStatus:
    orders = turn.orders.get(faction.id) if turn is not None else None
    if orders is None or is_empty(orders):
        return FactionStatus(faction, "none")
    found = _errors_within(orders, findings)
    if not found and not gives_orders(orders, form):
        return FactionStatus(faction, "none")
    return FactionStatus(faction, "errors" if found else "ready", found)


def _errors_within(orders: Node, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The errors inside a faction's orders."""
    return tuple(
        it
        for it in findings
        if it.severity == "error" and it.at is not None and orders.span.contains(it.at)
    )


def open_prompts(
    campaign: Campaign, ruleset: AnyRuleset, played_turn: PlayedTurn[Any, Any, Any] | None
) -> Iterator[tuple[str, Prompt]]:
    """The prompts of a turn that no news answer (their `about:`); none if it was not played."""
    answered = {news.about for turn in campaign.turns for news in turn.news}
    found = prompts_of(ruleset, played_turn) if played_turn is not None else ()
    return ((event, prompt) for event, prompt in found if event not in answered)


def prompts_of(
    ruleset: AnyRuleset, played_turn: PlayedTurn[Any, Any, Any]
) -> Iterator[tuple[str, Prompt]]:
    """The prompts of the GM's page of a turn, each with the id of its event."""
    for step in played_turn.steps:
        telling = ruleset.tell(step, GM).telling
        if telling is not None:
            yield from ((step.event.id, prompt) for prompt in telling.prompts)


#: What is done next: a turn to start, its errors to correct, drafts of orders to accept, orders or
#: dice to wait for, its orders to carry out, drafts to accept, news to write; or there are later
#: turns.
StepKind = Literal[
    "new",
    "correct",
    "order-drafts",
    "import",
    "late",
    "dice",
    "close",
    "drafts",
    "write",
    "later",
]


class NextStep(Record):
    """What to do next in a campaign; ``text`` says it in one line, with the command to type."""

    kind: StepKind
    text: str


def next_step(
    found: TurnStatus | None, content: str, *, is_late: bool = False, is_refused: bool = False
) -> NextStep:
    """What to do next in a campaign; None is a campaign without turns.

    ``content`` is the campaign's folder as the GM types it, ``is_late`` says that the deadline has
    passed, ``is_refused`` that the setup forbids a deploy.
    """
    if found is None:
        return NextStep("new", f"start the first turn: chronicle turn new {content}")
    file = f"{content}/turns/{found.number:03}.yaml"
    if found.has_errors and not found.only_lacks_dice:
        return NextStep("correct", f"correct the errors; chronicle check {content} shows them all")
    if found.is_open:
        return _next_step_of_open_turn(found, content, is_late=is_late)
    if found.number < len(found.campaign.turns):
        return NextStep(
            "later", f"there are later turns; chronicle status {content} shows the last one"
        )
    if found.published:
        return NextStep("new", f"start the next turn: chronicle turn new {content}")
    if found.only_lacks_dice:
        return _throw_dice(found, content)
    if found.drafts:
        return NextStep("drafts", f"edit the rumor drafts in {file} and remove draft: true")
    setup = "correct the setup, and " if is_refused else ""
    deploy = f"{setup}chronicle deploy {content} puts it online"
    if found.prompts or found.warnings:
        return NextStep("write", f"go through the list above in {file}; then {deploy}")
    return NextStep("write", f"write what happened in {file}; then {deploy}")


def _next_step_of_open_turn(found: TurnStatus, content: str, *, is_late: bool) -> NextStep:
    if found.order_drafts:
        drafts = ", ".join(found.order_drafts)
        file = f"{content}/turns/{found.number:03}.yaml"
        accepts = f"chronicle orders accept {content} makes them count"
        return NextStep("order-drafts", f"edit the drafts of {drafts} in {file}; {accepts}")
    names = ", ".join(found.without_orders)
    close = f"chronicle turn close {content}"
    if found.without_orders and is_late:
        said = f"the deadline has passed; go on without orders of {names}: {close}"
        return NextStep("late", said)
    if found.without_orders:
        at = found.campaign.deadline
        until = f" until {at.date} {at.clock}" if at is not None else ""
        adds = f"chronicle orders import FILE {content} adds them"
        return NextStep("import", f"wait for orders of {names}{until}; {adds}")
    if found.only_lacks_dice:
        return _throw_dice(found, content)
    return NextStep("close", f"all orders are in; play the turn: {close}")


def _throw_dice(found: TurnStatus, content: str) -> NextStep:
    sheet = f"chronicle dice sheet {content} --turn {found.number}"
    return NextStep("dice", f"throw the dice; {sheet} lists them")
