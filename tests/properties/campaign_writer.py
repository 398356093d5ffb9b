"""Whole legal campaigns, made turn by turn on the board that each turn meets: what all share.

The ledger of each says who may ever read which token. Each ruleset has its own writer, for the
world, the opening board and the orders.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Final, TypeAlias

from chronicle.diagnostics.report import Report
from chronicle.load.calendar import TurnDayParser
from chronicle.load.context import LoadContext
from chronicle.load.turns import TurnParser
from chronicle.model.audience import Visibility
from chronicle.model.campaign import Turn
from chronicle.model.dice import Dice, turn_seed
from chronicle.rules import RULESETS
from chronicle.rules.protocol import PlayedTurn, Step, steps_of
from chronicle.yaml.nodes import MapNode
from tests.properties.editable_campaign import Content, Draft, played
from tests.properties.fast_yaml import as_nodes
from tests.properties.recorded_dice import rolls_of, table_dice
from tests.properties.secret_tokens import (
    NOBODY,
    Choices,
    Ledger,
    Part,
    Prose,
    Readers,
    Secret,
    chance,
    pick,
    some,
    who,
    yaml,
)

SIGILS: Final = ("key", "moon", "tower", "wolf")
DIVISIONS: Final = ("chief", "pile", "roundel", "per-pale")
SEED: Final = "a seed zq9999x"
#: An event of any ruleset, with the states before and after it.
Met: TypeAlias = Step[Any, Any]


class Writer(ABC):
    """Writes one campaign."""

    ruleset: ClassVar[str]
    #: The last segment of the id of an event that every turn has.
    always: ClassVar[str]
    #: Whether a reveal of a place has a part in the game.
    places_played: ClassVar[bool] = False
    #: Readers who learn of no adjustment, not even of one for them.
    deaf: ClassVar[Readers] = NOBODY

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.ledger = Ledger()
        self.powers: list[str] = []
        self.places: list[str] = []
        #: Everything that a text can link: id, name, and who knows it from the start.
        self.things: list[tuple[str, str, Readers]] = []
        self.steps: list[Met] = []
        self.system = RULESETS[self.ruleset]

    def token(self, kind: str, words: str | Sequence[str] | Readers) -> str:
        readers = words if isinstance(words, frozenset) else who(words, self.powers)
        return self.ledger.token(kind, readers)

    def ids(self, kind: str, count: int) -> list[str]:
        return [self.ledger.token(f"{kind} id", NOBODY) for _ in range(count)]

    def words(self) -> str | list[str]:
        """Audience words of every kind."""
        several = some(self.choices, self.powers, 50) or self.powers[:1]
        options: list[str | list[str]] = ["everyone", "factions", "gm", self.powers[-1], several]
        return pick(self.choices, options)

    # Texts

    def prose(self, kind: str, readers: Readers, *, hideable: bool = False) -> Prose:
        """A text with links, lists, quotes and secret blocks; sometimes nothing but a secret."""
        if hideable and chance(self.choices, 15):
            return Prose([self.secret(kind, readers, "", 1)])
        parts: list[Part] = [f"It is *said*, {self.token(kind, readers)}{self.link(readers)}."]
        for _ in range(self.choices.number(0, 3)):
            match pick(self.choices, ["secret", "list", "quote", "paragraph", "tight"]):
                case "secret":
                    parts += ["", self.secret(kind, readers, "", 2), ""]
                case "tight":
                    parts.append(self.secret(kind, readers, "", 1))
                case "list":
                    parts += ["", f"- one {self.token(kind, readers)}"]
                    parts += [self.secret(kind, readers, "  ", 1), "- two", ""]
                case "quote":
                    parts += ["", f"> Said {self.token(kind, readers)}", ""]
                    parts += [self.secret(kind, readers, "", 1), ""]
                case _:
                    parts += ["", f"More {self.token(kind, readers)}{self.link(readers)}.", ""]
        return Prose(parts)

    def secret(self, kind: str, readers: Readers, indent: str, depth: int) -> Secret:
        words = tuple(some(self.choices, [*self.powers, "gm"], 30)) or ("gm",)
        inner = readers & who(words, self.powers)
        parts: list[Part] = [
            f"Secretly {self.token(f'{kind}: secret', inner)}{self.link(inner, sealed=True)}."
        ]
        if depth > 1 and chance(self.choices, 50):
            parts += ["", self.secret(kind, inner, indent, depth - 1)]
        return Secret(words, parts, indent)

    def link(self, readers: Readers, *, sealed: bool = False) -> str:
        """A wiki link; to what not all may know who ever read it, only with words of its own.

        A ``sealed`` text is never opened to more readers.
        """
        if not self.things or not chance(self.choices, 60):
            return ""
        id, name, known = pick(self.choices, self.things)
        if "everyone" in known or (sealed and readers <= known):
            return pick(self.choices, [f" at [[{id}]]", f" at [[{name}]]", f" at [[{id}|there]]"])
        return f" at [[{id}|some place]]"

    def passages(self, kind: str, readers: Readers) -> Prose | list[Content]:
        """A plain text, or texts each for its own readers."""
        if chance(self.choices, 50):
            return self.prose(kind, readers)
        listed = [self.words() for _ in range(self.choices.number(1, 3))]
        return [
            {"for": words, "text": self.prose(kind, readers & who(words, self.powers))}
            for words in listed
        ]

    # The world

    @abstractmethod
    def grounds(self) -> None:
        """Settles which powers and places there are."""

    @abstractmethod
    def visibilities(self) -> dict[str, str | list[str]]:
        """Audience words of powers and places; who is not in it is known to everyone."""

    @abstractmethod
    def rules(self) -> Content:
        """`rules:` of the campaign."""

    @abstractmethod
    def place(self, id: str) -> Content:
        """One place, with what the ruleset says of it."""

    @abstractmethod
    def opening(self, id: str) -> Content:
        """A power's board at the start."""

    @abstractmethod
    def turn(self, draft: Draft, number: int, state: Any) -> Any:
        """Writes a turn onto the draft; hands back the state that it leaves."""

    def campaign(self, turns: int) -> Draft:
        self.grounds()
        self.words_of = self.visibilities()
        for id in (*self.powers, *self.places):
            self.ledger.readers[id] = who(self.words_of.get(id, "everyone"), self.powers)
        for id in (*self.powers, *self.places):
            readers = self.ledger.readers[id]
            self.things.append((id, f"The {self.token('name', readers)}", readers))
        draft = self.draft = Draft(self.ledger, {}, {}, {})
        draft.places = {"for": "everyone", "places": {id: self.place(id) for id in self.places}}
        draft.factions = {power: self.faction(power) for power in self.powers}
        draft.head = self.head()
        for _ in range(self.choices.number(0, 2)):
            words = self.words()
            id = self.token("page id", words)
            title = f"Of {self.token('page title', words)}"
            front = {"title": title, "for": words}
            draft.pages[id] = (front, self.prose("page", who(words, self.powers)))
            self.things.append((id, title, who(words, self.powers)))
        draft.comments = [self.ledger.token("comment", NOBODY) for _ in range(4)]
        state = played(draft.tree()).history.opening.after
        for number in range(1, self.choices.number(1, turns) + 1):
            state = self.turn(draft, number, state)
        for turn in draft.turns:
            turn["rumors"].append(self.unsaid())
        for rumor in draft.turns[-1]["rumors"]:
            if rumor["after"]:
                # Nobody has heard it yet.
                self.ledger.narrow(str(rumor["text"]), who("gm", self.powers))
        return draft

    def head(self) -> Content:
        before = self.rules()
        stories = [{"turn": 1, "title": f"The {self.token('story', 'everyone')}"}]
        if chance(self.choices, 50):
            stories.append({"turn": 3, "title": "The Next"})
        rules = self.house(before)
        return {
            "title": f"The {self.token('title', 'everyone')}",
            "tagline": f"Of {self.token('tagline', 'everyone')}",
            "ruleset": self.ruleset,
            "seed": f"{SEED} {self.choices.number(0, 999)}",
            "introduction": self.passages("introduction", who("everyone", self.powers)),
            "stories": stories,
            "rules": rules,
        }

    def house(self, rules: Content) -> Content:
        return rules

    def name(self, id: str) -> str:
        return next(name for thing, name, _ in self.things if thing == id)

    def faction(self, id: str) -> Content:
        readers = self.ledger.readers[id]
        return {
            "name": self.name(id),
            "for": self.words_of.get(id, "everyone"),
            "colors": [f"#{self.powers.index(id) + 1}0{index}0a0" for index in (1, 2)],
            "sigil": SIGILS[self.powers.index(id)],
            "division": DIVISIONS[self.powers.index(id)],
            "motto": f"We {self.token('motto', readers)}",
            "profile": self.passages("profile", readers),
            "notes": self.prose("faction notes", who("gm", self.powers)),
            "opening": self.opening(id),
        }

    # Turns

    def frame(self, number: int) -> Content:
        """A turn with nothing in it yet."""
        return {
            "turn": number,
            "title": f"The {self.token('turn title', 'everyone')}",
            "date": f"{number} {self.token('date', 'everyone')}",
        }

    def adjustment(self, effect: Content) -> Content:
        words = self.words()
        because = f"For {self.token('because', who(words, self.powers) - self.deaf)}"
        return {"for": words, "because": because, **effect}

    def news(self, effects: Callable[[], list[Content]]) -> list[Content]:
        found: list[Content] = []
        for _ in range(self.choices.number(0, 4)):
            words = self.words()
            readers = who(words, self.powers)
            item: Content = {"id": self.token("news id", "gm"), "for": words}
            if chance(self.choices, 60):
                item["title"] = f"On {self.token('news title', readers)}"
            if chance(self.choices, 30):
                item["from"] = f"A {self.token('sender', readers)}"
            item["text"] = self.prose("news", readers, hideable=True)
            if changes := effects():
                item["effects"] = changes
            found.append(item)
        return found

    @abstractmethod
    def plots(self, turn: Content) -> Iterator[str]:
        """The keys of a turn's orders, which rumors can be about."""

    def rumor(self, turn: Content) -> Content:
        words = self.words()
        rumor: Content = {
            "id": self.token("rumor id", "gm"),
            "text": self.prose("rumor", who(words, self.powers), hideable=True),
            "heard_by": words,
            "truth": pick(self.choices, ["true", "distorted", "false"]),
            "after": pick(self.choices, [0, 0, 1]),
        }
        if where := some(self.choices, self.places, 25):
            rumor["where"] = where
        plots = list(self.plots(turn))
        return rumor | ({"about": pick(self.choices, plots)} if plots else {})

    def unsaid(self) -> Content:
        """A draft of a rumor that everybody would hear, and of which no word is for anybody yet."""
        return {
            "id": self.token("rumor id", "gm"),
            "text": Prose([f"Psst {self.token('draft of a rumor', 'gm')}."]),
            "heard_by": "everyone",
            "truth": "true",
            "after": 0,
            "draft": True,
        }

    def reveals(self, draft: Draft, number: int) -> list[Content]:
        """Things of earlier turns made known; the ledger lets the new readers in."""
        found: list[Content] = []
        events = [it.event.id for it in self.steps if self.system.reveal(it) is not None]
        targets = [("faction", self.powers[0]), ("place", self.places[-1])]
        targets += [("event", event) for event in events[-3:]]
        for turn in draft.turns:
            targets += [("news", f"{turn['turn']}/{item['id']}") for item in turn["news"]]
            targets += [("rumor", f"{turn['turn']}/{item['id']}") for item in turn["rumors"]]
        for _ in range(self.choices.number(0, 3) if number > 1 else 0):
            kind, target = pick(self.choices, targets)
            words = self.words()
            readers = who(words, self.powers)
            if kind == "event":
                self.unmask(target, readers)
            else:
                self.open(kind, target.rpartition("/")[2], readers)
            reveal: Content = {kind: target, "for": words}
            if chance(self.choices, 60):
                reveal["text"] = self.prose("reveal", readers)
            found.append(reveal)
        return found

    @abstractmethod
    def unmask(self, event: str, readers: Readers) -> None:
        """Lets those read a token who learn it when an event is made known."""

    def open(self, kind: str, id: str, readers: Readers) -> None:
        """Who learns what by a reveal: the thing's own words, and none of its secret blocks."""
        opened: list[Any] = []
        match kind:
            case "faction":
                faction = self.draft.factions[id]
                opened = [id, faction["name"], faction["motto"], faction["profile"]]
            case "place":
                place = self.draft.places["places"][id]
                opened = [id, place["name"], place["text"]]
            case _:
                key = "news" if kind == "news" else "rumors"
                item = next(i for turn in self.draft.turns for i in turn[key] if i["id"] == id)
                opened = [item.get("title", ""), item.get("from", ""), item["text"]]
        for text in opened:
            match text:
                case Prose():
                    self.ledger.widen(text.open_text, readers)
                case list():
                    for passage in text:
                        among = readers & who(passage["for"], self.powers)
                        self.ledger.widen(passage["text"].open_text, among)
                case _:
                    self.ledger.widen(text, readers)

    def settle(self, draft: Draft, turn: Content, state: Any) -> tuple[list[Met], Any]:
        """Plays the turn; some rolls get table dice, and orders that don't stand are dropped."""
        events = self.play(turn, state)
        if events is None:
            draft.refused.append(yaml(turn))
            turn["orders"] = self.idle()
            events = self.play(turn, state)
        assert events is not None, "the generator's effects have to be legal"
        rolls = rolls_of(events)
        turn["rolls"] = table_dice(self.choices, rolls)
        thrown = self.play(turn, state)
        made = rolls_of(thrown or [])
        if any(made.get(name) != rolls[name] for name in turn["rolls"]):
            # Other faces led elsewhere, where these rolls don't fit.
            turn["rolls"] = {}
            thrown = events
        events = thrown if thrown is not None else events
        self.heard(turn, events)
        return events, events[-1].after

    def idle(self) -> Content:
        """Orders that always stand."""
        return {}

    def read(self, turn: Content, state: Any, report: Report) -> tuple[Turn, Any]:
        """A turn as read, and its orders; None when they don't stand."""
        node = as_nodes(turn)
        assert isinstance(node, MapNode)
        reader = TurnParser(LoadContext(tuple(self.powers), report), TurnDayParser(None, report))
        read = reader.read(node, turn["turn"], turn["turn"])
        assert read is not None, [finding.message for finding in report.findings]
        return read, self.system.orders(read, state, self.dice(read), report)

    def dice(self, turn: Turn) -> Dice:
        """The dice of a turn, of which it may give some."""
        given = {name: roll.faces for name, roll in turn.rolls.items()}
        return Dice(turn_seed(self.draft.head["seed"], turn.number), turn.number, given)

    def play(self, turn: Content, state: Any) -> list[Met] | None:
        """The events of a turn; None when its orders don't stand, or the turn they make."""
        report = Report()
        read, orders = self.read(turn, state, report)
        if orders is None:
            return None
        steps = tuple(
            steps_of(self.system, state, self.system.resolve(state, orders, self.dice(read)))
        )
        after = steps[-1].after if steps else state
        self.system.review(read, PlayedTurn(read.number, state, after, orders, steps), report)
        return None if report.has_errors else list(steps)

    def finish(self, draft: Draft, turn: Content, events: list[Met]) -> None:
        """Adds the turn to the draft, with rumors, and with reveals if it has none yet."""
        turn["rumors"] = [self.rumor(turn) for _ in range(self.choices.number(0, 3))]
        if "reveals" not in turn:
            turn["reveals"] = self.reveals(draft, turn["turn"])
        draft.turns.append(turn)
        self.steps += events

    def stands_in(self, turn: Content, state: Any) -> Callable[[Content], bool]:
        """Whether a turn with some keys more would be read without a finding that stops it."""

        def stands(more: Content) -> bool:
            report = Report()
            self.read(self.bare({**turn, **more}), state, report)
            return not report.has_errors

        return stands

    def bare(self, turn: Content) -> Content:
        """A turn without what orders do not depend on."""
        return {**turn, "rumors": []}

    def told(self, visibility: Visibility) -> Readers:
        return who("everyone", self.powers) if visibility.public else visibility.factions

    @abstractmethod
    def heard(self, turn: Content, events: list[Met]) -> None:
        """Lets those read a token who come to know of it by what happened."""
