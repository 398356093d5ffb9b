"""What the docs say about the project itself: its modules, seam, rules, libraries and versions."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import distribution
from typing import Final

import pytest

from chronicle import __version__
from chronicle.rules import RULESETS
from chronicle.rules.protocol import Ruleset
from tests.architecture.test_imports import FLOORS
from tests.docs.pages import ROOT, bare, headings, is_page, links, page_at, sections, tokens

ARCHITECTURE = "docs/explanation/architecture.md"
LICENCES = "docs/licences.md"
#: The name of a licence in a package's own words, where it has no identifier.
OTHERWISE = {
    "Apache-2.0": ("Apache Software License", "Apache 2.0"),
    "BSD-3-Clause": ("BSD License",),
    "GPL-3.0": ("GNU GPL v3",),
    "MIT": ("MIT License",),
}
AT_RUN_TIME, FOR_TESTS = "Libraries at run time", "Libraries for tests and packing"


def project() -> dict[str, object]:
    found = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert isinstance(found, dict)
    return found


def names(requirements: object) -> set[str]:
    assert isinstance(requirements, list)
    return {re.split(r"[><=~!\[; ]", str(line))[0].casefold() for line in requirements}


def test_the_architecture_lists_every_package_with_its_floor() -> None:
    rows = sections(ARCHITECTURE)["The packages"].rows
    assert len(rows) <= 22
    listed = [(name, int(row[1])) for row in rows for name in re.findall(r"`(\w+)`", row[0])]
    assert sorted(listed) == sorted(FLOORS.items())


def test_the_architecture_names_every_function_of_a_ruleset() -> None:
    functions = {
        name
        for name, value in vars(Ruleset).items()
        if not name.startswith("_") and callable(value)
    }
    text = (ROOT / ARCHITECTURE).read_text(encoding="utf-8")
    section = text.partition("## Rulesets\n")[2].partition("\n## ")[0]
    lists = re.findall(r"\((`\w+`(?:,\s`\w+`)+)\)", section)
    assert {name for names in lists for name in re.findall(r"\w+", names)} == functions


#: How a rule is stated: by a heading, or in bold where a paragraph or an entry of a list begins.
_HEADED: Final = re.compile(r"(?P<id>[A-Z][A-Z0-9-]+): ")
_BOLD: Final = re.compile(
    r"\*\*(?P<id>[A-Z]-[A-Z0-9-]+)( · [^*]+)?\*\*( ·)?(?P<said>.*)", re.DOTALL
)


def stated(ruleset: str) -> list[tuple[str, str]]:
    """Every rule that a ruleset's page states, in order, with the words that follow its id."""
    listed = tokens(f"docs/rulesets/{ruleset}.md")
    found: list[tuple[str, str]] = []
    for index, token in enumerate(listed):
        if token.type != "inline":
            continue
        if listed[index - 1].type == "heading_open":
            headed = _HEADED.match(token.content)
            if headed:
                below = (later.content for later in listed[index + 1 :] if later.content)
                found.append((headed["id"], next(below)))
        elif listed[index - 1].type == "paragraph_open":
            bold = _BOLD.match(token.content)
            if bold:
                found.append((bold["id"], bold["said"]))
    return found


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_rule_is_stated_under_its_id_once_and_in_order(ruleset: str) -> None:
    assert [id for id, _ in stated(ruleset)] == list(RULESETS[ruleset].rules)


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_rule_says_something_under_its_id(ruleset: str) -> None:
    assert [id for id, said in stated(ruleset) if len(said.strip()) < 20] == []


#: Where every ruleset has its own page, and which pages lead there.
OWN_PAGES: Final = {
    "docs/rulesets/{}.md": ("README.md", "docs/README.md"),
    "docs/reference/content-{}.md": ("docs/README.md", "docs/reference/content.md"),
    "docs/reference/turns-json-{}.md": ("docs/reference/turns-json.md",),
}


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
@pytest.mark.parametrize("page", OWN_PAGES)
def test_every_ruleset_has_its_pages_and_they_are_linked(page: str, ruleset: str) -> None:
    wanted = page.format(ruleset)
    assert is_page(wanted)
    for leading in OWN_PAGES[page]:
        found = {page_at(link) for link in links(leading) if "://" not in link.target}
        assert wanted in found


def test_every_list_of_rulesets_is_complete() -> None:
    assert set(sections(LICENCES)["Rules"].column()) == set(RULESETS)
    glossary = sections("docs/reference/glossary.md")["Glossary"].rows
    said = next(row for row in glossary if row[0] == "ruleset")
    keys = sections("docs/reference/content.md")["`campaign.yaml`"].terms
    field = next(row for row in keys if row[0].startswith("**`ruleset: "))
    table = "".join(row[0] for row in sections("README.md")["Which rules"].rows)
    for words in (said[1], field[1], table):
        assert set(re.findall(r"`([a-z]+)`", words)) == set(RULESETS)


#: A rule in a register, above or before its readings.
_READ: Final = re.compile(r"^- `([A-Z]-[A-Z0-9-]+)`", re.MULTILINE)


#: Rulesets with a source that leaves something open; `freeform` has none.
@pytest.mark.parametrize("ruleset", sorted(set(RULESETS) - {"freeform"}))
def test_every_rule_interpretation_cites_an_existing_rule(ruleset: str) -> None:
    text = (ROOT / f"docs/rulesets/{ruleset}.md").read_text(encoding="utf-8")
    cited = _READ.findall(text.partition("\n## Register of readings\n")[2])
    assert len(cited) >= 10
    assert len(set(cited)) == len(cited)
    assert set(cited) <= set(RULESETS[ruleset].rules)


def test_the_licences_list_the_libraries_that_are_declared() -> None:
    declared = project()
    extras = declared["optional-dependencies"]
    assert isinstance(extras, dict)
    listed = sections(LICENCES)
    assert set(listed[AT_RUN_TIME].column()) == names(declared["dependencies"])
    assert set(listed[FOR_TESTS].column()) == names(extras["dev"])


@pytest.mark.parametrize(
    "row",
    [row for title in (AT_RUN_TIME, FOR_TESTS) for row in sections(LICENCES)[title].rows],
    ids=lambda row: row[0],
)
def test_a_library_has_the_licence_that_is_listed(row: tuple[str, ...]) -> None:
    found = distribution(bare(row[0]))
    said = [
        words
        for field in ("License-Expression", "License", "Classifier")
        for words in found.metadata.get_all(field, [])
        if field != "Classifier" or words.startswith("License")
    ]
    # A package that doesn't say it of itself has the licence's text with it.
    texts = [file for file in found.files or () if file.name == "LICENSE"]
    said = said or [file.read_text(encoding="utf-8") for file in texts]
    licence = row[1].partition(";")[0]
    words = "|".join(re.escape(word) for word in (licence, *OTHERWISE.get(licence, ())))
    # The text of the MIT licence doesn't say its own name.
    nameless = {"MIT": "Permission is hereby granted, free of charge"}.get(licence, licence)
    assert re.search(rf"\b({words}|{nameless})\b", "\n".join(said))


#: Words of one printed page.
ONE_PAGE: Final = 500


def test_the_changelog_of_an_unreleased_program_is_one_page_about_this_version() -> None:
    titles = [heading for heading in headings("CHANGELOG.md") if heading.startswith("[")]
    assert titles == [f"[{__version__}] - not yet released"]
    assert len((ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split()) <= ONE_PAGE


def test_the_changelog_names_every_ruleset() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`([a-z]+)` \(", text)) == set(RULESETS)
