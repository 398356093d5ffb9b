"""What somebody sees first: the list of commands, what to begin with, and which versions these are.

Nothing here may load more than a shell needs: completion and ``--help`` run at every keystroke.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import cleandoc
from pathlib import Path
from typing import Final

import click

from chronicle import __version__
from chronicle.diagnostics import nearest

#: The version of each ruleset's rules. A literal table: to ask the rulesets would load them.
RULESETS: Final[Mapping[str, int]] = {"lieutenants": 1, "shadow": 1, "wwn": 1}
#: The themes that come along.
THEMES: Final = ("annals", "modern")
#: As many campaigns as a hint names.
MOST: Final = 5


class Commands(click.Group):
    """A group that tells of its commands in whole sentences, and keeps their examples on a line."""

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        # A mark of click's: it fills no paragraph that begins so.
        cmd.help = cleandoc(cmd.help or "").replace("\n\nExample:", "\n\n\b\nExample:")
        super().add_command(cmd, name)

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002  click hands it over
        formatter: click.HelpFormatter,
    ) -> None:
        """The commands in the order in which an evening needs them, as they were added."""
        rows = [
            (name, (command.help or "").partition("\n\n")[0].replace("\n", " "))
            for name, command in self.commands.items()
            if not command.hidden
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


class Program(Commands):
    """The whole program, whose help ends in what to do next in this folder."""

    def format_epilog(
        self,
        ctx: click.Context,  # noqa: ARG002  click hands it over
        formatter: click.HelpFormatter,
    ) -> None:
        """What there is in this folder, and commands to begin with."""
        said, rows = first_steps(Path())
        with formatter.section(said):
            formatter.write_dl(rows)


def first_steps(here: Path) -> tuple[str, list[tuple[str, str]]]:
    """What there is in a folder, and commands to begin with, each with what it does."""
    look = "find mistakes; nothing is written"
    if (here / "campaign.yaml").exists():
        return "This folder is a campaign", [
            ("chronicle check .", look),
            ("chronicle build . -o ../output", "make its site beside it"),
        ]
    names = [name for name in campaigns_beneath(here) if name != "content"]
    if names:
        named = ", ".join(names[:MOST]) + (", and more" if len(names) > MOST else "")
        return f"Campaigns in this folder: {named}", [
            (f"chronicle check {names[0]}", look),
            (f"chronicle build {names[0]} -o output", "make its site"),
        ]
    if (here / "content").is_dir():
        return "Your campaign is in the folder content", [
            ("chronicle check", look),
            ("chronicle build", "make its site in the folder output"),
        ]
    return "There is no campaign in this folder", [
        ("chronicle check FOLDER", "look at a campaign that is elsewhere"),
    ]


def campaigns_beneath(here: Path) -> list[str]:
    """The folders directly in this one that hold a campaign, in order of name."""
    return sorted(path.parent.name for path in here.glob("[!.]*/campaign.yaml"))


def where_instead(content: Path) -> str:
    """What to type when there is no such folder."""
    if (Path() / "campaign.yaml").exists():
        return "this folder is a campaign itself: say . to mean it"
    if meant := nearest(content.name, campaigns_beneath(content.parent)):
        return f"did you mean {content.parent / meant}?"
    if names := campaigns_beneath(Path()):
        named = ", ".join(names[:MOST]) + (", and more" if len(names) > MOST else "")
        return f"campaigns in this folder: {named}"
    return "name the one that holds campaign.yaml"


def _tell_versions(ctx: click.Context, _: click.Parameter, *, is_asked: bool) -> None:
    if not is_asked or ctx.resilient_parsing:
        return
    click.echo(f"chronicle {__version__}")
    click.echo("rulesets: " + ", ".join(f"{id} {version}" for id, version in RULESETS.items()))
    click.echo("themes: " + ", ".join(THEMES))
    ctx.exit()


VERSION: Final = click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, param, value: _tell_versions(ctx, param, is_asked=value),
    help="Show the versions of chronicle and of each ruleset, and exit.",
)
