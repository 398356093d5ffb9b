"""Shell completion of turns, factions, audiences, codes and folders, by file names alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import click
from click.shell_completion import CompletionItem

from chronicle.model.audience import EVERYONE_ID, GM_ID

_TURN: Final = re.compile(r"0*(\d+)\.yaml")


def complete_factions(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """The factions of the campaign on the command line, from their file names."""
    return _items(_stems(ctx, "factions"), typed)


def complete_audiences(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """The GM, everyone, and the factions of the campaign on the command line."""
    return _items((GM_ID, EVERYONE_ID, *_stems(ctx, "factions")), typed)


def complete_turns(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """The turns of the campaign on the command line, from their file names."""
    found = [_TURN.fullmatch(f"{stem}.yaml") for stem in _stems(ctx, "turns")]
    return _items([turn[1] for turn in found if turn], typed)


def complete_codes(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """All error codes, each with its meaning."""
    from chronicle.authoring.explain import all_problems, summary

    return [
        CompletionItem(code, help=summary(problem))
        for code, problem in sorted(all_problems().items())
        if code.startswith(typed.upper())
    ]


def complete_content(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Folders of one or several campaigns; all folders if there are none."""
    above = Path(typed) if typed.endswith("/") else Path(typed).parent
    found = {path.parent for path in above.glob("[!.]*/campaign.yaml")}
    for path in above.glob("[!.]*/[!.]*/campaign.yaml"):
        # In a project of `chronicle new`, the campaign is the folder content; otherwise the
        # parent is a folder of several campaigns.
        found.add(path.parent if path.parent.name == "content" else path.parent.parent)
    named = _items(sorted(path.as_posix() for path in found), typed.removeprefix("./"))
    return named or [CompletionItem(typed, type="dir")]


def _items(words: Iterable[str], typed: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(typed)]


def _stems(ctx: click.Context, folder: str) -> list[str]:
    """The names, without their suffix, of the YAML files in a folder of the campaign."""
    # While an option has no value yet, click leaves the arguments before it in ctx.args.
    typed = [*ctx.args, str(ctx.params.get("content") or "content"), "."]
    meant = next((path for path in map(Path, typed) if (path / "campaign.yaml").exists()), Path())
    return sorted(path.stem for path in (meant / folder).glob("[!.]*.yaml"))
