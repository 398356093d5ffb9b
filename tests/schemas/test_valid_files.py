"""What the loader takes, the schemas take: in every campaign that there is to try it on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest
from jsonschema import Draft202012Validator

from chronicle.cli.schema import SCHEMA_KINDS as OFFERED_KINDS
from chronicle.files.source import FileTree
from chronicle.load import read_tree
from chronicle.rules import RULESETS
from chronicle.schemas import multi_site_schemas, schemas_of
from chronicle.schemas.files import FILE_KINDS, file_kind_of
from tests.docs.campaigns import first_campaign, stages
from tests.properties.generators import sample
from tests.rules.lieutenants.rule_cases import all_cases as cases_of_lieutenants
from tests.rules.wwn.rule_cases import all_cases as cases_of_wwn
from tests.sample_campaigns import CHECKOUT, SAMPLES, SHELF
from tests.schemas.schema_validation import OFFERED, misfits, misfits_in, validators
from tests.small_campaign import SOUND, tree_of

STARTERS: Final = CHECKOUT / "chronicle" / "starters"
#: Pages that write out a whole campaign each.
PAGES: Final = ("docs/how-to/play-with-lieutenants.md", "docs/how-to/play-with-wwn.md")
FOLDERS: Final[Mapping[str, Path]] = {
    **SAMPLES,
    **{f"starter {id}": STARTERS / id for id in RULESETS},
}


def tree(files: Mapping[str, str]) -> FileTree:
    return FileTree("", {path: text.encode() for path, text in files.items()})


@pytest.mark.parametrize("name", sorted(FOLDERS))
def test_samples_and_starters_match_their_schemas(name: str) -> None:
    assert list(misfits(read_tree(FOLDERS[name], name))) == []


@pytest.mark.parametrize("id", sorted(RULESETS))
def test_generated_campaigns_match_their_schemas(id: str) -> None:
    for seed in range(2, 4):
        assert list(misfits(tree(sample(id, seed).files()))) == [], seed


@pytest.mark.parametrize("ruleset", ["lieutenants", "wwn"])
def test_rule_cases_match_their_schemas(ruleset: str) -> None:
    """Schemas are drawn once for each map with its factions, and a text is tried once with them."""
    drawn: dict[str, dict[str, Draft202012Validator]] = {}
    tried: set[tuple[str, str, str]] = set()
    for case in cases_of_lieutenants() if ruleset == "lieutenants" else cases_of_wwn():
        name = repr((case.files["places.yaml"], sorted(case.files)))
        if name not in drawn:
            drawn[name] = validators(schemas_of(tree_of({}, over=case.files), OFFERED))
        files = [*case.files.items(), *(("turns/001.yaml", turn) for turn in case.turns)]
        for path, text in files:
            if (name, path, text) not in tried and path.endswith(".yaml"):
                tried.add((name, path, text))
                alone = FileTree("", {path: text.encode()})
                found = list(misfits_in(alone, path, drawn[name][file_kind_of(path)]))
                assert found == [], (case.id, path)


def test_documented_campaigns_match_their_schemas() -> None:
    assert list(misfits(tree(first_campaign()))) == []
    for page in PAGES:
        assert list(misfits(tree(list(stages(page))[-1].files))) == []


def test_a_multi_site_file_matches_its_schema() -> None:
    validator = Draft202012Validator(multi_site_schemas({})["shelf"])
    shelf = FileTree("", {"shelf.yaml": (SHELF / "shelf.yaml").read_bytes()})
    assert list(misfits_in(shelf, "shelf.yaml", validator)) == []


@pytest.mark.parametrize("id", [*sorted(RULESETS), "no-such-rules"])
def test_every_schema_is_valid_json_schema(id: str) -> None:
    head = SOUND["campaign.yaml"].replace("shadow", id)
    for schema in schemas_of(tree_of({"campaign.yaml": head}), {}).values():
        Draft202012Validator.check_schema(schema)
        assert '"x-' not in str(schema), "a mark is left"


def test_an_unreadable_campaign_still_has_schemas() -> None:
    broken = {"campaign.yaml": "title: [", "places.yaml": "\t", "turns/001.yaml": "turn: one"}
    schemas = schemas_of(tree_of(broken), {})
    assert set(schemas) == set(FILE_KINDS) - {"shelf"}
    assert schemas["turn"]["$defs"]["known-faction"] == {"enum": ["oru", "vael"]}


def test_the_command_offers_every_kind() -> None:
    assert set(OFFERED_KINDS) == set(FILE_KINDS)
