"""Fields shared by orders: their ids, and the items of lists."""

from __future__ import annotations

from typing import Final

from chronicle.model.facts import Facts, place_ref
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FixedField,
    FormPart,
    ListItem,
    SelectField,
)
from chronicle.rules.wwn.order_form.known_state import KnownState
from chronicle.rules.wwn.state import Asset

#: The maximum length of ids.
_MAX_ID_LENGTH: Final = 60


def order_id(*words: str) -> str:
    """Return the id of an order, from the id of the asset or faction that carries it out."""
    return "-".join(words)[:_MAX_ID_LENGTH].rstrip("-")


def order_item(key: str, id: str, *parts: FormPart) -> ListItem:
    """Return one order of a list."""
    return ListItem(key, (FixedField("id", id), *parts))


def asset_action_field(
    seen: KnownState, code: str, asset: Asset, *cases: ActionChoice
) -> ActionField:
    """Return a choice of actions for an own asset, with its type, place and hit points."""
    made = seen.board.type_of(asset)
    hurt = {"of": made.hp} if asset.hp < made.hp else {}
    facts = Facts({"type": made.name, "at": place_ref(asset.at), "hp": asset.hp, **hurt})
    return ActionField(code, cases, asset.name, facts)


def boolean_field(key: str, *, now: bool) -> SelectField:
    """Return a key with `true` or `false`."""
    return SelectField(
        key, (FieldChoice("true"), FieldChoice("false")), now="true" if now else "false"
    )
