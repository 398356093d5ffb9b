"""The proof of sealed files notices each planted fault."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from typing import TypeAlias

import pytest

from chronicle.records import replace
from chronicle.seal import (
    DossierReader,
    DossierTexts,
    Keys,
    phrase_of,
    seal_dossiers,
    verify_sealed_files,
)
from chronicle.seal.blobs import DEFLATED, deflate, open_blob, seal_blob
from chronicle.seal.keyring import (
    KEY_BUNDLE_PADDING,
    KEY_BUNDLE_PATH,
    SealError,
    build_keyring,
    key_bundle_json,
    open_key_bundle,
    parse_keyring,
)
from chronicle.seal.keys import faction_key, seat_key
from chronicle.seal.logins import bundle_key, login_of, slot_id
from chronicle.seal.sealed_files import KEYRING_PATH, TURN, by_seat, pictures_of
from chronicle.seal.sealed_pictures import PICTURE
from chronicle.seal.unseal import blob_path
from tests.properties.fault_injection import Plant
from tests.seal.small_bundles import cheap, keys_for, volume

VOLUMES = [volume("anvil", pictures=2), volume("bell"), volume("crow", pictures=0)]
LOGINS = [
    DossierReader("ada", ("anvil",)),
    DossierReader("bo", ("bell", "crow")),
    DossierReader("gm", ("anvil", "bell", "crow")),
]
KEYS = keys_for(LOGINS, anvil=(2,))
FILES = seal_dossiers(KEYS, LOGINS, VOLUMES)
STAMP = parse_keyring(FILES[KEYRING_PATH]).stamp
SEATS = {"anvil": 0, "bell": 1, "crow": 2}
SIZE = 32768

Files: TypeAlias = dict[str, bytes]


def place(seat: int, path: str, number: int) -> str:
    return blob_path(seat_key(KEYS, seat), path, number)


def resealed(seat: int, path: str, number: int, faction: str, epoch: int) -> Files:
    """The files with one blob sealed under another key than is due."""
    key = faction_key(KEYS, faction, epoch)
    return {**FILES, place(seat, path, number): seal_blob(key, path, number, b"{}", SIZE)}


def swapped(one: str, other: str) -> Files:
    return {**FILES, one: FILES[other], other: FILES[one]}


def without(path: str) -> Files:
    return {each: content for each, content in FILES.items() if each != path}


def ring_of(logins: Sequence[DossierReader], keys: Keys = KEYS) -> Files:
    return {**FILES, KEYRING_PATH: build_keyring(keys, logins, SEATS)}


def one_bit_off(path: str) -> Files:
    content = bytearray(FILES[path])
    content[-1] ^= 1
    return {**FILES, path: bytes(content)}


def with_a_longer_slot() -> Files:
    ring = json.loads(FILES[KEYRING_PATH])
    empty = set(ring["slots"]) - {slot_id(login, STAMP) for login in KEYS.logins.values()}
    box = base64.b64decode(ring["slots"][min(empty)]) + bytes(4096)
    ring["slots"][min(empty)] = base64.b64encode(box).decode()
    return {**FILES, KEYRING_PATH: json.dumps(ring).encode()}


def with_a_slot_too_few() -> Files:
    ring = json.loads(FILES[KEYRING_PATH])
    empty = set(ring["slots"]) - {slot_id(login, STAMP) for login in KEYS.logins.values()}
    del ring["slots"][min(empty)]
    return {**FILES, KEYRING_PATH: json.dumps(ring).encode()}


def with_a_longer_turn() -> Files:
    key = faction_key(KEYS, "bell", 0)
    return {**FILES, place(1, TURN, 1): seal_blob(key, TURN, 1, VOLUMES[1].turns[0], 2 * SIZE)}


def picture_file(content: bytes) -> str:
    """The file of a picture; of one that has none, for the empty content."""
    pool = pictures_of(KEYS, by_seat(KEYS, VOLUMES))
    return next(f"sealed/{one.name}" for one in pool.places if one.content == content)


def with_a_longer_picture(content: bytes) -> Files:
    path = picture_file(content)
    return {**FILES, path: FILES[path] + bytes(64)}


def with_book_of_bell(name: str, key: bytes) -> Files:
    """Bell's picture is in another file, or under another key, and its book says so."""
    listed = json.dumps([[name, base64.b64encode(key).decode()]]).encode()
    content = deflate(VOLUMES[1].book + b"\n" + listed)
    book = seal_blob(faction_key(KEYS, "bell", 0), "book", 0, content, SIZE, DEFLATED)
    picture = seal_blob(key, PICTURE, 0, VOLUMES[1].pictures[0], SIZE)
    return {**FILES, place(1, "book", 0): book, f"sealed/{name}": picture}


def with_a_garbled_book() -> Files:
    content = deflate(VOLUMES[1].book + b"\n[[")
    book = seal_blob(faction_key(KEYS, "bell", 0), "book", 0, content, SIZE, DEFLATED)
    return {**FILES, place(1, "book", 0): book}


def own_file_of_bell() -> str:
    return picture_file(VOLUMES[1].pictures[0]).removeprefix("sealed/")


def key_of_anvils_picture() -> bytes:
    pool = pictures_of(KEYS, by_seat(KEYS, VOLUMES))
    return pool.places_of(VOLUMES[0].pictures[:1])[0][1]


def with_a_slot_that_is_broken() -> Files:
    ring = json.loads(FILES[KEYRING_PATH])
    id = slot_id(login_of(KEYS, phrase_of(KEYS, "ada")), STAMP)
    box = bytearray(base64.b64decode(ring["slots"][id]))
    box[-1] ^= 1
    ring["slots"][id] = base64.b64encode(bytes(box)).decode()
    return {**FILES, KEYRING_PATH: json.dumps(ring).encode()}


def with_a_key_in_advance() -> Files:
    """What Ada reads is as it should be, but she could read on after the next rotation."""
    login = login_of(KEYS, phrase_of(KEYS, "ada"))
    bundle = open_key_bundle(FILES[KEYRING_PATH], login)
    assert bundle is not None
    (anvil,) = bundle.dossiers
    more = replace(anvil, keys=((0, faction_key(KEYS, "anvil", 2)), *anvil.keys))
    text = key_bundle_json(replace(bundle, dossiers=(more,)))
    ring = json.loads(FILES[KEYRING_PATH])
    box = seal_blob(bundle_key(login, STAMP), KEY_BUNDLE_PATH, 0, text, KEY_BUNDLE_PADDING)
    ring["slots"][slot_id(login, STAMP)] = base64.b64encode(box).decode()
    return {**FILES, KEYRING_PATH: json.dumps(ring).encode()}


ZOE = [*LOGINS, DossierReader("zoe", ("bell",))]
#: What is planted, and how the proof words it.
FAULTS: dict[str, tuple[Callable[[], Files], str]] = {
    "two turns swapped": (lambda: swapped(place(1, TURN, 1), place(1, TURN, 2)), "turn 1 of bell"),
    "two seats swapped": (lambda: swapped(place(0, TURN, 1), place(1, TURN, 1)), "of anvil"),
    "two texts of pages swapped": (
        lambda: swapped(place(0, "pages", 0), place(1, "pages", 0)),
        "pages 0",
    ),
    "two books swapped": (lambda: swapped(place(0, "book", 0), place(1, "book", 0)), "book 0"),
    "two pictures swapped": (
        lambda: swapped(*map(picture_file, VOLUMES[0].pictures)),
        "picture 0 of anvil",
    ),
    "one bit off": (lambda: one_bit_off(place(2, TURN, 3)), "turn 3 of crow"),
    "a turn missing": (lambda: without(place(1, TURN, 3)), "1 missing, 0 unexpected"),
    "an empty seat's turn missing": (lambda: without(place(7, TURN, 3)), "1 missing, 0 unexpected"),
    "a picture missing": (
        lambda: without(picture_file(VOLUMES[1].pictures[0])),
        "1 missing, 0 unexpected",
    ),
    "a file without a picture missing": (
        lambda: without(picture_file(b"")),
        "1 missing, 0 unexpected",
    ),
    "a book that does not say where its pictures are": (with_a_garbled_book, "book of bell"),
    "two pictures under one key": (
        lambda: with_book_of_bell(own_file_of_bell(), key_of_anvils_picture()),
        "opens another picture",
    ),
    "a picture under the key of its faction": (
        lambda: with_book_of_bell(own_file_of_bell(), faction_key(KEYS, "bell", 0)),
        "the key of bell's epoch 0 opens a picture",
    ),
    "a picture under a replaced key of another faction": (
        lambda: with_book_of_bell(own_file_of_bell(), faction_key(KEYS, "anvil", 0)),
        "the key of anvil's epoch 0 opens a picture",
    ),
    "a picture under the latest key of another faction": (
        lambda: with_book_of_bell(own_file_of_bell(), faction_key(KEYS, "anvil", 1)),
        "the key of anvil's epoch 1 opens a picture",
    ),
    "the keyring missing": (lambda: without(KEYRING_PATH), "1 missing, 0 unexpected"),
    "a file too many": (lambda: {**FILES, "sealed/more.bin": b""}, "0 missing, 1 unexpected"),
    "a text that is not theirs as it is": (
        lambda: resealed(1, TURN, 1, "bell", 0),
        "bo cannot read",
    ),
    "an epoch too early": (lambda: resealed(0, TURN, 3, "anvil", 0), "turn 3 of anvil"),
    "an epoch too late": (lambda: resealed(0, TURN, 1, "anvil", 1), "turn 1 of anvil"),
    "pages of an old epoch": (lambda: resealed(0, "pages", 0, "anvil", 0), "pages 0 of anvil"),
    "a book of an old epoch": (lambda: resealed(0, "book", 0, "anvil", 0), "book 0 of anvil"),
    "a rival's turn under one's own key": (lambda: resealed(0, TURN, 1, "bell", 0), "of anvil"),
    "an empty seat that somebody opens": (
        lambda: resealed(5, TURN, 2, "crow", 0),
        "the key of crow's epoch 0 opens turn 2 of seat 5",
    ),
    "an empty seat under an old epoch": (
        lambda: resealed(4, "book", 0, "anvil", 0),
        "the key of anvil's epoch 0 opens book 0 of seat 4",
    ),
    "a login too many": (lambda: ring_of(ZOE, keys_for(ZOE, anvil=(2,))), "unexpected slots"),
    "a login too few": (lambda: ring_of(LOGINS[1:]), "unexpected slots"),
    "a slot that is broken": (with_a_slot_that_is_broken, "does not open to its own login"),
    "a longer picture": (
        lambda: with_a_longer_picture(VOLUMES[0].pictures[1]),
        "sizes of pictures",
    ),
    "a longer file without a picture": (lambda: with_a_longer_picture(b""), "sizes of pictures"),
    "a slot too few": (with_a_slot_too_few, "unexpected slots"),
    "a slot of another length": (with_a_longer_slot, "told apart"),
    "a dossier too many": (
        lambda: ring_of([DossierReader("ada", ("anvil", "bell")), *LOGINS[1:]]),
        "ada cannot read",
    ),
    "a dossier too few": (
        lambda: ring_of([*LOGINS[:1], DossierReader("bo", ("bell",)), *LOGINS[2:]]),
        "bo cannot read",
    ),
    "a bundle of before the rotation": (
        lambda: ring_of(LOGINS, keys_for(LOGINS)),
        "book 0 of anvil",
    ),
    "a bundle with a key too many": (
        lambda: ring_of(LOGINS, keys_for(LOGINS, anvil=(2,), bell=(9,))),
        "book 0 of bell",
    ),
    "a key in advance": (with_a_key_in_advance, "bundle of ada holds unexpected keys"),
    "a size that tells": (with_a_longer_turn, "size of turn 1"),
}


def test_valid_sealed_files_pass_the_proof() -> None:
    verify_sealed_files(FILES, KEYS, LOGINS, VOLUMES)


def test_other_files_are_ignored() -> None:
    verify_sealed_files(
        {**FILES, "index.html": b"", "sealed.html": b""}, KEYS, LOGINS[::-1], VOLUMES[::-1]
    )


@pytest.mark.parametrize("fault", FAULTS)
def test_each_injected_fault_is_detected(fault: str) -> None:
    plant, words = FAULTS[fault]
    files = plant()
    assert files != FILES
    with pytest.raises(SealError, match=words):
        verify_sealed_files(files, KEYS, LOGINS, VOLUMES)


def test_a_picture_that_is_sealed_twice_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both factions can see it, each in its own file."""
    volumes = [replace(one, pictures=(b"a lamp",)) for one in VOLUMES]
    Plant(
        "sealed-twice",
        "seal.sealed_files:seal_blobs",
        "pictures.places_of(volume.pictures)",
        "([(pictures.places[seat].name, b'k' * 32)] if volume.pictures else [])",
    ).into(monkeypatch)
    files = seal_dossiers(KEYS, LOGINS, volumes)
    pool = pictures_of(KEYS, by_seat(KEYS, volumes))
    lamp = seal_blob(b"k" * 32, PICTURE, 0, b"a lamp", SIZE)
    files |= {f"sealed/{one.name}": lamp for one in pool.places}
    with pytest.raises(SealError, match="is sealed twice"):
        verify_sealed_files(files, KEYS, LOGINS, volumes)


@pytest.mark.parametrize(
    ("pictures", "count", "words"),
    [
        (3, "len(digests)", "the sizes of pictures"),
        (5, "len(digests)", "the number of pictures"),
        (5, "max(MIN_PICTURES, len(digests) + 1)", "the number of pictures"),
    ],
)
def test_files_that_count_the_pictures_are_detected(
    pictures: int, count: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Plant(
        "counted-pictures",
        "seal.sealed_pictures:picture_rows",
        "next_power_of_two(MIN_PICTURES if row == 0 else 1, len(digests))",
        count,
    ).into(monkeypatch)
    volumes = [volume("anvil", pictures=pictures), volume("bell", pictures=0), VOLUMES[2]]
    files = seal_dossiers(KEYS, LOGINS, volumes)
    with pytest.raises(SealError, match=words):
        verify_sealed_files(files, KEYS, LOGINS, volumes)


def test_two_sizes_of_pictures_in_one_row_are_detected() -> None:
    """Even if there are as many of each as a power of two."""
    volumes = [volume("anvil", pictures=5), *VOLUMES[1:]]
    files = seal_dossiers(KEYS, LOGINS, volumes)
    places = pictures_of(KEYS, by_seat(KEYS, volumes)).places
    for one in sorted(places, key=lambda place: len(place.content))[:4]:
        files[f"sealed/{one.name}"] += bytes(64)
    with pytest.raises(SealError, match="the sizes of pictures"):
        verify_sealed_files(files, KEYS, LOGINS, volumes)


def test_a_picture_that_is_too_large_for_the_row_passes_the_proof() -> None:
    volumes = [replace(VOLUMES[0], pictures=(b"x" * 300_000,)), *VOLUMES[1:]]
    files = seal_dossiers(KEYS, LOGINS, volumes)
    assert len({len(blob) for path, blob in files.items() if path != KEYRING_PATH}) == 2
    verify_sealed_files(files, KEYS, LOGINS, volumes)


#: Faults of sealing that leave a key valid that was replaced: files, keyring and readers agree.
#: With them the rotations of anvil, and the first blob that an old key opens.
OLD_KEYS = {
    "one key for all epochs": (
        [
            Plant(
                "one-key",
                "seal.keys:faction_key",
                '"faction", faction, str(epoch))',
                '"faction", faction)',
            ),
        ],
        (2,),
        "book 0",
    ),
    "no epoch after a rotation": (
        [
            Plant(
                "no-epochs", "seal.keys:epochs_of", "(0, *keys.rotations.get(faction, ()))", "(0,)"
            ),
            Plant(
                "no-last-epoch",
                "seal.keys:last_epoch",
                "return len(keys.rotations.get(faction, ()))",
                "return 0",
            ),
        ],
        (2,),
        "book 0",
    ),
    "a book with the first key": (
        [
            Plant(
                "sealed-first",
                "seal.keys:last_epoch",
                "return len(keys.rotations.get(faction, ()))",
                "return 0",
            ),
            Plant("read-first", "seal.keyring:DossierKeys.last", "self.keys[-1]", "self.keys[0]"),
        ],
        (2,),
        "book 0",
    ),
    "an epoch that begins a turn late": (
        [
            Plant("sealed-late", "seal.keys:epoch_at", "if start <= turn", "if start < turn"),
            Plant(
                "read-late", "seal.keyring:DossierKeys.at", "if first <= turn", "if first < turn"
            ),
        ],
        (2,),
        "turn 2",
    ),
    "a rotation to an earlier turn that does not count": (
        [
            Plant(
                "first-rotation",
                "seal.keys:epochs_of",
                "(0, *keys.rotations.get(faction, ()))",
                "(0, *keys.rotations.get(faction, ())[:1])",
            ),
            Plant(
                "first-epoch",
                "seal.keys:last_epoch",
                "return len(keys.rotations.get(faction, ()))",
                "return len(keys.rotations.get(faction, ())[:1])",
            ),
        ],
        (3, 1),
        "turn 1",
    ),
}


@pytest.mark.parametrize("fault", OLD_KEYS)
def test_a_replaced_key_that_still_opens_new_texts_is_detected(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plants, turns, opened = OLD_KEYS[fault]
    keys = keys_for(LOGINS, anvil=turns)
    verify_sealed_files(seal_dossiers(keys, LOGINS, VOLUMES), keys, LOGINS, VOLUMES)
    for plant in plants:
        plant.into(monkeypatch)
    files = seal_dossiers(keys, LOGINS, VOLUMES)
    with pytest.raises(SealError, match=f"the key of anvil's epoch 0 opens {opened} of seat 0"):
        verify_sealed_files(files, keys, LOGINS, VOLUMES)


@pytest.mark.parametrize("turns", [(2,), (2, 2), (1, 3), (3, 1), (3,)])
def test_a_replaced_key_opens_only_turns_before_its_end(turns: tuple[int, ...]) -> None:
    """The proof passes, and each key of anvil opens by hand what it says."""
    keys = keys_for(LOGINS, anvil=turns)
    files = seal_dossiers(keys, LOGINS, VOLUMES)
    verify_sealed_files(files, keys, LOGINS, VOLUMES)
    opened = {
        (epoch, turn)
        for epoch in range(len(turns) + 1)
        for turn in (1, 2, 3)
        if open_blob(faction_key(keys, "anvil", epoch), TURN, turn, files[place(0, TURN, turn)])
    }
    expected = {
        (2,): {(0, 1), (1, 2), (1, 3)},
        (2, 2): {(0, 1), (2, 2), (2, 3)},
        (1, 3): {(1, 1), (1, 2), (2, 3)},
        (3, 1): {(2, 1), (2, 2), (2, 3)},
        (3,): {(0, 1), (0, 2), (1, 3)},
    }
    assert opened == expected[turns]


@pytest.mark.parametrize(
    "volumes",
    [
        [replace(VOLUMES[0], book=b"else"), *VOLUMES[1:]],
        [*VOLUMES[:2], replace(VOLUMES[2], turns=(*VOLUMES[2].turns[:2], b"else"))],
        [replace(VOLUMES[0], pictures=(b"else", VOLUMES[0].pictures[1])), *VOLUMES[1:]],
        [replace(VOLUMES[0], pictures=VOLUMES[0].pictures[:1]), *VOLUMES[1:]],
    ],
)
def test_files_of_other_texts_are_noticed(volumes: list[DossierTexts]) -> None:
    with pytest.raises(SealError):
        verify_sealed_files(FILES, KEYS, LOGINS, volumes)


def test_files_of_other_keys_are_noticed() -> None:
    players = [login.player for login in LOGINS]
    with pytest.raises(SealError):
        verify_sealed_files(FILES, cheap(replace(KEYS, master=bytes(32)), players), LOGINS, VOLUMES)
