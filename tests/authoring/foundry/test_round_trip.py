"""A law: factions that are exported as actors and imported again are the same factions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from chronicle.authoring.foundry.export_actors import faction_actors
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.records import replace
from chronicle.rules.wwn.state import Asset, Base, FactionState, Goal, Policy, State, StealthState
from tests.authoring.foundry.worlds import played_with
from tests.properties.editable_campaign import Content, Draft
from tests.properties.generators import sample
from tests.properties.secret_tokens import yaml
from tests.thorough import beginning

SEEDS: Final = range(60)
#: The keys of `campaign.yaml` that name no faction.
_KEPT: Final = ("title", "ruleset", "seed", "rules")


def played(files: Mapping[str, str]) -> PlayedCampaign:
    report = Report()
    tree = FileTree("", {path: text.encode() for path, text in files.items()})
    found = resolve_campaign(tree, report)
    assert found is not None, report.findings
    return found


def emptied(draft: Draft) -> dict[str, str]:
    """The settings and places of a campaign, without rulers, and with water everywhere.

    Others see no pieces, so those of factions that not all know keep their names.
    """
    places: Content = {
        id: {
            **{key: place[key] for key in ("name", "neighbours", "position") if key in place},
            "opening": {"water": True},
        }
        for id, place in draft.places["places"].items()
    }
    head = {key: draft.head[key] for key in _KEPT if key in draft.head}
    head["rules"] = {**head.get("rules", {}), "assets": "owner"}
    return {"campaign.yaml": yaml(head), "places.yaml": yaml({"for": "everyone", "places": places})}


def faction_of(faction: FactionState) -> FactionState:
    """A faction without what stays behind: its goal's progress, and what it does by itself."""
    goal = faction.goal
    if goal is not None:
        goal = Goal(goal.kind, goal.against, goal.asset, goal.at, goal.attribute)
        goal = replace(goal, name=faction.goal.name, xp=faction.goal.xp) if faction.goal else goal
    kept = replace(faction, goal=goal, policy=Policy(), idle=0, lavished=0, earmarked=0)
    return replace(kept, tags=tuple(sorted(kept.tags)))


def asset_of(asset: Asset) -> Asset:
    """An asset without its marks."""
    hidden: StealthState = "hidden" if asset.stealth else ""
    return replace(asset, stealth=hidden, marks=(), ready=0, bound_for="", above=False)


def base_of(state: State, base: Base) -> Base:
    """A base with the maximum that it has now: that of a headquarters is its faction's."""
    return replace(base, maximum=state.maximum(base), endured=False)


def board(state: State) -> tuple[object, ...]:
    living = {*state.living()}
    return (
        {id: faction_of(one) for id, one in state.factions.items() if id in living},
        {id: asset_of(one) for id, one in state.assets.items() if one.faction in living},
        {id: base_of(state, one) for id, one in state.bases.items() if one.faction in living},
    )


@pytest.mark.parametrize("seed", beginning(SEEDS, 4))
def test_an_export_imported_again_gives_the_same_factions(seed: int) -> None:
    draft = sample("wwn", seed)
    before = played(draft.files())
    actors = faction_actors(before)
    assert actors == faction_actors(played(draft.files())), "the same bytes each time"
    after = played_with(actors, over=emptied(draft))
    assert board(after.history.opening.after) == board(before.history.last.after)
