"""For the GM, what each audience has of everything in a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from typing import Any

from chronicle.model.campaign import Turn
from chronicle.project.access_report import AccessReport, AccessReporter, AudienceAccess
from chronicle.project.edition import TurnView
from chronicle.project.turns import TurnProjector


class LazyAccessMap(Mapping[str, tuple[AudienceAccess, ...]]):
    """The accounts of all audiences but the GM of a turn, by the anchor of what they are of.

    They are reckoned when somebody looks at them: of all pages only one for each turn does. It is
    no record of what they are reckoned from: who goes through an edition finds accounts alone.
    """

    def __init__(
        self,
        reasons: AccessReporter,
        projector: TurnProjector[Any, Any, Any],
        turn: Turn,
        view: TurnView,
    ) -> None:
        self._things = partial(_access_reports, reasons, projector, turn, view)

    @cached_property
    def found(self) -> dict[str, tuple[AudienceAccess, ...]]:
        return {
            anchor: tuple(one.without_span() for one in thing.accounts if not one.audience.is_gm)
            for anchor, thing in self._things()
        }

    def __getitem__(self, anchor: str) -> tuple[AudienceAccess, ...]:
        return self.found[anchor]

    def __iter__(self) -> Iterator[str]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def __repr__(self) -> str:
        return repr(self.found)


def _access_reports(
    reasons: AccessReporter, shown: TurnProjector[Any, Any, Any], turn: Turn, view: TurnView
) -> Iterator[tuple[str, AccessReport]]:
    number = turn.number
    for told in view.told:
        yield told.anchor, reasons.event(number, shown.tellings.steps[told.event])
    news = [item for item in turn.news if shown.news(item, number, "")]
    for item, seen in zip(news, view.news, strict=True):
        yield seen.anchor, reasons.news(number, item, f"{number}/{item.id}")
    rumors = [rumor for rumor in turn.rumors if shown.rumor(rumor, "", number)]
    for rumor, heard in zip(rumors, view.rumors, strict=True):
        yield heard.anchor, reasons.rumor(rumor, f"{number}/{rumor.id}")
    reveals = [reveal for reveal in turn.reveals if shown.reveal(reveal, number, "")]
    for reveal, learnt in zip(reveals, view.reveals, strict=True):
        yield learnt.anchor, reasons.reveal(number, reveal, f"{number}/{learnt.anchor}")
    for relation, stood in zip(turn.relations, view.relations, strict=True):
        yield stood.anchor, reasons.relation(number, relation, f"{number}/{stood.anchor}")
