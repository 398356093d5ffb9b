"""What a reader may not know leaves no trace in what it is told, and on no sheet."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

import pytest

from chronicle.authoring.json_export import to_json
from chronicle.model.audience import (
    EVERYONE,
    FOR_EVERYONE,
    FOR_GM,
    GM,
    Audience,
    Visibility,
    faction_audience,
)
from chronicle.model.facts import faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.protocol import Sheet, Step, Telling
from chronicle.rules.wwn.board_view import board_view
from chronicle.rules.wwn.events import (
    Altered,
    Attacked,
    Collapsed,
    Earned,
    Event,
    GoalChecked,
    Sequenced,
)
from chronicle.rules.wwn.sightings import place_sightings
from chronicle.rules.wwn.state import Asset, Goal, Mark, Piece, Policy, State
from tests.rules.wwn.boards import asset
from tests.rules.wwn.told import tell
from tests.rules.wwn.visibility_boards import HOUSES, House, Played, Scene, mine, play, stage
from tests.rules.wwn.visibility_scenes import SCENES, played

#: Noninterference, canaries and the visibility table hold in `make test` what these hold in detail.
pytestmark = pytest.mark.thorough

READERS: Final = {
    "vael": faction_audience("vael"),
    "oru": faction_audience("oru"),
    "kell": faction_audience("kell"),
    "far": faction_audience("far"),
    "public": EVERYONE,
}
FACTIONS: Final = ("vael", "oru", "kell", "far")
PLACES: Final = ("isle", "quay", "castle", "ford", "mill", "fen", "moor")


def view(found: Played, reader: Audience) -> tuple[list[Telling], list[Sheet]]:
    """All that a reader is told in a turn, and all the sheets that it has at its end."""
    subjects = (*(faction_ref(id) for id in FACTIONS), *(place_ref(id) for id in PLACES))
    return found.tellings(reader), found.sheets(reader, subjects)


@cache
def as_it_was(scene_name: str, house: House, name: str) -> tuple[list[Telling], list[Sheet]]:
    """What a reader has after an action of the table."""
    return view(played(scene_name, house), READERS[name])


# ── Deeds that nobody else can notice ────────────────────────────────────────────────────────────

#: Deeds of Vael's that leave nothing to be seen, and what others would see if it did nothing.
UNNOTICED: Final = (
    *("move-hidden", "move-undone", "attack-undone", "yields", "mends", "repair"),
    *("create-hidden", "sell-hidden", "exposes-nobody", "exposes-in-vain"),
    *("demands-from-hiding-in-vain", "not-spotted", "declares-policy"),
)


def unmoved(scene_name: str) -> Scene:
    """The same board, on which Vael does nothing."""
    return replace(SCENES[scene_name](), orders=(), event="")


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("scene_name", UNNOTICED)
def test_a_secret_action_does_not_change_other_tellings(scene_name: str, house: House) -> None:
    idle = play(unmoved(scene_name), house)
    for name, reader in READERS.items():
        if name != "vael":
            assert as_it_was(scene_name, house, name) == view(idle, reader), name
    assert as_it_was(scene_name, house, "vael") != view(idle, READERS["vael"])


def test_an_open_action_changes_other_tellings() -> None:
    """The comparison sees what there is to be seen."""
    for scene_name in ("move", "sell", "create", "attack-won", "hide"):
        idle = play(unmoved(scene_name), "public")
        assert as_it_was(scene_name, "public", "far") != view(idle, READERS["far"]), scene_name


# ── Events that are told too widely, or not at all ───────────────────────────────────────────────


def _with_visibility(
    scene_name: str, house: House, visibility: Visibility
) -> Step[State, Event] | None:
    """The event of an action as if others knew of it; None for one that says of itself who does."""
    step = played(scene_name, house).step()
    event = step.event
    if isinstance(event, Sequenced | Earned | GoalChecked | Collapsed | Altered):
        return None
    return replace(step, event=replace(event, known=visibility))


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("scene_name", SCENES)
def test_of_what_he_can_not_see_a_reader_is_told_no_name(scene_name: str, house: House) -> None:
    """Even when all are told: the asset that did it apart, which is for them all."""
    step = _with_visibility(scene_name, house, FOR_EVERYONE)
    if step is None or isinstance(step.event, Attacked):
        return
    doer = getattr(step.event, "name", "")
    for name in ("kell", "far", "public"):
        view = board_view(step.before, step.after, READERS[name])
        pieces: dict[str, Piece] = {}
        for board in (view.before, view.after):
            pieces |= {**board.assets, **board.bases}
        seen = {it.name for id, it in pieces.items() if view.sees(id)}
        hidden = {it.name for it in pieces.values()} - seen - {doer}
        told = tell(step.before, step.event, READERS[name])
        words = str(to_json(told.facts)) if told is not None else ""
        assert not [it for it in hidden if f"'{it}'" in words], name


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("scene_name", SCENES)
def test_a_reader_who_sees_no_assets_is_told_only_of_its_own(scene_name: str, house: House) -> None:
    step = _with_visibility(scene_name, house, FOR_GM)
    if step is not None:
        for name in ("kell", "far", "public"):
            assert tell(step.before, step.event, READERS[name]) is None, name


def test_an_asset_stealthed_on_the_way_leaves_no_trace() -> None:
    """What set out in the open and arrives in hiding is nowhere for those who saw it go."""
    step = _with_visibility("carries-into-hiding", "public", FOR_EVERYONE)
    assert step is not None
    for name in ("oru", "kell", "far", "public"):
        assert tell(step.before, step.event, READERS[name]) is None


def test_what_is_found_for_others_is_seen_by_those_who_would_see_it() -> None:
    """Where assets are rumored the Far are not told who was found at the ford."""
    seen_in: dict[House, tuple[str, ...]] = {
        "public": ("kell", "far", "public"),
        "rumored": ("kell",),
    }
    for house, names in seen_in.items():
        step = _with_visibility("exposes", house, FOR_EVERYONE)
        assert step is not None
        told = {name for name in READERS if tell(step.before, step.event, READERS[name])}
        assert told == {"vael", "oru", *names}


def test_memory_keeps_no_place_of_what_is_hidden_or_was_never_seen() -> None:
    knights = mine("knights", stealth="hidden")
    view = board_view(stage(knights), stage(knights), READERS["oru"])
    assert place_sightings(view, ("knights",), by_meeting=True) == ()
    shown = stage(replace(knights, stealth=""))
    bare = board_view(shown, shown, READERS["oru"])
    assert [it.subject for it in place_sightings(bare, ("knights",))] == ["knights/place"]
    collapse = SCENES["collapses"]()
    lurkers = asset("knights", "oru", "ford", id="lurkers", stealth="hidden")
    found = play(replace(collapse, state=collapse.state.with_asset(lurkers)), "public")
    assert "lurkers/place" not in found.memory(READERS["vael"])
    assert "guard/place" in found.memory(READERS["vael"])


# ── Boards that differ in what a reader may not know ─────────────────────────────────────────────

Change = Callable[[State], State]


def _lurker(state: State) -> State:
    """The Far have something in hiding at the ford."""
    return state.with_asset(asset("thugs", "far", "ford", id="lurker", stealth="hidden"))


def _abler(state: State) -> State:
    """The Far have more of everything, another goal and other standing orders."""
    own = replace(
        state.factions["far"],
        cunning=3,
        magic="medium",
        tags=("innovative",),
        hp=6,
        treasure=40,
        xp=4,
        goal=Goal("blood-the-enemy", since=1, progress=2),
        policy=Policy(at_war=frozenset({"kell"}), sacrifice="never", pays=False),
    )
    seat = replace(state.bases["far-hall"], hp=6, maximum=6)
    return state.with_faction(own).with_base(seat)


#: Changes of what the Far alone know.
CHANGES: Final[dict[str, Change]] = {"lurker": _lurker, "abler": _abler}


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("change", CHANGES)
def test_what_is_a_factions_own_is_in_no_ones_tellings_and_sheets(
    change: str, house: House
) -> None:
    for scene_name in SCENES:
        scene = SCENES[scene_name]()
        changed = replace(scene, state=CHANGES[change](scene.state))
        if scene_name in ("seen-through", "not-seen-through") and change == "lurker":
            # The seers look for hidden pieces near them.
            continue
        after = play(changed, house)
        for name, reader in READERS.items():
            if name != "far":
                assert as_it_was(scene_name, house, name) == view(after, reader), (scene_name, name)
        assert as_it_was(scene_name, house, "far") != view(after, READERS["far"]), scene_name


def _marked(state: State) -> State:
    """The spy of the Kell is hurt, and somebody's mark is on it."""
    spy = replace(state.assets["spy"], hp=1, marks=(Mark("pinned", by="guard"),))
    return state.with_asset(spy)


@pytest.mark.parametrize("house", HOUSES)
def test_hit_points_and_marks_of_what_stands_in_the_open_are_its_owners(house: House) -> None:
    for scene_name in SCENES:
        scene = SCENES[scene_name]()
        after = play(replace(scene, state=_marked(scene.state)), house)
        for name, reader in READERS.items():
            if name != "kell":
                assert as_it_was(scene_name, house, name) == view(after, reader), (scene_name, name)


def _elsewhere(state: State) -> State:
    """The spy of the Kell is somebody else, somewhere else, and has company."""
    del_spy = {id: one for id, one in state.assets.items() if id != "spy"}
    agent: Asset = asset("farmers", "kell", "moor", id="agent")
    return replace(state, assets=del_spy).with_asset(agent)


@pytest.mark.parametrize("house", ["owner"])
def test_where_assets_are_their_owners_alone_nobody_sees_them(house: House) -> None:
    for scene_name in SCENES:
        scene = SCENES[scene_name]()
        after = play(replace(scene, state=_elsewhere(scene.state)), house)
        for name, reader in READERS.items():
            if name != "kell":
                assert as_it_was(scene_name, house, name) == view(after, reader), (scene_name, name)


def test_where_assets_are_rumored_those_afar_see_nothing_of_them() -> None:
    """The Far have nothing within one move of the ford or the castle, and the public nowhere."""
    for scene_name in SCENES:
        scene = SCENES[scene_name]()
        # The spy sees less from elsewhere, and is seen by others: by Vael and by the Oru.
        after = play(replace(scene, state=_elsewhere(scene.state)), "rumored")
        for name in ("far", "public"):
            assert as_it_was(scene_name, "rumored", name) == view(after, READERS[name]), (
                scene_name,
                name,
            )


# ── Whoever it was ───────────────────────────────────────────────────────────────────────────────


def test_whoever_finds_or_takes_from_hiding_the_telling_is_the_same() -> None:
    """Others of Vael's might have done it, from another place: the Oru could not tell."""
    for scene_name, kind in (
        ("demands-from-hiding-met", "monopoly"),
        ("demands-from-hiding-refused", "monopoly"),
        ("exposes-from-hiding", "informers"),
    ):
        scene = SCENES[scene_name]()
        other = replace(mine(kind, stealth="hidden"), name="Somebody Else")
        changed = replace(scene, state=scene.state.with_asset(other))
        for house in HOUSES:
            one, two = (
                found.told(READERS["oru"])
                for found in (played(scene_name, house), play(changed, house))
            )
            assert one is not None
            assert one == two, scene_name


@pytest.mark.parametrize("house", HOUSES)
def test_a_hidden_toll_taker_is_not_named(house: House) -> None:
    """Vael learns what was paid; whether the Oru or the Kell took it, it could not tell."""
    scene = SCENES["toll"]()
    taken = scene.state.assets["interrupted-logistics"]
    tellings = []
    for owner in ("oru", "kell"):
        hidden = replace(taken, faction=owner, stealth="hidden")
        found = play(replace(scene, state=scene.state.with_asset(hidden)), house)
        tellings.append(found.told(READERS["vael"]))
        assert str(faction_ref(owner)) in str(found.told(GM))
    assert tellings[0] is not None
    assert tellings[0] == tellings[1]
    open_toll = as_it_was("toll", house, "vael")[0]
    assert tellings[0] not in open_toll


@pytest.mark.parametrize("scene_name", ["attack-won", "attack-lost", "attack-from-hiding"])
def test_blackmail_that_takes_no_die_leaves_no_trace(scene_name: str) -> None:
    """Nobody at the ford throws more than one die, even if the Kell could make them."""
    scene = SCENES[scene_name]()
    letters = asset("blackmail", "kell", "ford", stealth="hidden")
    found = play(replace(scene, state=scene.state.with_asset(letters)), "public")
    for name in ("vael", "oru", "far", "public"):
        assert as_it_was(scene_name, "public", name) == view(found, READERS[name]), name
