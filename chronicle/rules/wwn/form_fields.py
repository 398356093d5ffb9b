"""Fields shared by orders: their ids, and the items of lists."""

from __future__ import annotations

from typing import Final

from chronicle.model.facts import Facts, place_ref
from chronicle.rules import order_form
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.state import Asset

#: The maximum length of ids.
_MAX_ID_LENGTH: Final = 60


def order_id(*words: str) -> str:
    """Return the id of an order, from the id of the asset or faction that carries it out."""
    return "-".join(words)[:_MAX_ID_LENGTH].rstrip("-")


def order_item(key: str, id: str, *parts: order_form.FormPart) -> order_form.ListItem:
    """Return one order of a list."""
    return order_form.ListItem(key, (order_form.FixedField("id", id), *parts))


def asset_action_field(
    seen: KnownState, code: str, asset: Asset, *cases: order_form.ActionChoice
) -> order_form.ActionField:
    """Return a choice of actions for an own asset, with its type, place and hit points."""
    made = seen.board.type_of(asset)
    hurt = {"of": made.hp} if asset.hp < made.hp else {}
    facts = Facts({"type": made.name, "at": place_ref(asset.at), "hp": asset.hp, **hurt})
    return order_form.ActionField(code, cases, asset.name, facts)


def boolean_field(key: str, *, now: bool) -> order_form.SelectField:
    """Return a key with `true` or `false`."""
    return order_form.SelectField(
        key,
        (order_form.FieldChoice("true"), order_form.FieldChoice("false")),
        now="true" if now else "false",
    )
