"""Rolls from their notation."""

from __future__ import annotations

from chronicle.rules.freeform.dice_notation import DiceNotation, UnclearNotation, parse_notation


def parsed(text: str) -> DiceNotation:
    """The roll of a text that is clear."""
    found = parse_notation(text)
    assert isinstance(found, DiceNotation), found
    return found


def refused(text: str) -> UnclearNotation:
    """Why a text is refused."""
    found = parse_notation(text)
    assert isinstance(found, UnclearNotation), found
    return found
