"""What all commands share: arguments, options, exit codes, error handling and output."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from chronicle import __version__
from chronicle.cli.completers import complete_audiences, complete_content, complete_turns
from chronicle.cli.terminal import styled_stream
from chronicle.diagnostics.report import Finding, Report

T = TypeVar("T")
C = TypeVar("C", bound=Callable[..., Any])
_COMMAND_LINE: Final = ParameterSource.COMMANDLINE

EXIT_FINDINGS: Final = 1
EXIT_USAGE: Final = 2
EXIT_LEAK: Final = 3
EXIT_REFUSED: Final = 4
EXIT_TURN_CHANGED: Final = 5
EXIT_BUG: Final = 70
#: The errors of a full disk.
_DISK_FULL_ERRNOS: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

#: The key of the format of findings in the context of a command.
_FORMAT: Final = "chronicle.findings_format"
#: Maximum length of an address, as in campaign.yaml.
_MAX_LENGTH: Final = 200


def _finish_writing(_context: click.Context, _argument: click.Parameter, content: Path) -> Path:
    """Finish what a killed command was writing into these campaigns."""
    from chronicle.publish.transaction import finish_writing

    for folder in (content, *(path.parent for path in content.glob("*/campaign.yaml"))):
        finish_writing(folder)
    return content


CONTENT_ARGUMENT = click.argument(
    "content",
    default="content",
    type=click.Path(path_type=Path, exists=False),
    callback=_finish_writing,
    shell_complete=complete_content,
)
AUDIENCE_OPTION: Final = click.option(
    "--as",
    "word",
    metavar="AUDIENCE",
    help="Only this audience: gm, everyone, or a faction id.",
    shell_complete=complete_audiences,
)


def _remember_format(context: click.Context, _argument: click.Parameter, name: str | None) -> None:
    context.meta[_FORMAT] = name


FORMAT_OPTION = click.option(
    "--format",
    "form",
    type=click.Choice(["human", "plain", "json", "github"]),
    expose_value=False,
    callback=_remember_format,
    help="Format of errors and warnings; by default human on a terminal, plain in a pipe.",
)


def turn_option(help_text: str = "The turn; the last one by default.") -> Callable[[C], C]:
    """The option ``--turn`` with this help text."""
    return click.option(
        "--turn", type=click.IntRange(min=1), help=help_text, shell_complete=complete_turns
    )


def output_option(help_text: str) -> Callable[[C], C]:
    """The option ``--output`` with this help text."""
    return click.option(
        "-o",
        "--output",
        default="output",
        type=click.Path(path_type=Path),
        show_default=True,
        help=help_text,
    )


@contextmanager
def error_handling() -> Iterator[None]:
    """Report unexpected exceptions in one line; CHRONICLE_DEBUG shows the traceback."""
    try:
        yield
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        raise
    except BrokenPipeError:
        # The program that read our output has closed the pipe, as `head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:  # noqa: BLE001  every other exception is a bug
        if isinstance(error, OSError) and error.errno in _DISK_FULL_ERRNOS:
            click.echo(f"cannot write the result: {error.strerror}", err=True)
            sys.exit(EXIT_FINDINGS)
        if os.environ.get("CHRONICLE_DEBUG"):
            traceback.print_exception(error)
        else:
            notes = "; ".join(getattr(error, "__notes__", ()))
            click.echo(
                f"internal error in chronicle: {type(error).__name__}: {error}"
                + (f" ({notes})" if notes else "")
                + "\nYour files are unchanged. Set CHRONICLE_DEBUG=1 to see the traceback,"
                " and please report it.",
                err=True,
            )
        sys.exit(EXIT_BUG)


def is_terminal() -> bool:
    """Whether standard error is a terminal."""
    # Standard error is None when it is closed.
    return bool(getattr(sys.stderr, "isatty", bool)())


def can_prompt() -> bool:
    """Whether somebody can answer a question: whether standard input is a terminal."""
    return bool(getattr(sys.stdin, "isatty", bool)())


def is_plain() -> bool:
    """Whether plain output is wanted, by ``--format plain`` or a dumb terminal."""
    return findings_format() == "plain" or os.environ.get("TERM") == "dumb"


def findings_format() -> str | None:
    """The format of findings that ``--format`` asks for, if any."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(_FORMAT)


def print_json(format_name: str, version: int, value: Mapping[str, object]) -> None:
    """Print a JSON object for other programs, after the keys that all of them start with."""
    head = {"format": format_name, "version": version, "chronicle": __version__}
    click.echo(json.dumps({**head, **value}, ensure_ascii=False, indent=1))


def display_path(path: Path) -> str:
    """A path as messages show it, with forward slashes and in one line."""
    return path.as_posix().replace("\n", "\\u000a")


def refuse_options(why: str, *names: str) -> None:
    """Raise a usage error, ``why`` and the option, if one of these parameters is given."""
    context = click.get_current_context()
    for one in context.command.params:
        if one.name in names and context.get_parameter_source(one.name) is _COMMAND_LINE:
            raise click.UsageError(f"{why} {one.opts[-1]}")


def refuse_other_options(option: str, *names: str) -> None:
    """Raise a usage error if any other parameter is given on the command line.

    Besides ``names`` these are the campaign and the format of findings. ``option`` is the one that
    the others don't go with.
    """
    allowed = (*names, "content", "form")
    every = (str(one.name) for one in click.get_current_context().command.params)
    others = (name for name in every if name not in allowed)
    refuse_options(f"{option} can't be combined with", *others)


def exit_on_errors(report: Report, *, result: bool = False) -> None:
    """Show all findings, on standard error if a ``result`` follows; exit on errors."""
    findings = report.findings
    aside = result and not report.has_errors
    if findings or (findings_format() == "json" and not aside):
        show_findings(findings, aside=aside)
    if report.has_errors:
        sys.exit(exit_code(findings))


def result_or_exit(result: T | None, report: Report) -> T:
    """The result, after all findings are shown; exits if any of them is an error."""
    exit_on_errors(report, result=True)
    if result is None:
        raise RuntimeError("there is no result, but no error either")
    return result


def exit_code(findings: Sequence[Finding]) -> int:
    """The exit code for these findings: that of the most serious kind of error.

    A mistake comes first, because the other checks are incomplete while there is one.
    """
    kinds = {finding.category for finding in findings if finding.severity == "error"}
    if "mistake" in kinds:
        return EXIT_FINDINGS
    return EXIT_LEAK if "leak" in kinds else EXIT_TURN_CHANGED


def show_findings(findings: Sequence[Finding], *, aside: bool) -> None:
    """Print findings: formats for people to standard error, formats for programs to stdout."""
    from chronicle.diagnostics.formatters import (
        FINDING_FORMATS,
        console_of,
        format_findings,
        print_human,
    )

    plain = not is_terminal() or os.environ.get("TERM") == "dumb"
    asked = findings_format()
    chosen = next((f for f in FINDING_FORMATS if f == asked), "plain" if plain else "human")
    if chosen == "human" and not plain:
        color = False if os.environ.get("NO_COLOR") else None
        # Their texts are escaped before they are styled.
        print_human(findings, console_of(styled_stream(sys.stderr), color=color))
    else:
        # Programs read standard output, people read standard error.
        click.echo(
            format_findings(findings, chosen), nl=False, err=aside or chosen in ("human", "plain")
        )


def parse_site_address(written: str) -> str:
    """The given address of a site, with a slash at the end. Raises click.BadParameter."""
    from chronicle.yaml.decode.fields import SITE_URL_PATTERN

    address = written.rstrip("/") + "/"
    if len(address) > _MAX_LENGTH or re.fullmatch(SITE_URL_PATTERN, address) is None:
        raise click.BadParameter(
            f"{written} is not a site address; one looks like https://ada.example/ferry/",
            param_hint="--address",
        )
    return address
