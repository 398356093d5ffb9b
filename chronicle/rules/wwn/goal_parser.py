"""Goals and standing orders as they are written, in openings, orders and adjustments alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from chronicle.diagnostics.catalogue.content import MissingKey
from chronicle.diagnostics.report import Report
from chronicle.rules.shared.parser import check_known
from chronicle.rules.wwn import diagnostics
from chronicle.rules.wwn.diagnostics.figures import WhyNoTarget
from chronicle.rules.wwn.goals import hidden_already
from chronicle.rules.wwn.inputs import GoalShape, PolicyShape
from chronicle.rules.wwn.setup.names import ALL_READ, Unread, is_place, is_rival
from chronicle.rules.wwn.state import Goal, Policy, State
from chronicle.rules.wwn.terms import GoalKind
from chronicle.yaml.decode import InputModel

#: The key that says what a goal is about, for those that are about something (W-GOAL).
NEEDS: Final[Mapping[GoalKind, str]] = {
    "destroy-the-foe": "against",
    "eliminate-target": "asset",
    "root-out-the-enemy": "at",
    "sphere-dominance": "attribute",
}
_ABOUT: Final = ("against", "asset", "at", "attribute")


def goal_of(
    shape: GoalShape,
    faction: str,
    state: State,
    turn: int,
    report: Report,
    unread: Unread = ALL_READ,
) -> Goal | None:
    """A faction's goal, chosen in a turn on this board; None after findings.

    ``unread`` are assets and bases of which the board does not know, for mistakes of their own.
    """
    errors = report.errors
    needed = NEEDS.get(shape.kind, "")
    for key in _ABOUT:
        if shape.has(key) and key != needed:
            at = shape.key_at(key)
            report.add(diagnostics.NotForThisGoal(at=at, kind=shape.kind, key=key, needs=needed))
    if needed and not shape.has(needed):
        report.add(MissingKey(at=shape.at(), key=needed))
    elif needed:
        _check_about(shape, faction, state, report, unread)
    _check_wealth(shape, faction, state, report)
    if report.errors > errors:
        return None
    inside = shape.kind == "inside-enemy-territory"
    return Goal(
        kind=shape.kind,
        against=shape.against or "",
        asset=shape.asset or "",
        at=shape.where or "",
        attribute=shape.attribute,
        since=turn,
        excluded=hidden_already(state, faction) if inside else frozenset(),
    )


def _check_about(
    shape: GoalShape, faction: str, state: State, report: Report, unread: Unread
) -> None:
    if shape.kind == "destroy-the-foe":
        is_rival(shape.against or "", faction, state, shape.at("against"), report)
    elif shape.kind == "eliminate-target" and (shape.asset or "") not in unread:
        _check_target(shape, faction, state, report)
    elif shape.kind == "root-out-the-enemy":
        _check_lair(shape, faction, state, report, unread)


def _check_target(shape: GoalShape, faction: str, state: State, report: Report) -> None:
    """A target is a rival's asset, unhurt and open to attack."""
    name, at = shape.asset or "", shape.at("asset")
    rivals = [asset.id for asset in state.assets.values() if asset.faction != faction]
    target = state.assets.get(name)
    if target is None:
        check_known("asset of another faction", name, rivals, at, report)
        return
    why: WhyNoTarget | None = None
    if target.faction == faction:
        why = "own"
    elif target.stealth:
        why = "hidden"
    elif target.hp < state.maximum(target):
        why = "hurt"
    if why is not None:
        report.add(diagnostics.NoTarget(at=at, name=name, why=why))


def _check_lair(
    shape: GoalShape, faction: str, state: State, report: Report, unread: Unread
) -> None:
    place, at = shape.where or "", shape.at("at")
    if not is_place(place, state, at, report) or unread:
        return
    lairs = {base.at for base in state.bases.values() if base.faction != faction}
    if place not in lairs:
        report.add(diagnostics.NoBaseThere(at=at, place=place, places=tuple(sorted(lairs))))


def _check_wealth(shape: GoalShape, faction: str, state: State, report: Report) -> None:
    own = state.factions[faction]
    if shape.kind == "wealth-of-kingdoms" and own.wealth <= own.lavished:
        report.add(diagnostics.WealthNotRisen(at=shape.at("kind"), wealth=own.lavished))


def policy_of(
    shape: PolicyShape,
    base: Policy,
    faction: str,
    state: State,
    report: Report,
    unread: Unread = ALL_READ,
) -> Policy:
    """Standing orders with what is written laid over those there were; findings for names."""
    at_war = rivals_at(shape, "at_war", shape.at_war or [], faction, state, report)
    found = replace(
        base,
        defend=tuple(shape.defend if shape.defend is not None else base.defend),
        at_war=base.at_war if shape.at_war is None else at_war,
        sacrifice=shape.sacrifice or base.sacrifice,
        step_in=base.step_in if shape.step_in is None else shape.step_in,
        restore=base.restore if shape.restore is None else shape.restore,
        take_over=base.take_over if shape.take_over is None else shape.take_over,
        rerolls=base.rerolls if shape.rerolls is None else shape.rerolls,
        pays=base.pays if shape.pays is None else shape.pays,
    )
    check_defenders(shape, shape.defend or [], faction, state, report, unread)
    return _contesting(shape, found, faction, state, report)


def _contesting(
    shape: PolicyShape, found: Policy, faction: str, state: State, report: Report
) -> Policy:
    """The standing orders with whose new bases are attacked."""
    match shape.contest:
        case None:
            return found
        case "at-war" | "never" | "always" as word:
            return replace(found, contests=word, contest=frozenset())
        case str() as name:
            names = [name]
        case list() as names:
            pass
    contest = rivals_at(shape, "contest", names, faction, state, report)
    return replace(found, contests="at-war", contest=contest)


def rivals_at(
    shape: InputModel, key: str, names: list[str], faction: str, state: State, report: Report
) -> frozenset[str]:
    """The factions listed under a key, none of them the faction itself; findings for others."""
    for index, name in enumerate(names):
        is_rival(name, faction, state, shape.at(key, index), report)
    return frozenset(names)


def check_defenders(
    shape: InputModel,
    names: list[str],
    faction: str,
    state: State,
    report: Report,
    unread: Unread = ALL_READ,
) -> None:
    """Those listed under `defend:` are assets and bases of the faction, each named once."""
    own = [asset.id for asset in state.own(faction)]
    own += [base.id for base in state.own_bases(faction)]
    for index, name in enumerate(names):
        at = shape.at("defend", index)
        if name in names[:index]:
            report.add(diagnostics.NamedTwice(at=at, name=name))
        elif name not in unread:
            check_known("asset or base of this faction", name, own, at, report)
