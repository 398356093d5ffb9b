"""Seal the dossiers of factions into files that only their players can open.

Built from standard parts (HKDF, PBKDF2, AES-GCM); the construction as a whole is unaudited. It
keeps the secrets of a game. Except for the key file, nothing here uses the disk, the clock or
randomness: the same keys and texts give the same bytes.
"""

from __future__ import annotations

from chronicle.seal.blobs import blob_name, open_blob, padded_size, seal_blob
from chronicle.seal.keyring import DossierReader, SealError
from chronicle.seal.keys import Keys, with_seats
from chronicle.seal.logins import login_of, phrase_fingerprint, with_logins
from chronicle.seal.phrases import normalise_phrase, phrase_of, phrase_weakness
from chronicle.seal.proof import verify_sealed_files
from chronicle.seal.sealed_files import DossierTexts, blob_paths_of, seal_dossiers
from chronicle.seal.sealed_orders import (
    OpenFailure,
    open_orders,
    orders_private_key,
    orders_public_key,
    seal_orders,
)
from chronicle.seal.unseal import open_dossiers

__all__ = [
    "DossierReader",
    "DossierTexts",
    "Keys",
    "OpenFailure",
    "SealError",
    "blob_name",
    "blob_paths_of",
    "login_of",
    "normalise_phrase",
    "open_blob",
    "open_dossiers",
    "open_orders",
    "orders_private_key",
    "orders_public_key",
    "padded_size",
    "phrase_fingerprint",
    "phrase_of",
    "phrase_weakness",
    "seal_blob",
    "seal_dossiers",
    "seal_orders",
    "verify_sealed_files",
    "with_logins",
    "with_seats",
]
