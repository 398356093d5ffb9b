"""Load turns: news, rumors, reveals and dice; orders are left to the ruleset."""

from __future__ import annotations

from collections.abc import Sequence

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.catalogue import references as problems
from chronicle.files.source import Span
from chronicle.load.calendar import TurnDayParser
from chronicle.load.context import LoadContext
from chronicle.load.inputs import NewsInput, RevealInput, RumorInput, TurnInput
from chronicle.load.passages import passages_of, visibility_at
from chronicle.load.relations import relations_of
from chronicle.model.audience import FOR_GM, Visibility
from chronicle.model.campaign import News, Reveal, RevealKind, Rumor, TableRoll, Turn
from chronicle.model.facts import place_ref
from chronicle.records import dataclass
from chronicle.yaml.decode import decode_partially
from chronicle.yaml.nodes import MapNode, Node

#: The parts of a turn that affect later turns (the empty one: an unknown key).
_STATE_KEYS = frozenset({"", "turn", "news", "adjustments", "orders", "rolls"})
_KINDS: tuple[RevealKind, ...] = (
    "event",
    "news",
    "rumor",
    "place",
    "faction",
    "person",
    "item",
)


@dataclass(slots=True)
class TurnParser:
    """Reads turns in order.

    ``places`` are the existing places; None if unknown, then none is reported as missing.
    ``all_rumors`` says that every rumor could be read so far, and may be revealed later.
    """

    names: LoadContext
    places: Sequence[str] | None
    days: TurnDayParser
    all_rumors: bool = True

    def read(self, node: Node, number: int, expected: int) -> Turn | None:
        """The turn in a file's node; None after an error.

        ``number`` is from the file's name, and references use it, even if the file says otherwise.
        ``expected`` is its position among the files.
        """
        parts = decode_partially(TurnInput, node, self.names.report)
        shape = parts.record
        if shape is None:
            return None
        if shape.turn != number or number != expected:
            self.names.report.add(
                content.WrongTurnNumber(
                    at=shape.at("turn"), number=shape.turn, named=number, expected=expected
                )
            )
        errors = self.names.report.errors
        news = tuple(item for part in shape.news if (item := self.news(part)))
        orders = self.orders(shape)
        sound = self.names.report.errors == errors and not parts.broken & _STATE_KEYS
        rumors = tuple(said for part in shape.rumors if (said := self.rumor(part, number)))
        if "rumors" in parts.broken or len(rumors) < len(shape.rumors):
            self.all_rumors = False
        self.check_distinct("news", [(item.id, item.at("id")) for item in shape.news])
        self.check_distinct("a rumor", [(item.id, item.at("id")) for item in shape.rumors])
        return Turn(
            number=number,
            title=shape.title,
            date=shape.date or shape.day,
            played=shape.played or "",
            news=news,
            orders=orders,
            adjustments=shape.adjustments,
            rolls=self.rolls(shape),
            rumors=rumors,
            reveals=tuple(known for part in shape.reveals if (known := self.reveal(part, number))),
            notes=passages_of(shape.notes, shape.node.get("notes"), FOR_GM, self.names),
            at=shape.at("turn"),
            sound=sound,
            day=self.days.day(shape),
            relations=relations_of(shape.relations, self.names),
            drafted=tuple(shape.drafted),
        )

    def check_distinct(self, what: str, ids: Sequence[tuple[str, Span]]) -> None:
        seen: dict[str, Span] = {}
        for name, at in ids:
            if name and name in seen:
                self.names.report.add(
                    problems.DuplicateId(at=at, what=what, name=name, first=seen[name])
                )
            seen.setdefault(name, at)

    def check_known(self, what: str, name: str, known: Sequence[str] | None, at: Span) -> bool:
        if known is None:
            return True
        if name not in known:
            self.names.report.add(
                problems.UnknownName(at=at, what=what, name=name, known=tuple(known))
            )
        return name in known

    def news(self, shape: NewsInput) -> News | None:
        circle = visibility_at(shape, "for", shape.readers, self.names)
        if circle is None:
            return None
        passages = passages_of(shape.text, shape.node.get("text"), circle, self.names)
        return News(
            shape.id, circle, shape.title, shape.sender, passages, shape.effects, shape.at()
        )

    def orders(self, shape: TurnInput) -> dict[str, Node]:
        for faction in shape.orders:
            key = shape.node.get("orders")
            at = _key_at(key, faction) or shape.at("orders")
            self.check_known("faction", faction, self.names.factions, at)
        return {
            faction: orders
            for faction, orders in shape.orders.items()
            if orders is not None and faction in self.names.factions
        }

    def rolls(self, shape: TurnInput) -> dict[str, TableRoll]:
        written = shape.node.get("rolls")
        return {
            name: TableRoll(
                faces=tuple(faces),
                at=_key_at(written, name) or shape.at("rolls"),
                faces_at=tuple(shape.at("rolls", name, index) for index in range(len(faces))),
            )
            for name, faces in shape.rolls.items()
        }

    def rumor(self, shape: RumorInput, turn: int) -> Rumor | None:
        circle = visibility_at(shape, "heard_by", shape.heard_by, self.names)
        if circle is None:
            return None
        where = [shape.where] if isinstance(shape.where, str) else shape.where or []
        for index, name in enumerate(where):
            self.check_known("place", name, self.places, shape.at("where", index))
        return Rumor(
            id=shape.id,
            circle=circle,
            passages=passages_of(shape.text, shape.node.get("text"), circle, self.names),
            about=_full_event_id(shape.about, turn),
            where=tuple(place_ref(name) for name in where),
            truth=shape.truth,
            turn=turn,
            heard_in=turn + shape.after,
            at=shape.at("about") if shape.about else shape.at(),
            draft=shape.draft,
        )

    def reveal(self, shape: RevealInput, turn: int) -> Reveal | None:
        circle = visibility_at(shape, "for", shape.readers, self.names)
        named = [(kind, target) for kind in _KINDS if (target := getattr(shape, kind)) is not None]
        if len(named) != 1:
            self.names.report.add(problems.AmbiguousReveal(at=shape.at()))
        if circle is None or len(named) != 1:
            return None
        kind, target = named[0]
        at = shape.at(kind)
        if not self.check_reveal_target(kind, target, turn, at):
            return None
        passages = passages_of(shape.text, shape.node.get("text"), circle, self.names)
        return Reveal(kind, target, circle, passages, at)

    def check_reveal_target(self, kind: RevealKind, target: str, turn: int, at: Span) -> bool:
        if kind == "place":
            return self.check_known("place", target, self.places, at)
        if kind == "faction":
            return self.check_known("faction", target, self.names.factions, at)
        if kind == "person":
            return self.check_known("person", target, self.names.people, at)
        if kind == "item":
            return self.check_known("item", target, self.names.items, at)
        number = target.partition("/")[0]
        if number.isdecimal() and 1 <= int(number) < turn and str(int(number)) == number:
            return True
        self.names.report.add(problems.UnknownTurn(at=at, number=number, last=turn - 1))
        return False


def _full_event_id(about: str, turn: int) -> str:
    """An event's full id; without a turn, that of the turn in which it is named."""
    return about if not about or about.partition("/")[0].isdecimal() else f"{turn}/{about}"


def _key_at(node: Node | None, key: str) -> Span | None:
    found = node.key(key) if isinstance(node, MapNode) else None
    return found.span if found is not None else None


def check_reveals(turns: Sequence[Turn], names: LoadContext) -> None:
    """Report reveals of news and rumors that don't exist or are drafts."""
    known: dict[RevealKind, list[str]] = {"news": [], "rumor": []}
    drafts: set[str] = set()
    for turn in turns:
        drafts |= {f"{turn.number}/{item.id}" for item in turn.rumors if item.draft}
        known["news"] += [f"{turn.number}/{item.id}" for item in turn.news if item.id]
        known["rumor"] += [f"{turn.number}/{item.id}" for item in turn.rumors if item.id]
    for turn in turns:
        for reveal in turn.reveals:
            if reveal.kind == "rumor" and reveal.target in drafts:
                names.report.add(problems.DraftRevealed(at=reveal.at, name=reveal.target))
            elif reveal.kind in known and reveal.target not in known[reveal.kind]:
                names.report.add(
                    problems.UnknownName(
                        at=reveal.at,
                        what=reveal.kind,
                        name=reveal.target,
                        known=tuple(known[reveal.kind]),
                    )
                )


def revealed_visibility(turns: Sequence[Turn], kind: RevealKind, target: str) -> Visibility:
    """The audiences to whom something is revealed in any turn."""
    circle = FOR_GM
    for turn in turns:
        for reveal in turn.reveals:
            if (reveal.kind, reveal.target) == (kind, target):
                circle = circle | reveal.circle
    return circle
