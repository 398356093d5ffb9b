"""A word of a secret field is in no other reader's pages, file names or JSON.

Every field of a generated campaign holds its own token: names, ids and texts, secret blocks,
the GM's notes and reasons, comments, names of files. The ledger says who may ever read which.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import pytest

from chronicle.model.audience import GM
from chronicle.pipeline import PlayedCampaign
from chronicle.project import audiences_of
from chronicle.render import Renderer
from tests.properties.audience_output import BARE, leaks, readings, shown
from tests.properties.editable_campaign import Draft, played
from tests.properties.generators import sample
from tests.shipped_theme import shipped_theme
from tests.thorough import beginning

SEEDS: Final[Mapping[str, Sequence[int]]] = {
    "freeform": range(40, 48),
    "lieutenants": range(40, 48),
    "shadow": range(100, 108),
    "wwn": range(40, 48),
}
SAMPLES: Final = [
    case
    for ruleset, seeds in SEEDS.items()
    for case in beginning([(ruleset, seed) for seed in seeds], 1)
]
#: Fields with secrets in them; each holds tokens that somebody may not read.
SECRET_FIELDS: Final = (
    "because",
    "comment",
    "faction id",
    "faction notes",
    "item",
    "item id",
    "item name",
    "item role",
    "motto",
    "name",
    "news",
    "news id",
    "news title",
    "news: secret",
    "order id",
    "page",
    "page id",
    "page title",
    "person",
    "person id",
    "person name",
    "person role",
    "person: secret",
    "place id",
    "place text",
    "profile",
    "reveal",
    "rumor",
    "rumor id",
    "sender",
    "turn notes",
)
#: The same, of one ruleset.
OWN_FIELDS: Final[Mapping[str, Sequence[str]]] = {
    "freeform": ("counter id", "counter name", "modifier", "order", "outcome", "result"),
    "lieutenants": (
        "asset id",
        "matter",
        "modifier",
        "name of information",
        "name of item",
        "name of lieutenant",
        "name of sleeper",
        "name of unit",
        "plan",
        "project",
        "project id",
    ),
    "shadow": (
        "actor",
        "narrative",
        "new resource",
        "public line",
        "request",
        "resource id",
        "resource name",
        "resource type",
        "veto",
    ),
    "wwn": (
        "asset id",
        "asset type",
        "name of asset",
        "name of base",
        "name of sleeper",
        "name of tag",
        "name of type",
        "order id",
        "tag",
    ),
}
each_ruleset = pytest.mark.parametrize("ruleset", SEEDS)


def all_leaks(draft: Draft, renderer: Renderer = BARE) -> list[str]:
    """Everything that some audience reads and may not."""
    found = played(draft.tree())
    return list(leaks_of(draft, found, renderer))


def leaks_of(draft: Draft, found: PlayedCampaign, renderer: Renderer = BARE) -> Iterator[str]:
    """As :func:`all_leaks`, of a campaign that has been played.

    Nothing but comments and seeds is kept from the GM, which has its own test.
    """
    for audience in audiences_of(found.campaign):
        if audience.is_gm:
            continue
        for leak in leaks(draft.ledger, shown(found, audience, renderer), audience):
            yield f"{audience.word} reads {leak}"


@pytest.mark.parametrize(("ruleset", "seed"), SAMPLES)
def test_secrets_of_a_sample_stay_secret(ruleset: str, seed: int) -> None:
    """No audience of a sample campaign reads a token that is not for it."""
    assert all_leaks(sample(ruleset, seed)) == []


@pytest.mark.parametrize(
    ("ruleset", "seed"),
    beginning([(id, SEEDS[id][0]) for id in ("shadow", "wwn", "lieutenants", "freeform")], 1),
)
def test_secrets_stay_secret_in_the_real_theme(ruleset: str, seed: int) -> None:
    """The shipped theme shows no more than the bare one."""
    theme = shipped_theme()
    assert all_leaks(sample(ruleset, seed), Renderer.of(theme, ruleset)) == []


@each_ruleset
def test_every_kind_of_text_field_holds_a_canary(ruleset: str) -> None:
    """The samples hold a token in each field that some audience may not read."""
    drafts = [sample(ruleset, seed) for seed in SEEDS[ruleset]]
    watched = {
        field
        for draft in drafts
        for token, field in draft.ledger.fields.items()
        if {*draft.powers, "everyone"} - draft.ledger.readers[token]
    }
    assert {*SECRET_FIELDS, *OWN_FIELDS[ruleset]} <= watched


@each_ruleset
def test_comments_and_seeds_reach_no_audience(ruleset: str) -> None:
    """Not even the GM's pages quote comments; the seed would tell rolls to come."""
    draft = sample(ruleset, SEEDS[ruleset][0])
    share = shown(played(draft.tree()), GM)
    pages = "\n".join(page.decode() for page in share.files.values())
    assert not [comment for comment in draft.comments if comment in pages]
    assert "zq9999x" not in pages


@pytest.mark.parametrize(
    "written",
    [
        "ZQ0001X",
        "&#122;q0001x",
        "%7Aq0001x",
        "%26%23122%3Bq0001x",
        b"zq0001x".hex(),
        base64.b64encode(b"-zq0001x").decode(),
        base64.b64encode(b"zq0001x").decode(),
    ],
)
def test_an_encoded_canary_is_found(written: str) -> None:
    """Upper case, entities, percent signs, hex and base64 hide no token."""
    assert any("zq0001x" in reading for reading in readings(f"<p>{written}</p>"))
