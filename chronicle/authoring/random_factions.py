"""Files of random factions for a campaign by the ruleset `wwn`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import load_campaign
from chronicle.model.audience import EVERYONE
from chronicle.model.campaign import Campaign
from chronicle.pipeline import resolve_campaign
from chronicle.records import Record
from chronicle.rules.wwn.setup import opening_state
from chronicle.rules.wwn.setup.faction_sizes import FactionSizeName, size_named
from chronicle.rules.wwn.setup.random_factions import (
    DrawnFaction,
    DrawnGoal,
    SeededChoices,
    draw_faction,
)
from chronicle.rules.wwn.state import State

#: The ruleset whose factions have sizes.
RULESET: Final = "wwn"
#: Dark first colours and light second ones, so that every pair can be told apart.
_DARK: Final = ("#1f4e7a", "#3a3a3a", "#3d5a2a", "#4a2a63", "#5a3d1e", "#7a2e22", "#0f5257")
_LIGHT: Final = ("#efe6c8", "#f2c14e", "#f2f2f2", "#e8d8b0", "#dfe8ef")
_HEAD: Final = "# yaml-language-server: $schema=../.chronicle/faction.schema.json\n"


class RandomFactionsError(ValueError):
    """No faction can be drawn; the message says why and what to do."""


class FactionRequest(Record):
    """How many factions of which size are drawn, by which seed; ``sigils`` are the theme's."""

    size: FactionSizeName
    count: int
    seed: str
    sigils: Sequence[str]


def random_factions(
    tree: FileTree, request: FactionRequest, report: Report, *, modeline: bool = False
) -> dict[str, str]:
    """Return the files of new factions by path; none after errors.

    With a ``modeline``, editors find the schema. The campaign is played with them, and what is
    wrong then is reported. The same campaign and seed give the same files. Raises
    :class:`RandomFactionsError`.
    """
    campaign = load_campaign(tree, report)
    if campaign is None or report.has_errors:
        return {}
    _check_campaign(campaign)
    state = opening_state(campaign, report)
    if state is None:
        return {}
    files = {}
    for id in _free_ids(campaign, state, request.count):
        text = _faction_file(campaign, state, request, id)
        files[f"factions/{id}.yaml"] = (_HEAD if modeline else "") + text
    whole = {**tree.files, **{path: text.encode() for path, text in files.items()}}
    played = resolve_campaign(FileTree(tree.name, whole), report)
    return {} if played is None else files


def _check_campaign(campaign: Campaign) -> None:
    if campaign.ruleset != RULESET:
        raise RandomFactionsError(
            f"random factions are for the ruleset {RULESET}, not {campaign.ruleset}"
        )


def _free_ids(campaign: Campaign, state: State, count: int) -> list[str]:
    taken = {*state.factions, *state.assets, *state.bases, *(one.id for one in campaign.places)}
    taken |= {entity.id for entity in campaign.entities}
    found: list[str] = []
    number = 1
    while len(found) < count:
        if f"faction-{number}" not in taken:
            found.append(f"faction-{number}")
        number += 1
    return found


def _faction_file(campaign: Campaign, state: State, request: FactionRequest, id: str) -> str:
    size = size_named(request.size)
    words = f"chronicle faction 1\0{request.seed}\0{request.size}\0{id}"
    draw = SeededChoices(hashlib.sha256(words.encode()).digest())
    known = {one.id for one in campaign.places if one.visibility.admits(EVERYONE)}
    open_to = [place for place in sorted(known) if not state.places[place].shuts_out(id)]
    if not open_to:
        raise RandomFactionsError(
            "no place is known to everyone and open to a new faction; add one to places.yaml"
        )
    seat = draw.pick("seat", open_to)
    rivals = [one.id for one in campaign.factions if one.visibility.admits(EVERYONE)]
    drawn = draw_faction(
        draw, size, state.house.catalogue, rivals, by_water=state.places[seat].water
    )
    free = sorted({*request.sigils} - {one.sigil for one in campaign.factions}) or sorted(
        request.sigils
    )
    number = int(id.rpartition("-")[2])
    # New factions take the free sigils in turn.
    sigil = free[number % len(free)]
    colors = f'["{draw.pick("dark", _DARK)}", "{draw.pick("light", _LIGHT)}"]'
    # Published turns stay as they are.
    through = campaign.published.through
    joins = [f"joins: {through + 1}"] if through else []
    return "".join(
        f"{line}\n"
        for line in (
            f"name: Faction {number}",
            "for: everyone",
            f"colors: {colors}",
            f"sigil: {sigil}",
            *joins,
            "",
            f"opening:  # a {size.name} faction",
            *_opening_lines(id, seat, drawn),
        )
    )


def _opening_lines(id: str, seat: str, drawn: DrawnFaction) -> Iterator[str]:
    for attribute, rating in drawn.ratings.items():
        yield f"  {attribute}: {rating}"
    if drawn.magic != "none":
        yield f"  magic: {drawn.magic}"
    if drawn.tag:
        yield f"  tags: [{drawn.tag}]"
    yield f"  goal: {_goal(drawn.goal)}"
    yield "  bases:"
    yield f"    - {{id: {id}-seat, at: {seat}, headquarters: true}}"
    yield "  assets:"
    for kind in drawn.assets:
        yield f"    - {{id: {id}-{kind}, type: {kind}, at: {seat}}}"


def _goal(goal: DrawnGoal) -> str:
    about = f", against: {goal.against}" if goal.against else ""
    about += f", attribute: {goal.attribute}" if goal.attribute else ""
    return f"{{kind: {goal.kind}{about}}}"
