"""Legal orders by construction: each is made for the board that it will meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from chronicle.rules.shadow.state import State
from tests.properties.secret_tokens import Choices, Ledger, chance, pick, who

Content: TypeAlias = dict[str, Any]


@dataclass
class Board:
    """What the generator keeps of a state while it writes a turn: figures that it may change."""

    dice: dict[str, int]
    chalice: int
    influence: dict[tuple[str, str], int]
    strength: dict[tuple[str, str], int]
    where: dict[tuple[str, str], str]
    actor: dict[str, str]
    active: dict[str, bool]
    assisted: dict[str, int]
    spheres: list[str]

    @classmethod
    def of(cls, state: State) -> Board:
        """The figures of a state as the engine left it."""
        powers = state.powers.values()
        things = [(power, item) for power in powers for item in power.resources.values()]
        return cls(
            dice={power.id: power.dice for power in powers},
            chalice=state.chalice,
            influence={
                (power.id, sphere): level
                for power in powers
                for sphere, level in power.influence.items()
            },
            strength={(power.id, item.id): item.strength for power, item in things},
            where={(power.id, item.id): item.sphere for power, item in things},
            actor={power.id: power.actor.sphere for power in powers},
            active={power.id: power.actor.active for power in powers},
            assisted={power.id: power.assisted for power in powers},
            spheres=sorted(state.neighbours),
        )

    def holds(self, power: str, sphere: str) -> int:
        return self.influence.get((power, sphere), 0)

    def standing(self) -> Iterator[tuple[str, str, str]]:
        """(power, resource, sphere) of all that stands somewhere and has strength."""
        for (power, resource), sphere in self.where.items():
            if sphere and self.strength[power, resource] > 0:
                yield power, resource, sphere

    def lose(self, key: tuple[str, str], change: int) -> None:
        """Strength after a change; what has none left is gone."""
        self.strength[key] += change
        if self.strength[key] == 0:
            del self.strength[key]
            del self.where[key]


def effects(choices: Choices, board: Board, *, most: int) -> list[Content]:
    """Changes by the GM that the board allows, one after another."""
    made = (_effect(choices, board) for _ in range(choices.number(0, most)))
    return [effect for effect in made if effect is not None]


def _effect(choices: Choices, board: Board) -> Content | None:
    power = pick(choices, sorted(board.dice))
    match pick(choices, ["dd", "chalice", "influence", "strength", "actor"]):
        case "dd":
            step = pick(choices, [1, 2, -1])
            if board.dice[power] + step < 0:
                return None
            board.dice[power] += step
            return {"power": power, "dd": step}
        case "chalice":
            step = pick(choices, [2, -1])
            if board.chalice + step < 0:
                return None
            board.chalice += step
            return {"chalice": step}
        case "influence":
            return _influence(choices, board, power)
        case "strength":
            return _strength(choices, board, power)
        case _:
            board.active[power] = not board.active[power]
            if not board.active[power]:
                board.actor[power] = ""
            return {"power": power, "actor": "active" if board.active[power] else "eliminated"}


def _influence(choices: Choices, board: Board, power: str) -> Content | None:
    sphere = pick(choices, board.spheres)
    step = pick(choices, [1, -1])
    after = board.holds(power, sphere) + step
    rivals = [board.holds(other, sphere) for other in board.dice if other != power]
    if not 0 <= after <= 3 or (after == 3 and 3 in rivals):
        return None
    board.influence[power, sphere] = after
    return {"power": power, "sphere": sphere, "influence": step}


def _strength(choices: Choices, board: Board, power: str) -> Content | None:
    own = sorted(resource for owner, resource in board.strength if owner == power)
    if not own:
        return None
    resource = pick(choices, own)
    step = pick(choices, [1, -1])
    if board.strength[power, resource] + step > 5:
        return None
    board.lose((power, resource), step)
    return {"power": power, "resource": resource, "strength": step}


@dataclass
class OrderWriter:
    """Writes the orders of all powers for one turn; ``ids`` are tokens that name conspiracies.

    Placements come first and the GM's news lies between them and the conspiracies, as in the round.
    """

    choices: Choices
    board: Board
    ledger: Ledger
    factions: list[str]
    story: int
    written: dict[str, Content] = field(default_factory=dict)

    def place(self) -> None:
        """Resources and actors go where their power has nothing (S-ROUND-1, S-ROUND-2)."""
        board = self.board
        for power in self.factions:
            own: Content = {}
            moved: dict[str, str] = {}
            for owner, resource in sorted(board.where):
                if owner != power or not chance(self.choices, 70):
                    continue
                taken = {board.where[key] for key in board.where if key[0] == power}
                free = [sphere for sphere in board.spheres if sphere not in taken]
                # Crowds make contests: the first spheres draw more.
                sphere = pick(self.choices, [*free, *free[:1] * 2, ""])
                board.where[power, resource] = sphere
                moved[resource] = sphere or "reserve"
            if moved:
                own["place"] = moved
            if board.active[power] and chance(self.choices, 60):
                board.actor[power] = own["actor"] = pick(self.choices, board.spheres)
            self.written[power] = own

    def conspire(self) -> None:
        """Every resource that stands somewhere serves once, or not at all."""
        waiting: list[tuple[str, str, str]] = []
        for power, resource, sphere in sorted(self.board.standing()):
            plot = self.plot(power, resource, sphere)
            if plot is None:
                waiting.append((power, resource, sphere))
            else:
                self.written[power].setdefault("conspiracies", []).append(plot)
        for power, resource, sphere in waiting:
            self.support(power, resource, sphere)
        for power in self.factions:
            if chance(self.choices, 30):
                self.written[power]["defend"] = self.choices.number(0, 2)
            if self.board.assisted[power] != self.story and chance(self.choices, 30):
                request = f"Ask {self.token('request', [power])}."
                sphere = pick(self.choices, self.board.spheres)
                self.written[power]["assist"] = {"sphere": sphere, "request": request}
        self.written = {power: own for power, own in self.written.items() if own}

    def token(self, kind: str, words: str | list[str]) -> str:
        return self.ledger.token(kind, who(words, self.factions))

    def plot(self, power: str, resource: str, sphere: str) -> Content | None:
        board = self.board
        level = board.holds(power, sphere)
        there = [(p, r) for p, r, s in board.standing() if s == sphere and p != power]
        hunted = [
            p for p in self.factions if p != power and board.active[p] and board.actor[p] == sphere
        ]
        kinds = ["", "mobilize", *["raise"] * 3 * (level < 3)]
        kinds += ["attack-resource"] * 3 * bool(there) + ["attack-actor"] * 2 * bool(hunted)
        kind = pick(self.choices, kinds)
        if not kind:
            return None
        # The first letter keeps an id from reading as a number.
        plot: Content = {
            "id": self.token("order id", [power]),
            "action": kind,
            "resource": resource,
        }
        if kind != "mobilize":
            most = min(board.strength[power, resource], board.dice[power])
            if stake := self.choices.number(0, most):
                plot["stake"] = stake
        if kind == "raise":
            plot["to"] = pick(self.choices, [3, self.choices.number(level + 1, 3)])
            if plot["to"] == 3 and chance(self.choices, 70):
                plot["new_resource"] = self.new_resource(power)
        elif kind == "attack-resource":
            plot["target"] = "/".join(pick(self.choices, there))
        elif kind == "attack-actor":
            plot["target"] = pick(self.choices, hunted)
        return plot | self.words(power, kind)

    def words(self, power: str, kind: str) -> Content:
        """Narrative, veto and the street's line; who hears the last is settled by the outcome."""
        vetoed = chance(self.choices, 12)
        told: Content = {}
        if kind == "mobilize" or not chance(self.choices, 8):
            readers = [power] if vetoed else "factions"
            told["narrative"] = f"We go {self.token('narrative', readers)}."
        if vetoed:
            told["veto"] = f"Not so {self.token('veto', 'gm')}."
        match self.choices.number(0, 3):
            case 0:
                told["public"] = f"Smoke, {self.token('public line', 'gm')}."
            case 1:
                told["public"] = False
            case _:
                pass
        return told

    def new_resource(self, power: str) -> Content:
        return {
            "id": self.token("resource id", [power]),
            "name": f"the {self.token('new resource', [power])}",
            "type": "agents",
        }

    def support(self, power: str, resource: str, sphere: str) -> None:
        """Help for somebody else's conspiracy in the same sphere, or a block (S-STAKE-5)."""
        plots = [
            f"{other}/{plot['id']}"
            for other, own in self.written.items()
            for plot in own.get("conspiracies", [])
            if other != power and plot["action"] != "mobilize"
            if self.board.where[other, plot["resource"]] == sphere
        ]
        most = min(self.board.strength[power, resource], self.board.dice[power])
        if not plots or not most or not chance(self.choices, 85):
            return
        side = pick(self.choices, ["block", "block", "help"])
        item = {
            "conspiracy": pick(self.choices, plots),
            "resource": resource,
            "stake": pick(self.choices, [most, self.choices.number(1, most)]),
        }
        self.written[power].setdefault(side, []).append(item)


def plots_of(turn: Content) -> Iterator[tuple[str, Content]]:
    """Every conspiracy of a turn file, with its power."""
    for power, own in turn.get("orders", {}).items():
        for plot in own.get("conspiracies", []):
            yield power, plot
