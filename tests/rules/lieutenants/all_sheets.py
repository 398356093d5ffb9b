"""Every sheet and every chance that a theme may have to word, full, empty and in between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Final, get_args

from chronicle.model.facts import Fact, Facts
from chronicle.rules.lieutenants.events import Outcome, PromptKind
from chronicle.rules.lieutenants.sheets import CODES
from chronicle.rules.lieutenants.terms import ROLL_RESULTS
from chronicle.rules.protocol import Chance, Sheet
from tests.rules.declared_facts import INN, KNIVES, MILL, ORU, VAEL, Space, listed, rows_of
from tests.rules.lieutenants.all_rows import KINDS, REASONS, WATCH, burdens, price, statistics

SKILLS: Final = ("force", "sneak", "charm", "lore")
CONDITIONS: Final = ("damaged", "undamaged", "lost", "destroyed")
#: The outcomes of an order that throws nothing, and what a move may meet.
_MET: Final = ("attacked", "attack", "stopped", "round", "pass")
_ENDS: Final = ("damaged", "lost", "destroyed")


# ── One's own ────────────────────────────────────────────────────────────────────────────────────


_MINION: Final[Space] = {
    "name": (KNIVES,),
    "at": (MILL, INN, None),
    "condition": CONDITIONS,
    "hiding": (2, 0, None),
    "found_by": ((ORU, WATCH), ()),
    "upkeep": (price(), price(1, "respect"), price(0)),
    "bonded": (True,),
    "agent": (True, False),
    "host": (ORU, None),
    "served": (WATCH, None),
    "held_by": (None,),
    "level": (4, -1),
}
_STANCE: Final[Space] = {
    "kind": ("block", "ambush"),
    "at": (MILL, None),
    "way": ((INN, MILL), ()),
    "against": ((ORU, WATCH), (ORU,), ()),
    "units": ((KNIVES,), ()),
    "style": ("aggressive", "cautious", ""),
}
_THING: Final[Space] = {
    "name": (KNIVES,),
    "holder": ("the Serjeant", ""),
    "at": (MILL, None),
    "hiding": (1, None),
}
_PERSON: Final[Space] = {
    "name": (KNIVES,),
    "kind": ("unit", "lieutenant"),
    "faction": (ORU, None),
    "at": (MILL, None),
}
_OWN: Final[Space] = {
    "who": (VAEL,),
    "npc": (False, True),
    "capital": (12, 0),
    "capital_before": (10, 12),
    "level_cap": (5,),
    "leadership": (3,),
    "cohesion": (3,),
    "reach": (4, 0),
    "respect": (2, 0),
    "lieutenants": listed(
        **_MINION,
        statistics=(statistics(),),
        stance=(*rows_of(_STANCE), None),
        away=(False, True),
        carries=((KNIVES, "the Crown"), ()),
        units=((),),
    ),
    "units": listed(
        **_MINION,
        type=("Thief Pack",),
        competencies=(SKILLS, ()),
        abilities=(("Blast", "Ward"), ()),
    ),
    "alone": ((),),
    "items": listed(
        **_THING,
        value=(12, 0),
        bonuses=(
            (Facts(actions=("raid", "steal"), value=2), Facts(actions=("ally",), value=-1)),
            (),
        ),
    ),
    "information": listed(**_THING, obscurity=(3,)),
    "facilities": listed(
        name=(KNIVES,),
        type=("Craftsmen",),
        level=(6,),
        at=(MILL, None),
        to=(INN, None),
        condition=CONDITIONS,
        income=(1, 0),
        upkeep=(price(2), price(0)),
    ),
    "locations": listed(
        place=(MILL, None),
        income=(2, 0),
        upkeep=(price(2), price(0)),
        stash=(5,),
        level=(2,),
        secret=(True, False),
    ),
    "influence": listed(
        npc=(WATCH, None),
        points=(5, 2, 0),
        before=(2,),
        allied=(True, False),
        allied_before=(True, False),
    ),
    "ledger": listed(
        reason=REASONS,
        rule=("L-TURN-6",),
        order=("vael/buy", ""),
        subject=(KNIVES, ""),
        place=(None, MILL, None),
        change=(-3,),
        balance=(17,),
    ),
    "projects": listed(
        name=("The Wards",),
        kind=("research", "train"),
        successes=(3,),
        needed=(8,),
        before=(1,),
        hold=(True, False),
        blocked=(True, False),
        subject=("the Serjeant", KNIVES, ""),
        type=("Spies", ""),
        statistic=("sneak", "lore", ""),
        worked=(True, False),
    ),
    "standing": (tuple(Facts(row, rule="L-ACT-SURVEIL") for row in burdens()), ()),
    "claims": listed(
        npc=(WATCH, None), name=(KNIVES, ""), place=(None, MILL, None), seen=(0, 2, 0)
    ),
    "prisoners": listed(**_PERSON),
    "captives": listed(**_PERSON),
    "lost": (
        tuple(
            Facts(name=KNIVES, kind=kind, fate=fate)
            for kind, fate in product(KINDS, ("gone", "lost", "destroyed", "captured"))
        ),
        (),
    ),
    "rallies": listed(
        npc=(WATCH, None), target=(ORU, None), concerted=(True, False), turn=(2,), by=(VAEL,)
    ),
    "prompts": listed(
        prompt=(*get_args(PromptKind)[1:], "lent"),
        lieutenant=("the Serjeant",),
        action=("surveil",),
        name=(KNIVES, ""),
    ),
}


# ── Others, and places ───────────────────────────────────────────────────────────────────────────


_SEEN: Final[Space] = {
    "name": (KNIVES,),
    "kind": ("unit", *KINDS),
    "at": (MILL, None),
    "at_turn": (2, 0),
    "level": (4, None),
    "statistics": (statistics(), None),
    "condition": (*CONDITIONS, ""),
    "condition_turn": (2, 0),
    "type": ("Thief Pack", ""),
    "agent": ("yes", "no", "unknown"),
    "agent_of": (WATCH, None),
    "figures_turn": (1, 0),
    "agent_turn": (1, 0),
    "seen": (2,),
}


_PLACE: Final[Space] = {
    "place": (MILL,),
    "tier": ("location", "locale", "region"),
    "owner": (ORU, None),
    "own": (True, False),
    "secret": (True, False),
    "income": (2, 0, None),
    "stash": (5, 0, None),
    "stash_seen": (0, 2),
    "level": (3, None),
    "upkeep": (price(), price(0), None),
    "cost": (price(), None),
    "work": (
        Facts(factor="1/2", cap=5),
        Facts(factor="1/2", cap=None),
        Facts(factor="1", cap=0),
        Facts(factor="1", cap=None),
        None,
    ),
    "present": listed(
        name=(KNIVES,),
        kind=("unit", "lieutenant"),
        faction=(ORU, None),
        level=(3, None),
        condition=(*CONDITIONS, ""),
        own=(True, False),
        hidden=(True, False),
        seen=(0, 2),
        condition_turn=(0, 1),
        figures_turn=(0, 2),
    ),
    "things": listed(
        name=(KNIVES,),
        kind=KINDS[2:],
        faction=(VAEL, ORU, None),
        own=(True, False),
        hidden=(True, False),
    ),
    "links": listed(name=("the Old Drain",), type=("Underground Tunnel",), to=(INN, None)),
    "known_to": ((VAEL, ORU), ()),
}

SHEETS: Final[Mapping[str, Space]] = {
    "own-sheet": _OWN,
    "other-sheet": {
        "who": (ORU,),
        "npc": (True, False),
        "seen": listed(**_SEEN),
        "our_influence": (3, 0, None),
        "allied": (True, False),
    },
    "public-profile": {"who": (ORU,), "npc": (True, False)},
    "place-sheet": _PLACE,
}


def sheets(code: str) -> Iterator[Sheet]:
    """A sheet with everything on it, with nothing, and with each other value of each fact."""
    return (Sheet(code, facts) for facts in rows_of(SHEETS[code]))


# ── Odds ─────────────────────────────────────────────────────────────────────────────────────────


def _expected(damaged: int, lost: int, destroyed: int) -> tuple[Facts, ...]:
    figures = dict(zip(_ENDS, (damaged, lost, destroyed), strict=True))
    thirds: dict[str, Fact] = {end: Facts(times=times, of=3) for end, times in figures.items()}
    return tuple(Facts({**thirds, "side": side}) for side in ("ours", "theirs"))


def chances() -> Iterator[Chance]:
    """Every outcome that an order's odds may name, hidden or not, with and without losses."""
    outcomes = tuple(word for word in get_args(Outcome) if word != "not-carried-out")
    tolls = ((), _expected(0, 0, 0), _expected(4, 1, 2), _expected(0, 0, 1))
    for outcome, beside, hidden in product(
        dict.fromkeys((*ROLL_RESULTS, *_MET, *outcomes)),
        ("", *outcomes),
        ("", "unnoticed", "unidentified"),
    ):
        facts = Facts(
            outcome=beside,
            tried=bool(hidden),
            hidden=hidden,
            instead=not beside,
            toll=(),
            expected=(),
        )
        yield Chance(outcome, facts, Fraction(1, 3))
    for toll in tolls:
        facts = Facts(outcome="done", tried=False, hidden="", instead=False, toll=(), expected=toll)
        yield Chance("success", facts, Fraction(1, 1000))


assert SHEETS.keys() == set(CODES)
