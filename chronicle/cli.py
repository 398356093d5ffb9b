"""The command line; the home of click. Clock, environment and terminal are met here alone."""

from __future__ import annotations

import errno
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Final, ParamSpec

import click

from chronicle import __version__
from chronicle.audience import Audience
from chronicle.diagnostics import Finding, Report, did_you_mean
from chronicle.source import Tree

P = ParamSpec("P")

EXIT_FINDINGS: Final = 1
EXIT_USAGE: Final = 2
EXIT_BUG: Final = 70
#: What the system says when there is no room for what we print.
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

_CONTENT = click.argument(
    "content", default="content", type=click.Path(path_type=Path, exists=False)
)
_FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(["human", "plain", "json", "github"]),
    default=None,
    help="How findings are shown; human on a terminal, plain (for screen readers too) in a pipe.",
)


def _guarded(command: Callable[P, None]) -> Callable[P, None]:
    """Turns an exception of ours into a few words; the traceback is for whoever asks for it."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except BrokenPipeError:
            # Whoever read our output has had enough, as `head` does.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        except Exception as error:  # noqa: BLE001  the last line of defence
            if isinstance(error, OSError) and error.errno in _FULL:
                click.echo(f"the result can't be written: {error.strerror}", err=True)
                sys.exit(EXIT_FINDINGS)
            _confess(error)

    return run


def _confess(error: Exception) -> None:
    if os.environ.get("CHRONICLE_DEBUG"):
        traceback.print_exception(error)
    else:
        notes = "; ".join(getattr(error, "__notes__", ()))
        click.echo(
            f"chronicle has a fault of its own: {type(error).__name__}: {error}"
            + (f" ({notes})" if notes else "")
            + "\nYour files are as they were. Set CHRONICLE_DEBUG=1 to see the whole story,"
            " and please report it.",
            err=True,
        )
    sys.exit(EXIT_BUG)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="chronicle")
def main() -> None:
    """Makes a website out of a faction campaign: dossiers, rumors and a history, turn by turn.

    A campaign is a folder with `campaign.yaml`, `places.yaml`, `factions/` and `turns/`. Several
    campaigns in folders side by side are a shelf, and make one site.
    """


@main.command()
@_CONTENT
@click.option(
    "-o",
    "--output",
    default="output",
    type=click.Path(path_type=Path),
    show_default=True,
    help="Where the site is written; a folder that holds other files is refused.",
)
@_FORMAT
@_guarded
def build(content: Path, output: Path, form: str | None) -> None:
    """Build the site of a campaign, or of a shelf of campaigns.

    OUTPUT/site is for everybody, OUTPUT/private/gm for the GM and OUTPUT/private/FACTION for the
    players of a faction. The campaigns of a shelf lie in OUTPUT/site/CAMPAIGN and
    OUTPUT/private/CAMPAIGN, beside a page that lists them. Nothing is written when anything is
    wrong.

    Example: chronicle build content -o output
    """
    from chronicle.publish import publish

    files, report = _made(content)
    done = files is not None and publish(files, output, content, report)
    _finish(report, form)
    if done and files is not None:
        pages = sum(1 for name in files if name.endswith(".html"))
        click.echo(f"{pages} pages in {output}: open {output / 'site' / 'index.html'}", err=True)


@main.command()
@_CONTENT
@_FORMAT
@_guarded
def check(content: Path, form: str | None) -> None:
    """Check a campaign or a shelf as a build would, and write nothing.

    Example: chronicle check content --format github
    """
    _, report = _made(content)
    _finish(report, form)
    if not report.findings and form in (None, "human", "plain"):
        click.echo("all is well", err=True)


@main.command()
@_CONTENT
@click.option("--turn", type=click.IntRange(min=1), help="This turn only.")
@click.option("--as", "word", metavar="AUDIENCE", help="gm, everyone, or a faction's id.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (the one format there is).")
@_FORMAT
@_guarded
def resolve(
    content: Path, turn: int | None, word: str | None, *, as_json: bool, form: str | None
) -> None:
    """Print the resolved turns of one campaign as JSON.

    Every event with its facts, rolls and modifiers, and the state after each turn; with --as,
    exactly what that audience is told.

    Example: chronicle resolve content/vaime --turn 3 --as everyone --json
    """
    from chronicle.build import resolve as play
    from chronicle.export import resolved
    from chronicle.project import audiences_of

    if not as_json:
        raise click.UsageError("say --json: resolved turns are printed as JSON")
    report = Report()
    tree = _one_campaign(content, report, form)
    played = play(tree, report)
    _finish(report, form, result=True)
    if played is None:
        return
    audiences = {audience.word: audience for audience in audiences_of(played.campaign)}
    if word is not None and word not in audiences:
        raise click.BadParameter(
            f"there is no audience {word}; {did_you_mean(word, audiences)}", param_hint="--as"
        )
    if turn is not None and turn > len(played.history.turns):
        last = len(played.history.turns)
        raise click.BadParameter(
            f"the last turn of the campaign is {last}" if last else "the campaign has no turns yet",
            param_hint="--turn",
        )
    shape = resolved(played, turn, audiences[word] if word is not None else None)
    click.echo(json.dumps(shape, ensure_ascii=False, indent=1))


@main.command()
@click.argument("code")
@_guarded
def explain(code: str) -> None:
    """Print the page of a finding.

    Example: chronicle explain R009
    """
    from chronicle.explain import all_problems, page

    problems = all_problems()
    problem = problems.get(code.upper())
    if problem is None:
        raise click.BadParameter(
            f"there is no finding {code}; "
            + did_you_mean(code.upper(), problems, otherwise="codes look like R009 or SH001"),
            param_hint="CODE",
        )
    click.echo(page(problem), nl=False)


def _made(content: Path) -> tuple[Mapping[str, bytes] | None, Report]:
    """Every file of the campaign or the shelf that is meant, and all that was found on the way."""
    from chronicle.build import Shelved, make, make_shelf
    from chronicle.load.disk import THEMES, read_shelf, read_tree

    names, themes = _on_shelf(content), (content / THEMES,)
    if not names:
        report = Report()
        tree = read_tree(content, _shown(content))
        return make(tree, report, themes=themes, watched=_watched), report
    folders = [content / name for name in names]
    campaigns = [Shelved(f.name, read_tree(f, _shown(f)), f / THEMES) for f in folders]
    shelf = read_shelf(content, _shown(content))
    return make_shelf(shelf, campaigns, themes=themes, watched=_watched)


def _one_campaign(content: Path, report: Report, form: str | None) -> Tree:
    """The files of the campaign that is meant; a shelf of them ends the run."""
    from chronicle.load import read_tree
    from chronicle.problems import content as problems

    if inner := _on_shelf(content):
        names = tuple(_shown(content / name) for name in inner)
        report.add(problems.ShelfForCampaign(at=None, names=names))
        _finish(report, form)
    return read_tree(content, _shown(content))


def _on_shelf(content: Path) -> tuple[str, ...]:
    """The names of the campaigns on a shelf; none when the folder is to be a campaign itself."""
    from chronicle.load import campaigns_in

    if content.is_file():
        raise click.BadParameter(
            f"{content} is a file; name the folder it is in, {content.parent}",
            param_hint="CONTENT",
        )
    if not content.is_dir():
        raise click.BadParameter(
            f"there is no folder {content}; name the one that holds campaign.yaml",
            param_hint="CONTENT",
        )
    return () if (content / "campaign.yaml").exists() else campaigns_in(content)


def _watched(audiences: Sequence[Audience]) -> Iterator[Audience]:
    """Hands on audiences, with a bar on a terminal while their editions are made."""
    if not _on_terminal():
        yield from audiences
        return
    with click.progressbar(audiences, label="editions", file=sys.stderr) as bar:
        yield from bar


def _on_terminal() -> bool:
    # Standard error may be closed, and is None then.
    return bool(getattr(sys.stderr, "isatty", bool)())


def _shown(path: Path) -> str:
    return path.as_posix()


def _finish(report: Report, form: str | None, *, result: bool = False) -> None:
    """Shows what was found, and ends the run when there are errors.

    Where a ``result`` follows on standard output, findings stay out of its way.
    """
    findings = report.findings
    aside = result and not report.has_errors
    if findings or (form == "json" and not aside):
        _show(findings, form, aside=aside)
    if report.has_errors:
        sys.exit(EXIT_FINDINGS)


def _show(findings: Sequence[Finding], form: str | None, *, aside: bool) -> None:
    from chronicle.printing import FORMATS, print_human, show, stderr_console

    plain = not _on_terminal() or os.environ.get("TERM") == "dumb"
    chosen = next((f for f in FORMATS if f == form), "plain" if plain else "human")
    if chosen == "human" and not plain:
        color = False if os.environ.get("NO_COLOR") else None
        print_human(findings, stderr_console(color=color))
    else:
        # Programs read standard output; people are told on standard error.
        click.echo(show(findings, chosen), nl=False, err=aside or chosen in ("human", "plain"))


if __name__ == "__main__":
    main()
