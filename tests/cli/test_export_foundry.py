"""`export foundry` writes a `wwn` campaign's factions as actors, for the GM alone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from tests.cli.command_runner import run
from tests.rules.wwn.small_campaign import SOUND
from tests.small_campaign import SOUND as SHADOW

#: Turn 1, in which Vael's riders go to the ford.
RIDE: Final = """\
turn: 1
orders:
  vael:
    move:
      - {id: ride, asset: riders, to: ford}
"""
#: The fields of factions in `module/data/actor/faction.mjs` (wwn) and `actor-faction.mjs` (swnr).
FACTION_FIELDS: Final = frozenset(
    {
        *("description", "active", "health", "forceRating", "cunningRating", "wealthRating"),
        *("magicRating", "facCreds", "xp", "homeworld", "factionGoal", "factionGoalDesc"),
        *("tags", "log", "initiative"),
    }
)
#: Those of assets in `module/data/item/asset.mjs` (wwn) and `item-asset.mjs` (swnr).
ASSET_FIELDS: Final = frozenset(
    {
        *("desc", "description", "health", "cost", "rating", "baseOfInfluence", "attackTarget"),
        *("attackSource", "attackDamage", "counter", "note", "turnRoll", "assetType", "category"),
        *("location", "locationRoll", "maintenance", "income", "unusable", "stealthed", "subtle"),
        *("special", "magic", "type", "tl", "attackSpecial", "qualities"),
    }
)


def lay(folder: Path, over: dict[str, str]) -> None:
    for path, text in over.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    lay(tmp_path / "content", {**SOUND})
    return tmp_path


def actor(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_each_faction_is_an_actor_in_a_file(campaign: Path) -> None:
    ran = run("export", "foundry", "actors")
    assert (ran.code, ran.out) == (0, ""), ran.err
    assert "3 factions in actors" in ran.err
    assert "for the GM alone" in ran.err
    names = sorted(path.name for path in (campaign / "actors").glob("*.json"))
    assert names == ["kell.json", "oru.json", "vael.json"]


def test_the_kind_of_export_can_be_written_as_an_option(campaign: Path) -> None:
    assert run("export", "foundry", "one").code == 0
    assert run("export", "--foundry", "two", "content").code == 0
    for path in (campaign / "one").glob("*.json"):
        assert path.read_bytes() == (campaign / "two" / path.name).read_bytes()


def test_every_document_has_an_id_that_foundry_accepts(campaign: Path) -> None:
    run("export", "foundry", "actors")
    documents = [actor(path) for path in (campaign / "actors").glob("*.json")]
    ids = [one["_id"] for one in documents]
    ids += [item["_id"] for one in documents for item in one["items"]]
    assert all(re.fullmatch("[A-Za-z0-9]{16}", id) for id in ids)
    assert len(ids) == len(set(ids)) > 3


def test_nobody_but_the_gm_owns_an_actor(campaign: Path) -> None:
    run("export", "foundry", "actors")
    assert actor(campaign / "actors/vael.json")["ownership"] == {"default": 0}


@pytest.mark.parametrize("built", [True, False])
def test_actors_are_not_written_into_a_site(campaign: Path, *, built: bool) -> None:
    assert not built or run("build", "content").code == 0
    for inside in ("output/site", "output/site/actors"):
        ran = run("export", "foundry", inside)
        assert ran.code == 1
        assert "output" in ran.err
    assert not list((campaign / "output").rglob("vael.json"))


def test_a_campaign_by_other_rules_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lay(tmp_path / "content", {**SHADOW})
    ran = run("export", "foundry", "actors")
    assert ran.code == 1
    assert "only factions by the ruleset wwn" in ran.err
    assert "this campaign is played by shadow" in ran.err
    assert not (tmp_path / "actors").exists()


def test_an_actor_has_its_faction_as_it_stands_after_the_last_turn(campaign: Path) -> None:
    lay(campaign / "content", {"turns/001.yaml": RIDE})
    run("export", "foundry", "actors")
    vael = actor(campaign / "actors/vael.json")
    assert (vael["name"], vael["type"]) == ("House Vael", "faction")
    values = vael["system"]
    ratings = ("forceRating", "cunningRating", "wealthRating", "magicRating")
    assert [values[name] for name in ratings] == [5, 4, 2, "low"]
    # Force 5 is worth nine, Cunning 4 six and Wealth 2 two.
    assert values["health"] == {"value": 15, "max": 17}
    # An income of half of Wealth and a quarter of the others, rounded up: 20 + 1 + 3.
    assert (values["facCreds"], values["xp"], values["active"]) == (24, 3, True)
    assert [tag["name"] for tag in values["tags"]] == ["Martial"]
    assert values["factionGoal"] == "Destroy the Foe"
    assert "The Oru" in values["factionGoalDesc"]
    assert values["homeworld"] == "Redhaven"
    items = {item["flags"]["chronicle"]["id"]: item for item in vael["items"]}
    assert set(items) == {"red-keep", "ford-hall", "riders", "guards", "eyes", "fields"}
    assert items["riders"]["system"] == {
        "health": {"value": 9, "max": 12},
        "location": "The Ford",
        "baseOfInfluence": False,
        "assetType": "force",
        "category": "force",
        "rating": 4,
        "cost": 8,
        "magic": "none",
        "income": 0,
        "stealthed": False,
        "subtle": False,
        "special": False,
        "unusable": False,
        "attackSource": "force",
        "attackTarget": "force",
        "attackDamage": "2d6",
        "counter": "1d4",
    }
    assert items["eyes"]["system"]["stealthed"]
    assert "attackDamage" not in items["eyes"]["system"], "an effect says what a hit does"
    hall = items["ford-hall"]["system"]
    assert (hall["baseOfInfluence"], hall["health"]) == (True, {"value": 4, "max": 6})


def test_the_fields_are_those_of_the_two_systems(campaign: Path) -> None:
    run("export", "foundry", "actors")
    for path in (campaign / "actors").glob("*.json"):
        found = actor(path)
        assert set(found["system"]) <= FACTION_FIELDS
        for item in found["items"]:
            assert item["type"] == "asset"
            assert set(item["system"]) <= ASSET_FIELDS
