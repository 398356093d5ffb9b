"""Who compares two builds sees which rows of sealed files changed, and nothing of the seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.records import Record, field, replace
from chronicle.seal import DossierReader, DossierTexts, Keys, seal_dossiers, with_seats
from chronicle.seal.keys import seat_key
from chronicle.seal.unseal import blob_path
from tests.properties.fault_injection import Plant
from tests.seal.small_bundles import MASTER, cheap, logins_of, volume

#: In an order that is not that of the seats, which are given to factions as they join.
FACTIONS: Final = ("crow", "anvil", "bell")
SEATS: Final = 8
KEYRING: Final = "sealed/keyring.json"


class Campaign(Record):
    """What is sealed: dossiers, further readers, and which turns began an epoch of whose keys."""

    volumes: tuple[DossierTexts, ...]
    readers: tuple[DossierReader, ...] = ()
    rotations: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def factions(self) -> list[str]:
        return [each.faction for each in self.volumes]

    def sealed(self, keys: Keys) -> dict[str, bytes]:
        readers = [*logins_of(self.factions), *self.readers]
        keys = replace(keys, rotations=self.rotations)
        keys = cheap(with_seats(keys, self.factions), [reader.player for reader in readers])
        return seal_dossiers(keys, readers, self.volumes)

    def having(self, faction: str, change: Callable[[DossierTexts], DossierTexts]) -> Campaign:
        return replace(
            self,
            volumes=tuple(
                change(each) if each.faction == faction else each for each in self.volumes
            ),
        )


BEFORE: Final = Campaign(tuple(volume(faction, 3, 1) for faction in FACTIONS))
KEYS: Final = with_seats(with_seats(Keys(MASTER), ["crow"]), FACTIONS)
SITE: Final = BEFORE.sealed(KEYS)

#: An edit, and the turns whose rows it changes; the book's row changes with each.
Edit = tuple[Callable[[Campaign], Campaign], set[int]]


def other_turn(number: int) -> Callable[[DossierTexts], DossierTexts]:
    def change(one: DossierTexts) -> DossierTexts:
        turns = [*one.turns]
        turns[number - 1] += b" else"
        return replace(one, turns=tuple(turns), book=one.book + b" else")

    return change


def of_all(change: Callable[[DossierTexts], DossierTexts]) -> Callable[[Campaign], Campaign]:
    return lambda before: replace(before, volumes=tuple(change(each) for each in before.volumes))


def of(
    faction: str, change: Callable[[DossierTexts], DossierTexts]
) -> Callable[[Campaign], Campaign]:
    return lambda before: before.having(faction, change)


def with_a_turn(one: DossierTexts) -> DossierTexts:
    """The last turn leads on to the new one, and the book tells of it."""
    one = other_turn(3)(one)
    return replace(one, turns=(*one.turns, f"turn 4 of {one.faction}".encode()))


def with_pictures(*pictures: bytes) -> Callable[[DossierTexts], DossierTexts]:
    return lambda one: replace(one, book=one.book + b"!", pictures=pictures)


def joined(faction: str) -> Callable[[Campaign], Campaign]:
    return lambda before: replace(before, volumes=(*before.volumes, volume(faction, 3, 0)))


def rotated(faction: str, turn: int) -> Callable[[Campaign], Campaign]:
    return lambda before: replace(before, rotations={faction: (turn,)})


EDITS: Final[dict[str, Edit]] = {
    "a text of the book": (of("anvil", lambda it: replace(it, book=b"else")), set()),
    "a page that may change": (of("crow", lambda it: replace(it, pages=b"else")), set()),
    "a longer text of the book": (of("bell", lambda it: replace(it, book=b"x" * 9000)), set()),
    "an amendment": (of("bell", other_turn(2)), {2}),
    "an amendment that all see": (of_all(other_turn(1)), {1}),
    "a new turn": (of_all(with_a_turn), {3}),
    "a rotation": (rotated("anvil", 2), {2, 3}),
    "a rotation for what is to come": (rotated("crow", 4), set()),
    "a new faction": (joined("dusk"), {1, 2, 3}),
    "a new faction before all others": (joined("aaa"), {1, 2, 3}),
    "a faction leaves": (lambda it: replace(it, volumes=it.volumes[1:]), {1, 2, 3}),
    "a new picture": (of("bell", with_pictures(b"picture 0 of bell ", b"new")), set()),
    "another picture": (of("bell", with_pictures(b"other")), set()),
    "a picture fewer": (of("crow", with_pictures()), set()),
    "a picture that another faction has": (
        of("crow", with_pictures(b"picture 0 of crow ", b"picture 0 of bell ")),
        set(),
    ),
}


def rows(files: Mapping[str, bytes], turns: int = 4) -> dict[str, str]:
    """The row that each sealed file belongs to; what no seat has is a picture."""
    places = [("book", 0), ("pages", 0), *(("turn", number) for number in range(1, turns + 1))]
    known = {
        blob_path(seat_key(KEYS, seat), path, number): f"{path} {number}"
        for path, number in places
        for seat in range(SEATS)
    }
    return {path: known.get(path, "picture") for path in files if path != KEYRING}


def partly_changed(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> list[str]:
    """The rows of which some files changed and some did not; empty after every edit."""
    of_row: dict[str, set[bool]] = {}
    for path, row in rows(after).items():
        of_row.setdefault(row, set()).add(before.get(path) != after[path])
    return sorted(row for row, changed in of_row.items() if len(changed) > 1)


def changed_rows(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> set[str]:
    return {
        row for path, row in rows(after).items() if path in before and before[path] != after[path]
    }


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_changes_whole_rows_of_sealed_files(edit: str) -> None:
    change, turns = EDITS[edit]
    after = change(BEFORE).sealed(KEYS)
    assert partly_changed(SITE, after) == []
    found = changed_rows(SITE, after)
    assert found - {"picture"} >= {f"turn {number}" for number in turns}
    assert found <= {"book 0", "pages 0", "picture", *(f"turn {number}" for number in turns)}


@pytest.mark.parametrize("edit", EDITS)
def test_the_same_edit_of_another_faction_changes_the_same_files(edit: str) -> None:
    """So that which files change does not tell in which seat something was edited."""
    change, _ = EDITS[edit]
    turned = {"crow": "anvil", "anvil": "bell", "bell": "crow"}
    other = Campaign(tuple(replace(each, faction=turned[each.faction]) for each in BEFORE.volumes))
    before = other.sealed(KEYS)
    back = {new: old for old, new in turned.items()}

    def renamed(campaign: Campaign, names: Mapping[str, str]) -> Campaign:
        return replace(
            campaign,
            volumes=tuple(
                replace(each, faction=names.get(each.faction, each.faction))
                for each in campaign.volumes
            ),
            rotations={names[faction]: when for faction, when in campaign.rotations.items()},
        )

    edited = renamed(change(renamed(other, back)), turned)
    moved = [
        {path for path, content in files.items() if then.get(path) != content} - {KEYRING}
        for then, files in ((SITE, change(BEFORE).sealed(KEYS)), (before, edited.sealed(KEYS)))
    ]
    assert moved[0] == moved[1]


some_edits: Final = st.lists(st.sampled_from(sorted(EDITS)), min_size=1, max_size=4, unique=True)


@settings(max_examples=20, deadline=None)
@given(some_edits)
def test_edits_made_together_change_whole_rows(edits: Sequence[str]) -> None:
    after = BEFORE
    for edit in sorted(edits, key="a new turn".__eq__):
        after = EDITS[edit][0](after)
    assert partly_changed(SITE, after.sealed(KEYS)) == []


#: Faults after which a row changes in part.
PLANTS: Final = {
    "no stamp in a row": (
        Plant(
            "no-stamp",
            "seal.sealed_files:seal_blobs",
            "size, blobs.DEFLATED, stamp)",
            "size, blobs.DEFLATED)",
        ),
        "an amendment",
    ),
    "a stamp without the keys": (
        Plant(
            "no-keys",
            "seal.sealed_files:_Row.stamp",
            "(str(seat).encode(), key, content)",
            "(str(seat).encode(), content)",
        ),
        "a rotation",
    ),
    "a picture's key that stays": (
        Plant(
            "no-picture-stamp",
            "seal.keys:picture_key",
            "digest.hex(), salt=stamp)",
            "digest.hex())",
        ),
        "another picture",
    ),
    "an empty place that stays": (
        Plant("no-empty-stamp", "seal.keys:empty_picture_key", "name, salt=stamp)", "name)"),
        "another picture",
    ),
}


@pytest.mark.parametrize("fault", PLANTS)
def test_a_row_that_changes_in_part_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, edit = PLANTS[fault]
    plant.into(monkeypatch)
    assert partly_changed(BEFORE.sealed(KEYS), EDITS[edit][0](BEFORE).sealed(KEYS))
