"""What an audience may not know leaves no trace on the host, even for who compares two builds.

One level below :mod:`tests.properties.test_noninterference`: here the whole build runs, with keys.
Changes are made together: those that add, those that take away, and all others.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest

from chronicle.seal import Keys
from tests.properties.editable_campaign import Content, Draft
from tests.properties.fault_injection import Plant
from tests.properties.generators import sample
from tests.properties.hidden_changes import CHANGES, audience_of
from tests.properties.hidden_from_audience import Change, word
from tests.properties.host_view import Hosted, hosted, keys_of, noticed, write_theme
from tests.properties.images_in_texts import Change as Rehung
from tests.properties.images_in_texts import Gallery, gallery
from tests.properties.secret_tokens import Choices, Prose, Readers
from tests.thorough import beginning

#: One process builds the samples as they are, once.
pytestmark = pytest.mark.xdist_group("hosts")
#: A sample of each ruleset, and the number of the power that it is changed behind the back of.
SEEDS: Final[Mapping[str, tuple[int, int]]] = {
    "freeform": (6, 2),
    "lieutenants": (37, 1),
    "shadow": (13, -1),
    "wwn": (11, 1),
}
#: That of which `make test` builds a campaign comes first.
RULESETS: Final = ("wwn", "shadow", "lieutenants", "freeform")
#: Changes by what is done, as their names begin.
KINDS: Final[Mapping[str, Sequence[str]]] = {
    "inserted": ("insert", "pages", "private_passages"),
    "deleted": ("delete",),
    "edited, moved or renamed": ("",),
}
#: A new faction's start, which nobody else notices. In `shadow` all powers see each other.
OPENINGS: Final[Mapping[str, Content]] = {
    "freeform": {},
    "lieutenants": {"level_cap": 2, "leadership": 1, "cohesion": 1, "reach": 1, "capital": 5},
    "wwn": {"magic": "none", "treasure": 0, "xp": 0, "force": 1, "cunning": 1, "wealth": 1},
}


@pytest.fixture(scope="module")
def themes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_theme(tmp_path_factory.mktemp("themes"))


def those(ruleset: str, kind: str) -> Iterator[Change]:
    """The changes of a kind; each belongs to the first that its name begins like."""
    for change in CHANGES[ruleset]:
        of = next(one for one, begins in KINDS.items() if change.__name__.startswith((*begins,)))
        if of == kind:
            yield change


def mine(ruleset: str, turns: int = 4) -> tuple[Draft, str, Keys]:
    """A sample, the power that it is changed behind the back of, and the keys of its first build.

    What a power may not know the public may not know either.
    """
    seed, power = SEEDS[ruleset]
    draft = sample(ruleset, seed, turns)
    return draft, draft.powers[power], keys_of(draft.powers)


@lru_cache(maxsize=3)
def as_written(ruleset: str, themes: Path) -> Hosted:
    draft, _, keys = mine(ruleset)
    return hosted(draft, {}, keys, themes)


@pytest.mark.parametrize(
    ("ruleset", "kind"), beginning([(ruleset, kind) for ruleset in RULESETS for kind in KINDS], 1)
)
def test_hidden_changes_do_not_show_on_the_host(ruleset: str, kind: str, themes: Path) -> None:
    draft, who, keys = mine(ruleset)
    changed = copy.deepcopy(draft)
    made = [change(changed, Choices(0), who) for change in those(ruleset, kind)]
    assert any(made)
    after = hosted(changed, {}, keys, themes)
    assert noticed(as_written(ruleset, themes), after, audience_of(who)) == []


def with_a_stranger(draft: Draft, id: str) -> Draft:
    """A campaign with one more faction, which nobody but the GM and itself knows of."""
    draft = copy.deepcopy(draft)
    hideout = word(draft)
    places = draft.places["places"]
    looks = {key: value for key, value in next(iter(places.values())).items() if key == "position"}
    places[hideout] = {"name": word(draft), "for": "gm", "text": Prose([word(draft)]), **looks}
    opening = dict(OPENINGS[draft.head["ruleset"]])
    if draft.head["ruleset"] == "wwn":
        base = {"id": word(draft), "name": word(draft), "at": hideout, "headquarters": True}
        opening["bases"] = [base]
    draft.factions[id] = {
        "name": f"The {word(draft)}",
        "for": "gm",
        "colors": ["#101010", "#202020"],
        "sigil": "wolf",
        "motto": word(draft),
        "profile": Prose([word(draft)]),
        "notes": Prose([word(draft)]),
        "opening": opening,
    }
    return draft


@pytest.mark.parametrize(
    ("ruleset", "id"),
    beginning(
        [(ruleset, id) for ruleset in RULESETS if ruleset in OPENINGS for id in ("aaa", "zzz")], 1
    ),
)
def test_a_new_hidden_faction_does_not_show_on_the_host(
    ruleset: str, id: str, themes: Path
) -> None:
    """Before all others in order of id, and behind them. It reads its own dossier all the same."""
    draft, who, keys = mine(ruleset)
    after = hosted(with_a_stranger(draft, id), {}, keys, themes)
    assert noticed(as_written(ruleset, themes), after, audience_of(who)) == []
    assert after.opened(id)


def hung(change: Rehung | None = None) -> Gallery:
    return gallery(sample("shadow", 101, 2), change)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(Rehung(gone=True), id="gone", marks=pytest.mark.thorough),
        pytest.param(Rehung(other=True, twice=True, name="another-", note="Another "), id="others"),
    ],
)
def test_changes_to_secret_images_do_not_show_on_the_host(change: Rehung, themes: Path) -> None:
    """As long as the power of two is the same that their number is rounded up to."""
    before = hung()
    *_, who = before.draft.powers
    keys = keys_of(before.draft.powers)
    groups = Counter(one.readers for one in before.hung if who not in one.readers)
    # All of those with certain readers are gone, but so few that as many files are needed.
    fewest = min(
        (group for group in groups if group & {*before.draft.powers}), key=groups.__getitem__
    )

    def is_hidden(readers: Readers) -> bool:
        return readers == fewest if change.gone else who not in readers

    after = hung(Rehung(is_hidden, change.gone, change.twice, change.other))
    assert after.media != before.media
    pair = [hosted(found.draft, found.media, keys, themes) for found in (before, after)]
    assert noticed(pair[0], pair[1], audience_of(who)) == []


# ── Positive controls ────────────────────────────────────────────────────────────────────────────

#: Faults of what is sealed, each with the kind of change that shows it; "joins" is a new faction.
PLANTS: Final = {
    Plant(
        "sizes-to-the-byte",
        "seal.sealed_files:_Row.size",
        "padded_size(longest, least)",
        "longest + 8",
    ): "inserted",
    Plant(
        "rows-without-a-stamp",
        "seal.sealed_files:seal_blobs",
        "size, DEFLATED, stamp)",
        "size, DEFLATED)",
    ): "inserted",
    Plant(
        "seats-for-factions-alone",
        "seal.sealed_files:seat_count",
        "next_power_of_two(MIN_SEATS, max(placed, default=-1) + 1)",
        "max(placed, default=-1) + 1",
    ): "joins",
    Plant(
        "seats-in-order-of-factions",
        "seal.keys:seats_of",
        "keys.seats[faction] if faction in keys.seats else next(free)",
        "ordered.index(faction)",
    ): "joins",
    Plant(
        "slots-for-players-alone",
        "seal.keyring:slot_logins",
        "next_power_of_two(MIN_SLOTS, len(readers))",
        "len(readers)",
    ): "joins",
    Plant(
        "names-that-count-factions",
        "seal.keys:seat_key",
        'derive_key(keys.master, "seat", str(seat))',
        'derive_key(keys.master, "seat", str(seat), str(len(keys.seats)))',
    ): "joins",
    Plant(
        "a-salt-for-every-build",
        "seal.keys:campaign_salt",
        'derive_key(keys.master, "salt"',
        'derive_key(keys.master, "salt", repr(sorted(keys.seats))',
    ): "joins",
    Plant(
        "the-stranger-in-the-book",
        "pipeline:seal_campaign",
        "dossiers = [\n        Sealed(one.faction, one.book,",
        "dossiers = [\n        Sealed(one.faction, one.book + str(len(played)).encode(),",
    ): "joins",
}


@pytest.mark.thorough
@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.id)
def test_a_planted_leak_is_noticed(
    plant: Plant, themes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is sealed is sealed alike, however many turns there are.
    draft, who, keys = mine("wwn", 1)
    changed = copy.deepcopy(draft)
    if PLANTS[plant] == "joins":
        changed = with_a_stranger(changed, "aaa")
    else:
        for change in those("wwn", "inserted"):
            change(changed, Choices(0), who)
    plant.into(monkeypatch)
    before, after = (hosted(one, {}, keys, themes) for one in (draft, changed))
    assert noticed(before, after, audience_of(who))
