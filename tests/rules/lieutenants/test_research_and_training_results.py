"""What each result of research and training comes to, and what work earns (L-ACT)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from chronicle.records import replace
from chronicle.rules.lieutenants.catalogue import Price, built_in_catalogue
from chronicle.rules.lieutenants.events import ProjectDetails, WorkDetails
from chronicle.rules.lieutenants.orders import Order, ResearchOrder, TrainOrder, WorkOrder
from chronicle.rules.lieutenants.state import (
    HiddenStatus,
    Project,
    State,
    Statistics,
    TrainingGain,
    Unit,
)
from chronicle.rules.lieutenants.terms import ROLL_RESULTS, RollResult
from tests.rules.lieutenants.boards import (
    TURN,
    Played,
    board,
    by_result,
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


def details_of(found: Played) -> ProjectDetails:
    assert isinstance(found.acted.details, ProjectDetails)
    return found.acted.details


class TestResearch:
    @pytest.mark.parametrize(("shown", "gained"), by_result("L-ACT-RESEARCH", 0, 0, 1, 2))
    def test_so_many_successes_are_added(self, shown: RollResult, gained: int) -> None:
        state = board(projects={"wards": begun(3)})
        found = played(state, research(), check=shown)
        project = found.after.projects["wards"]
        assert (project.successes, project.worked) == (3 + gained, TURN)
        assert (details_of(found).gained, details_of(found).done) == (gained, False)

    @pytest.mark.parametrize(
        ("shown", "blocked"), by_result("L-ACT-RESEARCH", True, False, False, False)
    )
    def test_a_complete_failure_shows_that_something_is_missing(
        self, shown: RollResult, blocked: bool
    ) -> None:
        found = played(board(), research(), check=shown)
        assert found.after.projects["wards"].blocked == blocked
        assert found.acted.prompt == ("needed-first" if blocked else "")

    def test_a_new_project_is_as_the_order_says(self) -> None:
        found = played(board(), research(), check="success").after.projects["wards"]
        assert found == begun(1, worked=TURN)

    def test_one_that_is_begun_keeps_its_own_figures(self) -> None:
        state = board(projects={"wards": begun(0, needed=12, hold=True)})
        found = played(state, research(), check="success").after.projects["wards"]
        assert (found.needed, found.hold) == (12, True)

    @pytest.mark.parametrize(
        ("successes", "shown", "done"),
        [
            (6, "success", False),
            (6, "complete-success", True),
            (7, "success", True),
            (7, "complete-success", True),
        ],
    )
    def test_the_last_success_ends_it(self, successes: int, shown: RollResult, done: bool) -> None:
        found = played(board(projects={"wards": begun(successes)}), research(), check=shown)
        assert ("wards" not in found.after.projects) == done
        assert (details_of(found).done, details_of(found).successes == 8) == (done, done)

    def test_what_is_blocked_is_not_rolled_for_and_not_left_alone(self) -> None:
        state = board(projects={"wards": begun(3, blocked=True)})
        found = played(state, research())
        assert (found.acted.outcome, found.acted.rolls) == ("blocked-project", ())
        assert found.after.projects["wards"] == begun(3, blocked=True, worked=TURN)

    def test_it_is_lore_against_six_and_sages_help(self) -> None:
        sage = unit("sage", level=2, skills=("lore",), powers={"research": 2})
        found = played(board(skilled(lore=1), sage), research(units=("sage",))).parts()
        assert found == {"level": 4, "statistic": 1, "opposing-level": -6, "sage": 2}


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
    @pytest.mark.parametrize(("shown", "gained"), by_result("L-ACT-TRAIN", 0, 0, 1, 2))
    def test_so_many_successes_are_added(self, shown: RollResult, gained: int) -> None:
        state = board(unit("knives"), projects={"drill": drilled(2)})
        found = played(state, training(), check=shown).after.projects["drill"]
        assert (found.successes, found.blocked) == (2 + gained, shown == "complete-failure")

    def test_it_is_the_trainers_statistic_for_the_core_competency(self) -> None:
        ada = skilled(force=1, sneak=2, charm=3, lore=4)
        thieves = unit("knives", skills=("sneak", "force"))
        assert played(board(ada, thieves), training()).parts() == {"statistic": 2}
        kess = lieutenant("kess", charm=1)
        assert played(board(ada, kess), training("kess")).parts() == {"statistic": 3}
        to_sages = training("knives", TrainingGain("sage"))
        assert played(board(ada, thieves), to_sages).parts() == {"statistic": 4}

    def test_who_has_no_competency_is_taught_what_the_trainer_does_best(self) -> None:
        ears = unit("knives", skills=())
        assert played(board(skilled(charm=3), ears), training()).parts() == {"statistic": 3}

    def test_a_unit_gains_a_level(self) -> None:
        before = unit("knives", level=2)
        assert trained(board(before)) == replace(before, level=3)

    def test_a_lieutenant_gains_a_level_and_a_statistic(self) -> None:
        before = lieutenant("kess", level=2, sneak=1)
        after = trained(board(before), "kess", TrainingGain(statistic="sneak"))
        assert after == replace(before, level=3, statistics=Statistics(sneak=2))

    @pytest.mark.parametrize(("level", "then"), [(4, 5), (5, 5), (6, 6)])
    def test_levels_stay_within_the_cap(self, level: int, then: int) -> None:
        assert trained(board(unit("knives", level=level))).level == then
        kess = lieutenant("kess", level=level)
        assert trained(board(kess), "kess", TrainingGain(statistic="lore")).level == then

    @pytest.mark.parametrize("stealth", ["failure", "success"])
    def test_it_can_be_done_unnoticed(self, stealth: RollResult) -> None:
        given = training(stealth="unnoticed")
        found = played(board(unit("knives")), given, check="success", stealth=stealth)
        assert found.acted.stealth.held == (stealth == "success")
        assert found.parts()["stealthy"] == -3

    @pytest.mark.parametrize("pupil", [unit("knives", at="inn"), unit("knives", held_by="oru")])
    def test_who_is_not_there_is_not_taught(self, pupil: Unit) -> None:
        found = played(board(pupil), training()).acted
        assert (found.outcome, found.rolls) == ("not-there", ())


class TestSentAway:
    @pytest.mark.parametrize("shown", ROLL_RESULTS)
    def test_the_fee_is_paid_at_the_start(self, shown: RollResult) -> None:
        state = board(unit("knives"))
        assert played(state, training(sent_away=12), check=shown).capital() == -12

    def test_who_was_sent_away_has_to_do_well_himself(self) -> None:
        state = board(skilled(charm=1), lieutenant("kess", charm=3))
        given = training("kess", TrainingGain(statistic="charm"), sent_away=0)
        assert played(state, given).parts() == {"statistic": 3}
        units_learn_at_home = board(skilled(force=1), unit("knives"))
        assert played(units_learn_at_home, training(sent_away=0)).parts() == {"statistic": 1}

    def test_training_succeeds_only_if_the_trainee_succeeds(self) -> None:
        state = board(unit("knives"), projects={"drill": drilled(2)})
        assert played(state, training(sent_away=12)).capital() == 0

    def test_without_the_money_nothing_is_begun(self) -> None:
        just = board(unit("knives"), factions=(faction("vael", capital=12),))
        assert played(just, training(sent_away=12), check="success").capital() == -12
        poor = board(unit("knives"), factions=(faction("vael", capital=11),))
        found = played(poor, training(sent_away=12))
        assert (found.acted.outcome, found.acted.rolls) == ("unpaid", ())
        assert found.after.projects == {}


class TestRetyped:
    def test_a_unit_of_another_type_keeps_its_name_and_what_befell_it(self) -> None:
        before = unit(
            "knives", level=4, condition="damaged", agent_of="oru", cost=Price(4, "capital")
        )
        ada = skilled(level=5)
        after = trained(
            board(ada, before, factions=(faction("vael", level_cap=9),)), gain=TrainingGain("spies")
        )
        spies = built_in_catalogue().units["spies"]
        assert isinstance(after, Unit)
        assert (after.id, after.name, after.faction, after.at) == (
            "knives",
            "Knives",
            "vael",
            "mill",
        )
        assert (after.condition, after.agent_of) == ("damaged", "oru")
        assert (after.type, after.level, after.competencies) == ("spies", 6, ("sneak", "charm"))
        assert (after.cost, after.upkeep, after.powers, after.kinds) == (
            spies.cost,
            spies.upkeep,
            spies.powers,
            spies.kinds,
        )

    def test_it_stays_hidden_and_bonded(self) -> None:
        before = unit("knives", level=2, hiding=HiddenStatus(2), bonded=True)
        after = trained(board(before), gain=TrainingGain("sage"))
        assert (after.hiding, after.bonded) == (HiddenStatus(2), True)

    def test_its_level_stays_within_the_cap(self) -> None:
        assert trained(board(unit("knives", level=4)), gain=TrainingGain("spies")).level == 5

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

    def test_the_lieutenant_earns_nothing(self) -> None:
        assert played(board(skilled(level=9), *gang(2)), working("gang-1")).capital() == 1

    def test_who_has_fallen_earns_nothing(self) -> None:
        fallen = replace(unit("gang-1", level=6), condition="destroyed")
        assert played(board(fallen, unit("gang-2", level=4)), working(*GANG)).capital() == 2
