"""One bar for the whole of a build, with what is being done beside it; on a terminal alone."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli.output import is_plain, is_terminal
from chronicle.model.audience import Audience

if TYPE_CHECKING:
    from chronicle.pipeline import BuildPhase

#: How much of a campaign's share is behind when a stage of its begins, in hundredths.
_STAGE_STARTS: Final[dict[str, int]] = {"reading": 0, "drawing": 5, "sealing": 97}
_STAGE_TEXTS: Final[dict[str, str]] = {
    "reading": "reading",
    "drawing": "drawing",
    "sealing": "sealing",
}
#: The share of all that comes after the last campaign: the writing.
_WRITING: Final = 10
#: To the beginning of the line, and nothing more on it.
_CLEAR: Final = "\r\x1b[2K"


@dataclass(slots=True)
class Progress:
    """How far a build is: the campaigns on its way, by the names they are shown with.

    ``show`` is told how much of :attr:`whole` is behind, and what is being done.
    """

    show: Callable[[int, str], None]
    campaigns: Sequence[str] = ("",)
    _begun: int = field(default=0, init=False)

    @property
    def whole(self) -> int:
        """All there is to do, of which :attr:`show` is told the part that is done."""
        return 100 * len(self.campaigns) + _WRITING

    def set_campaigns(self, campaigns: Sequence[str]) -> None:
        """Says which campaigns are to come, in their order."""
        self.campaigns = campaigns

    def stage(self, stage: BuildPhase) -> None:
        """A stage of a campaign begins; with the first of its stages, a campaign does."""
        self._begun += stage == "reading"
        self._tell(_STAGE_STARTS[stage], _STAGE_TEXTS[stage])

    def track(self, audiences: Sequence[Audience]) -> Iterator[Audience]:
        """Hands on audiences while their editions are made."""
        share = (_STAGE_STARTS["sealing"] - _STAGE_STARTS["drawing"]) / len(audiences)
        for index, audience in enumerate(audiences):
            self._tell(
                _STAGE_STARTS["drawing"] + int(index * share), f"drawing for {audience.word}"
            )
            yield audience

    def begin_writing(self) -> None:
        """All is made, and goes to the disk."""
        self.show(100 * len(self.campaigns), "writing")

    def _tell(self, hundredths: int, said: str) -> None:
        at = min(max(self._begun, 1), len(self.campaigns)) - 1
        name = self.campaigns[at]
        self.show(100 * at + hundredths, f"{name}: {said}" if name else said)


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A bar on a terminal while a build runs, gone when it is done; none in a pipe.

    There is none for those to whom a terminal is read aloud either.
    """
    if not is_terminal() or is_plain():
        yield Progress(lambda _, __: None)
        return
    columns = shutil.get_terminal_size().columns
    width = 24 if columns >= 80 else 8
    bar = Progress(lambda _, __: None)

    def show(done: int, said: str) -> None:
        full = done * width // bar.whole
        drawn = f"[{'#' * full}{'-' * (width - full)}] {done * 100 // bar.whole:3}%  {said}"
        # A line that is broken can't be drawn over: it ends where the terminal does.
        click.echo(_CLEAR + drawn[: columns - 1], nl=False, err=True)

    bar.show = show
    show(0, "reading")
    try:
        yield bar
    finally:
        click.echo(_CLEAR, nl=False, err=True)
