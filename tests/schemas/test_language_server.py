"""What the YAML language server underlines and suggests in an editor.

The program's own files are clean, and the names of the campaign are suggested and nothing else.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from ruamel.yaml import YAML

from chronicle.authoring.turn_file import new_turn_file
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import read_tree
from chronicle.load.time_zones import time_zone_names
from chronicle.pipeline import resolve_campaign
from chronicle.rules import RULESETS
from chronicle.schemas import schema_files, schemas_of
from chronicle.schemas.files import file_kind_of
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.sample_campaigns import CHECKOUT, SAMPLES
from tests.schemas.language_server import CURSOR, LanguageServer, running_server
from tests.schemas.schema_validation import OFFERED
from tools import npm_programs

pytestmark = pytest.mark.skipif(
    not npm_programs.are_installed(), reason="`make npm` installs the language server"
)

STARTERS: Final = CHECKOUT / "chronicle" / "starters"
AUDIENCES: Final = {"everyone", "factions", "gm"}


@pytest.fixture(scope="module")
def server() -> Iterator[LanguageServer]:
    """One process for all files."""
    with running_server() as started:
        yield started


@pytest.fixture(scope="module")
def starters(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """A folder for each ruleset with the schemas of its starter in it."""
    folder = tmp_path_factory.mktemp("starters")
    for id in RULESETS:
        write_schemas(folder / id, read_tree(STARTERS / id, id))
    return {id: folder / id for id in RULESETS}


def write_schemas(folder: Path, tree: FileTree) -> None:
    for path, text in schema_files(schemas_of(tree, OFFERED)).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text)


def named(kind: str, path: str, text: str) -> str:
    """The text of a file in which the first line names its schema, as in the docs."""
    up = "../" * path.count("/")
    return f"# yaml-language-server: $schema={up}.chronicle/{kind}.schema.json\n{text}"


def texts_of(tree: FileTree) -> dict[str, tuple[str, str]]:
    """The YAML files of a campaign that have a schema, and front matter: kind and text by path."""
    found = {}
    for path, content in tree.files.items():
        if isinstance(content, bytes) and (kind := file_kind_of(path)):
            text = content.decode()
            if path.endswith(".md"):
                found[f"{path}.yaml"] = (kind, text.split("---\n")[1])
            else:
                found[path] = (kind, text)
    return found


def with_next_turn(tree: FileTree) -> FileTree:
    """A campaign with the file that `turn new` writes."""
    played = resolve_campaign(tree, Report())
    assert played is not None
    path, text = new_turn_file(played)
    return FileTree(tree.name, {**tree.files, path: text.encode()})


def test_nothing_is_underlined_in_samples_starters_and_new_turns(
    server: LanguageServer, tmp_path: Path
) -> None:
    trees = {
        **{id: read_tree(folder, id) for id, folder in SAMPLES.items()},
        **{f"start-{id}": with_next_turn(read_tree(STARTERS / id, id)) for id in RULESETS},
    }
    opened = {}
    for name, tree in trees.items():
        write_schemas(tmp_path / name, tree)
        for path, (kind, text) in texts_of(tree).items():
            server.open(tmp_path / name / path, named(kind, path, text))
            opened[tmp_path / name / path] = f"{name}/{path}"
    found = {shown: server.mistakes(path) for path, shown in opened.items()}
    assert {shown: mistakes for shown, mistakes in found.items() if mistakes} == {}
    assert {"start-wwn/turns/002.yaml", "vaime/people/saint-orrel.md.yaml"} & set(found)


#: Values that the loader takes, and values that it refuses at the same line, which is the last.
TAKEN: Final = (
    ("turn", "turn: 1.0\n"),
    ("turn", "turn: 1\norders:\n"),
    ("turn", "turn: 1\norders:\n  vael:\n"),
    ("turn", "turn: 1\nrumors: [{text: A., heard_by: gm, truth: true, where: }]\n"),
    (
        "turn",
        "turn: 1\norders: {vael: {actions: [{id: a, order: A., roll: 2d6, modifiers: {3: +1}}]}}\n",
    ),
    ("turn", "turn: 1\norders: {vael: {actions: [{id: a, order: A., change: {crowns: 2.0}}]}}\n"),
    ("turn", "turn: 1\nrumors: [{text: A., heard_by: gm, truth: True}]\n"),
    ("campaign", FREEFORM["campaign.yaml"] + "next: {zone: Europe/Berlin, deadline: }\n"),
    ("campaign", FREEFORM["campaign.yaml"] + "look:\nstories:\n"),
)
REFUSED: Final = (
    ("turn", "turn: 1.5\n"),
    ("turn", "turn: '1'\n"),
    ("turn", "turn: 1\nrumors: [{text: A., heard_by: gm, truth: True-ish}]\n"),
    ("turn", "turn: 1\norders: {vale: }\n"),
    ("turn", "turn: 1\norders: {vael: {actions: [{id: a, order: A., change: {crown: 2}}]}}\n"),
    ("turn", "turn: 1\norders: {vael: {actions: [{id: a, order: A., modifiers: {3: 1.5}}]}}\n"),
    ("campaign", FREEFORM["campaign.yaml"] + "next: {zone: Europe/Berlin, deadline: 9:00}\n"),
    ("campaign", FREEFORM["campaign.yaml"] + "next: {zone: MEZ}\n"),
)


@pytest.mark.parametrize(
    ("kind", "text", "lines"),
    [
        *((kind, text, []) for kind, text in TAKEN),
        *((kind, text, [text.count("\n")]) for kind, text in REFUSED),
    ],
)
def test_what_is_underlined_is_what_the_loader_refuses(
    server: LanguageServer, tmp_path: Path, kind: str, text: str, lines: list[int]
) -> None:
    path = "turns/001.yaml" if kind == "turn" else "campaign.yaml"
    tree = FileTree("", {path: text.encode() for path, text in {**FREEFORM, path: text}.items()})
    report = Report()
    resolve_campaign(tree, report)
    at = [it.at.line for it in report.findings if it.severity == "error" and it.at is not None]
    assert sorted(set(at)) == lines
    write_schemas(tmp_path, tree)
    server.open(tmp_path / path, named(kind, path, text))
    # One line further down, below the name of the schema.
    assert sorted({line - 1 for line, _ in server.mistakes(tmp_path / path)}) == lines


# ── What is suggested ────────────────────────────────────────────────────────────────────────────


def plain(ruleset: str, path: str) -> Any:
    """A file of a starter as plain values."""
    text = (STARTERS / ruleset / path).read_text(encoding="utf-8")
    return YAML(typ="safe", pure=True).load(io.StringIO(text))


def files(ruleset: str, folder: str) -> set[str]:
    """The things that have a file each in a folder of a starter."""
    return {path.stem for path in (STARTERS / ruleset / folder).iterdir()}


def places(ruleset: str) -> set[str]:
    return set(plain(ruleset, "places.yaml")["places"])


def owned(ruleset: str, key: str) -> set[str]:
    """What the factions of a starter begin with, of one sort."""
    openings = [
        plain(ruleset, f"factions/{id}.yaml")["opening"] for id in files(ruleset, "factions")
    ]
    return {one["id"] for opening in openings for one in opening.get(key, ())}


def counters() -> set[str]:
    """All counters of the starter of `freeform`, as an order names them.

    Each faction has apples and goodwill, the orchard has the harvest, the campaign has the door.
    """
    rules = plain("freeform", "campaign.yaml")["rules"]
    assert {**rules["counters"], **rules["clocks"]}.keys() == COUNTERS
    each = {f"{id}/{it}" for id in files("freeform", "factions") for it in ("apples", "goodwill")}
    return each | {"orchard/harvest", "door"}


COUNTERS: Final = {"apples", "goodwill", "harvest", "door"}
FACTIONS: Final = files("freeform", "factions")
#: The Press buys the Bailiffs in turn 1.
ASSETS: Final = {*owned("wwn", "assets"), "bailiffs"}
ORDERS: Final = "turn: 3\norders:\n  press:\n"
ACTIONS: Final = f"{ORDERS}    actions:\n      - "
#: Ruleset, kind of file, text with the cursor, and all that must be suggested there.
PLACES: Final[tuple[tuple[str, str, str, set[str]], ...]] = (
    ("freeform", "turn", "turn: 3\nstate: ^\n", {"open", "played"}),
    ("freeform", "turn", "turn: 3\ndice: ^\n", {"computed", "ask"}),
    ("freeform", "turn", "turn: 3\norders:\n  ^\n", FACTIONS),
    ("freeform", "turn", "turn: 3\nnews:\n  - for: ^\n", AUDIENCES | FACTIONS),
    ("freeform", "turn", "turn: 3\nnews:\n  - for: [gm, b^]\n", AUDIENCES | FACTIONS),
    ("freeform", "turn", "turn: 3\nreveals:\n  - faction: ^\n", FACTIONS),
    ("freeform", "turn", "turn: 3\nreveals:\n  - person: ^\n", files("freeform", "people")),
    ("freeform", "turn", "turn: 3\nrumors:\n  - truth: ^\n", {"true", "distorted", "false"}),
    ("freeform", "turn", "turn: 3\nrumors:\n  - where: ^\n", places("freeform")),
    (
        "freeform",
        "turn",
        f"{ACTIONS}change:\n          ^\n",
        counters() | {"apples", "goodwill"},
    ),
    ("freeform", "turn", f"{ACTIONS}change: {{a^}}\n", counters() | {"apples", "goodwill"}),
    ("freeform", "turn", "turn: 3\nadjustments:\n  - change:\n      ^\n", counters()),
    ("freeform", "campaign", "ruleset: ^\n", set(RULESETS)),
    ("freeform", "campaign", "next:\n  zone: ^\n", set(time_zone_names())),
    ("freeform", "campaign", "players:\n  ada: ^\n", FACTIONS),
    ("freeform", "faction", "opening:\n  counters:\n    ^\n", COUNTERS),
    ("wwn", "turn", f"{ORDERS}    attack:\n      - against: ^\n", files("wwn", "factions")),
    ("wwn", "turn", f"{ORDERS}    attack:\n      - asset: ^\n", ASSETS),
    ("wwn", "turn", f"{ORDERS}    move:\n      - to: ^\n", places("wwn")),
    ("lieutenants", "turn", f"{ACTIONS}lieutenant: ^\n", owned("lieutenants", "lieutenants")),
    ("lieutenants", "turn", f"{ACTIONS}at: ^\n", places("lieutenants")),
    ("lieutenants", "turn", f"{ACTIONS}units:\n          - ^\n", owned("lieutenants", "units")),
    ("shadow", "turn", f"{ORDERS}    place:\n      ^\n", owned("shadow", "resources")),
    ("shadow", "turn", f"{ORDERS}    place:\n      swarm: ^\n", places("shadow") | {"reserve"}),
)


@pytest.mark.parametrize(("ruleset", "kind", "marked", "wanted"), PLACES)
def test_the_names_of_the_campaign_are_suggested_and_nothing_else(
    server: LanguageServer,
    starters: Mapping[str, Path],
    ruleset: str,
    kind: str,
    marked: str,
    wanted: set[str],
) -> None:
    assert CURSOR in marked
    path = starters[ruleset] / f"{PLACES.index((ruleset, kind, marked, wanted))}.yaml"
    found = server.suggestions(path, named(kind, "", marked))
    assert set(found) == wanted
    assert len(found) == len(wanted)
