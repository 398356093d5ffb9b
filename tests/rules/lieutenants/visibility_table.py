"""Who is told what: the rules' table, and the small boards on which each row of it is played.

Vael acts, by Ada in the field; what she does is aimed at the Oru in the mill, or, in dealings of
influence, at the watch, an NPC faction. Mora has influence with the watch, Sight has an eye on Ada,
Ears keeps informers in the town, and Far has nothing to do with any of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.dice import Dice
from chronicle.records import Record, replace
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.events import Acted, Event, Intercepted
from chronicle.rules.lieutenants.orders import FactionOrders, GmModifier, Order, Orders
from chronicle.rules.lieutenants.resolve import resolve
from chronicle.rules.lieutenants.state import State
from chronicle.rules.lieutenants.terms import ROLL_RESULTS, RollResult
from chronicle.rules.protocol import Step, Telling, steps_of
from tests.rules.lieutenants.told import tell
from tests.rules.lieutenants.visibility_actions import ACTIONS, ActionCase

Stealthy = Literal["open", "failed", "held", "sure"]

#: Each row: the rule that it follows from, the action, its results (`-` if nothing is rolled), the
#: results of its stealth check (`open`: none was made; `failed` 2–6, `held` 7–9, `sure` 10 and
#: more), and what each is told. `seen-` is left out; `!` says that the actor is named, `?` that
#: he is not, `-` that nothing is told. The actor and the GM are always told all.
TABLE: Final = """
rule                   action                result      stealth        target       mora        sight       ears        far         public
L-STL-5                aggressive-attack   any         open,failed    suffered!    attack!     attack!     attack!     attack!     attack!
L-STL-4                aggressive-attack   any         held,sure      suffered?    attack?     attack?     attack?     attack?     attack?
L-STL-5                cautious-attack     any         open,failed    suffered!    attack!     attack!     attack!     attack!     attack!
L-STL-4                cautious-attack     any         held,sure      suffered?    attack?     attack?     attack?     attack?     attack?
L-STL-5                attack-on-nobody    -           open,failed    suffered!    attack!     attack!     attack!     attack!     attack!
L-STL-4                attack-on-nobody    -           held,sure      suffered?    attack?     attack?     attack?     attack?     attack?
L-AST-STRIKES-ONE      strike              any         failed         suffered!    attack!     attack!     attack!     attack!     attack!
L-AST-STRIKES-ONE      strike              any         held,sure      suffered?    attack?     attack?     attack?     attack?     attack?
L-STL-5                raid                any         open,failed    suffered!    taking!     taking!     taking!     taking!     taking!
L-STL-4                raid                any         held,sure      suffered?    taking?     taking?     taking?     taking?     taking?
L-STL-5                raid-unopposed      -           open,failed    suffered!    taking!     taking!     taking!     taking!     taking!
L-STL-4                raid-unopposed      -           held,sure      suffered?    taking?     taking?     taking?     taking?     taking?
L-STL-5                steal               CF,F,S      open,failed    suffered!    taking!     taking!     taking!     taking!     taking!
L-STL-4                steal               CF,F,S      held,sure      suffered?    taking?     taking?     taking?     taking?     taking?
L-ACT-STEAL            steal               CS          any            suffered?    taking?     taking?     taking?     taking?     taking?
L-STL-5                sabotage            CF,F,S      open,failed    suffered!    taking!     taking!     taking!     taking!     taking!
L-STL-4                sabotage            CF,F,S      held,sure      suffered?    taking?     taking?     taking?     taking?     taking?
L-ACT-STEAL            sabotage            CS          any            suffered?    taking?     taking?     taking?     taking?     taking?
L-STL-2                conceal             any         open           -            -           -           -           -           -
L-STL-5                surveil             any         open,failed    approached!  -           inquiry!    -           -           -
L-ACT-SURVEIL          surveil             CF          held           approached!  -           inquiry!    -           -           -
L-ACT-SURVEIL          surveil             CF          sure           -            -           -           -           -           -
L-STL-4                surveil             F,S,CS      held,sure      -            -           -           -           -           -
L-ACT-SURVEIL          surveil-quietly     CS          any            -            -           -           -           -           -
L-STL-5                surveil-a-place     any         open,failed    approached!  -           inquiry!    -           -           -
L-ACT-SURVEIL          surveil-a-place     CF          held           approached!  -           inquiry!    -           -           -
L-ACT-SURVEIL          surveil-a-place     CF          sure           -            -           -           -           -           -
L-STL-4                surveil-a-place     F,S,CS      held,sure      -            -           -           -           -           -
L-AST-WATCHES-LOCALE   investigate         any         open,failed    approached!  -           inquiry!    inquiry!    -           -
L-ACT-INVESTIGATE      investigate         CF          held           approached!  -           inquiry!    inquiry!    -           -
L-ACT-INVESTIGATE      investigate         CF          sure           -            -           -           -           -           -
L-STL-4                investigate         F,S,CS      held,sure      -            -           -           -           -           -
L-ACT-INVESTIGATE      investigate-quietly CS          any            -            -           -           -           -           -
L-AST-WATCHES-LOCALE   investigate-matter  any         open,failed    -            -           inquiry!    inquiry!    -           -
L-ACT-INVESTIGATE      investigate-matter  CF          held           -            -           inquiry!    inquiry!    -           -
L-ACT-INVESTIGATE      investigate-matter  CF          sure           -            -           -           -           -           -
L-STL-4                investigate-matter  F,S,CS      held,sure      -            -           -           -           -           -
L-STL-5                purchase            any         open,failed    trade!       trade!      trade!      trade!      trade!      trade!
L-STL-4                purchase            any         held,sure      -            -           -           -           -           -
L-STL-5                purchase-a-place    any         open,failed    trade!       trade!      trade!      trade!      trade!      trade!
L-STL-4                purchase-a-place    any         held,sure      -            -           -           -           -           -
L-STL-5                sell                any         open,failed    trade!       trade!      trade!      trade!      trade!      trade!
L-STL-4                sell                any         held,sure      -            -           -           -           -           -
L-STL-5                recruit             any         open,failed    approached!  -           inquiry!    -           -           -
L-ACT-RECRUIT          recruit             CF          held           approached!  -           inquiry!    -           -           -
L-ACT-RECRUIT          recruit             CF          sure           -            -           -           -           -           -
L-STL-4                recruit             F           held,sure      -            -           -           -           -           -
L-STL-4                recruit             S,CS        held,sure      left-us?     -           -           -           -           -
L-STL-5                recruit-masked      any         open,failed    approached!  -           inquiry!    -           -           -
L-ACT-RECRUIT          recruit-masked      CF          held           approached!  -           inquiry!    -           -           -
L-ACT-RECRUIT          recruit-masked      CF          sure           approached?  -           -           -           -           -
L-STL-4                recruit-masked      F,S,CS      held,sure      approached?  -           -           -           -           -
L-STL-5                recruit-to-stay     any         open,failed    approached!  -           inquiry!    -           -           -
L-ACT-RECRUIT          recruit-to-stay     CF          held           approached!  -           inquiry!    -           -           -
L-ACT-RECRUIT          recruit-to-stay     CF          sure           -            -           -           -           -           -
L-STL-4                recruit-to-stay     F,S,CS      held,sure      -            -           -           -           -           -
L-STL-5                recruit-lieutenant  any         open,failed    approached!  -           inquiry!    -           -           -
L-ACT-RECRUIT          recruit-lieutenant  CF,F        held,sure      approached!  -           inquiry!    -           -           -
L-STL-4                recruit-lieutenant  S,CS        held,sure      left-us?     -           -           -           -           -
L-AST-SEDUCES          seduce              CF,F,S      open,failed    suffered!    -           inquiry!    -           -           -
L-AST-SEDUCES          seduce              CF          held           suffered!    -           inquiry!    -           -           -
L-AST-SEDUCES          seduce              CF          sure           -            -           -           -           -           -
L-STL-4                seduce              F,S         held,sure      -            -           -           -           -           -
L-AST-SEDUCES          seduce              CS          any            -            -           -           -           -           -
L-STL-5                research            any         open           -            -           work!       work!       -           -
L-STL-5                train               any         open,failed    -            -           work!       work!       -           -
L-STL-4                train               any         held,sure      -            -           -           -           -           -
L-STL-5                work                -           open           -            -           work!       work!       -           -
L-STL-5                move                -           open           move!        -           move!       move!       -           -
L-AST-MOVES-UNSEEN     move-unseen         -           failed         move!        -           move!       move!       -           -
L-AST-MOVES-UNSEEN     move-unseen         -           held,sure      -            -           -           -           -           -
L-TURN-5               ambush              -           open           -            -           stance!     stance!     -           -
L-TURN-5               block               -           open           -            -           stance!     stance!     -           -
L-TURN-5               sprung-ambush       any         open           intercepted! meeting!    meeting!    meeting!    meeting!    meeting!
L-ACT-BLOCK            sprung-block        CF,F        open           intercepted! -           -           -           -           -
L-TURN-5               sprung-block        S,CS        open           intercepted! meeting!    meeting!    meeting!    meeting!    meeting!
L-INF-3                court               F,S,CS      open,failed    influence!   influence!  influence!  influence!  -           -
L-INF-3                court               CF          open,failed    influence!   influence!  influence!  influence!  influence!  influence!
L-INF-3                court               CF          held           influence!   influence!  influence!  influence!  influence!  influence!
L-STL-4                court               CF          sure           -            -           -           -           -           -
L-STL-4                court               F,S,CS      held,sure      -            -           -           -           -           -
L-INF-3                court-hush-public   any         open,failed    influence!   influence!  influence!  influence!  -           -
L-INF-3                court-hush-public   CF          held           influence!   influence!  influence!  influence!  -           -
L-STL-4                court-hush-public   CF          sure           -            -           -           -           -           -
L-STL-4                court-hush-public   F,S,CS      held,sure      -            -           -           -           -           -
L-INF-3                court-hush-all      any         open,failed    influence!   -           influence!  influence!  -           -
L-INF-3                court-hush-all      CF          held           influence!   -           influence!  influence!  -           -
L-STL-4                court-hush-all      CF          sure           -            -           -           -           -           -
L-STL-4                court-hush-all      F,S,CS      held,sure      -            -           -           -           -           -
L-INF-3                stranger            any         open,failed    influence!   influence!  influence!  influence!  influence!  influence!
L-INF-3                stranger            CF          held           influence!   influence!  influence!  influence!  influence!  influence!
L-STL-4                stranger            CF          sure           -            -           -           -           -           -
L-STL-4                stranger            F,S,CS      held,sure      -            -           -           -           -           -
L-INF-3                stranger-hush-all   CF,F        open,failed    influence!   influence!  influence!  influence!  influence!  influence!
L-INF-3                stranger-hush-all   S           open,failed    influence!   influence!  influence!  influence!  -           -
L-INF-3                stranger-hush-all   CS          open,failed    influence!   -           influence!  influence!  -           -
L-STL-5                custom              any         open           -            -           custom!     custom!     -           -
L-STL-5                custom-public       any         open           custom!      custom!     custom!     custom!     custom!     custom!
L-STL-5                custom-target       any         open           custom!      -           custom!     -           -           -
L-ACT-CUSTOM           custom-nobody       any         open           -            -           -           -           -           -
L-TURN-2               distracted          -           open           -            -           -           -           -           -
"""  # noqa: E501  one line for each row

#: Dealings with an NPC faction that `court` in the table stands for; all are hushed alike.
COURTING: Final = ("gain-influence", "ally", "claim", "rally")
_RESULT: Final[Mapping[str, RollResult]] = dict(
    zip(("CF", "F", "S", "CS"), ROLL_RESULTS, strict=True)
)
_STEALTH: Final[tuple[Stealthy, ...]] = ("open", "failed", "held", "sure")
#: Faces that come to each result when all modifiers come to nothing, and to each in stealth, where
#: Ears' informers take one away.
_FACES: Final = {"CF": (1, 1), "F": (2, 3), "S": (4, 4), "CS": (5, 6)}
_SNEAKING: Final = {"failed": (2, 2), "held": (4, 5), "sure": (6, 6)}


class Row(Record):
    """One cell of the matrix: an action, its result, its result in stealth, and who hears."""

    rule: str
    action: str
    result: str
    stealth: Stealthy
    told: Mapping[str, str]

    @property
    def id(self) -> str:
        return f"{self.rule}: {self.action} {self.result} {self.stealth}"


def rows() -> list[Row]:
    """Every combination that the table speaks of, each once."""
    head, *lines = TABLE.strip().splitlines()
    audiences = head.split()[4:]
    return [
        Row(rule, name, result, how, dict(zip(audiences, told, strict=True)))
        for rule, action, results, stealth, *told in map(str.split, lines)
        for name in _actions(action)
        for result in (_RESULT if results == "any" else results.split(","))
        for how in _stealths(stealth)
    ]


def _actions(word: str) -> Iterator[str]:
    """The actions that a word in the table stands for."""
    if word.startswith("court"):
        yield from (action + word.removeprefix("court") for action in COURTING)
    else:
        yield word


def _stealths(word: str) -> tuple[Stealthy, ...]:
    return _STEALTH if word == "any" else tuple(how for how in _STEALTH if how in word.split(","))


class Played(Record):
    """A row as it was played: the board that the turn met, and its steps."""

    action: ActionCase
    steps: tuple[Step[State, Event], ...]

    def step(self) -> Step[State, Event]:
        """The action itself."""
        kind = Intercepted if self.action.sprung else Acted
        return next(step for step in self.steps if isinstance(step.event, kind))

    def told(self, audience: Audience) -> Telling | None:
        step = self.step()
        return tell(step.before, step.event, audience)


def audience(name: str, action: ActionCase) -> Audience:
    """The audience that a column of the table stands for."""
    match name:
        case "actor":
            return faction_audience("vael")
        case "target":
            return faction_audience(action.target)
        case "public":
            return EVERYONE
        case "gm":
            return GM
        case _:
            return faction_audience(name)


def play(row: Row, change: Mapping[str, Any] | None = None, *, by: str = "vael") -> Played:
    """A row played through the real turn.

    ``change`` are fields of Ada that differ; when another does it, he has all that Vael has.
    """
    action = ACTIONS[row.action] if by == "vael" else _done_by(ACTIONS[row.action], by)
    state = action.state
    if change:
        ada = state.lieutenant("ada")
        assert ada is not None
        state = state.with_asset(replace(ada, **change))
    order = action.order if row.stealth == "open" else replace(action.order, stealth=action.stealth)
    # Whoever acts, the same befalls the other side.
    table = {f"{order.key}/{fate}-fox": (2, 2) for fate in ("hurt", "fate")}
    if row.stealth != "open":
        table[f"{order.key}/stealth"] = _SNEAKING[row.stealth]
    if row.result != "-":
        order = _levelled(state, order, action, table)
        table[f"{order.key}/{action.purpose}"] = _FACES[row.result]
    return Played(action, _steps(state, order, table))


def _done_by(action: ActionCase, by: str) -> ActionCase:
    """The same action by a faction in Vael's place, whose people are strangers."""
    swap = {"vael": by, by: "vael"}
    state, order = action.state, action.order
    for asset in state.assets.values():
        strange = asset.name if asset.faction != "vael" else asset.name[::-1]
        other = replace(asset, faction=swap.get(asset.faction, asset.faction), name=strange)
        state = state.with_asset(other)
    mine, theirs = state.factions["vael"], state.factions[by]
    state = state.with_faction(replace(theirs, id="vael"))
    state = state.with_faction(replace(mine, id=by))
    stances = {id: replace(it, faction=by) for id, it in state.stances.items()}
    order = replace(order, faction=swap.get(order.faction, order.faction))
    return replace(action, state=replace(state, stances=stances), order=order)


def _levelled(
    state: State, order: Order, action: ActionCase, table: Mapping[str, tuple[int, ...]]
) -> Order:
    """The order with a modifier of the GM's that brings all others to nothing."""
    for step in _steps(state, order, table):
        for roll in step.event.rolls:
            if roll.id.endswith(f"{order.key}/{action.purpose}") and not action.sprung:
                come = sum(part.value for part in roll.modifiers)
                return replace(order, modifiers=(GmModifier(-come, "level"),)) if come else order
    return order


def _steps(
    state: State, order: Order, table: Mapping[str, tuple[int, ...]]
) -> tuple[Step[State, Event], ...]:
    given = Orders(1, {order.faction: FactionOrders(order.faction, (order,))}, ())
    return tuple(steps_of(LIEUTENANTS, state, resolve(state, given, Dice(b"", 1, table))))
