"""Goals (W-GOAL): what each requires, how actions advance it, and its XP."""

from __future__ import annotations

from typing import Final

from chronicle.rules.wwn.changes import Change, Furthered
from chronicle.rules.wwn.state import Asset, Base, FactionState, Goal, Piece, State
from chronicle.rules.wwn.terms import Attribute, GoalKind

#: How many of a faction's own turns without an Attack complete Peaceable Kingdom.
PEACEFUL_TURNS: Final = 4
#: How many of its turns a faction has to destroy the target that it chose.
TURNS_TO_ELIMINATE: Final = 3
#: Treasure to spend without return, per point of Wealth.
LAVISH_COST_PER_WEALTH: Final = 4
_FIXED_XP: Final[dict[GoalKind, int]] = {
    "blood-the-enemy": 2,
    "eliminate-target": 1,
    "inside-enemy-territory": 2,
    "invincible-valor": 2,
    "peaceable-kingdom": 1,
    "wealth-of-kingdoms": 2,
}


def goal_credit(
    state: State, faction: str, *, damage: int = 0, destroyed: Piece | None = None
) -> tuple[Change, ...]:
    """Return a faction's goal progress for damage to rivals' pieces, or for destroying one.

    ``state`` is a board on which the piece's owner still has its old ratings, and ``damage`` what
    was really lost, by hits and counterattacks alike.
    """
    goal = state.factions[faction].goal
    if goal is None:
        return ()
    if goal.kind == "blood-the-enemy":
        return (Furthered(faction, damage),) if damage else ()
    if destroyed is None or destroyed.faction == faction:
        return ()
    if not _destroying_counts(state, state.factions[faction], goal, destroyed):
        return ()
    worth = sum(state.factions[destroyed.faction].ratings)
    return (Furthered(faction, 1, worth if isinstance(destroyed, Base) else 0),)


def _destroying_counts(state: State, striver: FactionState, goal: Goal, piece: Piece) -> bool:
    """Return whether destroying this piece advances a goal."""
    match goal.kind:
        case "eliminate-target":
            return piece.id == goal.asset
        case "invincible-valor":
            kind = _attribute_and_level(state, piece)
            return kind is not None and kind[0] == "force" and kind[1] > striver.force
        case "root-out-the-enemy":
            return isinstance(piece, Base) and piece.at == goal.at
        case "sphere-dominance":
            kind = _attribute_and_level(state, piece)
            return kind is not None and kind[0] == goal.attribute
        case _:
            return False


def _attribute_and_level(state: State, piece: Piece) -> tuple[Attribute, int] | None:
    """Return the attribute and level of an asset, or None for a base."""
    if isinstance(piece, Asset):
        type_ = state.type_of(piece)
        return type_.attribute, type_.level
    return None


def goal_credit_for_collapse(state: State, faction: str, fallen: str) -> tuple[Change, ...]:
    """Return a faction's goal progress for making a rival collapse (W-TURN-7)."""
    goal = state.factions[faction].goal
    if goal is None or goal.kind != "destroy-the-foe" or faction == fallen:
        return ()
    if goal.against not in ("", fallen):
        return ()
    return (Furthered(faction, 1, sum(state.factions[fallen].ratings)),)


def required_progress(state: State, faction: str, goal: Goal) -> int:
    """Return the progress that a goal needs for this faction, by its current ratings."""
    own = state.factions[faction]
    match goal.kind:
        case "blood-the-enemy":
            return sum(own.ratings)
        case "inside-enemy-territory":
            return own.cunning
        case "peaceable-kingdom":
            return PEACEFUL_TURNS
        case "sphere-dominance":
            return own.rating(goal.attribute) if goal.attribute else 1
        case "wealth-of-kingdoms":
            return LAVISH_COST_PER_WEALTH * own.wealth
        case _:
            return 1


def goal_xp(state: State, faction: str, goal: Goal, *, contested: bool = False) -> int:
    """Return the XP of a met goal; ``contested`` if rivals attacked the base (Expand Influence)."""
    match goal.kind:
        case "destroy-the-foe":
            return 2 + -(-goal.worth // 3)
        case "expand-influence":
            return 2 if contested else 1
        case "root-out-the-enemy":
            # Half of the mean of three ratings, rounded once.
            return -(-goal.worth // 6)
        case "sphere-dominance":
            return -(-required_progress(state, faction, goal) // 2)
        case "own":
            return goal.xp or 1
        case _:
            return _FIXED_XP[goal.kind]


def count_assets_inside(state: State, faction: str, goal: Goal) -> int:
    """Return the number of Stealthed assets at rivals' bases, without the goal's excluded ones."""
    lairs = {base.at for base in state.bases.values() if base.faction != faction}
    return sum(
        1
        for asset in state.own(faction)
        if asset.stealth and asset.at in lairs and asset.id not in goal.excluded
    )


def hidden_asset_ids(state: State, faction: str) -> frozenset[str]:
    """Return the assets hidden now; a goal excludes those hidden when it is chosen."""
    return frozenset(asset.id for asset in state.own(faction) if asset.stealth)


def is_out_of_reach(state: State, faction: str, goal: Goal) -> bool:
    """Return whether an unmet goal can't be met any more; its faction then chooses freely.

    Its time has run out, or somebody else removed its subject.
    """
    match goal.kind:
        case "destroy-the-foe":
            foe = state.factions.get(goal.against)
            return bool(goal.against) and (foe is None or foe.collapsed)
        case "eliminate-target":
            target = state.assets.get(goal.asset)
            gone = target is None or target.faction == faction
            return gone or state.turn - goal.since >= TURNS_TO_ELIMINATE
        case "root-out-the-enemy":
            return not any(
                base.at == goal.at and base.faction != faction for base in state.bases.values()
            )
        case _:
            return False
