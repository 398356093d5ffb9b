"""The campaign that a how-to about a ruleset writes out, played, and what its table says of it."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.pipeline import PlayedCampaign, build_files
from chronicle.rules.protocol import Step, Telling
from tests.docs.campaigns import stages
from tests.docs.pages import fences, sections
from tests.small_campaign import play_files

#: The audiences of the tables, in the order of their columns.
AUDIENCES: Final[tuple[Audience, ...]] = (
    EVERYONE,
    faction_audience("customs"),
    faction_audience("ferry"),
    GM,
)


class HowTo:
    """A page whose last block leaves a campaign of two turns."""

    def __init__(self, page: str) -> None:
        self.page = page

    @property
    def files(self) -> dict[str, str]:
        return dict(list(stages(self.page))[-1].files)

    @cached_property
    def played(self) -> PlayedCampaign:
        return play_files(self.files, over={})

    def step(self, id: str) -> Step[Any, Any]:
        steps = (step for turn in self.played.history.turns for step in turn.steps)
        return next(step for step in steps if step.event.id == id)

    def event(self, id: str) -> Any:
        return self.step(id).event

    def told(self, id: str) -> list[Telling | None]:
        """The tellings of an event to the audiences of the table."""
        step = self.step(id)
        return [self.played.ruleset.tell(step, audience).telling for audience in AUDIENCES]

    def rows(self) -> dict[str, tuple[str, ...]]:
        """The cells of the table of what the players see, by the first of each row."""
        rows = sections(self.page)["What the players see"].rows
        return {name: tuple(cells) for name, *cells in rows}

    def check_page(self, *folders: str) -> None:
        """The page shows the campaign's files; it builds without findings, a site in each folder.

        It also works with computed dice.
        """
        shown = [fence.get("title") for fence in fences(self.page) if fence.get("title")]
        assert shown == list(self.files)
        report = Report()
        encoded = {path: text.encode() for path, text in self.files.items()}
        built = build_files(FileTree("my-campaign", encoded), report)
        assert not report.findings
        assert built is not None
        for folder in ("site", "private/gm", "private/customs", "private/ferry", *folders):
            assert b"The Ferry War" in built[f"{folder}/index.html"]
        plain = {path: text.partition("rolls:")[0] for path, text in self.files.items()}
        turns = play_files(plain, over={}).history.turns
        rolls = [roll for turn in turns for step in turn.steps for roll in step.event.rolls]
        assert {roll.source for roll in rolls} == {"computed"}
