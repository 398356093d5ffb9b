"""Errors of names that refer to something else, and of dice rolled at the table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import ClassVar, Final

from chronicle.diagnostics.report import Problem, Severity, closest_name, did_you_mean
from chronicle.files.source import Span
from chronicle.records import dataclass

#: Words that are often written for an audience, and what to write.
_USUAL_WORDS: Final = (
    (
        {"public", "the public", "all", "anyone", "anybody", "everybody", "world", "any", "open"},
        "write `everyone`: the public and all factions",
    ),
    (
        {"players", "player", "the players", "pcs", "party", "all factions", "faction", "powers"},
        "write `factions`: all of them, but not the public",
    ),
    (
        {"me", "dm", "master", "game master", "nobody", "none", "no one", "private", "secret"},
        "write `gm`: nobody but you",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownName(Problem):
    """A name does not refer to anything in the campaign.

    Refer to things by id, not by name. The ids of factions, people and items are the names of their
    files, those of places the keys in `places.yaml`.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      velo: {}
    ```
    ```right
    velo => vael
    ```
    """

    code: ClassVar[str] = "N001"
    what: str
    name: str
    known: tuple[str, ...]
    #: Ids by the names that readers see, in small letters and without articles.
    called: Mapping[str, str] = field(default_factory=dict)

    def message(self) -> str:
        return f"unknown {self.what} `{self.name}`"

    def help(self) -> str:
        return did_you_mean(self.name, self.known, called=self.called)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownAudience(Problem):
    """`for:` names an unknown audience.

    Valid are `everyone`, `factions` (all of them, but not the public), `gm`, the id of a faction,
    or a list of these.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: velo
        text: To whom is this said?
    ```
    ```right
    velo => vael
    ```
    """

    code: ClassVar[str] = "N002"
    word: str
    known: tuple[str, ...]
    #: As for `UnknownName`.
    called: Mapping[str, str] = field(default_factory=dict)

    def message(self) -> str:
        return f"unknown audience `{self.word}`"

    def help(self) -> str:
        listed = re.split(r"\s*[,;&+]\s*|\s+(?:and|und|or)\s+", self.word.strip())
        if set(self.word.split()) <= set(self.known):
            listed = self.word.split()
        if len(listed) > 1 and all(listed):
            return "write several as a list: `[" + ", ".join(listed) + "]`"
        usual = next((say for words, say in _USUAL_WORDS if self.word.casefold() in words), "")
        return usual or did_you_mean(
            self.word,
            self.known,
            otherwise="use `everyone`, `factions`, `gm` or the id of a faction",
            called=self.called,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateId(Problem):
    """Two things of the same kind have the same id.

    The dice of an order depend on its id, and other files refer to things by id. So ids must be
    unique: those of orders within a faction's turn, those of news and rumors within a turn.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - {id: fire, for: everyone, text: It burned.}
      - {id: fire, for: everyone, text: It burned again.}
    ```
    ```right turns/001.yaml
    turn: 1
    news:
      - {id: fire, for: everyone, text: It burned.}
      - {id: second-fire, for: everyone, text: It burned again.}
    ```
    """

    code: ClassVar[str] = "N003"
    what: str
    name: str
    first: Span

    def message(self) -> str:
        return f"there is already {self.what} with the id `{self.name}`"

    def label(self) -> str:
        if self.at is not None and self.at.path != self.first.path:
            return f"first used in {self.first.path}, line {self.first.line}"
        return f"first used on line {self.first.line}"

    def help(self) -> str:
        return "give one of them a different id"


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfNeighbour(Problem):
    """A place lists itself as a neighbour.

    ```yaml places.yaml
    for: everyone
    places:
      harbour: {name: The Harbour, neighbours: [harbour]}
      marsh: {name: The Marsh}
    ```
    ```right
    [harbour] => [marsh]
    ```
    """

    code: ClassVar[str] = "N004"

    def message(self) -> str:
        return "a place can't be its own neighbour"

    def help(self) -> str:
        return "remove it from its own `neighbours:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownTurn(Problem):
    """A reveal refers to a turn that does not exist or is not earlier.

    A reveal must refer to something from an earlier turn.

    ```yaml turns/001.yaml
    turn: 1
    reveals:
      - {news: 4/fire, for: everyone}
    ```
    ```right turns/001.yaml
    turn: 1
    news:
      - {id: fire, for: vael, text: It burned.}
    ```
    ```right turns/002.yaml
    turn: 2
    reveals:
      - {news: 1/fire, for: everyone}
    ```
    """

    code: ClassVar[str] = "N005"
    number: str
    last: int

    def message(self) -> str:
        return f"`{self.number}` is not an earlier turn"

    def help(self) -> str:
        if self.last < 1:
            return "the first turn has no earlier turn to refer to"
        return f"refer to a turn from 1 to {self.last}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbiguousReveal(Problem):
    """A reveal names nothing to reveal, or more than one thing.

    Each reveal names exactly one of `event`, `news`, `rumor`, `place`, `faction`, `person` or
    `item`.

    ```yaml turns/001.yaml
    turn: 1
    reveals:
      - {for: everyone, text: Now it can be told.}
    ```
    ```right
    {for: everyone => {place: vale, for: everyone
    ```
    """

    code: ClassVar[str] = "N006"

    def message(self) -> str:
        return "a reveal must name exactly one thing"

    def help(self) -> str:
        kinds = "`event:`, `news:`, `rumor:`, `place:`, `faction:`, `person:` or `item:`"
        return f"write one of {kinds}"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusedRoll(Problem):
    """`rolls:` names a roll that is not made in this turn, so its dice count for nothing.

    The key of a roll is `faction/order/purpose`; `chronicle dice sheet` lists those of a turn. An
    order that is not carried out, or that needs no roll, has none, and some rolls depend on the
    result of others. Such lines can stay, for example those of a copied log.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}
    rolls:
      vael/crep/pool: [6, 1]
    ```
    ```right
    crep => creep
    ```
    """

    code: ClassVar[str] = "N007"
    severity: ClassVar[Severity] = "warning"
    name: str
    #: The rolls of the turn that ``rolls:`` does not name, all its rolls, and its orders.
    free: tuple[str, ...]
    rolls: tuple[str, ...]
    orders: tuple[str, ...]

    def message(self) -> str:
        order, _, purpose = self.name.rpartition("/")
        if order.count("/") != 1:
            return f"this turn has no roll `{self.name}`; rolls are named `faction/order/purpose`"
        if self._rolls_of_order():
            return f"the order `{order}` makes no roll `{purpose}` in this turn"
        if order in self.orders:
            return f"the order `{order}` makes no roll: it is not carried out, or needs none"
        return f"this turn has no order `{order}` that makes a roll"

    def help(self) -> str:
        order, _, purpose = self.name.rpartition("/")
        if order.count("/") != 1 and (meant := closest_name(self.name, self.free)) is not None:
            return f"did you mean `{meant}`?"
        unused = "the line is not used; it can stay or be removed"
        if own := self._rolls_of_order():
            free = [roll.rpartition("/")[2] for roll in own if roll in self.free]
            meant = closest_name(purpose, free, cutoff=0.7)
            listed = ", ".join(f"`{roll}`" for roll in own)
            return f"did you mean `{order}/{meant}`?" if meant else f"{unused}; it makes {listed}"
        known = [roll.rpartition("/")[0] for roll in self.free if roll.endswith(f"/{purpose}")]
        meant = closest_name(order, known) if order not in self.orders else None
        return f"did you mean `{meant}/{purpose}`?" if meant else unused

    def _rolls_of_order(self) -> tuple[str, ...]:
        order = self.name.rpartition("/")[0]
        return tuple(roll for roll in self.rolls if roll.rpartition("/")[0] == order)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongDiceCount(Problem):
    """The number of dice given for a roll is wrong.

    The rules derive the number from the orders and the state; the GM's edition shows how.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}
    rolls:
      vael/creep/pool: [6, 6, 6, 6, 6]
    ```
    ```right
    [6, 6, 6, 6, 6] => [6, 1]
    ```
    """

    code: ClassVar[str] = "N008"
    given: int
    wanted: int

    def message(self) -> str:
        dice = "one die" if self.wanted == 1 else f"{self.wanted} dice"
        if not self.given:
            return f"the faces of this roll are missing; it takes {dice}"
        return f"this roll takes {dice}, not {self.given}"

    def help(self) -> str:
        return "give all dice that were rolled, or remove the line to let chronicle roll"


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
    ```right
    [7, 1] => [6, 1]
    ```
    """

    code: ClassVar[str] = "N009"
    face: int
    sides: int

    def message(self) -> str:
        return f"a die with {self.sides} sides has no face {self.face}"

    def help(self) -> str:
        return f"its faces are 1 to {self.sides}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToReveal(Problem):
    """A reveal names an event about which there is nothing to reveal.

    An order that had no effect, or that the GM set aside, leaves nothing to reveal.

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
    ```right
    , veto: Too bold. =>
    ```
    """

    code: ClassVar[str] = "N010"
    name: str

    def message(self) -> str:
        return f"there is nothing to reveal about `{self.name}`"

    def help(self) -> str:
        return "remove this reveal; write news instead"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservedAudienceId(Problem):
    """A faction or a player has a reserved id.

    `everyone`, `factions` and `gm` are audiences. A faction with such an id would read what is not
    meant for it, and `gm` can open every dossier. The id of a faction is its file name, that of a
    player the key under `players:`.

    ```yaml factions/gm.yaml
    name: The Grey Men
    for: everyone
    colors: ["#7a1f2b", "#e8d8b0"]
    sigil: key
    opening:
      actor: {name: Old Grey}
      influence: {vale: 1}
      resources: [{id: masks, name: the Masks, type: agents, strength: 1, sphere: vale}]
    ```
    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru, gm]}
    ```
    ```right
    factions/gm.yaml => factions/grey-men.yaml
    [vael, oru, gm] => [vael, oru, grey-men]
    ```
    """

    code: ClassVar[str] = "N011"
    word: str
    what: str = "faction"

    def message(self) -> str:
        return f"a {self.what} can't have the id `{self.word}`, which is reserved"

    def help(self) -> str:
        if self.what == "player":
            return "the GM can open every dossier without an entry; give this player another id"
        return "rename the file; you can keep the name that readers see"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAFileName(Problem):
    """An id or a picture has a name that a file can't have on Windows.

    `con`, `nul`, `aux`, `prn`, `com1` and `lpt1` are devices there, with any ending. Pages and
    folders of the site are named after ids, so the campaign could not be copied there, nor its site
    be unpacked.

    ```yaml places.yaml
    for: everyone
    places:
      harbour: {name: The Harbour, neighbours: [marsh]}
      marsh: {name: The Marsh, neighbours: [vale]}
      vale: {name: The Vale, for: factions}
      con: {name: The Con}
    ```
    ```right
    con: => the-con:
    ```
    """

    code: ClassVar[str] = "N029"
    name: str

    def message(self) -> str:
        return f"no file can be named `{self.name}` on Windows"

    def help(self) -> str:
        return "choose another name; what readers see can stay as it is"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceWithinItself(Problem):
    """A place is inside itself, directly or through other places.

    ```yaml places.yaml
    for: everyone
    places:
      harbour: {name: The Harbour, within: marsh}
      marsh: {name: The Marsh, within: harbour}
    ```
    ```right
    , within: harbour =>
    ```
    """

    code: ClassVar[str] = "N012"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is inside itself"

    def help(self) -> str:
        return "`within:` names the larger place around this one; remove one of them"


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbiguousHolder(Problem):
    """`held_by:` names an id that both a person and a faction have.

    The holder of a thing is a person or a faction, named by id. If both have the same id, it is
    unclear which of them is meant.

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
    ```right
    people/oru.md => people/young-oru.md
    ```
    """

    code: ClassVar[str] = "N013"
    name: str

    def message(self) -> str:
        return f"both a person and a faction have the id `{self.name}`"

    def help(self) -> str:
        return f"rename the file `people/{self.name}.md`; you can keep the name that readers see"


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftRevealed(Problem):
    """A reveal names a rumor that is still a draft.

    Nobody has heard a draft. To make it a rumor, remove `draft: true`.

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
    ```right
    , draft: true =>
    ```
    """

    code: ClassVar[str] = "N014"
    name: str

    def message(self) -> str:
        return f"the rumor `{self.name}` is still a draft"

    def help(self) -> str:
        return "remove `draft: true` from the rumor, or remove the reveal"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceToThrow(Problem):
    """A turn with `dice: ask` needs dice that have not been thrown yet.

    The dice of such a turn are thrown at the table, and chronicle rolls none. Until all faces are
    in `rolls:`, the turn has no result and nothing is built. The help has the lines to fill in;
    more may follow from their results. `chronicle dice sheet` prints them with all modifiers.

    ```yaml turns/001.yaml
    turn: 1
    dice: ask
    orders:
      vael:
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}
    ```
    ```right
    dice: ask => rolls: {vael/creep/pool: [6, 1]}
    ```
    """

    code: ClassVar[str] = "N015"
    turn: int
    #: Name and dice of each roll, as in `ferry/last-boat/pool` and `3d6`.
    rolls: tuple[tuple[str, str], ...]
    #: Whether the file has `rolls:` already.
    has_rolls: bool

    def message(self) -> str:
        rolls = "one roll" if len(self.rolls) == 1 else f"{len(self.rolls)} rolls"
        return f"turn {self.turn} waits for the dice of {rolls}"

    def help(self) -> str:
        lines = [f"{name}: []  #: {dice}" for name, dice in self.rolls]
        first = "throw them and write the faces under `rolls:`, or remove `dice: ask`"
        return "\n  ".join([first if self.has_rolls else f"{first}\nrolls:", *lines])


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbiguousRename(Problem):
    """An entry of `renames:` names nothing to rename, or more than one thing.

    Each entry names exactly one of `faction`, `person` or `item`, by its id.

    ```yaml turns/001.yaml
    turn: 1
    renames:
      - {name: House Oru, for: everyone}
    ```
    ```right
    - {name => - {faction: oru, name
    ```
    """

    code: ClassVar[str] = "N016"

    def message(self) -> str:
        return "an entry of `renames:` must name exactly one thing"

    def help(self) -> str:
        return "write one of `faction:`, `person:` or `item:` with the id of what is renamed"
