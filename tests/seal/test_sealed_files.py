"""Sealed files look the same for any set of dossiers with any content."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.records import replace
from chronicle.seal import (
    DossierReader,
    DossierTexts,
    Keys,
    phrase_of,
    seal_dossiers,
    verify_sealed_files,
    with_seats,
)
from chronicle.seal.blobs import open_blob
from chronicle.seal.keyring import (
    SealError,
    build_keyring,
    dossier_keys_of,
    open_key_bundle,
    parse_keyring,
)
from chronicle.seal.keys import epoch_at, epochs_of, seat_key, seats_of
from chronicle.seal.logins import login_of
from chronicle.seal.sealed_files import KEYRING_PATH, TURN, by_seat, pictures_of, seal_blobs
from chronicle.seal.sealed_pictures import PICTURE
from chronicle.seal.unseal import blob_path, open_book, open_dossiers
from tests.seal.reference_implementation import stored
from tests.seal.small_bundles import MASTER, cheap, keys_for, logins_of, read_with, volume

NAMES = ("anvil", "bell", "crow", "dusk", "elm", "fen", "gull", "hare", "isle", "jade")
THREE = [volume(name) for name in NAMES[:3]]
LOGINS = logins_of(NAMES[:3])
KEYS = keys_for(LOGINS)
SITE = seal_dossiers(KEYS, LOGINS, THREE)

some_logins = st.dictionaries(
    st.sampled_from([f"p{n}" for n in range(40)]),
    st.lists(st.sampled_from(NAMES), unique=True).map(tuple),
    max_size=40,
)


def sizes(files: Mapping[str, bytes]) -> dict[str, int]:
    return {path: len(content) for path, content in files.items()}


def site_of(count: int, *, pictures: int = 1, said: str = "") -> dict[str, bytes]:
    logins = logins_of(NAMES[:count])
    volumes = [volume(name, 3, pictures, said) for name in NAMES[:count]]
    return seal_dossiers(keys_for(logins), logins, volumes)


def test_the_same_keys_and_texts_give_the_same_bytes() -> None:
    assert seal_dossiers(KEYS, LOGINS, THREE) == SITE


def test_the_order_of_inputs_does_not_matter() -> None:
    turned = [DossierReader(login.player, login.factions[::-1]) for login in LOGINS[::-1]]
    assert seal_dossiers(KEYS, turned, THREE[::-1]) == SITE
    assert list(seal_dossiers(KEYS, LOGINS[::-1], THREE[::-1])) == list(SITE)


def test_all_sealed_files_are_in_one_folder() -> None:
    assert {path.rpartition("/")[0] for path in SITE} == {"sealed"}


@pytest.mark.parametrize("count", range(1, 9))
def test_another_faction_changes_neither_names_nor_sizes(count: int) -> None:
    assert sizes(site_of(count, pictures=0)) == sizes(site_of(8, pictures=0))


@pytest.mark.parametrize("joining", ["aaa", "bee", "zoo"])
def test_a_new_faction_does_not_move_stored_seats(joining: str) -> None:
    logins = logins_of([*NAMES[:3], joining])
    volumes = [*THREE, volume(joining)]
    keys = with_seats(keys_for(logins), NAMES[:3])
    files = seal_dossiers(keys, logins, volumes)
    verify_sealed_files(files, keys, logins, volumes)
    assert sizes(files) == sizes(SITE)
    for seat, one in enumerate([*THREE, volume(joining)]):
        assert read_with(files, replace(keys, seats={one.faction: seat}), one.faction, [one]) == one


@pytest.mark.parametrize(
    ("remembered", "factions", "seats"),
    [
        ({}, ["b", "a", "c"], {"a": 0, "b": 1, "c": 2}),
        ({"c": 0}, ["b", "a", "c"], {"a": 1, "b": 2, "c": 0}),
        # A seat is kept for who may come back.
        ({"a": 1, "gone": 0}, ["b", "a", "c"], {"a": 1, "b": 2, "c": 3}),
        ({"a": 9}, ["a"], {"a": 9}),
        ({"a": 1}, [], {}),
    ],
)
def test_a_seat_is_the_remembered_one_or_the_first_free(
    remembered: dict[str, int], factions: list[str], seats: dict[str, int]
) -> None:
    keys = Keys(MASTER, seats=remembered)
    assert seats_of(keys, factions) == seats
    assert with_seats(keys, factions).seats == {**remembered, **seats}


def test_seat_count_covers_the_highest_seat() -> None:
    keys = replace(KEYS, seats={"anvil": 9})
    files = seal_dossiers(keys, LOGINS, THREE)
    verify_sealed_files(files, keys, LOGINS, THREE)
    assert len(files) == 1 + 16 * (2 + 3) + 4


def test_the_ninth_faction_doubles_the_seats() -> None:
    eight, nine = site_of(8, pictures=0), site_of(9, pictures=0)
    assert eight.keys() < nine.keys()
    seats = [len(files) - 1 - len(pictures_in(files)) for files in (eight, nine)]
    assert seats == [8 * 5, 16 * 5]


def pictures_in(files: Mapping[str, bytes]) -> dict[str, int]:
    """The sizes of the files that no seat has, by path."""
    places = [("book", 0), ("pages", 0), *((TURN, turn) for turn in range(1, 9))]
    seats = {
        blob_path(seat_key(KEYS, seat), path, number)
        for seat in range(16)
        for path, number in places
    }
    return {path: len(files[path]) for path in files if path not in {*seats, KEYRING_PATH}}


def test_every_seat_looks_the_same() -> None:
    """By kind of blob: there is one size, and each seat has its name for each place."""
    volumes = [
        replace(volume("anvil"), book=incompressible(40_000)),
        replace(volume("bell"), turns=(b"x" * 70_000, incompressible(70_000), b"")),
        volume("crow"),
    ]
    files = seal_dossiers(KEYS, LOGINS, volumes)
    rows = (("book", 0, 2), ("pages", 0, 1), (TURN, 1, 1), (TURN, 2, 4), (TURN, 3, 1))
    for path, number, classes in rows:
        assert seat_sizes(files, path, number) == {52 + classes * 32768: 8}
    assert len(files) == 1 + 8 * (2 + 3) + 4
    verify_sealed_files(files, KEYS, LOGINS, volumes)


def incompressible(length: int) -> bytes:
    """A text of which compression makes nothing smaller."""
    return hashlib.shake_256(b"").digest(length)


def seat_sizes(files: Mapping[str, bytes], path: str, number: int) -> Mapping[int, int]:
    """How many seats have a blob of which size in a place."""
    places = [blob_path(seat_key(KEYS, seat), path, number) for seat in range(8)]
    return Counter(len(files[place]) for place in places if place in files)


def test_texts_are_compressed_and_pictures_are_not() -> None:
    """The magic bytes of a place are the same on all seats, with or without a dossier."""
    volumes = [
        replace(volume("anvil", pictures=3), book=b"<p>The bell rang.</p>" * 10_000),
        *THREE[1:],
    ]
    files = seal_dossiers(KEYS, LOGINS, volumes)
    assert seat_sizes(files, "book", 0) == {52 + 32768: 8}
    for path, number in (("book", 0), (TURN, 3)):
        places = [blob_path(seat_key(KEYS, seat), path, number) for seat in range(8)]
        assert {files[place][:4] for place in places} == {b"CHR2"}
    assert {files[path][:4] for path in pictures_in(files)} == {b"CHR1"}
    verify_sealed_files(files, KEYS, LOGINS, volumes)


def test_another_version_of_zlib_changes_all_seats_alike() -> None:
    """It may compress otherwise; if the empty seats stayed, they could be told by that."""
    files = seal_dossiers(KEYS, LOGINS, THREE, stored)
    assert sizes(files) == sizes(SITE)
    same = {path for path in files if files[path] == SITE[path]}
    assert same == {KEYRING_PATH, *pictures_in(SITE)}
    gm = open_dossiers(files, login_of(KEYS, phrase_of(KEYS, "gm")))
    assert gm == {each.faction: each for each in THREE}


@pytest.mark.parametrize(("pictures", "files"), [(0, 4), (1, 4), (4, 4), (5, 8), (9, 16)])
def test_the_number_of_picture_files_is_a_power_of_two(pictures: int, files: int) -> None:
    volumes = [volume("anvil", 1, pictures), volume("bell", 1, 0)]
    assert len(pictures_in(seal_dossiers(KEYS, LOGINS[:1], volumes))) == files


def test_a_picture_is_stored_once_for_all_who_see_it() -> None:
    shared = [b"one", b"two", b"three", b"four"]
    volumes = [replace(one, pictures=tuple(shared)) for one in THREE]
    files = seal_dossiers(KEYS, LOGINS, volumes)
    assert len(pictures_in(files)) == 4
    verify_sealed_files(files, KEYS, LOGINS, volumes)


def test_pictures_have_the_size_of_the_largest_and_very_large_ones_their_own() -> None:
    """Those of up to 256 KiB are a row; each size above has as many files as a power of two."""
    large = [bytes([number]) * 300_000 for number in range(3)]
    volumes = [
        replace(THREE[0], pictures=(b"small", b"x" * 33_000)),
        replace(THREE[1], pictures=(*large, b"x" * 600_000)),
        THREE[2],
    ]
    files = seal_dossiers(KEYS, LOGINS, volumes)
    assert Counter(pictures_in(files).values()) == {
        52 + (64 << 10): 4,
        52 + (512 << 10): 4,
        52 + (1 << 20): 1,
    }
    verify_sealed_files(files, KEYS, LOGINS, volumes)


def test_which_file_a_picture_is_in_says_nothing_about_their_number() -> None:
    """A reader of one of two pictures finds it in each of the four files, in some builds."""
    names = set()
    for number in range(40):
        other = [replace(THREE[0], pictures=(b"mine",)), volume("bell", said=str(number))]
        pool = pictures_of(KEYS, by_seat(KEYS, other))
        names.add(pool.places_of([b"mine"])[0][0])
    assert len(names) == 4


def test_a_longer_text_of_the_same_size_class_changes_no_size() -> None:
    assert sizes(site_of(3, said="more " * 1000)) == sizes(SITE)


def test_an_empty_seat_has_the_padding_of_a_used_one() -> None:
    """Even where all texts are shorter than that."""
    small = [DossierTexts("anvil", b"", (b"", b"x"))]
    assert {len(blob) for blob in seal_blobs(KEYS, by_seat(KEYS, small), 64).values()} == {52 + 64}


def test_no_two_blobs_of_a_site_have_one_salt() -> None:
    blobs = [content for path, content in SITE.items() if path != KEYRING_PATH]
    assert len({blob[4:36] for blob in blobs}) == len(blobs)


@settings(max_examples=40, deadline=None)
@given(some_logins)
def test_slots_are_a_power_of_two_and_alike(factions: Mapping[str, tuple[str, ...]]) -> None:
    logins = [DossierReader(player, names) for player, names in factions.items()]
    ring = build_keyring(keys_for(logins), logins, {name: seat for seat, name in enumerate(NAMES)})
    slots = parse_keyring(ring).slots
    assert len(slots) in {16, 32, 64}
    assert len(slots) == 16 or len(slots) < 2 * len(logins)
    assert {len(box) for box in slots.values()} == {4 + 32 + 2048 + 16}
    assert {len(id) for id in slots} == {32}
    assert list(slots) == sorted(slots)


def test_the_keyring_states_its_iteration_count() -> None:
    ring = json.loads(SITE[KEYRING_PATH])
    assert list(ring) == ["version", "kdf", "salt", "stamp", "slots"]
    assert ring["version"] == 3
    assert ring["kdf"] == {"name": "PBKDF2-HMAC-SHA256", "rounds": 1_000_000}


@pytest.mark.parametrize(("rounds", "opens"), [(600_000, True), (599_999, False), (1, False)])
def test_a_cheap_keyring_is_not_opened(rounds: int, *, opens: bool) -> None:
    ring = json.loads(SITE[KEYRING_PATH])
    ring["kdf"]["rounds"] = rounds
    files = {**SITE, KEYRING_PATH: json.dumps(ring).encode()}
    login = login_of(KEYS, phrase_of(KEYS, "gm"))
    if opens:
        assert open_dossiers(files, login) is not None
        return
    with pytest.raises(SealError, match="too cheaply"):
        open_dossiers(files, login)


@pytest.mark.parametrize(
    "ring",
    [
        b"",
        b"[]",
        b"{}",
        b'{"version":1}',
        b'{"version":3}',
        SITE[KEYRING_PATH].replace(b'sion":3', b'sion":2'),
        SITE[KEYRING_PATH].replace(b"PBKDF2", b"SCRYPT"),
        SITE[KEYRING_PATH].replace(b"1000000", b'"1"'),
        SITE[KEYRING_PATH].replace(b"Q0hSM", b"Q0h!SM"),
    ],
)
def test_a_garbled_keyring_is_not_opened(ring: bytes) -> None:
    with pytest.raises(SealError, match="keyring"):
        open_dossiers({**SITE, KEYRING_PATH: ring}, bytes(32))


def test_a_wrong_phrase_finds_no_slot() -> None:
    assert open_dossiers(SITE, bytes(32)) is None


def test_a_login_opens_its_dossiers_and_no_others() -> None:
    found = open_dossiers(SITE, login_of(KEYS, phrase_of(KEYS, "p-bell")))
    assert found == {"bell": THREE[1]}
    gm = open_dossiers(SITE, login_of(KEYS, phrase_of(KEYS, "gm")))
    assert gm == {each.faction: each for each in THREE}


def test_a_login_without_factions_opens_nothing() -> None:
    logins = [*LOGINS, DossierReader("ada", ())]
    keys = keys_for(logins)
    assert (
        open_dossiers(seal_dossiers(keys, logins, THREE), login_of(keys, phrase_of(keys, "ada")))
        == {}
    )


def test_the_salt_of_a_campaign_stays() -> None:
    """After other changes: another faction, turn, player, or a rotated key."""
    logins = [*logins_of(NAMES[:5]), DossierReader("zoe", ("bell",))]
    keys = keys_for(logins, bell=(2,))
    later = seal_dossiers(keys, logins, [volume(name, 4) for name in NAMES[:5]])
    before, after = json.loads(SITE[KEYRING_PATH]), json.loads(later[KEYRING_PATH])
    assert before["salt"] == after["salt"]


def compared(before: bytes, after: bytes) -> Mapping[str, object]:
    """All that somebody who has no login can compare of two keyrings."""
    one, other = json.loads(before), json.loads(after)
    boxes = [set(ring["slots"].values()) for ring in (one, other)]
    return {
        "same parts": {key for key in one.keys() & other.keys() if one[key] == other[key]},
        "same slots": len(one["slots"].keys() & other["slots"].keys()),
        "same boxes": len(boxes[0] & boxes[1]),
        "slots": [len(ring["slots"]) for ring in (one, other)],
        "sizes": [{len(box) for box in one} for one in boxes],
        "places of the same": [
            id for id, also in zip(one["slots"], other["slots"], strict=True) if id == also
        ],
    }


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.sampled_from(NAMES[:3]), min_size=2, max_size=9),
    st.sets(st.integers(0, 8), min_size=1),
)
def test_two_keyrings_do_not_tell_who_joined_left_or_changed_a_phrase_or_key(
    factions: Sequence[str], chosen: set[int]
) -> None:
    readers = [DossierReader(f"p{at}", (name,)) for at, name in enumerate(factions)]
    some = [reader for at, reader in enumerate(readers) if at in chosen] or readers[:1]
    others = [reader for reader in readers if reader not in some]
    seats = {name: seat for seat, name in enumerate(NAMES)}

    def ring(readers: Sequence[DossierReader], **changed: Any) -> bytes:
        logins = [*readers, DossierReader("gm", NAMES[:3])]
        keys = cheap(Keys(MASTER, **changed), [one.player for one in logins])
        return build_keyring(keys, logins, seats)

    generations = {reader.player: 1 for reader in some}
    found = {
        "joined": compared(ring(others), ring(readers)),
        "left": compared(ring(readers), ring(others)),
        "phrase": compared(ring(readers), ring(readers, generations=generations)),
        "key": compared(ring(readers), ring(readers, rotations={NAMES[0]: (2,)})),
    }
    assert {repr(it) for it in found.values()} == {repr(found["joined"])}
    assert found["joined"]["same slots"] == 0
    assert found["joined"]["same boxes"] == 0
    assert ring(readers) == ring(readers[::-1]), "the same readers, the same bytes"


def test_two_players_with_one_phrase_are_refused() -> None:
    own = Keys(MASTER, own={"p-anvil": "a b c", "p-bell": " A-B c"})
    keys = cheap(own, [login.player for login in LOGINS])
    with pytest.raises(SealError, match="same phrase"):
        seal_dossiers(replace(keys, logins=dict.fromkeys(keys.logins, bytes(32))), LOGINS, THREE)


@pytest.mark.parametrize(
    "volumes",
    [
        [volume("anvil"), volume("anvil")],
        [volume("anvil", turns=2), volume("bell", turns=3)],
        [DossierTexts("anvil", b"", (), (b"x", b""))],
    ],
)
def test_invalid_bundles_are_refused(volumes: Sequence[DossierTexts]) -> None:
    with pytest.raises(ValueError, match=r"two volumes|number of turns|picture is empty"):
        seal_dossiers(KEYS, LOGINS[:0], volumes)


class TestRotation:
    """A rotated key shuts out who only has the old one, from its turn on."""

    OLD = KEYS
    NEW = keys_for(LOGINS, bell=(3,))
    FILES = seal_dossiers(NEW, LOGINS, THREE)

    def test_the_new_bundle_opens_all_turns(self) -> None:
        assert read_with(self.FILES, self.NEW, "bell", THREE) == THREE[1]

    def test_old_keys_open_no_turn_of_the_new_epoch_and_no_book(self) -> None:
        with pytest.raises(SealError, match="book 0 of bell"):
            read_with(self.FILES, self.OLD, "bell", THREE)
        bundle = open_key_bundle(SITE[KEYRING_PATH], login_of(KEYS, phrase_of(KEYS, "p-bell")))
        assert bundle is not None
        ((_, key),) = bundle.dossiers[0].keys
        place = {turn: blob_path(seat_key(KEYS, 1), TURN, turn) for turn in (1, 2, 3)}
        opens = {t: open_with(key, TURN, t, self.FILES[path]) for t, path in place.items()}
        assert opens == {1: True, 2: True, 3: False}

    def test_turns_before_the_rotation_stay(self) -> None:
        for seat in range(8):
            for turn in (1, 2):
                place = blob_path(seat_key(KEYS, seat), TURN, turn)
                assert self.FILES[place] == SITE[place]

    def test_an_old_book_opens_no_picture(self) -> None:
        """Not even one that was in it, since a player who left must not get a new copy."""
        old = dossier_keys_of(self.OLD, "bell", 1)
        ((name, key),) = open_book(SITE, old)[1]
        assert open_with(key, PICTURE, 0, SITE[f"sealed/{name}"])
        assert not [
            path for path in pictures_in(self.FILES) if open_with(key, PICTURE, 0, self.FILES[path])
        ]

    def test_names_and_sizes_stay(self) -> None:
        assert sizes(self.FILES) == sizes(SITE)

    @pytest.mark.parametrize(
        ("turns", "epochs", "held"),
        [
            ((), [0, 0, 0, 0], ((0, 0),)),
            ((2,), [0, 0, 1, 1], ((0, 0), (2, 1))),
            ((1, 3), [0, 1, 1, 2], ((0, 0), (1, 1), (3, 2))),
            # Twice from one turn, and back behind an earlier one: the later overrules.
            ((2, 2), [0, 0, 2, 2], ((0, 0), (2, 2))),
            ((3, 1), [0, 2, 2, 2], ((0, 0), (1, 2))),
            ((0,), [1, 1, 1, 1], ((0, 1),)),
            ((9,), [0, 0, 0, 0], ((0, 0), (9, 1))),
        ],
    )
    def test_an_epoch_holds_from_its_turn_on(
        self, turns: tuple[int, ...], epochs: list[int], held: tuple[tuple[int, int], ...]
    ) -> None:
        keys = Keys(MASTER, rotations={"bell": turns})
        assert [epoch_at(keys, "bell", turn) for turn in range(4)] == epochs
        assert epochs_of(keys, "bell") == held
        assert epochs_of(keys, "anvil") == ((0, 0),)

    @settings(max_examples=30, deadline=None)
    @given(st.lists(st.integers(0, 5), max_size=4).map(tuple))
    def test_every_rotation_keeps_current_readers_able_to_read(
        self, turns: tuple[int, ...]
    ) -> None:
        keys = keys_for(LOGINS, bell=turns)
        verify_sealed_files(seal_dossiers(keys, LOGINS, THREE), keys, LOGINS, THREE)


def open_with(key: bytes, path: str, number: int, blob: bytes) -> bool:
    return open_blob(key, path, number, blob) is not None
