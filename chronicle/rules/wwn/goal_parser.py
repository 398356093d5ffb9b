"""Parse goals and standing orders, in openings, orders and adjustments alike."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.records import Record, replace
from chronicle.rules.kit.parser import check_known
from chronicle.rules.wwn.diagnostics import setup as problems
from chronicle.rules.wwn.diagnostics.orders import NotAsKnown
from chronicle.rules.wwn.goals import hidden_asset_ids
from chronicle.rules.wwn.inputs import GmGoalInput, GoalInput, PolicyInput
from chronicle.rules.wwn.setup.name_checks import NO_UNREAD_IDS, UnreadIds, check_place, check_rival
from chronicle.rules.wwn.state import Asset, Goal, Piece, Policy, State
from chronicle.rules.wwn.terms import GoalKind
from chronicle.yaml.decode import InputModel

#: The key for a goal's subject, for goals that have one (W-GOAL).
REQUIRED_KEY: Final[Mapping[GoalKind, str]] = {
    "destroy-the-foe": "against",
    "eliminate-target": "asset",
    "root-out-the-enemy": "at",
    "sphere-dominance": "attribute",
    "own": "name",
}
_TARGET_KEYS: Final = ("against", "asset", "at", "attribute", "name", "xp")
_POLICY_KEYS: Final = ("sacrifice", "step_in", "restore", "take_over", "rerolls", "pays")


def parse_goal(
    entry: GoalInput | GmGoalInput,
    faction: str,
    state: State,
    turn: int,
    report: Report,
    unread: UnreadIds = NO_UNREAD_IDS,
) -> Goal | None:
    """Return a faction's goal, chosen in a turn on this board, or None after findings.

    ``unread`` are assets and bases missing from the board because of other errors.
    """
    errors = report.errors
    needed = REQUIRED_KEY.get(entry.kind, "")
    for key in _TARGET_KEYS:
        if entry.has(key) and key != needed and (entry.kind, key) != ("own", "xp"):
            at = entry.key_at(key)
            report.add(problems.NotForThisGoal(at=at, kind=entry.kind, key=key, needs=needed))
    if needed and not entry.has(needed):
        report.add(content.MissingKey(at=entry.at(), key=needed))
    elif needed:
        if entry.kind == "destroy-the-foe":
            check_rival(entry.against or "", faction, state, entry.at("against"), report)
        elif entry.kind == "eliminate-target" and (entry.asset or "") not in unread:
            _check_target(entry, faction, state, report)
        elif entry.kind == "root-out-the-enemy":
            _check_base_place(entry, faction, state, report, unread)
    own = state.factions[faction]
    if entry.kind == "wealth-of-kingdoms" and own.wealth <= own.lavished:
        report.add(problems.WealthNotRisen(at=entry.at("kind"), wealth=own.lavished))
    if report.errors > errors:
        return None
    if isinstance(entry, GmGoalInput) and entry.kind == "own":
        return Goal("own", since=turn, name=entry.name or "", xp=entry.xp or 1)
    inside = entry.kind == "inside-enemy-territory"
    return Goal(
        kind=entry.kind,
        against=entry.against or "",
        asset=entry.asset or "",
        at=entry.where or "",
        attribute=entry.attribute,
        since=turn,
        excluded=hidden_asset_ids(state, faction) if inside else frozenset(),
    )


def _check_target(
    entry: GoalInput | GmGoalInput, faction: str, state: State, report: Report
) -> None:
    """Check that a target is a rival's asset, undamaged and open to attack."""
    name, at = entry.asset or "", entry.at("asset")
    rivals = [asset.id for asset in state.assets.values() if asset.faction != faction]
    target = state.assets.get(name)
    if target is None:
        lost = frozenset[str]() if isinstance(entry, GmGoalInput) else state.lost
        check_piece(name, KnownPieces("asset of another faction", rivals, lost=lost), at, report)
        return
    if target.faction == faction:
        report.add(problems.UnfitGoalTarget(at=at, name=name, why="own"))
    elif not isinstance(entry, GmGoalInput) and (target.stealth or _is_hurt(state, target)):
        # Its owner alone knows it; then the goal is not taken up.
        why = "is Stealthed" if target.stealth else "is already damaged"
        report.add(NotAsKnown(at=at, name=name, why=why))
    elif target.stealth:
        report.add(problems.UnfitGoalTarget(at=at, name=name, why="hidden"))
    elif _is_hurt(state, target):
        report.add(problems.UnfitGoalTarget(at=at, name=name, why="hurt"))


def _is_hurt(state: State, asset: Asset) -> bool:
    return asset.hp < state.maximum(asset)


def _check_base_place(
    entry: GoalInput | GmGoalInput, faction: str, state: State, report: Report, unread: UnreadIds
) -> None:
    place, at = entry.where or "", entry.at("at")
    if not check_place(place, state, at, report) or unread:
        return
    lairs = {base.at for base in state.bases.values() if base.faction != faction}
    if place in lairs:
        return
    # Where bases are not public, the faction may not know that one is gone.
    known = isinstance(entry, GmGoalInput) or state.house.assets == "public"
    problem = problems.NoBaseThere(at=at, place=place, places=tuple(sorted(lairs)))
    report.add(problem if known else NotAsKnown(at=at, name=place, why="has no rival base"))


def parse_policy(
    entry: PolicyInput,
    base: Policy,
    faction: str,
    state: State,
    report: Report,
    unread: UnreadIds = NO_UNREAD_IDS,
) -> Policy:
    """Return the standing orders with the written keys replaced; findings for names."""
    at_war = parse_rivals(entry, "at_war", entry.at_war or [], faction, state, report)
    written = {key: value for key in _POLICY_KEYS if (value := getattr(entry, key)) is not None}
    found = replace(
        base,
        defend=base.defend if entry.defend is None else tuple(entry.defend),
        at_war=base.at_war if entry.at_war is None else at_war,
        **written,
    )
    check_defenders(entry, entry.defend or [], faction, state, report, unread)
    match entry.contest:
        case None:
            return found
        case "at-war" | "never" | "always" as word:
            return replace(found, contests=word, contest=frozenset())
        case str() as name:
            names = [name]
        case list() as names:
            pass
    contest = parse_rivals(entry, "contest", names, faction, state, report)
    return replace(found, contests="at-war", contest=contest)


def parse_rivals(
    entry: InputModel, key: str, names: list[str], faction: str, state: State, report: Report
) -> frozenset[str]:
    """Return the factions listed under a key; findings for others and the faction itself."""
    for index, name in enumerate(names):
        check_rival(name, faction, state, entry.at(key, index), report)
    return frozenset(names)


def check_defenders(
    entry: InputModel,
    names: list[str],
    faction: str,
    state: State,
    report: Report,
    unread: UnreadIds = NO_UNREAD_IDS,
) -> None:
    """Check that `defend:` lists assets and bases of the faction, each once."""
    own = KnownPieces("asset or base of this faction", own_pieces(state, faction), unread)
    check_names(entry, ("defend",), names, own, report)


def own_pieces(state: State, faction: str) -> list[str]:
    """Return the ids of a faction's assets and bases."""
    pieces: tuple[Piece, ...] = (*state.own(faction), *state.own_bases(faction))
    return [piece.id for piece in pieces]


class KnownPieces(Record):
    """Ids of assets and bases that may be named, and what they are in words.

    Those that are ``lost`` may be named too: the faction may not know it.
    """

    what: str
    ids: Collection[str]
    unread: UnreadIds = NO_UNREAD_IDS
    lost: frozenset[str] = frozenset()


def check_names(
    entry: InputModel,
    path: tuple[str, ...],
    names: str | list[str],
    known: KnownPieces,
    report: Report,
) -> None:
    """Check that names at ``path``, one or a list, are known, and none is listed twice."""
    listed = [names] if isinstance(names, str) else names
    for index, name in enumerate(listed):
        at = entry.at(*path) if isinstance(names, str) else entry.at(*path, index)
        if name in listed[:index]:
            report.add(problems.NamedTwice(at=at, name=name))
        else:
            check_piece(name, known, at, report)


def check_piece(name: str, known: KnownPieces, at: Span, report: Report) -> None:
    """Check that a name is known; what is lost is for the GM alone."""
    if name in known.lost and name not in known.ids:
        report.add(NotAsKnown(at=at, name=name, why="is gone"))
    elif name not in known.unread:
        check_known(known.what, name, known.ids, at, report)
