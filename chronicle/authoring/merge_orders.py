"""Merges two sets of orders of one faction, order by order, and keeps them as they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from chronicle.files.source import Span
from chronicle.outline.order_stubs.untouched import is_empty
from chronicle.records import Record, field, replace
from chronicle.rules.file_models import FileModels
from chronicle.yaml.decode import value_types
from chronicle.yaml.decode.input_model import InputKey
from chronicle.yaml.edit.replace import EntryBlock, value_of_node
from chronicle.yaml.nodes import ListNode, MapEntry, MapNode, Node, ScalarNode

#: Which of two orders to keep: the earlier one (of the file), or the later one (of the message).
KeptOrder: TypeAlias = Literal["earlier", "later"]
_INDENT: Final = "  "


class OrdersClash(Record):
    """Two orders of a faction of which only one can be given.

    ``what`` says what they are about. ``earlier`` and ``later`` are their lines as written, ``at``
    is the location of the later one.
    """

    faction: str
    what: str
    earlier: tuple[str, ...]
    later: tuple[str, ...]
    at: Span


#: Decides which order to keep.
ClashChoice: TypeAlias = Callable[[OrdersClash], KeptOrder]


class _Part(Record):
    """One key or one item: its lines without common indentation, its node and its location.

    ``above`` are the comments above it. For a list or a mapping, ``head`` are the lines above the
    first of its items or entries.
    """

    rows: tuple[str, ...]
    node: Node
    at: Span
    above: tuple[str, ...] = ()
    head: tuple[str, ...] = ()
    items: tuple[_Part, ...] = ()
    entries: Mapping[str, _Part] = field(default_factory=dict)


class _OrdersText(Record):
    """The lines of orders, from which parts are cut; ``line`` is the number of the first."""

    rows: tuple[str, ...]
    line: int

    def parts(self, node: MapNode, end: int) -> dict[str, _Part]:
        """The keys of orders, each with the items or entries in it."""
        return {key: self._with_children(key, part) for key, part in self._entries(node, end)}

    def is_inline(self, node: Node) -> bool:
        """Whether a list or mapping is written in brackets or braces."""
        return self._row(node.span.line)[node.span.column - 1 :].startswith(("[", "{"))

    def _with_children(self, key: str, part: _Part) -> _Part:
        end = part.at.line + len(part.rows)
        node = part.node
        head: tuple[str, ...] = (f"{key}:",)
        first = _first_child(node)
        if first is not None and not self.is_inline(node):
            head = part.rows[: max(first.line - part.at.line, 1)]
        match node:
            case MapNode():
                return replace(part, head=head, entries=dict(self._entries(node, end)))
            case ListNode():
                return replace(part, head=head, items=tuple(self._items(node, end)))
            case ScalarNode():
                return part

    def _entries(self, node: MapNode, end: int) -> Iterator[tuple[str, _Part]]:
        inline = self.is_inline(node)
        starts = [entry.key.span for entry in node.entries]
        for entry, (above, following) in zip(node.entries, self._ranges(starts, end), strict=True):
            at, key = entry.key.span, entry.key.text
            if inline:
                first, *rest = self._within(entry.value.span)
                yield key, _Part((f"{key}: {first}", *rest), entry.value, at)
            else:
                yield key, _Part(self._from(at, following), entry.value, at, above)

    def _items(self, node: ListNode, end: int) -> Iterator[_Part]:
        inline = self.is_inline(node)
        starts = [item.span for item in node.items]
        for item, (above, following) in zip(node.items, self._ranges(starts, end), strict=True):
            at = item.span
            if inline:
                yield _Part(self._within(at), item, at)
            else:
                yield _Part(self._from(at, following), item, at, above)

    def _ranges(self, starts: Sequence[Span], end: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """For each of several parts, the comments directly above it and the first line behind it.

        What stands above the first part is left to the head of the whole.
        """
        above: tuple[str, ...] = ()
        for index, at in enumerate(starts):
            following = starts[index + 1] if index + 1 < len(starts) else None
            last = end if following is None else following.line
            own = above
            above = ()
            while following is not None and last > at.line + 1:
                row, lead = self._row(last - 1), len(self._row(following.line))
                lead -= len(self._row(following.line).lstrip(" "))
                if not row.lstrip(" ").startswith("#") or len(row) - len(row.lstrip(" ")) > lead:
                    break
                above, last = (_dedent(row, lead), *above), last - 1
            yield own, last

    def _row(self, line: int) -> str:
        return self.rows[line - self.line] if 0 <= line - self.line < len(self.rows) else ""

    def _from(self, at: Span, end: int) -> tuple[str, ...]:
        """The lines from a location up to a line, without blank ones at the end."""
        rows = [self._row(line) for line in range(at.line, max(end, at.line + 1))]
        while len(rows) > 1 and not rows[-1].strip():
            rows.pop()
        return (rows[0][at.column - 1 :], *(_dedent(row, at.column - 1) for row in rows[1:]))

    def _within(self, at: Span) -> tuple[str, ...]:
        """The lines of a value in brackets or braces, or of a value within them."""
        rows = [self._row(line) for line in range(at.line, at.end_line + 1)]
        rows[-1] = rows[-1][: at.end_column - 1]
        rows[0] = rows[0][at.column - 1 :]
        return (rows[0], *(f"{_INDENT}{row.strip()}" for row in rows[1:]))


def merge_orders(
    faction: str,
    blocks: Sequence[EntryBlock],
    standing: Node | None,
    models: FileModels,
    choose: ClashChoice,
) -> EntryBlock:
    """Return the orders of all blocks, the earliest first; where they differ, ``choose`` decides.

    ``standing`` are the orders that a new turn's file has already; a value that is only repeated
    from there gives way without a question.
    """
    given = [one for one in blocks if not is_blank(one.value)] or blocks[-1:]
    first, *later = given
    if not later or not isinstance(first.value, MapNode):
        return given[-1]
    text = _OrdersText(first.rows, first.line)
    head: tuple[str, ...] = (f"{faction}:",)
    if not text.is_inline(first.value):
        above = first.value.entries[0].key.span.line - first.line
        head = tuple(_dedent(row, first.indent) for row in first.rows[:above])
    merger = _Merger(faction, standing, models, choose)
    parts = text.parts(first.value, first.line + len(first.rows))
    for block in later:
        if isinstance(block.value, MapNode):
            text = _OrdersText(block.rows, block.line)
            parts = merger.merged(parts, text.parts(block.value, block.line + len(block.rows)))
    rows = [row for it in parts.values() for row in _indented((*it.above, *it.rows))]
    return EntryBlock((*head, *rows), 0, _mapping(first.value.span, parts), 1)


def is_blank(orders: Node) -> bool:
    """Whether nothing is written in a faction's orders."""
    match orders:
        case MapNode(entries=entries):
            return not entries
        case ListNode(items=items):
            return not items
        case ScalarNode(value=value):
            return value is None


class _Merger(Record):
    faction: str
    standing: Node | None
    models: FileModels
    choose: ClashChoice

    def merged(self, old: Mapping[str, _Part], new: Mapping[str, _Part]) -> dict[str, _Part]:
        old, new = self._with_one_action(old, new)
        keys = {key.name: key for key in self.models.parts["orders"].fields().values()}
        parts = {**new, **old}
        for name in old.keys() & new.keys():
            standing = _entry_of(self.standing, name)
            parts[name] = self._value(keys.get(name), name, old[name], new[name], standing)
        order = [*old, *(name for name in new if name not in old)]
        return {name: parts[name] for name in order}

    def _with_one_action(
        self, old: Mapping[str, _Part], new: Mapping[str, _Part]
    ) -> tuple[Mapping[str, _Part], Mapping[str, _Part]]:
        """Of keys of which only one may be there, leave those of one side."""
        alone = self.models.alone.get(self.models.parts["orders"], ())
        left = [name for name in alone if name in old and not is_empty(old[name].node)]
        right = [name for name in alone if name in new and not is_empty(new[name].node)]
        if not left or not right or set(left) == set(right):
            return old, new
        kept = self._ask("the action", [old[it] for it in left], [new[it] for it in right])
        if kept == "later":
            return {name: part for name, part in old.items() if name not in left}, new
        return old, {name: part for name, part in new.items() if name not in right}

    def _value(
        self, key: InputKey | None, name: str, old: _Part, new: _Part, standing: Node | None
    ) -> _Part:
        """One key of both: the one that says something, or both joined."""
        if (one := _only_changed(old, new, standing)) is not None:
            return one
        kind = _bare(key.type) if key is not None else None
        if isinstance(kind, value_types.MappingType) and old.entries and new.entries:
            return self._join_entries(name, old, new, standing)
        if isinstance(kind, value_types.ListType) and key is not None and old.items and new.items:
            if isinstance(_bare(kind.items), value_types.ModelType | value_types.TaggedType):
                return self._join_items(name, old, new, self.models.one_order_each.get(name, ()))
            if key.is_collection:
                return self._join_items(name, old, new, ())
        kept = self._ask(f"`{name}:`", [old], [new])
        return old if kept == "earlier" else replace(new, above=(*old.above, *new.above))

    def _join_entries(self, name: str, old: _Part, new: _Part, standing: Node | None) -> _Part:
        """Two mappings of the author's own names, joined name by name."""
        parts = {**new.entries, **old.entries}
        for own in old.entries.keys() & new.entries.keys():
            one, other = old.entries[own], new.entries[own]
            same = _only_changed(one, other, _entry_of(standing, own))
            if same is None:
                kept = self._ask(f"`{own}` under `{name}:`", [one], [other])
                same = one if kept == "earlier" else other
            parts[own] = same
        order = [*old.entries, *(own for own in new.entries if own not in old.entries)]
        parts = {own: parts[own] for own in order}
        rows = [row for it in parts.values() for row in _indented((*it.above, *it.rows))]
        node = _mapping(old.node.span, parts)
        return replace(old, rows=(*old.head, *rows), node=node, entries=parts)

    def _join_items(self, name: str, old: _Part, new: _Part, doers: Sequence[str]) -> _Part:
        """Two lists joined item by item: those of the earlier first, each at its place."""
        kept = list(old.items)
        for item in new.items:
            same = [it for it in kept if _is_same_order(it.node, item.node, doers)]
            if not same:
                kept.append(item)
            elif any(value_of_node(it.node) == value_of_node(item.node) for it in same):
                continue
            elif self._ask(_order_name(name, item.node), same, [item]) == "later":
                at = kept.index(same[0])
                kept = [it for it in kept if it not in same]
                kept.insert(at, replace(item, above=(*same[0].above, *item.above)))
        rows = [row for it in kept for row in _indented((*it.above, *_as_item(it.rows)))]
        node = ListNode(old.node.span, tuple(it.node for it in kept))
        return replace(old, rows=(*old.head, *rows), node=node, items=tuple(kept))

    def _ask(self, what: str, old: Sequence[_Part], new: Sequence[_Part]) -> KeptOrder:
        return self.choose(
            OrdersClash(
                self.faction,
                what,
                tuple(row for it in old for row in it.rows),
                tuple(row for it in new for row in it.rows),
                new[0].at,
            )
        )


def _only_changed(old: _Part, new: _Part, standing: Node | None) -> _Part | None:
    """The part that says something, if the other is the same, empty or as in a new turn's file."""
    if value_of_node(old.node) == value_of_node(new.node) or is_empty(new.node):
        return old
    if is_empty(old.node):
        return new
    if standing is not None:
        plain = value_of_node(standing)
        if value_of_node(new.node) == plain:
            return old
        if value_of_node(old.node) == plain:
            return new
    return None


def _is_same_order(one: Node, other: Node, doers: Sequence[str]) -> bool:
    """Whether two items stand for one order: the same id, or carried out by the same."""
    if not isinstance(one, MapNode) or not isinstance(other, MapNode):
        return value_of_node(one) == value_of_node(other)
    for key in ("id", *doers):
        left, right = one.get(key), other.get(key)
        if left is not None and right is not None and value_of_node(left) == value_of_node(right):
            return True
    return value_of_node(one) == value_of_node(other)


def _order_name(name: str, node: Node) -> str:
    id = node.get("id") if isinstance(node, MapNode) else None
    return f"the order `{id.text}`" if isinstance(id, ScalarNode) else f"an entry of `{name}:`"


def _bare(kind: value_types.ValueType) -> value_types.ValueType:
    return _bare(kind.value) if isinstance(kind, value_types.OptionalType) else kind


def _entry_of(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, MapNode) else None


def _mapping(at: Span, parts: Mapping[str, _Part]) -> MapNode:
    return MapNode(
        at, tuple(MapEntry(ScalarNode(it.at, name, name), it.node) for name, it in parts.items())
    )


def _as_item(rows: Sequence[str]) -> tuple[str, ...]:
    return (f"- {rows[0]}", *_indented(rows[1:]))


def _indented(rows: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{_INDENT}{row}" if row.strip() else "" for row in rows)


def _first_child(node: Node) -> Span | None:
    match node:
        case MapNode(entries=(first, *_)):
            return first.key.span
        case ListNode(items=(first, *_)):
            return first.span
        case _:
            return None


def _dedent(row: str, most: int) -> str:
    return row[min(most, len(row) - len(row.lstrip(" "))) :]
