"""What campaigns of all rulesets have in common: a world, and turns with news and rumors."""

from __future__ import annotations

import colorsys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Final

from benchmarks.campaigns.random_text import Words, listed
from benchmarks.campaigns.size import Size
from benchmarks.campaigns.turn_player import Content, Table
from benchmarks.campaigns.yaml_output import wrapped, yaml

_SIGILS: Final = listed(
    "anchor bell book chalice crown eye flame hammer key lantern moon raven rose scales serpent "
    "ship star sun sword tower tree wave wheel wolf"
)
_DIVISIONS: Final = listed("base bend border chief fess per-fess per-pale pile plain roundel")
_MONTHS: Final = listed("Thaw Sowing Rains Highsun Harvest Leaffall Frost Ice")
_DAYS: Final = 30
_STANDINGS: Final = ("allies", "bound", "truce", "rivals", "war", "nothing")
#: A story begins every so many turns.
_STORY: Final = 30
#: A later turn reveals nothing that is older than this.
_RECENT: Final = 5


class Writer(ABC):
    """Writes one campaign, file by file."""

    ruleset: ClassVar[str]
    #: Places for each faction.
    room: ClassVar[int] = 2

    def __init__(self, size: Size) -> None:
        self.size = size
        self.words = Words(f"{size.ruleset} {size.seed}", size.sentences)
        self.factions = sorted(self.words.coined() for _ in range(size.factions))
        self.places = [self.words.coined() for _ in range(self.room * size.factions + 2)]
        self.people = [self.words.coined() for _ in self.factions]
        #: Rumors and letters of the last turns, as reveals name them, that are not revealed yet.
        self.unrevealed: list[tuple[str, str, int]] = []

    # What each ruleset writes itself

    @abstractmethod
    def rules(self) -> Content:
        """`rules:` of the campaign; empty when there are none."""

    @abstractmethod
    def opening(self, id: str, /) -> Content:
        """The figures that a faction begins with."""

    @abstractmethod
    def orders(self, number: int, state: Any) -> Content:
        """What all factions order; what does not stand is left out afterwards."""

    @abstractmethod
    def effects(self, state: Any) -> list[Content]:
        """What the news changes on the board."""

    def grounds(self) -> Content:
        """The places by id: in a ring, each with a text."""
        found: Content = {}
        for index, id in enumerate(self.places):
            found[id] = {
                "name": id.capitalize(),
                "position": [index * 40, self.words.number(0, 400)],
                "neighbours": [self.places[(index + 1) % len(self.places)]],
                "text": self.text(50),
            }
        return found

    # The world

    def files(self) -> Iterator[tuple[str, str]]:
        """Every file of the campaign by its path, the turns last."""
        world = dict(self.world())
        yield from world.items()
        table = Table({path: text.encode() for path, text in world.items()})
        for number in range(1, self.size.turns + 1):
            yield f"turns/{number:03}.yaml", table.take(self.turn(number, table.state))

    def world(self) -> Iterator[tuple[str, str]]:
        yield "campaign.yaml", yaml(self.head())
        yield "places.yaml", yaml({"for": "everyone", "places": self.grounds()})
        for index, id in enumerate(self.factions):
            yield f"factions/{id}.yaml", yaml(self.faction(index, id))
        for id, of in zip(self.people, self.factions, strict=True):
            front = {"name": id.capitalize(), "for": "everyone", "role": "of the inner table"}
            front |= {"of": of, "at": self.words.pick(self.places)}
            yield f"people/{id}.md", f"---\n{yaml(front)}---\n{wrapped(self.text(90))}"
        for id in ("how-we-play", "who-is-who"):
            front = {"title": id.replace("-", " ").capitalize(), "for": "everyone"}
            yield f"pages/{id}.md", f"---\n{yaml(front)}---\n{wrapped(self.text(240))}"

    def head(self) -> Content:
        stories = range(1, self.size.turns + 1, _STORY)
        head: Content = {
            "title": self.words.title(),
            "tagline": "A campaign that nobody plays.",
            "ruleset": self.ruleset,
            "seed": f"campaign {self.size.seed}",
            "introduction": self.text(150),
            "calendar": {"months": [{"name": name} for name in _MONTHS], "days": _DAYS},
            "stories": [
                {"turn": turn, "title": f"Part {part}"} for part, turn in enumerate(stories, 1)
            ],
        }
        return head | ({"rules": rules} if (rules := self.rules()) else {})

    def faction(self, index: int, id: str) -> Content:
        """A faction with a profile, parts of which are its own to read."""
        hue = index / len(self.factions)
        dark, light = (colorsys.hls_to_rgb(hue, lightness, 0.5) for lightness in (0.25, 0.85))
        return {
            "name": f"The {id.capitalize()} {self.words.pick(('House', 'Guild', 'Table'))}",
            "for": "everyone",
            "colors": [_hex(dark), _hex(light)],
            "sigil": _SIGILS[index % len(_SIGILS)],
            "division": _DIVISIONS[index % len(_DIVISIONS)],
            "motto": self.words.clause().capitalize(),
            "profile": [
                {"for": "everyone", "text": self.text(90)},
                {"for": [id], "text": self.text(60)},
            ],
            "notes": self.text(30),
            "opening": self.opening(id),
        }

    def text(self, words: int) -> str:
        """A text of so many words, times what the campaign was asked for."""
        return self.words.text(max(4, round(words * self.size.prose)), self.places)

    def line(self, words: int) -> str:
        """A text of one paragraph, without links."""
        return self.words.paragraph(max(4, round(words * self.size.prose)))

    # Turns

    def turn(self, number: int, state: Any) -> Content:
        """A turn as plain values; its orders are still to be tried."""
        day = (number - 1) * 7
        month, year = divmod(day // _DAYS, len(_MONTHS))[::-1]
        effects = self.effects(state)
        reveals = self.reveals(number)
        turn: Content = {
            "turn": number,
            "title": self.words.title(),
            "date": f"{day % _DAYS + 1} {_MONTHS[month]} {year + 1}",
            "news": [*self.news(effects), *self.letters(number)],
            "orders": self.orders(number, state),
            "rumors": [self.rumor(index) for index in range(self.size.rumors)],
            "relations": [self.relation()] if self.words.chance(40) else [],
            "reveals": reveals,
            "notes": self.text(40),
        }
        self.unrevealed += [
            ("rumor", f"{number}/{rumor['id']}", number)
            for rumor in turn["rumors"]
            if "id" in rumor
        ]
        return {key: value for key, value in turn.items() if value not in ([], {})}

    def news(self, effects: list[Content]) -> Iterator[Content]:
        for index in range(self.size.news):
            item: Content = {"for": "everyone"}
            if index:
                item["title"] = self.words.title()
            item["text"] = self.text(self.words.number(60, 120))
            if self.words.chance(25):
                reader = self.words.pick(self.factions)
                item["text"] += f"\n::: secret {reader}\n{wrapped(self.line(25))}\n:::\n"
            if index == 0 and effects:
                item["effects"] = effects
            yield item

    def letters(self, number: int) -> Iterator[Content]:
        count = self.size.letters or self.size.factions // 2
        for reader in self.words.some(self.factions, count):
            id = f"letter-{reader}"
            yield {
                "id": id,
                "for": [reader],
                "from": f"A friend at {self.words.coined().capitalize()}",
                "text": self.text(self.words.number(30, 60)),
            }
            self.unrevealed.append(("news", f"{number}/{id}", number))

    def rumor(self, index: int) -> Content:
        """What is said: two in three times to everyone."""
        rumor: Content = {"id": f"said-{index}"} if index % 2 else {}
        several = self.words.some(self.factions, self.words.number(1, 3))
        return rumor | {
            "text": self.line(self.words.number(10, 20)),
            "where": self.words.some(self.places, self.words.number(1, 2)),
            "heard_by": "everyone" if self.words.chance(65) else several,
            "truth": self.words.pick(("true", "distorted", "false")),
        }

    def relation(self) -> Content:
        return {
            "between": self.words.some(self.factions, 2),
            "as": self.words.pick(_STANDINGS),
            "for": "everyone",
            "text": self.line(12),
        }

    def reveals(self, number: int) -> list[Content]:
        self.unrevealed = [one for one in self.unrevealed if number - one[2] <= _RECENT]
        if not self.unrevealed or not self.words.chance(60):
            return []
        kind, target, _ = self.unrevealed.pop(self.words.number(0, len(self.unrevealed) - 1))
        several = self.words.some(self.factions, 2)
        return [{kind: target, "for": "everyone" if self.words.chance(50) else several}]


def _hex(color: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in color)
