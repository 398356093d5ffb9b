"""What commands read: the campaign, or the shelf of campaigns, that is meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli.manners import finish, shown
from chronicle.cli.progress import Progress, progress
from chronicle.cli.remembering import processes
from chronicle.cli.welcome import where_instead
from chronicle.diagnostics import Report
from chronicle.source import Tree

if TYPE_CHECKING:
    from chronicle.build import Lock, Made
    from chronicle.settle import Wish
    from chronicle.spool import Room


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
    from chronicle.build import Manner, Shelved, make_campaign, make_shelf
    from chronicle.cache import placed
    from chronicle.engine import engine
    from chronicle.load.disk import THEMES, read_shelf, read_tree
    from chronicle.settle import HOLD

    names, themes, wish = _on_shelf(content), (content / THEMES,), asked or HOLD
    report = Report()
    manner = Manner(
        themes,
        bar.watched,
        wish=wish,
        processes=processes(),
        stage=bar.stage,
        room=room,
        engine=engine() if placed() is not None else "",
    )
    if not names:
        tree, lock = read_tree(content, shown(content)), _lock(content, report, remembering)
        one = make_campaign(tree, report, replace(manner, lock=lock))
        if one is None:
            return Run(None, report)
        return Run(one.files, report, {"": one}, () if lock else (shown(content),))
    if wish.reason:
        raise click.UsageError(
            "amend one campaign at a time, as in `chronicle publish "
            f"{shown(content / names[0])} --amend`"
        )
    folders = [content / name for name in names]
    campaigns = [
        Shelved(f.name, read_tree(f, shown(f)), f / THEMES, _lock(f, report, remembering), wish)
        for f in folders
    ]
    shelf = read_shelf(content, shown(content))
    bar.over(names)
    files, found, each = make_shelf(shelf, campaigns, manner)
    joined = Report([*report.findings, *found.findings])
    keyless = tuple(one.tree.name for one in campaigns if one.lock is None)
    return Run(None if joined.has_errors else files, joined, each, keyless)


def _lock(folder: Path, report: Report, remembering: bool) -> Lock | None:
    """The lock of a campaign; None when it has no key, or findings say why that can't be read."""
    from chronicle.build import Lock
    from chronicle.keyfile import keys_in, remember

    keys = keys_in(folder, report)
    if keys is None:
        return None
    return Lock(keys, partial(remember, folder)) if remembering else Lock(keys)


def one_campaign(content: Path, report: Report, form: str | None) -> Tree:
    """The files of the campaign that is meant; a shelf of them ends the run."""
    from chronicle.load import read_tree
    from chronicle.problems import content as problems

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
