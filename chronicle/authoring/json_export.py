"""Resolved turns as JSON for other programs. The format is documented and versioned."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias

from chronicle import __version__
from chronicle.model.audience import Audience, Visibility, faction_audience
from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Facts, Ref
from chronicle.pipeline import PlayedCampaign
from chronicle.project import audiences_of, project_without_form
from chronicle.project.edition import DossierView, Edition, EventView, Text
from chronicle.project.tellings import Tellings
from chronicle.records import CONSTANT, UNION, field_names, is_record, marked_fields, replace
from chronicle.rules.protocol import Event, PlayedTurn, Telling

FORMAT_NAME: Final = "chronicle-turns"
#: Increased for incompatible changes; additions do not count.
VERSION: Final = 1

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None


def turns_as_json(
    played: PlayedCampaign, turn: int | None, audience: Audience | None, through: str = ""
) -> Json:
    """All resolved turns, or one; with an audience, only what that audience is told.

    With ``through``, each turn ends when this faction has acted.
    """
    played_turns = [m for m in played.history.turns if turn in (None, m.turn)]
    if through:
        played_turns = [
            _played_through(played, played_turn, through) for played_turn in played_turns
        ]
    head: dict[str, Json] = {
        "format": FORMAT_NAME,
        "version": VERSION,
        "chronicle": __version__,
        "campaign": played.campaign.title,
        "ruleset": {"id": played.ruleset.id, "version": played.ruleset.version},
    }
    if audience is None:
        titles = {t.number: t.title for t in played.campaign.turns}
        turns: list[Json] = [_moment(m, titles[m.turn]) for m in played_turns]
        return {**head, "turns": turns}
    edition = _edition(played, audience)
    # The dossiers that the GM reads are in the editions of the factions.
    editions = (
        [_edition(played, one) for one in audiences_of(played.campaign) if one.faction]
        if audience.is_gm
        else [edition]
    )
    told: list[Json] = [_told_turn(edition, m.turn, editions) for m in played_turns]
    return {**head, "audience": audience.word, "turns": told}


def _played_through(
    played: PlayedCampaign, played_turn: PlayedTurn[Any, Any, Any], faction: str
) -> PlayedTurn[Any, Any, Any]:
    """A turn up to the end of a faction's own part of it.

    The ids of a faction's events begin with ``turn/faction/``. Its part ends with the last of its
    orders and the events directly after that, which are its own. Others, such as income and
    upkeep, can be elsewhere in the turn. Without orders its part is the first of those.
    """
    audience = faction_audience(faction)
    told = Tellings(played.history, played.ruleset, [audience]).of(audience)[played_turn.turn]
    own = [step.event.id.startswith(f"{played_turn.turn}/{faction}/") for step in played_turn.steps]
    ordered = [
        index
        for index, telling in enumerate(told)
        if telling is not None and telling.order.startswith(f"{faction}/") and own[index]
    ]
    first = next((index for index, is_own in enumerate(own) if is_own), 0)
    end = ordered[-1] if ordered else first
    while end < len(own) and own[end]:
        end += 1
    steps = played_turn.steps[:end]
    after = steps[-1].after if steps else played_turn.before
    return replace(played_turn, steps=steps, after=after)


def _moment(played_turn: PlayedTurn[Any, Any, Any], title: str) -> Json:
    return {
        "turn": played_turn.turn,
        "title": title,
        "events": [_event(step.event) for step in played_turn.steps],
        "state": to_json(played_turn.after),
    }


def _event(event: Event) -> Json:
    facts = _record(event)
    return {
        "id": event.id,
        "kind": kebab_case(type(event).__name__),
        "rule": event.rule,
        "facts": {name: facts[name] for name in facts if name not in ("id", "rule", "rolls")},
        "rolls": [_roll(roll) for roll in event.rolls],
    }


def _roll(roll: Roll) -> Json:
    return {
        "id": roll.id,
        "sides": roll.sides,
        "faces": list(roll.faces),
        "source": roll.source,
        "modifiers": [_modifier(part) for part in roll.modifiers],
        "result": to_json(roll.result),
    }


def _modifier(part: Modifier) -> Json:
    return {
        "value": part.value,
        "reason": part.reason,
        "rule": part.rule,
        "facts": to_json(part.facts),
    }


def _edition(played: PlayedCampaign, audience: Audience) -> Edition:
    return project_without_form(
        played.campaign, played.history, played.ruleset, audience, played.tellings
    )


def _told_turn(edition: Edition, number: int, editions: Sequence[Edition]) -> Json:
    """A turn as told in an edition, with the dossiers of ``editions``."""
    view = next(turn for turn in edition.turns if turn.number == number)
    dossiers = [
        dossier for own in editions for (_, turn), dossier in own.dossiers.items() if turn == number
    ]
    return {
        **{
            name: _view_as_json(getattr(view, name))
            for name in _fields(type(view))
            # `explain --json` has the accounts.
            if name not in ("number", "measures", "accounts")
        },
        "turn": number,
        "measures": [
            to_json(Facts(faction=m.faction, name=m.name, value=m.value)) for m in view.measures
        ],
        "sheets": [_dossier(dossier) for dossier in dossiers],
    }


def _dossier(dossier: DossierView) -> Json:
    others: list[Json] = [
        {"of": to_json(ref), "sheet": to_json(sheet)} for ref, sheet in dossier.others
    ]
    return {"faction": dossier.faction, "sheet": to_json(dossier.sheet), "others": others}


def _view_as_json(value: object) -> Json:
    """A view as JSON: texts as Markdown, tellings without their sightings."""
    match value:
        case Text():
            return value.markdown
        case EventView():
            return {
                "anchor": value.anchor,
                **_telling(value.telling),
                "event": value.event,
                "readers": dict(value.readers),
                "odds": [to_json(chance) for chance in value.odds],
            }
        case Telling():
            return dict(_telling(value))
        case tuple():
            return [_view_as_json(part) for part in value]
        case _ if is_record(type(value)) and not isinstance(value, Ref):
            return {name: _view_as_json(getattr(value, name)) for name in _fields(type(value))}
        case _:
            return to_json(value)


def _telling(telling: Telling) -> dict[str, Json]:
    return {
        "code": telling.code,
        "rule": telling.rule,
        "order": telling.order,
        "facts": to_json(telling.facts),
        "rolls": [_roll(roll) for roll in telling.rolls],
    }


def to_json(value: object) -> Json:
    """Any record as JSON: fields by name, references as `kind:id`, fractions as `n/d`."""
    if is_record(type(value)) and not isinstance(value, Ref | Visibility | Roll):
        return dict(_record(value))
    match value:
        case None | bool() | int() | str() | float():
            return value
        case Ref():
            return f"{value.kind}:{value.id}"
        case Fraction():
            return f"{value.numerator}/{value.denominator}"
        case Visibility():
            return "everyone" if value.public else to_json(tuple(sorted(value.factions)))
        case Roll():
            return _roll(value)
        case Mapping():
            return {_key(name): to_json(part) for name, part in value.items()}
        case list() | tuple():
            return [to_json(part) for part in value]
        case frozenset():
            return [to_json(part) for part in sorted(value)]
        case _:
            raise TypeError(f"{type(value).__name__} can't be converted to JSON")


def _record(record: object) -> dict[str, Json]:
    """A record's fields by name; values of union types have their kind as a key."""
    kind: Any = type(record)
    unions = marked_fields(kind, UNION)
    parts = {name: getattr(record, name) for name in _fields(kind)}
    return {
        name: _tagged(part) if name in unions else to_json(part) for name, part in parts.items()
    }


def _tagged(value: object) -> Json:
    """One or several records of a union type, each with its kind before its fields."""
    match value:
        case Mapping():
            return {_key(name): _tagged(part) for name, part in value.items()}
        case tuple():
            return [_tagged(part) for part in value]
        case _:
            return {"kind": kebab_case(type(value).__name__), **_record(value)}


def _key(name: object) -> str:
    """A key of a mapping; tuples are joined with slashes, as in ids."""
    return "/".join(name) if isinstance(name, tuple) else str(name)


def _fields(kind: Any) -> tuple[str, ...]:
    """The names of a record's fields, without those marked as constant."""
    constants = marked_fields(kind, CONSTANT)
    return tuple(name for name in field_names(kind) if name not in constants)


def kebab_case(name: str) -> str:
    """The name of a record's type as it is written in JSON: `ActorPlaced` is `actor-placed`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()
