"""Errors of names that refer to something else, and of dice rolled at the table."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

from chronicle.diagnostics.report import Problem, closest_name, did_you_mean, quoted_list
from chronicle.files.source import Span
from chronicle.records import field

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


def file_of_faction(name: str, known: Collection[str]) -> str:
    """The path of the file of an unknown faction; empty if it seems to be a misspelling."""
    is_id = re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) is not None
    return f"factions/{name}.yaml" if is_id and closest_name(name, known) is None else ""


class UnknownName(Problem):
    code = "N001"
    message = "unknown {what} `{name}`"

    what: str
    name: str
    known: tuple[str, ...]
    #: Ids by the names that readers see, in small letters and without articles.
    called: Mapping[str, str] = field(default_factory=dict)

    def help_text(self) -> str:
        return did_you_mean(self.name, self.known, called=self.called)

    def missing_file(self) -> str:
        return file_of_faction(self.name, self.known) if self.what == "faction" else ""


class UnknownAudience(Problem):
    code = "N002"
    message = "unknown audience `{word}`"

    word: str
    known: tuple[str, ...]
    #: As for `UnknownName`.
    called: Mapping[str, str] = field(default_factory=dict)

    def help_text(self) -> str:
        listed = re.split(r"\s*[,;&+]\s*|\s+(?:and|und|or)\s+", self.word.strip())
        if set(self.word.split()) <= set(self.known):
            listed = self.word.split()
        line = self.at.source.line(self.at.line) if self.at else ""
        if len(listed) > 1 and all(listed) and re.search(r":::+\s*secret\b", line):
            return f"separate several by commas: `{', '.join(listed)}`"
        if len(listed) > 1 and all(listed):
            return f"write several as a list: `[{', '.join(listed)}]`"
        usual = next((say for words, say in _USUAL_WORDS if self.word.casefold() in words), "")
        return usual or did_you_mean(
            self.word,
            self.known,
            otherwise="use `everyone`, `factions`, `gm` or the id of a faction",
            called=self.called,
        )

    def missing_file(self) -> str:
        return file_of_faction(self.word, self.known)


class DuplicateId(Problem):
    code = "N003"
    message = "there is already {what} with the id `{name}`"
    help = "give one of them a different id"

    what: str
    name: str
    first: Span

    def label_text(self) -> str:
        if self.at is not None and self.at.path != self.first.path:
            return f"first used in {self.first.path}, line {self.first.line}"
        return f"first used on line {self.first.line}"


class SelfNeighbour(Problem):
    code = "N004"
    message = "a place can't be its own neighbour"
    help = "remove it from its own `neighbours:`"


class UnknownTurn(Problem):
    code = "N005"
    message = "`{number}` is not an earlier turn"

    number: str
    last: int

    def help_text(self) -> str:
        if self.last < 1:
            return "the first turn has no earlier turn to refer to"
        return f"refer to a turn from 1 to {self.last}"


class AmbiguousReveal(Problem):
    code = "N006"
    message = "a reveal must name exactly one thing"
    help = "write one of `event:`, `news:`, `rumor:`, `place:`, `faction:`, `person:` or `item:`"


class UnusedRoll(Problem):
    code = "N007"
    severity = "warning"

    name: str
    #: The rolls of the turn that ``rolls:`` does not name, all its rolls, and its orders.
    free: tuple[str, ...]
    rolls: tuple[str, ...]
    orders: tuple[str, ...]

    def message_text(self) -> str:
        order, _, purpose = self.name.rpartition("/")
        if order.count("/") != 1:
            return f"this turn has no roll `{self.name}`; rolls are named `faction/order/purpose`"
        if self._rolls_of_order():
            return f"the order `{order}` makes no roll `{purpose}` in this turn"
        if order in self.orders:
            return f"the order `{order}` makes no roll: it is not carried out, or needs none"
        return f"this turn has no order `{order}` that makes a roll"

    def help_text(self) -> str:
        order, _, purpose = self.name.rpartition("/")
        if order.count("/") != 1 and (meant := closest_name(self.name, self.free)) is not None:
            return f"did you mean `{meant}`?"
        unused = "the line is not used; it can stay or be removed"
        if own := self._rolls_of_order():
            free = [roll.rpartition("/")[2] for roll in own if roll in self.free]
            meant = closest_name(purpose, free, cutoff=0.7)
            listed = quoted_list(own)
            return f"did you mean `{order}/{meant}`?" if meant else f"{unused}; it makes {listed}"
        known = [roll.rpartition("/")[0] for roll in self.free if roll.endswith(f"/{purpose}")]
        meant = closest_name(order, known) if order not in self.orders else None
        return f"did you mean `{meant}/{purpose}`?" if meant else unused

    def _rolls_of_order(self) -> tuple[str, ...]:
        order = self.name.rpartition("/")[0]
        return tuple(roll for roll in self.rolls if roll.rpartition("/")[0] == order)


class WrongDiceCount(Problem):
    code = "N008"
    help = "give all dice that were rolled, or remove the line to let chronicle roll"

    given: int
    wanted: int

    def message_text(self) -> str:
        dice = "one die" if self.wanted == 1 else f"{self.wanted} dice"
        if not self.given:
            return f"the faces of this roll are missing; it takes {dice}"
        return f"this roll takes {dice}, not {self.given}"


class ImpossibleDieFace(Problem):
    code = "N009"
    message = "a die with {sides} sides has no face {face}"
    help = "its faces are 1 to {sides}"

    face: int
    sides: int


class NothingToReveal(Problem):
    code = "N010"
    message = "there is nothing to reveal about `{name}`"
    help = "remove this reveal; write news instead"

    name: str


class FactionNotJoined(Problem):
    code = "N017"
    message = "`{faction}` joins in turn {joins}, so it gives no orders in turn {turn}"
    help = "move these orders to turn {joins}, or change `joins:` in `factions/{faction}.yaml`"

    faction: str
    joins: int
    turn: int


class ReservedAudienceId(Problem):
    code = "N011"
    message = "a {what} can't have the id `{word}`, which is reserved"

    word: str
    what: str = "faction"

    def help_text(self) -> str:
        if self.what == "player":
            return "the GM can open every dossier without an entry; give this player another id"
        return "rename the file; you can keep the name that readers see"


class PlaceWithinItself(Problem):
    code = "N012"
    message = "`{name}` is inside itself"
    help = "`within:` names the larger place around this one; remove one of them"

    name: str


class AmbiguousHolder(Problem):
    code = "N013"
    message = "both a person and a faction have the id `{name}`"
    help = "rename the file `people/{name}.md`; you can keep the name that readers see"

    name: str


class UnknownTold(UnknownName):
    """Unknown news, or an unknown rumor."""

    #: The one that seems to be meant, if it has no id.
    unnamed: Span | None = None

    def help_text(self) -> str:
        if self.unnamed is None:
            return super().help_text()
        turn, _, word = self.name.partition("/")
        id = "bells" if not word or word.isdecimal() else word
        return (
            f"the one on line {self.unnamed.line} of {self.unnamed.path} has no id: add `id: {id}`"
            f" to it, and write `{turn}/{id}` here"
        )


class DraftRevealed(Problem):
    code = "N014"
    message = "the rumor `{name}` is still a draft"

    name: str
    #: Whether the turn in which it would be heard is published.
    published: bool

    def help_text(self) -> str:
        if self.published:
            return "write it as a new rumor in this turn, or remove the reveal"
        return "remove `draft: true` from the rumor, or remove the reveal"


class DiceToThrow(Problem):
    code = "N015"

    turn: int
    #: Name and dice of each roll, as in `ferry/last-boat/pool` and `3d6`.
    rolls: tuple[tuple[str, str], ...]
    #: Whether the file has `rolls:` already.
    has_rolls: bool

    def message_text(self) -> str:
        rolls = "one roll" if len(self.rolls) == 1 else f"{len(self.rolls)} rolls"
        return f"turn {self.turn} waits for the dice of {rolls}"

    def help_text(self) -> str:
        lines = [f"{name}: []  #: {dice}" for name, dice in self.rolls]
        first = "throw them and write the faces under `rolls:`, or remove `dice: ask`"
        return "\n  ".join([first if self.has_rolls else f"{first}\nrolls:", *lines])


class AmbiguousRename(Problem):
    code = "N016"
    message = "an entry of `renames:` must name exactly one thing"
    help = "write one of `faction:`, `person:` or `item:` with the id of what is renamed"


class UnknownAction(UnknownName):
    """An action that orders of the ruleset can't name."""

    def help_text(self) -> str:
        nothing = "orders of this ruleset name no actions; remove the word"
        return super().help_text() if self.known else nothing


class WrongAimTarget(UnknownName):
    """The target of an aim is unknown, or a thing of another kind."""

    #: The kind of the thing with this id; empty if there is none.
    kind: str = ""
    #: The aims that fit that kind.
    fitting: tuple[str, ...] = ()

    def help_text(self) -> str:
        if not self.kind:
            return super().help_text()
        *some, last = (f"`{key}:`" for key in self.fitting)
        keys = f"{', '.join(some)} or {last}" if some else last
        thing = "an item" if self.kind == "item" else f"a {self.kind}"
        return f"`{self.name}` is {thing}: write {keys}, or the id of a {self.what}"


class AmbiguousAim(Problem):
    code = "N018"
    message = "an aim must name exactly one thing"
    help = (
        "write one of `take:`, `hold:`, `ruin:`, `befriend:` or `find_out:` with an id, or the word"
        " `grow-rich`; begin another aim with `- `"
    )


class SelfTarget(Problem):
    code = "N019"
    message = "`{name}` can't be its own target"
    help = "name another faction, or remove it"

    name: str


class NotAFileName(Problem):
    code = "N029"
    message = "no file can be named `{name}` on Windows"
    help = "choose another name; what readers see can stay as it is"

    name: str
