"""What the GM changes by news and adjustments: read, checked one by one, and turned into events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, TypeAlias

from chronicle.audience import FOR_GM, Circle
from chronicle.campaign import Turn
from chronicle.decode import decode
from chronicle.diagnostics import Report
from chronicle.rules.shared.reading import circle_of_readers, items_of
from chronicle.rules.wwn import problems
from chronicle.rules.wwn.altering import figures, pieces, places
from chronicle.rules.wwn.altering.draft import RULE, Altering, Draft
from chronicle.rules.wwn.apply import fold
from chronicle.rules.wwn.collapse import collapses
from chronicle.rules.wwn.events import Altered
from chronicle.rules.wwn.orders import Alteration
from chronicle.rules.wwn.shapes import AdjustmentShape, EffectShape
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.terms import ATTRIBUTES

Way: TypeAlias = Callable[[Altering], Draft | None]

#: What an effect is about, the key that changes, and how; an effect is one of these and no more.
WAYS: Final[Mapping[tuple[str, str], Way]] = {
    ("faction", "treasure"): figures.treasure,
    ("faction", "hp"): figures.hit_points,
    ("faction", "xp"): figures.experience,
    **{("faction", name): partial(figures.rating, name=name) for name in ATTRIBUTES},
    ("faction", "magic"): figures.magic,
    ("faction", "tags"): figures.tags,
    ("faction", "goal"): figures.goal,
    ("faction", "at_war"): figures.wars,
    ("faction", "new_asset"): pieces.new_asset,
    ("faction", "new_base"): pieces.new_base,
    ("asset", "hp"): pieces.asset_hit_points,
    ("asset", "at"): pieces.whereabouts,
    ("asset", "stealth"): pieces.cover,
    ("asset", "joins"): pieces.allegiance,
    ("asset", "lost"): pieces.loss,
    ("base", "hp"): pieces.base_hit_points,
    ("base", "lost"): pieces.base_loss,
    ("place", "ruler"): places.rule,
    ("place", "forbids"): places.bans,
    ("", "sequence"): places.sequence,
}


@dataclass(frozen=True, slots=True)
class AlteredBoard:
    """What the GM changes in a turn, the order of play if it is stated, and the board then.

    ``state`` is None where no board was known to begin with.
    """

    alterations: tuple[Alteration, ...]
    sequence: tuple[str, ...]
    state: State | None


def read_alterations(turn: Turn, state: State | None, report: Report) -> AlteredBoard:
    """A turn's adjustments and then the effects of its news, each as the ones before leave it.

    Without a state their shapes alone are checked, and there are none.
    """
    reader = _Reader(turn, state, report)
    found = (*reader.adjustments(), *reader.news())
    return AlteredBoard(found, reader.sequence, reader.state)


def events_of(alterations: tuple[Alteration, ...]) -> Iterator[Altered]:
    """The events of what the GM changes, in order; each was drawn up for the board it meets."""
    for change in alterations:
        yield Altered(
            id=change.id,
            rule=RULE,
            by_news=change.by_news,
            because=change.because,
            circle=change.circle,
            what=change.what,
            faction=change.faction,
            subject=change.subject,
            before=change.before,
            after=change.after,
            changes=change.changes,
        )


@dataclass(slots=True)
class _Reader:
    """Reads effects one after another and keeps the state that they lead to."""

    turn: Turn
    state: State | None
    report: Report
    sequence: tuple[str, ...] = field(default=())

    def adjustments(self) -> tuple[Alteration, ...]:
        found: list[Alteration] = []
        for number, node in enumerate(items_of(self.turn.adjustments, self.report), start=1):
            shape = decode(AdjustmentShape, node, self.report)
            if shape is not None:
                id = f"{self.turn.number}/adjustment/{number}/1"
                found += self.effect(shape, _blank(id, self.readers(shape), shape.because))
        return tuple(found)

    def news(self) -> tuple[Alteration, ...]:
        found: list[Alteration] = []
        for place, item in enumerate(self.turn.news, start=1):
            for number, node in enumerate(items_of(item.effects, self.report), start=1):
                shape = decode(EffectShape, node, self.report)
                if shape is not None:
                    id = f"{self.turn.number}/news/{item.id or place}/{number}"
                    found += self.effect(shape, _blank(id, item.circle))
        return tuple(found)

    def readers(self, shape: AdjustmentShape) -> Circle:
        """Those who are told of an adjustment; nobody is known without a state."""
        factions = () if self.state is None else tuple(self.state.factions)
        return FOR_GM if not factions else circle_of_readers(shape, factions, self.report)

    def effect(self, shape: EffectShape, blank: Alteration) -> tuple[Alteration, ...]:
        """The alteration that a shape asks for, alone in a tuple; an empty one after findings."""
        errors = self.report.errors
        written = _written(shape)
        found = next((way for way in WAYS if written == {*way} - {""}), None)
        if found is None:
            self.report.add(problems.UnclearEffect(at=shape.at(), keys=_nearest(shape)))
        if found is None or self.state is None:
            return ()
        reason = "news" if blank.by_news else "adjustment"
        draft = WAYS[found](Altering(shape, self.state, self.report, reason))
        if found[1] == "sequence":
            self.play(shape)
        if draft is None or self.report.errors > errors:
            return ()
        change = replace(
            blank,
            what=found[1],
            faction=draft.faction,
            subject=draft.subject,
            before=draft.before,
            after=draft.after,
            changes=draft.changes,
        )
        self.state = self.after(self.state, change)
        return (change,)

    def after(self, state: State, change: Alteration) -> State:
        """The board after a change, and after those have collapsed whom it leaves nothing."""
        for event in events_of((change,)):
            state = fold(state, event.changes)
            for fallen in tuple(collapses(state, self.turn.number, event)):
                state = fold(state, fallen.changes)
        return state

    def play(self, shape: EffectShape) -> None:
        """Takes down the order of play, which stands once in a turn."""
        if self.sequence:
            at = shape.key_at("sequence")
            self.report.add(problems.BadSequence(at=at, why="stated"))
        self.sequence = tuple(shape.sequence or ())


def _blank(id: str, circle: Circle, because: str | None = None) -> Alteration:
    """An alteration that says nothing yet; news' have no reason of their own."""
    return Alteration(
        id=id,
        by_news=because is None,
        because=because or "",
        circle=circle,
        what="",
        faction="",
        subject="",
        before=0,
        after=0,
        changes=(),
    )


def _written(shape: EffectShape) -> set[str]:
    """The keys of an effect that say something, as an author writes them."""
    fields = EffectShape.model_fields.items()
    return {field.alias or name for name, field in fields if getattr(shape, name) is not None}


def _nearest(shape: EffectShape) -> tuple[str, ...]:
    """The effects that share most keys with what is written, each as its keys in a row."""
    written = {entry.key.text for entry in shape.node.entries}
    shared = {way: len(written & {*way}) for way in WAYS}
    most = max(shared.values())
    near = [way for way, count in shared.items() if count == most] if most else []
    return tuple(", ".join(key for key in way if key) for way in near)
