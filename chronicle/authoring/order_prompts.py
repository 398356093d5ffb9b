"""What a faction's orders could be about where they are in words: its clocks and counters."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from chronicle.model.audience import faction_audience
from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.pipeline import PlayedCampaign
from chronicle.project.projection import audience_view
from chronicle.records import Record

#: The most prompts of a faction in a turn.
_MOST: Final = 3
#: The lists of counters on sheets of rules in words.
_ROWS: Final = ("counters", "campaign")


class _Row(Record):
    """One counter as a faction sees it; ``whose`` is empty for its own and those of all."""

    name: str
    value: int
    before: int
    segments: int
    whose: str

    @property
    def rank(self) -> tuple[bool, Fraction, bool, bool]:
        """The sort key: clocks first, the fullest that is not full, then what is its own."""
        running = self.segments > 0 and self.value < self.segments
        share = Fraction(self.value, self.segments) if running else Fraction(0)
        return not running, -share, bool(self.whose), self.value >= self.before

    @property
    def prompt(self) -> str:
        """A question about it for the author of the order."""
        named = f"{self.name} of {self.whose}" if self.whose else self.name
        if self.segments:
            end = "full" if self.value >= self.segments else f"at {self.value} of {self.segments}"
            return f"{named}, {end}: what does it do to hurry it, or to stop it?"
        change = "" if self.value == self.before else f" ({self.value - self.before:+} last turn)"
        return f"{named}, {self.value}{change}: what would change that, or what is it spent on?"


def order_prompts(played: PlayedCampaign, faction: str, most: int = _MOST) -> tuple[str, ...]:
    """Questions about the clocks and counters that a faction sees, the most urgent first."""
    rows = sorted(_rows(played, faction), key=lambda it: it.rank)
    return tuple(it.prompt for it in rows[:most])


def _rows(played: PlayedCampaign, faction: str) -> Iterator[_Row]:
    campaign, history = played.campaign, played.history
    view = audience_view(campaign, history, played.ruleset, faction_audience(faction))
    things = [faction_ref(it.id) for it in campaign.factions]
    things += [place_ref(it.id) for it in campaign.places]
    known = view.refs(things, len(campaign.turns))
    sheets = played.ruleset.sheets(history.last, {}, faction_audience(faction), known)
    for ref, sheet in sheets.items():
        for key in _ROWS:
            rows = sheet.facts.get(key)
            for row in rows if isinstance(rows, tuple) else ():
                if isinstance(row, Facts):
                    whose = "" if ref == faction_ref(faction) else view.names[ref]
                    yield _row_of(row, whose)


def _row_of(row: Facts, whose: str) -> _Row:
    value, before, segments = (_number(row, it) for it in ("value", "before", "segments"))
    return _Row(str(row["counter"]), value, before, segments, whose)


def _number(row: Facts, key: str) -> int:
    value = row.get(key)
    return value if isinstance(value, int) else 0


def prompt_rows(played: PlayedCampaign, faction: str, name: str) -> tuple[str, ...]:
    """A section of a turn's file with a draft for each prompt; empty without any."""
    prompts = order_prompts(played, faction)
    turn = len(played.campaign.turns) + 1
    rows = [f"{faction}:" + (f"  #: {name}" if name != faction else ""), "  draft: true"]
    rows.append("  actions:")
    for number, prompt in enumerate(prompts, 1):
        rows += (f"    #: {prompt}", f"    - id: {faction}-{turn}-{number}", "      order: >")
        rows.append("        FILL-IN: what they do, in your own words")
    return tuple(rows) if prompts else ()
