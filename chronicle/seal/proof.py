"""Prove that sealed files open for their readers and for nobody else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from chronicle.seal.blobs import open_blob
from chronicle.seal.keyring import (
    DossierReader,
    SealError,
    key_bundle_of,
    open_key_bundle,
    parse_slots,
    slot_logins,
)
from chronicle.seal.keys import Keys, seat_key
from chronicle.seal.logins import slot_id
from chronicle.seal.sealed_files import (
    KEYRING_PATH,
    SEALED_FOLDER,
    TURN,
    DossierTexts,
    by_seat,
    seat_count,
    texts_by_blob,
)
from chronicle.seal.unseal import blob_path, open_dossiers


def verify_sealed_files(
    files: Mapping[str, bytes],
    keys: Keys,
    logins: Sequence[DossierReader],
    volumes: Sequence[DossierTexts],
) -> None:
    """Try to open every blob with every login; files that are not sealed are ignored.

    Raises SealError, which says what is wrong, if a reader can't read something or can read too
    much, if a file is missing or superfluous, or if sizes distinguish seats.
    """
    placed = by_seat(keys, volumes)
    readers = sorted(logins, key=lambda login: login.player)
    slots = slot_logins(keys, readers)
    _check_paths(files, keys, placed)
    _check_sizes(files, keys, placed)
    _check_slots(files, slots)
    for reader, phrase_login in zip(readers, slots, strict=False):
        _check_reads_own(files, phrase_login, reader, placed)
        _check_reads_nothing_else(files, keys, phrase_login, reader, placed)


def _check_paths(
    files: Mapping[str, bytes], keys: Keys, placed: Mapping[int, DossierTexts]
) -> None:
    due = {KEYRING_PATH, *(place for _, _, _, place in _expected_blobs(keys, placed))}
    found = {path for path in files if path.startswith(f"{SEALED_FOLDER}/")}
    if due != found:
        missing, extra = len(due - found), len(found - due)
        raise SealError(f"sealed files: {missing} missing, {extra} unexpected")


def _check_sizes(
    files: Mapping[str, bytes], keys: Keys, placed: Mapping[int, DossierTexts]
) -> None:
    sizes: dict[tuple[str, int], set[int]] = {}
    for _, path, number, place in _expected_blobs(keys, placed):
        sizes.setdefault((path, number if path == TURN else 0), set()).add(len(files[place]))
    for (path, number), found in sizes.items():
        if len(found) > 1:
            raise SealError(f"the size of {path} {number} differs between seats")


def _check_slots(files: Mapping[str, bytes], logins: Sequence[bytes]) -> None:
    slots = parse_slots(files[KEYRING_PATH])
    if set(slots) != {slot_id(login) for login in logins}:
        raise SealError("the keyring has unexpected slots")
    if len({len(box) for box in slots.values()}) > 1:
        raise SealError("the keyring's slots can be told apart")


def _check_reads_own(
    files: Mapping[str, bytes],
    phrase_login: bytes,
    reader: DossierReader,
    placed: Mapping[int, DossierTexts],
) -> None:
    own = {each.faction: each for each in placed.values() if each.faction in reader.factions}
    if open_dossiers(files, phrase_login) != own:
        raise SealError(f"{reader.player} cannot read their own dossiers unchanged")


def _check_reads_nothing_else(
    files: Mapping[str, bytes],
    keys: Keys,
    phrase_login: bytes,
    reader: DossierReader,
    placed: Mapping[int, DossierTexts],
) -> None:
    """Try every key of a bundle on every blob that the key must not open."""
    seats = {volume.faction: seat for seat, volume in placed.items()}
    bundle = open_key_bundle(files[KEYRING_PATH], phrase_login)
    if bundle is None or bundle != key_bundle_of(keys, reader, seats):
        raise SealError(f"the key bundle of {reader.player} holds unexpected keys")
    for dossier in bundle.dossiers:
        for seat, path, number, place in _expected_blobs(keys, placed):
            own = seat == seats[dossier.faction]
            right = dossier.at(number) if path == TURN else dossier.last
            for _, key in dossier.keys:
                opens = open_blob(key, path, number, files[place]) is not None
                if opens != (own and key == right):
                    raise SealError(f"{reader.player} can read {path} {number} of seat {seat}")


def _expected_blobs(
    keys: Keys, placed: Mapping[int, DossierTexts]
) -> Iterator[tuple[int, str, int, str]]:
    """Every blob that must exist: its seat, logical path, number and file."""
    rows = tuple(texts_by_blob(placed))
    for seat in range(seat_count(placed)):
        names = seat_key(keys, seat)
        for row in rows:
            yield seat, row.path, row.number, blob_path(names, row.path, row.number)
