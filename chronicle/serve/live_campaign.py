"""One campaign while it is being written: what an edit bears on is made again, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Tree
from chronicle.model.audience import EVERYONE, GM, GM_WORD, Audience, of_faction
from chronicle.outline.pages import outline
from chronicle.outline.site import Site
from chronicle.pipeline import Played, resolve
from chronicle.play.replay import Kept
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.render import Renderer, Theme, can_draw, render
from chronicle.render.main_content import leaves_of
from chronicle.render.pages import render_file
from chronicle.render.single_file import PATH, render_single
from chronicle.render.theme_selection import theme_of
from chronicle.rules.protocol import RuleSystem
from chronicle.serve.projection_cache import Remembering


@dataclass(frozen=True, slots=True)
class Showing:
    """One edition whose files are drawn when somebody asks for them, each once."""

    site: Site
    renderer: Renderer
    edition_of: Callable[[Audience], Edition]
    drawn: dict[str, tuple[bytes | None, tuple[Finding, ...]]] = field(default_factory=dict)

    def file(self, path: str, report: Report) -> bytes | None:
        """The file that a build has at a path; None without one, or when findings say why not."""
        if path not in self.drawn:
            own = Report()
            self.drawn[path] = self._file(path, own), own.findings
        content, findings = self.drawn[path]
        report.take(findings)
        return content

    def _file(self, path: str, report: Report) -> bytes | None:
        if path == PATH and self.site.edition.audience.faction:
            # A dossier in one file has every page of the edition on it.
            pages = render(self.site, self.renderer, report)
            leaves = leaves_of(self.site, pages)
            return render_single(self.site, pages, leaves, self.renderer, report).get(PATH)
        return render_file(path, self.site, self.renderer, report)


@dataclass(frozen=True, slots=True)
class State:
    """What came of a campaign's files: pages to ask for, or findings that say why there are none.

    ``stamp`` is another whenever a page might be.
    """

    findings: tuple[Finding, ...]
    stamp: str
    showing: Showing | None
    address: str = ""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a campaign is shown: to whom, by the word of an audience, and from which themes.

    ``point`` is what players seal their orders to, empty for a campaign without a key, whose
    dossiers are not sealed for the site. ``shelved`` when it is one of several. Who is no reader of
    this campaign sees what everybody sees.
    """

    word: str
    themes: tuple[Path, ...]
    shelved: bool = False
    point: str = ""


class Live:
    """A campaign that is read anew after every edit, with what it came to before."""

    def __init__(self) -> None:
        self._kept = Kept()
        self._read: tuple[Tree, Played | None, tuple[Finding, ...]] | None = None
        self._last: tuple[object, State] | None = None
        self._system: Remembering | None = None
        self._of: RuleSystem[Any, Any, Any] | None = None

    def state(self, tree: Tree, manner: Manner, found: tuple[Finding, ...] = ()) -> State:
        """What comes of these files; ``found`` is what else was found, of the key for one."""
        played, findings = self._played(tree)
        report = Report([*found, *findings])
        theme = None
        if played is not None:
            theme = theme_of(played.campaign, manner.themes, report)
        seen = (played, manner, theme, report.findings)
        if self._last is not None and self._last[0] == seen:
            return self._last[1]
        state = self._state(tree, manner, played, theme, report)
        self._last = seen, state
        return state

    def _played(self, tree: Tree) -> tuple[Played | None, tuple[Finding, ...]]:
        if self._read is None or self._read[0] != tree:
            report = Report()
            self._read = tree, resolve(tree, report, self._kept), report.findings
        return self._read[1:]

    def _state(
        self, tree: Tree, manner: Manner, played: Played | None, theme: Theme | None, report: Report
    ) -> State:
        if played is None or theme is None or not can_draw(theme, played.campaign.factions, report):
            return State(report.findings, _stamp(tree, theme, report), None)
        audience = audience_called(manner.word, [it.id for it in played.campaign.factions])
        edition = self._projector(played)
        site = outline(
            edition(audience),
            report,
            tree.shown,
            hosted=played.campaign.address,
            shelved=manner.shelved,
            point=manner.point,
        )
        showing = None if report.has_errors else Showing(site, Renderer.of(theme), edition)
        stamp = _stamp(tree, theme, report)
        return State(report.findings, stamp, showing, played.campaign.address)

    def _projector(self, played: Played) -> Callable[[Audience], Edition]:
        if self._system is None or self._of is not played.system:
            self._system, self._of = Remembering(played.system), played.system
        remembering = self._system
        remembering.forget(played.history)

        def edition(audience: Audience) -> Edition:
            system = remembering.as_system()
            return project(played.campaign, played.history, system, audience)

        return edition


def audience_called(word: str, factions: list[str]) -> Audience:
    """The audience of a word; everybody, where no faction is called so."""
    if word == GM_WORD:
        return GM
    return of_faction(word) if word in factions else EVERYONE


def _stamp(tree: Tree, theme: Theme | None, report: Report) -> str:
    """A digest of all that the pages are made of, and of what was found."""
    digest = sha256()
    for path in sorted(tree.files):
        digest.update(repr((path, tree.files[path])).encode())
    if theme is not None:
        for name in sorted(theme.sources):
            digest.update(repr((name, theme.sources[name].text)).encode())
        for name in sorted(theme.static):
            digest.update(repr((name, theme.static[name])).encode())
    for finding in report.findings:
        digest.update(repr(replace(finding, at=None)).encode())
    return digest.hexdigest()[:16]
