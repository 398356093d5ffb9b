"""Dossiers and order sheets, field by field, against `figures_campaign.py` and forms by hand."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from chronicle.model.audience import GM
from chronicle.model.calendar import CalendarDay
from chronicle.model.campaign import Deadline
from chronicle.model.facts import Fact, Facts, faction_ref, place_ref
from chronicle.outline.order_sheet import (
    ActionPattern,
    ActorOption,
    Menu,
    MenuGap,
    OrderSheet,
    SheetActor,
    order_sheet_of,
)
from chronicle.outline.views import DossierPage, KnowledgeOrigin, OrdersPage, Steps, TurnHeading
from chronicle.project.edition import Correction, DossierView, EventView
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FixedField,
    Form,
    IntegerField,
    ListItem,
    ProbabilityRange,
    SelectField,
)
from chronicle.rules.protocol import Figure, Sheet, SheetSource
from tests.outline.figures_campaign import (
    ORDER_KEY,
    ORU,
    VAEL,
    assert_in_order,
    edition,
    main,
    read,
    turn,
    view,
)

ORU_REF, VAEL_REF = faction_ref("oru"), faction_ref("vael")
HARBOUR, MARSH, VALE = (place_ref(id) for id in ("harbour", "marsh", "vale"))
#: By turn: dice before and after, what is in the Chalice, and where Knives and Eyes are how strong.
OWN_FIGURES: Final = {
    1: {"influence": 2, "dice": 5, "chalice": 3, "income": 3, "costs": 0},
    2: {"influence": 2, "dice": 3, "chalice": 2, "income": 0, "costs": 2},
    3: {"influence": 2, "dice": 3, "chalice": 1, "income": 0, "costs": 0},
}


def dossier_page(number: int) -> DossierPage:
    found = view(VAEL, f"dossier/{number}.html")
    assert isinstance(found, DossierPage)
    return found


def own_figures(number: int) -> tuple[Figure, ...]:
    """The reader's own figures after a turn."""
    return tuple(Figure(name, value) for name, value in OWN_FIGURES[number].items())


def own_events(number: int) -> tuple[EventView, ...]:
    """Events about the reader's own conspiracy of a turn."""
    order = {1: "vael/law", 2: "vael/burn", 3: "vael/train"}[number]
    return tuple(it for it in turn(VAEL, number).events if it.telling.order == order)


def own_placement(number: int) -> tuple[EventView, ...]:
    """The placement of a turn, the only other event that is about the reader alone."""
    return tuple(it for it in turn(VAEL, number).events if it.telling.code == "placed")


def resources(*rows: tuple[str, str, int, int, str]) -> tuple[Facts, ...]:
    return tuple(
        Facts(
            resource=name,
            type=kind,
            strength=strength,
            before=before,
            sphere=place_ref(at) if at else None,
        )
        for name, kind, strength, before, at in rows
    )


def entry(kind: str, order: str, other: Fact, change: int, balance: int, rule: str) -> Facts:
    return Facts(
        {
            "kind": kind,
            "order": order,
            "other": other,
            "change": change,
            "balance": balance,
            "rule": rule,
        }
    )


def own_sheet(
    dice: int,
    before: int,
    chalice: int,
    level_before: int,
    pieces: tuple[Facts, ...],
    *ledger: Facts,
) -> Sheet:
    return Sheet(
        "own-sheet",
        Facts(
            power=VAEL_REF,
            dice=dice,
            total=2,
            actor="Lady Vael",
            active=True,
            dice_before=before,
            actor_sphere=HARBOUR,
            assistance_used=False,
            chalice=chalice,
            influence=(Facts(sphere=HARBOUR, level=2, before=level_before),),
            resources=pieces,
            lost=(),
            ledger=ledger,
        ),
    )


#: The sheets of each turn; the second is that of the fight, before the Eyes drill.
SHEETS: Final = {
    1: own_sheet(
        5,
        2,
        3,
        1,
        resources(
            ("the Eyes", "contacts", 1, 1, "harbour"), ("the Knives", "violent group", 2, 2, "")
        ),
        entry("raise", "vael/law", "chalice", 2, 4, "S-ACT-1"),
        entry("dominance", "", "chalice", 1, 5, "S-ROUND-6"),
    ),
    2: own_sheet(
        3,
        5,
        2,
        2,
        resources(
            ("the Eyes", "contacts", 1, 1, "harbour"),
            ("the Knives", "violent group", 2, 2, "marsh"),
        ),
        entry("attack-resource", "vael/burn", ORU_REF, -2, 3, "S-ACT-3"),
    ),
    3: own_sheet(
        3,
        3,
        1,
        2,
        resources(
            ("the Eyes", "contacts", 2, 1, "harbour"), ("the Knives", "violent group", 2, 2, "")
        ),
    ),
}


def sheet_of_oru(dice: int, total: int, seen: int, at: Fact) -> Sheet:
    """What Vael knows of the Oru at the end of a turn, all from the event that shows who is where.

    That is Vael's first event in turn 1, and the second in the others.
    """
    giants = Facts(
        resource="the Giants", type="violent group", strength=4, sphere=MARSH, seen=seen or 1
    )
    facts = Facts(
        {
            "power": ORU_REF,
            "dice": dice,
            "total": total,
            "actor": "Old Oru",
            "active": True,
            "actor_sphere": at,
            "seen": seen,
        },
        influence=(Facts(sphere=MARSH, level=total, before=total),),
        resources=(giants,),
    )
    if not seen:
        return Sheet("power-sheet", facts, (SheetSource(giants, 1, "e1"),))
    sources = (SheetSource(facts, seen, "e2"), SheetSource(giants, seen, "e2"))
    return Sheet("power-sheet", facts, sources)


def test_a_dossier_has_the_figures_of_its_own_turn() -> None:
    others = {
        1: sheet_of_oru(2, 1, 0, None),
        2: sheet_of_oru(4, 3, 2, VALE),
        3: sheet_of_oru(5, 3, 3, VALE),
    }
    for number in (1, 2, 3):
        own = turn(VAEL, number)
        assert dossier_page(number).dossier == DossierView(
            faction="vael",
            turn=number,
            sheet=SHEETS[number],
            # Placements name no single order, so the conspiracy is the only one.
            orders=own_events(number),
            letters=own.news[1:] if number == 1 else (),
            rumors=own.rumors[1:] if number == 1 else (),
            others=((ORU_REF, others[number]),),
            happened=own_placement(number),
            corrections=(Correction(1, "A slip."),) if number == 1 else (),
        ), number
        assert dossier_page(number).known == (KnowledgeOrigin(0, ()),)
        assert edition(VAEL).figures["vael", number] == own_figures(number)


def test_a_dossier_has_the_dice_of_its_own_turn() -> None:
    faces = {
        number: [
            roll.faces
            for told in dossier_page(number).dossier.orders
            for roll in told.telling.rolls
        ]
        for number in (1, 2, 3)
    }
    assert faces == {1: [(5, 4, 2)], 2: [(1, 2, 3), (6, 4, 1, 1)], 3: []}
    assert [[it.telling.order for it in own_events(n)] for n in (1, 2, 3)] == [
        ["vael/law"],
        ["vael/burn"],
        ["vael/train"],
    ]


def test_the_gm_has_the_figures_of_a_faction_by_turn() -> None:
    for reader in (VAEL, GM):
        for number in (1, 2, 3):
            assert edition(reader).figures["vael", number] == own_figures(number)
    # The GM reads dossiers in the factions' own editions.
    assert not edition(GM).dossiers


def test_the_page_of_a_dossier_has_the_expected_fields() -> None:
    headings = {
        1: TurnHeading(1, "Salt", "3 Thaw", CalendarDay(7, 1, 3)),
        2: TurnHeading(2, "Fog", "On the feast of fog", CalendarDay(7, 1, 7)),
        3: TurnHeading(3, "Ash", "2 Reap 8", CalendarDay(8, 2, 2)),
    }
    steps = {1: Steps(0, 2), 2: Steps(1, 3), 3: Steps(2, 0)}
    # With one turn, nothing has changed yet; charts begin with the turn of the dossier.
    charts = {
        1: None,
        2: {"dice": (3, 5), "chalice": (2, 3), "income": (0, 3), "costs": (2, 0)},
        3: {"dice": (3, 3, 5), "chalice": (1, 2, 3), "income": (0, 0, 3), "costs": (0, 2, 0)},
    }
    for number in (1, 2, 3):
        page = dossier_page(number)
        assert page.turn == headings[number]
        assert page.steps == steps[number]
        assert (page.chart and page.chart.rows) == charts[number]
        assert page.chart is None or (page.chart.first, page.chart.last) == (1, number)
        assert page.dossier is edition(VAEL).dossiers["vael", number]


def test_the_page_of_a_dossier_shows_its_fields() -> None:
    assert_in_order(
        read(VAEL, "dossier/1.html"),
        *("House Vael", "Turn 1: Salt", "3 Thaw", "For House Vael only"),
        "Corrected since publication: A slip. ¶",
        "Pool 2 successes (needs 2) rolled at the table",
        *("Destiny Dice in turn 1", "Carried over", "2"),
        *("Raise Influence law", "the Chalice", "S-ACT-1", "+2", "4"),
        *("Dominance", "the Chalice", "S-ROUND-6", "+1", "5"),
        *("From: A friend ¶", "Beware of Ada Mott."),
        "A toll for the Oru. The Harbour, The Marsh not everyone hears this",
        *("The Oru", "Destiny Dice", "2", "Total Influence", "1", "Old Oru never seen"),
        *("Destiny Dice", "5 ▲+3", "Total Influence", "2 ▲+1", "In the Chalice", "3"),
        *("The Harbour", "2 ▲+1"),
        *("the Eyes", "contacts", "1", "The Harbour"),
        *("the Knives", "violent group", "2", "in reserve"),
    )
    assert_in_order(
        read(VAEL, "dossier/2.html"),
        "Turn 2: Fog",
        *("What else happened", "Resources are placed ¶"),
        *("Destiny Dice in turn 2", "Carried over", "5"),
        *("Attack on a resource burn", "The Oru", "S-ACT-3", "−2", "3"),
        *("Destiny Dice", "4", "Total Influence", "3", "Old Oru, A Vale as of turn 2"),
        # What has changed, in a table with a line for each figure; then the whole sheet.
        *("At the end of each turn.", "Destiny Dice", "3", "▼−2", "Costs", "2", "▲+2"),
        *("Destiny Dice", "3 ▼−2", "In the Chalice", "2"),
        *("the Knives", "violent group", "2", "The Marsh"),
    )
    drawn = main(VAEL, "dossier/2.html")
    assert 'aria-label="From 5 to 3, between 3 and 5"' in drawn
    # Faces, by their names for those who can't see them.
    assert drawn_faces(1) == [5, 4, 2]
    assert drawn_faces(2) == [1, 2, 3, 6, 4, 1, 1]
    assert drawn_faces(3) == []


def drawn_faces(number: int) -> list[int]:
    """The faces of the dice on the page of a dossier."""
    drawn = main(VAEL, f"dossier/{number}.html")
    return [int(face) for face in re.findall(r'aria-label="(\d), (?:a|no) success', drawn)]


# ── Order sheets ─────────────────────────────────────────────────────────────────────────────────


def odds(least: int, most: int) -> ProbabilityRange:
    return ProbabilityRange(Fraction(least, 100), Fraction(most, 100))


def raid(id: str, *targets: FieldChoice) -> ActionField:
    """Somebody who may raid one of several targets, or rest."""
    entry = ListItem(
        "deeds",
        (IntegerField("stake", 0, 2), FixedField("who", id), SelectField("at", targets, "moor")),
    )
    rest = ActionChoice("rest", "X-2", (FixedField("rest", id),), likely=odds(100, 100))
    return ActionField("act", (ActionChoice("raid", "X-1", (entry,), Facts(cost=2)), rest), id)


#: The form as YAML, in the notation of `order_stubs`: one level further out than in a turn's file.
STUB: Final = """\
turn: 4
faction: vael
orders:
  deeds:
    #: ann
    # - stake: 0  #: 0–2
    #   who: ann
      #: + at
    #: bo
    # - stake: 0  #: 0–2
    #   who: bo
      #: + at

  #: ann
  # rest: ann  #: 100 %
  #: bo
  # rest: bo  #: 100 %
  stance: calm  #: calm, wary

  #: +
  #:   at: quay (60–70 %), moor
"""


def test_an_order_sheet_has_the_expected_fields() -> None:
    quay, moor = FieldChoice("quay", "the Quay"), FieldChoice("moor", "the Moor")
    likely, unlikely = odds(60, 70), odds(20, 30)
    ann = raid("ann", FieldChoice("quay", "the Quay", likely=likely), moor)
    bo = raid("bo", FieldChoice("quay", "the Quay", likely=unlikely), moor)
    stance = SelectField("stance", (FieldChoice("calm"), FieldChoice("wary")), "calm")
    form = Form("vael", (ann, stance, bo))
    sheet = order_sheet_of(form, 4, {})
    listed = ann.cases[0].parts[0]
    assert isinstance(listed, ListItem)
    where = listed.parts[2]
    assert isinstance(where, SelectField)
    first = SelectField("at", where.choices, "moor")
    assert sheet == OrderSheet(
        form=form,
        doers=(
            SheetActor(
                ann,
                (
                    # Fixed values come first, so `who` before the list of targets. The chance
                    # of a raid is unknown, since that of one on the moor is.
                    ActorOption(1, ("ann", MenuGap(1, "moor", (likely, None))), None),
                    ActorOption(2, ("ann",), odds(100, 100)),
                ),
            ),
            SheetActor(
                bo,
                (
                    ActorOption(1, ("bo", MenuGap(1, "moor", (unlikely, None))), None),
                    ActorOption(2, ("bo",), odds(100, 100)),
                ),
            ),
        ),
        rest=(stance,),
        gaps=(MenuGap(2, "calm", ()),),
        lists=((2,),),
        ways=(ActionPattern(1, ann.cases[0], ((1,),)), ActionPattern(2, ann.cases[1], ())),
        menus=(
            Menu(1, first, (quay, moor)),
            Menu(2, stance, (FieldChoice("calm"), FieldChoice("wary"))),
        ),
        stub=STUB,
    )


def test_the_page_of_orders_has_the_expected_fields() -> None:
    page = view(VAEL, "orders.html")
    assert isinstance(page, OrdersPage)
    # For the turn after the third, due on a Saturday.
    assert page.turn == 4
    assert page.deadline == Deadline(
        2026, 11, 14, 6, 20, 15, "Europe/Berlin", "2026-11-14T19:15:00Z"
    )
    assert page.key == ORDER_KEY
    assert page.sheet.form.faction == "vael"
    assert page.sheet.form == edition(VAEL).form
    other = view(ORU, "orders.html")
    assert isinstance(other, OrdersPage)
    assert other.sheet.form.faction == "oru"
    # To raise the harbour to 3 takes three of 4 or more: of 3 dice without a stake, of 5 with 2.
    # Raises to 1 and 2 are for other spheres: chances are those in the resource's own.
    eyes = page.sheet.doers[0]
    assert eyes.asked.who == "the Eyes"
    raised = eyes.options[0]
    assert page.sheet.ways[raised.way - 1].case.code == "raise"
    level = raised.gaps[3]
    assert isinstance(level, MenuGap)
    by_stake = (Fraction(1, 8), Fraction(5, 16), Fraction(1, 2))
    to_3 = ProbabilityRange(
        by_stake[0], by_stake[-1], tuple(ProbabilityRange(it, it) for it in by_stake)
    )
    assert (raised.likely, level.odds) == (None, (to_3, None, None))
    drawn = main(VAEL, "orders.html")
    assert f'data-point="{ORDER_KEY}"' in drawn
    assert_in_order(
        read(VAEL, "orders.html"),
        *("House Vael", "Orders for turn 4", "Saturday, November 14, 2026, 20:15"),
        *("the Eyes", "Order contacts, strength 2", "Raise Influence", "Mobilize"),
        *("Chances by dice staked", "Raise Influence: Influence 3", "12 %", "31 %", "50 %"),
        *("the Knives", "Order violent group, strength 2"),
        *("Where the resources go", "the Eyes one from list 6; now: The Harbour"),
        "the Knives one from list 6; now: in reserve",
        "Lady Vael one from list 5; now: The Harbour",
        # As much as the strongest defender may stake: the Eyes have 2.
        "Destiny Dice per defence 0–2",
        *("Raise Influence", "S-ACT-1", "Raise to one from list 1, 4 required"),
    )
