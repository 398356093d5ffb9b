"""The schemas at the command line: written, printed, kept true, and asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chronicle.schemas import SCHEMA_FOLDER
from tests.cli.command_runner import CREEP, lay, run
from tests.schemas.schema_validation import validators
from tests.small_campaign import SOUND

KINDS = ("campaign", "places", "map", "faction", "turn", "page", "entity")


def stamps(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in (folder / SCHEMA_FOLDER).iterdir()}


def factions_in(folder: Path) -> list[str]:
    read = json.loads((folder / SCHEMA_FOLDER / "turn.schema.json").read_text(encoding="utf-8"))
    listed: list[str] = read["$defs"]["known-faction"]["enum"]
    return listed


def test_the_schemas_of_a_campaign_are_written_once(here: Path) -> None:
    content = here / "content"
    ran = run("schema")
    assert (ran.code, ran.out) == (0, "")
    assert set(ran.err.splitlines()) == {
        f"written: content/{SCHEMA_FOLDER}/{kind}.schema.json" for kind in KINDS
    }
    first = stamps(content)
    again = run("schema")
    assert (again.code, again.out) == (0, "")
    assert again.err == "the schemas are up to date; nothing written\n"
    assert stamps(content) == first


def test_a_build_updates_existing_schemas_only(built: Path) -> None:
    content = built / "content"
    assert not (content / SCHEMA_FOLDER).exists(), "nobody has asked for schemas"
    run("schema")
    first = stamps(content)
    lay(content, {"turns/001.yaml": CREEP.replace("They creep", "They crawl")})
    assert run("build").code == 0
    assert stamps(content) == first, "what is as it should be is left alone"
    kell = SOUND["factions/oru.yaml"].replace("Oru", "Kell").replace("giants", "dwarfs")
    (content / "factions" / "kell.yaml").write_text(kell, encoding="utf-8")
    assert run("build").code == 1, "the new power has no seat yet"
    assert factions_in(content) == ["kell", "oru", "vael"]


def test_a_campaign_with_mistakes_has_schemas_too(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": "turn: one\n", "campaign.yaml": "title: [\n"})
    assert run("schema").code == 0
    assert factions_in(here / "content") == ["oru", "vael"]


def test_printing_a_schema_writes_nothing(here: Path) -> None:
    ran = run("schema", "--stdout", "faction")
    assert (ran.code, ran.err) == (0, "")
    assert not (here / "content" / SCHEMA_FOLDER).exists()
    schema = json.loads(ran.out)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["properties"]["motto"]["description"] == "A few words"
    # The charges of the theme are offered, and an own charge is allowed.
    offered = schema["$defs"]["any-sigil"]["anyOf"]
    assert "lantern" in offered[0]["enum"]
    power = {"name": "A", "for": "gm", "colors": ["#000000", "#ffffff"], "sigil": "of-mine"}
    validator = validators({"faction": schema})["faction"]
    assert validator.is_valid(power)
    assert not validator.is_valid({**power, "for": "nobody"})


def test_each_campaign_of_a_multi_site_has_its_own_schemas(here: Path) -> None:
    (here / "content").rename(here / "crowns")
    (here / "content").mkdir()
    (here / "crowns").rename(here / "content" / "crowns")
    assert run("schema").code == 0
    assert list(stamps(here / "content")) == ["shelf.schema.json"]
    assert set(stamps(here / "content" / "crowns")) == {f"{kind}.schema.json" for kind in KINDS}
    assert run("check").code == 0, "what is hidden is no stray file"
    assert json.loads(run("schema", "--stdout", "shelf").out)["properties"]["tagline"]
    assert run("schema", "--stdout", "turn").code == 2
    assert run("schema", "content/crowns", "--stdout", "turn").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nowhere",), "folder nowhere not found"),
        (("content/campaign.yaml",), "is a file"),
        (("--stdout", "trun"), "trun"),
        (("--stdout", "shelf"), "give the folder of several campaigns"),
    ],
)
def test_a_folder_without_a_campaign_has_no_schemas(
    here: Path, words: tuple[str, ...], said: str
) -> None:
    ran = run("schema", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert here.is_dir()


def test_a_schema_that_can_not_be_written_is_a_finding(built: Path) -> None:
    (built / "content" / SCHEMA_FOLDER).write_text(
        "a file where a folder should be", encoding="utf-8"
    )
    ran = run("schema")
    assert (ran.code, ran.out) == (1, "")
    assert SCHEMA_FOLDER in ran.err
    assert run("build").code == 0, "a site is built all the same"
