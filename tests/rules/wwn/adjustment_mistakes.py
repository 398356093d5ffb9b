"""Mistakes in what the GM changes, each marked where it is, and what is said of it.

They are made on the board of ``alteration_effects.later``.
"""

from __future__ import annotations

from typing import Final

from tests.rules.wwn.setup_boards import Mistake


def _one(law: str, code: str, said: tuple[str, str], effect: str) -> Mistake:
    """A mistake in an adjustment; ``said`` are the message and the help."""
    text = f"turn: 1\nadjustments:\n  - {{for: gm, because: why, {effect}}}\n"
    return Mistake(law, code, *said, {"turns/001.yaml": text})


def _unclear(law: str, way_out: str, effect: str) -> Mistake:
    """An adjustment of which it is not clear what it changes: found where it begins."""
    text = f"turn: 1\nadjustments:\n  - {{«for»: gm, because: why, {effect}}}\n"
    return Mistake(law, "WN030", UNCLEAR, way_out, {"turns/001.yaml": text})


UNCLEAR: Final = "this effect must change exactly one thing"
NOTHING_NEW: Final = ("this changes nothing", "remove it, or set a different value")
NEVER_BELOW: Final = "the value can't be below 0"
NO_FACTION: Final = ("unknown faction `velo`", "did you mean `vael`?")
NO_PLACE: Final = ("unknown place `fort`", "did you mean `ford`?")
ANOTHER: Final = "name another faction"

UNCLEAR_ONES: Final = (
    _unclear(
        "an effect changes one thing",
        "write one of {faction, treasure} or {faction, xp}",
        "faction: vael, treasure: 1, xp: 1",
    ),
    _unclear(
        "an effect says what it is about",
        "write one of {faction, hp} or {asset, hp} or {base, hp}",
        "hp: 1",
    ),
    _unclear(
        "an effect is about one thing",
        "write one of {asset, hp} or {base, hp}",
        "asset: riders, base: red-keep, hp: 1",
    ),
    _unclear(
        "an effect says something",
        "name the target and one change, as in `{faction: …, treasure: +3}`",
        "",
    ),
    _unclear(
        "the order of play is nobody's own",
        "write one of {faction, treasure} or {faction, hp} or {faction, xp} or {faction, force} or "
        "{faction, cunning} or {faction, wealth} or {faction, magic} or {faction, tags} or "
        "{faction, goal} or {faction, goal_met} or {faction, asleep} or {faction, seat} or "
        "{faction, at_war} or {faction, new_asset} or {faction, new_base} or {sequence}",
        "faction: vael, sequence: [oru]",
    ),
)

FIGURES: Final = (
    _one("a faction is one that there is", "N001", NO_FACTION, "faction: «velo», treasure: 1"),
    _one(
        "nobody has less than no Treasure",
        "WN031",
        ("this would change the value from 20 to -1", NEVER_BELOW),
        "faction: vael, treasure: «-21»",
    ),
    _one("nothing changes by nothing", "WN032", NOTHING_NEW, "faction: vael, treasure: «0»"),
    _one(
        "nobody has less than no XP",
        "WN031",
        ("this would change the value from 3 to -1", NEVER_BELOW),
        "faction: vael, xp: «-4»",
    ),
    _one(
        "nobody has more hit points than the ratings give",
        "WN031",
        ("this would change the value from 15 to 18", "the value must be from 0 to 17"),
        "faction: vael, hp: «+3»",
    ),
    _one(
        "nobody has less than no hit points",
        "WN031",
        ("this would change the value from 5 to -1", "the value must be from 0 to 12"),
        "faction: kell, hp: «-6»",
    ),
    _one(
        "ratings end at 8",
        "WN031",
        ("this would change the value from 5 to 9", "the value must be from 1 to 8"),
        "faction: vael, force: «9»",
    ),
    _one(
        "ratings begin at 1",
        "WN031",
        ("this would change the value from 3 to 0", "the value must be from 1 to 8"),
        "faction: oru, cunning: «0»",
    ),
    _one("a rating is another", "WN032", NOTHING_NEW, "faction: oru, wealth: «2»"),
    _one("a grade of magic is another", "WN032", NOTHING_NEW, "faction: vael, magic: «low»"),
    _one(
        "a tag is one that there is",
        "N001",
        ("unknown tag `mobil`", "did you mean `mobile`?"),
        "faction: vael, tags: [martial, «mobil»]",
    ),
    _one(
        "a tag is had once",
        "WN015",
        ("`mobile` is listed twice", "remove one of them"),
        "faction: vael, tags: [mobile, «mobile»]",
    ),
    _one("tags are others", "WN032", NOTHING_NEW, "faction: vael, tags: «[martial]»"),
    _one(
        "a goal is about what it needs",
        "C001",
        ("missing key `against`", "add `against:`"),
        "faction: vael, goal: {«kind»: destroy-the-foe}",
    ),
    _one(
        "Wealth of Kingdoms waits for more Wealth",
        "WN021",
        (
            "this goal was met at Wealth 2, and Wealth has not risen since",
            "choose another goal until Wealth has risen",
        ),
        "faction: vael, goal: {kind: «wealth-of-kingdoms»}",
    ),
    _one("wars are with factions", "N001", NO_FACTION, "faction: oru, at_war: [kell, «velo»]"),
    _one(
        "wars are with others",
        "WN019",
        ("`oru` is this faction itself", ANOTHER),
        "faction: oru, at_war: [«oru»]",
    ),
    _one(
        "only a goal of the GM's own is met at a word",
        "WN032",
        NOTHING_NEW,
        "faction: vael, goal_met: «true»",
    ),
    _one("who is awake is not woken", "WN032", NOTHING_NEW, "faction: vael, asleep: «false»"),
    _one("a seat is another than before", "WN032", NOTHING_NEW, "faction: vael, seat: «red-keep»"),
    _one("wars are others than before", "WN032", NOTHING_NEW, "faction: vael, at_war: «[oru]»"),
)

PIECES: Final = (
    _one(
        "an asset is one that there is",
        "N001",
        ("unknown asset `rider`", "did you mean `riders`?"),
        "asset: «rider», hp: 1",
    ),
    _one(
        "a base is one that there is",
        "N001",
        ("unknown base `riders`", "choose one of `ford-hall`, `mill-house`, `quay`, `red-keep`"),
        "base: «riders», hp: 1",
    ),
    _one(
        "an asset without hit points is lost",
        "WN031",
        ("this would change the value from 4 to 0", "the value must be from 1 to 4"),
        "asset: guards, hp: «-4»",
    ),
    _one(
        "an asset has no more than its maximum",
        "WN031",
        ("this would change the value from 9 to 13", "the value must be from 1 to 12"),
        "asset: riders, hp: «+4»",
    ),
    _one(
        "a base without hit points is lost",
        "WN031",
        ("this would change the value from 4 to 0", "the value must be from 1 to 6"),
        "base: ford-hall, hp: «-4»",
    ),
    _one(
        "a headquarters has no more than its faction may have",
        "WN031",
        ("this would change the value from 16 to 18", "the value must be from 1 to 17"),
        "base: red-keep, hp: «+2»",
    ),
    _one("an asset moves to a place", "N001", NO_PLACE, "asset: riders, at: «fort»"),
    _one("an asset moves elsewhere", "WN032", NOTHING_NEW, "asset: riders, at: «redhaven»"),
    _one(
        "what goes by water stays by water",
        "WN007",
        (
            "`War Fleet` must be by water, but `ford` is not",
            "name a place with `water: true` in its `opening:`",
        ),
        "asset: ships, at: «ford»",
    ),
    _one("an asset is not hidden twice", "WN032", NOTHING_NEW, "asset: eyes, stealth: «true»"),
    _one("what is seen is not found", "WN032", NOTHING_NEW, "asset: riders, stealth: «false»"),
    _one("an asset joins a faction", "N001", NO_FACTION, "asset: riders, joins: «velo»"),
    _one("an asset joins another", "WN032", NOTHING_NEW, "asset: riders, joins: «vael»"),
    _one("an asset is lost or left alone", "WN032", NOTHING_NEW, "asset: riders, lost: «false»"),
    _one("a base is lost or left alone", "WN032", NOTHING_NEW, "base: quay, lost: «false»"),
)

PLACES: Final = (
    _one("what is ruled is a place", "N001", NO_PLACE, "place: «fort», ruler: vael"),
    _one("a ruler is a faction", "N001", NO_FACTION, "place: ford, ruler: «velo»"),
    _one("a ruler is another", "WN032", NOTHING_NEW, "place: mill, ruler: «oru»"),
    _one("what is nobody's has no ruler", "WN032", NOTHING_NEW, "place: ford, ruler: «nobody»"),
    _one("those shut out are factions", "N001", NO_FACTION, "place: mill, forbids: [«velo»]"),
    _one(
        "a ruler is not shut out",
        "WN009",
        ("`oru` rules this place and can't be shut out of it", "remove it from `forbids:`"),
        "place: mill, forbids: [vael, «oru»]",
    ),
    _one("bans are others", "WN032", NOTHING_NEW, "place: redhaven, forbids: «[oru]»"),
    _one(
        "what is closed is not closed", "WN032", NOTHING_NEW, "place: harbour, forbids: «everyone»"
    ),
)

ARRIVALS: Final = (
    _one(
        "a newcomer has no asset's id",
        "WN002",
        ("there is already an asset with the id `riders`", "choose a different id"),
        "faction: oru, new_asset: {id: «riders», type: farmers, at: mill}",
    ),
    _one(
        "a newcomer has no base's id",
        "WN002",
        ("there is already a base with the id `quay`", "choose a different id"),
        "faction: oru, new_asset: {id: «quay», type: farmers, at: mill}",
    ),
    _one(
        "a new base has no faction's id",
        "WN002",
        ("there is already a faction with the id `kell`", "choose a different id"),
        "faction: oru, new_base: {id: «kell», at: mill, max: 3}",
    ),
    _one(
        "a newcomer belongs to a faction",
        "N001",
        NO_FACTION,
        "faction: «velo», new_asset: {id: more, type: farmers, at: mill}",
    ),
    _one(
        "a newcomer is of a type that there is",
        "N001",
        ("unknown asset type `farmer`", "did you mean `farmers`?"),
        "faction: oru, new_asset: {id: more, type: «farmer», at: mill}",
    ),
    _one(
        "a newcomer is at a place",
        "N001",
        NO_PLACE,
        "faction: oru, new_asset: {id: more, type: farmers, at: «fort»}",
    ),
    _one(
        "a newcomer has no more than its maximum",
        "WN005",
        ("5 hit points are more than the maximum of 4", "write 1 to 4, or remove `hp:`"),
        "faction: oru, new_asset: {id: more, type: farmers, at: mill, hp: «5»}",
    ),
    _one(
        "a new base says its maximum",
        "C001",
        ("missing key `max`", "add `max:`"),
        "faction: oru, new_base: {«id»: hall, at: crag}",
    ),
    _one(
        "a new base has no more than its faction",
        "WN004",
        ("a base can't have more than its faction's maximum of 7 hit points", "write 7 or less"),
        "faction: oru, new_base: {id: hall, at: crag, max: «8»}",
    ),
    _one(
        "a faction has one headquarters",
        "WN003",
        (
            "`oru` already has a headquarters: `mill-house`",
            "remove `headquarters:` from one of the two",
        ),
        "faction: oru, new_base: {id: hall, at: crag, «headquarters»: true}",
    ),
)

SEQUENCES: Final = (
    _one(
        "the order of play leaves nobody out",
        "WN033",
        (
            "this `sequence:` leaves out `kell`, `vael`",
            "name every faction that has not collapsed, once",
        ),
        "«sequence»: [oru]",
    ),
    _one(
        "nobody plays twice",
        "WN015",
        ("`oru` is listed twice", "remove one of them"),
        "sequence: [oru, vael, kell, «oru»]",
    ),
    _one("those who play are factions", "N001", NO_FACTION, "sequence: [oru, vael, kell, «velo»]"),
)

FALLS: Final = "  - {for: gm, because: why, faction: kell, hp: -5}\n"
FALLEN: Final = ("`kell` has collapsed", "name a faction that is still in play, or remove this")


def _after_a_fall(law: str, effect: str) -> Mistake:
    """A mistake about the Kell, whom the adjustment before has brought to nothing."""
    text = f"turn: 1\nadjustments:\n{FALLS}  - {{for: gm, because: why, {effect}}}\n"
    return Mistake(law, "WN020", *FALLEN, {"turns/001.yaml": text})


AFTER_A_FALL: Final = (
    _after_a_fall("who has collapsed gets nothing", "faction: «kell», treasure: 1"),
    _after_a_fall("nobody joins who has collapsed", "asset: guards, joins: «kell»"),
    _after_a_fall("who has collapsed rules nothing", "place: ford, ruler: «kell»"),
    _after_a_fall(
        "who has collapsed is nobody's foe",
        "faction: oru, goal: {kind: destroy-the-foe, against: «kell»}",
    ),
    _after_a_fall("nobody is at war with the fallen", "faction: oru, at_war: [«kell»]"),
    _after_a_fall("who has collapsed does not play", "sequence: [oru, «kell», vael]"),
    Mistake(
        "what the fallen had is gone",
        "N001",
        "unknown asset `ships`",
        "choose one of `ears`, `eyes`, `fields`, `guards`, `riders`, `wagons`",
        {
            "turns/001.yaml": f"turn: 1\nadjustments:\n{FALLS}"
            "  - {for: gm, because: why, asset: «ships», hp: -1}\n"
        },
    ),
)

LISTS: Final = (
    Mistake(
        "those who are told are an audience",
        "N002",
        "unknown audience `velo`",
        "did you mean `vael`?",
        {
            "turns/001.yaml": "turn: 1\nadjustments:\n"
            "  - {for: [gm, «velo»], because: why, faction: vael, xp: 1}\n"
        },
    ),
    Mistake(
        "adjustments are a list",
        "C003",
        "expected a list, not a mapping",
        "start each entry with a hyphen and a space: `- {for: gm}`",
        {"turns/001.yaml": "turn: 1\nadjustments: «{for: gm}»\n"},
    ),
    Mistake(
        "effects are a list",
        "C003",
        "expected a list, not a mapping",
        "start each entry with a hyphen and a space: `- {faction: vael, xp: 1}`",
        {
            "turns/001.yaml": "turn: 1\nnews:\n"
            "  - {for: gm, text: A, effects: «{faction: vael, xp: 1}»}\n"
        },
    ),
    Mistake(
        "news are checked after adjustments",
        "WN031",
        "this would change the value from 0 to -1",
        NEVER_BELOW,
        {
            "turns/001.yaml": "turn: 1\nnews:\n"
            "  - {for: gm, text: A, effects: [{faction: vael, xp: «-1»}]}\n"
            "adjustments: [{for: gm, because: why, faction: vael, xp: -3}]\n"
        },
    ),
    Mistake(
        "the order of play is stated once",
        "WN033",
        "this turn already has a `sequence:`",
        "give it once per turn",
        {
            "turns/001.yaml": "turn: 1\nnews:\n"
            "  - {for: gm, text: A, effects: [{«sequence»: [vael, oru, kell]}]}\n"
            "adjustments: [{for: gm, because: why, sequence: [oru, kell, vael]}]\n"
        },
    ),
)

MISTAKES: Final = (
    *UNCLEAR_ONES,
    *FIGURES,
    *PIECES,
    *PLACES,
    *ARRIVALS,
    *SEQUENCES,
    *AFTER_A_FALL,
    *LISTS,
)
