"""Every order that a form offers is accepted for its faction, whatever is true of the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Source
from chronicle.model.campaign import Turn
from chronicle.pipeline import PlayedCampaign
from chronicle.play.turns import dice_of
from chronicle.project import next_order_form
from chronicle.records import replace
from chronicle.rules.order_form import FieldChoice, Form
from chronicle.yaml.nodes import ListNode, MapNode, Node
from chronicle.yaml.parser import compose
from tests.filled_order_forms import Written, as_node, as_text, fillings
from tests.properties.generators import WRITERS
from tests.rules.contract.test_known_boards import CAMPAIGNS, game
from tests.thorough import beginning

#: What may be found in an order that stands alone, and why that is no fault of the form.
ALLOWED: Final[Mapping[str, str]] = {
    "C001": "of a new resource of `shadow` all three keys have to be filled in",
    "SH003": "another resource that is there has to be sent away first",
    "SH008": "the resource has to be placed where there is less Influence",
    "SH010": "whoever acts has to be sent out of reserve first",
    "SH007": "dice can be won before the order's place in the round",
    "SH009": "the resource has to be placed beside its target, once all have been placed",
    "WN088": "it can be paid from what comes in before; but XP have to be there",
}
#: One generated campaign of each ruleset, then all others.
_FIRST: Final = tuple(it for it in CAMPAIGNS if it[0] == "generated")[: len(WRITERS)]
GAMES: Final = (*_FIRST, *(it for it in CAMPAIGNS if it not in _FIRST))
#: What is filled in where the form asks for words that it can't know.
SAID: Final = {"conspiracy": "", "id": "boots"}
#: One of each kind of value that YAML tells apart.
KINDS: Final[Written] = {
    "text": "no",
    "number": "012",
    "count": -3,
    "yes": True,
    "no": False,
    "list": [],
}


def next_turn(found: PlayedCampaign, faction: str, orders: Node) -> Turn:
    """The turn after the last, with these orders and nothing else."""
    last = found.campaign.turns[-1]
    return replace(
        last,
        number=last.number + 1,
        orders={faction: orders},
        adjustments=None,
        reveals=(),
        news=(),
        rolls={},
    )


def findings_of(found: PlayedCampaign, faction: str, written: Written) -> tuple[Finding, ...]:
    """What is found in orders for the turn after the last."""
    report = Report()
    turn = next_turn(found, faction, as_node(written))
    found.ruleset.orders(turn, found.history.last.after, dice_of(found.campaign, turn), report)
    return report.findings


def refused(
    found: PlayedCampaign, faction: str, form: Form | None
) -> Iterator[tuple[str, str, Written]]:
    """The offered orders of a faction with errors in them."""
    for way in fillings(form, SAID) if form is not None else ():
        if not {"needs", "help", "block", "redo"} & keys_of(way.written):
            led = any(isinstance(it, FieldChoice) and "led_by" in it.facts for it in way.chosen)
            for it in findings_of(found, faction, way.written):
                excused = it.code in ALLOWED and " XP " not in it.message
                # A ruler's ban, which its leader, ordered beside it, takes it past.
                excused |= led and it.code == "WN066"
                if it.severity == "error" and not excused:
                    yield it.code, it.message, way.written


def keys_of(written: object) -> set[str]:
    """All keys in what is written."""
    match written:
        case dict():
            return {*written, *(key for value in written.values() for key in keys_of(value))}
        case list():
            return {key for value in written for key in keys_of(value)}
        case _:
            return set()


@pytest.mark.parametrize(("kind", "name", "seed"), beginning(GAMES, len(WRITERS)))
def test_every_offered_order_is_accepted(kind: str, name: str, seed: int) -> None:
    found = game(kind, name, seed)
    for faction in found.ruleset.playing(found.history.last.after):
        form = next_order_form(found.campaign, found.history, found.ruleset, faction)
        assert list(refused(found, faction, form)) == []


@pytest.mark.parametrize(("kind", "name", "seed"), beginning(GAMES, len(WRITERS)))
def test_every_order_offered_to_the_gm_is_accepted(kind: str, name: str, seed: int) -> None:
    found = game(kind, name, seed)
    for faction in found.ruleset.playing(found.history.last.after):
        form = found.ruleset.form(found.history.last, None, faction, ())
        assert form is not None
        assert list(refused(found, faction, form)) == []


def plain(node: Node | None) -> object:
    """A node without its places: keys, texts and values."""
    match node:
        case MapNode():
            return [(entry.key.text, entry.key.value, plain(entry.value)) for entry in node.entries]
        case ListNode():
            return [plain(item) for item in node.items]
        case None:
            raise AssertionError
        case _:
            return node.text, node.value


def read(written: Written) -> object:
    return plain(compose(Source("turns/next.yaml", as_text(written) + "\n"), Report()))


@pytest.mark.parametrize(("kind", "name", "seed"), GAMES[: len(WRITERS)])
def test_a_filled_form_is_the_node_that_its_text_is_read_as(
    kind: str, name: str, seed: int
) -> None:
    found = game(kind, name, seed)
    for faction in found.ruleset.playing(found.history.last.after):
        form = found.ruleset.form(found.history.last, None, faction, ())
        assert form is not None
        for way in islice(fillings(form), 0, None, 200):
            assert plain(as_node(way.written)) == read(way.written)


def test_every_kind_of_value_is_the_node_that_its_text_is_read_as() -> None:
    assert plain(as_node({"all": [KINDS]})) == read({"all": [KINDS]})
