"""What every ruleset owes the rest of chronicle: one contract, run over the whole table."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import pytest

from chronicle.authoring.explain import all_problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.load import read_tree
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.dice import Dice, turn_seed
from chronicle.model.facts import Facts, Ref
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.play.turns import dice_of
from chronicle.project import project
from chronicle.records import replace
from chronicle.rules import RULESETS
from chronicle.rules.protocol import Disclosure, Reason, Sheet, Step, Telling
from chronicle.yaml.parser import compose
from tests.order_form_text import LANGUAGES
from tests.rules.single_results import odds_of, sheet_of
from tests.sample_campaigns import CHECKOUT
from tests.shipped_theme import shipped_theme
from tests.template_types import mismatches

#: A campaign of each ruleset that shows all of it at work.
CAMPAIGNS: Final = {
    "freeform": CHECKOUT / "chronicle" / "starters" / "freeform",
    "lieutenants": CHECKOUT / "content" / "cauvenne",
    "shadow": CHECKOUT / "content" / "vaime",
    "wwn": CHECKOUT / "content" / "orrow",
}
#: How many factions have orders there at least, turn by turn; the first is two turns long.
MIN_ORDERS: Final = {"freeform": 3, "lieutenants": 21, "shadow": 21, "wwn": 21}
#: Rulesets by which no faction holds a place, and of which no sheet has income and costs.
WITHOUT_HOLDERS: Final = frozenset({"freeform"})
#: Rulesets whose figures have the author's names, which need no words in a theme.
NAMED_BY_AUTHOR: Final = frozenset({"freeform"})
each_ruleset = pytest.mark.parametrize("id", sorted(RULESETS))


@lru_cache(maxsize=8)
def played(folder: Path) -> PlayedCampaign:
    """A campaign as played."""
    report = Report()
    found = resolve_campaign(read_tree(folder, folder.name), report)
    assert found is not None, [finding.message for finding in report.findings]
    return found


def of_ruleset(id: str) -> PlayedCampaign:
    """The campaign that shows a ruleset."""
    return played(CAMPAIGNS[id])


def steps(campaign: PlayedCampaign) -> Iterator[Step[Any, Any]]:
    """Every step of every turn."""
    for played_turn in campaign.history.turns:
        yield from played_turn.steps


def audiences(campaign: PlayedCampaign) -> list[Audience]:
    """The public, every faction and the GM."""
    return [EVERYONE, GM, *(faction_audience(faction.id) for faction in campaign.campaign.factions)]


@cache
def all_tellings(id: str) -> tuple[tuple[Audience, Telling], ...]:
    """Everything that anybody is told in the campaign of a ruleset."""
    campaign = of_ruleset(id)
    told = (
        (audience, campaign.ruleset.tell(step, audience).telling)
        for step in steps(campaign)
        for audience in audiences(campaign)
    )
    return tuple((audience, telling) for audience, telling in told if telling is not None)


@cache
def all_sheets(id: str) -> tuple[Sheet, ...]:
    """Every sheet that anybody may see, of every faction and place, after every turn."""
    campaign = of_ruleset(id)
    subjects = [Ref("faction", faction.id) for faction in campaign.campaign.factions]
    subjects += [Ref("place", place.id) for place in campaign.campaign.places]
    seen = (
        sheet_of(campaign.ruleset, played_turn, {}, audience, subject)
        for played_turn in (campaign.history.opening, *campaign.history.turns)
        for audience in audiences(campaign)
        for subject in subjects
    )
    return tuple(sheet for sheet in seen if sheet is not None)


def is_fact(value: object) -> bool:
    """Whether a value is one of the closed kinds of fact, all the way down."""
    match value:
        case None | bool() | int() | str() | Ref():
            return True
        case Facts():
            return all(is_fact(part) for part in value.values())
        case tuple():
            return all(is_fact(part) for part in value)
        case _:
            return False


def test_every_ruleset_has_a_sample_campaign() -> None:
    assert CAMPAIGNS.keys() == RULESETS.keys()


@each_ruleset
def test_a_ruleset_is_registered_under_its_own_id(id: str) -> None:
    system = RULESETS[id]
    assert system.id == id
    assert system.version >= 1
    assert len(set(system.rules)) == len(system.rules) > 0
    codes = (*system.telling_facts, *system.sheet_codes)
    assert len(set(codes)) == len(codes) > 0
    assert system.victim_codes <= set(system.telling_facts)
    assert all(all_problems()[problem.code] is problem for problem in system.problems)


@each_ruleset
def test_the_state_is_the_fold_of_the_events(id: str) -> None:
    campaign = of_ruleset(id)
    for played_turn in campaign.history.turns:
        state = played_turn.before
        for step in played_turn.steps:
            assert step.before is state
            assert step.after == campaign.ruleset.apply(state, step.event)
            state = step.after
        assert state is played_turn.after


@each_ruleset
def test_resolution_is_pure_and_deterministic(id: str) -> None:
    campaign = of_ruleset(id)
    for turn, played_turn in zip(campaign.campaign.turns, campaign.history.turns, strict=True):
        kept = copy.deepcopy(played_turn.before)
        table = {name: roll.faces for name, roll in turn.rolls.items()}
        dice = Dice(turn_seed(campaign.campaign.seed, turn.number), turn.number, table)
        again = tuple(campaign.ruleset.resolve(played_turn.before, played_turn.orders, dice))
        assert again == tuple(step.event for step in played_turn.steps)
        assert played_turn.before == kept


@each_ruleset
def test_the_gm_is_told_of_every_event(id: str) -> None:
    campaign = of_ruleset(id)
    told = [campaign.ruleset.tell(step, GM).telling for step in steps(campaign)]
    assert None not in told


@each_ruleset
def test_an_unknown_audience_learns_no_more_than_the_public(id: str) -> None:
    campaign = of_ruleset(id)
    for stranger in (faction_audience("nobody"), Audience("auditor")):
        for step in steps(campaign):
            told = campaign.ruleset.tell(step, stranger).telling
            public = campaign.ruleset.tell(step, EVERYONE).telling
            assert told in (None, public)


@each_ruleset
def test_events_and_rolls_have_ids_of_their_own(id: str) -> None:
    for played_turn in of_ruleset(id).history.turns:
        events = [step.event.id for step in played_turn.steps]
        rolls = [roll.id for step in played_turn.steps for roll in step.event.rolls]
        assert len(set(events)) == len(events)
        assert len(set(rolls)) == len(rolls)
        assert all(name.startswith(f"{played_turn.turn}/") for name in (*events, *rolls))
        assert all(name.count("/") == 3 for name in rolls), "turn/faction/order/purpose"


@each_ruleset
def test_only_known_rules_and_codes_are_named(id: str) -> None:
    campaign = of_ruleset(id)
    system = campaign.ruleset
    for step in steps(campaign):
        cited = {step.event.rule, *(m.rule for roll in step.event.rolls for m in roll.modifiers)}
        assert cited <= set(system.rules)
    for _, telling in all_tellings(id):
        assert telling.code in system.telling_facts
        assert telling.rule in ("", *system.rules)
    assert {sheet.code for sheet in all_sheets(id)} <= set(system.sheet_codes)


@each_ruleset
def test_tellings_have_the_facts_that_the_type_of_their_code_declares(id: str) -> None:
    campaign = of_ruleset(id)
    for _, telling in all_tellings(id):
        declared = campaign.ruleset.telling_facts[telling.code]
        assert list(mismatches(telling.facts, declared, telling.code)) == []


@each_ruleset
def test_tellings_hold_only_facts(id: str) -> None:
    for _, telling in all_tellings(id):
        assert is_fact(telling.facts)
        assert all(is_fact(roll.result) for roll in telling.rolls)
        assert all(is_fact(part.facts) for roll in telling.rolls for part in roll.modifiers)
    assert all(is_fact(sheet.facts) for sheet in all_sheets(id))


@each_ruleset
def test_an_order_is_named_to_its_owner_alone(id: str) -> None:
    for audience, telling in all_tellings(id):
        owner = telling.order.partition("/")[0]
        assert owner in ("", audience.faction) or audience == GM
        if not telling.order and audience != GM:
            # A roll outside orders is called by its owner's name: ``turn/faction/purpose``.
            named = {roll.id.split("/")[1] for roll in telling.rolls if roll.id}
            assert named <= {audience.faction}


@each_ruleset
def test_every_measure_says_who_may_see_it(id: str) -> None:
    campaign = of_ruleset(id)
    factions = {faction.id for faction in campaign.campaign.factions}
    for played_turn in campaign.history.turns:
        for measure in campaign.ruleset.measures(played_turn.after):
            assert measure.faction in factions
            assert measure.visibility.public or measure.visibility.factions <= factions


@each_ruleset
def test_no_edition_measures_a_faction_before_it_is_known(id: str) -> None:
    campaign = of_ruleset(id)
    measured = 0
    # The public, the GM and one faction.
    for audience in audiences(campaign)[:3]:
        edition = project(campaign.campaign, campaign.history, campaign.ruleset, audience)
        for turn in edition.turns:
            for measure in turn.measures:
                measured += 1
                assert edition.known_since[Ref("faction", measure.faction)] <= turn.number
    assert measured > 0


@each_ruleset
def test_chances_add_up_to_one(id: str) -> None:
    campaign = of_ruleset(id)
    reckoned = 0
    for played_turn in campaign.history.turns:
        told = [campaign.ruleset.tell(step, GM).telling for step in played_turn.steps]
        for order in sorted({telling.order for telling in told if telling is not None} - {""}):
            chances = odds_of(campaign.ruleset, played_turn.before, played_turn.orders, order)
            reckoned += bool(chances)
            assert sum((c.probability for c in chances), Fraction(0)) == (1 if chances else 0)
            assert all(chance.probability > 0 for chance in chances)
    assert reckoned > 0


@each_ruleset
def test_without_a_state_there_are_no_orders(id: str) -> None:
    campaign = of_ruleset(id)
    report, first = Report(), campaign.campaign.turns[0]
    assert campaign.ruleset.orders(first, None, dice_of(campaign.campaign, first), report) is None
    assert not report.has_errors


@each_ruleset
def test_events_appear_in_the_history_of_everything_they_name(id: str) -> None:
    told = [telling for _, telling in all_tellings(id) if telling.is_action]
    named = [any(isinstance(fact, Ref) for fact in one.facts.values()) for one in told]
    # Of some actions a reader learns neither who nor where: they are in no history.
    assert named.count(True) > len(named) // 2


@lru_cache(maxsize=1)
def words() -> Mapping[str, object]:
    """The words of the theme that is shipped."""
    theme = shipped_theme()
    return theme.words


@pytest.mark.parametrize(
    ("code", "telling"), [("not-seen", Telling("seen")), ("seen", None)], ids=["told", "withheld"]
)
def test_a_reason_cannot_disagree_with_what_is_told(code: str, telling: Telling | None) -> None:
    with pytest.raises(ValueError, match=code):
        Disclosure(Reason(code), telling)


@each_ruleset
def test_every_telling_or_its_absence_has_a_reason(id: str) -> None:
    campaign = of_ruleset(id)
    system = campaign.ruleset
    assert len(set(system.reasons)) == len(system.reasons)
    for step in steps(campaign):
        for audience in (*audiences(campaign), faction_audience("nobody")):
            reason = system.tell(step, audience).reason
            assert reason.code in system.reasons
            assert reason.rule in ("", *system.rules)
            assert is_fact(reason.facts)


@each_ruleset
def test_every_reason_has_words_and_no_other(id: str) -> None:
    said = {key.removeprefix(f"{id}.why.") for key in words() if key.startswith(f"{id}.why.")}
    assert said == set(RULESETS[id].reasons)


@each_ruleset
def test_the_gm_is_told_because_it_is_the_gm(id: str) -> None:
    campaign = of_ruleset(id)
    reasons = {campaign.ruleset.tell(step, GM).reason.code for step in steps(campaign)}
    assert reasons == {"gm"}


@each_ruleset
def test_giving_an_order_is_the_reason_to_know_its_event(id: str) -> None:
    campaign = of_ruleset(id)
    own = 0
    for step in steps(campaign):
        for audience in audiences(campaign):
            telling = campaign.ruleset.tell(step, audience).telling
            if audience != GM and telling is not None and telling.order:
                own += 1
                reason = campaign.ruleset.tell(step, audience).reason
                assert reason.code == "own-order"
    assert own > 0


def refs_in(value: object) -> Iterator[Ref]:
    """Every pointer in a fact, all the way down."""
    match value:
        case Ref():
            yield value
        case Facts():
            yield from (ref for part in value.values() for ref in refs_in(part))
        case tuple():
            yield from (ref for part in value for ref in refs_in(part))
        case _:
            return


@each_ruleset
def test_holders_are_read_off_the_sheet_each_once_and_the_strongest_first(id: str) -> None:
    order = ("rules", "seated", "present")
    kinds = set()
    for sheet in all_sheets(id):
        if sheet.code in ("place-sheet", "sphere-sheet"):
            found = of_ruleset(id).ruleset.holders(sheet)
            assert {it.faction for it in found} <= set(refs_in(sheet.facts))
            assert len({it.faction for it in found}) == len(found)
            ranks = [(order.index(it.kind), -it.strength) for it in found]
            assert ranks == sorted(ranks)
            kinds |= {it.kind for it in found}
    assert kinds == set() if id in WITHOUT_HOLDERS else {"rules", "present"} <= kinds


@each_ruleset
def test_figures_are_read_off_ones_own_sheet_each_once_and_have_words(id: str) -> None:
    system, names = of_ruleset(id).ruleset, set()
    for sheet in all_sheets(id):
        found = [figure.name for figure in system.figures(sheet)]
        assert bool(found) == (sheet.code == "own-sheet")
        assert len(set(found)) == len(found)
        names |= set(found)
    assert names if id in NAMED_BY_AUTHOR else {"income", "costs"} <= names
    for language in () if id in NAMED_BY_AUTHOR else LANGUAGES:
        theme = shipped_theme(language)
        said = {key.rpartition(".")[2] for key in theme.words if ".measure." in f".{key}"}
        said |= {key.rpartition(".")[2] for key in theme.words if key.startswith("charts.figure.")}
        assert names <= said


@each_ruleset
def test_figures_agree_with_measures_of_the_same_name(id: str) -> None:
    campaign, compared = of_ruleset(id), 0
    for played_turn in campaign.history.turns:
        for faction in campaign.campaign.factions:
            ref = Ref("faction", faction.id)
            sheet = sheet_of(campaign.ruleset, played_turn, {}, faction_audience(faction.id), ref)
            assert sheet is not None
            stated = {it.name: it.value for it in campaign.ruleset.figures(sheet)}
            for measure in campaign.ruleset.measures(played_turn.after):
                if measure.faction == faction.id and measure.name in stated:
                    assert stated[measure.name] == measure.value
                    compared += 1
    assert compared > 0


@each_ruleset
def test_a_sheet_without_factions_has_no_holders(id: str) -> None:
    assert of_ruleset(id).ruleset.holders(Sheet("all", Facts(strays=()))) == ()


@each_ruleset
def test_unreadable_orders_cause_no_other_findings(id: str) -> None:
    campaign = of_ruleset(id)
    unreadable = compose(Source("unreadable", "no-such-key: 1\n"), Report())
    assert unreadable is not None
    turns = zip(campaign.campaign.turns, campaign.history.turns, strict=True)
    ordered = [
        (turn, faction, played_turn) for turn, played_turn in turns for faction in turn.orders
    ]
    assert len(ordered) >= MIN_ORDERS[id]
    for turn, faction, played_turn in ordered:
        report = Report()
        orders = {**turn.orders, faction: unreadable}
        dice = dice_of(campaign.campaign, turn)
        changed = replace(turn, orders=orders)
        assert campaign.ruleset.orders(changed, played_turn.before, dice, report) is None
        errors = [finding for finding in report.findings if finding.severity == "error"]
        assert [(finding.at and finding.at.path, finding.code) for finding in errors] == [
            ("unreadable", "C002")
        ]
