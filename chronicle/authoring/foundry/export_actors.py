"""Factions of a played `wwn` campaign as Foundry actors, in files for "Import Data"."""

from __future__ import annotations

import hashlib
import json
import string
from collections.abc import Iterator, Mapping
from typing import Any, Final

from chronicle.authoring.foundry.terms import FLAG, GOAL_NAMES
from chronicle.model.campaign import Campaign
from chronicle.pipeline import PlayedCampaign
from chronicle.records import Record
from chronicle.rules.wwn.effects import Income
from chronicle.rules.wwn.goals import required_progress
from chronicle.rules.wwn.state import Asset, Base, FactionState, Goal, State

#: The ruleset whose factions are those of the two systems.
RULESET: Final = "wwn"
_ID_SIGNS: Final = string.ascii_letters + string.digits
_ID_LENGTH: Final = 16
#: What marks an asset that can do nothing for its owner.
_UNUSABLE_MARKS: Final = ("unusable", "withheld")

Json = Mapping[str, Any]


class ExportActorsError(ValueError):
    """The campaign has no factions to export; the message says why."""


def faction_actors(played: PlayedCampaign) -> dict[str, bytes]:
    """The actor of each faction that has not collapsed, by file name.

    Contains what factions hide. Raises :class:`ExportActorsError`.
    """
    if played.ruleset.id != RULESET:
        raise ExportActorsError(
            f"only factions by the ruleset {RULESET} are actors in Foundry; this campaign is played"
            f" by {played.ruleset.id}"
        )
    state: State = played.history.last.after
    exporter = _Exporter(played.campaign, state)
    return {
        f"{id}.json": (json.dumps(exporter.actor(id), ensure_ascii=False, indent=2) + "\n").encode()
        for id in state.living()
    }


class _Exporter(Record):
    """Writes the factions of a board as actors, with the names of the campaign."""

    campaign: Campaign
    state: State

    def actor(self, id: str) -> Json:
        faction = self.state.factions[id]
        pieces: list[Asset | Base] = [*self.state.own_bases(id), *self.state.own(id)]
        flags: dict[str, Any] = {"id": id, "public": self._is_public(id)}
        if faction.goal is not None:
            flags["goal"] = _goal_flags(faction.goal)
        return {
            "_id": foundry_id("faction", id),
            "name": self._faction_name(id),
            "type": "faction",
            "system": self._values(faction),
            "items": [self._item(piece) for piece in pieces],
            "effects": [],
            "flags": {FLAG: flags},
            # Nobody but the GM.
            "ownership": {"default": 0},
        }

    def _values(self, faction: FactionState) -> Json:
        seat = self.state.headquarters(faction.id)
        goal = faction.goal
        tags = self.state.house.catalogue.tags
        return {
            "description": "",
            "active": not faction.asleep,
            "health": {"value": faction.hp, "max": faction.maximum},
            "forceRating": faction.force,
            "cunningRating": faction.cunning,
            "wealthRating": faction.wealth,
            "magicRating": faction.magic,
            "facCreds": faction.treasure,
            "xp": faction.xp,
            "homeworld": self._place_name(seat.at) if seat is not None else "",
            "factionGoal": "" if goal is None else goal.name or GOAL_NAMES[goal.kind],
            "factionGoalDesc": "" if goal is None else self._goal_text(faction.id, goal),
            "tags": [{"name": tags[tag].name, "desc": "", "effect": ""} for tag in faction.tags],
            "log": [],
        }

    def _item(self, piece: Asset | Base) -> Json:
        flags: dict[str, Any] = {"id": piece.id, "at": piece.at}
        if isinstance(piece, Asset):
            flags["type"] = piece.type
        elif piece.headquarters:
            flags["headquarters"] = True
        return {
            "_id": foundry_id("piece", piece.id),
            "name": str(piece.name),
            "type": "asset",
            "system": {
                "health": {"value": piece.hp, "max": self.state.maximum(piece)},
                "location": self._place_name(piece.at),
                **(
                    dict(self._asset_values(piece))
                    if isinstance(piece, Asset)
                    # The systems sort bases by attribute; this is the one they begin with.
                    else {"baseOfInfluence": True, "assetType": "cunning", "category": "cunning"}
                ),
            },
            "effects": [],
            "flags": {FLAG: flags},
        }

    def _asset_values(self, asset: Asset) -> Iterator[tuple[str, Any]]:
        """The values of an asset; what it doesn't have is left out, so that it is not invalid."""
        kind = self.state.type_of(asset)
        yield "baseOfInfluence", False
        yield from (("assetType", kind.attribute), ("category", kind.attribute))
        yield from (("rating", kind.level), ("cost", kind.cost), ("magic", kind.magic))
        yield "income", sum(one.amount for one in kind.effects_of(Income))
        yield "stealthed", bool(asset.stealth)
        yield "subtle", self.state.subtle(asset)
        yield "special", bool(kind.effects)
        yield "unusable", any(asset.mark(mark) is not None for mark in _UNUSABLE_MARKS)
        if kind.attack is not None:
            yield "attackSource", kind.attack.attribute
            yield "attackTarget", kind.attack.target
            if kind.attack.damage is not None:
                yield "attackDamage", str(kind.attack.damage)
        if kind.counter is not None:
            yield "counter", str(kind.counter)

    def _goal_text(self, faction: str, goal: Goal) -> str:
        about = [
            self._faction_name(goal.against) if goal.against else "",
            self._piece_name(goal.asset) if goal.asset else "",
            self._place_name(goal.at) if goal.at else "",
            goal.attribute or "",
        ]
        needed = required_progress(self.state, faction, goal)
        progress = f"{goal.progress}/{needed}" if goal.kind != "own" else ""
        return ", ".join(_escaped(part) for part in (*about, progress) if part)

    def _faction_name(self, id: str) -> str:
        return next((one.name for one in self.campaign.factions if one.id == id), id)

    def _is_public(self, id: str) -> bool:
        return any(one.id == id and one.visibility.public for one in self.campaign.factions)

    def _place_name(self, id: str) -> str:
        return next((one.name for one in self.campaign.places if one.id == id), id)

    def _piece_name(self, id: str) -> str:
        piece = self.state.piece(id)
        return str(piece.name) if piece is not None else id


def foundry_id(kind: str, id: str) -> str:
    """The id of a document in Foundry: sixteen letters and digits, the same each time."""
    number = int.from_bytes(hashlib.sha256(f"chronicle {kind}\0{id}".encode()).digest(), "big")
    signs = []
    for _ in range(_ID_LENGTH):
        number, at = divmod(number, len(_ID_SIGNS))
        signs.append(_ID_SIGNS[at])
    return "".join(signs)


def _goal_flags(goal: Goal) -> Json:
    """A goal as it is written in a faction's file."""
    written = {
        "against": goal.against,
        "asset": goal.asset,
        "at": goal.at,
        "attribute": goal.attribute,
        "name": goal.name,
        "xp": goal.xp,
    }
    return {"kind": goal.kind, **{key: value for key, value in written.items() if value}}


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
