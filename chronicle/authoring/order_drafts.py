"""Drafts of orders for factions without players, which count once the GM accepts them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from textwrap import dedent
from typing import Any, Final

from chronicle.authoring.missing_orders import with_players
from chronicle.authoring.order_prompts import order_prompts, prompt_rows
from chronicle.model.campaign import names_of_things
from chronicle.model.facts import Ref, faction_ref
from chronicle.outline.order_stubs.comments import comment_lines, format_chance
from chronicle.outline.order_stubs.yaml_text import order_lines, yaml_scalar
from chronicle.pipeline import PlayedCampaign
from chronicle.proposals import ProposedOrder, propose
from chronicle.proposals.knowledge import knowledge_of
from chronicle.proposals.proposal import reason_text
from chronicle.records import Record, replace
from chronicle.rules import values_of
from chronicle.rules.order_form import (
    FieldGroup,
    FixedField,
    FormPart,
    ListItem,
    ProbabilityRange,
    TextField,
)
from chronicle.rules.values import Values
from chronicle.yaml.edit.comments import IsGenerated
from chronicle.yaml.edit.document import parse_root
from chronicle.yaml.edit.items import remove_key
from chronicle.yaml.edit.replace import EntryBlock, find_entry, replace_entry
from chronicle.yaml.nodes import ScalarNode

#: The key of orders that don't count yet.
DRAFT: Final = "draft"
_ORDERS: Final = "orders"
#: Stands for a space at which no line breaks.
_NO_BREAK: Final = "\0"
#: Keys that say nothing of what an order does.
_UNSAID: Final = frozenset({"id", "action"})


class OrderDraft(Record):
    """Proposed orders of a faction as the lines of its section of a turn's file.

    ``said`` are the same in words, one for each order: what it does, and why; or the question that
    it answers, where orders are in words.
    """

    faction: str
    rows: tuple[str, ...]
    said: tuple[str, ...]


def factions_without_players(played: PlayedCampaign) -> tuple[str, ...]:
    """The factions on the board that have no player, in order of id; the GM plays them."""
    return tuple(sorted({*played.history.eve.after.factions} - with_players(played.campaign)))


def draft_of(played: PlayedCampaign, faction: str) -> OrderDraft | None:
    """The draft of a faction's orders in the turn after the last; None if it would order nothing.

    ``faction`` is the id of one that gives orders. It depends on nothing that the faction does not
    know, and is the same for the same files.
    """
    campaign = played.campaign
    values = values_of(campaign.ruleset)
    if values is None:
        name = names_of_things(campaign)[faction_ref(faction)]
        rows = prompt_rows(played, faction, name)
        return OrderDraft(faction, rows, order_prompts(played, faction)) if rows else None
    known = knowledge_of(campaign, played.history, played.ruleset, faction)
    if known is None:
        return None
    proposal = propose(played.ruleset, values, known, campaign.seed)
    if not proposal.orders:
        return None
    writer = _DraftWriter(faction, proposal.turn, values, known.names)
    return OrderDraft(
        faction,
        tuple(writer.rows(proposal.orders)),
        tuple(f"{writer.deed(it)}: {writer.reason(it)}" for it in proposal.orders),
    )


def with_draft(text: str, draft: OrderDraft, is_generated: IsGenerated) -> str:
    """The text of a turn's file with a draft; other comments than generated ones are kept.

    Raises YamlEditError.
    """
    value = parse_root("".join(f"{row}\n" for row in draft.rows)).get(draft.faction)
    if value is None:
        raise ValueError("a draft is a section of its faction")
    block = EntryBlock(draft.rows, 0, value)
    return replace_entry(text, _ORDERS, draft.faction, block, is_generated)


def with_accepted_orders(text: str, faction: str) -> str:
    """The text of a turn's file in which the draft of a faction counts. Raises YamlEditError."""
    return remove_key(text, (_ORDERS, faction), DRAFT)


def without_draft(text: str, faction: str) -> str:
    """The text of a turn's file without the draft of a faction; the GM's own comments stay.

    Raises YamlEditError.
    """
    found = find_entry(text, _ORDERS, faction)
    if found is None:
        return text
    nothing = ScalarNode(found.value.span, "", None)
    return replace_entry(
        text, _ORDERS, faction, EntryBlock((f"{faction}:",), 0, nothing), is_explanation
    )


def draft_text(text: str, faction: str) -> str:
    """The draft of a faction in a turn's file, without the lines that only say whose it is."""
    found = find_entry(text, _ORDERS, faction)
    _, *rows = found.rows if found is not None else ("",)
    own = dedent("\n".join(rows)).split("\n")
    return "\n".join(row for row in own if not row.startswith(f"{DRAFT}:"))


def is_explanation(comment: str) -> bool:
    """Whether a comment explains what the program has written."""
    return comment.startswith("#:")


class _DraftWriter(Record):
    """Writes the orders of a faction in a turn, with the names that it knows."""

    faction: str
    turn: int
    values: Values[Any]
    names: Mapping[Ref, str]

    def rows(self, orders: Sequence[ProposedOrder]) -> Iterator[str]:
        """The lines of the section, without indentation; each order has a comment above it."""
        name = self.names.get(faction_ref(self.faction), self.faction)
        yield f"{self.faction}:" + (f"  #: {name}" if name != self.faction else "")
        yield f"  {DRAFT}: true"
        blocks: dict[str, list[str]] = {}
        taken: set[str] = set()
        for order in orders:
            # The order itself is the last part; before it is what is done besides.
            for part in order.parts:
                settled = self.with_ids(part, taken)
                about = self.reason(order) if part is order.parts[-1] else ""
                match settled:
                    case ListItem(key=key) | FieldGroup(key=key):
                        block = blocks.setdefault(key, [f"  {key}:"])
                        block += _comment(about, "    ")
                        inner = settled.parts if isinstance(settled, FieldGroup) else (settled,)
                        lines = (line.text for it in inner for line in order_lines(it, None))
                        block += (f"    {line}" for line in lines)
                    case _:
                        block = blocks.setdefault(order_lines(settled, None)[0].text, [])
                        block += _comment(about, "  ")
                        block += (f"  {line.text}" for line in order_lines(settled, None))
        for block in blocks.values():
            yield from block

    def with_ids(self, part: FormPart, taken: set[str]) -> FormPart:
        """A part with an id for each new thing; longer texts are left for the GM to write."""
        match part:
            case ListItem(parts=inner) | FieldGroup(parts=inner):
                return replace(part, parts=tuple(self.with_ids(it, taken) for it in inner))
            case TextField(key=key, long=False):
                id = f"{self.faction}-{self.turn}-{key}"
                again = (f"{id}-{number}" for number in range(2, len(taken) + 3))
                new = next(it for it in (id, *again) if it not in taken)
                taken.add(new)
                return FixedField(key, new)
            case _:
                return part

    def reason(self, order: ProposedOrder) -> str:
        """What an order is for, its odds and cost, and what else its actor could do."""
        second = order.second
        return "; ".join(
            filter(
                None,
                (
                    reason_text(self.values, order, self.names),
                    self.figures(order),
                    self.second_best(order, second) if second is not None else "",
                ),
            )
        )

    def figures(self, order: ProposedOrder) -> str:
        """The odds and the cost of an order."""
        cost = f"costs {order.cost}" if order.cost else ""
        return ", ".join(filter(None, (_per_cent(order.chance), cost)))

    def second_best(self, order: ProposedOrder, second: ProposedOrder) -> str:
        """The second best order of its actor, without the values that both have."""
        told = frozenset(_settings(order.parts)) if order.code == second.code else frozenset()
        figures = self.figures(second)
        return f"second best: {self.deed(second, told)}{', ' if figures else ''}{figures}"

    def deed(self, order: ProposedOrder, told: frozenset[tuple[str, str]] = frozenset()) -> str:
        """What an order does, in the words of turns' files, without what is ``told`` already."""
        settings = ", ".join(
            f"{key} {said}" for key, said in _settings(order.parts) if (key, said) not in told
        )
        return f"{order.code} ({settings})" if order.code and settings else order.code or settings


def _comment(text: str, indent: str) -> Iterator[str]:
    """A text as comment lines; a number stays with the sign behind it."""
    lines = comment_lines(text.replace(" %", f"{_NO_BREAK}%"), indent)
    return (line.replace(_NO_BREAK, " ") for line in lines)


def _settings(parts: Sequence[FormPart]) -> Iterator[tuple[str, str]]:
    """The keys of an order with their values."""
    for part in parts:
        match part:
            case FixedField(key=key, value=value) if key not in _UNSAID:
                yield key.replace("_", " "), yaml_scalar(value)
            case FieldGroup(parts=inner) | ListItem(parts=inner):
                yield from _settings(inner)
            case _:
                pass


def _per_cent(chance: Fraction | None) -> str:
    return format_chance(ProbabilityRange(chance, chance)) if chance is not None else ""
