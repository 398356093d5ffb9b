"""The rows of tellings and sheets in all their kinds, and rolls for every purpose."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final, get_args

from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Fact, Facts
from chronicle.rules.wwn.events import Reaction
from chronicle.rules.wwn.state import MarkKind
from chronicle.rules.wwn.terms import ATTRIBUTES, HarmKind, RulesGoalKind
from tests.rules.declared_facts import GUARD, KNIVES, MILL, ORU

HALL: Final = "the Red Hall"
FATES: Final = ("lost", "rogue", "sold", "forfeit", "destroyed", "surrendered")
MARKS: Final[tuple[str, ...]] = get_args(MarkKind)
HARMS: Final[tuple[str, ...]] = get_args(HarmKind)
REACTIONS: Final[tuple[str, ...]] = get_args(Reaction.__annotations__["kind"]) or (
    *("spared", "stepped-in", "restored", "threw-again", "made-throw-again", "endured"),
)
GOALS: Final[tuple[str, ...]] = get_args(RulesGoalKind)


def piece(of: Mapping[str, Fact] | None = None, *, base: bool = False, **more: Fact) -> Facts:
    """An asset or a base, and all else that a row says about it."""
    whole: dict[str, Fact] = {"name": KNIVES, "type": "Thugs", "base": False}
    seat: dict[str, Fact] = {"name": HALL, "type": "", "base": True}
    return Facts({**(seat if base else whole), "faction": ORU, "at": MILL, **(of or {}), **more})


def goals() -> tuple[Facts, ...]:
    """Every goal, at its beginning, half way, and about something that can't be seen."""
    about: tuple[dict[str, Fact], ...] = (
        {"against": ORU, "asset": KNIVES, "at": MILL, "attribute": "force"},
        {"against": None, "asset": "", "at": None, "attribute": "cunning"},
        {"against": None, "asset": "", "at": None, "attribute": "wealth"},
    )
    return tuple(
        Facts({"kind": kind, **what}, progress=progress, needed=needed, since=2, name=name, xp=xp)
        for (kind, what), (name, xp) in (
            *((goal, ("", None)) for goal in product(GOALS, about)),
            (("own", about[1]), ("Bring the <b>old</b> queen home", 3)),
        )
        for progress, needed in ((2, 9), (0, 1))
    )


# ── Rolls ────────────────────────────────────────────────────────────────────────────────────────

#: What rolls are thrown for, as the ends of their ids say.
PURPOSES: Final = (
    *("check", "defence", "damage", "counter", "price", "yield", "hurt", "loot"),
    *("frenzy-ours", "frenzy-theirs", "check-again", "check-again-2", "defence-redone"),
    *("planned-check-1", "planned-defence-2", "check-oru", "defence-oru", "hurt-usurers"),
    *("price-usurers", "toll-wagons", "rogue-company", "initiative", "initiative-2"),
    *("oru-guard-check", "oru-guard-damage", "company-check", "spot-watch-knives-check"),
    *("spot-watch-knives-defence", "spot-watch-knives-planned-check-1"),
)


def rolls() -> tuple[Roll, ...]:
    """A roll of each purpose, with and without what its reader may not know."""
    parts = [
        Modifier(5, "rating", "W-CHK-1", Facts(attribute=attribute)) for attribute in ATTRIBUTES
    ]
    parts += [
        Modifier(value, reason, "W-FX-THROWS", Facts(name=name))
        for value, reason in ((1, "more-dice"), (-1, "fewer-dice"))
        for name in (GUARD, "")
    ]
    parts.append(Modifier(0, "single-die", "W-FX-SINGLE-DIE"))
    parts.append(Modifier(1, "turn", "W-CHK-1", Facts(because="a festival")))
    fixed = (Modifier(-1, "fixed", "W-ENT-3"),)
    found = [
        Roll("", 10, (3, 7), "computed", tuple(parts), Facts(total=12, kept=True)),
        Roll("1/vael/hit/check", 10, (7,), "table", tuple(parts[:1]), Facts(total=12, kept=False)),
        Roll("1/vael/hit/damage", 6, (4, 4), "computed", fixed, Facts(total=7, kept=True)),
    ]
    found += [
        Roll(f"1/vael/hit/{name}", sides, (1,), "computed", (), Facts(total=1, kept=True))
        for name, sides in product(PURPOSES, (3, 4, 6, 8, 10, 12, 20))
        if sides == 6 or name == "damage"
    ]
    return tuple(found)
