"""The board: the state of the last turn, what is left to do, and the next step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from chronicle.authoring.turn_status import NextStep, OrdersState, StepKind, TurnStatus
from chronicle.diagnostics.report import Finding
from chronicle.model.campaign import Deadline
from chronicle.records import Record
from chronicle.rules.protocol import Prompt


class FileLine(Record):
    """A part of a campaign's file, as findings name it; no line for the whole file."""

    path: str
    line: int = 0
    column: int = 1
    end_line: int = 0
    end_column: int = 1


class Task(Record):
    """One thing to do, with the place where it is done, if it is in a file."""

    text: str
    help: str = ""
    at: FileLine | None = None
    is_error: bool = False


class FactionRow(Record):
    """One faction whose orders are awaited."""

    id: str
    name: str
    state: OrdersState
    tasks: tuple[Task, ...]


class DeskAction(Record):
    """A command that can be given on the desk.

    ``name`` is that of the command, ``label`` the text of its button; ``question`` is asked first,
    and ``field`` is the label of a text to give with it. Both may be empty.
    """

    name: str
    label: str
    question: str = ""
    field: str = ""


class Board(Record):
    """What the first page of the desk shows; ``turn`` is 0 before the first."""

    title: str
    turn: int = 0
    turn_title: str = ""
    state: str = "no turns yet"
    is_open: bool = False
    deadline: Deadline | None = None
    rows: tuple[FactionRow, ...] = ()
    tasks: tuple[Task, ...] = ()
    step: str = ""
    actions: tuple[DeskAction, ...] = ()


_NEW: Final = DeskAction(
    "new", "Start the turn", field="Deadline, as in 2026-12-01 20:00, or nothing"
)
_CLOSE: Final = DeskAction("close", "Play the turn")
_WITHOUT: Final = DeskAction(
    "close-without-orders", "Play without them", "Play the turn without the missing orders?"
)
_REOPEN: Final = DeskAction("reopen", "Open the turn again", "Wait for more orders?")
_RUMORS: Final = DeskAction("rumors", "Draft rumors")
_DEPLOY: Final = DeskAction("deploy", "Publish and deploy", "Put the turn online?")
#: What is offered at each step, the one that is meant first.
ACTIONS: Final[dict[StepKind, tuple[DeskAction, ...]]] = {
    "new": (_NEW,),
    "correct": (),
    "import": (_WITHOUT,),
    "late": (_WITHOUT,),
    "dice": (),
    "close": (_CLOSE,),
    "drafts": (_DEPLOY, _REOPEN),
    "write": (_DEPLOY, _RUMORS, _REOPEN),
    "later": (),
}
#: The next step in words of the desk, where nothing has to be typed.
STEPS: Final[dict[StepKind, str]] = {
    "new": "Start a turn.",
    "correct": "Correct the errors below.",
    "import": "Wait for the orders that are missing, or import them.",
    "late": "The deadline has passed. Play the turn without the missing orders, or wait.",
    "dice": "Throw the dice and write down what they show.",
    "close": "All orders are in. Play the turn.",
    "drafts": "Go through the drafts of rumors, then publish the turn.",
    "write": "Write what happened, then publish the turn.",
    "later": "Go to the last turn.",
}


def board_of(found: TurnStatus, step: NextStep, say: Callable[[Prompt], str], folder: str) -> Board:
    """The board of a campaign, from the status of its last turn.

    ``say`` puts a prompt into words; ``folder`` is the campaign's, as findings name it.
    """
    return Board(
        title=found.campaign.title,
        turn=found.number,
        turn_title=found.turn.title if found.turn is not None else "",
        state=_state(found),
        is_open=found.is_open,
        deadline=found.campaign.deadline if found.is_open else None,
        rows=tuple(
            FactionRow(
                row.faction.id,
                row.faction.name,
                row.state,
                tuple(task_of(it, folder) for it in row.findings),
            )
            for row in found.rows
        ),
        tasks=(*(task_of(it, folder) for it in found.other_errors), *_tasks(found, say, folder)),
        step=STEPS[step.kind],
        actions=ACTIONS[step.kind],
    )


def board_without_turns(title: str, tasks: Sequence[Task]) -> Board:
    """The board of a campaign that has no turns, or whose files can't be read."""
    if any(task.is_error for task in tasks):
        return Board(title, tasks=tuple(tasks), step=STEPS["correct"])
    return Board(title, tasks=tuple(tasks), step=STEPS["new"], actions=ACTIONS["new"])


def _state(found: TurnStatus) -> str:
    if found.is_open:
        return "open: orders are awaited"
    return "published" if found.published else "played, not published"


def _tasks(found: TurnStatus, say: Callable[[Prompt], str], folder: str) -> Iterator[Task]:
    path = f"turns/{found.number:03}.yaml"
    for event, prompt in found.prompts:
        yield Task(say(prompt), f"News with `about: {event}` tell it.", FileLine(path))
    yield from (task_of(it, folder) for it in found.warnings)
    for id in found.drafts:
        yield Task(
            f"Draft of a rumor: {id}", "Accept it by removing `draft: true`.", FileLine(path)
        )
    for number in found.drafted:
        yield Task(f"Turn {number} has drafts of rumors.", "", FileLine(f"turns/{number:03}.yaml"))


def task_of(finding: Finding, folder: str) -> Task:
    """A finding as something to do; ``folder`` is the campaign's, as findings name it."""
    at = finding.at
    place = (
        FileLine(at.path.removeprefix(f"{folder}/"), at.line, at.column, at.end_line, at.end_column)
        if at is not None
        else None
    )
    said = f"{finding.message} ({finding.code})"
    return Task(said, finding.help, place, is_error=finding.severity == "error")
