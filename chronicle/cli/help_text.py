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
#: The commands, each of which is in the module of its name.
COMMANDS: Final = (
    *(
        "new",
        "turn",
        "orders",
        "import",
        "serve",
        "build",
        "check",
        "deploy",
        "export",
    ),
    *(
        "status",
        "rumors",
        "dice",
        "explain",
        "schema",
        "keys",
    ),
    "completion",
)
#: How many campaigns a hint names at most.
MAX_LISTED: Final = 5


class CommandGroup(click.Group):
    """A click group that prints command summaries in full and keeps each example on one line."""

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        # click does not rewrap a paragraph that starts with \b.
        cmd.help = cleandoc(cmd.help or "").replace("\n\nExample:", "\n\n\b\nExample:")
        super().add_command(cmd, name)

    def names(self) -> list[str]:
        """The names of the commands in the order of a GM's workflow, as they were added."""
        return list(self.commands)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click passes it
        return sorted(self.names())

    def format_commands(
        self,
        ctx: click.Context,
        formatter: click.HelpFormatter,
    ) -> None:
        """List the commands in the order of a GM's workflow."""
        listed = ((name, self.get_command(ctx, name)) for name in self.names())
        rows = [
            (name, (command.help or "").partition("\n\n")[0].replace("\n", " "))
            for name, command in listed
            if command is not None and not command.hidden
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


class MainGroup(CommandGroup):
    """The top-level command, whose help ends with next steps for the current folder.

    Each of its commands is imported when it is called or listed. Control characters in what they
    print, and in the errors of click itself, are escaped.
    """

    def main(self, *args: Any, **options: Any) -> Any:
        with escaped_output():
            return super().main(*args, **options)

    def names(self) -> list[str]:
        return list(dict.fromkeys((*COMMANDS, *super().names())))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            # `import` is a word of Python, so its module and function end in an underscore.
            name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
            self.add_command(getattr(import_module(f"chronicle.cli.{name}"), name))
        return super().get_command(ctx, cmd_name)

    def format_epilog(
        self,
        ctx: click.Context,  # noqa: ARG002  click passes it
        formatter: click.HelpFormatter,
    ) -> None:
        """Write what the current folder contains and which commands to run next."""
        said, rows = first_steps(Path())
        with formatter.section(said):
            formatter.write_dl(rows)


def first_steps(here: Path) -> tuple[str, list[tuple[str, str]]]:
    """What a folder contains, and the commands to run next, each with its description."""
    if any((here / "content").glob("*/demo.key")):
        return "Sample campaigns in the folder content", [
            ("chronicle serve", "look at them in the browser"),
            ("chronicle new my-campaign", "create a campaign of your own"),
        ]
    if (here / "content").is_dir():
        return "Next steps for the folder content", _everyday_commands("")
    if (here / "campaign.yaml").exists():
        return "This folder is a campaign", [
            ("chronicle serve .", "preview it in the browser while you write"),
            ("chronicle build . -o ../output", "build the site next to it"),
        ]
    if homes := projects_beneath(here):
        return f"Campaigns below this folder: {_comma_list(homes)}", [
            (f"cd {homes[0]}", "go there; commands then find the campaign"),
        ]
    if names := campaigns_beneath(here):
        return f"Campaigns in this folder: {_comma_list(names)}", _everyday_commands(f" {names[0]}")
    return "No campaign in this folder", [
        ("chronicle new my-campaign", "create a small working campaign"),
    ]


def _everyday_commands(named: str) -> list[tuple[str, str]]:
    """The most used commands; ``named`` is the campaign argument, with a space before it."""
    return [
        (f"chronicle serve{named}", "preview it in the browser while you write"),
        (f"chronicle check{named}", "find mistakes without writing anything"),
        (f"chronicle build{named}", "build the site into the folder output"),
    ]


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
    if homes := projects_beneath(Path()):
        return f"go to your campaign first: cd {homes[0]}"
    if names := campaigns_beneath(Path()):
        return f"campaigns in this folder: {_comma_list(names)}"
    return "name the folder with campaign.yaml, or create one: chronicle new my-campaign"


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
