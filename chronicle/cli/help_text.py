"""The help of the program: the list of commands, suggested next steps, and versions.

Keep the imports few: a shell starts the program at every keystroke to complete words.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from inspect import cleandoc
from keyword import iskeyword
from pathlib import Path
from typing import Any, Final

import click

from chronicle import __version__
from chronicle.cli.terminal import escaped_output

#: The version of each ruleset's rules. A literal table, so that no ruleset is imported.
RULESET_VERSIONS: Final[Mapping[str, int]] = {
    "freeform": 1,
    "lieutenants": 1,
    "shadow": 1,
    "wwn": 1,
}
#: The themes that chronicle ships with.
SHIPPED_THEMES: Final = ("annals", "console", "modern", "pulp")
#: The commands in the order of an evening, each in the module of its name, with its line in the
#: list. A literal table, so that the list imports no command.
COMMANDS: Final[Mapping[str, str]] = {
    "new": "Create a campaign, or add random factions to one.",
    "desk": "Run a campaign in the browser, with all that the commands do.",
    "status": "Show missing orders, what is wrong (setup too), and what is next.",
    "turn": "Start the next turn, end the wait for its orders, or open it again.",
    "orders": "Import, draft and accept orders; list what can be ordered.",
    "dice": "List the dice to throw at the table; verify recorded dice.",
    "whatif": "Show what would have been in a turn with other dice or orders.",
    "simulate": "Play on from here many times, to see what may come.",
    "check": "Find mistakes in the files, and leaks, without writing anything.",
    "serve": "Show the site in the browser as any reader sees it, or as built.",
    "rumors": "Draft rumors about a turn.",
    "build": "Build the site on this computer.",
    "deploy": "Publish the site; correct or undo it, tell players, set up GitHub.",
    "keys": "Give players phrases for their dossiers, print cards, back up keys.",
    "import": "Import notes from Obsidian or Kanka, or factions from Foundry.",
    "export": "Write a dossier, the turns as JSON, or factions for Foundry.",
    "explain": "Explain an error code, or who knows of an event or fact, and why.",
}
#: Commands that are not listed: what `new` has done for editors, and what a shell asks for.
UNLISTED: Final = ("schema", "completion")
#: How many campaigns a hint names at most.
MAX_LISTED: Final = 5


class CommandGroup(click.Group):
    """A click group that lists its commands in the order of an evening, one line each."""

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        # click does not rewrap a paragraph that starts with \b.
        cmd.help = cleandoc(cmd.help or "").replace("\n\nExample:", "\n\n\b\nExample:")
        super().add_command(cmd, name)

    def rows(self) -> list[tuple[str, str]]:
        """The commands to list, each with its line."""
        return [(name, _first_line(command)) for name, command in self.commands.items()]

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002  click passes it
        formatter: click.HelpFormatter,
    ) -> None:
        """List the commands in their order, not sorted by name as click does."""
        with formatter.section("Commands"):
            formatter.write_dl(self.rows())


def _first_line(command: click.Command) -> str:
    return (command.help or "").partition("\n\n")[0].replace("\n", " ")


class MainGroup(CommandGroup):
    """The top-level command, whose commands are imported when they are called.

    Control characters in what they print, and in the errors of click itself, are escaped.
    Unexpected exceptions are reported in one line.
    """

    def main(self, *args: Any, **options: Any) -> Any:
        with escaped_output():
            return super().main(*args, **options)

    def invoke(self, ctx: click.Context) -> Any:
        from chronicle.cli.output import error_handling

        with error_handling():
            return super().invoke(ctx)

    def rows(self) -> list[tuple[str, str]]:
        return [*COMMANDS.items()]

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click passes it
        return sorted((*COMMANDS, *UNLISTED))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in (*COMMANDS, *UNLISTED) and cmd_name not in self.commands:
            # `import` is a word of Python, so its module and function end in an underscore.
            name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
            command = getattr(import_module(f"chronicle.cli.{name}"), name)
            command.hidden = cmd_name in UNLISTED
            self.add_command(command)
        return super().get_command(ctx, cmd_name)


def campaigns_beneath(here: Path) -> list[str]:
    """The direct subfolders that are campaigns, sorted by name."""
    return sorted(path.parent.name for path in here.glob("[!.]*/campaign.yaml"))


def projects_beneath(here: Path) -> list[str]:
    """The direct subfolders that hold a campaign in `content/`, sorted by name."""
    return sorted(path.parent.parent.name for path in here.glob("[!.]*/content/campaign.yaml"))


def suggest_content(content: Path) -> str:
    """What to type when a content folder does not exist."""
    from chronicle.diagnostics.report import closest_name

    if (Path() / "campaign.yaml").exists():
        return "this folder is a campaign: use . to name it"
    if meant := closest_name(content.name, campaigns_beneath(content.parent)):
        return f"did you mean {content.parent / meant}?"
    if above := _campaign_above(Path().absolute()):
        return f"go to your campaign first: cd {above}"
    homes = projects_beneath(Path())
    if len(homes) == 1:
        return f"go to your campaign first: cd {homes[0]}"
    if homes:
        return f"go to one of your campaigns first: {_comma_list([f'cd {it}' for it in homes])}"
    if names := campaigns_beneath(Path()):
        return f"campaigns in this folder: {_comma_list(names)}"
    return "name the folder with campaign.yaml, or create one: chronicle new my-campaign"


def _campaign_above(here: Path) -> str:
    """The way up to the folder in which commands are run, if this one is within a campaign."""
    for steps, folder in enumerate(here.parents, start=1):
        found = (folder / "content/campaign.yaml").is_file()
        if found or (folder / "campaign.yaml").is_file():
            # The campaign itself may be the `content` of a project.
            is_content = not found and folder.name == "content"
            return "/".join([".."] * (steps + is_content))
    return ""


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
    click.echo("Python " + ".".join(str(part) for part in sys.version_info[:3]))
    ctx.exit()


VERSION_OPTION: Final = click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, param, value: _tell_versions(ctx, param, is_asked=value),
    help="Show the versions of chronicle and its rulesets and exit.",
)
