"""Seal the dossiers of factions into files that only their players can open.

Built from standard parts (HKDF, PBKDF2, AES-GCM); the construction as a whole is unaudited. It
keeps the secrets of a game. Except for the key file, nothing here uses the disk, the clock or
randomness: the same keys and texts give the same bytes.
"""

from __future__ import annotations

from chronicle.seal.keyring import DossierReader
from chronicle.seal.keys import Keys, with_seats
from chronicle.seal.logins import with_logins
from chronicle.seal.phrases import bare_phrase, normalise_phrase, phrase_of, phrase_weakness
from chronicle.seal.proof import verify_sealed_files
from chronicle.seal.sealed_files import (
    KEYRING_PATH,
    DossierTexts,
    blob_paths_of,
    seal_dossiers,
)
from chronicle.seal.sealed_orders import (
    OpenFailure,
    open_orders,
    orders_private_key,
    orders_public_key,
)
from chronicle.seal.unseal import has_salt_of, sealed_factions

__all__ = [
    "KEYRING_PATH",
    "DossierReader",
    "DossierTexts",
    "Keys",
    "OpenFailure",
    "bare_phrase",
    "blob_paths_of",
    "has_salt_of",
    "normalise_phrase",
    "open_orders",
    "orders_private_key",
    "orders_public_key",
    "phrase_of",
    "phrase_weakness",
    "seal_dossiers",
    "sealed_factions",
    "verify_sealed_files",
    "with_logins",
    "with_seats",
]
