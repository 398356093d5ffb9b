"""How a faction plays: as its author says, else as follows from what the faction itself knows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from chronicle.model.character import Character
from chronicle.model.facts import Facts, Ref, faction_ref
from chronicle.records import replace
from chronicle.rules.protocol import AnyRuleset, Telling


def known_character(
    written: Character,
    ruleset: AnyRuleset,
    board: Any,
    faction: str,
    told: Mapping[int, Sequence[Telling | None]],
    known: Collection[Ref],
) -> Character:
    """What is written of a character, as far as the faction knows what it is about.

    What nothing is left of follows from the faction's own figures on the board, and from who has
    attacked it; ``told`` are the tellings to it by turn.
    """
    default = ruleset.default_character(board, faction)
    aims = tuple(it for it in written.aims if it.target is None or it.target in known)
    if not aims:
        aims = tuple(it for it in default.aims if it.target is None or it.target in known)
    spared = tuple(it for it in written.never_against if faction_ref(it) in known)
    friends = {it.target.id for it in aims if it.kind == "befriend" and it.target is not None}
    grudges = tuple(it for it in written.grudges if faction_ref(it) in known)
    if not grudges:
        attackers = last_attackers(ruleset, faction, told)
        grudges = tuple(it for it in attackers if it not in spared and it not in friends)
    return replace(
        written,
        temper=written.temper or default.temper,
        aims=aims,
        grudges=grudges,
        never_against=spared,
    )


def last_attackers(
    ruleset: AnyRuleset, faction: str, told: Mapping[int, Sequence[Telling | None]]
) -> tuple[str, ...]:
    """Who attacked a faction in the last turn in which somebody did, as far as it was told who."""
    for turn in sorted(told, reverse=True):
        found = {_attacker(ruleset, faction, it) for it in told[turn] if it is not None} - {""}
        if found:
            return tuple(sorted(found))
    return ()


def _attacker(ruleset: AnyRuleset, faction: str, telling: Telling) -> str:
    """Who harmed a faction by what a telling is about; empty for anything else."""
    if telling.code not in ruleset.hostile_codes:
        return ""
    facts, own = telling.facts, faction_ref(faction)
    details = facts.get("details")
    of = details.get("power") if isinstance(details, Facts) else None
    doer = facts.get("who", facts.get("power"))
    is_victim = own in (facts.get("against"), of) or telling.code in ruleset.victim_codes
    return doer.id if is_victim and isinstance(doer, Ref) and doer != own else ""
