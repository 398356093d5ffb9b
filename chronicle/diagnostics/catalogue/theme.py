"""What can be wrong with a theme: its folder, templates and catalogues."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem, did_you_mean


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownTheme(Problem):
    """A campaign asks for a theme that is not there.

    Themes come with chronicle, or stand in a folder `themes/` inside the campaign.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    theme: anals
    rules: {seating: [vael, oru]}
    ```
    """

    code: ClassVar[str] = "T001"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"there is no theme `{self.name}`"

    def help(self) -> str:
        return did_you_mean(self.name, self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidTemplateSyntax(Problem):
    """A template is not well-formed Jinja.

    ```jinja themes/annals/home.html
    {% if edition %}
    ```
    """

    code: ClassVar[str] = "T002"
    said: str

    def message(self) -> str:
        return f"this template can't be read: {self.said}"

    def help(self) -> str:
        return "look for a tag that is not closed, here or above"


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateFailed(Problem):
    """A template uses something that its page does not have.

    Templates see the records of one audience's edition and nothing else; a misspelt field is an
    error, never an empty space.

    ```jinja themes/annals/home.html
    {{ edition.titel }}
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
    """A template asks for another that the theme does not have.

    ```jinja themes/annals/home.html
    {% include "hoem.html" %}
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
    """A faction bears a sigil that the theme can't draw.

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
    """

    code: ClassVar[str] = "T005"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"the theme has no sigil `{self.name}`"

    def help(self) -> str:
        return did_you_mean(self.name, self.known, otherwise="it draws " + _listed(self.known))


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingMessage(Problem):
    """A template asks for words that the theme's catalogue does not have in this language.

    ```jinja themes/annals/home.html
    {{ t("home.titel") }}
    ```
    """

    code: ClassVar[str] = "T006"
    key: str
    language: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"the catalogue `{self.language}` has no words for `{self.key}`"

    def help(self) -> str:
        return did_you_mean(self.key, self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingMainContent(Problem):
    """A page that a theme draws lacks the parts that dossiers are made of.

    Sealed dossiers and the dossier in one file show what stands in a page's `<main>` under the
    words of its `<title>`. A theme may put anything round them and has to keep both.

    ```jinja themes/annals/layout.html
    <!doctype html>
    <p>{{ edition.title }}</p>
    ```
    """

    code: ClassVar[str] = "T008"
    page: str

    def message(self) -> str:
        return f"the theme draws {self.page} without `<main>` or `<title>`"

    def help(self) -> str:
        return "keep one of each in the layout; dossiers are made of them"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownLanguage(Problem):
    """A campaign asks for a language that its theme has no catalogue for.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    language: tlh
    rules: {seating: [vael, oru]}
    ```
    """

    code: ClassVar[str] = "T007"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"the theme does not speak `{self.name}`"

    def help(self) -> str:
        return "it speaks " + _listed(self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingScript(Problem):
    """A script of a theme imports another that the theme does not have.

    A script imports what lies beside it in `static/`, by a name that begins with `./`.

    ```jinja themes/annals/static/reader.js
    import { opened } from "./seeled.js";
    ```
    """

    code: ClassVar[str] = "T009"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"the theme has no script `{self.name}`"

    def help(self) -> str:
        return did_you_mean(self.name, self.known, otherwise="it has " + _listed(self.known))


@dataclass(frozen=True, slots=True, kw_only=True)
class CircularScriptImport(Problem):
    """Scripts of a theme import each other in a circle.

    A script is published under a name that is made of what it holds, the names of what it imports
    among it; in a circle no name could be the first.

    ```jinja themes/annals/static/sealed.js
    import { forget } from "./memory.js";
    ```

    ```jinja themes/annals/static/memory.js
    import { normalised } from "./sealed.js";
    ```
    """

    code: ClassVar[str] = "T010"
    circle: tuple[str, ...]

    def message(self) -> str:
        return "these scripts import each other in a circle: " + ", ".join(
            f"`{name}`" for name in self.circle
        )

    def help(self) -> str:
        return "move what both need into a script of its own"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownThemeParameter(Problem):
    """A campaign sets something of its theme that the theme does not let be set.

    What can be set stands in the theme's `theme.yaml`; the shipped ones take an accent colour for
    the day and one for the night, and the width of a column.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    look: {acent: "#14532d"}
    rules: {seating: [vael, oru]}
    ```
    """

    code: ClassVar[str] = "T011"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        if not self.name:
            return "a mapping is expected here, of what the theme lets be set"
        return f"the theme lets nothing be set as `{self.name}`"

    def help(self) -> str:
        if not self.known:
            return "it has no parameters"
        return did_you_mean(self.name, self.known, otherwise="it takes " + _listed(self.known))


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidThemeParameter(Problem):
    """What a campaign sets of its theme is of the wrong kind, or too much or too little.

    A colour stands in quotes, for `#` begins a comment otherwise. A length is a number, of a
    letter's size.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    look: {accent: green}
    rules: {seating: [vael, oru]}
    ```
    """

    code: ClassVar[str] = "T012"
    wanted: str

    def message(self) -> str:
        return f"{self.wanted} is expected here"

    def help(self) -> str:
        return "put it in quotes: `#` begins a comment" if "colour" in self.wanted else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LowContrastColor(Problem):
    """A colour that words are written in can't be read well on the ground behind them.

    Words need a contrast of 4.5 to 1 (WCAG 2.2, 1.4.3) with the page, and with the sheets that lie
    on it. By day make the colour darker, by night lighter.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    look: {accent: "#d0a040"}
    rules: {seating: [vael, oru]}
    ```
    """

    code: ClassVar[str] = "T013"
    color: str
    ground: str
    found: float

    def message(self) -> str:
        # Cut and not rounded: 4.49 is no 4.5.
        found = int(self.found * 10) / 10
        return f"`{self.color}` has a contrast of {found} to 1 with the ground `{self.ground}`"

    def help(self) -> str:
        is_dark = int(self.ground[1:3], 16) < 128
        return f"words need 4.5 to 1: take a {'lighter' if is_dark else 'darker'} colour"


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingStylesheet(Problem):
    """A theme names a stylesheet that it does not have.

    Stylesheets lie in the theme's `static/`, or in that of `annals`, which lies below every theme.

    ```yaml themes/annals/theme.yaml
    styles: [annals.css, onw.css]
    ```
    """

    code: ClassVar[str] = "T014"
    name: str

    def message(self) -> str:
        return f"the theme has no stylesheet `{self.name}`"

    def help(self) -> str:
        return "put the file into `static/`, or mend its name"
