"""The keyring: for every login a sealed bundle with the keys of all it may read."""

from __future__ import annotations

import base64
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from chronicle.seal.blobs import open_blob, room_for, seal
from chronicle.seal.keys import (
    Keys,
    campaign_salt,
    derived,
    empty_slot_login,
    epochs_of,
    faction_key,
    seat_key,
)
from chronicle.seal.logins import (
    KDF,
    LEAST_ROUNDS,
    ROUNDS,
    bundle_key,
    login_of,
    slot_id,
)
from chronicle.seal.phrases import phrase_of

#: The logical path of a bundle, and the steps that bundles are padded to.
BUNDLE: Final = "bundle"
BUNDLE_STEP: Final = 4096
VERSION: Final = 1
LEAST_SLOTS: Final = 16


class SealBroken(Exception):
    """Sealed files that do not hold what they should, or do not hold it shut; the text says why."""


@dataclass(frozen=True, slots=True)
class Login:
    """Somebody with a phrase, and the factions whose dossiers it opens."""

    player: str
    factions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dossier:
    """How one faction's dossier is found and opened: the key of its seat and its epochs' keys.

    ``keys`` are pairs of the first turn of an epoch and the faction's key.
    """

    faction: str
    seat: bytes
    keys: tuple[tuple[int, bytes], ...]

    @property
    def last(self) -> bytes:
        """What opens the book and the pictures."""
        return self.keys[-1][1]

    def at(self, turn: int) -> bytes:
        """What opens a turn."""
        return [key for first, key in self.keys if first <= turn][-1]


@dataclass(frozen=True, slots=True)
class Bundle:
    """What a login finds in its slot."""

    player: str
    dossiers: tuple[Dossier, ...]


def dossier_of(keys: Keys, faction: str, seat: int) -> Dossier:
    """The way into a faction's dossier, which lies on a seat."""
    epochs = tuple(
        (first, faction_key(keys, faction, epoch)) for first, epoch in epochs_of(keys, faction)
    )
    return Dossier(faction, seat_key(keys, seat), epochs)


def power_of_two(least: int, count: int) -> int:
    """The smallest power of two that is neither below ``least`` (one itself) nor ``count``."""
    while least < count:
        least *= 2
    return least


def slot_logins(keys: Keys, logins: Sequence[Login]) -> list[bytes]:
    """The login of every slot of a keyring: those of the readers, then those of nobody.

    Raises SealBroken when two readers have one phrase.
    """
    taken = [login_of(keys, phrase_of(keys, login.player)) for login in logins]
    if len(set(taken)) < len(taken):
        raise SealBroken("two players have the same phrase")
    slots = power_of_two(LEAST_SLOTS, len(logins))
    return taken + [empty_slot_login(keys, slot) for slot in range(len(logins), slots)]


def keyring(
    keys: Keys, logins: Sequence[Login], seats: Mapping[str, int], step: int = BUNDLE_STEP
) -> bytes:
    """The keyring's file; ``seats`` has the seat of every faction.

    The logins count in the order of their players, whatever order they come in. A stamp that
    follows from all bundles is in each of them and in the empty slots: when one changes all do,
    and whoever compares two keyrings doesn't see which readers have a key in common.
    """
    ordered = sorted(logins, key=lambda login: login.player)
    bundles = [bundle_of(keys, login, seats) for login in ordered]
    stamp = _stamp(keys, bundles)
    slots = slot_logins(keys, ordered)
    texts = [bundle_text(bundle, stamp) for bundle in bundles]
    texts += [_written({"stamp": stamp})] * (len(slots) - len(texts))
    size = max(room_for(len(text), step) for text in texts)
    boxes = {
        slot_id(login): _plain(seal(bundle_key(login), BUNDLE, 0, text, size))
        for login, text in zip(slots, texts, strict=True)
    }
    content = {
        "version": VERSION,
        "kdf": {"name": KDF, "rounds": ROUNDS},
        "salt": _plain(campaign_salt(keys)),
        "slots": dict(sorted(boxes.items())),
    }
    return _written(content)


def bundle_of(keys: Keys, login: Login, seats: Mapping[str, int]) -> Bundle:
    """What a login is given: the ways into its dossiers, in order of faction."""
    return Bundle(
        login.player,
        tuple(dossier_of(keys, faction, seats[faction]) for faction in sorted(login.factions)),
    )


def _stamp(keys: Keys, bundles: Sequence[Bundle]) -> str:
    texts = b"\0".join(bundle_text(bundle, "") for bundle in bundles)
    return hmac.digest(derived(keys.master, "stamp"), texts, "sha256").hex()


def bundle_text(bundle: Bundle, stamp: str) -> bytes:
    """A bundle as it is sealed: JSON, keys in Base64."""
    dossiers = [
        {
            "faction": dossier.faction,
            "seat": _plain(dossier.seat),
            "keys": [[first, _plain(key)] for first, key in dossier.keys],
        }
        for dossier in bundle.dossiers
    ]
    return _written({"player": bundle.player, "dossiers": dossiers, "stamp": stamp})


def slots_of(ring: bytes) -> Mapping[str, bytes]:
    """The boxes of a keyring by slot id.

    Raises SealBroken when it can't be read, or its logins come too cheap.
    """
    try:
        content = json.loads(ring)
        version, kdf, rounds = content["version"], content["kdf"]["name"], content["kdf"]["rounds"]
        slots = {id: base64.b64decode(box, validate=True) for id, box in content["slots"].items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SealBroken("the keyring is garbled") from error
    if (version, kdf) != (VERSION, KDF):
        raise SealBroken("the keyring is of a kind not known here")
    if not isinstance(rounds, int) or rounds < LEAST_ROUNDS:
        raise SealBroken("the keyring's phrases are guessed too cheaply")
    return slots


def bundle_in(ring: bytes, login: bytes) -> Bundle | None:
    """The bundle of a login; None when there is no slot for it. Raises SealBroken."""
    box = slots_of(ring).get(slot_id(login))
    if box is None:
        return None
    text = open_blob(bundle_key(login), BUNDLE, 0, box)
    if text is None:
        raise SealBroken("a slot of the keyring does not open to its own login")
    content = json.loads(text)
    return Bundle(content["player"], tuple(_dossier(entry) for entry in content["dossiers"]))


def _dossier(entry: Mapping[str, Any]) -> Dossier:
    keys = tuple((first, base64.b64decode(key)) for first, key in entry["keys"])
    return Dossier(entry["faction"], base64.b64decode(entry["seat"]), keys)


def _plain(octets: bytes) -> str:
    return base64.b64encode(octets).decode()


def _written(content: Mapping[str, object]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
