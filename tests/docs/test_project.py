"""What the docs say about the project itself: its modules, seam, rules, libraries and versions."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import distribution

import pytest

from chronicle import __version__
from chronicle.rules import RULESETS
from chronicle.rules.system import RuleSystem
from tests.docs.pages import ROOT, bare, headings, sections, tokens

ARCHITECTURE = "docs/explanation/architecture.md"
LICENCES = "docs/licences.md"
#: How a licence is named in a package's own words, where there is no identifier.
OTHERWISE = {"BSD-3-Clause": "BSD License", "MIT": "MIT License"}
AT_RUN_TIME, FOR_TESTS = "Libraries at run time", "Libraries for tests and packing"


def project() -> dict[str, object]:
    found = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert isinstance(found, dict)
    return found


def names(requirements: object) -> set[str]:
    assert isinstance(requirements, list)
    return {re.split(r"[><=~!\[; ]", str(line))[0].casefold() for line in requirements}


def test_the_architecture_names_every_module() -> None:
    package = ROOT / "chronicle"
    modules = {path.stem for path in package.glob("*.py") if not path.stem.startswith("__")}
    modules |= {path.parent.name for path in package.glob("*/__init__.py")}
    assert set(sections(ARCHITECTURE)["The modules"].column()) == modules


def test_the_architecture_names_every_function_of_the_seam() -> None:
    functions = {
        name
        for name, value in vars(RuleSystem).items()
        if not name.startswith("_") and callable(value)
    }
    assert set(sections(ARCHITECTURE)["The seam for rulesets"].column()) == functions


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_rule_is_stated_under_its_id_once_and_in_order(ruleset: str) -> None:
    page = f"docs/rulesets/{ruleset}.md"
    told = [heading.split(" · ")[0] for heading in headings(page) if " · " in heading]
    assert told == list(RULESETS[ruleset].rules)


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_rule_says_something_under_its_heading(ruleset: str) -> None:
    listed = tokens(f"docs/rulesets/{ruleset}.md")
    for index, token in enumerate(listed):
        if token.type == "heading_close" and " · " in listed[index - 1].content:
            assert listed[index + 1].type in ("paragraph_open", "bullet_list_open")


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_reading_is_of_a_rule_there_is(ruleset: str) -> None:
    readings = sections(f"docs/rulesets/{ruleset}.md")["Register of readings"]
    assert len(readings.rows) >= 10
    assert set(readings.column()) <= set(RULESETS[ruleset].rules)


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
    words = "|".join(re.escape(word) for word in (licence, OTHERWISE.get(licence, licence)))
    assert re.search(rf"\b({words})\b", "\n".join(said))


def test_the_changelog_begins_with_what_is_to_come_and_knows_this_version() -> None:
    titles = [heading for heading in headings("CHANGELOG.md") if heading.startswith("[")]
    assert titles[0] == "[Unreleased]"
    assert f"[{__version__}]" in titles[1]
