"""What was reckoned last, for whoever asks for the same thing many times in a row."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def memoize_last(reckon: Callable[P, R]) -> Callable[P, R]:
    """A pure function that has its last answer ready for the very same objects, asked by position.

    Nothing is compared but what things are, which costs nothing however large they are; the one
    answer keeps them alive, so that no other thing can be taken for them.
    """
    held: tuple[tuple[object, ...], R] | None = None

    @wraps(reckon)
    def answer(*args: P.args, **kwargs: P.kwargs) -> R:
        nonlocal held
        known = held
        if (
            known is not None
            and not kwargs
            and len(known[0]) == len(args)
            and all(was is now for was, now in zip(known[0], args, strict=True))
        ):
            return known[1]
        found = reckon(*args, **kwargs)
        if not kwargs:
            held = (args, found)
        return found

    return answer


def memoize_by_identity(identity_args: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Like :func:`memoize_last` of so many first arguments, with one answer for each of the others.

    While it is asked about the very same things, it has all its answers about them ready, one for
    each reader for instance; the other arguments are compared, and have to be hashable.
    """

    def remembering(reckon: Callable[P, R]) -> Callable[P, R]:
        held: tuple[tuple[object, ...], dict[tuple[object, ...], R]] = ((), {})

        @wraps(reckon)
        def answer(*args: P.args, **kwargs: P.kwargs) -> R:
            nonlocal held
            if kwargs or len(args) < identity_args:
                return reckon(*args, **kwargs)
            about, answers = held
            asked, rest = args[:identity_args], args[identity_args:]
            if not about or any(was is not now for was, now in zip(about, asked, strict=True)):
                answers = {}
                held = asked, answers
            if rest not in answers:
                answers[rest] = reckon(*args, **kwargs)
            return answers[rest]

        return answer

    return remembering
