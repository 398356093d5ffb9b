"""What each result of research and training comes to, and what work earns (L-ACT)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from chronicle.records import replace
from chronicle.rules.lieutenants.actions.research import ResearchOrder
from chronicle.rules.lieutenants.actions.train import TrainOrder
from chronicle.rules.lieutenants.actions.work import WorkDetails, WorkOrder
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.orders import Order
from chronicle.rules.lieutenants.state import HiddenStatus, Project, State, TrainingGain, Unit
from tests.rules.lieutenants.boards import (
    TURN,
    board,
    faction,
    lieutenant,
    order,
    played,
    skilled,
    unit,
)


def research(**more: Any) -> Order:
    command = ResearchOrder("wards", "The Wards", 8, hold=False)
    return order("research", command, against="", **more)


def begun(successes: int, **more: Any) -> Project:
    usual = {"needed": 8, "hold": False, "worked": TURN - 1}
    project: dict[str, Any] = {**usual, **more}
    return Project("wards", "research", "The Wards", "vael", successes=successes, **project)


class TestResearch:
    def test_what_is_blocked_is_not_rolled_for_and_not_left_alone(self) -> None:
        state = board(projects={"wards": begun(3, blocked=True)})
        found = played(state, research())
        assert (found.acted.outcome, found.acted.rolls) == ("blocked-project", ())
        assert found.after.projects["wards"] == begun(3, blocked=True, worked=TURN)


def training(subject: str = "knives", gain: TrainingGain | None = None, **more: Any) -> Order:
    sent_away = more.pop("sent_away", None)
    command = TrainOrder(
        "drill", subject, gain or TrainingGain(), 6, hold=True, sent_away=sent_away
    )
    return order("train", command, against="", **more)


def drilled(successes: int, subject: str = "knives", gain: TrainingGain | None = None) -> Project:
    return Project(
        id="drill",
        kind="train",
        name=subject.title(),
        faction="vael",
        needed=6,
        successes=successes,
        hold=True,
        worked=TURN - 1,
        subject=subject,
        gain=gain or TrainingGain(),
    )


def trained(state: State, subject: str = "knives", gain: TrainingGain | None = None) -> Any:
    """Somebody at the end of a training that lacks one success."""
    project = drilled(5, subject, gain)
    ready = replace(state, projects={"drill": project})
    found = played(ready, training(subject, project.gain), check="success")
    assert found.after.projects == {}
    return found.after.assets[subject]


class TestTraining:
    def test_who_has_no_competency_is_taught_what_the_trainer_does_best(self) -> None:
        ears = unit("knives", skills=())
        assert played(board(skilled(charm=3), ears), training()).parts() == {"statistic": 3}

    @pytest.mark.parametrize(("level", "then"), [(4, 5), (5, 5), (6, 6)])
    def test_levels_stay_within_the_cap(self, level: int, then: int) -> None:
        assert trained(board(unit("knives", level=level))).level == then
        kess = lieutenant("kess", level=level)
        assert trained(board(kess), "kess", TrainingGain(statistic="lore")).level == then

    @pytest.mark.parametrize("pupil", [unit("knives", at="inn"), unit("knives", held_by="oru")])
    def test_who_is_not_there_is_not_taught(self, pupil: Unit) -> None:
        found = played(board(pupil), training()).acted
        assert (found.outcome, found.rolls) == ("not-there", ())


class TestSentAway:
    def test_who_was_sent_away_has_to_do_well_himself(self) -> None:
        state = board(skilled(charm=1), lieutenant("kess", charm=3))
        given = training("kess", TrainingGain(statistic="charm"), sent_away=0)
        assert played(state, given).parts() == {"statistic": 3}
        units_learn_at_home = board(skilled(force=1), unit("knives"))
        assert played(units_learn_at_home, training(sent_away=0)).parts() == {"statistic": 1}

    def test_without_the_money_nothing_is_begun(self) -> None:
        just = board(unit("knives"), factions=(faction("vael", capital=12),))
        assert played(just, training(sent_away=12), check="success").capital() == -12
        poor = board(unit("knives"), factions=(faction("vael", capital=11),))
        found = played(poor, training(sent_away=12))
        assert (found.acted.outcome, found.acted.rolls) == ("unpaid", ())
        assert found.after.projects == {}


class TestRetyped:
    def test_it_stays_hidden_and_bonded(self) -> None:
        before = unit("knives", level=2, hiding=HiddenStatus(2), bonded=True)
        after = trained(board(before), gain=TrainingGain("sage"))
        assert (after.hiding, after.bonded) == (HiddenStatus(2), True)

    def test_it_keeps_the_upgrades_that_fit(self) -> None:
        # Priests begin at level 2: they can be loyal, and veteran no more.
        before = unit("knives", type="pair-of-acolytes", upgrades=("loyal", "veteran"), level=3)
        after = trained(board(before), gain=TrainingGain("priest"))
        assert (after.upgrades, after.level, after.bonded) == (("loyal",), 2, True)
        assert after.upkeep == Price(2, "respect")

    def test_it_keeps_as_many_abilities_as_it_may_know(self) -> None:
        before = unit(
            "knives", type="hedgemage", abilities=("blast", "demolition"), skills=("lore", "force")
        )
        adept = trained(board(before), gain=TrainingGain("hedgemage-adept"))
        assert (adept.abilities, adept.competencies) == (("blast",), ("lore", "force"))
        assert trained(board(before), gain=TrainingGain("sage")).abilities == ()


def working(*names: str, selective: tuple[str, ...] = (), at: str = "mill") -> Order:
    return order("work", WorkOrder(selective), units=names, against="", at=at)


def gang(*levels: int) -> tuple[Unit, ...]:
    return tuple(unit(f"gang-{n}", level=level) for n, level in enumerate(levels, start=1))


GANG = ("gang-1", "gang-2", "gang-3")


class TestWork:
    @pytest.mark.parametrize(
        ("levels", "selective", "earned"),
        [
            pytest.param((4, 4, 6), (), 7, id="L-ACT-WORK 4 4 6"),
            pytest.param((4, 4, 6), ("gang-3",), 5, id="L-ACT-WORK 4 4 and a selective 6"),
            pytest.param((3, 3, 3), (), 4, id="L-ACT-WORK rounded down once"),
            pytest.param((3, 3, 3), GANG, 2, id="L-ACT-WORK all selective"),
            pytest.param((1, 0, 0), (), 0, id="L-ACT-WORK next to nothing"),
        ],
    )
    def test_so_much_is_earned(
        self, levels: tuple[int, ...], selective: tuple[str, ...], earned: int
    ) -> None:
        found = played(board(*gang(*levels)), working(*GANG, selective=selective))
        assert found.capital() == earned
        assert isinstance(found.acted.details, WorkDetails)
        assert found.acted.details.earned == earned
        assert found.acted.rolls == ()

    @pytest.mark.parametrize(
        ("factor", "cap", "earned"),
        [
            (Fraction(1, 2), None, 3),
            (Fraction(2), None, 15),
            (Fraction(1), 5, 5),
            (Fraction(0), 5, 0),
        ],
    )
    def test_a_locale_scales_and_caps_it(
        self, factor: Fraction, cap: int | None, earned: int
    ) -> None:
        state = board(*gang(4, 5, 6))
        town = replace(state.places["town"], work_factor=factor, work_cap=cap)
        assert played(state.with_place(town), working(*GANG)).capital() == earned

    def test_who_has_fallen_earns_nothing(self) -> None:
        fallen = replace(unit("gang-1", level=6), condition="destroyed")
        assert played(board(fallen, unit("gang-2", level=4)), working(*GANG)).capital() == 2
