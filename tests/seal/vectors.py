"""The test vectors of sealing, made by the second formulation, for Python and the browser alike.

``python -m tests.seal.vectors`` writes them again. Bytes are in hex, those of files in Base64.
"""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any, Final

from tests.seal import reference_implementation
from tests.seal.reference_implementation import box, derive, mac, name, packed, room, row_stamp

VECTORS: Final = Path(__file__).with_name("vectors.json")

MASTER: Final = hashlib.sha256(b"a master key for test vectors").digest()
TYPED: Final = (
    "coat moonlight shriek steed substance ascend",
    "  Coat\tMOONLIGHT\n shriek  ",
    "coat-moonlight-shriek",
    "coat – moonlight—shriek_steed, substance. Ascend.",
    "drop-down felt-tip t-shirt yo-yo",
    "coat\N{NO-BREAK SPACE}moonlight\N{IDEOGRAPHIC SPACE}shriek",
    "\N{ZERO WIDTH NO-BREAK SPACE}coat\N{ZERO WIDTH SPACE}\N{WORD JOINER}moonlight",
    "coat\N{NON-BREAKING HYPHEN}moonlight\N{MINUS SIGN}shriek\N{EN DASH}steed",
    "\N{FULLWIDTH LATIN CAPITAL LETTER C}oat ﬁne ﬂag",
    "Grüße aus der STRAẞE, Gru\N{COMBINING DIAERESIS}ße",
    "ΠΟΛΙΣ πόλις",
    "ΚΑΦΕΣ ΜΕ ΓΑΛΑ",
    "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}stanbul",
    "don’t; can't!",
    "Пять Больших Слов",
    "",
    " -_., ",
)
#: A master key's derivations: words, how long.
DERIVED: Final = (
    ("faction|customs|0", 32),
    ("faction|customs|1", 32),
    ("faction|fährleute|0", 32),
    ("seat|0", 32),
    ("seat|7", 32),
    ("empty seat|7", 32),
    ("empty slot|15", 32),
    ("salt", 16),
    ("row stamp", 32),
    ("picture names", 32),
    ("phrase|ada|0", 64),
    ("phrase|ada|1", 64),
)
BLOBS: Final = (
    ("book", 0, "", 64),
    ("turn", 1, "A raven came.", 64),
    ("turn", 2, "A raven came.", 64),
    ("turn", 2, "Ein Rabe kam über den Fluß.", 128),
    ("picture", 3, "x" * 56, 64),
    ("bundle", 0, "{}", 4096),
)
#: What players ordered: nothing, all that one step of padding holds and a byte more, and letters
#: of more bytes than one.
ORDERS: Final = (
    "",
    "turn: 3\nfaction: customs\norders:\n  moves: []\n",
    "x" * 1020,
    "x" * 1021,
    '# Grüße — 🗝\nturn: 12\nfaction: ferry\norders: {say: "Über den Fluß"}\n',
)
#: Who reads what in the small keyring, in which seats the factions are, which turns rotate a key.
READERS: Final = {"ada": ("customs",), "bo": ("ferry", "salt"), "gm": ("customs", "ferry", "salt")}
SEATS: Final = ("customs", "ferry", "salt")
STARTS: Final = {"customs": (0, 2), "ferry": (0,), "salt": (0,)}
#: One is seen by two of them.
PICTURES: Final = {"customs": ("a lamp",), "ferry": ("a boat", "a lamp"), "salt": ()}
#: How many files there are for them.
PLACES: Final = 4
TURNS: Final = 2
STEP: Final = 512
BUNDLE_STEP: Final = 512
ROUNDS: Final = 1_000_000


def vectors() -> dict[str, Any]:
    """All of them."""
    return {
        "normalise": [
            {"typed": typed, "means": reference_implementation.plain(typed)} for typed in TYPED
        ],
        "derived": [
            {
                "key": MASTER.hex(),
                "words": words.split("|"),
                "length": length,
                "derived": derive(MASTER, words, length=length).hex(),
            }
            for words, length in DERIVED
        ],
        "phrases": [
            {"player": player, "generation": generation, "phrase": phrase(player, generation)}
            for player in ("ada", "bo", "gm")
            for generation in (0, 1)
        ],
        "logins": [login("coat moonlight shriek steed", rounds) for rounds in (1, 1000)],
        "names": [
            {
                "seat": seat(0).hex(),
                "path": path,
                "number": number,
                "name": name(seat(0), path, number),
            }
            for path, number in (("book", 0), ("turn", 1), ("turn", 12), ("picture 0", 3))
        ],
        "blobs": [blob(*one) for one in BLOBS],
        "keyring": keyring(),
        "orders": [orders(text, at) for at, text in enumerate(ORDERS)],
    }


def orders(text: str, at: int) -> dict[str, Any]:
    """Orders sealed to the game master by a key pair that is made up from their number."""
    scalar = reference_implementation.orders_scalar(MASTER)
    ephemeral = (
        int.from_bytes(hashlib.sha256(b"a sheet %d" % at).digest(), "big")
        % reference_implementation.N
    )
    to, own = (
        reference_implementation.times_point(scalar),
        reference_implementation.times_point(ephemeral),
    )
    return {
        "master": MASTER.hex(),
        "scalar": f"{scalar:064x}",
        "point": urlsafe(reference_implementation.flat(to)),
        "ephemeral": {
            "kty": "EC",
            "crv": "P-256",
            "d": urlsafe(ephemeral.to_bytes(32, "big")),
            "x": urlsafe(own[0].to_bytes(32, "big")),
            "y": urlsafe(own[1].to_bytes(32, "big")),
        },
        "text": text,
        "armour": reference_implementation.armour(
            reference_implementation.orders_box(text, to, ephemeral)
        ),
    }


def urlsafe(octets: bytes) -> str:
    return base64.urlsafe_b64encode(octets).decode("ascii").rstrip("=")


def seat(number: int) -> bytes:
    return derive(MASTER, f"seat|{number}")


def phrase(player: str, generation: int = 0) -> str:
    return reference_implementation.words_of(
        derive(MASTER, f"phrase|{player}|{generation}", length=64)
    )


def login(typed: str, rounds: int) -> dict[str, Any]:
    salt = derive(MASTER, "salt", length=16)
    found = reference_implementation.pbkdf2(
        reference_implementation.plain(typed).encode(), salt, rounds
    )
    return {
        "phrase": typed,
        "salt": salt.hex(),
        "rounds": rounds,
        "login": found.hex(),
        "slot": derive(found, "slot").hex()[:32],
        "bundle_key": derive(found, "bundle").hex(),
    }


def blob(path: str, number: int, text: str, size: int) -> dict[str, Any]:
    key = derive(MASTER, "faction|customs|0")
    content = packed(path, text.encode())
    sealed = box(key, path, number, content, size)
    return {
        "key": key.hex(),
        "path": path,
        "number": number,
        "text": text,
        "content": content.hex(),
        "size": size,
        "salt": sealed[4:36].hex(),
        "blob_key": derive(key, "blob", sealed[4:36]).hex(),
        "blob": sealed.hex(),
    }


def volume(faction: str) -> dict[str, Any]:
    """A dossier in its blobs' texts."""
    book = {
        "faction": faction,
        "name": f"The {faction} of Vaïme",
        "turns": TURNS,
        "header": f"<p>{faction}</p>",
        "pages": {"index.html": {"title": faction, "key": "home", "main": "<h1>Home</h1>"}},
        "paths": ["map.html"],
        "pictures": {
            f"pictures/{faction}{slot}.png": [slot, "image/png"]
            for slot in range(len(PICTURES[faction]))
        },
    }
    pages = {"map.html": {"title": "Map", "key": "map", "main": f"<h1>Map of {faction}</h1>"}}
    turns = [
        {
            "turn": turn,
            "pages": {
                f"turns/{turn}.html": {
                    "title": f"Turn {turn}",
                    "key": "turn",
                    "main": f"<h1>What {faction} know of turn {turn}</h1>",
                }
            },
        }
        for turn in range(1, TURNS + 1)
    ]
    return {
        "book": json.dumps(book, ensure_ascii=False),
        "pages": json.dumps({"pages": pages}),
        "turns": [json.dumps(turn) for turn in turns],
        "pictures": list(PICTURES[faction]),
    }


def keyring() -> dict[str, Any]:
    """A whole small site's sealed files, and who opens what of them with which phrase."""
    volumes = {faction: volume(faction) for faction in SEATS}
    return {
        "master": MASTER.hex(),
        "rotations": {faction: starts[1:] for faction, starts in STARTS.items() if starts[1:]},
        "step": STEP,
        "bundle_step": BUNDLE_STEP,
        "volumes": volumes,
        "readers": [
            {
                "player": player,
                "phrase": phrase(player),
                "login": full_login(player).hex(),
                "factions": list(factions),
            }
            for player, factions in READERS.items()
        ],
        "ring": ring(),
        "files": dict(sorted(files(volumes).items())),
    }


def full_login(player: str) -> bytes:
    """At the whole cost, therefore not by hand."""
    salt = derive(MASTER, "salt", length=16)
    return hashlib.pbkdf2_hmac(
        "sha256", reference_implementation.plain(phrase(player)).encode(), salt, ROUNDS
    )


def keys_of(faction: str) -> list[tuple[int, bytes]]:
    return [
        (start, derive(MASTER, f"faction|{faction}|{epoch}"))
        for epoch, start in enumerate(STARTS[faction])
    ]


def ring() -> str:
    """The keyring's file."""
    bundles = [
        reference_implementation.bundle(
            player, [(each, seat(SEATS.index(each)), keys_of(each)) for each in factions]
        )
        for player, factions in READERS.items()
    ]
    logins = [full_login(player) for player in READERS]
    logins += [derive(MASTER, f"empty slot|{slot}") for slot in range(len(READERS), 16)]
    texts = [*(bundle.encode() for bundle in bundles), *[b"{}"] * (16 - len(bundles))]
    stamp = reference_implementation.stamp(MASTER, logins, texts)
    size = room(max(map(len, texts)), BUNDLE_STEP)
    slots = {
        derive(one, "slot", stamp).hex()[:32]: reference_implementation.b64(
            box(derive(one, "bundle", stamp), "bundle", 0, text, size)
        )
        for one, text in zip(logins, texts, strict=True)
    }
    content = {
        "version": 3,
        "kdf": {"name": "PBKDF2-HMAC-SHA256", "rounds": ROUNDS},
        "salt": reference_implementation.b64(derive(MASTER, "salt", length=16)),
        "stamp": reference_implementation.b64(stamp),
        "slots": {id: slots[id] for id in sorted(slots)},
    }
    return json.dumps(content, separators=(",", ":"))


def files(volumes: dict[str, Any]) -> dict[str, str]:
    """The blobs, by path, in Base64."""
    found, shown = pictures()
    for path, count in (("book", 0), ("pages", 0), ("turn", 1), ("turn", 2)):
        texts = [packed(path, text_at(volumes[faction], path, count)) for faction in SEATS]
        if path == "book":
            listed = [json.dumps(shown[faction], separators=(",", ":")) for faction in SEATS]
            texts = [
                packed(path, f"{volumes[faction]['book']}\n{below}".encode())
                for faction, below in zip(SEATS, listed, strict=True)
            ]
        size = room(max(map(len, texts)), STEP)
        keys = [
            [key for first, key in keys_of(faction) if path != "turn" or first <= count][-1]
            for faction in SEATS
        ]
        parts = [path.encode(), b"%d" % count]
        for number, pair in enumerate(zip(keys, texts, strict=True)):
            parts += [b"%d" % number, *pair]
        stamp = row_stamp(MASTER, parts)
        empty = [(derive(MASTER, f"empty seat|{number}"), b"") for number in range(3, 8)]
        for number, (key, text) in enumerate([*zip(keys, texts, strict=True), *empty]):
            one = box(key, path, count, text, size, stamp)
            found[f"sealed/{name(seat(number), path, count)}"] = reference_implementation.b64(one)
    return found


def pictures() -> tuple[dict[str, str], dict[str, list[list[str]]]]:
    """The files of pictures in Base64, and for each faction its names and keys."""
    digests = {each: hashlib.sha256(each.encode()).digest() for each in ("a lamp", "a boat")}
    parts = [b"picture"]
    for number, faction in enumerate(SEATS):
        own = sorted(digests[each] for each in PICTURES[faction])
        parts += [b"%d" % number, keys_of(faction)[-1][1], b"".join(own)]
    stamp = row_stamp(MASTER, parts)
    names = [name(derive(MASTER, "picture names"), "picture 0", slot) for slot in range(PLACES)]
    names.sort(key=lambda each: mac(stamp, each.encode()))
    ordered = sorted(digests, key=lambda each: mac(stamp, digests[each]))
    places = {
        each: (names[at], derive(MASTER, f"picture|{digests[each].hex()}", stamp))
        for at, each in enumerate(ordered)
    }
    found = [(file, key, each) for each, (file, key) in places.items()]
    found += [
        (file, derive(MASTER, f"empty picture|{file}", stamp), "") for file in names[len(ordered) :]
    ]
    b64 = reference_implementation.b64
    return (
        {
            f"sealed/{file}": b64(box(key, "picture", 0, each.encode(), STEP))
            for file, key, each in found
        },
        {
            faction: [[places[each][0], b64(places[each][1])] for each in PICTURES[faction]]
            for faction in SEATS
        },
    )


def text_at(volume: dict[str, Any], path: str, number: int) -> bytes:
    texts: dict[str, list[str]] = {
        "book": [volume["book"]],
        "pages": [volume["pages"]],
        "turn": ["", *volume["turns"]],
    }
    return texts[path][number].encode()


def written() -> str:
    return json.dumps(vectors(), indent=1) + "\n"


if __name__ == "__main__":
    VECTORS.write_text(written(), encoding="utf-8")
