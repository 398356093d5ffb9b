"""Each of these leaks turns the checks red: they can be believed when they are green.

A leak is one line of the projection, the ruleset or the outline, written wrongly. Filters that are
merely gone are none of these: `make mutations` takes every one of them away.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

import pytest

from chronicle.markup.images import Picture
from chronicle.model.audience import EVERYONE, FOR_GM, visibility_of_factions
from chronicle.model.campaign import MapBackground
from chronicle.model.publication import Amendment, PublicationRecord
from chronicle.pipeline import PlayedCampaign
from chronicle.project import audiences_of
from chronicle.records import replace
from tests.properties import injected_leaks
from tests.properties.audience_output import differing, edition_of, slips
from tests.properties.editable_campaign import Draft, played
from tests.properties.fault_injection import Plant
from tests.properties.generators import sample
from tests.properties.hidden_changes import MINE, audience_of, groups, reader, with_changes
from tests.properties.leaky_ruleset import backwards, gossiping
from tests.properties.secret_tokens import NOBODY

pytestmark = pytest.mark.thorough

#: Samples with much to hide. Of shadow, the first has a hidden faction revealed that keeps passages
#: to itself, the third a rumor that is yet to be heard, the last two news and rumors revealed.
SECRETIVE: Final[Mapping[str, Sequence[int]]] = {
    "freeform": (24, 6, 40, 41),
    "lieutenants": (31, 37, 11, 56, 5, 24),
    "shadow": (104, 101, 112, 1, 27),
    "wwn": (12, 40, 41, 42),
}
#: Powers of shadow see all resources; what else was sighted tells of hidden places. Its measures
#: are for all powers.
SHOWN_BY: Final = {"sightings-kept": "lieutenants", "readers-of-measures": "freeform"}
#: So many of the samples that are changed behind somebody's back are enough here.
CHANGED: Final = 2
#: A sample whose factions don't all know each other.
TALKATIVE: Final = ("lieutenants", 31)


def ruleset_of(plant: Plant) -> str:
    """The ruleset whose samples show a plant: its own, and for what all share mostly shadow."""
    own = next((id for id in SECRETIVE if plant.where.startswith(f"rules.{id}.")), "shadow")
    return SHOWN_BY.get(plant.id, own)


#: Samples are changed and played by one process for each ruleset, which also tests the changes.
PARAMS: Final = [
    pytest.param(
        plant, marks=pytest.mark.xdist_group(f"changes of {ruleset_of(plant)}"), id=plant.id
    )
    for plant in injected_leaks.ALL
]


def violations(plant: Plant, ruleset: str) -> Iterator[str]:
    """What both checks find with something planted."""
    return violations_on(ruleset, fresh=plant.where.startswith("model.audience:"))


def violations_on(ruleset: str, *, fresh: bool = False) -> Iterator[str]:
    """What both checks find on the samples, which are played before anything is planted.

    Editions are enough: nothing is drawn that is not in one. Only visibilities are read
    too; with those planted, the canaries are read anew (``fresh``).
    """
    for seed in SECRETIVE[ruleset]:
        draft, found = (beset.__wrapped__ if fresh else beset)(ruleset, seed)
        for audience in audiences_of(found.campaign):
            if not audience.is_gm:
                yield from slips(draft.ledger, edition_of(found, audience))
    for index, (seed, _) in enumerate(MINE[ruleset][:CHANGED]):
        audience = audience_of(reader(ruleset, index))
        before = edition_of(as_played(ruleset, seed), audience)
        for group in groups(ruleset):
            changed = with_changes(ruleset, index, group)
            if changed is not None:
                for place in differing(before, edition_of(changed.played, audience)):
                    yield f"{place} after {', '.join(it.__name__ for it in changed.made)}"
    yield from slips_of_rulesets(ruleset)


def slips_of_rulesets(ruleset: str) -> Iterator[str]:
    """The result of a ruleset that says too much, and what a new turn changes of earlier ones."""
    found = as_played(*TALKATIVE)
    for audience in audiences_of(found.campaign):
        if not audience.is_gm:
            once = edition_of(gossiping(found, 1), audience)
            yield from differing(once, edition_of(gossiping(found, 2), audience))
            yield from slips(sample(*TALKATIVE).ledger, once)
    for seed, _ in MINE[ruleset][:1]:
        told = as_played(ruleset, seed)
        yield from differing(edition_of(told, EVERYONE), edition_of(backwards(told), EVERYONE))
    part, whole = one_turn_apart()
    for audience in audiences_of(part.campaign):
        if not audience.is_gm:
            before = edition_of(part, audience).turns
            if edition_of(whole, audience).turns[: len(before)] != before:
                yield f"{audience.word} is told other things of turns that are past"


@cache
def beset(ruleset: str, seed: int) -> tuple[Draft, PlayedCampaign]:
    """A sample, played, with corrections and a map for each power alone, and a hidden picture."""
    draft = copy.deepcopy(sample(ruleset, seed))
    found = played(draft.tree())
    visibilities = {power: visibility_of_factions([power]) for power in draft.powers} | {
        "gm": FOR_GM
    }
    amendments = tuple(
        Amendment(1, (word,), visibility, draft.ledger.token("correction", draft.who(word)))
        for word, visibility in visibilities.items()
    )
    hidden = Picture(draft.ledger.token("picture", NOBODY).encode(), "image/png", 1, 1)
    pictures = {
        word: Picture(draft.ledger.token("map", draft.who(word)).encode(), "image/png", 1, 1)
        for word in visibilities
    }
    at = found.campaign.at
    backdrops = tuple(
        MapBackground(word, draft.ledger.token("map words", draft.who(word)), visibility, None, at)
        for word, visibility in visibilities.items()
    )
    campaign = replace(
        found.campaign,
        published=PublicationRecord(amendments=amendments),
        pictures={"a.png": hidden, **pictures},
        backdrops=backdrops,
    )
    return draft, replace(found, campaign=campaign)


@cache
def one_turn_apart() -> tuple[PlayedCampaign, PlayedCampaign]:
    """A campaign without its last turn, which makes known what was named before, and with it."""
    draft = sample("lieutenants", 69)
    earlier = copy.deepcopy(draft)
    earlier.turns.pop()
    return played(earlier.tree()), played(draft.tree())


@lru_cache(maxsize=16)
def as_played(ruleset: str, seed: int) -> PlayedCampaign:
    """A sample, played."""
    return played(sample(ruleset, seed).tree())


@cache
def play_before(ruleset: str) -> None:
    """Plays all that the checks look at, while nothing is planted."""
    one_turn_apart()
    as_played(*TALKATIVE)
    for seed in SECRETIVE[ruleset]:
        beset(ruleset, seed)
    for seed, _ in MINE[ruleset][:CHANGED]:
        as_played(ruleset, seed)
    for index, _ in enumerate(MINE[ruleset][:CHANGED]):
        for group in groups(ruleset):
            with_changes(ruleset, index, group)


@pytest.mark.parametrize("plant", PARAMS)
def test_a_planted_leak_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """At least one of the checks has something to say."""
    play_before(ruleset_of(plant))
    plant.into(monkeypatch)
    assert next(violations(plant, ruleset_of(plant)), None) is not None


@pytest.mark.parametrize(
    "ruleset",
    [pytest.param(it, marks=pytest.mark.xdist_group(f"changes of {it}")) for it in SECRETIVE],
)
def test_unmodified_code_has_no_leak(ruleset: str) -> None:
    """What the plants are compared with: the unchanged code."""
    assert next(violations_on(ruleset), None) is None


@pytest.mark.xdist_group("changes of shadow")
def test_unmodified_code_has_no_leak_in_a_campaign_read_anew() -> None:
    assert next(violations_on("shadow", fresh=True), None) is None
