"""A form has room for a few orders in words, and what is written with it is read."""

from __future__ import annotations

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.outline.order_stubs import write_stubs
from chronicle.outline.order_stubs.suggestions import suggestions
from chronicle.play.turns import dice_of
from chronicle.project import next_order_form
from chronicle.records import replace
from chronicle.rules.freeform import FREEFORM
from chronicle.rules.order_form import Form
from chronicle.yaml.parser import compose
from tests.filled_order_forms import as_text, fillings
from tests.rules.freeform.small_campaign import SOUND
from tests.small_campaign import play_files

GAME = play_files({"turns/001.yaml": "turn: 1\n"}, over=SOUND)


def form_of(faction: str) -> Form:
    found = next_order_form(GAME.campaign, GAME.history, GAME.ruleset, faction)
    assert found is not None
    return found


def test_every_filled_in_form_is_valid() -> None:
    words = "We dig: at night, “quietly”."
    ids = set()
    for way in fillings(form_of("vael"), {"order": words}):
        report = Report()
        node = compose(Source("turns/next.yaml", as_text(way.written)), report)
        assert node is not None
        turn = replace(GAME.campaign.turns[-1], number=2, orders={"vael": node})
        orders = FREEFORM.orders(
            turn, GAME.history.last.after, dice_of(GAME.campaign, turn), report
        )
        assert orders is not None
        assert report.findings == ()
        assert all(order.words == words for order in orders.orders)
        ids |= {order.key for order in orders.orders}
    assert ids == {"vael/first", "vael/second", "vael/third"}


def test_forms_of_all_factions_are_alike() -> None:
    vael, oru = form_of("vael"), form_of("oru")
    assert vael.parts == oru.parts


def test_a_stub_shows_the_keys_that_a_player_fills_in() -> None:
    form = form_of("vael")
    lines = write_stubs([(form, suggestions(form))], {}, 60, lambda _, __: {}).splitlines()
    shown = [line.strip().removeprefix("# ") for line in lines[2:]]
    assert shown == [
        line
        for id in ("first", "second", "third")
        for line in (f"- id: {id}", "  order: >", "    FILL-IN: what they do, in your own words")
    ]
