"""The sheets of rivals and of places: what stands in the open, and what was seen of the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chronicle.cache.memo import memoize_last
from chronicle.model.facts import Fact, Facts, Ref, faction_ref, place_ref
from chronicle.rules.protocol import Sighting
from chronicle.rules.wwn.distance import one_move_from
from chronicle.rules.wwn.sightings import named
from chronicle.rules.wwn.state import Asset, Piece
from chronicle.rules.wwn.tellings.rows import bans, barring
from chronicle.rules.wwn.visibility import Eyes

Memory = Mapping[str, Sighting]
#: What is remembered of one asset or base: where it was, and its hit points.
Remembered = dict[str, Sighting]


@memoize_last
def remembered(eyes: Eyes, memory: Memory) -> Mapping[str, Remembered]:
    """What the reader remembers of others' things, by id; what is its own by now is left out."""
    found: dict[str, Remembered] = {}
    for subject, sighting in sorted(memory.items()):
        id, _, part = subject.partition("/")
        if part in ("place", "hp") and not eyes.owns(id):
            found.setdefault(id, {})[part] = sighting
    return found


@memoize_last
def in_sight(eyes: Eyes) -> tuple[Piece, ...]:
    """The assets and bases of others that the reader sees, in order of id."""
    state = eyes.after
    pieces: dict[str, Piece] = {**state.assets, **state.bases}
    return tuple(
        piece for id, piece in sorted(pieces.items()) if eyes.sees(id) and not eyes.owns(id)
    )


# ── Factions ─────────────────────────────────────────────────────────────────────────────────────


def profile(eyes: Eyes, id: str) -> Facts:
    """A faction as the public knows it."""
    rows = (
        Facts({**named(eyes, piece), "at": eyes.at(piece.at)})
        for piece in in_sight(eyes)
        if piece.faction == id
    )
    return Facts({**_known(eyes, id), "pieces": tuple(rows)})


def rival(eyes: Eyes, memory: Memory, id: str) -> Facts:
    """A faction as another knows it: what is in the open, and what is remembered beside it."""
    past = remembered(eyes, memory)
    seen = [piece for piece in in_sight(eyes) if piece.faction == id]
    rows = [_now(eyes, piece, past.get(piece.id, {})) for piece in seen]
    fallen = eyes.after.factions[id].collapsed
    gone_by = _out_of_sight(eyes, memory).get(faction_ref(id), ())
    rows += [_past(parts, fallen=fallen) for parts in gone_by]
    return Facts({**_known(eyes, id), "pieces": tuple(rows)})


@memoize_last
def _out_of_sight(eyes: Eyes, memory: Memory) -> Mapping[Fact, list[Remembered]]:
    """What is remembered and not to be seen now, by the faction that had it when it was last seen.

    What was ever seen is gone through once, and not for each rival.
    """
    found: dict[Fact, list[Remembered]] = {}
    open_now = {piece.id for piece in in_sight(eyes)}
    for thing, parts in remembered(eyes, memory).items():
        if thing not in open_now:
            found.setdefault(_newest(parts).facts["faction"], []).append(parts)
    return found


def _known(eyes: Eyes, id: str) -> dict[str, Fact]:
    state = eyes.after
    ruled = sorted(place.id for place in state.places.values() if place.ruler == id)
    return {
        "who": eyes.who(id),
        "collapsed": state.factions[id].collapsed,
        "rules": bans(eyes, state, ruled),
    }


def _now(eyes: Eyes, piece: Piece, parts: Remembered) -> Facts:
    """Something in the open, with the hit points that were seen of it."""
    known = isinstance(piece, Asset)
    return Facts(
        {
            **named(eyes, piece),
            "at": eyes.at(piece.at),
            **_hit_points(parts),
            "maximum": eyes.after.maximum(piece) if known else None,
            "seen": 0,
            "gone": False,
        }
    )


def _past(parts: Remembered, *, fallen: bool) -> Facts:
    """Something that is not to be seen now, as it was last known."""
    newest = _newest(parts)
    return Facts(
        {
            **_what(newest),
            "at": parts["place"].facts["at"] if "place" in parts else None,
            **_hit_points(parts),
            "maximum": None,
            "seen": newest.turn,
            "gone": fallen or _is_gone(parts),
        }
    )


def _what(sighting: Sighting) -> dict[str, Fact]:
    words = ("name", "type", "base", "faction", "headquarters")
    return {word: sighting.facts[word] for word in words}


def _newest(parts: Remembered) -> Sighting:
    return max(parts.values(), key=lambda sighting: sighting.turn)


def _is_gone(parts: Remembered) -> bool:
    return "place" in parts and bool(parts["place"].facts["gone"])


def _hit_points(parts: Remembered) -> dict[str, Fact]:
    seen = parts.get("hp")
    return {
        "hp": seen.facts["hp"] if seen is not None else None,
        "hp_turn": seen.turn if seen is not None else 0,
    }


# ── Places ───────────────────────────────────────────────────────────────────────────────────────


def place(eyes: Eyes, memory: Memory, id: str) -> Facts:
    """A place: who rules it, whom he shuts out, what stands there, and what is near."""
    found = eyes.after.places[id]
    return Facts(
        {
            **barring(eyes, found),
            "barred": bool(eyes.faction) and found.shuts_out(eyes.faction),
            "water": found.water,
            "near": tuple(_near(eyes, id)),
            "pieces": (*_own(eyes).get(id, ()), *_others(eyes, memory).get(id, ())),
        }
    )


def _near(eyes: Eyes, id: str) -> Iterator[Ref]:
    """The places within one move; those that the reader does not know drop out of the list."""
    return (place_ref(it) for it in one_move_from(eyes.after, id))


@memoize_last
def _own(eyes: Eyes) -> Mapping[str, list[Facts]]:
    """What the reader has at each place, for the GM what everybody has, as it is."""
    state = eyes.after
    pieces: dict[str, Piece] = {**state.assets, **state.bases}
    found: dict[str, list[Facts]] = {}
    for thing, piece in sorted(pieces.items()):
        if eyes.gm or eyes.owns(thing):
            row = Facts(
                {
                    **_standing(eyes, piece, own=eyes.owns(thing)),
                    "stealth": piece.stealth if isinstance(piece, Asset) else "",
                    "hp": piece.hp,
                    "hp_turn": 0,
                    "maximum": state.maximum(piece),
                    "seen": 0,
                }
            )
            found.setdefault(piece.at, []).append(row)
    return found


@memoize_last
def _others(eyes: Eyes, memory: Memory) -> Mapping[str, list[Facts]]:
    """What others have in the open at each place, and what was last seen there and is hidden."""
    found: dict[str, list[Facts]] = {}
    if eyes.gm:
        return found
    past = remembered(eyes, memory)
    seen = in_sight(eyes)
    for piece in seen:
        row = _now(eyes, piece, past.get(piece.id, {}))
        found.setdefault(piece.at, []).append(_there(row, seen=0))
    open_now = {piece.id for piece in seen}
    for thing, parts in past.items():
        last = parts.get("place")
        at = last.facts["at"] if last is not None else None
        if isinstance(at, Ref) and thing not in open_now and not _gone_for_good(eyes, parts):
            row = _past(parts, fallen=False)
            found.setdefault(at.id, []).append(_there(row, seen=_newest(parts).turn))
    return found


def _gone_for_good(eyes: Eyes, parts: Remembered) -> bool:
    """Whether something is known to be gone: by itself, or with its whole faction."""
    whose = _newest(parts).facts["faction"]
    state = eyes.after
    fallen = isinstance(whose, Ref) and whose.id in state.factions
    collapsed = fallen and isinstance(whose, Ref) and state.factions[whose.id].collapsed
    return _is_gone(parts) or collapsed


def _standing(eyes: Eyes, piece: Piece, *, own: bool) -> dict[str, Fact]:
    return {**named(eyes, piece), "at": eyes.at(piece.at), "own": own}


def _there(row: Facts, *, seen: int) -> Facts:
    """A row of a rival's sheet as a row of a place's."""
    kept = {name: fact for name, fact in row.items() if name not in ("gone", "seen")}
    return Facts({**kept, "own": False, "stealth": "", "seen": seen})
