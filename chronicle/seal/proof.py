"""Prove that sealed files open for their readers and for nobody else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from chronicle.records import Record
from chronicle.seal import keyring, sealed_files
from chronicle.seal.blobs import decrypt_blob
from chronicle.seal.keys import Keys, faction_key, seat_key
from chronicle.seal.logins import slot_id
from chronicle.seal.sealed_pictures import MIN_PICTURES, ROW_BYTES
from chronicle.seal.unseal import blob_path, open_book, open_dossier


class _ExpectedBlob(Record):
    """A blob of a seat that must exist: its seat, logical path and number, and its file."""

    seat: int
    path: str
    number: int
    file: str


def verify_sealed_files(
    files: Mapping[str, bytes],
    keys: Keys,
    logins: Sequence[keyring.DossierReader],
    volumes: Sequence[sealed_files.DossierTexts],
) -> None:
    """Open every dossier with every login, and try every key of a faction on all other blobs.

    Files that are not sealed are ignored. Raises SealError, which says what is wrong, if a reader
    can't read something or can read too much, if a key still opens what was sealed after it was
    replaced, if a file is missing or superfluous, if sizes distinguish seats, or if a picture has a
    key that opens something else.
    """
    placed = sealed_files.by_seat(keys, volumes)
    blobs = _expected_blobs(keys, placed)
    readers = sorted(logins, key=lambda login: login.player)
    slots = keyring.slot_logins(keys, readers)
    pictures = [
        f"{sealed_files.SEALED_FOLDER}/{place.name}"
        for place in sealed_files.pictures_of(keys, placed).places
    ]
    _check_paths(files, [*(blob.file for blob in blobs), *pictures])
    _check_sizes(files, blobs)
    _check_picture_sizes([len(files[path]) for path in pictures])
    _check_slots(files, slots)
    # Dossiers have several readers, who hold the same keys.
    opened: dict[keyring.DossierKeys, sealed_files.DossierTexts] = {}
    for reader, phrase_login in zip(readers, slots, strict=False):
        _check_reads_own(files, keys, phrase_login, reader, placed, opened)
    _check_picture_keys(files, keys, opened)
    for seat, volume in placed.items():
        _check_keys_open_nothing_else(files, keys, seat, volume.faction, blobs)


def _check_paths(files: Mapping[str, bytes], expected: Sequence[str]) -> None:
    due = {sealed_files.KEYRING_PATH, *expected}
    found = {path for path in files if path.startswith(f"{sealed_files.SEALED_FOLDER}/")}
    if due != found:
        missing, extra = len(due - found), len(found - due)
        raise keyring.SealError(f"sealed files: {missing} missing, {extra} unexpected")


def _check_sizes(files: Mapping[str, bytes], blobs: Sequence[_ExpectedBlob]) -> None:
    sizes: dict[tuple[str, int], set[int]] = {}
    for blob in blobs:
        sizes.setdefault((blob.path, blob.number), set()).add(len(files[blob.file]))
    for (path, number), found in sizes.items():
        if len(found) > 1:
            raise keyring.SealError(f"the size of {path} {number} differs between seats")


def _check_picture_sizes(sizes: Sequence[int]) -> None:
    """Pictures of the first row have one size, and the number of each size is a power of two."""
    counts = Counter(sizes)
    first = sorted(size for size in counts if size < 2 * ROW_BYTES)
    if len(first) != 1 or counts[first[0]] < MIN_PICTURES:
        raise keyring.SealError("the sizes of pictures tell them apart")
    if any(count.bit_count() != 1 for count in counts.values()):
        raise keyring.SealError("the number of pictures shows how many there are")


def _check_picture_keys(
    files: Mapping[str, bytes],
    keys: Keys,
    opened: Mapping[keyring.DossierKeys, sealed_files.DossierTexts],
) -> None:
    """Check that each key of a picture is for it alone, and that each picture is stored once."""
    contents: dict[bytes, bytes] = {}
    names: dict[bytes, str] = {}
    for dossier, volume in opened.items():
        _, places = open_book(files, dossier)
        for (name, key), picture in zip(places, volume.pictures, strict=True):
            if contents.setdefault(key, picture) != picture:
                raise keyring.SealError(
                    f"a picture's key of {dossier.faction} opens another picture"
                )
            if names.setdefault(picture, name) != name:
                raise keyring.SealError(f"a picture of {dossier.faction} is sealed twice")
    for faction in {dossier.faction for dossier in opened}:
        for epoch in range(len(keys.rotations.get(faction, ())) + 1):
            if faction_key(keys, faction, epoch) in contents:
                raise keyring.SealError(f"the key of {faction}'s epoch {epoch} opens a picture")


def _check_slots(files: Mapping[str, bytes], logins: Sequence[bytes]) -> None:
    ring = keyring.parse_keyring(files[sealed_files.KEYRING_PATH])
    if set(ring.slots) != {slot_id(login, ring.stamp) for login in logins}:
        raise keyring.SealError("the keyring has unexpected slots")
    if len({len(box) for box in ring.slots.values()}) > 1:
        raise keyring.SealError("the keyring's slots can be told apart")


def _check_reads_own(
    files: Mapping[str, bytes],
    keys: Keys,
    phrase_login: bytes,
    reader: keyring.DossierReader,
    placed: Mapping[int, sealed_files.DossierTexts],
    opened: dict[keyring.DossierKeys, sealed_files.DossierTexts],
) -> None:
    """Open what a login finds in the keyring; ``opened`` has what others opened by its keys."""
    bundle = keyring.open_key_bundle(files[sealed_files.KEYRING_PATH], phrase_login)
    dossiers = bundle.dossiers if bundle is not None else ()
    for dossier in dossiers:
        if dossier not in opened:
            opened[dossier] = open_dossier(files, dossier)
    own = {each.faction: each for each in placed.values() if each.faction in reader.factions}
    if {dossier.faction: opened[dossier] for dossier in dossiers} != own:
        raise keyring.SealError(f"{reader.player} cannot read their own dossiers unchanged")
    seats = {volume.faction: seat for seat, volume in placed.items()}
    if bundle != keyring.key_bundle_of(keys, reader, seats):
        raise keyring.SealError(f"the key bundle of {reader.player} holds unexpected keys")


def _check_keys_open_nothing_else(
    files: Mapping[str, bytes],
    keys: Keys,
    own_seat: int,
    faction: str,
    blobs: Sequence[_ExpectedBlob],
) -> None:
    """Try the faction's key of each epoch on other seats and on what came after the epoch.

    When an epoch ended follows from the rotations alone, not from the code that chose the keys.
    """
    rotations = keys.rotations.get(faction, ())
    for epoch in range(len(rotations) + 1):
        key = faction_key(keys, faction, epoch)
        end = min(rotations[epoch:], default=None)
        for blob in blobs:
            may_open = end is None or (blob.path == sealed_files.TURN and blob.number < end)
            if blob.seat == own_seat and may_open:
                continue
            if decrypt_blob(key, blob.path, blob.number, files[blob.file]) is not None:
                place = f"{blob.path} {blob.number} of seat {blob.seat}"
                raise keyring.SealError(f"the key of {faction}'s epoch {epoch} opens {place}")


def _expected_blobs(
    keys: Keys, placed: Mapping[int, sealed_files.DossierTexts]
) -> list[_ExpectedBlob]:
    """Every blob of a seat that must exist."""
    seats = [(seat, seat_key(keys, seat)) for seat in range(sealed_files.seat_count(placed))]
    return [
        _ExpectedBlob(seat, path, number, blob_path(names, path, number))
        for seat, names in seats
        for path, number in sealed_files.blob_places(placed)
    ]
