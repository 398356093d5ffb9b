"""Orders of two players of one faction are joined order by order, each unchanged."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from textwrap import indent
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from chronicle.authoring.merge_orders import OrdersClash, merge_orders
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.rules import RULESETS
from chronicle.yaml.edit.replace import EntryBlock, value_of_node
from chronicle.yaml.nodes import MapNode
from chronicle.yaml.parser import compose
from tests.rules.rule_cases import read_yaml


def block_of(text: str, key: str = "orders") -> EntryBlock:
    """Orders below a key, as they come out of a file or a message."""
    root = compose(Source("", f"{key}:{text}"), Report())
    assert isinstance(root, MapNode)
    value = root.get(key)
    assert value is not None
    rows = f"{key}:{text}".rstrip("\n").split("\n")
    return EntryBlock(tuple(rows), 0, value, 1)


def joined(
    ruleset: str, blocks: Sequence[EntryBlock], *, keep: Any = "later"
) -> tuple[str, list[str]]:
    """The lines of the joined orders, and what was asked about."""
    asked: list[str] = []

    def choose(clash: OrdersClash) -> Any:
        asked.append(clash.what)
        return keep

    models = RULESETS[ruleset].file_models()
    found = merge_orders("vael", blocks, None, models, choose)
    text = "\n".join(found.rows) + "\n"
    # What is written is what is checked.
    root = compose(Source("", text), Report())
    assert isinstance(root, MapNode)
    assert value_of_node(root.entries[0].value) == value_of_node(found.value)
    return text.partition("\n")[2], asked


MERGED: Final = read_yaml(Path(__file__).parent / "merged_orders.yaml")


def _below(text: str) -> str:
    """What stands behind the key of a faction: a mapping on its line, or lines below it."""
    return f" {text}\n" if text.startswith("{") else "\n" + indent(text, "  ")


@pytest.mark.parametrize("law", MERGED)
def test_what_the_rules_allow_once_is_asked_about_and_the_rest_is_joined(law: str) -> None:
    case = MERGED[law]
    ruleset, asked, result = case["ruleset"], case["asked"], indent(case["result"], "  ")
    there, sent = _below(case["there"]), _below(case["sent"])
    assert joined(ruleset, [block_of(there), block_of(sent)]) == (result, asked)
    kept, _ = joined(ruleset, [block_of(there), block_of(sent)], keep="earlier")
    if asked and len(result) < len(there):
        assert loaded(f"vael:\n{kept}") == loaded(f"vael:{there}")


def loaded(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(io.StringIO(text))["vael"]


orders = st.dictionaries(
    st.sampled_from(["a", "b", "c", "d"]), st.sampled_from(["One.", "Two.", "T: 3, # no"])
)


def written(by_id: dict[str, str], style: str) -> str:
    """Orders in one of the ways in which people write them."""
    if style == "inline":
        items = ", ".join(f'{{id: {id}, order: "{text}"}}' for id, text in by_id.items())
        return f" {{actions: [{items}]}}\n"
    if style == "literal":
        items = "".join(f"  - id: {id}\n    order: |\n      {t}\n" for id, t in by_id.items())
    else:
        items = "".join(f'      - {{id: {id}, order: "{t}"}} # -\n' for id, t in by_id.items())
    return f"\n  actions:\n{items}"


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.tuples(orders, st.sampled_from(["inline", "literal", "rows"])), min_size=1, max_size=4
    )
)
def test_each_order_is_there_once_as_kept(sheets: list[tuple[dict[str, str], str]]) -> None:
    blocks = [block_of(written(by_id, style)) for by_id, style in sheets if by_id]
    if not blocks:
        return
    for keep in ("later", "earlier"):
        wanted: dict[str, str] = {}
        for by_id, _ in sheets:
            for id, text in by_id.items():
                if keep == "later" or id not in wanted:
                    wanted[id] = text
        text, _ = joined("freeform", blocks, keep=keep)
        found = loaded(f"vael:\n{text}") if len(blocks) > 1 else None
        if found is not None:
            assert {it["id"]: it["order"].strip() for it in found["actions"]} == wanted
            assert len(found["actions"]) == len(wanted)
