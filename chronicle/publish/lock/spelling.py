"""Tell a typo, which no reader needs to hear of, from a change of what was told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from chronicle.publish.lock.diff import ItemChange

#: The fields with words of the author.
_TEXTS: Final = (
    *("text", "title", "sender", "story", "words", "because", "name"),
    # Of orders.
    *("narrative", "order", "plan"),
)
#: What a link of a text leads to, and what a name stands for, as they are told.
_TARGET: Final = re.compile(r"(?<=\[\[)[a-z]+:[^|\]]+\||\([a-z]+:[a-z0-9-]+\)")
#: The words of a text, with the hyphens and apostrophes in them, without other signs and blanks.
_WORD: Final = re.compile(r"\w+(?:[-'’]\w+)*")
#: Words shorter than this may only have their letters in another order: `now` and `not` are two.
_LEAST: Final = 4
#: In long words more letters may have changed, but not as many as make another number.
_MOST: Final = 2


def no_slip_reason(change: ItemChange) -> str:
    """Why a change is more than a typo; empty if it is one."""
    if change.kind != "changed":
        what = {"new": "something is new", "gone": "something is gone"}
        return what.get(change.kind, "the order has changed")
    targets = _TARGET.findall(change.was)
    if targets != _TARGET.findall(change.now):
        return "it is about something else, or a link leads elsewhere"
    if not targets and change.path.rpartition(".")[2] not in _TEXTS:
        return f"`{change.path}` is no text of yours"
    was = [it.casefold() for it in _WORD.findall(_TARGET.sub("", change.was))]
    now = [it.casefold() for it in _WORD.findall(_TARGET.sub("", change.now))]
    return next(_other_words(was, now), "")


def _other_words(was: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    """What has changed in the words besides their spelling."""
    for kind, i, j, m, n in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        gone, come = was[i:j], now[m:n]
        if kind == "equal" or "".join(gone) == "".join(come):
            continue
        if kind == "delete" and j - i == 1 and gone[0] in (*was[i - 1 : i], *was[j : j + 1]):
            continue  # a word that stood there twice
        if kind != "replace":
            yield f"“{' '.join(gone or come)}” is {'gone' if gone else 'new'}"
        elif len(gone) != len(come):
            yield f"“{' '.join(gone)}” became “{' '.join(come)}”"
        for one, other in zip(gone, come, strict=False):
            if len(gone) == len(come) and not _respelled(one, other):
                yield f"“{one}” became “{other}”"


def _respelled(one: str, other: str) -> bool:
    """Whether a word is another one in another spelling; numbers are never."""
    if one == other:
        return True
    if any(it.isdecimal() for it in one + other):
        return False
    if sorted(one) == sorted(other):
        return True
    parts, others = one.split("-"), other.split("-")
    if len(parts) == len(others) > 1:  # forty-one is not forty-two
        return all(_respelled(a, b) for a, b in zip(parts, others, strict=True))
    longest = max(len(one), len(other))
    if longest < _LEAST or one[0] != other[0]:
        return False
    return _distance(one, other) <= min(longest // 3, _MOST)


def _distance(one: str, other: str) -> int:
    """How many letters have to be changed, added or removed to make one word of the other."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, start=1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]
