"""Parse effects of news and adjustments in order, each on the state left by those before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from chronicle.diagnostics.report import Report
from chronicle.model.audience import FOR_GM, Visibility
from chronicle.model.campaign import Turn
from chronicle.records import MutableRecord, Record
from chronicle.rules.kit import diagnostics
from chronicle.rules.kit.adjustment_events import Alteration
from chronicle.rules.kit.parser import list_items, visibility_of_readers
from chronicle.yaml.decode import Field, InputModel, NameHint, NameOrNames, NonEmptyText, decode

#: The subject of an effect, key by key, and the key that changes.
EffectKeys: TypeAlias = tuple[tuple[str, ...], str]


class HasFactions(Protocol):
    """The part of a ruleset's state that the parsing of effects needs."""

    @property
    def factions(self) -> Mapping[str, Any]: ...


class BaseAdjustmentInput(InputModel):
    """The keys of an adjustment other than its effect: visibility and reason."""

    readers: Annotated[NameOrNames, NameHint("audience")] = Field(alias="for")
    because: NonEmptyText


C = TypeVar("C")
S = TypeVar("S", bound=HasFactions)
E = TypeVar("E", bound=InputModel)
A = TypeVar("A", bound=BaseAdjustmentInput)


class EffectDraft(Record, Generic[C]):
    """What one effect changes: owner, subject, and its figure before and after (0 for none)."""

    faction: str
    subject: str
    changes: tuple[C, ...]
    before: int = 0
    after: int = 0


class AdjustmentEffect(Record, Generic[E, S]):
    """One effect as written, the current board, and the report for its findings.

    ``reason`` is `news` or `adjustment`; a ruleset's subclass sets the codes of its findings.
    """

    NOTHING: ClassVar[type[diagnostics.ChangesNothing]]
    TOO_FAR: ClassVar[type[diagnostics.EffectTooFar]]

    entry: E
    state: S
    report: Report
    reason: str

    def changes_something(self, key: str, changes: bool) -> bool:
        """Return whether the value of a key would change; add a finding when it would not."""
        if not changes:
            self.report.add(self.NOTHING(at=self.entry.at(key)))
        return changes

    def within(
        self, key: str, before: int, after: int, low: int = 0, high: int | None = None
    ) -> bool:
        """Return whether a figure stays in its range and changes."""
        if not self.changes_something(key, after != before):
            return False
        inside = after >= low and (high is None or after <= high)
        if not inside:
            at = self.entry.at(key)
            self.report.add(self.TOO_FAR(at=at, before=before, after=after, low=low, high=high))
        return inside


class EffectParser(MutableRecord, Generic[E, A, S, C], kw_only=True):
    """Parses effects in order and keeps the resulting state.

    The ruleset supplies the input models of effects and adjustments, the kinds of change, their
    results, and the board after a change. Without a state only the input models are checked,
    and there are no alterations.
    """

    state: S | None
    report: Report
    effect: type[E]
    adjustment: type[A]
    ways: tuple[EffectKeys, ...]
    unclear: type[diagnostics.UnclearEffect]
    draft: Callable[[EffectKeys, E | A, S, str], EffectDraft[C] | None]
    after: Callable[[S, Alteration[C]], S]

    def parse(self, turn: Turn) -> tuple[Alteration[C], ...]:
        """Return a turn's adjustments and then the effects of its news."""
        return (*self._adjustments(turn), *self._news(turn))

    def adjustments(self, entries: Iterable[A], id: str) -> Iterator[Alteration[C]]:
        """Yield adjustments, numbered under an id; those with findings are left out."""
        for number, entry in enumerate(entries, start=1):
            yield from self._adjustment(entry, f"{id}/{number}")

    def _adjustment(self, entry: A, id: str) -> Iterator[Alteration[C]]:
        yield from self._effect(entry, id, self._readers(entry), entry.because)

    def _adjustments(self, turn: Turn) -> Iterator[Alteration[C]]:
        for number, node in enumerate(list_items(turn.adjustments, self.report), start=1):
            entry = decode(self.adjustment, node, self.report)
            if entry is not None:
                yield from self._adjustment(entry, f"{turn.number}/adjustment/{number}/1")

    def _news(self, turn: Turn) -> Iterator[Alteration[C]]:
        for place, item in enumerate(turn.news, start=1):
            for number, node in enumerate(list_items(item.effects, self.report), start=1):
                entry = decode(self.effect, node, self.report)
                if entry is not None:
                    id = f"{turn.number}/news/{item.id or place}/{number}"
                    yield from self._effect(entry, id, item.visibility)

    def _readers(self, entry: A) -> Visibility:
        """Return the visibility of an adjustment; empty without a state."""
        factions = () if self.state is None else tuple(self.state.factions)
        return FOR_GM if not factions else visibility_of_readers(entry, factions, self.report)

    def _effect(
        self, entry: E | A, id: str, visibility: Visibility, because: str | None = None
    ) -> Iterator[Alteration[C]]:
        """Yield the alteration that an input asks for, if any; news have no reason."""
        errors = self.report.errors
        keys = self.effect.fields().items()
        written = {key.name for name, key in keys if getattr(entry, name) is not None}
        way = next((way for way in self.ways if written == {*way[0], way[1]}), None)
        if way is None:
            self.report.add(self.unclear(at=entry.at(), keys=self._nearest(entry)))
        if way is None or self.state is None:
            return
        reason = "news" if because is None else "adjustment"
        draft = self.draft(way, entry, self.state, reason)
        if draft is None or self.report.errors > errors:
            return
        change = Alteration(
            id=id,
            by_news=because is None,
            because=because or "",
            visibility=visibility,
            what=way[1],
            faction=draft.faction,
            subject=draft.subject,
            before=draft.before,
            after=draft.after,
            changes=draft.changes,
        )
        self.state = self.after(self.state, change)
        yield change

    def _nearest(self, entry: InputModel) -> tuple[str, ...]:
        """Return the effects with the most keys in common with what is written, as rows of keys."""
        written = {item.key.text for item in entry.node.entries}
        shared = {way: len(written & {*way[0], way[1]}) for way in self.ways}
        most = max(shared.values())
        near = [way for way, count in shared.items() if count == most] if most else []
        return tuple(", ".join((*about, key)) for about, key in near)
