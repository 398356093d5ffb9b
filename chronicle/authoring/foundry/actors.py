"""What an actor of Foundry says of a faction, compared with the catalogue of a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from chronicle.authoring.foundry.documents import (
    Document,
    Fields,
    fields_of,
    line_of,
    number_of,
    objects_of,
    text_of,
)
from chronicle.authoring.foundry.terms import FLAG, plain_name
from chronicle.authoring.foundry.texts import markdown_of, split_secrets
from chronicle.diagnostics.catalogue import notes as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.records import MutableRecord, Record
from chronicle.rules.wwn.catalogue.records import AssetType, Catalogue
from chronicle.rules.wwn.terms import (
    ATTRIBUTES,
    MAGIC,
    MAX_RATING,
    RATING_VALUES,
    Attribute,
    Magic,
)

#: The least level of ownership with which players see all of an actor ("Observer").
_OBSERVER: Final = 2
_MAX_COUNT: Final = 1000
#: What says that there is none, or that the rules text says it.
_NOTHING: Final = ("", "none", "null", "0", "special", "-")
#: The values of an actor and of an item that are read, or that other values tell.
_READ_VALUES: Final = frozenset(
    {
        *("description", "active", "health", "forceRating", "cunningRating", "wealthRating"),
        *("magicRating", "facCreds", "xp", "homeworld", "factionGoal", "factionGoalDesc"),
        *("tags", "log", "initiative", "hitDice", "thac0", "movement"),
    }
)


class Piece(Record):
    """An asset or a base (``kind`` is None) of an actor, with the hit points that it has here.

    ``at`` is the id of a place of an exported actor, ``location`` its name.
    """

    id: str
    name: str
    kind: AssetType | None
    hp: int
    maximum: int
    at: str
    location: str
    stealthed: bool
    headquarters: bool


class FactionActor(Record):
    """A faction as an actor has it; ``shown`` and ``notes`` are Markdown.

    ``is_open`` if the actor says that every player sees it, ``is_public`` if so does the campaign
    that it was exported from. ``goal`` is that of an export
    by this program, ``goal_name`` the words of its sheet.
    """

    name: str
    id: str
    at: Span
    is_open: bool
    is_public: bool
    ratings: Mapping[Attribute, int]
    magic: Magic
    treasure: int
    xp: int
    hp: int
    tags: tuple[str, ...]
    is_active: bool
    home: str
    goal_name: str
    goal: Fields
    pieces: tuple[Piece, ...]
    shown: str
    notes: tuple[str, ...]

    @property
    def maximum(self) -> int:
        """The maximum of its hit points."""
        return sum(RATING_VALUES[rating] for rating in self.ratings.values())


def has_faction(document: Document) -> bool:
    """Whether a document is a faction's actor."""
    return document.type == "faction" and "forceRating" in document.system


def parse_actor(document: Document, catalogue: Catalogue, report: Report) -> FactionActor:
    """The faction of an actor; what is not understood is listed."""
    return _ActorParser(document, catalogue, report).parse()


class _ActorParser(MutableRecord):
    """Parses one actor, and lists what it does not understand."""

    document: Document
    catalogue: Catalogue
    report: Report

    def parse(self) -> FactionActor:
        one = self.document
        values = one.system
        ratings: dict[Attribute, int] = {
            name: self._count(values.get(f"{name}Rating"), name, 1, MAX_RATING)
            for name in ATTRIBUTES
        }
        maximum = sum(RATING_VALUES[rating] for rating in ratings.values())
        flags = fields_of(fields_of(one.fields.get("flags")).get(FLAG))
        is_open = _is_open(one.fields)
        opened, secret = split_secrets(text_of(values.get("description")))
        notes = [secret if is_open else f"{opened}\n{secret}"]
        tags, unknown = self._tags(values)
        # That of an exported actor only says the goal again.
        said = "" if flags.get("goal") else text_of(values.get("factionGoalDesc"))
        notes += [said, *unknown]
        notes += [text_of(line) for line in _list(values.get("log"))]
        pieces, more = self._pieces()
        self._list_rest(values)
        return FactionActor(
            name=one.name,
            id=line_of(flags.get("id")),
            at=one.at,
            is_open=is_open,
            is_public=flags.get("public") is True,
            ratings=ratings,
            magic=self._magic(values),
            treasure=self._count(values.get("facCreds", 0), "Treasure", 0, _MAX_COUNT),
            xp=self._count(values.get("xp", 0), "experience", 0, _MAX_COUNT),
            hp=self._count(
                fields_of(values.get("health")).get("value", maximum), "hit points", 1, maximum
            ),
            tags=tags,
            is_active=values.get("active") is not False,
            home=line_of(values.get("homeworld")),
            goal_name=line_of(values.get("factionGoal")),
            goal=fields_of(flags.get("goal")),
            pieces=pieces,
            shown=markdown_of(opened) if is_open else "",
            notes=tuple(text for part in (*notes, *more) if (text := markdown_of(part).strip())),
        )

    def say(self, what: str, outcome: str = "not imported") -> None:
        of = f"{self.document.name}: {what}"
        self.report.add(problems.NotMapped(at=self.document.at, what=of, outcome=outcome))

    # ── Values ──

    def _count(self, value: Any, what: str, least: int, most: int) -> int:
        number = number_of(value)
        if number is None:
            self.say(f"{what} is not a number", f"{least} instead")
            return least
        kept = min(max(number, least), most)
        if kept != number:
            self.say(f"{what} is {number}", f"{kept} instead")
        return kept

    def _magic(self, values: Fields) -> Magic:
        word = line_of(values.get("magicRating")).casefold()
        found = next((one for one in MAGIC if one == word), None)
        if found is None:
            self.say(
                f"magic is `{word}`" if word else "magic is not in this system", "none instead"
            )
        return found or "none"

    def _tags(self, values: Fields) -> tuple[tuple[str, ...], list[str]]:
        """The ids of tags, and those that the catalogue does not have, in words."""
        known = {plain_name(tag.name): id for id, tag in self.catalogue.tags.items()}
        found: list[str] = []
        others: list[str] = []
        for tag in _list(values.get("tags")):
            said = fields_of(tag) or {"name": tag}
            name = line_of(said.get("name"))
            id = known.get(plain_name(name))
            if id is not None and id not in found:
                found.append(id)
            elif id is None and name:
                self.say(f"the tag `{name}` is not in the catalogue", "kept in the notes")
                words = [name, *(text_of(said.get(key)) for key in ("desc", "effect"))]
                others.append(" – ".join(filter(None, words)))
        return tuple(found), others

    def _list_rest(self, values: Fields) -> None:
        for key, value in values.items():
            if key not in _READ_VALUES and value not in (None, "", 0, False, [], {}):
                self.say(f"`system.{key}`")
        if number_of(fields_of(values.get("health")).get("temp")):
            self.say("temporary hit points")
        if objects_of(self.document.fields.get("effects")):
            self.say("active effects")
        picture = line_of(self.document.fields.get("img"))
        # Those of Foundry and of the systems are no pictures of this faction.
        if picture and not picture.startswith(("icons/", "systems/")):
            self.say(f"the picture `{picture}`", "not imported; put it into `media/`")

    # ── Items ──

    def _pieces(self) -> tuple[tuple[Piece, ...], list[str]]:
        """The assets and bases, and those that can't be imported, in words."""
        found: list[Piece] = []
        lost: list[str] = []
        compared: set[str] = set()
        for fields in objects_of(self.document.fields.get("items")):
            item = Document(fields, self.document.at)
            if item.type != "asset" or not item.name:
                self.say(f"the {item.type or 'item'} `{item.name}`", "kept in the notes")
                lost.append(item.name)
                continue
            values = item.system
            said = (text_of(values.get(key)).strip() for key in ("note", "gmNotes"))
            lost += [f"{item.name}: {note}" for note in said if note]
            kind = None
            if values.get("baseOfInfluence") is not True:
                kind = self._kind(item)
                if kind is None:
                    self.say(
                        f"the asset `{item.name}` is not in the catalogue", "kept in the notes"
                    )
                    lost.append(_in_words(item))
                    continue
                if kind.id not in compared and (odd := ", ".join(differences(values, kind))):
                    self.say(f"`{kind.name}` has {odd}", "the values in brackets, of the catalogue")
                compared.add(kind.id)
            piece = self._piece(item, kind)
            if piece is None:
                lost.append(_in_words(item))
            else:
                found.append(piece)
        return tuple(found), lost

    def _kind(self, item: Document) -> AssetType | None:
        flags = fields_of(fields_of(item.fields.get("flags")).get(FLAG))
        flagged = self.catalogue.assets.get(line_of(flags.get("type")))
        return flagged or kind_named(item.name, self.catalogue)

    def _piece(self, item: Document, kind: AssetType | None) -> Piece | None:
        values = item.system
        health = fields_of(values.get("health"))
        flags = fields_of(fields_of(item.fields.get("flags")).get(FLAG))
        hp = number_of(health.get("value"))
        most = number_of(health.get("max"))
        if hp is not None and hp <= 0:
            self.say(f"`{item.name}` has no hit points left", "kept in the notes")
            return None
        maximum = kind.hp if kind is not None else max(1, most or hp or 1)
        # A pack that has lost values has assets with one hit point of one.
        is_whole = hp is None or (most is not None and hp >= most)
        if values.get("unusable") is True:
            self.say(f"`{item.name}` is unusable", "usable")
        return Piece(
            id=line_of(flags.get("id")),
            name=item.name,
            kind=kind,
            hp=maximum if is_whole or hp is None else min(hp, maximum),
            maximum=maximum,
            at=line_of(flags.get("at")),
            location=line_of(values.get("location")),
            # What does not clearly say that it may be seen is hidden.
            stealthed=values.get("stealthed", False) is not False,
            headquarters=flags.get("headquarters") is True,
        )


def _in_words(item: Document) -> str:
    location = line_of(item.system.get("location"))
    return f"{item.name}{f' ({location})' if location else ''}"


def _is_open(fields: Fields) -> bool:
    """Whether an actor says that every player sees it; an exported one says nothing."""
    level = fields_of(fields.get("ownership", fields.get("permission"))).get("default")
    return isinstance(level, int) and not isinstance(level, bool) and level >= _OBSERVER


def _list(value: Any) -> list[Any]:
    """The values of a list, which old versions kept as an object with numbers."""
    if isinstance(value, dict):
        return [*value.values()]
    return value if isinstance(value, list) else []


# ── The catalogue ────────────────────────────────────────────────────────────────────────────────


def kind_named(name: str, catalogue: Catalogue) -> AssetType | None:
    """The type of assets with this name, however it is written; words in brackets don't count."""
    known = {plain_name(kind.name): kind for kind in catalogue.assets.values()}
    return known.get(plain_name(name)) or known.get(plain_name(name.partition("(")[0]))


def differences(values: Fields, kind: AssetType) -> Iterator[str]:
    """The values of an item that differ from the catalogue's, which stand in brackets."""
    attack = kind.attack
    pairs: Iterable[tuple[str, Any, object]] = (
        ("attribute", values.get("category") or values.get("assetType"), kind.attribute),
        ("rating", values.get("rating"), kind.level),
        ("cost", values.get("cost"), kind.cost),
        ("hit points", fields_of(values.get("health")).get("max"), kind.hp),
        ("attack", _attack(values), attack and f"{attack.attribute} against {attack.target}"),
        ("damage", values.get("attackDamage"), attack and attack.damage),
        ("counter", values.get("counter"), kind.counter),
        *([("magic", values["magic"], kind.magic)] if "magic" in values else []),
    )
    for what, theirs, own in pairs:
        if (said := _normal(theirs)) != (right := _normal(own)):
            yield f"{what} {said or 'none'} ({right or 'none'})"


def _attack(values: Fields) -> str:
    return " against ".join(
        filter(None, (_normal(values.get(f"attack{key}")) for key in ("Source", "Target")))
    )


def _normal(value: object) -> str:
    """A value in the form in which it is compared: without blanks, empty if there is none."""
    word = line_of(value if isinstance(value, int) else str(value or "")).casefold()
    return (
        ""
        if word in _NOTHING
        else word
        if " " in word.strip("0123456789d+- ")
        else word.replace(" ", "")
    )
