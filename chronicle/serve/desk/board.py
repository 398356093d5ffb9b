"""The board: the state of the last turn, what is left to do, and the next step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal

from chronicle.authoring.order_drafts import draft_text
from chronicle.authoring.turn_file import turn_path
from chronicle.authoring.turn_status import (
    NextStep,
    OrdersState,
    StepKind,
    TurnStatus,
    drafts_of,
)
from chronicle.diagnostics.report import Finding
from chronicle.model.audience import GM
from chronicle.model.campaign import Deadline, Rumor
from chronicle.records import Record
from chronicle.rules.protocol import Prompt
from chronicle.yaml.edit.document import plain_entries
from chronicle.yaml.nodes import ListNode, MapNode


class FileLine(Record):
    """A part of a campaign's file, as findings name it; no line for the whole file."""

    path: str
    line: int = 0
    column: int = 1
    end_line: int = 0
    end_column: int = 1


class TaskForm(Record):
    """A form that does a task: a draft to accept, a result to word, or news about an event.

    ``about`` is the rumor, the order as `faction/id`, or the event; ``faction`` reads it first.
    """

    kind: Literal["accept", "result", "news"]
    turn: int
    about: str
    faction: str = ""


class Task(Record):
    """One thing to do, with the place where it is done, if it is in a file, or a form."""

    text: str
    help: str = ""
    at: FileLine | None = None
    is_error: bool = False
    form: TaskForm | None = None


class FactionRow(Record):
    """One faction whose orders are awaited, or drafted.

    ``draft`` are the lines of the orders that the program proposes, as in the turn's file, ``at``
    where they are; empty and None without a draft.
    """

    id: str
    name: str
    state: OrdersState | Literal["draft"]
    tasks: tuple[Task, ...]
    draft: str = ""
    at: FileLine | None = None


class DeskAction(Record):
    """Something that can be done on the desk: a command, or a page that the button leads to.

    ``name`` is that of the command, ``label`` the text of the button; ``question`` is asked first,
    and ``field`` is the label of a text to give with it. ``page`` is an address on the desk,
    ``shown`` one in the preview. All but the label may be empty.
    """

    name: str = ""
    label: str = ""
    question: str = ""
    field: str = ""
    page: str = ""
    shown: str = ""


class Board(Record):
    """What the first page of the desk shows; ``turn`` is 0 before the first.

    ``asks_dice`` says that all dice of the turn are thrown at the table, ``has_zone`` that the
    campaign says in which time zone its deadlines are.
    """

    title: str
    turn: int = 0
    turn_title: str = ""
    state: str = "no turns yet"
    is_open: bool = False
    is_published: bool = False
    asks_dice: bool = False
    has_zone: bool = True
    deadline: Deadline | None = None
    rows: tuple[FactionRow, ...] = ()
    tasks: tuple[Task, ...] = ()
    step: str = ""
    actions: tuple[DeskAction, ...] = ()

    @property
    def missing(self) -> str:
        """The names of those who have given no orders in a turn that is played."""
        names = (row.name for row in self.rows if row.state == "none")
        return "" if self.is_open else ", ".join(names)


_NEW: Final = DeskAction(
    "new", "Start the turn", field="Deadline, as in 2026-12-01 20:00, or nothing"
)
_CLOSE: Final = DeskAction("close", "Play the turn")
_WITHOUT: Final = DeskAction(
    "close-without-orders", "Play without them", "Play the turn without the missing orders?"
)
_REOPEN: Final = DeskAction("reopen", "Open the turn again", "Wait for more orders?")
_RUMORS: Final = DeskAction("rumors", "Draft rumors")
_ORDERS: Final = DeskAction(label="Take in orders", page="orders")
_DRAFT: Final = DeskAction("draft-orders", "Draft orders of the others")
_DRAFTS: Final = DeskAction(label="Go through the drafts", page="#orders")
_ACCEPT: Final = DeskAction("accept-orders", "Accept all drafts")
_DICE: Final = DeskAction(label="Throw the dice", page="dice")
_LIST: Final = DeskAction(label="Go through the list", page="#todo")
_WRITE: Final = DeskAction(label="Write what happened", page="writing")
_PUBLISH: Final = DeskAction(label="Publish the turn", page="out?plan")
_TELL: Final = DeskAction(label="Tell the players", page="out#players")
#: The next step in words of the desk, where nothing has to be typed.
STEPS: Final[dict[StepKind, str]] = {
    "new": "Start a turn.",
    "correct": "Correct the errors below.",
    "order-drafts": "Go through the drafts of orders: accept, change or drop them.",
    "import": "Wait for the orders that are missing, or take them in.",
    "late": "The deadline has passed. Play the turn without the missing orders, or wait.",
    "dice": "Throw the dice and write down what they show.",
    "close": "All orders are in. Play the turn.",
    "drafts": "Go through the drafts of rumors, read the turn, then publish it.",
    "write": "Write what happened, read the turn, then publish it.",
    "later": "Go to the last turn.",
}
_TOLD: Final = "The turn is published. Tell the players, then start the next one."


def board_of(found: TurnStatus, step: NextStep, say: Callable[[Prompt], str], folder: str) -> Board:
    """The board of a campaign, from the status of its last turn.

    ``say`` puts a prompt into words; ``folder`` is the campaign's, as findings name it.
    """
    errors = (task_of(it, folder) for it in found.other_errors)
    tasks = (*errors, *_tasks(found, say, folder))
    return Board(
        title=found.campaign.title,
        turn=found.number,
        turn_title=found.turn.title if found.turn is not None else "",
        state=_state(found),
        is_open=found.is_open,
        is_published=found.published,
        asks_dice=found.turn is not None and found.turn.dice_asked_at is not None,
        has_zone=bool(found.campaign.zone),
        deadline=found.campaign.deadline if found.is_open else None,
        rows=tuple(_rows(found, folder)),
        tasks=tasks,
        step=_TOLD if step.kind == "new" and found.published else STEPS[step.kind],
        actions=tuple(_actions(found, step.kind, tasks, folder)),
    )


def _rows(found: TurnStatus, folder: str) -> Iterator[FactionRow]:
    """The factions whose orders are awaited or drafted, in order of their file names."""
    rows = {row.faction.id: row for row in found.rows}
    for faction in found.campaign.factions:
        row = rows.get(faction.id)
        if found.turn is not None and faction.id in found.order_drafts:
            node = found.turn.order_drafts[faction.id]
            text = found.turn.at.source.text
            at = FileLine(turn_path(found.number), node.span.line)
            tasks = tuple(task_of(it, folder) for it in found.order_drafts[faction.id])
            yield FactionRow(
                faction.id, faction.name, "draft", tasks, draft_text(text, faction.id), at
            )
        elif row is not None:
            tasks = tuple(task_of(it, folder) for it in row.findings)
            yield FactionRow(faction.id, faction.name, row.state, tasks)


def _actions(
    found: TurnStatus, kind: StepKind, tasks: Sequence[Task], folder: str
) -> Iterator[DeskAction]:
    """What is offered at a step, the one that is meant first."""
    read = DeskAction(label="Read the turn", shown=f"gm/turns/{found.number}.html")
    match kind:
        case "new":
            yield from (_TELL, _NEW, read) if found.published else (_NEW,)
        case "correct":
            rows = [task_of(it, folder) for row in found.rows for it in row.findings]
            errors = (it.at for it in (*tasks, *rows) if it.is_error and it.at is not None)
            yield from (_to_error(at) for at in (*errors,)[:1])
        case "order-drafts":
            yield from (_DRAFTS, _ACCEPT, _ORDERS, _WITHOUT)
        case "import":
            # Without its dice, the turn can't be played.
            yield from (_ORDERS, _DICE if found.only_lacks_dice else _WITHOUT)
        case "late":
            yield from (_DICE, _ORDERS) if found.only_lacks_dice else (_WITHOUT, _ORDERS)
        case "dice":
            yield from (_DICE, _ORDERS) if found.is_open else (_DICE, _REOPEN)
        case "close":
            yield from (_CLOSE, _ORDERS)
        case "drafts" | "write":
            is_empty = found.turn is not None and not found.turn.news
            yield from (_LIST,) if tasks else (_WRITE, _PUBLISH) if is_empty else (_PUBLISH, _WRITE)
            yield read
            yield from (_PUBLISH,) if tasks else ()
            yield from (_RUMORS, _REOPEN)
        case _:
            pass
    if found.is_open and found.undrafted:
        yield _DRAFT


def _to_error(at: FileLine) -> DeskAction:
    line = f"?line={at.line}" if at.line else ""
    return DeskAction(label="Go to the first error", page=f"files/{at.path}{line}")


def board_without_turns(title: str, tasks: Sequence[Task], *, has_zone: bool) -> Board:
    """The board of a campaign that has no turns, or whose files can't be read."""
    errors = [task.at for task in tasks if task.is_error]
    if errors:
        actions = tuple(_to_error(at) for at in errors if at is not None)[:1]
        return Board(title, tasks=tuple(tasks), step=STEPS["correct"], actions=actions)
    return Board(title, has_zone=has_zone, tasks=tuple(tasks), step=STEPS["new"], actions=(_NEW,))


def _state(found: TurnStatus) -> str:
    if found.is_open:
        return "open: orders are awaited"
    return "published" if found.published else "played, not published"


def _tasks(found: TurnStatus, say: Callable[[Prompt], str], folder: str) -> Iterator[Task]:
    path = f"turns/{found.number:03}.yaml"
    names = {it.id: it.name for it in found.campaign.factions}
    for event, prompt in found.prompts:
        turn, _, order = event.partition("/")
        faction, _, id = order.partition("/")
        whose = f"{names[faction]}, {id}" if faction in names else event
        kind: Literal["result", "news"] = "result" if prompt.code == "outcome" else "news"
        about = order if kind == "result" else event
        form = TaskForm(kind, int(turn), about, faction if faction in names else "")
        said = _order_words(found, faction, id) if kind == "result" else say(prompt)
        yield Task(f"{whose}: {said}", "", FileLine(path), form=form)
    yield from (task_of(it, folder) for it in found.warnings)
    drafted = {found.number, *found.drafted}
    for it in found.campaign.turns:
        if it.number in drafted:
            yield from (_draft(rumor) for rumor in drafts_of(found.campaign, it))


def _order_words(found: TurnStatus, faction: str, id: str) -> str:
    """What a faction orders, in the words of its players, of which there is no result yet."""
    orders = found.turn.orders.get(faction) if found.turn is not None else None
    actions = orders.get("actions") if isinstance(orders, MapNode) else None
    for it in actions.items if isinstance(actions, ListNode) else ():
        values = plain_entries(it) if isinstance(it, MapNode) else {}
        if values.get("id") == id:
            return f"“{' '.join(str(values.get('order', '')).split())}” What comes of it?"
    return "What comes of it?"


def _draft(rumor: Rumor) -> Task:
    said = " ".join(text for it in rumor.passages if (text := it.visible_to(GM)))
    at = FileLine(f"turns/{rumor.turn:03}.yaml", rumor.at.line)
    # A draft without an id is accepted in its file.
    form = TaskForm("accept", rumor.turn, rumor.id) if rumor.id else None
    return Task(f"Draft of a rumor: {said}", "" if form else "Remove `draft: true`.", at, form=form)


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
