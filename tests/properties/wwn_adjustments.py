"""What the GM changes on boards of assets: every kind of change, as far as the board allows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.terms import ATTRIBUTES, MAGIC
from tests.properties.secret_tokens import pick, some
from tests.properties.wwn_setup import TAGS, Content, Openings, World, goal_for


@dataclass
class Alterations:
    """Writes changes one after another; ``stands`` says whether a turn with some keys would."""

    world: World
    stands: Callable[[Content], bool]
    made: list[Content] = field(default_factory=list)

    def write(self, state: State, most: int) -> list[Content]:
        """Changes that the board allows after those made before."""
        choices, kept = self.world.choices, []
        for _ in range(choices.number(0, most)):
            before = len(self.world.ledger.readers)
            change = self.made_up(pick(choices, list(self.options(state))))
            listed = [{"for": "gm", "because": "So", **one} for one in [*self.made, change]]
            if self.stands({"adjustments": listed, "news": [], "orders": {}}):
                self.made.append(change)
                kept.append(change)
                continue
            for token in list(self.world.ledger.readers)[before:]:
                self.world.ledger.fields[token] = "dropped"
        return kept

    def made_up(self, change: Content) -> Content:
        """A change with what is new in it; ids are given out only to what is picked."""
        power = change.get("faction", "")
        at = pick(self.world.choices, self.world.core)
        if "new_base" in change:
            return {**change, "new_base": {**self.world.named("base", power), "at": at, "max": 1}}
        if "new_asset" in change:
            openings = Openings(self.world)
            openings.seats[power] = at
            return {**change, "new_asset": openings.asset(power)}
        return change

    def options(self, state: State) -> Iterator[Content]:
        """One change of every kind, each about something picked."""
        yield from self.of_factions(state)
        yield from self.of_pieces(state)
        choices, living = self.world.choices, list(state.living())
        place = pick(choices, self.world.core)
        yield {"place": place, "ruler": pick(choices, [*living, "nobody"])}
        yield {"place": place, "forbids": pick(choices, ["everyone", some(choices, living, 40)])}
        if not any("sequence" in change for change in self.made):
            turned = choices.number(0, max(0, len(living) - 1))
            yield {"sequence": [*living[turned:], *living[:turned]]}

    def of_factions(self, state: State) -> Iterator[Content]:
        choices, world = self.world.choices, self.world
        power = pick(choices, list(state.living()) or world.powers)
        rivals = [one for one in world.powers if one != power]
        theirs = [asset for asset in self.awake(state) if asset.faction != power]
        targets = [asset.id for asset in theirs if not asset.stealth]
        lairs = sorted(base.at for base in state.bases.values() if base.faction != power)
        step = pick(choices, [1, 2, 5, -1])
        for figure in ("treasure", "hp", "xp"):
            yield {"faction": power, figure: step}
        name = pick(choices, ATTRIBUTES)
        rating = state.factions[power].rating(name) + (1 if step > 0 else -1)
        yield {"faction": power, name: min(8, max(1, rating))}
        yield {"faction": power, "magic": pick(choices, MAGIC)}
        yield {"faction": power, "tags": some(choices, [*TAGS, world.tag], 25)}
        yield {"faction": power, "goal": goal_for(choices, rivals, targets, lairs)}
        yield {"faction": power, "at_war": some(choices, rivals, 50)}
        yield {"faction": power, "new_asset": None}
        yield {"faction": power, "new_base": None}

    def awake(self, state: State) -> list[Asset]:
        """The assets that somebody may come upon."""
        found = (asset for _, asset in sorted(state.assets.items()))
        return [asset for asset in found if asset.type != self.world.idle]

    def of_pieces(self, state: State) -> Iterator[Content]:
        choices, awake = self.world.choices, self.awake(state)
        if awake:
            asset = pick(choices, awake)
            others = [one for one in state.living() if one != asset.faction] or [asset.faction]
            yield {"asset": asset.id, "hp": pick(choices, [-1, 1])}
            yield {"asset": asset.id, "at": pick(choices, self.world.core)}
            yield {"asset": asset.id, "stealth": not asset.stealth}
            yield {"asset": asset.id, "joins": pick(choices, others)}
            yield {"asset": asset.id, "lost": True}
        if state.bases:
            base = pick(choices, sorted(state.bases))
            yield {"base": base, "hp": pick(choices, [-1, 1])}
            yield {"base": base, "lost": True}
