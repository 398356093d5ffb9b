"""Actors and items of Foundry, built after the data models of its systems `wwn` and `swnr`.

`wwn` is 2.0.0-alpha3 (`module/data/actor/faction.mjs`, `module/data/item/asset.mjs`), `swnr` 2.3.0
(`module/data/actors/actor-faction.mjs`, `module/data/items/item-asset.mjs`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from chronicle.authoring.foundry.documents import has_foundry_files
from chronicle.authoring.foundry.import_factions import import_factions
from chronicle.authoring.import_notes import NotesImport
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.rules.wwn.state import State
from tests.authoring.import_notes.imported import SIGILS, note_files
from tests.rules.wwn.small_campaign import SOUND

#: The sound campaign without factions, as a world is brought into a new campaign.
EMPTY: Final[Mapping[str, str]] = {
    "campaign.yaml": SOUND["campaign.yaml"],
    "places.yaml": """\
for: everyone
places:
  redhaven: {name: Redhaven, neighbours: [mill]}
  mill: {name: The Mill}
""",
}


def wwn_asset(name: str, attribute: str = "force", hp: int = 4, **values: Any) -> dict[str, Any]:
    """An asset as `wwn` has it, with the values of no pack."""
    system = {
        "desc": "",
        "health": {"value": hp, "max": hp},
        "cost": 1,
        "rating": 1,
        "baseOfInfluence": False,
        "attackTarget": "",
        "attackSource": "",
        "attackDamage": "",
        "counter": "",
        "note": "",
        "turnRoll": "",
        "assetType": attribute,
        "location": "",
        "locationRoll": "",
        "maintenance": 0,
        "income": 0,
        "unusable": False,
        "stealthed": False,
        "subtle": False,
        "special": False,
        "magic": "none",
    }
    return {"_id": "a" * 16, "name": name, "type": "asset", "system": {**system, **values}}


def guard(**values: Any) -> dict[str, Any]:
    """The Local Guard with the values of the rules."""
    rules = {"rating": 1, "cost": 3, "attackSource": "force", "attackTarget": "force"}
    dice = {"attackDamage": "1d3+1", "counter": "1d4+1", "location": "Redhaven"}
    return wwn_asset("Local Guard", **{**rules, **dice, **values})


def seat(**values: Any) -> dict[str, Any]:
    """The headquarters of Vael."""
    return wwn_asset(
        "Red Keep", hp=7, **{"baseOfInfluence": True, "location": "Redhaven", **values}
    )


def wwn_actor(
    name: str = "House Vael",
    items: Sequence[Mapping[str, Any]] | None = None,
    ownership: Any = None,
    **values: Any,
) -> dict[str, Any]:
    """A faction as `wwn` has it: Force 3, Cunning 2 and Wealth 1, with 7 hit points."""
    system = {
        "description": "",
        "health": {"value": 7, "max": 7},
        "forceRating": 3,
        "cunningRating": 2,
        "wealthRating": 1,
        "magicRating": "low",
        "facCreds": 5,
        "xp": 2,
        "homeworld": "Redhaven",
        "active": True,
        "factionGoal": "",
        "factionGoalDesc": "",
        "tags": [],
        "log": [],
        "initiative": {"roll": "1d8", "value": 0},
    }
    actor: dict[str, Any] = {
        "name": name,
        "type": "faction",
        "img": "icons/svg/mystery-man.svg",
        "system": {**system, **values},
        "items": [seat()] if items is None else [*items],
        "effects": [],
        "flags": {},
    }
    return actor if ownership is None else {**actor, "ownership": ownership}


def swnr_asset(name: str, **values: Any) -> dict[str, Any]:
    """An asset as the converted pack of `swnr` 2.3.0 has it: with the values that it has lost."""
    system = {
        "description": "",
        "favorite": False,
        "category": "cunning",
        "type": "Facility",
        "health": {"value": 6, "max": 6},
        "rating": 3,
        "tl": 0,
        "baseOfInfluence": False,
        "unusable": False,
        "stealthed": False,
        "cost": 1,
        "income": 0,
        "maintenance": 0,
        "attackTarget": None,
        "attackSource": None,
        "qualities": {"permission": False, "action": False, "special": False},
    }
    return {"_id": "b" * 16, "name": name, "type": "asset", "system": {**system, **values}}


def swnr_actor(items: Sequence[Mapping[str, Any]] = (), **values: Any) -> dict[str, Any]:
    """A faction as `swnr` has it: without magic, and with temporary hit points."""
    actor = wwn_actor(items=items, **values)
    system: dict[str, Any] = actor["system"]
    del system["magicRating"], system["initiative"]
    system["health"] = {"value": 7, "temp": 0}
    return actor


def laid(*actors: Mapping[str, Any]) -> dict[str, str | bytes]:
    """Each document in a file, as "Export Data" writes it."""
    return {f"fvtt-Actor-{at}.json": json.dumps(one) for at, one in enumerate(actors)}


def brought(
    files: Mapping[str, str | bytes], *readers: str, over: Mapping[str, str] = EMPTY
) -> tuple[NotesImport | None, tuple[Finding, ...]]:
    """What a world becomes in a campaign, and the findings."""
    report = Report()
    source = note_files(files)
    assert has_foundry_files(source)
    tree = FileTree("", {path: text.encode() for path, text in over.items()})
    return import_factions(source, tree, readers or ("gm",), SIGILS, report), report.findings


def texts(
    files: Mapping[str, str | bytes], *readers: str, over: Mapping[str, str] = EMPTY
) -> dict[str, str]:
    """The text of each file that a world becomes."""
    found, findings = brought(files, *readers, over=over)
    assert found is not None, [one.message for one in findings]
    return {path: content.decode() for path, content in found.files.items()}


def said(files: Mapping[str, str | bytes], *readers: str, over: Mapping[str, str] = EMPTY) -> str:
    """The messages of an import."""
    return "\n".join(one.message for one in brought(files, *readers, over=over)[1])


def played_with(
    files: Mapping[str, str | bytes], *readers: str, over: Mapping[str, str] = EMPTY
) -> PlayedCampaign:
    """The campaign with a world brought into it."""
    report = Report()
    whole = {**{path: text.encode() for path, text in over.items()}}
    whole |= {path: text.encode() for path, text in texts(files, *readers, over=over).items()}
    played = resolve_campaign(FileTree("", whole), report)
    assert played is not None, report.findings
    return played


def state_with(*actors: Mapping[str, Any], over: Mapping[str, str] = EMPTY) -> State:
    """The opening board with these factions."""
    state: State = played_with(laid(*actors), over=over).history.opening.after
    return state
