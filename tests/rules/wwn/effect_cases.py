"""What proves an effect of an asset: the laws of cases, under each asset and the effect's word."""

from __future__ import annotations

from chronicle.records import Record


class Proof(Record):
    """The cases in which an effect is at work, and those that show where it is not."""

    works: tuple[str, ...]
    limits: tuple[str, ...] = ()


def shown(*works: str, limits: tuple[str, ...] = ()) -> Proof:
    """A proof by cases of these laws."""
    return Proof(works, limits)
