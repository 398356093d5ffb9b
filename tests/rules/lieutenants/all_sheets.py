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
from tests.rules.declared_facts import INN, KNIVES, MILL, ORU, VAEL, Space, rows_of
from tests.rules.lieutenants.all_rows import KINDS, REASONS, WATCH, burdens, price, statistics

SKILLS: Final = ("force", "sneak", "charm", "lore")
CONDITIONS: Final = ("damaged", "undamaged", "lost", "destroyed")
#: The outcomes of an order that throws nothing, and what a move may meet.
_MET: Final = ("attacked", "attack", "stopped", "round", "pass")
_ENDS: Final = ("damaged", "lost", "destroyed")


# ── One's own ────────────────────────────────────────────────────────────────────────────────────


def _minions() -> Iterator[dict[str, Fact]]:
    whole: dict[str, Fact] = {
        "name": KNIVES,
        "at": MILL,
        "condition": "damaged",
        "hiding": 2,
        "found_by": (ORU, WATCH),
        "upkeep": price(),
        "bonded": True,
        "agent": True,
        "host": ORU,
        "served": WATCH,
        "held_by": None,
        "level": 4,
    }
    usual: dict[str, Fact] = {"condition": "undamaged", "hiding": None, "found_by": ()}
    usual |= {"agent": False, "host": None, "served": None, "upkeep": price(0), "level": -1}
    yield whole
    yield {**whole, **usual}
    yield {**whole, "host": None, "at": None, "hiding": 0, "upkeep": price(1, "respect")}
    for condition in CONDITIONS:
        yield {**whole, **usual, "condition": condition, "at": INN}


def _stances() -> Iterator[Facts | None]:
    yield None
    for kind, style in product(("ambush", "block"), ("aggressive", "cautious", "")):
        yield Facts(kind=kind, at=MILL, way=(), against=(ORU, WATCH), units=(KNIVES,), style=style)
        yield Facts(kind=kind, at=None, way=(), against=(), units=(), style=style)
        yield Facts(kind=kind, at=MILL, way=(INN, MILL), against=(ORU,), units=(), style=style)


def lieutenants() -> tuple[Facts, ...]:
    stances = tuple(_stances())
    return tuple(
        Facts(
            {**minion, "statistics": statistics(), "stance": stance, "away": stance is None},
            carries=(KNIVES, "the Crown") if minion["agent"] else (),
            units=(),
        )
        for minion, stance in product(_minions(), stances)
    )


def units() -> tuple[Facts, ...]:
    return tuple(
        Facts({**minion, "type": "Thief Pack", "competencies": skills}, abilities=abilities)
        for minion in _minions()
        for skills, abilities in (
            (("force", "sneak", "charm", "lore"), ("Blast", "Ward")),
            ((), ()),
        )
    )


def _things() -> Iterator[dict[str, Fact]]:
    for holder, at, hiding in (("the Serjeant", MILL, 1), ("", MILL, None), ("", None, None)):
        yield {"name": KNIVES, "holder": holder, "at": at, "hiding": hiding}


def facilities() -> tuple[Facts, ...]:
    whole: dict[str, Fact] = {"name": KNIVES, "type": "Craftsmen", "level": 6}
    return tuple(
        Facts(whole, at=at, to=to, condition=condition, income=income, upkeep=price(upkeep))
        for (at, to), condition, (income, upkeep) in product(
            ((MILL, INN), (MILL, None), (None, None)), CONDITIONS, ((1, 2), (1, 0), (0, 2), (0, 0))
        )
    )


def locations() -> tuple[Facts, ...]:
    return tuple(
        Facts(place=place, income=income, upkeep=price(income), stash=5, level=2, secret=secret)
        for place, income, secret in ((MILL, 2, True), (INN, 0, False), (None, 1, True))
    )


def influence() -> tuple[Facts, ...]:
    return tuple(
        Facts(npc=npc, points=points, before=2, allied=allied, allied_before=before)
        for npc, points, allied, before in product(
            (WATCH, None), (5, 2, 0), (True, False), (True, False)
        )
    )


def ledger() -> tuple[Facts, ...]:
    return tuple(
        Facts(
            {"reason": reason, "rule": "L-TURN-6", "order": order, "subject": subject},
            place=place,
            change=-3,
            balance=17,
        )
        for reason in REASONS
        for order, subject, place in (("vael/buy", KNIVES, None), ("", "", MILL), ("", "", None))
    )


def projects() -> tuple[Facts, ...]:
    return tuple(
        Facts(
            {"name": name, "kind": kind, "successes": 3, "needed": needed, "before": 1},
            hold=flag,
            blocked=flag,
            subject=subject,
            type=of,
            statistic=statistic,
            worked=flag,
        )
        for kind, flag, (name, subject, of, statistic, needed) in product(
            ("research", "train"),
            (True, False),
            (
                ("The Wards", "", "", "", 8),
                (KNIVES, KNIVES, "Spies", "", 6),
                ("Lessons", "the Serjeant", "", "sneak", 20),
                ("", "the Serjeant", "", "lore", 6),
            ),
        )
    )


def people() -> tuple[Facts, ...]:
    return tuple(
        Facts(name=KNIVES, kind=kind, faction=faction, at=at)
        for kind, faction, at in (("unit", ORU, MILL), ("lieutenant", None, None))
    )


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
    "lieutenants": (lieutenants()[:1], lieutenants(), ()),
    "units": (units()[:1], units(), ()),
    "alone": ((),),
    "items": (
        tuple(
            Facts(
                thing,
                value=12,
                bonuses=(
                    Facts(actions=("raid", "steal"), value=2),
                    Facts(actions=("ally",), value=-1),
                ),
            )
            for thing in _things()
        ),
        tuple(Facts(thing, value=0, bonuses=()) for thing in _things()),
        (),
    ),
    "information": (tuple(Facts(thing, obscurity=3) for thing in _things()), ()),
    "facilities": (facilities()[:1], facilities(), ()),
    "locations": (locations(), ()),
    "influence": (influence(), ()),
    "ledger": (ledger()[:1], ledger(), ()),
    "projects": (projects(), ()),
    "standing": (tuple(Facts(row, rule="L-ACT-SURVEIL") for row in burdens()), ()),
    "claims": (
        (
            Facts(npc=WATCH, name=KNIVES, place=None, seen=0),
            Facts(npc=WATCH, name="", place=MILL, seen=2),
            Facts(npc=None, name="", place=None, seen=0),
        ),
        (),
    ),
    "prisoners": (people(), ()),
    "captives": (people(), ()),
    "lost": (
        tuple(
            Facts(name=KNIVES, kind=kind, fate=fate)
            for kind in KINDS
            for fate in ("gone", "lost", "destroyed", "captured")
        ),
        (),
    ),
    "rallies": (
        tuple(
            Facts(npc=npc, target=target, concerted=concerted, turn=2, by=VAEL)
            for npc, target, concerted in ((WATCH, ORU, True), (None, None, False))
        ),
        (),
    ),
    "prompts": (
        tuple(
            Facts(prompt=prompt, lieutenant="the Serjeant", action="surveil", name=name)
            for prompt in (*get_args(PromptKind)[1:], "lent")
            for name in (KNIVES, "")
        ),
        (),
    ),
}


# ── Others, and places ───────────────────────────────────────────────────────────────────────────


def _seen() -> tuple[Facts, ...]:
    whole: dict[str, Fact] = {"name": KNIVES, "kind": "unit", "at": MILL, "at_turn": 2}
    whole |= {"level": 4, "statistics": statistics(), "condition": "damaged", "condition_turn": 2}
    whole |= {"type": "Thief Pack", "agent": "yes", "agent_of": WATCH, "figures_turn": 1}
    whole |= {"agent_turn": 1, "seen": 2}
    bare: dict[str, Fact] = {"level": None, "statistics": None, "condition": "", "type": ""}
    bare |= {"condition_turn": 0, "agent": "unknown", "agent_of": None, "figures_turn": 0}
    bare |= {"agent_turn": 0}
    nowhere: dict[str, Fact] = {"at": None, "at_turn": 0}
    return (
        Facts(whole),
        *(Facts({**whole, **bare, "kind": kind}) for kind in KINDS),
        Facts({**whole, **nowhere}),
        Facts({**whole, **bare, **nowhere}),
        Facts({**whole, "at": None, "agent_of": None}),
        *(Facts({**whole, "condition": condition, "agent": "no"}) for condition in CONDITIONS),
    )


def _present() -> tuple[Facts, ...]:
    return tuple(
        Facts(
            {"name": KNIVES, "kind": kind, "faction": faction, "level": level},
            condition=condition,
            own=hidden,
            hidden=hidden,
            seen=seen,
            condition_turn=seen and 1,
            figures_turn=seen,
        )
        for kind, faction, level in (("unit", ORU, 3), ("lieutenant", None, None))
        for condition in (*CONDITIONS, "")
        for hidden, seen in ((True, 0), (False, 2))
    )


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
    "present": (_present(), ()),
    "things": (
        tuple(
            Facts(name=KNIVES, kind=kind, faction=faction, own=own, hidden=own)
            for kind in KINDS[2:]
            for faction, own in ((VAEL, True), (ORU, False), (None, False))
        ),
        (),
    ),
    "links": (
        (
            Facts(name="the Old Drain", type="Underground Tunnel", to=INN),
            Facts(name="the Old Drain", type="Underground Tunnel", to=None),
        ),
        (),
    ),
    "known_to": ((VAEL, ORU), ()),
}

SHEETS: Final[Mapping[str, Space]] = {
    "own-sheet": _OWN,
    "other-sheet": {
        "who": (ORU,),
        "npc": (True, False),
        "seen": (_seen(), ()),
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
