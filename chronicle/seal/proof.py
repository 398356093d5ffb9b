"""The proof that sealed files open to their readers and to nobody else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from chronicle.seal.blobs import open_blob
from chronicle.seal.keyring import (
    Login,
    SealBroken,
    bundle_in,
    bundle_of,
    slot_logins,
    slots_of,
)
from chronicle.seal.keys import Keys, seat_key
from chronicle.seal.logins import slot_id
from chronicle.seal.sealed_files import FOLDER, KEYRING, TURN, Volume, by_seat, rows_of, seats_for
from chronicle.seal.unseal import opened, place_of


def proven(
    files: Mapping[str, bytes],
    keys: Keys,
    logins: Sequence[Login],
    volumes: Sequence[Volume],
) -> None:
    """Opens every blob with every login; files beside the sealed ones are not looked at.

    Raises SealBroken, which says what is wrong, when somebody can't read what is theirs or can
    read anything else, when a file is missing or too many, and when sizes tell seats apart.
    """
    placed = by_seat(keys, volumes)
    readers = sorted(logins, key=lambda login: login.player)
    slots = slot_logins(keys, readers)
    _as_many_as_due(files, keys, placed)
    _of_one_size(files, keys, placed)
    _slots_are_due(files, slots)
    for reader, phrase_login in zip(readers, slots, strict=False):
        _reads_its_own(files, phrase_login, reader, placed)
        _reads_nothing_else(files, keys, phrase_login, reader, placed)


def _as_many_as_due(files: Mapping[str, bytes], keys: Keys, placed: Mapping[int, Volume]) -> None:
    due = {KEYRING, *(place for _, _, _, place in _places(keys, placed))}
    found = {path for path in files if path.startswith(f"{FOLDER}/")}
    if due != found:
        missing, extra = len(due - found), len(found - due)
        raise SealBroken(f"of the sealed files {missing} are missing and {extra} are too many")


def _of_one_size(files: Mapping[str, bytes], keys: Keys, placed: Mapping[int, Volume]) -> None:
    sizes: dict[tuple[str, int], set[int]] = {}
    for _, path, number, place in _places(keys, placed):
        sizes.setdefault((path, number if path == TURN else 0), set()).add(len(files[place]))
    for (path, number), found in sizes.items():
        if len(found) > 1:
            raise SealBroken(f"the size of {path} {number} tells seats apart")


def _slots_are_due(files: Mapping[str, bytes], logins: Sequence[bytes]) -> None:
    slots = slots_of(files[KEYRING])
    if set(slots) != {slot_id(login) for login in logins}:
        raise SealBroken("the keyring has other slots than it should")
    if len({len(box) for box in slots.values()}) > 1:
        raise SealBroken("the keyring's slots can be told apart")


def _reads_its_own(
    files: Mapping[str, bytes], phrase_login: bytes, reader: Login, placed: Mapping[int, Volume]
) -> None:
    own = {each.faction: each for each in placed.values() if each.faction in reader.factions}
    if opened(files, phrase_login) != own:
        raise SealBroken(f"{reader.player} does not read the dossiers that are theirs as they are")


def _reads_nothing_else(
    files: Mapping[str, bytes],
    keys: Keys,
    phrase_login: bytes,
    reader: Login,
    placed: Mapping[int, Volume],
) -> None:
    """Tries every key of a bundle at every blob that is not the key's."""
    seats = {volume.faction: seat for seat, volume in placed.items()}
    bundle = bundle_in(files[KEYRING], phrase_login)
    if bundle is None or bundle != bundle_of(keys, reader, seats):
        raise SealBroken(f"the bundle of {reader.player} holds other keys than it should")
    for dossier in bundle.dossiers:
        for seat, path, number, place in _places(keys, placed):
            own = seat == seats[dossier.faction]
            right = dossier.at(number) if path == TURN else dossier.last
            for _, key in dossier.keys:
                opens = open_blob(key, path, number, files[place]) is not None
                if opens != (own and key == right):
                    raise SealBroken(f"{reader.player} reads {path} {number} of seat {seat}")


def _places(keys: Keys, placed: Mapping[int, Volume]) -> Iterator[tuple[int, str, int, str]]:
    """Every blob there should be: its seat, logical path, number and file."""
    rows = tuple(rows_of(placed))
    for seat in range(seats_for(placed)):
        names = seat_key(keys, seat)
        for row in rows:
            yield seat, row.path, row.number, place_of(names, row.path, row.number)
