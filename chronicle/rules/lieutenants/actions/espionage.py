"""Watching and asking questions (L-ACT-SURVEIL, L-ACT-INVESTIGATE)."""

from __future__ import annotations

from collections.abc import Iterable

from chronicle.model.dice import Modifier
from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.action_events import Done, outcome_of
from chronicle.rules.lieutenants.actions.discovery import Eye
from chronicle.rules.lieutenants.changes import Burdened, Change, Found, Learnt, Watched
from chronicle.rules.lieutenants.check_sides import Side, acting, defending, fixed
from chronicle.rules.lieutenants.dice_checks import Check, opposed
from chronicle.rules.lieutenants.events import Find, Prompt, Spying
from chronicle.rules.lieutenants.orders import ToSpy
from chronicle.rules.lieutenants.state import (
    Asset,
    Information,
    Lieutenant,
    Standing,
    Unit,
    Watch,
)
from chronicle.rules.lieutenants.stealth import stealth_of
from chronicle.rules.lieutenants.terms import WON, rule_of

#: How much harder a target is to watch for one whom it has caught watching (L-ACT-SURVEIL).
BURNT = -3
#: How much less a unit that knows nothing of sneaking is on its guard (L-ACT-INVESTIGATE).
UNWARY = -2


def surveil(scene: Scene, aim: ToSpy) -> Done:
    """A unit, a lieutenant or a location is watched for the whole turn (L-ACT-SURVEIL)."""
    state, order = scene.state, scene.order
    at = _place(scene, aim)
    target = state.assets.get(aim.subject)
    if target is not None and state.locale(at) != scene.locale:
        return _nothing(scene, aim)
    other = defending(state, order.against, at, "sneak", against=order.faction)
    own = acting(scene, "sneak")
    check = opposed(scene, "sneak", own, other, _hidden_part(scene, target))
    eye = Eye(scene, check.total, more=_more(scene, check))
    finds = eye.on(aim) if check.result in WON else ()
    changes: list[Change] = [*learnt(scene, finds)]
    if check.result in WON:
        changes.append(Watched(Watch(order.faction, aim.subject)))
    if check.result == "complete-failure":
        changes.append(Burdened(_burnt(scene, aim)))
    prompt: Prompt = "crumb" if check.result == "failure" else _prompt(scene, check)
    return _done(scene, aim, check, finds, changes, prompt)


def investigate(scene: Scene, aim: ToSpy) -> Done:
    """Somebody asks round about a person, a thing or a matter, wherever that is.

    The asking is done where the lieutenant is (L-ACT-INVESTIGATE, L-MOVE).
    """
    target = scene.state.assets.get(aim.subject)
    own = acting(scene, "charm")
    more = _hidden_part(scene, target)
    # Who is asked about is as wary as he is sly.
    check = opposed(scene, "charm", own, guard(target, aim), more, opposing="sneak")
    eye = Eye(
        scene,
        check.total,
        asking=True,
        complete=check.result == "complete-success",
        more=_more(scene, check),
    )
    finds = eye.on(aim) if check.result in WON else ()
    prompt = _prompt(scene, check)
    if check.result in WON and aim.kind == "other" and not prompt:
        prompt = "answer"
    return _done(scene, aim, check, finds, list(learnt(scene, finds)), prompt)


def guard(target: Asset | None, aim: ToSpy) -> Side:
    """What opposes an investigation: the target's own wits, or how obscure the matter is."""
    match target:
        case Lieutenant(level=level, statistics=statistics):
            return Side(level, statistics.sneak, (target,), (target,))
        case Unit(level=level, competencies=competencies):
            wary = "sneak" in competencies
            return Side(level if wary else level + UNWARY, 0, (target,), (target,))
        case Information(obscurity=obscurity):
            return fixed(obscurity)
        case _:
            return fixed(aim.obscurity)


def _place(scene: Scene, aim: ToSpy) -> str:
    target = scene.state.assets.get(aim.subject)
    return aim.subject if target is None else scene.state.at(target)


def _hidden_part(scene: Scene, target: Asset | None) -> tuple[Modifier, ...]:
    """What is hidden is as much harder to watch or ask after as it is well hidden."""
    if target is None or target.hiding is None or not target.hiding.level:
        return ()
    if not scene.state.hidden(target, scene.faction):
        return ()
    return (Modifier(-target.hiding.level, "hidden", rule_of("conceal")),)


def _more(scene: Scene, check: Check) -> bool:
    return check.result == "complete-success" and scene.order.choose == "more"


def _prompt(scene: Scene, check: Check) -> Prompt:
    return "something-more" if _more(scene, check) else ""


def _burnt(scene: Scene, aim: ToSpy) -> Standing:
    return Standing(
        id=f"{scene.id()}/burnt",
        value=BURNT,
        rule=rule_of("surveil"),
        faction=scene.faction,
        actions=("surveil",),
        lieutenant=scene.order.lieutenant,
        target=aim.subject,
    )


def learnt(scene: Scene, finds: Iterable[Find]) -> Iterable[Change]:
    """Hidden things found and secret places learnt: the finder's alone from now on."""
    state, faction = scene.state, scene.faction
    places: dict[str, None] = {}
    for find in finds:
        asset = state.assets.get(find.asset)
        # Who came by and went into hiding since was seen then, and is not found now.
        found = find.asset == scene.target or (asset is not None and find.at == state.at(asset))
        if found and asset is not None and asset.hiding and state.hidden(asset, faction):
            yield Found(find.asset, faction)
        places |= dict.fromkeys((find.at, *(place for _, place in find.doing)))
    for place in places:
        there = state.places.get(place)
        if there is not None and not there.known(faction):
            yield Learnt(place, faction)


def _done(
    scene: Scene,
    aim: ToSpy,
    check: Check,
    finds: tuple[Find, ...],
    changes: list[Change],
    prompt: Prompt,
) -> Done:
    action = scene.order.action
    clean = check.result == "complete-success" and scene.order.choose == "stealth"
    stealth, rolls = stealth_of(scene, check.result, automatic=rule_of(action) if clean else "")
    complete = check.result == "complete-success"
    deed = Spying(
        kind=aim.kind,
        subject=aim.subject if aim.kind != "other" else "",
        name=_name(scene, aim),
        finds=finds,
        places=tuple(change.place for change in changes if isinstance(change, Learnt)),
        text=aim.subject if aim.kind == "other" else "",
        chose=scene.order.choose if complete else "",
    )
    return Done(
        deed, outcome_of(check.result), check, stealth, tuple(changes), rolls, prompt=prompt
    )


def _name(scene: Scene, aim: ToSpy) -> str:
    asset = scene.state.assets.get(aim.subject)
    return asset.name if asset is not None else ""


def _nothing(scene: Scene, aim: ToSpy) -> Done:
    """The target is not in the locale any more: there is nothing to watch."""
    stealth, rolls = stealth_of(scene, None)
    deed = Spying(aim.kind, aim.subject, _name(scene, aim))
    return Done(deed, "not-there", stealth=stealth, rolls=rolls)
