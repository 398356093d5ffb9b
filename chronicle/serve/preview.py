"""The responses of a live preview: current pages, or a page with the errors."""

from __future__ import annotations

from typing import Final

from chronicle.authoring.explain import all_problems, manual_page
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.package_data import shipped_source
from chronicle.records import MutableRecord, Record, field
from chronicle.serve import responses
from chronicle.serve.error_page import INTERNAL_PREFIX, findings_page, html_page
from chronicle.serve.live_site import SitePreview

#: The query that requests the last version of a page without errors.
BEFORE_QUERY: Final = "before"
#: The path of the event stream that reports changes.
CHANGES_PATH: Final = f"{INTERNAL_PREFIX}changes"
_SCRIPT: Final = "live.js"
_STYLE: Final = "live.css"
_NOTHING_YET: Final = responses.Response(
    503, responses.media_type_of("it.html"), html_page("Wait", "<p>Wait.</p>\n").encode()
)


class Preview(Record):
    """The current site, and the last one without errors."""

    now: SitePreview | None = None
    before: SitePreview | None = None

    def after(self, whole: SitePreview) -> Preview:
        """The preview with ``whole`` as the current site."""
        is_well = not any(finding.severity == "error" for finding in whole.findings)
        return Preview(whole, whole if is_well else self.before)

    @property
    def stamp(self) -> str:
        """A digest that changes whenever a page may have changed."""
        return self.now.stamp if self.now is not None else ""

    def respond(self, address: str, report: Report) -> responses.Response:
        """The response to an address; findings of rendering go to ``report``."""
        if address.startswith(INTERNAL_PREFIX):
            return _internal_response(address.removeprefix(INTERNAL_PREFIX).partition("?")[0])
        if self.now is None:
            return _NOTHING_YET
        _, _, query = address.partition("?")
        if query == BEFORE_QUERY and self.before is not None:
            found = _FileFinder(self.before, Report()).answer(address)
        else:
            found = self._now(address, self.now, report)
        return responses.with_reload_script(found, script_tag(self.stamp))

    def _now(self, address: str, now: SitePreview, report: Report) -> responses.Response:
        looking = _FileFinder(now, report)
        found = looking.answer(address)
        if not looking.findings:
            return found
        path = responses.site_path_of(address) or ""
        if self.before is not None and responses.media_type_of(path) != found.kind:
            # The last version of a page needs its images and styles.
            return _FileFinder(self.before, Report()).answer(address)
        before = self.before
        last = ""
        if before is not None and _FileFinder(before, Report()).answer(address).status == 200:
            last = f"{address.partition('?')[0]}?{BEFORE_QUERY}"
        return responses.page_response(findings_page(looking.findings, last), 500)


class _FileFinder(MutableRecord):
    """Looks up the files of one request and collects the errors that prevent them."""

    whole: SitePreview
    report: Report
    found: list[Finding] = field(default_factory=list)

    @property
    def findings(self) -> tuple[Finding, ...]:
        return Report([*self.found]).findings

    def answer(self, address: str) -> responses.Response:
        return responses.response_for(address, self.file, self.whole.base, self.moved)

    def moved(self, path: str) -> str:
        """Where the page at this path is, if it is in the folder of the GM's pages; else empty."""
        id, rest = self._split(path)
        state = self.whole.states.get(id)
        if state is None or not state.folder:
            return ""
        target = "/".join(part for part in (id, f"{state.folder}{rest}") if part)
        return target if self.file(target) is not None else ""

    def _split(self, path: str) -> tuple[str, str]:
        """The id of the campaign that a path belongs to, and its path there."""
        if self.whole.front is None:
            return "", path
        id, _, rest = path.partition("/")
        return id, rest

    def file(self, path: str) -> bytes | None:
        id, rest = self._split(path)
        front = self.whole.front
        if front is not None and id not in self.whole.states:
            content = front.files.get(path)
            if content is None and not front.files:
                self.found += self.whole.findings
            return content
        state = self.whole.states[id]
        if state.showing is None:
            self.found += state.findings
            return None
        own = Report()
        content = state.file(rest, own)
        self.report.extend(own.findings)
        if own.has_errors:
            self.found += own.findings
        return content


def script_tag(stamp: str) -> bytes:
    """The HTML tag of the script that reloads a page."""
    return f'<script src="{INTERNAL_PREFIX}{_SCRIPT}" data-stamp="{stamp}" defer></script>'.encode()


def _internal_response(name: str) -> responses.Response:
    if name in (_SCRIPT, _STYLE):
        return responses.Response(
            200,
            responses.media_type_of(name),
            shipped_source("chronicle.serve", name).text.encode(),
        )
    folder, _, code = name.partition("/")
    problem = all_problems().get(code) if folder == "explain" else None
    if problem is None:
        return responses.Response(404, responses.media_type_of("it.txt"), b"Not found.\n")
    return responses.Response(200, responses.media_type_of("it.txt"), manual_page(problem).encode())
