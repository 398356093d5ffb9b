"""What can be wrong with names that refer to something else, and with dice thrown at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem, did_you_mean
from chronicle.files.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownName(Problem):
    """A name refers to nothing in the campaign.

    The names of factions, people and items are the names of their files, those of places stand in
    `places.yaml`.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      velo: {}
    ```
    """

    code: ClassVar[str] = "N001"
    what: str
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"there is no {self.what} `{self.name}`"

    def help(self) -> str:
        return did_you_mean(self.name, self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownAudience(Problem):
    """`for:` names nobody who could read.

    It takes `everyone`, `factions` (all of them, not the public), `gm`, the id of a faction, or a
    list of ids.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: velo
        text: To whom is this said?
    ```
    """

    code: ClassVar[str] = "N002"
    word: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"`{self.word}` is no audience"

    def help(self) -> str:
        if "," in self.word:
            return "several are written as a list: `[" + self.word + "]`"
        return did_you_mean(
            self.word,
            self.known,
            otherwise="an audience is `everyone`, `factions`, `gm` or a faction",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateId(Problem):
    """Two things of one kind carry the same id.

    An order's dice hang on its id, and other files refer to things by theirs; so every id is
    given once: orders within a faction's turn, news and rumors within a turn.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - {id: fire, for: everyone, text: It burned.}
      - {id: fire, for: everyone, text: It burned again.}
    ```
    """

    code: ClassVar[str] = "N003"
    what: str
    name: str
    first: Span

    def message(self) -> str:
        return f"there is already {self.what} `{self.name}`"

    def label(self) -> str:
        if self.at is not None and self.at.path != self.first.path:
            return f"the other one is in {self.first.path}, line {self.first.line}"
        return f"the other one is on line {self.first.line}"

    def help(self) -> str:
        return "give one of them another id"


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfNeighbour(Problem):
    """A place is named as its own neighbour.

    ```yaml places.yaml
    for: everyone
    places:
      harbour: {name: The Harbour, neighbours: [harbour]}
      marsh: {name: The Marsh}
    ```
    """

    code: ClassVar[str] = "N004"

    def message(self) -> str:
        return "a place can't be its own neighbour"

    def help(self) -> str:
        return "take it out of its own `neighbours:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownTurn(Problem):
    """A turn is named that the campaign does not have, or not yet.

    Reveals look back: they name something of an earlier turn.

    ```yaml turns/001.yaml
    turn: 1
    reveals:
      - {news: 4/fire, for: everyone}
    ```
    """

    code: ClassVar[str] = "N005"
    number: str
    last: int

    def message(self) -> str:
        return f"there is no turn {self.number} to refer to here"

    def help(self) -> str:
        if self.last < 1:
            return "nothing comes before the first turn"
        return f"turns 1 to {self.last} can be meant here"


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbiguousReveal(Problem):
    """A reveal says nothing or more than one thing to make known.

    Each reveal names exactly one of `event`, `news`, `rumor`, `place`, `faction`, `person` or
    `item`.

    ```yaml turns/001.yaml
    turn: 1
    reveals:
      - {for: everyone, text: Now it can be told.}
    ```
    """

    code: ClassVar[str] = "N006"

    def message(self) -> str:
        return "a reveal names exactly one thing that becomes known"

    def help(self) -> str:
        kinds = "`event:`, `news:`, `rumor:`, `place:`, `faction:`, `person:` or `item:`"
        return f"write one of {kinds}"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownRoll(Problem):
    """Dice are given for a roll that was not made.

    The key of a roll is `faction/order/purpose`, as the GM's edition and `chronicle resolve` show
    it. An order that fails without a roll has none.

    ```yaml turns/001.yaml
    turn: 1
    rolls:
      vael/nothing/pool: [6]
    ```
    """

    code: ClassVar[str] = "N007"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"no roll `{self.name}` is made in this turn"

    def help(self) -> str:
        return did_you_mean(self.name, self.known, otherwise="no order of this turn rolls dice")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongDiceCount(Problem):
    """Dice are given for a roll, but not as many as the rules ask for.

    The pool follows from the orders and the state; the GM's edition lists what it is made of.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}
    rolls:
      vael/creep/pool: [6, 6, 6, 6, 6]
    ```
    """

    code: ClassVar[str] = "N008"
    given: int
    wanted: int

    def message(self) -> str:
        dice = "one die" if self.wanted == 1 else f"{self.wanted} dice"
        return f"this roll takes {dice}, and {self.given} are given"

    def help(self) -> str:
        return "give as many as were thrown, or take the line out and let chronicle throw them"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpossibleDieFace(Problem):
    """A die given for a roll shows a number that such a die does not have.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}
    rolls:
      vael/creep/pool: [7, 1]
    ```
    """

    code: ClassVar[str] = "N009"
    face: int
    sides: int

    def message(self) -> str:
        return f"a die of {self.sides} sides has no face {self.face}"

    def help(self) -> str:
        return f"its faces go from 1 to {self.sides}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToReveal(Problem):
    """A reveal names an event that took place without anything to make known.

    An order that came to nothing, or that the GM set aside, leaves no deed behind to speak of.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 2, narrative: No., veto: Too bold.}
    ```
    ```yaml turns/002.yaml
    turn: 2
    reveals:
      - {event: 1/vael/creep, for: everyone}
    ```
    """

    code: ClassVar[str] = "N010"
    name: str

    def message(self) -> str:
        return f"nothing about `{self.name}` can be made known"

    def help(self) -> str:
        return "take this reveal out; what you want to tell can be news"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservedAudienceId(Problem):
    """A faction or a player bears the name of an audience.

    `everyone`, `factions` and `gm` say who may read a thing; a faction of that name would read what
    is not meant for it, and `gm` is who opens every dossier. The id of a faction is the name of its
    file, that of a player the key under `players:`.

    ```yaml factions/gm.yaml
    name: The Grey Men
    for: everyone
    colors: ["#7a1f2b", "#e8d8b0"]
    sigil: key
    ```
    """

    code: ClassVar[str] = "N011"
    word: str
    what: str = "faction"

    def message(self) -> str:
        return f"a {self.what} can't have the id `{self.word}`, which is an audience"

    def help(self) -> str:
        if self.what == "player":
            return "the GM opens every dossier and needs no entry; call a player something else"
        return "rename the file; the name that readers see may stay"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceWithinItself(Problem):
    """A place lies within itself, by itself or by way of others.

    ```yaml places.yaml
    for: everyone
    places:
      harbour: {name: The Harbour, within: marsh}
      marsh: {name: The Marsh, within: harbour}
    ```
    """

    code: ClassVar[str] = "N012"
    name: str

    def message(self) -> str:
        return f"`{self.name}` would lie within itself"

    def help(self) -> str:
        return "`within:` names the larger place around a place; take one of them out"


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbiguousHolder(Problem):
    """`held_by:` names an id that both a person and a faction have.

    Whoever holds a thing is a person or a faction, named by its id; where one of each bears the
    same, nobody can tell which is meant.

    ```yaml people/oru.md
    ---
    name: Oru the Younger
    for: everyone
    ---
    ```
    ```yaml items/crown.md
    ---
    name: The Crown
    for: everyone
    held_by: oru
    ---
    ```
    """

    code: ClassVar[str] = "N013"
    name: str

    def message(self) -> str:
        return f"both a person and a faction are called `{self.name}`"

    def help(self) -> str:
        return f"rename the file `people/{self.name}.md`; the name that readers see may stay"


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftRevealed(Problem):
    """A reveal says how true a rumor was that is still a draft.

    Nobody has heard a draft. It becomes a rumor when `draft: true` is taken out.

    ```yaml turns/001.yaml
    turn: 1
    rumors:
      - {id: bells, text: They heard bells., heard_by: everyone, truth: true, draft: true}
    ```
    ```yaml turns/002.yaml
    turn: 2
    reveals:
      - {rumor: 1/bells, for: everyone}
    ```
    """

    code: ClassVar[str] = "N014"
    name: str

    def message(self) -> str:
        return f"the rumor `{self.name}` is a draft, which nobody has heard"

    def help(self) -> str:
        return "take `draft: true` out of the rumor, or the reveal"
