"""A faction's own sheet: its figures, pieces, goal, standing orders and accounts."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.facts import Fact, Facts, FactsOf
from chronicle.rules.protocol import PlayedTurn
from chronicle.rules.wwn.board_view import BoardView, board_view
from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.changes import Paid
from chronicle.rules.wwn.effects import Upkeep
from chronicle.rules.wwn.events import Acted, Attacked, Event
from chronicle.rules.wwn.fact_rows import ban_rows, goal_facts
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import Asset, Base, Mark, Piece, Policy, State
from chronicle.rules.wwn.terms import ATTRIBUTES


def own_sheet_facts(
    view: BoardView, played_turn: PlayedTurn[State, Orders, Event], id: str
) -> Facts:
    """Return everything that a faction knows about itself."""
    state = played_turn.after
    faction = state.factions[id]
    ruled = sorted(place.id for place in state.places.values() if place.ruler == id)
    return Facts(
        {
            "who": view.who(id),
            "collapsed": faction.collapsed,
            **_figure_facts(played_turn, id),
            "tags": tuple(_tag(state, tag) for tag in faction.tags),
            "goal": goal_facts(view, id, faction.goal),
            "idle": faction.idle > played_turn.turn,
            "assets": tuple(_asset(view, asset) for asset in state.own(id)),
            "bases": tuple(_base(view, base) for base in state.own_bases(id)),
            "limits": limit_rows(state, id),
            "standing": _policy_facts(view, faction.policy),
            "ledger": ledger_rows(view, played_turn, id),
            "rules": ban_rows(view, state, ruled),
            "lost": lost_rows(view, played_turn, id),
        }
    )


def _figure_facts(played_turn: PlayedTurn[State, Orders, Event], id: str) -> dict[str, Fact]:
    now, was = played_turn.after.factions[id], played_turn.before.factions[id]
    return {
        "force": now.force,
        "cunning": now.cunning,
        "wealth": now.wealth,
        "magic": now.magic,
        "hp": now.hp,
        "maximum": now.maximum,
        "hp_before": was.hp,
        "treasure": now.treasure,
        "treasure_before": was.treasure,
        "xp": now.xp,
        "xp_before": was.xp,
    }


def _tag(state: State, id: str) -> str:
    found = state.house.catalogue.tags.get(id)
    return found.name if found is not None else id


# ── Assets and bases ─────────────────────────────────────────────────────────────────────────────


def _asset(view: BoardView, asset: Asset) -> Facts:
    state = view.after
    made = state.type_of(asset)
    return Facts(
        {
            **FactsOf(view.row(asset)),
            "attribute": made.attribute,
            "level": made.level,
            "hp": asset.hp,
            "maximum": made.hp,
            "stealth": asset.stealth,
            "subtle": state.subtle(asset),
            "usable": state.usable(asset),
            "ready": asset.ready if asset.ready > state.turn else 0,
            "bound_for": view.place(asset.bound_for),
            **_attack_facts(made),
            "effects": _effects(made),
            "upkeep": sum(effect.amount for effect in made.effects_of(Upkeep)),
            "marks": tuple(_mark(view, mark) for mark in asset.marks),
        }
    )


def _attack_facts(asset_type: AssetType) -> dict[str, Fact]:
    """Return how an asset attacks, and how it counterattacks."""
    attack = asset_type.attack
    shown = None
    if attack is not None:
        damage = str(attack.damage) if attack.damage is not None else ""
        shown = Facts(attribute=attack.attribute, target=attack.target, damage=damage)
    return {
        "attack": shown,
        "counter": str(asset_type.counter) if asset_type.counter is not None else "",
    }


def _effects(asset_type: AssetType) -> tuple[str, ...]:
    """Return the words for what an asset does besides fighting, each once."""
    return tuple(dict.fromkeys(effect.word for effect in asset_type.effects))


def _mark(view: BoardView, mark: Mark) -> Facts:
    """Return a lasting mark on an asset; its source only if the owner sees it."""
    source = view.piece(mark.by)
    seen = source is not None and view.sees(mark.by)
    return Facts(
        kind=mark.kind,
        by=view.name(mark.by),
        faction=view.who(source.faction) if source is not None and seen else None,
        amount=mark.amount,
        turn=mark.turn or mark.until,
    )


def _base(view: BoardView, base: Base) -> Facts:
    return Facts(
        {
            **FactsOf(view.row(base)),
            "hp": base.hp,
            "maximum": view.after.maximum(base),
            "headquarters": base.headquarters,
        }
    )


# ── Policies on others' turns ────────────────────────────────────────────────────────────────────


def _policy_facts(view: BoardView, policy: Policy) -> Facts:
    return Facts(
        {
            "defend": tuple(name for id in policy.defend if (name := view.name(id))),
            "at_war": tuple(view.who(id) for id in sorted(policy.at_war)),
            "contests": policy.contests,
            "contest": tuple(view.who(id) for id in sorted(policy.contest)),
            "sacrifice": policy.sacrifice,
            "step_in": policy.step_in,
            "restore": policy.restore,
            "take_over": policy.take_over,
            "rerolls": policy.rerolls,
            "pays": policy.pays,
        }
    )


def ledger_rows(
    view: BoardView, played_turn: PlayedTurn[State, Orders, Event], id: str
) -> tuple[Facts, ...]:
    """Return all Treasure gained or spent in the turn: purpose, rule, and balance."""
    return tuple(_ledger(view, played_turn, id))


def _ledger(
    view: BoardView, played_turn: PlayedTurn[State, Orders, Event], id: str
) -> Iterator[Facts]:
    balance = played_turn.before.factions[id].treasure
    for step in played_turn.steps:
        paid = [it for it in step.event.changes if isinstance(it, Paid) and it.faction == id]
        if not paid:
            continue
        then = board_view(step.before, step.after, view.audience)
        for change in paid:
            balance += change.amount
            if change.amount:
                yield Facts(
                    reason=change.reason,
                    rule=change.rule,
                    order=_order(step.event, id),
                    subject=_name(then, change.subject),
                    change=change.amount,
                    balance=balance,
                )


def _order(event: Event, id: str) -> str:
    """Return the faction's own order that an entry is about, also by an attack on its new base."""
    if not isinstance(event, Acted | Attacked) or event.faction != id or not event.order:
        return ""
    if isinstance(event, Attacked) and event.part:
        return ""
    return f"{id}/{event.order.rpartition('/')[2]}"


def _name(then: BoardView, subject: str) -> str:
    """Return the name at the time of what was paid for: the reader's own, or what it could see."""
    tag = then.after.house.catalogue.tags.get(subject)
    return then.name(subject) or (tag.name if tag is not None else "")


def limit_rows(state: State, id: str) -> tuple[Facts, ...]:
    """Return how many assets of each kind a faction has, and how many are in excess (W-TURN-3)."""
    faction = state.factions[id]
    kinds = [state.type_of(asset).attribute for asset in state.own(id) if not asset.mark("rogue")]
    return tuple(
        Facts(
            attribute=attribute,
            rating=faction.rating(attribute),
            assets=kinds.count(attribute),
            excess=max(0, kinds.count(attribute) - faction.rating(attribute)),
        )
        for attribute in ATTRIBUTES
    )


def lost_rows(
    view: BoardView, played_turn: PlayedTurn[State, Orders, Event], id: str
) -> tuple[Facts, ...]:
    """Return the own pieces lost during the turn, without their new owner."""
    before, after = played_turn.before, played_turn.after
    had: dict[str, Piece] = {**before.assets, **before.bases}
    rows = []
    for name, was in sorted(had.items()):
        now = after.piece(name)
        if was.faction == id and (now is None or now.faction != id):
            rows.append(
                Facts({**FactsOf(view.row(was)), "fate": "gone" if now is None else "joined"})
            )
    return tuple(rows)
