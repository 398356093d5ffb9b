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
from chronicle.diagnostics.report import closest_name

#: The version of each ruleset's rules. A literal table: to ask the rulesets would load them.
RULESET_VERSIONS: Final[Mapping[str, int]] = {"lieutenants": 1, "shadow": 1, "wwn": 1}
#: The themes that come along.
SHIPPED_THEMES: Final = ("annals", "modern")
#: As many campaigns as a hint names.
MAX_LISTED: Final = 5


class CommandGroup(click.Group):
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


class MainGroup(CommandGroup):
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
    if (here / "content").is_dir():
        return "Your campaign is in the folder content", _everyday_commands("")
    if (here / "campaign.yaml").exists():
        return "This folder is a campaign", [
            ("chronicle serve .", "see it in the browser while you write"),
            ("chronicle build . -o ../output", "make its site beside it"),
        ]
    if homes := projects_beneath(here):
        return f"Campaigns beneath this folder: {_comma_list(homes)}", [
            (f"cd {homes[0]}", "go there; all commands find the campaign by themselves"),
        ]
    if names := campaigns_beneath(here):
        return f"Campaigns in this folder: {_comma_list(names)}", _everyday_commands(f" {names[0]}")
    return "There is no campaign in this folder", [
        ("chronicle new my-campaign", "make a small one that works, to begin with"),
    ]


def _everyday_commands(named: str) -> list[tuple[str, str]]:
    """The commands of every evening, for a campaign that is named after them."""
    return [
        (f"chronicle serve{named}", "see it in the browser while you write"),
        (f"chronicle check{named}", "find mistakes; nothing is written"),
        (f"chronicle build{named}", "make its site in the folder output"),
    ]


def campaigns_beneath(here: Path) -> list[str]:
    """The folders directly in this one that hold a campaign, in order of name."""
    return sorted(path.parent.name for path in here.glob("[!.]*/campaign.yaml"))


def projects_beneath(here: Path) -> list[str]:
    """The folders directly in this one that are as `chronicle new` makes them, in order of name."""
    return sorted(path.parent.parent.name for path in here.glob("[!.]*/content/campaign.yaml"))


def suggest_content(content: Path) -> str:
    """What to type when there is no such folder."""
    if (Path() / "campaign.yaml").exists():
        return "this folder is a campaign itself: say . to mean it"
    if meant := closest_name(content.name, campaigns_beneath(content.parent)):
        return f"did you mean {content.parent / meant}?"
    if homes := projects_beneath(Path()):
        return f"go to your campaign first: cd {homes[0]}"
    if names := campaigns_beneath(Path()):
        return f"campaigns in this folder: {_comma_list(names)}"
    return "name the one that holds campaign.yaml, or make one: chronicle new my-campaign"


def _comma_list(names: list[str]) -> str:
    return ", ".join(names[:MAX_LISTED]) + (", and more" if len(names) > MAX_LISTED else "")


def _tell_versions(ctx: click.Context, _: click.Parameter, *, is_asked: bool) -> None:
    if not is_asked or ctx.resilient_parsing:
        return
    click.echo(f"chronicle {__version__}")
    click.echo(
        "rulesets: " + ", ".join(f"{id} {version}" for id, version in RULESET_VERSIONS.items())
    )
    click.echo("themes: " + ", ".join(SHIPPED_THEMES))
    ctx.exit()


VERSION_OPTION: Final = click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, param, value: _tell_versions(ctx, param, is_asked=value),
    help="Show the versions of chronicle and of each ruleset, and exit.",
)
