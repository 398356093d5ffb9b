"""The state of a game of shadow powers (S-ENT), and their order in a round (S-ROUND-5)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Final

from chronicle.records import Record, replace

MAX_INFLUENCE: Final = 3
MAX_STRENGTH: Final = 5
CHALICE_PER_POWER: Final = 3

#: Accounts of Destiny Dice other than the powers': the common pool, and the GM's hand.
CHALICE: Final = "chalice"
GM_HAND: Final = "gm"
#: The sphere of a resource or an actor that is in none.
RESERVE: Final = ""
#: The word for it in files.
RESERVE_WORD: Final = "reserve"
#: The story of a power's last assistance when there was none.
NEVER_ASSISTED: Final = -1


class Resource(Record):
    """A tool of a power: strength 1 to 5, and its sphere (S-ENT)."""

    id: str
    name: str
    type: str
    strength: int
    sphere: str


class Actor(Record):
    """A power's person on the board: in a sphere, or eliminated (S-ENT)."""

    name: str
    active: bool
    sphere: str


class Power(Record):
    """A shadow power: its Destiny Dice, Influence by sphere (never 0), resources and actor.

    ``assisted`` is the number of the last story in which it helped its player character
    (S-ROUND-7).
    """

    id: str
    dice: int
    actor: Actor
    influence: Mapping[str, int]
    resources: Mapping[str, Resource]
    assisted: int = NEVER_ASSISTED

    def standing(self, sphere: str) -> int:
        """Return the Influence in a sphere, 0 to 3."""
        return self.influence.get(sphere, 0)

    @property
    def total(self) -> int:
        """The sum of Influence over all spheres (S-ROUND-6)."""
        return sum(self.influence.values())

    def with_influence(self, sphere: str, level: int) -> Power:
        kept = {name: value for name, value in self.influence.items() if name != sphere}
        return replace(self, influence={**kept, sphere: level} if level else kept)

    def with_resource(self, resource: Resource) -> Power:
        """Return the power with a resource added or changed; removed at strength 0."""
        kept = dict(self.resources)
        if resource.strength > 0:
            kept[resource.id] = resource
        else:
            kept.pop(resource.id, None)
        return replace(self, resources=kept)

    def at(self, sphere: str) -> Resource | None:
        """Return the one resource the power may have in a sphere."""
        return next((r for r in self.resources.values() if r.sphere == sphere), None)


class State(Record):
    """The board: powers by id, their seats clockwise, the Chalice, and how spheres adjoin.

    ``stories`` are the turns with which stories begin, in order.
    """

    powers: Mapping[str, Power]
    seating: tuple[str, ...]
    chalice: int
    neighbours: Mapping[str, tuple[str, ...]]
    stories: tuple[int, ...]

    @property
    def factions(self) -> Mapping[str, Power]:
        """The powers, as what all rulesets share calls them."""
        return self.powers

    def with_power(self, power: Power) -> State:
        return replace(self, powers={**self.powers, power.id: power})

    def story_of(self, turn: int) -> int:
        """Return the number of the story a turn belongs to; 0 before the first."""
        return bisect_right(self.stories, turn)

    @property
    def dice(self) -> int:
        """The total of Destiny Dice; only the GM changes it (S-ENT)."""
        return self.chalice + sum(power.dice for power in self.powers.values())


def sequence_of(state: State) -> tuple[tuple[str, int], ...]:
    """Return powers with dice: smallest pool first, then clockwise; of equals the earlier."""
    seats = state.seating
    first = min(range(len(seats)), key=lambda seat: (state.powers[seats[seat]].dice, seat))
    return tuple((power, state.powers[power].dice) for power in (*seats[first:], *seats[:first]))
