"""The stage that seals: from the pages of a faction's edition to blobs that only its players open.

Made of standard parts (HKDF, PBKDF2, AES-GCM); the construction as a whole is unaudited. It keeps
secrets of a game. Nothing here meets a disk, a clock or chance: the same keys and texts give the
same bytes.
"""

from __future__ import annotations

from chronicle.seal.blobs import blob_name, open_blob, room_for, seal
from chronicle.seal.keyring import Login, SealBroken
from chronicle.seal.keys import Keys, seated
from chronicle.seal.logins import login_of, phrase_mark, remembering
from chronicle.seal.phrases import normalise, phrase_of, weakness
from chronicle.seal.proof import proven
from chronicle.seal.sealed_files import Volume, places_of, sealed
from chronicle.seal.sealed_orders import Shut, open_orders, orders_point, orders_scalar, seal_orders
from chronicle.seal.unseal import opened

__all__ = [
    "Keys",
    "Login",
    "SealBroken",
    "Shut",
    "Volume",
    "blob_name",
    "login_of",
    "normalise",
    "open_blob",
    "open_orders",
    "opened",
    "orders_point",
    "orders_scalar",
    "phrase_mark",
    "phrase_of",
    "places_of",
    "proven",
    "remembering",
    "room_for",
    "seal",
    "seal_orders",
    "sealed",
    "seated",
    "weakness",
]
