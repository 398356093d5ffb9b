"""The order sheet: each faction's own, nobody else's, and what it says without a script."""

from __future__ import annotations

from fractions import Fraction

from chronicle.diagnostics.report import Report
from chronicle.model.facts import Facts
from chronicle.outline.order_sheet import MenuGap, order_sheet_of
from chronicle.pipeline import SealOptions, build_files
from chronicle.records import replace
from chronicle.render.order_sheet import gap_count, only_text, pack_gaps
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FieldGroup,
    FixedField,
    Form,
    FormPart,
    IntegerField,
    ListItem,
    MultiSelectField,
    ProbabilityRange,
    SelectField,
    TextField,
)
from chronicle.seal import Keys, orders_public_key
from tests.small_campaign import tree_of

KEYS = Keys(master=bytes(range(32)), demo=True)
TURN = {"turns/001.yaml": "turn: 1\ntitle: T1\n"}


def test_only_factions_have_an_order_sheet() -> None:
    report = Report()
    files = build_files(tree_of(TURN), report, seal=SealOptions(KEYS))
    assert files is not None, [finding.message for finding in report.findings]
    pages = {path: it.decode() for path, it in files.items() if path.endswith("orders.html")}
    assert pages.keys() == {"private/oru/orders.html", "private/vael/orders.html"}
    point = orders_public_key(KEYS)
    assert all(f'data-point="{point}"' in page for page in pages.values())
    assert "the Knives" in pages["private/vael/orders.html"]
    leading = {path for path, it in files.items() if b'href="../orders.html"' in it}
    assert {"private/vael/turns/1.html", "private/vael/dossier/1.html"} <= leading
    assert not [path for path in leading if not path.startswith(("private/vael/", "private/oru/"))]
    holding = {path for path, it in files.items() if point.encode() in it}
    assert holding == set(pages)


def test_without_a_key_the_sheet_offers_no_sealing() -> None:
    files = build_files(tree_of(TURN), Report())
    assert files is not None
    page = files["private/vael/orders.html"].decode()
    assert "data-point" not in page
    assert 'data-do="seal"' not in page


def test_repeated_text_is_stored_once_with_placeholders() -> None:
    def raid(id: str, odds: int) -> ActionField:
        likely = ProbabilityRange(Fraction(odds, 100), Fraction(odds + 5, 100))
        at = SelectField(
            "at", (FieldChoice("quay", "the Quay", likely=likely), FieldChoice("moor")), needed=True
        )
        entry = ListItem("deeds", (IntegerField("stake", 0, 2), FixedField("who", id), at))
        return ActionField("act", (ActionChoice("raid", "X-1", (entry,), Facts(cost=2)),), id)

    sheet = order_sheet_of(Form("vael", (raid("ann", 20), raid("bo", 40))), 4, {})
    assert (len(sheet.ways), len(sheet.menus)) == (1, 1)
    ann, bo = (doer.options[0] for doer in sheet.doers)
    assert (ann.way, bo.way) == (1, 1)
    assert ann.gaps[0] == "ann"
    assert isinstance(ann.gaps[1], MenuGap)
    assert pack_gaps(ann.gaps, {"": "{n} %"}) == "[`ann`,[1,``,`20–25 %`,``]]"
    assert pack_gaps(bo.gaps, {"": "{n} %"}) == "[`bo`,[1,``,`40–45 %`,``]]"
    steps = (in_percent(20, 20), in_percent(22, 25))
    staked = MenuGap(1, "", (replace(in_percent(0, 50), by_stake=steps), None))
    assert pack_gaps((staked,), {"": "{n} %"}) == "[[1,``,`0–50 %|20 %|22–25 %`,``]]"
    assert ann.likely is None
    assert all(choice.likely is None for choice in sheet.menus[0].choices)
    assert sheet.stub.startswith("turn: 4\nfaction: vael\norders:\n")


def test_the_chance_beside_an_action_covers_all_its_targets_or_is_left_out() -> None:
    def chance_of(*known: int | None) -> ProbabilityRange | None:
        targets = tuple(
            FieldChoice(str(n), likely=None if it is None else in_percent(it, it + 5))
            for n, it in enumerate(known)
        )
        raid = ActionChoice("raid", "X-1", (SelectField("at", targets, needed=True),))
        sheet = order_sheet_of(Form("vael", (ActionField("act", (raid,), "ann"),)), 4, {})
        return sheet.doers[0].options[0].likely

    assert chance_of(20) == in_percent(20, 25)
    assert chance_of(20, 70, 40) == in_percent(20, 75)
    assert chance_of(20, None) is None
    assert chance_of(None, None) is None


def test_gaps_are_counted_as_the_sheet_lists_them() -> None:
    """Fields that the form skips are passed over by this number."""
    at = SelectField("at", (FieldChoice("quay", "the Quay"), FieldChoice("moor", "the Moor")))
    answers = (ActionChoice("wait", "X-2", (at, IntegerField("stake", 0, 2))),)
    meets = ActionField("if_met", (*answers, ActionChoice("flee", "X-3", ())))
    rare = FieldGroup("rare", (TextField("why"), at, meets))
    entry = ListItem("deeds", (FixedField("who", "ann"), at, rare))
    parts: tuple[FormPart, ...] = (entry, MultiSelectField("with", at.choices), meets)
    raid = ActionChoice("raid", "X-1", parts)
    sheet = order_sheet_of(Form("vael", (ActionField("act", (raid,), "ann"),)), 4, {})
    gaps = sheet.doers[0].options[0].gaps
    # Who; two lists and two cases, one of them with a list; and with whom, and the cases again.
    assert sum(map(gap_count, parts)) == 1 + 2 + 3 + 1 + 3
    assert sum(map(gap_count, parts)) == len(gaps)


def in_percent(least: int, most: int) -> ProbabilityRange:
    return ProbabilityRange(Fraction(least, 100), Fraction(most, 100))


def test_values_without_names_are_listed_under_their_own_key() -> None:
    bare = (FieldChoice("high"), FieldChoice("low"))
    named = (FieldChoice("quay", "the Quay"), FieldChoice("moor", "the Moor"))
    parts = (
        SelectField("tide", bare),
        # The theme says "high" of a wall in other words than of a tide.
        SelectField("wall", bare),
        # Names are the same everywhere, and so are values under a key that the author named.
        SelectField("from", named),
        SelectField("to", named),
        SelectField("eyes", bare, name="the Eyes"),
        SelectField("knives", bare, name="the Knives"),
    )
    sheet = order_sheet_of(Form("vael", (FixedField("who", "ann"), *parts)), 4, {})
    # Fixed values are gaps without a list.
    assert sheet.gaps == ("ann", *(MenuGap(n) for n in (1, 2, 3, 3, 4, 4)))
    assert sheet.lists == ((1,), (2,), (3,), (3,), (4,), (4,))
    assert [menu.part for menu in sheet.menus] == [parts[0], parts[1], parts[2], parts[4]]


def test_orders_are_only_a_text_if_nothing_else_can_be_filled_in() -> None:
    def key_of(*parts: FormPart, others: tuple[ActionChoice, ...] = ()) -> str:
        case = ActionChoice("say", "S-1", (ListItem("deeds", (FixedField("id", "a"), *parts)),))
        form = Form("vael", (ActionField("ask", (case, *others)),))
        return only_text(order_sheet_of(form, 1, {}))

    text = TextField("saying", needed=True)
    assert key_of(text) == "saying"
    assert key_of(text, TextField("because")) == ""
    assert key_of(text, IntegerField("stake", 0, 2)) == ""
    assert key_of(IntegerField("stake", 0, 2)) == ""
    assert key_of() == ""
    assert key_of(text, others=(ActionChoice("dig", "S-2", ()),)) == ""
    assert only_text(order_sheet_of(Form("vael", (text,)), 1, {})) == ""
