"""Errors of a theme: its folder, templates, scripts, styles and messages."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem, did_you_mean
from chronicle.records import dataclass


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownTheme(Problem):
    """A campaign names an unknown theme.

    Themes come with chronicle or are in a `themes/` folder inside the campaign.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    theme: anals
    rules: {seating: [vael, oru]}
    ```
    ```right
    anals => annals
    ```
    """

    code: ClassVar[str] = "T001"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"unknown theme `{self.name}`"

    def help(self) -> str:
        return did_you_mean(self.name, self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidTemplateSyntax(Problem):
    """A template is not valid Jinja.

    ```jinja themes/annals/home.html
    {% if edition %}
    ```
    ```right
    {% if edition %} => {% extends "layout.html" %}{% block main %}{{ frame.title }}{% endblock %}
    ```
    """

    code: ClassVar[str] = "T002"
    said: str

    def message(self) -> str:
        return f"syntax error in this template: {self.said}"

    def help(self) -> str:
        return "look for a tag that is not closed, here or above"


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateFailed(Problem):
    """A template uses something that its page does not have.

    A template sees the view of its page, the frame of all pages, and nothing else. A misspelt field
    is an error, never an empty value.

    ```jinja themes/annals/home.html
    {{ view.titel }}
    ```
    ```right
    {{ view.titel }} => {% extends "layout.html" %}{% block main %}{{ frame.title }}{% endblock %}
    ```
    """

    code: ClassVar[str] = "T003"
    said: str
    page: str

    def message(self) -> str:
        return f"this template fails on `{self.page}`: {self.said}"

    def help(self) -> str:
        return "look for a misspelt name in this line of the template"


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingTemplate(Problem):
    """A template refers to another template that the theme does not have.

    ```jinja themes/annals/home.html
    {% include "hoem.html" %}
    ```
    ```right themes/annals/home.html
    {% extends "layout.html" %}{% block main %}{{ frame.title }}{% endblock %}
    ```
    """

    code: ClassVar[str] = "T004"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"the theme has no template `{self.name}`"

    def help(self) -> str:
        return did_you_mean(self.name, self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownSigil(Problem):
    """A faction's sigil is not in the theme.

    ```yaml factions/vael.yaml
    name: Vael
    for: everyone
    colors: ["#7a1f2b", "#e8d8b0"]
    sigil: kee
    opening:
      actor: {name: The Vael}
      influence: {harbour: 1}
      resources: [{id: eyes, name: the Eyes, type: agents, strength: 1, sphere: harbour}]
    ```
    ```right
    kee => key
    ```
    """

    code: ClassVar[str] = "T005"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"the theme has no sigil `{self.name}`"

    def help(self) -> str:
        return did_you_mean(self.name, self.known, otherwise="choose one of " + _listed(self.known))


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingMessage(Problem):
    """A template uses a message that the theme does not have in this language.

    ```jinja themes/annals/home.html
    {{ t("home.titel") }}
    ```
    ```right themes/annals/home.html
    {% extends "layout.html" %}{% block main %}{{ t("home.street") }}{% endblock %}
    ```
    """

    code: ClassVar[str] = "T006"
    key: str
    language: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"the language `{self.language}` has no message `{self.key}`"

    def help(self) -> str:
        return did_you_mean(self.key, self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingMainContent(Problem):
    """A page of the theme has no `content` or no `title`.

    Sealed dossiers and the single-file dossier show pages in separate frames. For these, a
    template must set `content`, the HTML that it then shows in `<main>`, and `title`. The layout of
    the theme does so for all pages.

    ```jinja themes/annals/layout.html
    <!doctype html>
    <p>{{ frame.title }}</p>
    ```
    ```right themes/annals/layout.html
    {% set content %}{% block main %}{% endblock %}{% endset %}
    {% set title = frame.title %}
    <!doctype html>
    <title>{{ title }}</title>
    <main>{{ content }}</main>
    ```
    """

    code: ClassVar[str] = "T008"
    page: str

    def message(self) -> str:
        return f"the theme renders {self.page} without setting `content` and `title`"

    def help(self) -> str:
        return "set and show both, as `layout.html` does; dossiers are made from them"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownLanguage(Problem):
    """A campaign sets a language that its theme does not have.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    language: tlh
    rules: {seating: [vael, oru]}
    ```
    ```right
    tlh => de
    ```
    """

    code: ClassVar[str] = "T007"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"the theme has no language `{self.name}`"

    def help(self) -> str:
        return "choose one of " + _listed(self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingStaticFile(Problem):
    """A script or a style sheet of the theme names a file that the theme does not have.

    They name files of the same `static/` folder: scripts as `./name.js`, styles as
    `url("name.woff2")`.

    ```jinja themes/annals/static/reader.js
    import { opened } from "./seeled.js";
    ```
    ```right
    import { opened } from "./seeled.js"; => import { opened } from "./sealed.js";
    ```
    """

    code: ClassVar[str] = "T009"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"the theme has no file `{self.name}` in `static/`"

    def help(self) -> str:
        return did_you_mean(self.name, self.known, otherwise="choose one of " + _listed(self.known))


@dataclass(frozen=True, slots=True, kw_only=True)
class CircularScriptImport(Problem):
    """Scripts of the theme import each other in a cycle.

    The published name of a script contains a digest of its content, which includes the published
    names of its imports. In a cycle no name could be the first.

    ```jinja themes/annals/static/sealed.js
    import { forget } from "./memory.js";
    ```

    ```jinja themes/annals/static/memory.js
    import { normalised } from "./sealed.js";
    ```
    ```right themes/annals/static/text.js
    export const normalised = (text) => text.normalize("NFC");
    ```
    ```right
    import { normalised } from "./sealed.js"; => import { normalised } from "./text.js";
    ```
    """

    code: ClassVar[str] = "T010"
    visibility: tuple[str, ...]

    def message(self) -> str:
        return "these scripts import each other in a cycle: " + ", ".join(
            f"`{name}`" for name in self.visibility
        )

    def help(self) -> str:
        return "move what both need to a separate script"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownThemeParameter(Problem):
    """A campaign sets an unknown parameter of its theme.

    The parameters are listed in the theme's `theme.yaml`. The shipped themes have an accent colour
    for day, one for night, and the width of a column.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    look: {acent: "#14532d"}
    rules: {seating: [vael, oru]}
    ```
    ```right
    acent => accent
    ```
    """

    code: ClassVar[str] = "T011"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        if not self.name:
            return "expected a mapping of theme parameters"
        return f"the theme has no parameter `{self.name}`"

    def help(self) -> str:
        if not self.known:
            return "remove it: this theme has no parameters"
        return did_you_mean(self.name, self.known, otherwise="choose one of " + _listed(self.known))


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidThemeParameter(Problem):
    """A theme parameter has the wrong type or is out of range.

    Put colours in quotes, because `#` starts a comment in YAML. A length is a number, in `rem`.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    look: {accent: green}
    rules: {seating: [vael, oru]}
    ```
    ```right
    green => "#14532d"
    ```
    """

    code: ClassVar[str] = "T012"
    wanted: str

    def message(self) -> str:
        return f"expected {self.wanted}"

    def help(self) -> str:
        return "put it in quotes: `#` starts a comment" if "colour" in self.wanted else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LowContrastColor(Problem):
    """A text colour has too little contrast with its background.

    Text needs a contrast of 4.5 to 1 (WCAG 2.2, 1.4.3) with the page, and with the panels on it.
    Make the colour darker for day, lighter for night.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    look: {accent: "#d0a040"}
    rules: {seating: [vael, oru]}
    ```
    ```right
    #d0a040 => #14532d
    ```
    """

    code: ClassVar[str] = "T013"
    color: str
    ground: str
    found: float

    def message(self) -> str:
        # Truncated, not rounded: 4.49 is below 4.5.
        found = int(self.found * 10) / 10
        return f"`{self.color}` has a contrast of {found} to 1 with the background `{self.ground}`"

    def help(self) -> str:
        is_dark = int(self.ground[1:3], 16) < 128
        return f"text needs 4.5 to 1: choose a {'lighter' if is_dark else 'darker'} colour"


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingStylesheet(Problem):
    """A theme names a stylesheet that it does not have.

    Stylesheets are in the theme's `static/` folder or in that of `annals`, the base of every theme.

    ```yaml themes/annals/theme.yaml
    styles: [annals.css, onw.css]
    ```
    ```right
    , onw.css =>
    ```
    """

    code: ClassVar[str] = "T014"
    name: str

    def message(self) -> str:
        return f"the theme has no stylesheet `{self.name}`"

    def help(self) -> str:
        return "put the file in `static/`, or correct its name"


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidMessage(Problem):
    """A text in a theme's language file can't be filled in.

    Texts get values, whose names are in braces as in `{name}`: those that the same text of `annals`
    has in `lang/en.yaml`, and no others.

    ```yaml themes/annals/lang/en.yaml
    search: {most: "{n of the results"}
    ```
    ```right
    {n of => {n} of
    ```
    """

    code: ClassVar[str] = "T027"
    key: str
    detail: str

    def message(self) -> str:
        return f"the text `{self.key}` {self.detail}"

    def help(self) -> str:
        return "compare it with the same text in `lang/en.yaml` of the theme `annals`"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbiddenInTemplate(Problem):
    """A template does something that themes of a campaign may not do.

    A campaign and its theme may come from somebody else, so templates run in a sandbox: they can't
    reach the insides of values or call what isn't offered, and one page has limits of steps and of
    text. A loop or a macro without end is the usual reason.

    ```jinja themes/annals/home.html
    {{ "la " * 1000000000 }}
    ```
    ```right
    {{ "la " * 1000000000 }} => {% extends "layout.html" %}{% block main %}la{% endblock %}
    ```
    """

    code: ClassVar[str] = "T019"
    said: str

    def message(self) -> str:
        return f"a theme may not do this: {self.said}"

    def help(self) -> str:
        return "use the functions and fields that the reference of views lists"
