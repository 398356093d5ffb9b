"""What the GM changes by news and adjustments: read, checked one by one, and turned into events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias, get_args

from chronicle.audience import (
    FOR_GM,
    Circle,
)
from chronicle.campaign import Turn
from chronicle.decode import decode
from chronicle.diagnostics import Report
from chronicle.rules.lieutenants import problems
from chronicle.rules.lieutenants.altering import assets, figures, places
from chronicle.rules.lieutenants.altering.draft import RULE, Altering, Draft
from chronicle.rules.lieutenants.apply import fold
from chronicle.rules.lieutenants.belongings import AssetShape
from chronicle.rules.lieutenants.changes import Figure
from chronicle.rules.lieutenants.events import Altered
from chronicle.rules.lieutenants.orders import Alteration
from chronicle.rules.lieutenants.shapes import AdjustmentShape, EffectShape
from chronicle.rules.lieutenants.state import State
from chronicle.rules.shared.reading import circle_of_readers, items_of

Way: TypeAlias = Callable[[Altering], Draft | None]
_FIGURES: Final[tuple[Figure, ...]] = get_args(Figure)
_KINDS: Final = ("lieutenant", "unit", "item", "information", "facility")


def _arrival(effect: Altering, kind: str) -> Draft | None:
    shape: AssetShape = getattr(effect.shape, kind)
    return assets.arrival(effect, shape)


#: What an effect is about, the key that changes, and how; an effect is one of these and no more.
WAYS: Final[Mapping[tuple[tuple[str, ...], str], Way]] = {
    (("faction",), "capital"): figures.funds,
    (("place",), "capital"): figures.funds,
    **{(("faction",), name): partial(figures.figure, name=name) for name in _FIGURES},
    (("faction", "npc"), "influence"): figures.influence,
    (("faction", "npc"), "ally"): figures.alliance,
    (("asset",), "condition"): assets.condition,
    (("asset",), "level"): assets.level,
    (("asset",), "at"): assets.whereabouts,
    (("asset",), "joins"): assets.allegiance,
    (("place",), "owner"): places.ownership,
    (("place",), "known_to"): places.knowledge,
    (("project",), "cleared"): figures.progress,
    (("project",), "successes"): figures.progress,
    ((), "lifted"): figures.relief,
    **{(("faction",), kind): partial(_arrival, kind=kind) for kind in _KINDS},
}


def read_alterations(turn: Turn, state: State | None, report: Report) -> tuple[Alteration, ...]:
    """A turn's adjustments and then the effects of its news, each as the ones before leave it.

    Without a state their shapes alone are checked, and there are none.
    """
    reader = _Reader(turn, state, report)
    return (*reader.adjustments(), *reader.news())


def reveals_of(turn: Turn, state: State) -> tuple[tuple[str, Circle], ...]:
    """The secret locations that a turn makes known, with those who learn of them."""
    return tuple(
        (reveal.target, reveal.circle)
        for reveal in turn.reveals
        if reveal.kind == "place" and state.places[reveal.target].secret
    )


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
        found = next((way for way in WAYS if written == {*way[0], way[1]}), None)
        if found is None:
            self.report.add(problems.UnclearEffect(at=shape.at(), keys=_nearest(shape)))
        if found is None or self.state is None:
            return ()
        reason = "news" if blank.by_news else "adjustment"
        draft = WAYS[found](Altering(shape, self.state, self.report, reason))
        if draft is None or self.report.errors > errors:
            return ()
        self.state = fold(self.state, draft.changes)
        return (
            replace(
                blank,
                what=found[1],
                faction=draft.faction,
                subject=draft.subject,
                before=draft.before,
                after=draft.after,
                changes=draft.changes,
            ),
        )


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
    shared = {way: len(written & {*way[0], way[1]}) for way in WAYS}
    most = max(shared.values())
    near = [way for way, count in shared.items() if count == most] if most else []
    return tuple(", ".join((*about, key)) for about, key in near)
