"""Small volumes to seal, and keys that need no costly derivation."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from chronicle.model.audience import GM_ID
from chronicle.records import replace
from chronicle.seal import DossierReader, DossierTexts, Keys, phrase_of
from chronicle.seal.keyring import dossier_keys_of
from chronicle.seal.logins import phrase_fingerprint
from chronicle.seal.sealed_files import by_seat
from chronicle.seal.unseal import open_dossier

MASTER = bytes(range(32))


def cheap(keys: Keys, players: Iterable[str]) -> Keys:
    """Keys that remember a login for each player, which is a mere hash of the phrase."""
    phrases = [phrase_of(keys, player) for player in players]
    return replace(
        keys,
        logins={
            phrase_fingerprint(keys, phrase): hashlib.sha256(phrase.encode()).digest()
            for phrase in phrases
        },
    )


def logins_of(factions: Sequence[str]) -> list[DossierReader]:
    """A player for each faction, and the GM who reads all."""
    return [
        *(DossierReader(f"p-{faction}", (faction,)) for faction in factions),
        DossierReader(GM_ID, (*factions,)),
    ]


def keys_for(logins: Iterable[DossierReader], **rotations: tuple[int, ...]) -> Keys:
    """Keys that these logins go cheaply with."""
    return cheap(Keys(MASTER, rotations=rotations), [login.player for login in logins])


def volume(faction: str, turns: int = 3, pictures: int = 1, said: str = "") -> DossierTexts:
    """A volume whose texts name their place."""
    return DossierTexts(
        faction,
        f"book of {faction} {said}".encode(),
        tuple(f"turn {turn} of {faction} {said}".encode() for turn in range(1, turns + 1)),
        tuple(f"picture {slot} of {faction} {said}".encode() for slot in range(pictures)),
        f"pages of {faction} {said}".encode(),
    )


def read_with(
    files: dict[str, bytes], keys: Keys, faction: str, volumes: Sequence[DossierTexts]
) -> DossierTexts:
    """A volume opened with these keys of a faction. Raises SealBroken."""
    seats = {each.faction: seat for seat, each in by_seat(keys, volumes).items()}
    return open_dossier(files, dossier_keys_of(keys, faction, seats[faction]))
