"""Load turns: news, rumors, reveals and dice; orders are left to the ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from chronicle.cache.fingerprint import program_fingerprint
from chronicle.cache.store import cache_key, load_value, save_value
from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.catalogue import references as problems
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Source, Span, span_of_file
from chronicle.load import inputs
from chronicle.load.calendar import CalendarResult, DatedTurn, TurnDayParser
from chronicle.load.context import LinkUse, LoadContext, NamedKind, NameUse, PictureUse
from chronicle.load.passages import passages_of, visibility_at
from chronicle.load.relations import relations_of
from chronicle.model.audience import FOR_GM, Visibility
from chronicle.model.campaign import (
    NameNumber,
    News,
    Rename,
    Reveal,
    RevealKind,
    Rumor,
    TableRoll,
    Turn,
    TurnModifier,
)
from chronicle.model.facts import Ref, place_ref
from chronicle.records import MutableRecord, Record, field, replace
from chronicle.yaml.decode import decode_partially
from chronicle.yaml.decode.value_types import BooleanType
from chronicle.yaml.nodes import MapNode, Node
from chronicle.yaml.parser import compose
from chronicle.yaml.placeholders import placeholders_in, wanted_for

_KIND: Final = "turns-read"
#: The key of orders that do not count yet.
_DRAFT: Final = "draft"
#: The parts of a turn that affect later turns (the empty one: an unknown key).
_STATE_KEYS = frozenset({"", "turn", "news", "adjustments", "orders", "modifiers", "dice", "rolls"})
_RENAMED: Final[tuple[Literal["faction", "person", "item"], ...]] = ("faction", "person", "item")
_KINDS: tuple[RevealKind, ...] = ("event", "news", "rumor", "place", "faction", "person", "item")


class TurnFile(Record):
    """A turn as read from its file, and what can only be checked together with other files.

    ``turn`` is None after an error. ``dated`` is the last turn with a day, up to this one.
    ``all_rumors`` says that every rumor could be read and may be revealed later.
    """

    turn: Turn | None
    findings: tuple[Finding, ...]
    link_uses: tuple[LinkUse, ...]
    picture_uses: tuple[PictureUse, ...]
    name_uses: tuple[NameUse, ...]
    numbers: tuple[tuple[str, NameNumber], ...]
    dated: DatedTurn | None
    all_rumors: bool


#: Files of turns as they were read last, by what they follow from.
KnownTurnFiles: TypeAlias = dict[str, TurnFile]


class TurnReader(MutableRecord):
    """Reads the files of turns in order, or takes those ``known`` and the cache's.

    What remains to be checked is added to ``names``. ``all_rumors`` is as in :class:`TurnFile`, for
    all turns so far. ``used`` are the files without findings.
    """

    names: LoadContext
    calendar: CalendarResult
    known: KnownTurnFiles = field(default_factory=dict)
    used: KnownTurnFiles = field(default_factory=dict)
    dated: DatedTurn | None = None
    all_rumors: bool = True
    _key: str = ""

    def __post_init__(self) -> None:
        self._key = cache_key(program_fingerprint(), repr((self.names.factions, self.calendar)))

    def read(self, source: Source, number: int, expected: int) -> Turn | None:
        """The turn in a file; None after an error.

        ``number`` is from the file's name, and references use it, even if the file says otherwise.
        ``expected`` is its position among the files.
        """
        after = (self.dated.number, self.dated.day) if self.dated is not None else None
        place = repr((source.path, number, expected, after))
        key = cache_key(self._key, place, source.text)
        found = self.known.get(key) or load_value(_KIND, key, TurnFile)
        if found is None:
            found = self._read(source, number, expected, key)
            if not found.findings:
                save_value(_KIND, key, found)
        if not found.findings:
            self.used[key] = found
        self.names.report.extend(found.findings)
        self.names.link_uses += found.link_uses
        self.names.picture_uses += found.picture_uses
        self.names.name_uses += found.name_uses
        self.names.numbers.update(found.numbers)
        self.dated = found.dated
        self.all_rumors = self.all_rumors and found.all_rumors
        return found.turn

    def _read(self, source: Source, number: int, expected: int, digest: str) -> TurnFile:
        names = LoadContext(self.names.factions, Report(), called=self.names.called)
        parser = TurnParser(names, TurnDayParser(self.calendar, names.report, self.dated))
        node = compose(source, names.report)
        turn = None
        if isinstance(node, MapNode):
            turn = parser.read(node, number, expected, digest)
            if "plural" in source.text:
                names.note_numbers_in(node)
        elif node is not None:
            names.report.add(content.NotAMapping(at=span_of_file(source)))
        return TurnFile(
            turn,
            names.report.findings,
            tuple(names.link_uses),
            tuple(names.picture_uses),
            tuple(names.name_uses),
            tuple(names.numbers.items()),
            parser.days.last,
            parser.all_rumors,
        )


class TurnParser(MutableRecord):
    """Parses one turn; ``all_rumors`` is as in :class:`TurnFile`."""

    names: LoadContext
    days: TurnDayParser
    all_rumors: bool = True

    def read(self, node: Node, number: int, expected: int, digest: str = "") -> Turn | None:
        """The turn in a file's node; None after an error.

        ``digest`` covers the file; the other parameters are as in :meth:`TurnReader.read`.
        """
        parts = decode_partially(inputs.TurnInput, node, self.names.report)
        entry = parts.record
        self.check_placeholders(node)
        if entry is None:
            return None
        if entry.turn != number or number != expected:
            self.names.report.add(
                content.WrongTurnNumber(
                    at=entry.at("turn"), number=entry.turn, named=number, expected=expected
                )
            )
        errors = self.names.report.errors
        news = tuple(item for part in entry.news if (item := self.news(part, number)))
        orders, order_drafts = self.orders(entry)
        modifiers = tuple(given for part in entry.modifiers if (given := self.modifier(part)))
        sound = self.names.report.errors == errors and not parts.broken & _STATE_KEYS
        rumors = tuple(said for part in entry.rumors if (said := self.rumor(part, number)))
        if "rumors" in parts.broken or len(rumors) < len(entry.rumors):
            self.all_rumors = False
        self.check_distinct("news", [(item.id, item.at("id")) for item in entry.news])
        self.check_distinct("a rumor", [(item.id, item.at("id")) for item in entry.rumors])
        return Turn(
            number=number,
            title=entry.title,
            date=entry.date or entry.day,
            played=entry.played or "",
            deadline=entry.deadline or "",
            news=news,
            orders=orders,
            order_drafts=order_drafts,
            adjustments=entry.adjustments,
            modifiers=modifiers,
            rolls=self.rolls(entry),
            rumors=rumors,
            reveals=tuple(known for part in entry.reveals if (known := self.reveal(part, number))),
            notes=passages_of(entry.notes, entry.node.get("notes"), FOR_GM, self.names),
            at=entry.at("turn"),
            sound=sound,
            day=self.days.day(entry),
            relations=relations_of(entry.relations, self.names),
            renames=tuple(new for part in entry.renames if (new := self.rename(part))),
            drafted=tuple(entry.drafted),
            dice_asked_at=entry.at("dice") if entry.dice == "ask" else None,
            open_at=entry.at("state") if entry.state == "open" else None,
            digest=digest,
        )

    def check_placeholders(self, node: Node) -> None:
        """Report placeholders anywhere except in orders, which are checked as they are played."""
        parts = node.entries if isinstance(node, MapNode) else ()
        for part in parts:
            for use in placeholders_in(part.value) if part.key.text != "orders" else ():
                self.names.report.add(
                    content.PlaceholderLeft(at=use.span, key=use.key, wanted=wanted_for(use.key))
                )

    def check_distinct(self, what: str, ids: Sequence[tuple[str, Span]]) -> None:
        seen: dict[str, Span] = {}
        for name, at in ids:
            if name and name in seen:
                self.names.report.add(
                    problems.DuplicateId(at=at, what=what, name=name, first=seen[name])
                )
            seen.setdefault(name, at)

    def is_faction(self, name: str, at: Span) -> bool:
        """Whether a faction exists; it is reported if not."""
        known = self.names.factions
        if name not in known:
            self.names.report.add(
                problems.UnknownName(
                    at=at, what="faction", name=name, known=known, called=self.names.called
                )
            )
        return name in known

    def use_name(self, what: NamedKind, name: str, at: Span) -> None:
        """Record a name, to be checked once all turns have been read."""
        self.names.name_uses.append(NameUse(what, name, at))

    def news(self, entry: inputs.NewsInput, turn: int) -> News | None:
        visibility = visibility_at(entry, "for", entry.readers, self.names)
        if visibility is None:
            return None
        passages = passages_of(entry.text, entry.node.get("text"), visibility, self.names)
        return News(
            id=entry.id,
            visibility=visibility,
            title=entry.title,
            sender=entry.sender,
            passages=passages,
            effects=entry.effects,
            at=entry.at("about") if entry.about else entry.at(),
            about=_full_event_id(entry.about, turn),
        )

    def rename(self, entry: inputs.RenameInput) -> Rename | None:
        visibility = visibility_at(entry, "for", entry.readers, self.names)
        named = [(kind, id) for kind in _RENAMED if (id := getattr(entry, kind)) is not None]
        if len(named) != 1:
            self.names.report.add(problems.AmbiguousRename(at=entry.at()))
        if visibility is None or len(named) != 1:
            return None
        kind, id = named[0]
        if kind == "faction":
            if not self.is_faction(id, entry.at(kind)):
                return None
        else:
            self.use_name(kind, id, entry.at(kind))
        self.names.note_number(entry.name, entry.plural, proper=kind == "person")
        return Rename(Ref(kind, id), entry.name, visibility, entry.at("name"))

    def modifier(self, entry: inputs.TurnModifierInput) -> TurnModifier | None:
        visibility = visibility_at(entry, "for", entry.factions, self.names)
        if entry.value == 0:
            said = "a modifier of 0 changes nothing"
            self.names.report.add(content.InvalidValue(at=entry.at("value"), said=said))
        if visibility == FOR_GM:
            said = "it must name factions, `factions` or `everyone`: whose checks it changes"
            self.names.report.add(content.InvalidValue(at=entry.at("for"), said=said))
        return None if visibility is None else TurnModifier(entry.value, entry.because, visibility)

    def orders(self, entry: inputs.TurnInput) -> tuple[dict[str, Node], dict[str, Node]]:
        """The orders of factions, and those of which they say that they are drafts."""
        written = entry.node.get("orders")
        above = ""
        for faction, orders in entry.orders.items():
            at = _key_at(written, faction) or entry.at("orders")
            if above and faction not in self.names.factions:
                self.names.report.add(
                    content.UnindentedKey(at=at, key=faction, known=(), above=above)
                )
            elif self.is_faction(faction, at):
                above = faction if orders is None else ""
        given: dict[str, Node] = {}
        drafts: dict[str, Node] = {}
        for faction, orders in entry.orders.items():
            if orders is not None and faction in self.names.factions:
                kept = drafts if self.is_draft(orders) else given
                kept[faction] = _without_key(orders, _DRAFT)
        return given, drafts

    def is_draft(self, orders: Node) -> bool:
        """Whether orders say that they are a draft; anything but a truth value is reported."""
        said = orders.get(_DRAFT) if isinstance(orders, MapNode) else None
        return said is not None and BooleanType().decode(said, self.names.report) is not False

    def rolls(self, entry: inputs.TurnInput) -> dict[str, TableRoll]:
        written = entry.node.get("rolls")
        return {
            name: TableRoll(
                faces=tuple(faces),
                at=_key_at(written, name) or entry.at("rolls"),
                faces_at=tuple(entry.at("rolls", name, index) for index in range(len(faces))),
            )
            for name, faces in entry.rolls.items()
        }

    def rumor(self, entry: inputs.RumorInput, turn: int) -> Rumor | None:
        visibility = visibility_at(entry, "heard_by", entry.heard_by, self.names)
        if visibility is None:
            return None
        where = [entry.where] if isinstance(entry.where, str) else entry.where or []
        for index, name in enumerate(where):
            self.use_name("place", name, entry.at("where", index))
        return Rumor(
            id=entry.id,
            visibility=visibility,
            passages=passages_of(entry.text, entry.node.get("text"), visibility, self.names),
            about=_full_event_id(entry.about, turn),
            where=tuple(place_ref(name) for name in where),
            truth=entry.truth,
            turn=turn,
            heard_in=turn + entry.after,
            at=entry.at("about") if entry.about else entry.at(),
            draft=entry.draft,
        )

    def reveal(self, entry: inputs.RevealInput, turn: int) -> Reveal | None:
        visibility = visibility_at(entry, "for", entry.readers, self.names)
        named = [(kind, target) for kind in _KINDS if (target := getattr(entry, kind)) is not None]
        if len(named) != 1:
            self.names.report.add(problems.AmbiguousReveal(at=entry.at()))
        if visibility is None or len(named) != 1:
            return None
        kind, target = named[0]
        at = entry.at(kind)
        if not self.check_reveal_target(kind, target, turn, at):
            return None
        passages = passages_of(entry.text, entry.node.get("text"), visibility, self.names)
        return Reveal(kind, target, visibility, passages, at)

    def check_reveal_target(self, kind: RevealKind, target: str, turn: int, at: Span) -> bool:
        if kind == "faction":
            return self.is_faction(target, at)
        if kind in ("place", "person", "item"):
            self.use_name(kind, target, at)
            return True
        number = target.partition("/")[0]
        if number.isdecimal() and 1 <= int(number) < turn and str(int(number)) == number:
            return True
        self.names.report.add(problems.UnknownTurn(at=at, number=number, last=turn - 1))
        return False


def _without_key(node: Node, key: str) -> Node:
    if not isinstance(node, MapNode) or node.key(key) is None:
        return node
    return replace(node, entries=tuple(it for it in node.entries if it.key.text != key))


def _full_event_id(about: str, turn: int) -> str:
    """An event's full id; without a turn, that of the turn in which it is named."""
    return about if not about or about.partition("/")[0].isdecimal() else f"{turn}/{about}"


def _key_at(node: Node | None, key: str) -> Span | None:
    found = node.key(key) if isinstance(node, MapNode) else None
    return found.span if found is not None else None


def check_reveals(turns: Sequence[Turn], names: LoadContext, published: int) -> None:
    """Report reveals of news and rumors that don't exist or are drafts.

    ``published`` is the last published turn.
    """
    known: dict[RevealKind, list[str]] = {"news": [], "rumor": []}
    drafts: dict[str, int] = {}
    for turn in turns:
        drafts |= {f"{turn.number}/{it.id}": it.heard_in for it in turn.rumors if it.draft}
        known["news"] += [f"{turn.number}/{item.id}" for item in turn.news if item.id]
        known["rumor"] += [f"{turn.number}/{item.id}" for item in turn.rumors if item.id]
    for turn in turns:
        for reveal in turn.reveals:
            if reveal.kind == "rumor" and reveal.target in drafts:
                is_out = drafts[reveal.target] <= published
                names.report.add(
                    problems.DraftRevealed(at=reveal.at, name=reveal.target, published=is_out)
                )
            elif reveal.kind in known and reveal.target not in known[reveal.kind]:
                found = tuple(known[reveal.kind])
                names.report.add(
                    problems.UnknownTold(
                        at=reveal.at,
                        what=reveal.kind,
                        name=reveal.target,
                        known=found,
                        unnamed=_unnamed_item(turns, reveal),
                    )
                )


def _unnamed_item(turns: Sequence[Turn], reveal: Reveal) -> Span | None:
    """The news or rumor without an id that a reveal seems to number, or the only one there is."""
    of, _, which = reveal.target.partition("/")
    turn = next((it for it in turns if str(it.number) == of), None)
    items: Sequence[News | Rumor] = ()
    if turn is not None:
        items = turn.news if reveal.kind == "news" else turn.rumors
    if which.isdecimal() and 1 <= int(which) <= len(items):
        items = (items[int(which) - 1],)
    return items[0].at if len(items) == 1 and not items[0].id else None


def revealed_visibility(turns: Sequence[Turn], kind: RevealKind, target: str) -> Visibility:
    """The audiences to whom something is revealed in any turn."""
    visibility = FOR_GM
    for turn in turns:
        for reveal in turn.reveals:
            if (reveal.kind, reveal.target) == (kind, target):
                visibility = visibility | reveal.visibility
    return visibility
