"""The generated campaigns are sound and reach everything that the laws are to hold for."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

from hypothesis import HealthCheck, given, settings

from chronicle.audience import GM
from chronicle.rules.shadow.events import Changed, Conspired, Event, ResourceTaken
from chronicle.rules.shadow.tellings import code_of
from tests.laws.drafts import Draft, played
from tests.laws.generators import campaigns, sample
from tests.laws.ink import TOKEN, Prose, Secret
from tests.laws.orders import plots_of
from tests.laws.views import shown

#: The last two hold what hardly ever happens: a target that is lost already, and a new resource
#: that can't be paid for.
SAMPLES: Final = (*range(30), 56, 164)


@lru_cache(maxsize=1)
def reached() -> Counter[str]:
    """What the samples hold, by words of our own."""
    found: Counter[str] = Counter()
    for seed in SAMPLES:
        draft = sample(seed)
        for moment in played(draft.tree()).history.turns:
            for step in moment.steps:
                found.update(_of_event(step.event))
        for turn in draft.turns:
            found.update(_of_turn(turn))
        found["refused turn"] += len(draft.refused)
        found["turn"] += len(draft.turns)
    return found


def _of_event(event: Event) -> list[str]:
    match event:
        case Conspired():
            return [
                code_of(event.deed),
                event.outcome,
                event.refusal,
                *(stake.role for stake in event.stakes),
                *(transfer.rule for transfer in event.transfers),
                *(f"{roll.source} dice" for roll in event.rolls if roll.faces),
            ]
        case ResourceTaken():
            return ["taken" if event.taken else "not taken"]
        case Changed():
            return [f"{'news' if event.by_news else 'adjustment'} of {event.field}"]
        case _:
            return [type(event).__name__]


def _of_turn(turn: dict[str, object]) -> list[str]:
    found = [f"truth {rumor['truth']}" for rumor in _items(turn, "rumors")]
    found += ["rumor heard later" for rumor in _items(turn, "rumors") if rumor["after"]]
    for reveal in _items(turn, "reveals"):
        found += [f"reveal of {kind}" for kind in reveal if kind not in ("for", "text")]
    for item in _items(turn, "news"):
        found += ["letter"] * ("from" in item) + [f"news for {_circle(item['for'])}"]
        text = item["text"]
        assert isinstance(text, Prose)
        secrets = [part for part in text.parts if isinstance(part, Secret)]
        found += ["all secret"] * (len(secrets) == len(text.parts))
        found += ["secret in a list" for part in secrets if part.indent]
        found += ["nested secret" for part in secrets if len(part.parts) > 1]
    for _, plot in plots_of(turn):
        found += [f"public {plot.get('public', 'draft')!s:.5}"]
    found += [key for own in _orders(turn) for key in own]
    return found


def _items(turn: dict[str, object], key: str) -> list[dict[str, object]]:
    items = turn[key]
    assert isinstance(items, list)
    return items


def _orders(turn: dict[str, object]) -> list[dict[str, object]]:
    orders = turn["orders"]
    assert isinstance(orders, dict)
    return list(orders.values())


def _circle(words: object) -> str:
    return words if words in ("everyone", "factions", "gm") and isinstance(words, str) else "some"


ALL: Final = """
raise|mobilize|attack-resource|attack-actor
success|failure|vetoed|no-narrative|blocked|no-dice|refused|resource-lost|target-lost
conspirator|help|block|defence|S-STAKE-2|S-STAKE-3|S-STAKE-4|S-ACT-1|S-ACT-3
computed dice|table dice|taken|not taken
news of dice|news of chalice|news of influence|news of strength|news of actor
adjustment of dice|adjustment of influence|adjustment of strength|adjustment of actor
Placed|ActorPlaced|Revealed|Sequenced|Dominated|Assisted
truth true|truth distorted|truth false|rumor heard later
reveal of event|reveal of news|reveal of rumor|reveal of place|reveal of faction
letter|news for everyone|news for factions|news for gm|news for some
all secret|secret in a list|nested secret|public draft|public Smoke|public False
place|actor|conspiracies|defend|assist
"""


def test_everything_is_reached() -> None:
    """Every kind of order, outcome, stake, effect, rumor, reveal, circle and secret turns up."""
    wanted = {word for line in ALL.split("\n") for word in line.split("|") if word}
    assert wanted - set(reached()) == set()


def test_hardly_a_turn_loses_its_orders() -> None:
    """Orders are legal by construction."""
    assert reached()["refused turn"] <= reached()["turn"] // 50


def test_the_gm_reads_nearly_everything() -> None:
    """The tokens are alive: what is written is published somewhere."""
    draft = sample(1)
    share = shown(played(draft.tree()), GM)
    seen = {token for page in share.files.values() for token in TOKEN.findall(page.decode())}
    mute = {"comment", "resource id", "rumor id", "news id"}
    written = {t for t, kind in draft.ledger.fields.items() if kind not in mute}
    assert len(written & seen) > 0.9 * len(written)


@settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(campaigns())
def test_drawn_campaigns_are_sound(draft: Draft) -> None:
    """What Hypothesis draws is played without a finding that stops it."""
    assert played(draft.tree()).history.turns
