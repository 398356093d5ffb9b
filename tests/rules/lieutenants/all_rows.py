"""The rows of tellings and sheets in all their kinds, and rolls for every purpose."""

from __future__ import annotations

from itertools import product
from typing import Final

from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Fact, Facts, faction_ref
from chronicle.rules.lieutenants.terms import ROLL_RESULTS
from tests.rules.declared_facts import INN, KNIVES, MILL, ORU, VAEL, Values

WATCH = faction_ref("watch")
KINDS: Final = ("lieutenant", "unit", "item", "information", "facility")
MINIONS: Final = ("lieutenant", "unit", "facility")
FATES: Final = (
    *("damaged", "destroyed", "lost", "captured"),
    *("freed", "gone", "joined", "distracted"),
)
#: What money comes or goes for, and what a modifier is added for besides the sides' own.
REASONS: Final = (
    *("income", "bought", "half-lost", "sold", "recruited", "taken", "worked", "sent-away"),
    *("bargain", "upkeep", "news", "adjustment", "gained", "catastrophe", "hushed"),
    "spent-on-a-check",
)
PARTS: Final = (
    *(
        "stealthy",
        "item",
        "standing",
        "allied",
        "sage",
        "gm",
        "turn",
        "influence",
        "hidden",
        "unwary",
    ),
    *("informers", "bonded", "lieutenant", "stance"),
)


def price(amount: int = 4, currency: str = "capital") -> Facts:
    return Facts(amount=amount, currency=currency)


def losses(kinds: tuple[str, ...] = MINIONS) -> tuple[Facts, ...]:
    named = (
        Facts(name=KNIVES, kind=kind, faction=ORU, fate=fate) for kind in kinds for fate in FATES
    )
    return (*named, *(Facts(name="", kind=kind, faction=None, fate="lost") for kind in kinds))


def money() -> tuple[Facts, ...]:
    found = []
    for reason, (currency, npc) in product(REASONS, (("capital", None), ("influence", WATCH))):
        for subject, at in ((KNIVES, None), ("", MILL), ("", None)):
            row: dict[str, Fact] = {"faction": VAEL, "currency": currency, "amount": -3}
            row |= {"npc": npc, "reason": reason, "subject": subject, "place": at}
            found.append(Facts({**row, "rule": "L-TURN-6"}))
    return tuple(found)


def burdens(**more: Fact) -> tuple[Facts, ...]:
    whole: dict[str, Fact] = {"value": -3, "actions": ("surveil", "steal"), **more}
    whole |= {"lieutenant": "the Serjeant", "target": KNIVES, "target_ref": None, "until": ""}
    npc: dict[str, Fact] = {"target": "", "target_ref": WATCH, "until": "gain-influence"}
    ally: dict[str, Fact] = {**npc, "lieutenant": "", "until": "alliance"}
    once: dict[str, Fact] = {"target": "", "lieutenant": "", "until": "used"}
    rows: tuple[dict[str, Fact], ...] = ({}, npc, {"target": "", "lieutenant": ""}, ally, once)
    return tuple(Facts({**whole, **row}) for row in rows)


def stealth() -> Values:
    hows = (("check", True), ("check", False), ("automatic", True), ("always", True))
    kinds = ("unnoticed", "unidentified")
    ways = product(kinds, (*hows, ("broken", False)), (True, False))
    found = [
        Facts(kind=kind, tried=tried, held=held, how=how, rule="L-STL-3")
        for kind, (how, held), tried in ways
    ]
    return (*found, Facts(kind="", tried=False, held=False, how="", rule=""))


def minions() -> tuple[Facts, ...]:
    return tuple(Facts(name=KNIVES, kind=kind, faction=ORU) for kind in MINIONS)


def statistics() -> Facts:
    return Facts(force=2, sneak=-1, charm=0, lore=10)


def legs(**more: Fact) -> Values:
    rows = tuple(
        Facts(name=name, kind=kind, origin=origin, to=to, **more)
        for name, kind, origin, to in (
            (KNIVES, "unit", MILL, INN),
            ("", "lieutenant", None, INN),
            ("the Guard", "unit", MILL, None),
        )
    )
    return rows[:1], rows[:2], (rows[0], rows[2]), rows, rows[2:], (rows[1],), ()


# ── Rolls ────────────────────────────────────────────────────────────────────────────────────────


def rolls() -> tuple[Roll, ...]:
    """A roll of each purpose, with and without what its reader may not know."""
    levels = (
        Facts(names=(KNIVES, "the Guard"), joined="(1+1)→3, 3+3→5"),
        Facts(names=(KNIVES,), joined="3"),
        Facts(names=(), joined=""),
    )
    parts = [
        Modifier(value, reason, rule, facts)
        for facts in levels
        for value, reason, rule in ((5, "level", "L-CHK-5"), (-6, "opposing-level", "L-CHK-6"))
    ]
    parts += [
        Modifier(-1, reason, "L-CHK-2", Facts(skill=skill))
        for reason in ("statistic", "opposing-statistic")
        for skill in ("force", "sneak", "charm", "lore")
    ]
    parts += [Modifier(2, reason, "L-CHK-7", facts) for reason in PARTS for facts in _with(reason)]
    checks = [
        Roll("", 6, (3, 4), "computed", tuple(parts), Facts(total=9, result="success")),
        *(
            Roll("1/vael/hit/check", 6, (1, 1), "table", (), Facts(total=total, result=result))
            for total, result in zip((-2, 5, 8, 12), ROLL_RESULTS, strict=True)
        ),
    ]
    one = Facts(skill="sneak")
    named = Facts(skill="force", name="the Serjeant")
    stealthy = (Modifier(1, "statistic", "L-STL-1", one),)
    hurt = (Modifier(-1, "statistic", "L-DMG-DINGED", named),)
    fate = (Modifier(-1, "statistic", "L-DMG-AGAIN", named),)
    checks += [
        Roll("", 6, (5, 6), "computed", found, Facts(total=10, result="complete-success"))
        for found in (stealthy, hurt, fate)
    ]
    picks = (Facts(hit=KNIVES, among=(KNIVES, "the Guard")), Facts(hit="", among=()))
    return (*checks, *(Roll("", 2, (1,), "computed", (), pick) for pick in picks))


def _with(reason: str) -> tuple[Facts, ...]:
    if reason in ("item", "sage"):
        return Facts(name=KNIVES), Facts(name="")
    if reason == "gm":
        return Facts(because="a storm"), Facts(because="")
    if reason == "turn":
        return (Facts(because="a feast"),)
    return (Facts(),)
