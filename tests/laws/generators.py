"""Whole legal campaigns of shadow powers, made turn by turn on the board that each turn meets.

The ledger of each says who may ever read which token.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from hypothesis import strategies as st

from chronicle.diagnostics import Report
from chronicle.dice import Dice, turn_seed
from chronicle.load.names import Names
from chronicle.load.turns import TurnReader
from chronicle.nodes import MapNode, compose
from chronicle.rules.shadow import SHADOW
from chronicle.rules.shadow.events import UNDONE, Conspired, Event, ResourceTaken
from chronicle.rules.shadow.state import State
from chronicle.source import Source
from tests.laws.drafts import Content, Draft, played
from tests.laws.ink import (
    NOBODY,
    Choices,
    Drawn,
    Ledger,
    Part,
    Prose,
    Readers,
    Secret,
    Seeded,
    chance,
    pick,
    some,
    who,
    yaml,
)
from tests.laws.orders import Board, OrderWriter, effects, plots_of, table_dice

SIGILS: Final = ("key", "moon", "tower", "wolf")
SEED: Final = "a seed zq9999x"


@st.composite
def campaigns(draw: st.DrawFn, *, turns: int = 3) -> Draft:
    """Campaigns of 2 to 4 powers on 3 to 6 spheres, over 1 to ``turns`` turns."""
    return _Writer(Drawn(draw)).campaign(turns)


@lru_cache(maxsize=64)
def sample(seed: int, turns: int = 4) -> Draft:
    """The campaign that follows from a seed; shared, so copy it before you change it."""
    return _Writer(Seeded(seed)).campaign(turns)


class _Writer:
    """Writes one campaign."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.ledger = Ledger()
        self.powers: list[str] = []
        #: Everything that a text can link: id, name, and who knows it from the start.
        self.things: list[tuple[str, str, Readers]] = []
        self.steps: list[tuple[State, Event]] = []

    def token(self, kind: str, words: str | Sequence[str] | Readers) -> str:
        readers = words if isinstance(words, frozenset) else who(words, self.powers)
        return self.ledger.token(kind, readers)

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

    def campaign(self, turns: int) -> Draft:
        self.powers = sorted(
            self.ledger.token("faction id", NOBODY) for _ in range(self.choices.number(2, 4))
        )
        spheres = [self.ledger.token("place id", NOBODY) for _ in range(self.choices.number(3, 6))]
        hidden = {self.powers[0], spheres[-1]} if chance(self.choices, 70) else set()
        for id in (*self.powers, *spheres):
            self.ledger.readers[id] = who("factions" if id in hidden else "everyone", self.powers)
        for id in (*self.powers, *spheres):
            readers = self.ledger.readers[id]
            self.things.append((id, f"The {self.token('name', readers)}", readers))
        draft = Draft(self.ledger, {}, {}, {})
        draft.places = {"for": "everyone", "places": {s: self.place(s, spheres) for s in spheres}}
        draft.factions = {power: self.faction(power, spheres) for power in self.powers}
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
            state = self.turn(draft, number, state, spheres)
        for rumor in draft.turns[-1]["rumors"]:
            if rumor["after"]:
                # Nobody has heard it yet.
                self.ledger.narrow(str(rumor["text"]), who("gm", self.powers))
        return draft

    def head(self) -> Content:
        seats = list(self.powers)
        if chance(self.choices, 50):
            seats.reverse()
        stories = [{"turn": 1, "title": f"The {self.token('story', 'everyone')}"}]
        if chance(self.choices, 50):
            stories.append({"turn": 3, "title": "The Next"})
        rules: Content = {"seating": seats}
        if chance(self.choices, 60):
            rules["chalice"] = pick(self.choices, [0, 0, 1, 15])
        return {
            "title": f"The {self.token('title', 'everyone')}",
            "tagline": f"Of {self.token('tagline', 'everyone')}",
            "ruleset": "shadow",
            "seed": f"{SEED} {self.choices.number(0, 999)}",
            "introduction": self.passages("introduction", who("everyone", self.powers)),
            "stories": stories,
            "rules": rules,
        }

    def place(self, id: str, spheres: list[str]) -> Content:
        readers = self.ledger.readers[id]
        index = spheres.index(id)
        others = [spheres[(index + 1) % len(spheres)], *some(self.choices, spheres, 20)]
        place: Content = {
            "name": next(name for thing, name, _ in self.things if thing == id),
            "neighbours": sorted({*others} - {id}),
            "position": [index * 7, self.choices.number(0, 99)],
            "text": self.passages("place text", readers),
        }
        return place if "everyone" in readers else {**place, "for": "factions"}

    def faction(self, id: str, spheres: list[str]) -> Content:
        readers = self.ledger.readers[id]
        return {
            "name": next(name for thing, name, _ in self.things if thing == id),
            "for": "everyone" if "everyone" in readers else "factions",
            "colors": [f"#{self.powers.index(id) + 1}0{index}0a0" for index in (1, 2)],
            "sigil": SIGILS[self.powers.index(id)],
            "motto": f"We {self.token('motto', readers)}",
            "profile": self.passages("profile", readers),
            "notes": self.prose("faction notes", who("gm", self.powers)),
            "opening": self.opening(id, spheres),
        }

    def opening(self, id: str, spheres: list[str]) -> Content:
        resources = [
            {
                "id": self.token("resource id", [id]),
                "name": f"the {self.token('resource name', 'factions')}",
                "type": f"kind {self.token('resource type', 'factions')}",
                "strength": self.choices.number(1, 3),
            }
            for _ in range(self.choices.number(1, 3))
        ]
        home = pick(self.choices, spheres)
        return {
            "dd": pick(self.choices, [2, 0, 0, 1, 4]),
            "actor": {"name": f"Old {self.token('actor', 'factions')}", "sphere": home},
            "influence": {sphere: self.choices.number(1, 2) for sphere in spheres[:2]},
            "resources": resources,
        }

    # Turns

    def turn(self, draft: Draft, number: int, state: State, spheres: list[str]) -> State:
        """Writes a turn onto the draft; hands back the state that it leaves."""
        turn: Content = {
            "turn": number,
            "title": f"The {self.token('turn title', 'everyone')}",
            "date": f"{number} {self.token('date', 'everyone')}",
        }
        board = Board.of(state)
        adjustments = effects(self.choices, board, most=2)
        turn["adjustments"] = [self.adjustment(effect) for effect in adjustments]
        writer = OrderWriter(self.choices, board, self.ledger, self.powers, state.story_of(number))
        writer.place()
        turn["news"] = self.news(board)
        writer.conspire()
        turn["orders"] = writer.written
        turn["notes"] = self.prose("turn notes", who("gm", self.powers))
        events, after = self.settle(draft, turn, state, spheres)
        turn["rumors"] = [self.rumor(turn, spheres) for _ in range(self.choices.number(0, 3))]
        turn["reveals"] = self.reveals(draft, number, spheres)
        draft.turns.append(turn)
        self.steps += events
        return after

    def adjustment(self, effect: Content) -> Content:
        words = self.words()
        because = f"For {self.token('because', who(words, self.powers) - {'everyone'})}"
        return {"for": words, "because": because, **effect}

    def news(self, board: Board) -> list[Content]:
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
            if changes := effects(self.choices, board, most=1):
                item["effects"] = changes
            found.append(item)
        return found

    def rumor(self, turn: Content, spheres: list[str]) -> Content:
        words = self.words()
        rumor: Content = {
            "id": self.token("rumor id", "gm"),
            "text": self.prose("rumor", who(words, self.powers), hideable=True),
            "heard_by": words,
            "truth": pick(self.choices, ["true", "distorted", "false"]),
            "after": pick(self.choices, [0, 0, 1]),
        }
        if where := some(self.choices, spheres, 25):
            rumor["where"] = where
        plots = [f"{power}/{plot['id']}" for power, plot in plots_of(turn)]
        return rumor | ({"about": pick(self.choices, plots)} if plots else {})

    def reveals(self, draft: Draft, number: int, spheres: list[str]) -> list[Content]:
        """Things of earlier turns made known; the ledger lets the new readers in."""
        found: list[Content] = []
        events = [e.id for before, e in self.steps if SHADOW.reveal(before, e) is not None]
        targets = [("faction", self.powers[0]), ("place", spheres[-1])]
        targets += [("event", event) for event in events[-3:]]
        for turn in draft.turns:
            targets += [("news", f"{turn['turn']}/{item['id']}") for item in turn["news"]]
            targets += [("rumor", f"{turn['turn']}/{item['id']}") for item in turn["rumors"]]
        for _ in range(self.choices.number(0, 3) if number > 1 else 0):
            kind, target = pick(self.choices, targets)
            words = self.words()
            readers = who(words, self.powers)
            self.open(draft, kind, target.rpartition("/")[2], readers)
            reveal: Content = {kind: target, "for": words}
            if chance(self.choices, 60):
                reveal["text"] = self.prose("reveal", readers)
            found.append(reveal)
        return found

    def open(self, draft: Draft, kind: str, id: str, readers: Readers) -> None:
        """Who learns what by a reveal: the thing's own words, and none of its secret blocks."""
        opened: list[Any] = []
        match kind:
            case "faction":
                faction = draft.factions[id]
                opened = [id, faction["name"], faction["motto"], faction["profile"]]
            case "place":
                place = draft.places["places"][id]
                opened = [id, place["name"], place["text"]]
            case "news" | "rumor":
                key = "news" if kind == "news" else "rumors"
                item = next(i for turn in draft.turns for i in turn[key] if i["id"] == id)
                opened = [item.get("title", ""), item.get("from", ""), item["text"]]
            case _:
                pass
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

    def settle(
        self, draft: Draft, turn: Content, state: State, spheres: list[str]
    ) -> tuple[list[tuple[State, Event]], State]:
        """Plays the turn; some rolls get table dice, and orders that don't stand are dropped."""
        events = self.play(draft, turn, state, spheres)
        if events is None:
            draft.refused.append(yaml(turn))
            turn["orders"] = {}
            events = self.play(draft, turn, state, spheres)
        assert events is not None, "the generator's effects have to be legal"
        rolls = {roll.id.partition("/")[2]: len(roll.faces) for _, e in events for roll in e.rolls}
        turn["rolls"] = table_dice(self.choices, {k: n for k, n in rolls.items() if n})
        thrown = self.play(draft, turn, state, spheres)
        made = {r.id.partition("/")[2]: len(r.faces) for _, e in thrown or () for r in e.rolls}
        if any(made.get(name) != len(faces) for name, faces in turn["rolls"].items()):
            # Other faces led elsewhere, where these rolls don't fit.
            turn["rolls"] = {}
            thrown = events
        events = thrown if thrown is not None else events
        self.heard(turn, [event for _, event in events])
        before, last = events[-1]
        return events, SHADOW.apply(before, last)

    def play(
        self, draft: Draft, turn: Content, state: State, spheres: list[str]
    ) -> list[tuple[State, Event]] | None:
        report = Report()
        node = compose(Source("turn", yaml(turn)), report)
        assert isinstance(node, MapNode), yaml(turn)
        read = TurnReader(Names(tuple(self.powers), report), spheres).read(node)
        assert read is not None, [finding.message for finding in report.findings]
        orders = SHADOW.orders(read, state, report)
        if orders is None:
            return None
        dice = Dice(
            turn_seed(draft.head["seed"], read.number),
            read.number,
            {name: roll.faces for name, roll in read.rolls.items()},
        )
        steps = []
        for event in SHADOW.resolve(state, orders, dice):
            steps.append((state, event))
            state = SHADOW.apply(state, event)
        return steps

    def heard(self, turn: Content, events: list[Event]) -> None:
        """Who hears the street's line, and learns of a new resource, hangs on what happened."""
        plots = {f"{power}/{plot['id']}": plot for power, plot in plots_of(turn)}
        everyone = who("everyone", self.powers)
        for event in events:
            if isinstance(event, Conspired) and event.outcome not in UNDONE:
                self.ledger.widen(
                    str(plots[f"{event.power}/{event.order}"].get("public")), everyone
                )
            if isinstance(event, ResourceTaken):
                self.ledger.widen(event.resource.name, everyone - {"everyone"})
