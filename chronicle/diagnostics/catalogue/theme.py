"""Errors of a theme: its folder, templates, scripts, styles and messages."""

from __future__ import annotations

from chronicle.diagnostics.report import Misspelling, Problem


class UnknownTheme(Misspelling):
    code = "T001"
    message = "unknown theme `{name}`"


class InvalidTemplateSyntax(Problem):
    code = "T002"
    message = "syntax error in this template: {said}"
    help = "look for a tag that is not closed, here or above"

    said: str


class TemplateFailed(Problem):
    code = "T003"
    message = "this template fails on `{page}`: {said}"
    help = "look for a misspelt name in this line of the template"

    said: str
    page: str


class MissingTemplate(Misspelling):
    code = "T004"
    message = "the theme has no template `{name}`"


class UnknownSigil(Misspelling):
    code = "T005"
    message = "the theme has no sigil `{name}`"
    help = "choose one of {known}"


class MissingMessage(Misspelling):
    code = "T006"
    message = "the language `{language}` has no message `{name}`"

    language: str


class UnknownLanguage(Problem):
    code = "T007"
    message = "the theme has no language `{name}`"
    help = "choose one of {known}"

    name: str
    known: tuple[str, ...]


class MissingMainContent(Problem):
    code = "T008"
    message = "the theme renders {page} without setting `content` and `title`"
    help = "set and show both, as `layout.html` does; dossiers are made from them"

    page: str


class MissingStaticFile(Misspelling):
    code = "T009"
    message = "the theme has no file `{name}` in `static/`"
    help = "choose one of {known}"


class CircularScriptImport(Problem):
    code = "T010"
    message = "these scripts import each other in a cycle: {cycle}"
    help = "move what both need to a separate script"

    cycle: tuple[str, ...]


class UnknownThemeParameter(Misspelling):
    code = "T011"
    message = "the theme has no parameter `{name}`"
    help = "choose one of {known}"

    def help_text(self) -> str:
        return super().help_text() if self.known else "remove it: this theme has no parameters"


class ParametersNotMapping(UnknownThemeParameter):
    message = "expected a mapping of theme parameters"


class InvalidThemeParameter(Problem):
    code = "T012"
    message = "expected {wanted}"

    wanted: str

    def help_text(self) -> str:
        return "put it in quotes: `#` starts a comment" if "colour" in self.wanted else ""


class LowContrastColor(Problem):
    code = "T013"

    color: str
    ground: str
    found: float

    def message_text(self) -> str:
        # Truncated, not rounded: 4.49 is below 4.5.
        found = int(self.found * 10) / 10
        return f"`{self.color}` has a contrast of {found} to 1 with the background `{self.ground}`"

    def help_text(self) -> str:
        is_dark = int(self.ground[1:3], 16) < 128
        return f"text needs 4.5 to 1: choose a {'lighter' if is_dark else 'darker'} colour"


class MissingStylesheet(Problem):
    code = "T014"
    message = "the theme has no stylesheet `{name}`"
    help = "put the file in `static/`, or correct its name"

    name: str


class ForbiddenInTemplate(Problem):
    code = "T019"
    message = "a theme may not do this: {said}"
    help = "use the functions and fields that the reference of views lists"

    said: str


class InvalidMessage(Problem):
    code = "T027"
    message = "the text `{key}` {detail}"
    help = "compare it with the same text in `lang/en.yaml` of the theme `annals`"

    key: str
    detail: str
