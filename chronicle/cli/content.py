"""What commands read: the campaign, or the shelf of campaigns, that is meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli.help_text import where_instead
from chronicle.cli.output import finish, shown
from chronicle.cli.process import processes
from chronicle.cli.progress import Progress, progress
from chronicle.diagnostics.report import Report
from chronicle.files.source import Tree

if TYPE_CHECKING:
    from chronicle.files.store import Room
    from chronicle.pipeline import Lock, Made, Manner
    from chronicle.publish.lock.check import Wish
    from chronicle.seal import Keys


@dataclass(frozen=True, slots=True)
class Run:
    """What came of the campaign or the shelf that is meant, and all that was found on the way.

    ``files`` is None when findings say why not; ``made`` is what is made of each campaign, by its
    id on a shelf or an empty text. ``keyless`` are the folders of campaigns without a key, as
    messages show them.
    """

    files: Mapping[str, bytes] | None
    report: Report
    made: Mapping[str, Made] = field(default_factory=dict)
    keyless: tuple[str, ...] = ()

    @property
    def kept(self) -> Mapping[str, bytes]:
        """The files in the folder of one campaign that say something else once the site is out."""
        return self.made[""].kept if "" in self.made else {}


def made(
    content: Path,
    *,
    remembering: bool = False,
    wish: Wish | None = None,
    bar: Progress | None = None,
    room: Callable[[str], Room] = lambda _: {},
) -> Run:
    """Every file of the campaign or the shelf that is meant.

    When ``remembering``, key files are told of logins that they did not remember yet. A ``wish`` is
    for the published turns of every campaign; one that amends them on a shelf ends the run. The
    ``bar`` is that of a command that goes on when all is made. Files are put into the ``room`` of
    their folder while they are made.
    """
    with progress() if bar is None else nullcontext(bar) as shown_bar:
        return _made(content, shown_bar, wish, room, remembering=remembering)


def _made(
    content: Path,
    bar: Progress,
    asked: Wish | None,
    room: Callable[[str], Room],
    *,
    remembering: bool,
) -> Run:
    from chronicle.publish.lock.check import HOLD

    names, wish = _on_shelf(content), asked or HOLD
    if not names:
        return _one(content, bar, wish, room, remembering=remembering)
    if wish.reason:
        raise click.UsageError(
            "amend one campaign at a time, as in `chronicle publish "
            f"{shown(content / names[0])} --amend`"
        )
    return _all(content, names, bar, wish, room, remembering=remembering)


def _all(
    content: Path,
    names: Sequence[str],
    bar: Progress,
    wish: Wish,
    room: Callable[[str], Room],
    *,
    remembering: bool,
) -> Run:
    """Every file of a shelf with campaigns of these names."""
    from chronicle.load.disk import THEMES, read_shelf, read_tree
    from chronicle.pipeline import Shelved, make_shelf
    from chronicle.seal.key_file import keys_in

    report = Report()
    campaigns = [
        Shelved(
            name,
            read_tree(folder, shown(folder)),
            folder / THEMES,
            _lock(folder, keys_in(folder, report), remembering),
            wish,
        )
        for name, folder in ((name, content / name) for name in names)
    ]
    shelf = read_shelf(content, shown(content))
    manner = _manner(content, bar, wish, room)
    bar.over(names)
    files, found, each = make_shelf(shelf, campaigns, manner)
    joined = Report([*report.findings, *found.findings])
    keyless = tuple(one.tree.name for one in campaigns if one.lock is None)
    return Run(None if joined.has_errors else files, joined, each, keyless)


def _one(
    content: Path, bar: Progress, wish: Wish, room: Callable[[str], Room], *, remembering: bool
) -> Run:
    """Every file of a campaign. What draws it is loaded when there is something to be drawn."""
    from chronicle.load import read_tree
    from chronicle.pipeline import resolve
    from chronicle.seal.key_file import keys_in

    report = Report()
    tree, keys = read_tree(content, shown(content)), keys_in(content, report)
    bar.stage("reading")
    played = resolve(tree, report)
    if played is None:
        return Run(None, report)
    from chronicle.pipeline import make_played

    lock = _lock(content, keys, remembering)
    manner = replace(_manner(content, bar, wish, room), lock=lock)
    one = make_played(played, tree, report, manner)
    if one is None:
        return Run(None, report)
    return Run(one.files, report, {"": one}, () if lock else (shown(content),))


def _manner(content: Path, bar: Progress, wish: Wish, room: Callable[[str], Room]) -> Manner:
    from chronicle.cache.fingerprint import engine
    from chronicle.cache.store import placed
    from chronicle.load.disk import THEMES
    from chronicle.pipeline import Manner

    return Manner(
        (content / THEMES,),
        bar.watched,
        wish=wish,
        processes=processes(),
        stage=bar.stage,
        room=room,
        engine=engine() if placed() is not None else "",
    )


def _lock(folder: Path, keys: Keys | None, remembering: bool) -> Lock | None:
    """The lock of a campaign with these keys; None when it has none that can be read."""
    from chronicle.pipeline import Lock
    from chronicle.seal.key_file import remember

    if keys is None:
        return None
    return Lock(keys, partial(remember, folder)) if remembering else Lock(keys)


def one_campaign(content: Path, report: Report, form: str | None) -> Tree:
    """The files of the campaign that is meant; a shelf of them ends the run."""
    from chronicle.diagnostics.catalogue import content as problems
    from chronicle.load import read_tree

    if inner := _on_shelf(content):
        names = tuple(shown(content / name) for name in inner)
        report.add(problems.ShelfForCampaign(at=None, names=names))
        finish(report, form)
    return read_tree(content, shown(content))


def folders_of(content: Path) -> tuple[Path, ...]:
    """The folder of the campaign that is meant, or that of a shelf with those of its campaigns."""
    return (content, *(content / name for name in _on_shelf(content)))


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
            f"there is no folder {content}; {where_instead(content)}",
            param_hint="CONTENT",
        )
    return () if (content / "campaign.yaml").exists() else campaigns_in(content)
