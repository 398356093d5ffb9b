"""Set or remove single values in an author's YAML file; every other byte is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from chronicle.yaml.edit import document
from chronicle.yaml.edit.comments import keep_comments
from chronicle.yaml.edit.document import YamlEditError, parse_root
from chronicle.yaml.edit.replace import scalars_in
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode


def set_value(text: str, key: str, said: str, *, after: str) -> str:
    """Return a document with the value of a top-level key set.

    A value must be a valid plain scalar. An existing one is replaced in place; a missing key is
    inserted in a line of its own below the entry ``after``. ``text`` must be valid YAML. Raises
    :class:`YamlEditError`.
    """
    root = parse_root(text)
    lines = document.lines_of(text)
    old, above = root.get(key), root.get(after)
    if old is not None:
        _overwrite(lines, old, said)
    elif above is not None:
        _insert_line(lines, above.span.end_line, f"{key}: {said}", document.line_end(text))
    else:
        raise YamlEditError(key)
    return _checked(lines, {**document.plain_entries(root), key: said})


def set_entries(text: str, key: str, entries: Mapping[str, str]) -> str:
    """Return a document with values set in the mapping under a top-level key.

    Values must be valid plain scalars. Existing values are replaced in place; a missing entry is
    inserted before the others, a missing mapping is appended in one line. ``text`` must be valid
    YAML. Raises :class:`YamlEditError`.
    """
    root = parse_root(text)
    held = root.get(key)
    if not (isinstance(held, MapNode) and held.entries):
        lines = document.lines_of(text)
        _insert_mapping(lines, root.key(key), key, entries, document.line_end(text))
        return _checked(lines, {**document.plain_entries(root), key: {**_inner(held), **entries}})
    for name, said in entries.items():
        text = _set_entry(text, key, name, said)
    return text


def set_lists(text: str, key: str, lists: Mapping[str, Sequence[int | str]]) -> str:
    """Return a document with lists of numbers or ids set in the mapping under a top-level key.

    An existing list in brackets is replaced in place; another entry gets a line of its own below
    the others, a missing mapping is appended. ``text`` must be valid YAML. Raises
    :class:`YamlEditError`.
    """
    for name, numbers in lists.items():
        text = _set_list(text, key, name, numbers)
    return text


def set_inner_list(
    text: str, key: str, inner: str, name: str, items: Sequence[int | float | str]
) -> str:
    """Return a document with a list set in a mapping within a top-level mapping.

    An existing list is replaced in place, another gets a line of its own, one without items is
    removed. The mapping must be there. Words must be valid plain scalars, ``text`` valid YAML.
    Raises :class:`YamlEditError`, also if a comment would be lost.
    """
    said = f"[{', '.join(map(str, items))}]" if items else ""
    return _set_inner(text, key, inner, name, said, [str(it) for it in items])


def set_inner_mapping(
    text: str, key: str, inner: str, name: str, entries: Mapping[str, str]
) -> str:
    """Return a document with a mapping of words set, as :func:`set_inner_list` does with a list."""
    listed = ", ".join(f"{it}: {word}" for it, word in entries.items())
    return _set_inner(text, key, inner, name, f"{{{listed}}}" if entries else "", entries)


def _set_inner(
    text: str,
    key: str,
    inner: str,
    name: str,
    said: str,
    value: Sequence[str] | Mapping[str, str],
) -> str:
    root = parse_root(text)
    outer = root.get(key)
    held = outer.get(inner) if isinstance(outer, MapNode) else None
    if not isinstance(held, MapNode) or not held.entries:
        raise YamlEditError(key)
    within = {**_inner(held), name: value}
    lines = document.lines_of(text)
    old = held.get(name)
    if said and isinstance(old, ListNode | MapNode) and _is_block(lines, old):
        start, end = _lines_of_value(lines, held, name)
        head = lines[start][: lines[start].index(name)]
        lines[start:end] = [f"{head}{name}: {said}{document.line_end(text)}"]
    elif said:
        _put_value(lines, held, name, said, document.line_end(text))
    elif (mark := held.key(name)) is not None:
        row = lines[mark.span.line - 1]
        if row[: mark.span.column - 1].strip() or len(held.entries) == 1:
            # In braces, and where nothing else would be left, it stays without items.
            said = "{}" if isinstance(held.get(name), MapNode) else "[]"
            _put_value(lines, held, name, said, "")
        else:
            _, end = _lines_of_value(lines, held, name)
            del lines[mark.span.line - 1 : end]
            del within[name]
    else:
        del within[name]
    wanted = {**document.plain_entries(root), key: {**_inner(outer), inner: within}}
    return _checked(lines, wanted)


def _is_block(lines: Sequence[str], value: Node) -> bool:
    return lines[value.span.line - 1][value.span.column - 1] not in "[{"


def _lines_of_value(lines: Sequence[str], held: MapNode, name: str) -> tuple[int, int]:
    """The lines from a key to the end of its value; raises YamlEditError if comments are there."""
    mark, value = held.key(name), held.get(name)
    if mark is None or value is None:
        raise YamlEditError(name)
    ends = [mark.span.line, *(it.span.end_line for it in scalars_in(value))]
    start, end = mark.span.line - 1, max(ends)
    if any("#" in row for row in lines[start:end]):
        raise YamlEditError(name)
    return start, end


def _put_value(lines: list[str], held: MapNode, name: str, said: str, ending: str) -> None:
    """Set a list or mapping, written in one line, in a mapping that has entries."""
    old, first, last = held.get(name), held.entries[0].key.span, held.entries[-1].value.span
    if old is not None:
        at = old.span
        row = lines[at.line - 1]
        if at.line != at.end_line or row[at.column - 1] not in "[{":
            raise YamlEditError(name)
        lines[at.line - 1] = f"{row[: at.column - 1]}{said}{row[at.end_column - 1 :]}"
    elif lines[first.line - 1][: first.column - 1].strip():
        # The mapping is written in braces.
        row = lines[last.end_line - 1]
        head = row[: last.end_column - 1]
        lines[last.end_line - 1] = f"{head}, {name}: {said}{row[last.end_column - 1 :]}"
    else:
        # Below the last value that has a line to itself: where a text of several ends is not known.
        ends = [
            it.key.span.line
            for it in held.entries
            if it.key.span.line == it.value.span.line == it.value.span.end_line
        ]
        below = max(ends, default=first.line - 1)
        _insert_line(lines, below, f"{' ' * (first.column - 1)}{name}: {said}", ending)


def _set_list(text: str, key: str, name: str, numbers: Sequence[int | str]) -> str:
    root = parse_root(text)
    lines, ending = document.lines_of(text), document.line_end(text)
    held, head = root.get(key), root.key(key)
    row = f"  {name}: [{', '.join(map(str, numbers))}]"
    if isinstance(held, MapNode) and held.entries:
        _put_value(lines, held, name, f"[{', '.join(map(str, numbers))}]", ending)
    elif head is None:
        end = len(lines)
        lines[:] = [document.splice(lines, end, end, [f"{key}:", row], ending)]
    else:
        bare = document.BARE_KEY.fullmatch(document.without_end(lines[head.span.line - 1]))
        if bare is None:
            raise YamlEditError(key)
        rows = [f"{bare[1]}{bare[2] or ''}", row]
        lines[:] = [document.splice(lines, head.span.line - 1, head.span.line, rows, ending)]
    wanted = {**_inner(held), name: [str(number) for number in numbers]}
    return _checked(lines, {**document.plain_entries(root), key: wanted})


def _set_entry(text: str, key: str, name: str, said: str) -> str:
    """Set one value in a mapping that has entries."""
    root = parse_root(text)
    lines = document.lines_of(text)
    held = root.get(key)
    if not isinstance(held, MapNode):
        raise YamlEditError(key)
    old, first = held.get(name), held.entries[0].key.span
    if old is not None:
        _overwrite(lines, old, said)
    elif (before := lines[first.line - 1][: first.column - 1]).strip():
        # The mapping is written in braces.
        lines[first.line - 1] = f"{before}{name}: {said}, {lines[first.line - 1][len(before) :]}"
    else:
        _insert_line(lines, first.line - 1, f"{before}{name}: {said}", document.line_end(text))
    return _checked(lines, {**document.plain_entries(root), key: {**_inner(held), name: said}})


def remove_entry(text: str, key: str, name: str) -> str:
    """Return a document without one entry of the mapping under a top-level key.

    Nothing changes if there is no such entry. The mapping must have others. ``text`` must be valid
    YAML. Raises :class:`YamlEditError`.
    """
    root = parse_root(text)
    held = root.get(key)
    names = [entry.key.text for entry in held.entries] if isinstance(held, MapNode) else []
    if not isinstance(held, MapNode) or name not in names:
        return text
    lines = document.lines_of(text)
    index = names.index(name)
    entry = held.entries[index]
    start, end = entry.key.span, entry.value.span
    if start.line != end.end_line or not isinstance(entry.value, ScalarNode):
        raise YamlEditError(key)
    row = lines[start.line - 1]
    if not row[: start.column - 1].strip():
        # Its comment stays.
        del lines[start.line - 1]
        lines = document.lines_of(keep_comments(text, "".join(lines), start.line - 1))
    else:
        # In braces, the comma before or after it goes too.
        head, tail = row[: start.column - 1], row[end.end_column - 1 :]
        lines[start.line - 1] = document.join_around_entry(head, tail)
    inner = {one: value for one, value in _inner(held).items() if one != name}
    return _checked(lines, {**document.plain_entries(root), key: inner})


def remove_line(text: str, key: str) -> str:
    """Return a document without a top-level key that has a line to itself; its comment stays.

    Nothing changes if there is no such key. ``text`` must be valid YAML. Raises
    :class:`YamlEditError`.
    """
    root = parse_root(text)
    value, name = root.get(key), root.key(key)
    if value is None or name is None:
        return text
    row = name.span.line
    if name.span.column != 1 or value.span.end_line != row or not isinstance(value, ScalarNode):
        raise YamlEditError(key)
    lines = document.lines_of(text)
    del lines[row - 1]
    lines = document.lines_of(keep_comments(text, "".join(lines), row - 1))
    return _checked(
        lines, {it: one for it, one in document.plain_entries(root).items() if it != key}
    )


def _checked(lines: Sequence[str], wanted: Mapping[str, object]) -> str:
    """The lines as a document, if it has the wanted values; else raises YamlEditError."""
    result = "".join(lines)
    if document.plain_entries(parse_root(result)) != wanted:
        raise YamlEditError
    return result


def _insert_line(lines: list[str], row: int, written: str, ending: str) -> None:
    lines[:] = [document.splice(lines, row, row, [written], ending)]


def _overwrite(lines: list[str], old: Node, said: str) -> None:
    if not isinstance(old, ScalarNode) or old.span.line != old.span.end_line:
        raise YamlEditError
    quote = old.style if old.style in ("'", '"') else ""
    if old.style and not quote:
        raise YamlEditError
    row, start, end = old.span.line - 1, old.span.column - 1, old.span.end_column - 1
    lines[row] = f"{lines[row][:start]}{quote}{said}{quote}{lines[row][end:]}"


def _insert_mapping(
    lines: list[str], held: ScalarNode | None, key: str, entries: Mapping[str, str], ending: str
) -> None:
    listed = ", ".join(f"{name}: {said}" for name, said in entries.items())
    written = f"{key}: {{{listed}}}"
    if held is None:
        _insert_line(lines, len(lines), written, ending)
        return
    row = held.span.line - 1
    bare = document.without_end(lines[row])
    found = document.BARE_KEY.fullmatch(bare)
    if found is None:
        raise YamlEditError(key)
    lines[row] = f"{written}{found[2] or ''}{lines[row][len(bare) :]}"


def _inner(node: Node | None) -> dict[str, object]:
    return document.plain_entries(node) if isinstance(node, MapNode) else {}
