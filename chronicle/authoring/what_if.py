"""A turn as it would have been with other dice or orders, and the difference for each faction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, Final

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.catalogue import references as problems
from chronicle.diagnostics.report import Report, did_you_mean, quoted_list
from chronicle.files.source import Source, span_of_file
from chronicle.model.audience import GM
from chronicle.model.campaign import Campaign, TableRoll, Turn
from chronicle.model.dice import Roll, has_wrong_faces, roll_name
from chronicle.model.facts import faction_ref
from chronicle.play.history import AnyHistory
from chronicle.play.turns import dice_of, play, play_turn
from chronicle.records import Record, replace
from chronicle.render.sheet_text import SheetFormatter
from chronicle.rules.protocol import AnyRuleset, PlayedTurn, Sheet, steps_of
from chronicle.yaml.nodes import MapNode, Node
from chronicle.yaml.parser import compose

#: The place of faces that are in no file; findings about them are raised, not reported.
_GIVEN: Final = span_of_file(Source("--roll", ""))


class WhatIfError(Exception):
    """No turn can be played with a roll as given; the message says what can be typed."""


class OtherRoll(Record):
    """A roll with other faces than it had; ``was`` is empty if the turn did not make it."""

    id: str
    was: tuple[int, ...]
    faces: tuple[int, ...]


class WhatIf(Record):
    """A turn as it was played, and as it would have been; ``rolls`` are those that were given."""

    turn: int
    rolls: tuple[OtherRoll, ...]
    was: PlayedTurn[Any, Any, Any]
    would_be: PlayedTurn[Any, Any, Any]


class OtherFigure(Record):
    """A figure of a faction that would have another value; None where it would not be there."""

    name: str
    was: int | None
    would_be: int | None


class OtherLines(Record):
    """Lines of text that would be others."""

    was: tuple[str, ...] = ()
    would_be: tuple[str, ...] = ()


class FactionDifference(Record):
    """What would be different for a faction at the end of a turn, and in what happened.

    The difference of what belongs to no faction's orders has the faction ``""``.
    """

    faction: str
    figures: tuple[OtherFigure, ...]
    events: tuple[OtherLines, ...]
    sheet: tuple[OtherLines, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.figures or self.events or self.sheet)


def orders_in_file(source: Source, campaign: Campaign, report: Report) -> Mapping[str, Node]:
    """The orders of each faction under ``orders:`` in a file; empty after an error."""
    root = compose(source, report)
    if root is None:
        return {}
    if not isinstance(root, MapNode):
        report.add(content.NotAMapping(at=span_of_file(source)))
        return {}
    orders = root.get("orders")
    if not isinstance(orders, MapNode):
        key = root.key("orders")
        report.add(content.MissingKey(at=key.span if key else span_of_file(source), key="orders"))
        return {}
    known = tuple(faction.id for faction in campaign.factions)
    for entry in orders.entries:
        if entry.key.text not in known:
            name, at = entry.key.text, entry.key.span
            report.add(problems.UnknownName(at=at, what="faction", name=name, known=known))
    return {entry.key.text: entry.value for entry in orders.entries}


def what_if(
    campaign: Campaign,
    ruleset: AnyRuleset,
    number: int,
    rolls: Mapping[str, tuple[int, ...]],
    orders: Mapping[str, Node],
    report: Report,
) -> WhatIf | None:
    """Play a turn unchanged, and with other dice and orders; None after an error.

    Dice that the turn's file has for a roll that would be another one are thrown again, like those
    that it lacks. Raises WhatIfError for faces of rolls that the turn would not make.
    """
    # Missing dice don't wait for the table here.
    turn = replace(campaign.turns[number - 1], dice_asked_at=None)
    history = play(replace(campaign, turns=campaign.turns[: number - 1]), ruleset, report)
    if history is None:
        return None
    was = play_turn(campaign, turn, history.eve.after, ruleset, report)
    if was is None:
        return None
    other = replace(turn, orders={**turn.orders, **orders}, digest="")
    own = Report()
    would_be = _played_otherwise(campaign, history, ruleset, other, rolls, own)
    report.extend(it for it in own.findings if it not in report.findings)
    if would_be is None:
        return None
    made = _rolls_of(was)
    return WhatIf(
        number,
        tuple(
            OtherRoll(name, made[name].faces if name in made else (), faces)
            for name, faces in rolls.items()
        ),
        was,
        would_be,
    )


def _played_otherwise(
    campaign: Campaign,
    history: AnyHistory,
    ruleset: AnyRuleset,
    turn: Turn,
    rolls: Mapping[str, tuple[int, ...]],
    report: Report,
) -> PlayedTurn[Any, Any, Any] | None:
    given = {
        name: TableRoll(faces, _GIVEN, tuple(_GIVEN for _ in faces))
        for name, faces in rolls.items()
    }
    state = history.eve.after
    turn = replace(turn, rolls={**turn.rolls, **given})
    dice = dice_of(campaign, turn)
    orders = ruleset.orders(turn, state, dice, Report())
    if orders is not None:
        steps = steps_of(ruleset, state, ruleset.resolve(state, orders, dice))
        made = {roll_name(roll): roll for step in steps for roll in step.event.rolls}
        for name, faces in rolls.items():
            _refuse_faces(turn.number, name, faces, made)
        fitting = {name: it for name, it in turn.rolls.items() if _fits(it, made.get(name))}
        turn = replace(turn, rolls=fitting)
    return play_turn(campaign, turn, state, ruleset, report)


def _rolls_of(played: PlayedTurn[Any, Any, Any]) -> Mapping[str, Roll]:
    return {roll_name(roll): roll for step in played.steps for roll in step.event.rolls}


def _fits(given: TableRoll, made: Roll | None) -> bool:
    return made is not None and not has_wrong_faces(given.faces, len(made.faces), made.sides)


def _refuse_faces(turn: int, name: str, faces: Sequence[int], made: Mapping[str, Roll]) -> None:
    """Raise WhatIfError if a turn does not make a roll with these faces."""
    roll = made.get(name)
    if roll is None:
        if not made:
            raise WhatIfError(f"turn {turn} makes no rolls then")
        advice = did_you_mean(name, made)
        listed = "" if advice else f"; its rolls are {quoted_list(made)}"
        raise WhatIfError(
            f"turn {turn} makes no roll `{name}` then{f'; {advice}' if advice else listed}"
        )
    if has_wrong_faces(faces, len(roll.faces), roll.sides):
        dice = f"{len(roll.faces)}d{roll.sides}"
        example = ",".join(map(str, roll.faces))
        raise WhatIfError(
            f"`{name}` is {dice}: type faces from 1 to {roll.sides}, as in {name}={example}"
        )


def differences(
    found: WhatIf, campaign: Campaign, ruleset: AnyRuleset, words: SheetFormatter
) -> tuple[FactionDifference, ...]:
    """The difference for each faction, in the campaign's order, then for no faction."""
    refs = [faction_ref(it.id) for it in campaign.factions]
    sheets = [ruleset.sheets(played, {}, GM, refs) for played in (found.was, found.would_be)]
    told = [_headlines(played, ruleset, words) for played in (found.was, found.would_be)]
    figures = [
        _figures(played, ruleset, {ref.id: sheet for ref, sheet in its.items()})
        for played, its in zip((found.was, found.would_be), sheets, strict=True)
    ]
    ids = [it.id for it in campaign.factions]
    return tuple(
        FactionDifference(
            id,
            tuple(_other_figures(*(it.get(id, {}) for it in figures))),
            tuple(_other_lines(*(_of_faction(it, id, ids) for it in told))),
            tuple(
                _other_lines(
                    *(
                        words.lines(its[faction_ref(id)], found.turn)
                        if faction_ref(id) in its
                        else ()
                        for its in sheets
                    )
                )
            ),
        )
        for id in (*ids, "")
    )


def _headlines(
    played: PlayedTurn[Any, Any, Any], ruleset: AnyRuleset, words: SheetFormatter
) -> tuple[tuple[str, str], ...]:
    """The id of each event and what the GM is told of it, in one line."""
    told = ((step.event.id, ruleset.tell(step, GM).telling) for step in played.steps)
    return tuple((id, words.headline(telling)) for id, telling in told if telling is not None)


def _of_faction(
    told: Sequence[tuple[str, str]], faction: str, factions: Sequence[str]
) -> tuple[str, ...]:
    """The events of a faction's orders; for an empty id, those of no faction."""
    actors = ((id.split("/")[1], line) for id, line in told)
    return tuple(line for actor, line in actors if (actor if actor in factions else "") == faction)


def _figures(
    played: PlayedTurn[Any, Any, Any], ruleset: AnyRuleset, sheets: Mapping[str, Sheet]
) -> Mapping[str, Mapping[str, int]]:
    """The figures and measures of factions by name."""
    found = {
        id: {figure.name: figure.value for figure in ruleset.figures(sheet)}
        for id, sheet in sheets.items()
    }
    for measure in ruleset.measures(played.after):
        found.setdefault(measure.faction, {})[measure.name] = measure.value
    return found


def _other_figures(was: Mapping[str, int], would_be: Mapping[str, int]) -> Iterator[OtherFigure]:
    for name in dict.fromkeys((*was, *would_be)):
        if was.get(name) != would_be.get(name):
            yield OtherFigure(name, was.get(name), would_be.get(name))


def _other_lines(was: Sequence[str], would_be: Sequence[str]) -> Iterator[OtherLines]:
    matcher = SequenceMatcher(None, was, would_be, autojunk=False)
    for kind, first, end, other_first, other_end in matcher.get_opcodes():
        if kind != "equal":
            yield OtherLines(tuple(was[first:end]), tuple(would_be[other_first:other_end]))
