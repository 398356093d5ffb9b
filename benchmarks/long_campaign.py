"""Very long campaigns: the turns of a sample, repeated.

What a later turn can't do again (an order without the means for it, a second reveal of the same
thing) is removed from it, faction by faction, until the turn has no errors. Texts, rumors and most
of the orders stay, so the campaign is about as large as a real one of that length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.compat import StringIO

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import read_tree
from chronicle.pipeline import resolve_campaign

#: Keys of a turn that hold for the sample's own course of events alone.
_BOUND: Final = ("rolls", "reveals", "adjustments", "day", "played")
_TRIES: Final = 30


def lengthened(folder: Path, turns: int) -> FileTree:
    """The campaign of a folder with as many turns as asked for."""
    tree = read_tree(folder, folder.name)
    files = {path: file for path, file in tree.files.items() if path != "published.yaml"}
    # A calendar would want days for the turns that are added.
    head = _loaded(files["campaign.yaml"])
    head.pop("calendar", None)
    files["campaign.yaml"] = _dumped(head)
    written = [path for path in sorted(files) if re.fullmatch(r"turns/\d+\.yaml", path)]
    bare = {path: _loaded(files[path]) for path in written}
    for path in written:
        dated = _loaded(files[path])
        dated.pop("day", None)
        files[path] = _dumped(dated)
    for number in range(len(written) + 1, turns + 1):
        turn = bare[written[(number - 1) % len(written)]]
        path = f"turns/{number:03}.yaml"
        files[path] = _sound(FileTree(tree.name, files), path, _again(turn, number))
    return FileTree(tree.name, files)


def laid(tree: FileTree, folder: Path) -> None:
    """Writes a campaign into a folder."""
    for path, content in tree.files.items():
        if isinstance(content, bytes):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)


def _loaded(content: object) -> Any:
    return YAML(typ="rt").load(content)


def _dumped(turn: Any) -> bytes:
    stream = StringIO()
    writer = YAML(typ="rt")
    writer.width = 120
    writer.dump(turn, stream)
    return bytes(stream.getvalue().encode())


def _again(turn: Any, number: int) -> Any:
    """A turn of the sample once more, under another number and without what it was bound to."""
    again = _loaded(_dumped(turn))
    again["turn"] = number
    for key in _BOUND:
        again.pop(key, None)
    for item in again.get("news", ()):
        item.pop("effects", None)
    for rumor in again.get("rumors", ()):
        rumor.pop("about", None)
    return again


def _sound(tree: FileTree, path: str, turn: Any) -> bytes:
    """A turn's file without the orders that can't be given any more."""
    content = _dumped(turn)
    for _ in range(_TRIES):
        report = Report()
        resolve_campaign(FileTree(tree.name, {**tree.files, path: content}), report)
        if not report.has_errors:
            return content
        wrong = [it for it in report.findings if it.severity == "error" and it.at is not None]
        turn = _loaded(content)
        # From the last line up, so that what is taken away moves nothing that is still to go.
        for line in sorted({it.at.line for it in wrong if it.at is not None}, reverse=True):
            _without(turn["orders"], line - 1)
        content = _dumped(turn)
    raise SystemExit("\n".join(f"{path}: {finding.message}" for finding in report.findings))


def _without(orders: Any, line: int) -> None:
    """Takes away the order that a line (from 0) lies in, or all of its faction's."""
    faction = _last([(key, orders.lc.key(key)[0]) for key in orders], line)
    given = orders.get(faction)
    if not isinstance(given, CommentedMap) or not given:
        orders.pop(faction, None)
        return
    key = _last([(key, given.lc.key(key)[0]) for key in given], line)
    listed = given.get(key)
    if not isinstance(listed, CommentedSeq) or not listed:
        given.pop(key, None)
    else:
        index = _last([(n, listed.lc.item(n)[0]) for n in range(len(listed))], line)
        if index is not None:
            del listed[index]
        if len(listed) == 0:
            del given[key]
    if key is None or not given:
        orders.pop(faction, None)


def _last(starts: Iterable[tuple[Any, int]], line: int) -> Any:
    return next((name for name, start in reversed(list(starts)) if start <= line), None)
