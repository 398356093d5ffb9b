"""Every asset of the rules does what its effects say, and fights at its figures.

The cases of an asset name the effects that are at work in them, and those that are shown not to be.
Both are put to the test: struck out of the asset, an effect that is at work has the same turns come
out otherwise, and one that is not makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from io import StringIO
from typing import Any, Final

import pytest
from ruamel.yaml import YAML

import chronicle.rules.wwn as package
from chronicle.pipeline import PlayedCampaign
from chronicle.records import replace
from chronicle.rules.wwn.catalogue import shipped_catalogue
from chronicle.rules.wwn.changes import Added, Change, Cloaked, Marked
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.events import Attacked, Event
from chronicle.rules.wwn.state import Asset
from tests.rules.rule_cases import Case
from tests.rules.wwn.rule_cases import FOLDER, asset_cases, world
from tests.rules.wwn.turn_as_text import board_as_text, events_as_text
from tests.small_campaign import findings_of

#: Effects of which there is nothing to be seen but that an order is wrong.
REFUSING: Final = frozenset({"waterborne", "unsellable"})
WORKS: Final = [(case, word) for case in asset_cases() for word in case.works]
LIMITS: Final = [(case, word) for case in asset_cases() for word in case.limits]

#: Effects that leave no own trace: what they prevent or permit is seen by comparison.
SILENT: Final = frozenset(
    {"uncountered", "immune", "spares", "meets-only", "shelters", "empowers", "surcharges"}
)
#: What the reactions of assets are called, by the effect that brings them.
REACTIONS: Final = {
    "spared": "sacrifices",
    "stepped-in": "steps-in",
    "restored": "restores",
    "threw-again": "rerolls",
    "made-throw-again": "redoes",
}
#: What marks say of the effect that put them on.
MARKS: Final = {
    "unusable": "afflicts",
    "pinned": "afflicts",
    "hobbled": "afflicts",
    "subtle": "cloaks",
    "smuggled": "carries",
    "sheltered": "leads",
    "withheld": "demands",
    "rogue": "upkeep",
    "owing": "yields",
}


@cache
def written() -> Mapping[str, Any]:
    """The assets of the rules, from their file."""
    text = resources.files(package).joinpath("data/assets.yaml").read_text("utf-8")
    assets = YAML(typ="safe", pure=True).load(text)["assets"]
    assert isinstance(assets, dict)
    return assets


@cache
def refusals() -> Mapping[str, Any]:
    """Orders that an effect makes wrong, by their laws."""
    entries = YAML(typ="safe", pure=True).load(FOLDER / "orders_invalid_by_effect.yaml")
    return {entry["law"]: entry for entry in entries}


def errors(files: Mapping[str, str]) -> list[str]:
    """What is wrong with a campaign, in words."""
    found = findings_of({}, over=files)
    return [finding.message for finding in found if finding.severity == "error"]


def events_of(case: Case) -> Iterator[Event]:
    """All events of all turns."""
    for played_turn in case.play().history.turns:
        yield from (step.event for step in played_turn.steps)


def assets_in(case: Case) -> frozenset[str]:
    """The types of all assets that are on the board, or come there."""
    played_turns = case.play().history.turns
    boards = [played_turns[0].before, *(played_turn.after for played_turn in played_turns)]
    return frozenset(asset.type for board in boards for asset in board.assets.values())


def cited(case: Case) -> frozenset[str]:
    """The words of all effects that a case's events, changes, dice and reactions name."""
    found: set[str] = set()
    for event in events_of(case):
        found.add(event.rule)
        found |= {getattr(change, "rule", "") for change in event.changes}
        found |= {part.rule for roll in event.rolls for part in roll.modifiers}
        found |= {REACTIONS[one.kind] for one in getattr(event, "reactions", ())}
        found |= {_sign(change) for change in event.changes}
    return frozenset(rule.removeprefix("W-FX-").lower() for rule in found)


def _sign(change: Change) -> str:
    """The only effect that a change without its own rule can come from."""
    match change:
        case Marked(mark=mark):
            return MARKS.get(mark.kind, "")
        case Cloaked(stealth="carried"):
            return "carries"
        case Added(asset=Asset(stealth="hidden")):
            return "starts-hidden"
        case _:
            return ""


def struck_out(campaign_file: str, asset: str, word: str) -> str:
    """A campaign's file that takes this effect from the asset."""
    yaml = YAML(typ="safe", pure=True)
    campaign = yaml.load(campaign_file)
    kept = [effect for effect in written()[asset]["effects"] if effect["does"] != word]
    assets = campaign.setdefault("rules", {}).setdefault("catalogue", {}).setdefault("assets", {})
    own = assets.setdefault(asset, {})
    own["effects"] = kept
    attack = written()[asset].get("attack")
    if attack is not None and attack["damage"] is None:
        # The value of the effect must exist, or the asset does not.
        own["attack"] = {**attack, "damage": 1}
    text = StringIO()
    yaml.dump(campaign, text)
    return text.getvalue()


def without(case: Case, word: str) -> Case:
    """A case in which the asset that it is about has not this effect."""
    campaign = struck_out(case.files["campaign.yaml"], case.file, word)
    return replace(case, files={**case.files, "campaign.yaml": campaign})


def course(case: Case) -> str:
    """All that happens in a case's turns; empty when its orders are wrong."""
    try:
        return _told(case.play())
    except AssertionError:
        return ""


def _told(played: PlayedCampaign) -> str:
    parts = (
        events_as_text(played_turn.steps) + board_as_text(played_turn.before, played_turn.after)
        for played_turn in played.history.turns
    )
    return "".join(parts)


def _id(value: Case | str) -> str:
    return value.law if isinstance(value, Case) else value


def test_every_effect_of_every_asset_is_shown_at_work() -> None:
    effects = {
        (id, effect["does"]) for id, made in written().items() for effect in made.get("effects", ())
    }
    shown = {(case.file, word) for case, word in WORKS}
    refused = {(entry["asset"], entry["word"]) for entry in refusals().values()}
    assert len(written()) == 81
    assert {word for _, word in refused} == REFUSING
    assert shown | refused == effects
    assert {(case.file, word) for case, word in LIMITS} <= effects


@pytest.mark.parametrize("law", sorted(refusals()))
def test_an_order_is_wrong_by_an_effect_alone(law: str) -> None:
    entry = refusals()[law]
    files = {**world(), **entry["files"], "turns/001.yaml": entry["turn"]}
    assert errors(files) == [entry["found"]]
    campaign = struck_out(files["campaign.yaml"], entry["asset"], entry["word"])
    assert errors({**files, "campaign.yaml": campaign}) == []


@pytest.mark.parametrize(("case", "word"), WORKS, ids=_id)
def test_an_effect_at_work_is_what_the_turn_comes_of(case: Case, word: str) -> None:
    assert case.file in assets_in(case)
    assert course(without(case, word)) != course(case)
    assert course(case)


@pytest.mark.parametrize(("case", "word"), LIMITS, ids=_id)
def test_an_effect_that_is_not_at_work_makes_no_difference(case: Case, word: str) -> None:
    assert course(without(case, word)) == course(case)


@pytest.mark.parametrize(
    ("asset", "word"), sorted({(case.file, word) for case, word in WORKS if word not in SILENT})
)
def test_an_effect_at_work_is_named_by_what_happens(asset: str, word: str) -> None:
    assert any(word in cited(case) for case, works in WORKS if (case.file, works) == (asset, word))


@cache
def clashes() -> tuple[Attacked, ...]:
    """Every attack of every case that somebody met."""
    events = (event for case in asset_cases() for event in events_of(case))
    return tuple(event for event in events if isinstance(event, Attacked) and event.defender)


def fought(asset: str) -> Iterator[tuple[Attacked, str, DiceAmount]]:
    """The damage of every throw that an asset made, attacking (`damage`) or answering."""
    for event in clashes():
        for roll in event.rolls:
            purpose = roll.id.rsplit("/", 1)[-1].rsplit("-", 1)[-1]
            thrower = {"damage": event.attacker, "counter": event.defender}.get(purpose)
            if thrower is not None and thrower.type == asset:
                plus = sum(part.value for part in roll.modifiers)
                yield event, purpose, DiceAmount(len(roll.faces), roll.sides, plus)


@pytest.mark.parametrize("asset", sorted(shipped_catalogue().assets))
def test_an_asset_fights_at_its_figures(asset: str) -> None:
    made = shipped_catalogue().assets[asset]
    wanted = {
        ("damage", made.attack.damage if made.attack is not None else None),
        ("counter", made.counter),
    }
    thrown = {(purpose, amount) for _, purpose, amount in fought(asset)}
    assert thrown == {(purpose, amount) for purpose, amount in wanted if amount is not None}
    if made.attack is not None and made.attack.damage is not None:
        sides = {(e.attribute, e.target) for e, purpose, _ in fought(asset) if purpose == "damage"}
        assert sides == {(made.attack.attribute, made.attack.target)}


@pytest.mark.parametrize("asset", sorted(shipped_catalogue().assets))
def test_an_asset_without_an_answer_gives_none(asset: str) -> None:
    if shipped_catalogue().assets[asset].counter is None:
        met = [event for event in clashes() if event.defender and event.defender.type == asset]
        lost = [event for event in met if event.won is False]
        assert lost
        assert all(event.attacker_harm == "" for event in lost)
