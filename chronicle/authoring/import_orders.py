"""Orders that players sent in, checked like a build would, and put into the file of their turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from chronicle.authoring.pasted_orders import Sheet
from chronicle.authoring.turn_file import MODELINE, path_of, turn_file
from chronicle.diagnostics.catalogue import orders as problems
from chronicle.diagnostics.catalogue import references
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Tree
from chronicle.leaks.words import rows, tells, words_of
from chronicle.load import load
from chronicle.model.audience import of_faction
from chronicle.model.campaign import Campaign, Turn
from chronicle.play.history import History
from chronicle.play.replay import Kept
from chronicle.play.turns import play
from chronicle.project.audience_view import Knowing, knowing
from chronicle.project.projector import learnt
from chronicle.rules import RULESETS
from chronicle.rules.protocol import RuleSystem
from chronicle.yaml.edit_replace import Block, NoRoom, placed, scalars_in
from chronicle.yaml.nodes import ScalarNode

#: What is written in texts that have secret blocks and links, and means nothing in orders.
_MARKS: Final = (":::", "[[")


@dataclass(frozen=True, slots=True)
class Import:
    """What a turn's file says before and after, as text, and whose orders are in it now.

    ``is_new`` when the file is not there yet; ``before`` is then what it would begin with.
    """

    turn: int
    path: str
    before: str
    after: str
    factions: tuple[str, ...]
    is_new: bool


def imported(
    tree: Tree, sheets: Sequence[Sheet], report: Report, *, modeline: bool = False
) -> Import | None:
    """The file of a turn with orders put into it; None when findings say why not.

    A file that is not there is begun as one is for the turn after the last, with a ``modeline`` for
    editors if wanted. Errors elsewhere in the turn are not the players' and hinder nothing; those
    in what comes before it leave nothing to check orders against.
    """
    campaign = _sound(tree, report)
    if campaign is None:
        return None
    system = RULESETS[campaign.ruleset]
    sheets = tuple(_fitting(campaign, tree, sheets, report))
    if not sheets:
        return None
    number, kept = sheets[0].turn, Kept()
    earlier = replace(campaign, turns=campaign.turns[: number - 1])
    history = _played(earlier, system, kept, report)
    if history is None:
        return None
    sheets = tuple(_taking_part(sheets, system, history, report))
    path, is_new = path_of(number), number > len(campaign.turns)
    if is_new:
        head = f"{MODELINE}\n" if modeline else ""
        begun = head + turn_file(earlier, system, history)
        tree = Tree(tree.name, {**tree.files, path: begun.encode()})
    full = _sound(tree, report) if is_new else campaign
    if full is None:
        return None
    _check(full, system, number, sheets, kept, report)
    for sheet in sheets:
        _look_over(sheet, _knowing(earlier, system, history, sheet.faction), number, report)
    return None if report.has_errors else _merged(tree, path, sheets, report, is_new=is_new)


def _sound(tree: Tree, report: Report) -> Campaign | None:
    """The campaign of a folder, by rules that there are; None when errors say why not."""
    own = Report()
    campaign = load(tree, own)
    if campaign is not None and campaign.ruleset not in RULESETS:
        known, name = tuple(RULESETS), campaign.ruleset
        own.add(references.UnknownName(at=campaign.at, what="ruleset", name=name, known=known))
    report.take(_errors(own))
    return None if own.has_errors else campaign


def _played(
    campaign: Campaign, system: RuleSystem[Any, Any, Any], kept: Kept, report: Report
) -> History[Any, Any, Any] | None:
    own = Report()
    history = play(campaign, system, own, kept)
    report.take(_errors(own))
    return history


def _errors(report: Report) -> Iterator[Finding]:
    return (finding for finding in report.findings if finding.severity == "error")


# ── Whose, and for when ──────────────────────────────────────────────────────────────────────────


def open_turns(campaign: Campaign) -> tuple[int, ...]:
    """The turns that orders are taken for: the last unless it is published, and the next."""
    last = len(campaign.turns)
    return (last, last + 1) if last > campaign.published.through else (last + 1,)


def _fitting(
    campaign: Campaign, tree: Tree, sheets: Sequence[Sheet], report: Report
) -> Iterator[Sheet]:
    """The sheets that are for this campaign, a turn that is open, and a faction there is."""
    taken: dict[str, Sheet] = {}
    known = tuple(faction.id for faction in campaign.factions)
    opened = open_turns(campaign)
    for sheet in sheets:
        before = report.errors
        if sheet.campaign and not _names(sheet.campaign, campaign, tree):
            report.add(
                problems.OtherCampaign(
                    at=sheet.campaign_at, named=sheet.campaign, title=campaign.title
                )
            )
        if sheet.turn not in opened:
            published = sheet.turn <= campaign.published.through
            report.add(
                problems.OtherTurn(
                    at=sheet.turn_at, turn=sheet.turn, open=opened, published=published
                )
            )
        elif taken and sheet.turn != (first := next(iter(taken.values()))).turn:
            report.add(
                problems.OtherTurn(
                    at=sheet.turn_at, turn=sheet.turn, open=(first.turn,), published=False
                )
            )
        if sheet.faction not in known:
            report.add(
                references.UnknownName(
                    at=sheet.faction_at, what="faction", name=sheet.faction, known=known
                )
            )
        elif sheet.faction in taken:
            line = taken[sheet.faction].faction_at.line
            report.add(problems.TwoSheets(at=sheet.faction_at, faction=sheet.faction, line=line))
        if report.errors == before:
            taken[sheet.faction] = sheet
            yield sheet


def _names(named: str, campaign: Campaign, tree: Tree) -> bool:
    """Whether a word means a campaign: by its title, its folder or its address."""
    known = (campaign.title, tree.name.rstrip("/").rpartition("/")[2], campaign.address)
    return _plain(named) in {_plain(one) for one in known if one}


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold().rstrip("/")


def _taking_part(
    sheets: Sequence[Sheet],
    system: RuleSystem[Any, Any, Any],
    history: History[Any, Any, Any],
    report: Report,
) -> Iterator[Sheet]:
    last = history.turns[-1] if history.turns else history.opening
    playing = tuple(system.playing(last.after))
    for sheet in sheets:
        if sheet.faction in playing:
            yield sheet
        else:
            report.add(
                problems.NotPlaying(at=sheet.faction_at, faction=sheet.faction, playing=playing)
            )


# ── Whether the rules allow them ─────────────────────────────────────────────────────────────────


def _check(
    campaign: Campaign,
    system: RuleSystem[Any, Any, Any],
    number: int,
    sheets: Sequence[Sheet],
    kept: Kept,
    report: Report,
) -> None:
    """Plays the turn with the orders; reports what is wrong with them, and with nothing else."""
    was = campaign.turns[number - 1]
    found = _found(campaign, system, was, kept)
    turn = replace(was, orders=_with(was.orders, sheets))
    others: list[Finding] = []
    for finding in _found(campaign, system, turn, kept):
        if _is_of(finding, sheets):
            report.take([finding])
        elif finding.severity == "error":
            others.append(finding)
    # What was wrong before is not to be laid at the players' door; what they bring about is.
    report.take(one for one in others if one not in found)
    if others:
        # Some mistakes show only in a turn that can be played: in one of these orders alone.
        alone = replace(was, orders=_with({}, sheets), rolls={}, rumors=(), reveals=())
        findings = _found(campaign, system, alone, kept)
        report.take(finding for finding in findings if _is_of(finding, sheets))


def _found(
    campaign: Campaign, system: RuleSystem[Any, Any, Any], turn: Turn, kept: Kept
) -> tuple[Finding, ...]:
    """All findings of playing a campaign up to a turn as it is given."""
    report = Report()
    turns = (*campaign.turns[: turn.number - 1], turn)
    play(replace(campaign, turns=turns), system, report, kept)
    return report.findings


def _with(orders: Mapping[str, Any], sheets: Sequence[Sheet]) -> dict[str, Any]:
    changed = {**orders, **{sheet.faction: sheet.orders for sheet in sheets}}
    return {faction: node for faction, node in changed.items() if node is not None}


def _is_of(finding: Finding, sheets: Sequence[Sheet]) -> bool:
    return finding.at is not None and any(
        finding.at.source == sheet.faction_at.source for sheet in sheets
    )


# ── What they speak of ───────────────────────────────────────────────────────────────────────────


def _knowing(
    campaign: Campaign,
    system: RuleSystem[Any, Any, Any],
    history: History[Any, Any, Any],
    faction: str,
) -> Knowing:
    audience = of_faction(faction)
    return knowing(campaign, audience, learnt(history, system, audience))


def _look_over(sheet: Sheet, known: Knowing, turn: int, report: Report) -> None:
    """Warns of what a faction doesn't know of, and of marks that hide nothing."""
    hidden = {ref: name for ref, name in known.names.items() if not known.knows(ref, turn)}
    told = {tuple(words_of(name)) for ref, name in known.names.items() if ref not in hidden}
    phrases = {ref: tuple(words_of(name)) for ref, name in hidden.items()}
    for scalar in scalars_in(sheet.value):
        for mark in _MARKS:
            if (at := scalar.text.find(mark)) >= 0:
                place = scalar.locate(at, len(mark))
                report.add(problems.MarksInOrders(at=place, mark=mark))
        for ref, phrase in phrases.items():
            if scalar.text == ref.id or (phrase not in told and _speaks_of(scalar, phrase)):
                what = f"the {ref.kind} `{ref.id}` ({hidden[ref]})"
                report.add(problems.BeyondKnowing(at=scalar.span, faction=sheet.faction, what=what))


def _speaks_of(scalar: ScalarNode, phrase: tuple[str, ...]) -> bool:
    return any(map(tells, phrase)) and phrase in rows(words_of(scalar.text), len(phrase))


# ── Into the file ────────────────────────────────────────────────────────────────────────────────


def _merged(
    tree: Tree, path: str, sheets: Sequence[Sheet], report: Report, *, is_new: bool
) -> Import | None:
    written = tree.files[path]
    before = written.decode("utf-8") if isinstance(written, bytes) else ""
    after = before
    for sheet in sheets:
        try:
            block = Block(sheet.rows, sheet.indent, sheet.value)
            after = placed(after, "orders", sheet.faction, block)
        except NoRoom:
            report.add(problems.NoRoomForOrders(at=sheet.faction_at, path=tree.shown(path)))
    if report.has_errors:
        return None
    factions = tuple(sheet.faction for sheet in sheets)
    return Import(sheets[0].turn, path, before, after, factions, is_new)
