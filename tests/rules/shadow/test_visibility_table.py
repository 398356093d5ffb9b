"""Who learns of what, and of how much: the table of the rules, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, cast

import pytest

from chronicle.authoring.json_export import to_json
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.facts import Fact, Facts, faction_ref, place_ref
from chronicle.project import project
from chronicle.records import replace
from chronicle.rules.protocol import PlayedTurn, Step, Telling
from chronicle.rules.shadow import SHADOW
from chronicle.rules.shadow.events import Conspired, LostReason, Outcome, RoundEvent
from chronicle.rules.shadow.orders import Orders
from chronicle.rules.shadow.stakes import Transfer
from chronicle.rules.shadow.state import State
from tests.rules.single_results import sheet_of
from tests.small_campaign import play_files

OWNER: Final = faction_audience("vael")
OTHER: Final = faction_audience("oru")

#: Who learns of what Vael does, and under which code; a dash is nothing. The last column is
#: what a reveal brings to light later. A conspiracy that stakes a die says so.
TABLE: Final = """
event                                  gm               owner            other            public       revealed
placement                              placed           placed           -                -            -
actor                                  actor-placed     actor-placed     -                -            -
reveal                                 revealed         revealed         revealed         -            -
adjustment                             adjusted         adjusted         adjusted         -            -
news                                   adjusted         adjusted         adjusted         -            -
sequence                               sequence         sequence         sequence         -            -
dominance                              dominance        dominance        dominance        -            -
assistance                             assisted         assisted         -                -            -
new-resource                           resource-taken   resource-taken   resource-taken   -            -
raise/success                          raise            raise            raise            whisper      unmasked
raise/failure                          raise            raise            raise            whisper      unmasked
raise/blocked                          raise            raise            raise            whisper      unmasked
raise/no-dice                          raise            raise            raise            whisper      unmasked
raise/no-narrative                     raise            raise            raise            -            -
raise/refused                          raise            raise            raise            -            -
raise/refused/veto                     raise            raise            -                -            -
raise/vetoed/veto                      raise            raise            -                -            -
raise/vetoed/veto/stake                raise            raise            set-aside        -            -
raise/success/line                     raise            raise            raise            public-line  unmasked
raise/failure/line                     raise            raise            raise            public-line  unmasked
raise/no-narrative/line                raise            raise            raise            -            -
raise/refused/line                     raise            raise            raise            -            -
raise/vetoed/veto/line                 raise            raise            -                -            -
raise/success/silence                  raise            raise            raise            -            unmasked
raise/failure/silence                  raise            raise            raise            -            unmasked
mobilize/success                       mobilize         mobilize         mobilize         whisper      unmasked
mobilize/success/silence               mobilize         mobilize         mobilize         -            unmasked
mobilize/refused                       mobilize         mobilize         mobilize         -            -
mobilize/vetoed/veto                   mobilize         mobilize         -                -            -
attack-resource/success                attack-resource  attack-resource  attack-resource  whisper      unmasked
attack-resource/failure/line           attack-resource  attack-resource  attack-resource  public-line  unmasked
attack-resource/blocked/silence        attack-resource  attack-resource  attack-resource  -            unmasked
attack-resource/refused                attack-resource  attack-resource  attack-resource  -            -
attack-resource/no-narrative           attack-resource  attack-resource  attack-resource  -            -
attack-resource/vetoed/veto            attack-resource  attack-resource  -                -            -
attack-resource/vetoed/veto/stake      attack-resource  attack-resource  set-aside        -            -
attack-actor/success                   attack-actor     attack-actor     attack-actor     whisper      unmasked
attack-actor/failure/line              attack-actor     attack-actor     attack-actor     public-line  unmasked
attack-actor/no-dice/silence           attack-actor     attack-actor     attack-actor     -            unmasked
attack-actor/refused                   attack-actor     attack-actor     attack-actor     -            -
attack-actor/no-narrative              attack-actor     attack-actor     attack-actor     -            -
attack-actor/vetoed/veto               attack-actor     attack-actor     -                -            -
attack-actor/vetoed/veto/stake         attack-actor     attack-actor     set-aside        -            -
"""  # noqa: E501  one line for each row

ROWS: Final = tuple(line.split() for line in TABLE.strip().splitlines()[1:])

#: Every name that a telling may hold facts under.
MAY_HOLD: Final[Mapping[str, frozenset[str]]] = {
    code: frozenset(names.split())
    for code, names in {
        "adjusted": "by_news because field power subject before after",
        "placed": "power resources",
        "actor-placed": "power actor sphere",
        "revealed": "resources actors",
        "sequence": "order",
        "set-aside": "power transfers",
        "resource-taken": "power resource type taken transfers",
        "dominance": "power totals transfers",
        "assisted": "power sphere level resources request",
        "public-line": "text sphere",
        "whisper": "kind level sphere",
        "unmasked": "power kind level sphere won",
    }.items()
}
OF_A_CONSPIRACY: Final = frozenset(
    {"power", "sphere", "resource", "strength", "outcome", "refusal", "narrative", "veto", "public"}
    | {"stakes", "transfers", "chance", "details"}
)

#: A turn in which Vael does all there is, with a word of its own in each piece of prose.
TURN: Final = """\
turn: 1
news:
  - for: everyone
    text: News.
    effects: [{power: vael, sphere: vale, influence: +2}]
adjustments:
  - {for: gm, because: BECAUSE-GM, power: vael, dd: +4}
  - {for: oru, because: BECAUSE-ORU, power: vael, sphere: marsh, influence: +1}
orders:
  vael:
    place: {eyes: marsh, knives: vale, hands: harbour, feet: hill}
    actor: marsh
    conspiracies:
      - id: crown
        action: raise
        resource: knives
        to: 3
        stake: 2
        narrative: NARRATIVE
        public: STREET
        new_resource: {id: ears, name: the Ears, type: agents}
      - {id: drill, action: mobilize, resource: hands}
      - id: burn
        action: attack-resource
        resource: eyes
        target: oru/giants
        stake: 1
        narrative: NARRATIVE
      - {id: hunt, action: attack-actor, resource: feet, target: oru, narrative: NARRATIVE}
    assist: {sphere: harbour, request: REQUEST}
  oru: {actor: hill}
rolls: {vael/crown/pool: [4, 4, 4, 4]}
"""
FILES: Final = {
    "places.yaml": """\
for: everyone
places:
  harbour: {name: The Harbour, neighbours: [marsh]}
  marsh: {name: The Marsh, neighbours: [vale]}
  vale: {name: The Vale, for: factions}
  hill: {name: The Hill}
""",
    "factions/vael.yaml": """\
name: House Vael
for: everyone
colors: ["#7a1f2b", "#e8d8b0"]
sigil: key
opening:
  actor: {name: Lady Vael, sphere: harbour}
  influence: {harbour: 1}
  resources:
    - {id: eyes, name: the Eyes, type: contacts, strength: 1}
    - {id: knives, name: the Knives, type: violent group, strength: 2}
    - {id: hands, name: the Hands, type: agents, strength: 1}
    - {id: feet, name: the Feet, type: agents, strength: 1}
""",
    "turns/001.yaml": TURN,
}


#: A stake that failed.
LOST: Final = (Transfer("vael", "chalice", 1, "S-STAKE-2"),)


@lru_cache(maxsize=1)
def _played_turn() -> PlayedTurn[State, Orders, RoundEvent]:
    return play_files(FILES).history.turns[0]


@lru_cache(maxsize=1)
def _steps() -> Mapping[str, Step[State, RoundEvent]]:
    """A step of each kind that is no conspiracy, and of each conspiracy, by the table's names."""
    ids = {
        "1/vael/orders/place": "placement",
        "1/vael/orders/actor": "actor",
        "1/reveal": "reveal",
        "1/adjustment/1/1": "adjustment",
        "1/news/1/1": "news",
        "1/sequence": "sequence",
        "1/dominance": "dominance",
        "1/vael/orders/assist": "assistance",
        "1/vael/crown/new-resource": "new-resource",
        "1/vael/crown": "raise",
        "1/vael/drill": "mobilize",
        "1/vael/burn": "attack-resource",
        "1/vael/hunt": "attack-actor",
    }
    return {ids[s.event.id]: s for s in _played_turn().steps if s.event.id in ids}


def _step(name: str) -> Step[State, RoundEvent]:
    """The step of a row: a conspiracy is made to have had the outcome that the row names."""
    kind, *marks = name.split("/")
    step = _steps()[kind]
    if not marks:
        return step
    event = step.event
    assert isinstance(event, Conspired)
    outcome, *also = marks
    refusal: LostReason = "resource-lost" if outcome == "refused" else ""
    public = "STREET" if "line" in also else "" if "silence" in also else None
    made = replace(
        event,
        outcome=cast(Outcome, outcome),
        refusal=refusal,
        public=public,
        veto="VETO" if "veto" in also else "",
        transfers=LOST if "stake" in also else (),
    )
    return replace(step, event=made)


def _told(step: Step[State, RoundEvent], audience: Audience) -> Telling | None:
    return SHADOW.tell(step, audience).telling


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_audience_is_told_under_this_code_or_not_at_all(row: list[str]) -> None:
    name, gm, owner, other, public, revealed = row
    step = _step(name)
    told = [_told(step, audience) for audience in (GM, OWNER, OTHER, EVERYONE)]
    told.append(SHADOW.reveal(step))
    codes = [telling.code if telling else "-" for telling in told]
    assert codes == [gm, owner, other, public, revealed]


def _all_tellings() -> Iterator[tuple[str, Audience | None, Telling]]:
    for name, *_ in ROWS:
        step = _step(name)
        for audience in (GM, OWNER, OTHER, EVERYONE, None):
            told = _told(step, audience) if audience is not None else SHADOW.reveal(step)
            if told is not None:
                yield name, audience, told


def test_a_telling_holds_the_facts_listed_for_its_code_and_no_others() -> None:
    for name, _, told in _all_tellings():
        assert frozenset(told.facts) == MAY_HOLD.get(told.code, OF_A_CONSPIRACY), name


def test_the_table_shows_every_code_that_a_telling_may_carry() -> None:
    shown = {told.code for _, _, told in _all_tellings()}
    assert shown == set(SHADOW.telling_facts)


def test_the_public_is_told_of_no_power_figure_roll_or_order() -> None:
    public = [told for _, audience, told in _all_tellings() if audience == EVERYONE]
    for told in public:
        assert (told.rule, told.rolls, told.order, told.sightings) == ("", (), "", ())
        words = str(to_json(told.facts))
        assert not [w for w in ("vael", "oru", "Vael", "Oru", "NARRATIVE") if w in words]


def test_a_draft_for_the_street_is_made_of_kind_level_and_sphere() -> None:
    told = _told(_step("raise/success"), EVERYONE)
    assert told is not None
    assert told.facts == Facts(kind="raise", level=3, sphere=place_ref("vale"))
    hunt = _told(_step("attack-actor/success"), EVERYONE)
    assert hunt is not None
    assert hunt.facts == Facts(kind="attack-actor", level=0, sphere=place_ref("hill"))


def test_street_reports_do_not_reveal_the_outcome() -> None:
    for line in ("", "/line"):
        heard = {
            _told(_step(f"raise/{outcome}{line}"), EVERYONE)
            for outcome in ("success", "failure", "blocked", "no-dice")
        }
        assert len(heard) == 1


def test_others_learn_of_a_vetoed_order_that_dice_moved_and_not_even_its_kind() -> None:
    tellings = {
        name: _told(_step(f"{name}/vetoed/veto/stake"), OTHER)
        for name in ("raise", "attack-resource", "attack-actor")
    }
    for told in tellings.values():
        assert told is not None
        assert (told.rule, told.rolls, told.order) == ("S-DICE-4", (), "")
        assert told.facts["power"] == faction_ref("vael")


WORDS: Final = ("NARRATIVE", "STREET", "VETO", "REQUEST", "BECAUSE-GM", "BECAUSE-ORU")


@pytest.mark.parametrize(
    ("audience", "words"),
    [
        pytest.param(GM, {*WORDS}, id="the GM reads all"),
        pytest.param(OWNER, {"NARRATIVE", "REQUEST"}, id="the owner no reason of the GM's"),
        pytest.param(OTHER, {"NARRATIVE", "BECAUSE-ORU"}, id="others no request"),
        pytest.param(EVERYONE, {"STREET"}, id="the public the street's line alone"),
        pytest.param(None, set[str](), id="a reveal brings no prose with it"),
    ],
)
def test_authored_text_reaches_its_audience(audience: Audience | None, words: set[str]) -> None:
    read = [str(to_json(told.facts)) for _, who, told in _all_tellings() if who == audience]
    if audience is not None:
        steps = [step for step in _played_turn().steps if "adjustment" in step.event.id]
        told = [_told(step, audience) for step in steps]
        read += [str(to_json(telling.facts)) for telling in told if telling is not None]
    assert {word for word in WORDS if any(word in text for text in read)} == words


def test_ids_of_orders_and_rolls_are_the_owners_and_the_gms() -> None:
    for name, audience, told in _all_tellings():
        own = audience in (GM, OWNER)
        conspiracy = name.partition("/")[0] in ("raise", "mobilize", "attack-resource")
        if conspiracy or name in ("new-resource", "assistance"):
            assert bool(told.order) is own, name
        assert all(bool(roll.id) is own for roll in told.rolls), name


def test_powers_see_every_face_and_every_part_of_a_pool() -> None:
    step = _steps()["attack-resource"]
    mine, theirs = _told(step, OWNER), _told(step, OTHER)
    assert mine is not None
    assert theirs is not None
    assert theirs.rolls == tuple(replace(roll, id="") for roll in mine.rolls)
    assert len(theirs.rolls) == 2


def _sheet(audience: Audience, subject: str) -> Mapping[str, Fact] | None:
    ref = place_ref(subject) if subject in _played_turn().after.neighbours else faction_ref(subject)
    found = sheet_of(SHADOW, _played_turn(), {}, audience, ref)
    return None if found is None else {"code": found.code, **found.facts}


@pytest.mark.parametrize(
    ("subject", "gm", "owner", "other", "public"),
    [
        ("vael", "own-sheet", "own-sheet", "power-sheet", None),
        ("vale", "sphere-sheet", "sphere-sheet", "sphere-sheet", None),
        ("harbour", "sphere-sheet", "sphere-sheet", "sphere-sheet", None),
    ],
)
def test_figures_are_shown_to_powers_alone(
    subject: str, gm: str, owner: str, other: str, public: str | None
) -> None:
    sheets = [_sheet(audience, subject) for audience in (GM, OWNER, OTHER, EVERYONE)]
    codes = [None if sheet is None else sheet["code"] for sheet in sheets]
    assert codes == [gm, owner, other, public]


def test_the_record_shows_assistance_used_or_free_to_its_owner_alone() -> None:
    for audience in (GM, OWNER):
        sheet = _sheet(audience, "vael")
        assert sheet is not None
        assert sheet["assistance_used"] is True
    free, theirs = _sheet(OTHER, "oru"), _sheet(OTHER, "vael")
    assert free is not None
    assert theirs is not None
    assert free["assistance_used"] is False
    assert "assistance_used" not in theirs
    assert "ledger" not in theirs


def test_where_others_stand_is_known_as_it_was_last_seen() -> None:
    theirs = _sheet(OTHER, "vael")
    assert theirs is not None
    rows = theirs["resources"]
    assert isinstance(rows, tuple)
    assert all(isinstance(row, Facts) and row["sphere"] is None for row in rows)
    assert theirs["actor_sphere"] is None


def test_who_was_seen_in_a_sphere_is_there_until_seen_elsewhere_with_the_turn() -> None:
    """Vael takes the Knives off the map after the first reveal: nobody sees that (S-ROUND-3)."""
    turns = {
        "turns/001.yaml": "turn: 1\norders: {vael: {place: {knives: marsh}}}\n",
        "turns/002.yaml": "turn: 2\norders: {vael: {place: {knives: reserve}, actor: marsh}}\n",
    }
    played = play_files(turns)
    shown: dict[str, dict[str, int]] = {}
    for audience in (OWNER, OTHER):
        edition = project(played.campaign, played.history, played.ruleset, audience)
        marsh = next(view.sheet for view in edition.places if view.id == "marsh")
        assert marsh is not None
        shown[audience.word] = {
            str(row["resource"] if "resource" in row else row["actor"]): cast("int", row["seen"])
            for name in ("resources", "actors")
            for row in cast("tuple[Facts, ...]", marsh.facts[name])
            if row["power"] == faction_ref("vael")
        }
    assert shown == {"vael": {"Lady Vael": 0}, "oru": {"the Knives": 1, "Lady Vael": 2}}


def test_measures_are_for_powers() -> None:
    measures = SHADOW.measures(_played_turn().after)
    assert {measure.name for measure in measures} == {"influence", "dice"}
    for measure in measures:
        seen = [measure.visibility.admits(audience) for audience in (GM, OWNER, OTHER, EVERYONE)]
        assert seen == [True, True, True, False]
