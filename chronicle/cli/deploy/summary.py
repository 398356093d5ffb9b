"""The summary of a deploy, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from chronicle.authoring.site_diff import AudienceDiff, PathChanges, SiteDiff
from chronicle.cli.deploy.campaigns import DeployedCampaign
from chronicle.cli.deploy.lost_access import Loss, format_losses
from chronicle.cli.missing_orders import missing_orders_text
from chronicle.model.audience import EVERYONE_ID

#: How many names and how many sentences or lines are shown, and their maximum width.
_NAMES: Final = 24
_WORDS: Final = 12
_WIDTH: Final = 96
_FIRST: Final = "Public for the first time"
_ANEW: Final = "is resealed"
_ANEW_ALL: Final = "are resealed"
_A_PAIR: Final = 2


def format_changes(
    going: SiteDiff,
    marks: Sequence[DeployedCampaign],
    lost: tuple[Loss, ...],
    shown: str,
    *,
    is_new: bool,
    every: bool = False,
) -> Iterator[str]:
    """The lines that say what changes for each audience, what is lost and what becomes public.

    Long lists are shortened, unless ``every`` entry is to be shown.
    """
    names, words = (None, None) if every else (_NAMES, _WORDS)
    yield f"To {shown}" + (", which is empty so far:" if is_new else ":")
    yield f"  pages: {_counted(going.pages)}; other files: {_counted(going.files)}"
    for share in going.shares:
        yield f"  {_whose(share)}: {_turns(share)}"
    yield from _listed("Removed", "pages", going.lost, names)
    yield from format_losses(lost)
    yield from _listed(_FIRST, "names", going.names, names)
    yield from _listed(_FIRST, "sentences", going.words, words)
    if (going.names or going.words) and not every:
        yield from _counted_lines(len(going.lines))
    else:
        yield from _listed(_FIRST, "lines", going.lines, words)
    for mark in marks:
        if mark.now > mark.was:
            yield f"{_of(mark)}{turns_text(range(mark.was + 1, mark.now + 1))} will be published."


def _whose(share: AudienceDiff) -> str:
    word = "everyone" if share.audience == EVERYONE_ID else f"dossier of {share.audience}"
    return f"{share.campaign}, {word}" if share.campaign else word


def _turns(share: AudienceDiff) -> str:
    anew = ("changes", "change") if share.audience == EVERYONE_ID else (_ANEW, _ANEW_ALL)
    rows = (
        (share.turns.new, ("is new", "are new")),
        (share.turns.changed, anew),
        (share.turns.gone, ("is removed", "are removed")),
    )
    parts = [
        f"{turns_text([int(turn) for turn in turns])} {verbs[len(turns) > 1]}"
        for turns, verbs in rows
        if turns
    ]
    if share.beside:
        parts.append("other pages change" if parts else "pages other than turns change")
    return "; ".join(parts) or "nothing changes"


def _counted(moves: PathChanges) -> str:
    rows = ((len(moves.new), "new"), (len(moves.changed), "changed"), (len(moves.gone), "removed"))
    return ", ".join(f"{count} {what}" for count, what in rows if count) or "none"


def _listed(head: str, what: str, lines: Sequence[str], most: int | None) -> Iterator[str]:
    if not lines:
        return
    one = what.removesuffix("s")
    yield f"{head}, {len(lines)} {what if len(lines) > 1 else one}:"
    shown = lines[:most]
    yield from (f"  {_short(line) if most else line}" for line in shown)
    if len(lines) > len(shown):
        yield f"  … and {len(lines) - len(shown)} more; --all lists all"


def _counted_lines(count: int) -> Iterator[str]:
    if count:
        yield f"  and {count} other line{'s' if count > 1 else ''}; --all lists all"


def _short(line: str) -> str:
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1].rstrip() + "…"


def _of(mark: DeployedCampaign) -> str:
    return f"{mark.id}: " if mark.id else ""


def turns_text(turns: Sequence[int]) -> str:
    """Turn numbers as text: `turn 3`, `turns 1 and 2`, `turns 1 to 4`, `turns 1, 3, 4`."""
    if len(turns) == 1:
        return f"turn {turns[0]}"
    if len(turns) == _A_PAIR:
        return f"turns {turns[0]} and {turns[1]}"
    if turns[-1] - turns[0] == len(turns) - 1:
        return f"turns {turns[0]} to {turns[-1]}"
    return f"turns {', '.join(str(turn) for turn in turns)}"


def format_missing_orders(marks: Sequence[DeployedCampaign]) -> list[str]:
    """One line for each turn to be published in which factions have no orders."""
    return [
        f"{_of(mark)}{missing_orders_text(turn, factions)}"
        for mark in marks
        for turn, factions in mark.without_orders.items()
    ]


def format_published(marks: Sequence[DeployedCampaign]) -> Iterator[str]:
    """One line for each correction, and for each campaign with newly published turns."""
    for mark in marks:
        for one in mark.amendments:
            told = "no reader is told" if one.quiet else "these readers are told why"
            yield f"{_of(mark)}turn {one.turn} corrected for {', '.join(one.words)}; {told}"
        if mark.now > mark.was:
            turns = turns_text(range(mark.was + 1, mark.now + 1))
            yield f"{_of(mark)}{turns} published and locked"


def to_json(
    going: SiteDiff, marks: Sequence[DeployedCampaign], lost: tuple[Loss, ...]
) -> dict[str, Any]:
    """The whole summary as JSON."""
    return {
        "pages": _moves(going.pages),
        "files": _moves(going.files),
        "audiences": [
            {
                "campaign": share.campaign,
                "audience": share.audience,
                "turns": {
                    kind: [int(turn) for turn in turns]
                    for kind, turns in _moves(share.turns).items()
                },
                "beside": share.beside,
            }
            for share in going.shares
        ],
        "lost": {
            "pages": list(going.lost),
            "dossiers": [
                {"campaign": loss.campaign, "factions": list(loss.dossiers)}
                for loss in lost
                if loss.dossiers
            ],
            "passphrases": [loss.campaign for loss in lost if loss.other_key],
        },
        "names": list(going.names),
        "words": list(going.words),
        "lines": list(going.lines),
        "publishes": [
            {"campaign": mark.id, "turns": list(range(mark.was + 1, mark.now + 1))}
            for mark in marks
        ],
        "without_orders": [
            {"campaign": mark.id, "turn": turn, "factions": [faction.id for faction in factions]}
            for mark in marks
            for turn, factions in mark.without_orders.items()
        ],
    }


def _moves(moves: PathChanges) -> dict[str, list[str]]:
    return {"new": list(moves.new), "changed": list(moves.changed), "gone": list(moves.gone)}
