"""Imports players' orders into the turn's file, with the same checks as a build."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Final, Literal, TypeAlias

from chronicle.authoring import merge_orders
from chronicle.authoring.pasted_orders import PastedSheet, findings_in_message
from chronicle.authoring.turn_file import MODELINE, path_of_turn_file, turn_file_text
from chronicle.diagnostics.catalogue import orders as problems
from chronicle.diagnostics.catalogue import references
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree, Span
from chronicle.leaks.words import is_significant, ngrams, words_of
from chronicle.load import load_campaign
from chronicle.model.audience import faction_audience
from chronicle.model.campaign import Campaign, Turn, find_faction, with_open_turn_played
from chronicle.outline.order_stubs.untouched import is_untouched, standing_orders
from chronicle.play.history import AnyHistory
from chronicle.play.turns import check_references, play, play_turn
from chronicle.project import next_order_form
from chronicle.project.projection import audience_view
from chronicle.project.visibility import AudienceView
from chronicle.records import Record, replace
from chronicle.rules import RULESETS
from chronicle.rules.file_models import FileModels
from chronicle.rules.order_form import Form
from chronicle.rules.protocol import AnyRuleset
from chronicle.yaml.edit.comments import IsGenerated, comments_in
from chronicle.yaml.edit.document import YamlEditError
from chronicle.yaml.edit.replace import (
    EntryBlock,
    find_entry,
    replace_entry,
    scalars_in,
    value_of_node,
)
from chronicle.yaml.nodes import Node, ScalarNode

#: What comments of the program begin with.
_EXPLANATION: Final = "#:"
#: Markup for secret blocks and links, which has no effect in orders.
_MARKS: Final = (":::", "[[")


#: Whether a turn's file has to be created, awaits orders or has been played.
_TurnState: TypeAlias = Literal["new", "open", "closed"]


class OrdersImport(Record):
    """The text of a turn's file before and after an import, and the factions imported, if any.

    If ``is_new``, the file does not exist yet and ``before`` is the text of a new file. ``late_at``
    is where the message names a turn that is closed; None if the turn awaits orders.
    """

    turn: int
    path: str
    before: str
    after: str
    factions: tuple[str, ...]
    is_new: bool
    late_at: Span | None


def import_orders(
    tree: FileTree,
    sheets: Sequence[PastedSheet],
    report: Report,
    choose: merge_orders.ClashChoice | None = None,
    *,
    replace_all: bool = False,
    modeline: bool = False,
) -> OrdersImport | None:
    """Import orders into a turn's file; None if there are errors.

    Orders are added to those that a faction already has, order by order; of two different ones of
    which only one can be given, ``choose`` says which to keep; without it they are an error. With
    ``replace_all`` the earlier orders of these factions are removed instead.

    If the file does not exist, it is created as by `turn new`, optionally with a ``modeline`` for
    editors. Errors elsewhere in the turn do not prevent the import; errors in earlier turns do,
    because then the orders can't be checked.
    """
    own = Report()
    if report.has_errors:
        # Nobody is asked about orders of which others have errors.
        choose = _keep_later([])
    found = _import_orders(tree, sheets, own, choose, replace_all=replace_all, modeline=modeline)
    report.extend(findings_in_message(own.findings, sheets))
    return None if report.has_errors else found


def _import_orders(
    tree: FileTree,
    sheets: Sequence[PastedSheet],
    report: Report,
    choose: merge_orders.ClashChoice | None,
    *,
    replace_all: bool,
    modeline: bool,
) -> OrdersImport | None:
    campaign = _load_without_errors(tree, report)
    if campaign is None:
        return None
    ruleset = RULESETS[campaign.ruleset]
    sheets = tuple(_matching_sheets(campaign, tree, sheets, report))
    if not sheets:
        return None
    number = sheets[0].turn
    earlier = replace(campaign, turns=campaign.turns[: number - 1], open_turn=None)
    history = _played(earlier, ruleset, report)
    if history is None:
        return None
    sheets = tuple(_sheets_of_playing(sheets, ruleset, history, report))
    path = path_of_turn_file(tree, number)
    is_new = number > len(campaign.turns) and campaign.open_turn is None
    if is_new:
        head = f"{MODELINE}\n" if modeline else ""
        begun = head + turn_file_text(earlier, ruleset, history)
        tree = FileTree(tree.name, {**tree.files, path: begun.encode()})
    full = _load_without_errors(tree, report) if is_new else campaign
    if full is None:
        return None
    full = with_open_turn_played(full)
    for sheet in sheets:
        _check_mentions(
            sheet, _audience_view(earlier, ruleset, history, sheet.faction), number, report
        )
    written = tree.files[path]
    file = _TurnFile(
        path,
        tree.shown(path),
        written.decode("utf-8") if isinstance(written, bytes) else "",
        {} if replace_all else full.turns[number - 1].orders,
        {
            faction: next_order_form(earlier, history, ruleset, faction)
            for faction in {sheet.faction for sheet in sheets}
        },
        partial(_check, full, ruleset, history),
        stub_comments(earlier, ruleset, history),
        ruleset.file_models(),
    )
    # First with all the sent orders, so that nobody is asked about orders with errors.
    clashes: list[merge_orders.OrdersClash] = []
    merged = file.merged(sheets, _keep_later(clashes), report)
    if clashes and choose is None:
        for it in clashes:
            report.add(problems.ClashingOrders(at=it.at, faction=it.faction, what=it.what))
    elif clashes and choose is not None and merged is not None:
        merged = file.merged(sheets, choose, report)
    if merged is None or report.has_errors:
        return None
    if not replace_all:
        sheets = tuple(file.filled_in(sheets, report))
    state: _TurnState = "new" if is_new else "open" if number > len(campaign.turns) else "closed"
    return file.with_orders(merged, sheets, report, number, state)


def check_orders(tree: FileTree, sheet: PastedSheet) -> tuple[Finding, ...] | None:
    """What the rules say of orders, together with those in the turn's file.

    Different earlier orders of the faction count as replaced. None if the turn accepts no orders.
    """
    campaign = load_campaign(tree, Report())
    if campaign is not None and sheet.turn not in open_turns(campaign):
        return None
    report = Report()
    import_orders(tree, [sheet], report, _keep_later([]))
    return report.findings


def _keep_later(clashes: list[merge_orders.OrdersClash]) -> merge_orders.ClashChoice:
    """Keeps all sent orders, and notes what they would replace."""

    def choose(clash: merge_orders.OrdersClash) -> merge_orders.KeptOrder:
        clashes.append(clash)
        return "later"

    return choose


def _load_without_errors(tree: FileTree, report: Report) -> Campaign | None:
    """The campaign with a known ruleset; None if there are errors."""
    own = Report()
    campaign = load_campaign(tree, own)
    if campaign is not None and campaign.ruleset not in RULESETS:
        known, name = tuple(RULESETS), campaign.ruleset
        own.add(references.UnknownName(at=campaign.at, what="ruleset", name=name, known=known))
    report.extend(_errors(own))
    return None if own.has_errors else campaign


def _played(campaign: Campaign, ruleset: AnyRuleset, report: Report) -> AnyHistory | None:
    own = Report()
    history = play(campaign, ruleset, own)
    report.extend(_errors(own))
    return history


def _errors(report: Report) -> Iterator[Finding]:
    return (finding for finding in report.findings if finding.severity == "error")


# ── Whose, and for when ──────────────────────────────────────────────────────────────────────────


def open_turns(campaign: Campaign) -> tuple[int, ...]:
    """The turns that accept orders: the open or next one, and the last played unless published."""
    last = len(campaign.turns)
    return (last, last + 1) if last > campaign.published.through else (last + 1,)


def _matching_sheets(
    campaign: Campaign, tree: FileTree, sheets: Sequence[PastedSheet], report: Report
) -> Iterator[PastedSheet]:
    """The sheets for this campaign, an open turn and a known faction."""
    first: int | None = None
    known = tuple(faction.id for faction in campaign.factions)
    opened = open_turns(campaign)
    for sheet in sheets:
        before = report.errors
        if sheet.campaign and not _names(sheet.campaign, campaign, tree):
            report.add(
                problems.OrdersForOtherCampaign(
                    at=sheet.campaign_at, named=sheet.campaign, title=campaign.title
                )
            )
        if sheet.turn not in opened:
            through = campaign.published.through
            report.add(
                problems.OrdersForOtherTurn(
                    at=sheet.turn_at,
                    turn=sheet.turn,
                    open=opened,
                    published=sheet.turn <= through,
                    last_published=through,
                )
            )
        elif first is not None and sheet.turn != first:
            report.add(
                problems.OrdersForOtherTurn(
                    at=sheet.turn_at, turn=sheet.turn, open=(first,), published=False
                )
            )
        faction = find_faction(campaign.factions, sheet.faction)
        if faction is None:
            report.add(
                references.UnknownName(
                    at=sheet.faction_at, what="faction", name=sheet.faction, known=known
                )
            )
        elif report.errors == before:
            first = sheet.turn
            yield replace(sheet, faction=faction.id)


def _names(named: str, campaign: Campaign, tree: FileTree) -> bool:
    """Whether a name is the title, folder or address of the campaign."""
    known = (campaign.title, tree.name.rstrip("/").rpartition("/")[2], campaign.address)
    return _plain(named) in {_plain(one) for one in known if one}


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold().rstrip("/")


def _sheets_of_playing(
    sheets: Sequence[PastedSheet], ruleset: AnyRuleset, history: AnyHistory, report: Report
) -> Iterator[PastedSheet]:
    playing = tuple(ruleset.playing(history.eve.after))
    for sheet in sheets:
        if sheet.faction in playing:
            yield sheet
        else:
            report.add(
                problems.OrdersFromInactiveFaction(
                    at=sheet.faction_at, faction=sheet.faction, playing=playing
                )
            )


# ── Whether the rules allow them ─────────────────────────────────────────────────────────────────


def _check(
    campaign: Campaign,
    ruleset: AnyRuleset,
    earlier: AnyHistory,
    sheets: Sequence[PastedSheet],
    merged: Mapping[str, EntryBlock],
    report: Report,
) -> None:
    """Play the turn after ``earlier`` with the orders and report the errors they cause."""
    was = campaign.turns[len(earlier.turns)]
    findings_of = partial(_findings_of, campaign, ruleset, earlier)
    # Orders are in before dice are thrown, so missing ones are computed for the check. The digest
    # of a turn's file does not cover other orders.
    was = replace(was, dice_asked_at=None, digest="")
    found = findings_of(was)
    sent = {faction: block.value for faction, block in merged.items()}
    turn = replace(was, orders=_given({**was.orders, **sent}))
    own: list[Finding] = []
    others: list[Finding] = []
    for finding in findings_of(turn):
        if _is_of(finding, sheets):
            own.append(finding)
        elif finding.severity == "error":
            others.append(finding)
    if others:
        # Some errors are found only if the turn can be played, so play these orders alone.
        alone = replace(was, orders=_given(sent), rolls={}, rumors=(), reveals=())
        own += [one for one in findings_of(alone) if _is_of(one, sheets) and one not in own]
    report.extend(one for one in own if one not in report.findings)
    # Report other errors only if they did not exist without these orders.
    report.extend(one for one in others if one not in found)


def _findings_of(
    campaign: Campaign, ruleset: AnyRuleset, earlier: AnyHistory, turn: Turn
) -> tuple[Finding, ...]:
    """All findings of playing a turn after the earlier ones."""
    report = Report()
    played_turn = play_turn(campaign, turn, earlier.eve.after, ruleset, report)
    if played_turn is not None:
        turns = (*campaign.turns[: len(earlier.turns)], turn)
        history = replace(earlier, turns=(*earlier.turns, played_turn))
        check_references(replace(campaign, turns=turns), history, ruleset, report)
    return report.findings


def _given(orders: Mapping[str, Node]) -> dict[str, Node]:
    """The orders without those of factions that have nothing written."""
    return {faction: node for faction, node in orders.items() if not merge_orders.is_blank(node)}


def _is_of(finding: Finding, sheets: Sequence[PastedSheet]) -> bool:
    return finding.at is not None and any(
        finding.at.source == sheet.faction_at.source for sheet in sheets
    )


# ── What they mention ────────────────────────────────────────────────────────────────────────────


def stub_comments(campaign: Campaign, ruleset: AnyRuleset, history: AnyHistory) -> IsGenerated:
    """Returns whether a comment is in the next turn's file as it begins."""

    @cache
    def suggestions() -> frozenset[str]:
        text = turn_file_text(campaign, ruleset, history)
        return frozenset(found for _, found in comments_in(text))

    return lambda comment: comment.startswith(_EXPLANATION) or comment in suggestions()


def _audience_view(
    campaign: Campaign, ruleset: AnyRuleset, history: AnyHistory, faction: str
) -> AudienceView:
    audience = faction_audience(faction)
    return audience_view(campaign, history, ruleset, audience)


def _check_mentions(sheet: PastedSheet, known: AudienceView, turn: int, report: Report) -> None:
    """Warn about names that the faction doesn't know, and about markup without effect."""
    hidden = {ref: name for ref, name in known.names.items() if not known.knows(ref, turn)}
    told = {tuple(words_of(name)) for ref, name in known.names.items() if ref not in hidden}
    phrases = {ref: tuple(words_of(name)) for ref, name in hidden.items()}
    for scalar in scalars_in(sheet.value):
        for mark in _MARKS:
            if (at := scalar.text.find(mark)) >= 0:
                place = scalar.locate(at, len(mark))
                report.add(problems.MarkupInOrders(at=place, mark=mark))
        for ref, phrase in phrases.items():
            if scalar.text == ref.id or (phrase not in told and _speaks_of(scalar, phrase)):
                what = f"the {ref.kind} `{ref.id}` ({hidden[ref]})"
                report.add(
                    problems.OrdersBeyondKnowledge(at=scalar.span, faction=sheet.faction, what=what)
                )


def _speaks_of(scalar: ScalarNode, phrase: tuple[str, ...]) -> bool:
    return any(map(is_significant, phrase)) and phrase in ngrams(words_of(scalar.text), len(phrase))


# ── Into the file ────────────────────────────────────────────────────────────────────────────────


class _TurnFile(Record):
    """The turn's file: its path, its name in messages, its text, and the orders in it.

    ``forms`` are the order forms of the factions that orders are imported for, ``check`` reports
    errors in merged orders, ``is_stub_comment`` knows the comments that `turn new` writes.
    """

    path: str
    shown: str
    text: str
    orders: Mapping[str, Node]
    forms: Mapping[str, Form | None]
    check: Callable[[Sequence[PastedSheet], Mapping[str, EntryBlock], Report], None]
    is_stub_comment: IsGenerated
    models: FileModels

    def merged(
        self, sheets: Sequence[PastedSheet], choose: merge_orders.ClashChoice, report: Report
    ) -> dict[str, EntryBlock] | None:
        """The orders of each faction after the import, checked; None after an error."""
        sent: dict[str, list[EntryBlock]] = {}
        for sheet in sheets:
            block = EntryBlock(sheet.rows, sheet.indent, sheet.value, sheet.line)
            try:
                earlier = () if sheet.faction in sent else self.earlier(sheet.faction)
            except YamlEditError:
                report.add(problems.CannotInsertOrders(at=sheet.faction_at, path=self.shown))
                return None
            sent.setdefault(sheet.faction, [*earlier]).append(block)
        merged = {
            faction: merge_orders.merge_orders(
                faction,
                blocks,
                standing_orders(form) if (form := self.forms[faction]) is not None else None,
                self.models,
                choose,
            )
            for faction, blocks in sent.items()
        }
        self.check(sheets, merged, report)
        return None if report.has_errors else merged

    def earlier(self, faction: str) -> tuple[EntryBlock, ...]:
        """The orders of a faction in the file; nothing if it has given none yet."""
        value = self.orders.get(faction)
        if value is None or is_untouched(value, self.forms[faction]):
            return ()
        block = find_entry(self.text, "orders", faction)
        return (replace(block, value=value),) if block is not None else ()

    def filled_in(self, sheets: Sequence[PastedSheet], report: Report) -> Iterator[PastedSheet]:
        """The sheets that order something; a warning for the others."""
        for sheet in sheets:
            if is_untouched(sheet.value, self.forms[sheet.faction]):
                report.add(problems.EmptyOrders(at=sheet.faction_at, faction=sheet.faction))
            else:
                yield sheet

    def with_orders(
        self,
        merged: Mapping[str, EntryBlock],
        sheets: Sequence[PastedSheet],
        report: Report,
        turn: int,
        state: _TurnState,
    ) -> OrdersImport | None:
        """The import of the orders of these sheets into the file; None after an error."""
        after = self.text
        factions = tuple(it for it in merged if any(sheet.faction == it for sheet in sheets))
        for faction in factions:
            block = merged[faction]
            value = self.orders.get(faction)
            if value is not None and value_of_node(value) == value_of_node(block.value):
                continue
            try:
                after = replace_entry(after, "orders", faction, block, self.is_stub_comment)
            except YamlEditError:
                at = next(one.faction_at for one in sheets if one.faction == faction)
                report.add(problems.CannotInsertOrders(at=at, path=self.shown))
        if report.has_errors:
            return None
        is_new = state == "new" and bool(factions)
        turn_at = sheets[0].in_message(sheets[0].turn_at) if sheets else None
        late_at = turn_at if state == "closed" and factions else None
        return OrdersImport(turn, self.path, self.text, after, factions, is_new, late_at)
