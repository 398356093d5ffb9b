"""Two orders of a proposal never give one key two values."""

from __future__ import annotations

import pytest

from chronicle.proposals.candidates import contradict, merge_entries


@pytest.mark.parametrize(
    ("one", "other", "is_contradiction"),
    [
        ({"goal": {"kind": "a"}}, {"goal": {"kind": "b"}}, True),
        ({"goal": {"kind": "a"}}, {"goal": {"kind": "a"}}, False),
        ({"place": {"eyes": "marsh"}}, {"place": {"knives": "vale"}}, False),
        ({"place": {"eyes": "marsh"}}, {"place": {"eyes": "vale"}}, True),
        ({"move": [{"id": "a"}]}, {"move": [{"id": "b"}]}, False),
        ({"lavish": True}, {"abandon": True}, False),
        ({"actor": "marsh"}, {"actor": "vale"}, True),
        ({"sacrifice": "never"}, {"sacrifice": ["riders"]}, True),
    ],
)
def test_only_keys_with_one_value_can_contradict(
    one: dict[str, object], other: dict[str, object], is_contradiction: bool
) -> None:
    assert contradict(one, other) is contradict(other, one) is is_contradiction
    if not is_contradiction:
        merged = merge_entries(one, other)
        assert not contradict(merged, one)
        assert not contradict(merged, other)
