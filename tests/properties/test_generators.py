"""The generated campaigns are sound and reach everything that the laws are to hold for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.model.audience import GM
from chronicle.rules.freeform import events as freeform
from chronicle.rules.lieutenants import events as lieutenants
from chronicle.rules.lieutenants.terms import ROLL_RESULTS
from chronicle.rules.shadow import events as shadow
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode
from chronicle.yaml.parser import compose
from tests.properties.audience_output import shown
from tests.properties.editable_campaign import played
from tests.properties.fast_yaml import as_nodes
from tests.properties.freeform_campaigns import orders_of as freeform_orders_of
from tests.properties.generators import sample
from tests.properties.lands import LANDS, WAYS
from tests.properties.lieutenants_actions import ACTIONS
from tests.properties.lieutenants_orders import orders_of
from tests.properties.secret_tokens import TOKEN, Prose, Secret, yaml
from tests.properties.shadow_orders import plots_of
from tests.properties.wwn_coverage import of_event
from tests.properties.wwn_orders import orders_of as wwn_orders_of
from tests.thorough import beginning, thorough

#: Actions with their own check.
ROLLED: Final = frozenset(ACTIONS) - {"move", "work", "ambush", "block"}
#: Of a hundred and more, as few as hold everything together; shadow's last has a target that is
#: lost already, and a new resource that can't be paid for.
SAMPLES: Final[Mapping[str, Sequence[int]]] = {
    "freeform": range(30),
    "lieutenants": (9, 12, 38, 70, 76, 111, 238, 247, 249, 265, 286),
    "shadow": (*range(12), 20, 29, 56, 164),
    "wwn": (3, 5, 6, 7, 23, 24, 33, 39, 46, 61),
}
each_ruleset = pytest.mark.parametrize("ruleset", SAMPLES)


@cache
def reached(ruleset: str) -> Counter[str]:
    """What the samples hold, by words of our own."""
    found: Counter[str] = Counter()
    for seed in SAMPLES[ruleset]:
        draft = sample(ruleset, seed)
        for played_turn in played(draft.tree()).history.turns:
            for step in played_turn.steps:
                found.update(_OF_EVENT[ruleset](step.event))
        for turn in draft.turns:
            found.update(_of_turn(turn))
            found.update(_OF_ORDERS[ruleset](turn))
        found["refused turn"] += len(draft.refused)
        found["turn"] += len(draft.turns)
    return found


def _of_turn(turn: dict[str, object]) -> list[str]:
    found = [f"truth {rumor['truth']}" for rumor in _items(turn, "rumors")]
    found += ["rumor heard later" for rumor in _items(turn, "rumors") if rumor["after"]]
    for reveal in _items(turn, "reveals"):
        found += [f"reveal of {kind}" for kind in reveal if kind not in ("for", "text")]
    for item in _items(turn, "news"):
        found += ["letter"] * ("from" in item) + [f"news for {_visibility(item['for'])}"]
        text = item["text"]
        assert isinstance(text, Prose)
        secrets = [part for part in text.parts if isinstance(part, Secret)]
        found += ["all secret"] * (len(secrets) == len(text.parts))
        found += ["secret in a list" for part in secrets if part.indent]
        found += ["nested secret" for part in secrets if len(part.parts) > 1]
    return found


def _items(turn: dict[str, object], key: str) -> list[dict[str, object]]:
    items = turn[key]
    assert isinstance(items, list)
    return items


def _orders(turn: dict[str, object]) -> list[dict[str, object]]:
    orders = turn["orders"]
    assert isinstance(orders, dict)
    return list(orders.values())


def _visibility(words: object) -> str:
    return words if words in ("everyone", "factions", "gm") and isinstance(words, str) else "some"


# What only one ruleset has


def _of_freeform(event: freeform.Event) -> list[str]:
    match event:
        case freeform.Ordered():
            found = [f"{roll.source} dice" for roll in event.rolls if roll.faces]
            successes = {roll.result["success"] for roll in event.rolls}
            return [*found, *(f"success {success}" for success in successes)]
        case freeform.Changed():
            owner = event.counter.owner.kind if event.counter.owner else "campaign"
            what = "clock" if event.counter.segments else "counter"
            readers = event.counter.visibility
            seen = "everyone" if readers.public else "some" if readers.factions else "gm"
            return [f"{event.cause.source} of {what}", f"{what} of {owner} for {seen}"]


def _freeform_orders(turn: dict[str, object]) -> list[str]:
    found: list[str] = []
    for _, order in freeform_orders_of(turn):
        texts = order.get("outcome", [])
        listed = [] if isinstance(texts, str) else texts
        found += [*order, *(f"text for {_visibility(told['for'])}" for told in listed)]
        found += ["text alone"] * isinstance(texts, str)
    return found


def _of_shadow(event: shadow.RoundEvent) -> list[str]:
    match event:
        case shadow.Conspired():
            return [
                event.details.CODE,
                event.outcome,
                event.refusal,
                *(stake.role for stake in event.stakes),
                *(transfer.rule for transfer in event.transfers),
                *(f"{roll.source} dice" for roll in event.rolls if roll.faces),
            ]
        case shadow.ResourceTaken():
            return ["taken" if event.taken else "not taken"]
        case shadow.Changed():
            return [f"{'news' if event.by_news else 'adjustment'} of {event.field}"]
        case _:
            return [type(event).__name__]


def _shadow_orders(turn: dict[str, object]) -> list[str]:
    found = [f"public {plot.get('public', 'draft')!s:.5}" for _, plot in plots_of(turn)]
    return found + [key for own in _orders(turn) for key in own]


def _of_lieutenants(event: lieutenants.Event) -> list[str]:
    found = [type(change).__name__ for change in event.changes]
    found += [f"{roll.source} dice" for roll in event.rolls]
    match event:
        case lieutenants.Acted():
            stealth = f"{event.stealth.how} {'held' if event.stealth.held else 'failed'}"
            result = event.result or "no result"
            found += [event.action, f"{event.action}: {result}", event.outcome, stealth]
            found += [f"reason {event.reason}", f"prompt {event.prompt}", event.part]
        case lieutenants.Intercepted():
            found += [f"{event.kind}: {event.result}", f"movers {event.outcome}"]
        case lieutenants.Upkeep():
            found += [f"left for {why}" for _, why in event.left]
        case lieutenants.Altered():
            found += [f"{'news' if event.by_news else 'adjustment'} of {event.what}"]
        case lieutenants.TurnEnded():
            found += ["lapsed" for _ in event.lapsed]
        case _:
            found.append(type(event).__name__)
    return found


def _lieutenants_orders(turn: dict[str, object]) -> list[str]:
    return [key for _, order in orders_of(turn) for key in order] + [
        key for own in _orders(turn) for key in own
    ]


def _wwn_orders(turn: dict[str, object]) -> list[str]:
    found = [key for _, order in wwn_orders_of(turn) for key in order]
    return found + [key for own in _orders(turn) for key in own]


_OF_EVENT: Final[Mapping[str, Callable[[Any], list[str]]]] = {
    "freeform": _of_freeform,
    "lieutenants": _of_lieutenants,
    "shadow": _of_shadow,
    "wwn": of_event,
}
_OF_ORDERS: Final[Mapping[str, Callable[[dict[str, object]], list[str]]]] = {
    "freeform": _freeform_orders,
    "lieutenants": _lieutenants_orders,
    "shadow": _shadow_orders,
    "wwn": _wwn_orders,
}

EVERYWHERE: Final = """
computed dice|table dice
truth true|truth distorted|truth false|rumor heard later
reveal of event|reveal of news|reveal of rumor|reveal of place|reveal of faction
letter|news for everyone|news for factions|news for gm|news for some
all secret|secret in a list|nested secret
"""
ALL: Final[Mapping[str, str]] = {
    "freeform": """
order|roll|modifiers|result|outcome|change|success True|success False|success None
text alone|text for everyone|text for factions|text for gm|text for some
order of counter|order of clock|news of counter|news of clock
adjustment of counter|adjustment of clock
counter of faction for everyone|counter of faction for some|counter of faction for gm
counter of place for everyone|counter of place for some|counter of campaign for everyone
counter of campaign for some|counter of campaign for gm|clock of faction for everyone
clock of faction for some|clock of place for some|clock of campaign for some
""",
    "lieutenants": """
aggressive-attack|cautious-attack|raid|conceal|steal|surveil|purchase|investigate|recruit|sell
seduce|research|move|train|work|ambush|block|gain-influence|ally|claim|rally|custom
done|failed|unpaid|nobody-there|not-there|sides-with-another|no-room|stopped|not-carried-out
check held|check failed|automatic held|always held|broken failed|fight
reason lieutenant-out|reason gain-missing|prompt crumb|prompt something-more|prompt needed-first
prompt rally|prompt what-it-brings
movers attacked|movers attack|movers stopped|left for capital|left for respect|lapsed
Paid|Swayed|Stashed|Moved|Struck|Hid|Found|Captured|Joined|Turned|Added|PlaceSet|Learnt
Progressed|Closed|Burdened|Relieved|Stood|StanceEnded|Watched|Exhausted|TurnOver|Allied|Claimed
Rallied|FigureSet|Ranked|Earned
adjustment of capital|adjustment of owner|adjustment of joins|adjustment of known_to
adjustment of unit|adjustment of item|adjustment of level|adjustment of modifier
adjustment of condition|news of capital
units|items|stealthy|influence|modifiers|plan|needs|otherwise|end_at|pay|choose|hush|actions
leaves|upkeep_priority|carry|if_ambushed|if_blocked|selective|strike|check|brings|notice
""",
    "shadow": """
raise|mobilize|attack-resource|attack-actor
success|failure|vetoed|no-narrative|blocked|no-dice|refused|resource-lost|target-lost
conspirator|help|block|defence|S-STAKE-2|S-STAKE-3|S-STAKE-4|S-ACT-1|S-ACT-3
taken|not taken
news of dice|news of chalice|news of influence|news of strength|news of actor
adjustment of dice|adjustment of influence|adjustment of strength|adjustment of actor
Placed|ActorPlaced|Revealed|Sequenced|Dominated|Assisted
public draft|public Smoke|public False
place|actor|conspiracies|defend|assist
""",
    "wwn": """
Acted|Attacked|Unveiled|Sequenced|Started|Earned|UpkeepPaid|GoalChecked|Collapsed|Altered|Declared|TurnEnded
Carrying|Profit|Mending|Cloaking|Search|Demand|Affliction|Purchase|Sale|Founding
attack done|attack failed|attack nobody-there|attack not-carried-out|contest done|contest failed
rogue done|rogue failed|move done|repair done|expand done|create done|hide done|sell done
W-FX-CARRIES done|W-FX-YIELDS done|W-FX-MENDS done|W-FX-CLOAKS done
W-FX-EXPOSES done|W-FX-EXPOSES failed|W-FX-DEMANDS done|W-FX-DEMANDS failed
defender hit|defender destroyed|defender restored|attacker hit|attacker destroyed|attacker spent
mark hobbled|mark pinned|taken|massive|looted|base hit
spared|stepped-in|restored|threw-again|made-throw-again
found at the start|found on arrival|missed at the start|missed on arrival|exposed
left lost|left rogue|upkeep paid|upkeep unpaid|arrears paid|arrears unpaid|excess paid|excess unpaid
goal blood-the-enemy|goal destroy-the-foe|goal eliminate-target|goal expand-influence
goal inside-enemy-territory|goal invincible-valor|goal peaceable-kingdom|goal root-out-the-enemy
goal sphere-dominance|goal wealth-of-kingdoms|met|goal failed|abandoned|chosen|lavished|raised
arrived late|harried|forfeit|uncovered|brought down|fell|bans|stated|thrown|more income
toll|grants stealth|grants subtle|unpaid lost|unpaid withheld|paid|rival attacks|rival waits
dearer|cheaper|only repairs|owing
Paid|Earmarked|Hurt|FactionHurt|Lost|Added|BaseAdded|Moved|Bound|Cloaked|Marked|Cleared|Joined
Used|Redone|GoalSet|Furthered|Learned|Raised|MagicSet|TagsSet|PolicySet|ActionsForbidden|WealthGoalMet|Fallen
PlaceSet|Allied|Played|TurnOver
reason asset-gone|reason asset-unusable|reason target-gone|reason no-treasure
adjustment of treasure|adjustment of hp|adjustment of xp|adjustment of magic|adjustment of tags
adjustment of goal|adjustment of at_war|adjustment of new_asset|adjustment of new_base
adjustment of at|adjustment of stealth|adjustment of joins|adjustment of lost
adjustment of ruler|adjustment of forbids|adjustment of sequence|news of treasure|news of ruler
abilities|attack|move|repair|expand|create|hide|sell|sheds|defend|contest|standing|forbids|redo
goal|abandon|lavish|raises|asset|use|target|to|against|declares|helped_by|times|base|faction
""",
}


@pytest.mark.thorough
@each_ruleset
def test_generated_campaigns_cover_every_feature(ruleset: str) -> None:
    """Every kind of order, outcome, stake, effect, rumor, reveal, circle and secret turns up."""
    lines = (EVERYWHERE + ALL[ruleset]).split("\n")
    wanted = {word for line in lines for word in line.split("|") if word}
    assert wanted - set(reached(ruleset)) == set()


@pytest.mark.thorough
def test_generated_campaigns_cover_every_action_result() -> None:
    """Of lieutenants, where dice are thrown for the action itself."""
    wanted = {f"{action}: {result}" for action in ROLLED for result in ROLL_RESULTS}
    assert wanted <= reached("lieutenants").keys()


@pytest.mark.thorough
@each_ruleset
def test_few_generated_orders_are_dropped(ruleset: str) -> None:
    """Orders are legal by construction."""
    assert reached(ruleset)["refused turn"] <= reached(ruleset)["turn"] // 50


@each_ruleset
@pytest.mark.parametrize("seed", beginning(range(3), 1))
def test_plain_values_convert_to_the_nodes_of_their_yaml(ruleset: str, seed: int) -> None:
    """What a generator tries out is read as its file is."""
    for turn in sample(ruleset, seed).turns:
        composed = compose(Source("turn", yaml(turn)), Report())
        assert composed is not None
        assert _values(as_nodes(turn)) == _values(composed)


def _values(node: Node) -> object:
    match node:
        case ScalarNode():
            return node.text, node.value
        case ListNode():
            return [_values(item) for item in node.items]
        case MapNode():
            return {entry.key.text: _values(entry.value) for entry in node.entries}


@each_ruleset
def test_the_gm_reads_nearly_everything(ruleset: str) -> None:
    """The tokens are alive: what is written is published somewhere."""
    draft = sample(ruleset, 1)
    share = shown(played(draft.tree()), GM)
    seen = {token for page in share.files.values() for token in TOKEN.findall(page.decode())}
    mute = {
        "asset id",
        "asset type",
        # Of what an action may bring, only what its result brings is told.
        "brought because",
        "comment",
        "dropped",
        "modifier id",
        "news id",
        "project id",
        "resource id",
        "rumor id",
        "tag",
        "unit type",
    }
    written = {t for t, kind in draft.ledger.fields.items() if kind not in mute}
    assert len(written & seen) > 0.9 * len(written)


# Places are written alike for all rulesets.
@pytest.mark.parametrize("ruleset", ["freeform", "shadow", *thorough(["lieutenants", "wwn"])])
def test_every_land_and_every_kind_of_way_occurs_also_where_places_are_hidden(ruleset: str) -> None:
    lands, ways = set(), set()
    is_hidden = False
    for seed in SAMPLES[ruleset]:
        draft = sample(ruleset, seed)
        for id, place in draft.places["places"].items():
            lands.add(place.get("land"))
            ways |= {*place.get("ways", {}).values()}
            is_hidden |= "land" in place and "everyone" not in draft.ledger.readers[id]
    assert lands == {None, *LANDS}
    assert ways == {*WAYS}
    assert is_hidden
