"""Sealing said a second time, from the description of the format and with nothing of the package.

HKDF and PBKDF2 are written out over HMAC, AES-GCM over single blocks of AES. Slow, and good enough
to check the other formulation by; `test_by_hand.py` holds it against published vectors.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB

WORDS = Path(__file__).parents[2] / "chronicle" / "seal" / "eff_large.txt"
R = 0xE1 << 120
#: P-256 (NIST SP 800-186, 3.2.1.3): the field, the group's order, and the point it begins with.
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
BASE = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
Point = tuple[int, int]


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def hkdf(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869, 2.2 and 2.3."""
    extracted = mac(salt or bytes(32), key)
    block, out, number = b"", b"", 0
    while len(out) < length:
        number += 1
        block = mac(extracted, block + info + bytes([number]))
        out += block
    return out[:length]


def pbkdf2(password: bytes, salt: bytes, rounds: int) -> bytes:
    """RFC 8018, 5.2: the first block, which has 32 bytes."""
    block = mac(password, salt + b"\0\0\0\x01")
    total = int.from_bytes(block, "big")
    for _ in range(rounds - 1):
        block = mac(password, block)
        total ^= int.from_bytes(block, "big")
    return total.to_bytes(32, "big")


def aes(key: bytes, blocks: bytes) -> bytes:
    """Each block of 16 bytes by itself."""
    return Cipher(AES(key), ECB()).encryptor().update(blocks)  # noqa: S305  the real mode is built on it


def times(left: int, right: int) -> int:
    """The product in GF(2^128) as NIST SP 800-38D, 6.3, has it: the first bit is the lowest."""
    product = 0
    for bit in range(127, -1, -1):
        if left >> bit & 1:
            product ^= right
        right = right >> 1 ^ (R if right & 1 else 0)
    return product


def whole(text: bytes) -> bytes:
    return text + bytes(-len(text) % 16)


def gcm(key: bytes, nonce: bytes, text: bytes, bound: bytes) -> bytes:
    """NIST SP 800-38D, 7.1: the ciphertext with its tag; nonces of 12 bytes."""
    count = len(whole(text)) // 16
    stream = aes(key, b"".join(nonce + (2 + n).to_bytes(4, "big") for n in range(count)))
    cipher = bytes(a ^ b for a, b in zip(text, stream, strict=False))
    lengths = (8 * len(bound)).to_bytes(8, "big") + (8 * len(cipher)).to_bytes(8, "big")
    hashed, subkey = 0, int.from_bytes(aes(key, bytes(16)), "big")
    summed = whole(bound) + whole(cipher) + lengths
    for at in range(0, len(summed), 16):
        hashed = times(hashed ^ int.from_bytes(summed[at : at + 16], "big"), subkey)
    mask = int.from_bytes(aes(key, nonce + b"\0\0\0\x01"), "big")
    return cipher + (hashed ^ mask).to_bytes(16, "big")


def derive(key: bytes, words: str, salt: bytes = b"", length: int = 32) -> bytes:
    """Words are parted by bars here."""
    return hkdf(key, salt, b"chronicle/1 " + words.replace("|", "\0").encode(), length)


def stored(text: bytes) -> bytes:
    """A text in the zlib format (RFC 1950), in blocks that are not compressed (RFC 1951, 3.2.4)."""
    parts = [text[at : at + 65535] for at in range(0, len(text), 65535)] or [b""]
    blocks = b"".join(
        bytes([part is parts[-1]])
        + len(part).to_bytes(2, "little")
        + (65535 - len(part)).to_bytes(2, "little")
        + part
        for part in parts
    )
    low, high = 1, 0
    for byte in text:
        low = (low + byte) % 65521
        high = (high + low) % 65521
    return b"\x78\x01" + blocks + (high << 16 | low).to_bytes(4, "big")


def packed(path: str, text: bytes) -> bytes:
    """The content of a blob: texts in the zlib format, pictures and bundles unchanged."""
    return stored(text) if path in ("book", "pages", "turn") else text


def box(key: bytes, path: str, number: int, content: bytes, size: int, stamp: bytes = b"") -> bytes:
    """A blob."""
    place = path.encode() + b"\0" + str(number).encode()
    padded = (len(content).to_bytes(8, "big") + content).ljust(size, b"\0")
    assert len(padded) == size
    kind, mark = ("deflated ", b"CHR2") if path in ("book", "pages", "turn") else ("", b"CHR1")
    salt = mac(derive(key, f"{kind}salts"), place + b"\0" + stamp + padded)
    bound = f"chronicle/1 {kind}blob\0".encode() + place
    return mark + salt + gcm(derive(key, "blob", salt), bytes(12), padded, bound)


def room(longest: int, least: int) -> int:
    """The first of ``least``, its double, and so on, that holds a text and its length."""
    return next(size for doubled in range(40) if (size := least << doubled) >= longest + 8)


def row_stamp(master: bytes, parts: Iterable[bytes]) -> bytes:
    """The stamp of a row, from its parts, each with its length before it."""
    told = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return mac(derive(master, "row stamp"), told)


def name(seat: bytes, path: str, number: int) -> str:
    return mac(seat, f"{path}\0{number}".encode()).hex()[:32] + ".bin"


def words_of(stream: bytes) -> str:
    words = WORDS.read_text(encoding="utf-8").splitlines()
    throws = (stream[at] << 8 | stream[at + 1] for at in range(0, len(stream), 2))
    return " ".join([words[throw % 7776] for throw in throws if throw < 62208][:6])


def plain(phrase: str) -> str:
    """A phrase in normal form; for the phrases in the vectors casefold does the folding."""
    out = ""
    for char in unicodedata.normalize("NFKC", phrase):
        is_dash = unicodedata.category(char) == "Pd" or char in "_,.\N{MINUS SIGN}"
        is_blank = char.isspace() or char in "\u200b\u2060\ufeff"
        out += " " if is_dash or is_blank else char.casefold()
    return " ".join(out.split())


def b64(octets: bytes) -> str:
    return base64.b64encode(octets).decode("ascii")


def bundle(player: str, dossiers: Iterable[tuple[str, bytes, list[tuple[int, bytes]]]]) -> str:
    """The text of a bundle."""
    return json.dumps(
        {
            "player": player,
            "dossiers": [
                {
                    "faction": faction,
                    "seat": b64(seat),
                    "keys": [[at, b64(key)] for at, key in keys],
                }
                for faction, seat, keys in dossiers
            ],
        },
        separators=(",", ":"),
    )


def stamp(master: bytes, logins: Sequence[bytes], texts: Sequence[bytes]) -> bytes:
    """The stamp of a keyring: of the logins and the texts of its slots, each after its length."""
    parts = [b"keyring", *logins, *texts]
    joined = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return mac(derive(master, "row stamp"), joined)


def plus(one: Point | None, other: Point | None) -> Point | None:
    """The sum of two points of P-256; None is the point at infinity."""
    if one is None or other is None:
        return one or other
    (x1, y1), (x2, y2) = one, other
    if x1 == x2 and (y1 + y2) % P == 0:
        return None
    if one == other:
        slope = (3 * x1 * x1 - 3) * pow(2 * y1, -1, P)
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, P)
    x = (slope * slope - x1 - x2) % P
    return x, (slope * (x1 - x) - y1) % P


def times_point(scalar: int, point: Point = BASE) -> Point:
    """So many times a point, by doubling and adding; nothing of it takes the same time always."""
    total: Point | None = None
    doubled: Point | None = point
    while scalar:
        total = plus(total, doubled) if scalar & 1 else total
        doubled, scalar = plus(doubled, doubled), scalar >> 1
    assert total is not None
    return total


def flat(point: Point) -> bytes:
    """A point in 65 bytes, uncompressed."""
    return b"\x04" + point[0].to_bytes(32, "big") + point[1].to_bytes(32, "big")


def orders_scalar(master: bytes) -> int:
    return 1 + int.from_bytes(derive(master, "orders", length=48), "big") % (N - 1)


def orders_box(text: str, to: Point, ephemeral: int) -> bytes:
    """Sealed orders before they are armoured."""
    own = flat(times_point(ephemeral))
    shared = times_point(ephemeral, to)[0].to_bytes(32, "big")
    key = hkdf(shared, own + flat(to), b"chronicle orders 1", 32)
    content = len(text.encode()).to_bytes(4, "big") + text.encode()
    content = content.ljust((len(content) + 1023) // 1024 * 1024, b"\0")
    return b"\x01" + own + gcm(key, bytes(12), content, b"\x01" + own)


def armour(octets: bytes) -> str:
    rows = textwrap.wrap(b64(octets), 64)
    middle = "".join(f"{row}\n" for row in rows)
    return f"-----BEGIN CHRONICLE ORDERS-----\n{middle}-----END CHRONICLE ORDERS-----\n"
