"""Who knows an event or a fact, as `explain` prints it: sentences, a table, JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chronicle.authoring.json_export import Json
from chronicle.project.access_report import AccessReport, AudienceAccess
from chronicle.render.reason_text import ReasonFormatter


def format_report(thing: AccessReport, sayer: ReasonFormatter, word: str | None) -> Iterator[str]:
    """What all audiences, or one, know of a thing and of its passages with readers of their own."""
    yield sayer.thing(thing)
    yield _format(thing, sayer, word)
    for number, part in enumerate(thing.parts, start=1):
        yield ""
        yield sayer.say("why.part", n=number, text=part.title)
        yield _format(part, sayer, word)


def _format(thing: AccessReport, sayer: ReasonFormatter, word: str | None) -> str:
    return _table(thing, sayer) if word is None else _sentences(thing, sayer, word)


def _sentences(thing: AccessReport, sayer: ReasonFormatter, word: str) -> str:
    """What one audience knows of a thing: for each account a line, and a line with the reason."""
    first = next(one for one in thing.accounts if one.audience.word == word)
    return "\n".join(line for account in _in_time(first) for line in _lines(account, sayer))


def _lines(account: AudienceAccess, sayer: ReasonFormatter) -> Iterator[str]:
    told = [sayer.since(account)]
    if how := sayer.how(account):
        told.append(sayer.say("why.how", how=how))
    yield f"{sayer.audience(account.audience)}: {', '.join(told)}"
    grounds = [part for part in (account.reason.rule, _place(account)) if part]
    yield f"  {sayer.reason(account)}" + (f" ({'; '.join(grounds)})" if grounds else "")


def _in_time(account: AudienceAccess) -> Iterator[AudienceAccess]:
    yield account
    if account.then is not None:
        yield from _in_time(account.then)


def _place(account: AudienceAccess) -> str:
    return f"{account.at.path}:{account.at.line}" if account.at is not None else ""


def _table(thing: AccessReport, sayer: ReasonFormatter) -> str:
    """What every audience knows of a thing, as a table."""
    head = [sayer.say(f"why.{key}") for key in ("audience", "knows", "tells", "because", "where")]
    rows = [head]
    for first in thing.accounts:
        for account in _in_time(first):
            reason = " ".join(part for part in (sayer.reason(account), account.reason.rule) if part)
            name = sayer.audience(account.audience)
            row = [name, sayer.since(account), sayer.how(account), reason, _place(account)]
            rows.append(row)
    # Leave out columns without content.
    kept = [column for column in range(len(head)) if any(row[column] for row in rows[1:])]
    return _columns([[row[column] for column in kept] for row in rows])


def _columns(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def to_json(thing: AccessReport, sayer: ReasonFormatter, word: str | None) -> dict[str, Json]:
    """A thing with its accounts as JSON, for other programs."""
    return {
        **_thing(thing, sayer, word),
        "parts": [_thing(part, sayer, word) for part in thing.parts],
    }


def _thing(thing: AccessReport, sayer: ReasonFormatter, word: str | None) -> dict[str, Json]:
    return {
        "kind": thing.kind,
        "id": thing.id,
        "title": thing.title,
        "turn": thing.turn,
        "audiences": [
            _account(one, sayer) for one in thing.accounts if word in (None, one.audience.word)
        ],
    }


def _account(account: AudienceAccess, sayer: ReasonFormatter) -> Json:
    return {
        "audience": account.audience.word,
        "knows": account.knows,
        "since": account.since,
        "how": account.how,
        "reason": account.reason.code,
        "rule": account.reason.rule,
        "words": sayer.reason(account),
        "path": account.at.path if account.at is not None else "",
        "line": account.at.line if account.at is not None else 0,
        "then": _account(account.then, sayer) if account.then is not None else None,
    }
