"""Orders to factions of assets, made for the board that they meet and kept when they stand.

What an order needs is picked from what there is; what the rules refuse all the same is dropped, so
that every key may be drawn freely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from chronicle.rules.wwn.distance import has_effect, tag_effects
from chronicle.rules.wwn.effects import ExpandsFreely, Redoes
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.terms import ATTRIBUTES, ActionName
from tests.properties.secret_tokens import chance, pick, some
from tests.properties.wwn_actions import Doing
from tests.properties.wwn_setup import Content, World, goal_for, standing_for

#: Which actions are tried, those more often of which there is more to see.
ACTIONS: Final[tuple[ActionName, ...]] = (
    *("attack", "attack", "attack", "attack", "move", "move", "expand", "expand"),
    *("create", "create", "create", "hide", "sell", "repair"),
)
#: The free actions that one faction has at most.
ABILITIES: Final = 5


@dataclass
class OrderWriter:
    """Writes the orders of all factions for one turn; ``stands`` says whether some of them do."""

    world: World
    state: State
    stands: Callable[[Content], bool]
    written: dict[str, Content] = field(default_factory=dict)

    def write(self) -> dict[str, Content]:
        for faction in self.state.living():
            self.written[faction] = {}
            self.policies(faction)
            if self.state.factions[faction].idle != self.state.turn:
                self.abilities(faction)
                if chance(self.world.choices, 85):
                    self.action(faction)
            self.ends(faction)
        return {faction: own for faction, own in self.written.items() if own}

    def keep(self, faction: str, key: str, value: Any, *, listed: bool = False) -> bool:
        """Whether orders stand with one thing more; else it is taken back."""
        own = self.written[faction]
        was = own.get(key)
        own[key] = [*(was or []), value] if listed else value
        if self.stands({"orders": self.written}):
            return True
        if was is None:
            del own[key]
        else:
            own[key] = was
        return False

    def tried(
        self,
        faction: str,
        key: str,
        made: Callable[[], Content | None],
        *,
        listed: bool = False,
        times: int = 3,
    ) -> bool:
        """Some tries at an order that stands; what is dropped leaves its words unread."""
        for _ in range(times):
            before = len(self.world.ledger.readers)
            order = made()
            if order is not None and self.keep(faction, key, order, listed=listed):
                return True
            for token in list(self.world.ledger.readers)[before:]:
                self.world.ledger.fields[token] = "dropped"
        return False

    # What an order is made of

    def abilities(self, faction: str) -> None:
        doing = Doing(self.world, self.state, faction)
        able = doing.able()
        for asset in some(self.world.choices, able, 70)[:ABILITIES]:
            self.tried(faction, "abilities", partial(doing.ability, asset), listed=True)
        if any(True for _ in tag_effects(self.state, faction, ExpandsFreely)):
            self.tried(faction, "abilities", doing.free_expansion, listed=True)

    def action(self, faction: str) -> None:
        """One kind of action: the first that can be taken, with as many orders as there may be."""
        doing, choices = Doing(self.world, self.state, faction), self.world.choices
        for _ in range(3):
            action = pick(choices, ACTIONS)
            if action in ("expand", "create"):
                if self.tried(faction, action, partial(doing.single, action)):
                    return
                continue
            assets = [asset.id for asset in self.state.own(faction)]
            made = 0
            ways: list[Callable[[], Content | None]]
            ways = [partial(doing.listed, action, id) for id in some(choices, assets, 85)]
            if action == "repair":
                ways.append(doing.repair_of_itself)
            for way in ways:
                made += self.tried(faction, action, way, listed=True, times=1)
            if made:
                return

    def policies(self, faction: str) -> None:
        choices = self.world.choices
        rivals = [one for one in self.state.living() if one != faction]
        own = [asset.id for asset in self.state.own(faction)]
        own += [base.id for base in self.state.own_bases(faction)]
        if chance(choices, 30):
            self.keep(faction, "standing", standing_for(choices, own, rivals))
        if chance(choices, 30):
            self.keep(faction, "defend", some(choices, own, 40))
        if chance(choices, 40):
            self.keep(faction, "contest", some(choices, rivals, 70))
        ruled = [id for id, place in sorted(self.state.places.items()) if place.ruler == faction]
        if ruled and chance(choices, 40):
            bans = pick(choices, ["everyone", [], some(choices, rivals, 60)])
            self.keep(faction, "forbids", dict.fromkeys(some(choices, ruled, 70), bans))
        for asset in self.state.own(faction):
            if chance(choices, 10):
                self.keep(faction, "sheds", asset.id, listed=True)

    def ends(self, faction: str) -> None:
        """What comes at the end of a faction's turn."""
        choices, own = self.world.choices, self.state.factions[faction]
        rivals = [one for one in self.state.living() if one != faction]
        targets = [
            asset.id
            for _, asset in sorted(self.state.assets.items())
            if asset.faction != faction and not asset.stealth
        ]
        lairs = [base.at for base in self.state.bases.values() if base.faction != faction]
        if own.goal is not None and chance(choices, 10):
            self.keep(faction, "abandon", True)
        if rivals and chance(choices, 60):
            self.keep(faction, "goal", goal_for(choices, rivals, targets, sorted(lairs)))
        if own.goal is not None and own.goal.kind == "wealth-of-kingdoms":
            self.keep(faction, "lavish", True)
        if own.xp or chance(choices, 20):
            self.keep(faction, "raises", pick(choices, ATTRIBUTES), listed=True)


def redone(world: World, state: State, faction: str, rolls: list[str]) -> Iterator[Content]:
    """Rolls of rivals that a faction could have thrown again, one for each asset that does so."""
    able = [asset.id for asset in state.own(faction) if has_effect(state, asset, Redoes)]
    names = [roll.partition("/")[2] for roll in rolls]
    theirs = [name for name in names if not name.startswith(f"{faction}/")]
    for id in able:
        if theirs:
            keep = pick(world.choices, ["higher", "lower"])
            yield {"asset": id, "roll": pick(world.choices, theirs), "keep": keep}


def orders_of(turn: Content) -> Iterator[tuple[str, Content]]:
    """Every order of a turn file that has an id, with its faction."""
    for faction, own in turn.get("orders", {}).items():
        for value in own.values():
            for order in value if isinstance(value, list) else [value]:
                if isinstance(order, dict) and "id" in order:
                    yield faction, order
