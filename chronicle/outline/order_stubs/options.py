"""Everything that a faction can order, as YAML to copy from.

Each order is written in block style with its required keys. After a key, its allowed values with
cost and chance are a comment; keys that can be added are listed below the order by name, and their
values at the end, once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chronicle.model.facts import Fact, Ref
from chronicle.outline.order_stubs.comments import (
    CommentWriter,
    comment_lines,
    join_equal,
    with_comment,
)
from chronicle.outline.order_stubs.possible_orders import (
    PossibleOrder,
    allowed_values,
    possible_orders,
)
from chronicle.outline.order_stubs.yaml_text import (
    default_entry,
    is_required,
    optional_keys,
    optional_names,
    order_lines,
)
from chronicle.records import Record
from chronicle.rules.order_form import Form

_INDENT: Final = "    "


def orders_of_actor(form: Form, actor: str, names: Mapping[Ref, str]) -> tuple[PossibleOrder, ...]:
    """The orders that somebody can be given, by id or name; empty if there is nobody like that."""
    named = CommentWriter(names).named
    return tuple(
        order
        for order in possible_orders(form)
        if order.actor is not None
        and (named(order.actor.who).casefold() == actor.casefold() or actor in order.ids())
    )


def actor_ids(form: Form) -> tuple[str, ...]:
    """The ids of everybody who can be given an order: those that all their orders have."""
    found: dict[Fact, frozenset[str]] = {}
    for order in possible_orders(form):
        if order.actor is not None and order.actor.who is not None:
            ids = frozenset(order.ids())
            found[order.actor_name] = found.get(order.actor_name, ids) & ids
    return tuple(sorted(min(sorted(ids), key=len) for ids in found.values() if ids))


def write_options(
    form: Form,
    names: Mapping[Ref, str],
    orders: Sequence[PossibleOrder],
    *,
    as_comments: bool = False,
) -> str:
    """These orders of a form as they stand under the faction in a turn's file.

    With ``as_comments``, all of them are comments except what stands anyway, and no comment has
    words of a language: `+` stands before keys that can be added.
    """
    comments = CommentWriter(names, is_english=not as_comments)
    writer = _OptionsWriter(form, comments, as_comments)
    lines: list[str] = []
    by_key: dict[str, list[PossibleOrder]] = {}
    for order in orders:
        by_key.setdefault(order.list_key, []).append(order)
    for key, found in by_key.items():
        lines += ["", f"{_INDENT}{key}:"] if key else [""]
        lines += writer.orders(found)
    values = allowed_values(
        part for order in orders if _can_be_added(order) for part in optional_keys(order.part)
    )
    if values:
        head = "+" if as_comments else "Keys that can be added, and their values:"
        lines += ["", *comment_lines(head, _INDENT)]
        said = join_equal((label, writer.comments.values(it)) for label, it in values.items())
        lines += (line for text in said for line in comment_lines(text, _INDENT, inner="  "))
    return "".join(f"{line}\n" for line in lines[1:])


class _OptionsWriter(Record):
    form: Form
    comments: CommentWriter
    as_comments: bool

    def orders(self, orders: Sequence[PossibleOrder]) -> Iterator[str]:
        """The orders of one list, under a heading for each actor."""
        last: object = None
        for order in orders:
            actor, indent = order.actor, _INDENT + ("  " if order.list_key else "")
            if actor is not None and actor.who is not None and actor is not last:
                yield from comment_lines(self.comments.who(actor), indent)
            last = actor
            yield from self.order(order, indent)

    def order(self, order: PossibleOrder, indent: str) -> Iterator[str]:
        case, funds = order.case, self.form.funds
        facts = self.comments.facts(case.facts) if case is not None else ""
        chance = self.comments.chance(case.likely) if case is not None else ""
        about = ", ".join(filter(None, (chance, facts)))
        is_standing = case is None and bool(default_entry(order.part))
        sign = "# " if self.as_comments and not is_standing else ""
        for number, line in enumerate(order_lines(order.part, funds, self.comments.field)):
            said = "; ".join(filter(None, (about if not number else "", line.about)))
            yield from with_comment(f"{indent}{sign}{line.text}", said)
        if _can_be_added(order) and (names := optional_names(order.part)):
            head = "+" if self.as_comments else "can be added:"
            yield from comment_lines(f"{head} {', '.join(names)}", f"{indent}  ")


def _can_be_added(order: PossibleOrder) -> bool:
    """Whether the optional keys of an order are not written out."""
    return bool(order.list_key) or is_required(order.part)
