"""What each audience knows of everything in a turn, for the GM."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from typing import Any

from chronicle.model.campaign import Turn
from chronicle.project.access_report import AccessReport, AccessReporter, AudienceAccess
from chronicle.project.edition import TurnView
from chronicle.project.turns import TurnProjector


class LazyAccessMap(Mapping[str, tuple[AudienceAccess, ...]]):
    """What each audience except the GM has of a turn's content, by anchor.

    Computed on first access, because only one page per turn shows it. What it is computed from is
    not a field, so code that walks through an edition finds only the results.
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
    for told in view.events:
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
