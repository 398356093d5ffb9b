"""The progress bar of a build, shown only on a terminal."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli.output import is_plain, is_terminal
from chronicle.cli.terminal import styled_stream
from chronicle.diagnostics.control_characters import escape_control_characters
from chronicle.model.audience import Audience
from chronicle.records import MutableRecord

if TYPE_CHECKING:
    from chronicle.pipeline import BuildPhase

#: How much of a campaign is done when a stage begins, in per cent.
_STAGE_STARTS: Final[dict[str, int]] = {"reading": 0, "drawing": 5, "sealing": 97}
_STAGE_TEXTS: Final[dict[str, str]] = {
    "reading": "reading",
    "drawing": "rendering",
    "sealing": "sealing",
}
#: The share of writing the files, after the last campaign; each campaign counts as 100.
_WRITING: Final = 10
#: Move to the start of the line and clear it.
_CLEAR: Final = "\r\x1b[2K"


class Progress(MutableRecord):
    """The progress of a build of ``campaigns``, given by the names to show.

    ``show`` is called with how much of :attr:`whole` is done and with what is being done.
    """

    show: Callable[[int, str], None]
    campaigns: Sequence[str] = ("",)
    _begun: int = 0

    @property
    def whole(self) -> int:
        """The total amount of work, in the unit of the first argument of :attr:`show`."""
        return 100 * len(self.campaigns) + _WRITING

    def set_campaigns(self, campaigns: Sequence[str]) -> None:
        """Set the campaigns that will be built, in order."""
        self.campaigns = campaigns

    def stage(self, stage: BuildPhase) -> None:
        """Note that a stage begins; the stage "reading" begins the next campaign."""
        self._begun += stage == "reading"
        self._tell(_STAGE_STARTS[stage], _STAGE_TEXTS[stage])

    def track(self, audiences: Sequence[Audience]) -> Iterator[Audience]:
        """Yield each audience and show that its edition is being rendered."""
        share = (_STAGE_STARTS["sealing"] - _STAGE_STARTS["drawing"]) / len(audiences)
        for index, audience in enumerate(audiences):
            self._tell(
                _STAGE_STARTS["drawing"] + int(index * share), f"rendering for {audience.word}"
            )
            yield audience

    def begin_writing(self) -> None:
        """Note that everything is built and will now be written."""
        self.show(100 * len(self.campaigns), "writing")

    def _tell(self, hundredths: int, said: str) -> None:
        at = min(max(self._begun, 1), len(self.campaigns)) - 1
        name = self.campaigns[at]
        self.show(100 * at + hundredths, f"{name}: {said}" if name else said)


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Show a progress bar during a build, but not in a pipe and not with plain output."""
    bar = Progress(lambda _, __: None)
    with drawn_bar(lambda: bar.whole) as show:
        bar.show = show
        show(0, "reading")
        yield bar


@contextmanager
def drawn_bar(whole: Callable[[], int]) -> Iterator[Callable[[int, str], None]]:
    """A function that shows how much of the whole is done, and what is being done.

    It shows nothing in a pipe and with plain output; the bar is gone in the end.
    """
    if not is_terminal() or is_plain():
        yield lambda _, __: None
        return
    columns = shutil.get_terminal_size().columns
    width = 24 if columns >= 80 else 8

    def show(done: int, said: str) -> None:
        full = done * width // whole()
        drawn = f"[{'#' * full}{'-' * (width - full)}] {done * 100 // whole():3}%  {said}"
        # A wrapped line can't be overwritten, so cut it at the width of the terminal.
        show_line(escape_control_characters(drawn, one_line=True)[: columns - 1])

    def show_line(line: str) -> None:
        click.echo(_CLEAR + line, nl=False, file=styled_stream(sys.stderr))

    try:
        yield show
    finally:
        show_line("")
