"""Who may import whom: the design as a law over the source."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

PACKAGE: Final = Path(__file__).resolve().parents[2] / "chronicle"
#: The floor of each package and module at the top of the tree: imports point to lower floors only.
FLOORS: Final = {
    "cli": 14,
    "serve": 13,
    "authoring": 12,
    "pipeline": 11,
    "seal": 10,
    "starters": 10,
    "proposals": 9,
    "render": 9,
    "publish": 9,
    "schemas": 9,
    "outline": 8,
    "load": 8,
    "lint": 8,
    "project": 7,
    "leaks": 7,
    "play": 6,
    "rules": 5,
    "model": 4,
    "yaml": 3,
    "cache": 2,
    "diagnostics": 1,
    "files": 0,
    "markup": 0,
    "workers": 0,
    "records": -1,
}
#: What a package may import of a stage below it: the records it works on, not the stage itself.
RECORDS: Final = {
    ("outline", "project"): ("project.edition",),
    ("render", "project"): ("project.edition", "project.access_report"),
    ("render", "load"): ("load.multi_site",),
    ("seal", "project"): ("project.edition",),
    ("leaks", "play"): ("play.history",),
    # The texts of a campaign with their readers; the gate itself is none of its concern.
    ("lint", "leaks"): ("leaks.authored_texts", "leaks.campaign_texts", "leaks.words"),
    ("lint", "project"): (),
    ("project", "play"): ("play.history",),
    ("load", "project"): ("project.disclosure",),
    ("load", "play"): (),
    ("outline", "play"): (),
    ("outline", "rules"): ("rules.protocol", "rules.order_form"),
    # Orders that a form allows, and their text.
    ("proposals", "outline"): ("outline.order_stubs",),
    ("proposals", "rules"): ("rules.protocol", "rules.order_form", "rules.values"),
    ("render", "play"): (),
    # Pages and their views are made there; to render is to read them.
    ("render", "outline.pages"): (),
    ("render", "outline.mentions"): (),
    ("seal", "outline"): ("outline.site",),
}
#: The one package that imports each third-party library.
HOMES: Final = {
    "ahocorasick_rs": "leaks.term_search",
    "anyascii": "authoring.import_notes.note_ids",
    "ruamel": "yaml",
    "markdown_it": "markup.markdown",
    "jinja2": "render",
    "markupsafe": "render",
    "click": "cli",
    "rich": "diagnostics.formatters",
    "cryptography": "seal",
    "distributed": "authoring.simulation.cluster",
    "zxcvbn": "seal.phrases",
    "segno": "render",
    "resvg_py": "render.preview_image",
    "icalendar": "render.calendar_file",
    "starlette": "serve",
    "tzdata": "load.time_zones",
    "uvicorn": "serve.http_server",
    "PIL": "markup.images.resize",
    "watchfiles": "serve.file_watcher",
    "platformdirs": "cli.process",
    "msgspec": "records",
}
#: Modules that touch the world outside: the disk, the environment, the terminal. `shipped` reads
#: the texts that lie inside the package, so a ruleset's catalogue reads no files itself.
#: `render.letters` reads the two faces that cards are written in, which lie there too.
#: `load.zones` reads the tables of time zones that lie in a package. `workers` starts processes and
#: limits what they take.
THIN: Final = (
    "serve.file_watcher",
    "serve.http_server",
    *(
        "cache",
        "cli",
        "publish.atomic_write",
        "publish.export_folder",
        "publish.folder_lock",
        "publish.transaction",
        "seal.key_file",
        "load.disk",
        "load.time_zones",
    ),
    *("render.theme", "render.font_metrics", "publish.writer", "files.package_data", "files.store"),
    "workers",
)
OUTSIDE: Final = ("os", "pathlib", "shutil", "tempfile", "subprocess", "socket", "io", "importlib")
#: Modules that hand a file in memory to a library which takes nothing but files.
IN_MEMORY: Final = ("markup.images.resize",)
#: Modules that hold paths of themes or of a cache and pass them to modules that read them; none
#: opens one.
HANDING_ON: Final = (
    *("pipeline", "render.theme_selection", "render.template_cache"),
    *("serve.live_campaign", "serve.live_site"),
)
#: What no module asks, because no output may depend on it.
CHANCE: Final = ("random", "time", "datetime", "uuid", "secrets", "locale", "getpass", "platform")
#: Modules that compute with a time which the author wrote; none asks what time it is.
DATED: Final = ("load.deadline", "render.calendar_file")
#: The one that does, for commands that say how long it is until a deadline.
CLOCK: Final = "cli.clock"
#: The one that makes addresses which nobody can guess.
DESK: Final = "cli.desk"


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the package by its dotted name without the package's own."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        found[name.removesuffix(".__init__") if name != "__init__" else ""] = ast.parse(
            path.read_text(encoding="utf-8")
        )
    return found


def imports_of(tree: ast.Module) -> Iterator[str]:
    """The dotted names of all modules that a module imports, anywhere in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole path"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def own_imports(name: str) -> set[str]:
    """The modules of the package that a module imports."""
    found = set()
    for imported in imports_of(modules()[name]):
        if imported == "chronicle" or imported.startswith("chronicle."):
            inner = imported.removeprefix("chronicle").removeprefix(".")
            while inner not in modules() and inner:
                inner = inner.rpartition(".")[0]
            found.add(inner)
    return found


@cache
def foreign_imports(name: str) -> set[str]:
    """The top-level names of what a module imports from elsewhere."""
    tops = {imported.partition(".")[0] for imported in imports_of(modules()[name])}
    return tops - {"chronicle", "__future__"}


def top(name: str) -> str:
    """The package or module at the top of the tree that a module lies in."""
    return name.partition(".")[0]


def within(name: str, *parents: str) -> bool:
    """Whether a module is one of these or lies inside one."""
    return any(name == parent or name.startswith(f"{parent}.") for parent in parents)


def test_a_third_party_library_is_imported_by_its_own_package_only() -> None:
    strangers = {
        (name, library)
        for name in modules()
        for library in foreign_imports(name) - sys.stdlib_module_names
        if not within(name, HOMES.get(library, "-"))
    }
    assert strangers == set()


def test_imports_point_to_lower_floors() -> None:
    upward = {
        (name, inner)
        for name in modules()
        for inner in own_imports(name)
        if top(inner) != top(name) and FLOORS.get(top(inner), -1) >= FLOORS.get(top(name), 15)
    }
    assert upward == set()


@pytest.mark.parametrize(("upper", "lower"), sorted(RECORDS))
def test_a_stage_imports_only_the_records_of_another(upper: str, lower: str) -> None:
    allowed = RECORDS[upper, lower]
    imported = {
        inner
        for name in modules()
        if within(name, upper)
        for inner in own_imports(name)
        if within(inner, lower) and not within(inner, *allowed)
    }
    assert imported == set()


def test_every_package_has_a_floor() -> None:
    tops = {top(name) for name in modules()} - {"", "__main__"}
    assert tops == set(FLOORS)


#: The table of rulesets imports the one that is asked for.
TABLE: Final = "rules"
#: What all rulesets share: the seam with the records that go through it, and what reads alike.
SEAM: Final = (
    *("rules.protocol", "rules.order_form", "rules.file_models", "rules.kit", "rules.values"),
)


def test_a_ruleset_is_pure_and_alone() -> None:
    rules = [name for name in modules() if within(name, "rules")]
    foreign = {
        (name, inner)
        for name in rules
        for inner in own_imports(name)
        if within(inner, "diagnostics.formatters")
        or (within(inner, "rules") and not within(inner, ".".join(name.split(".")[:2]), *SEAM))
    }
    assert foreign == set()
    impure = {*OUTSIDE, *CHANCE, *HOMES, "sys"}
    asked = {name: foreign_imports(name) & impure for name in rules}
    assert {name: found for name, found in asked.items() if found} == {TABLE: {"importlib"}}


def test_the_core_packages_do_no_io() -> None:
    asked = {name: foreign_imports(name) & set(CHANCE) for name in modules()}
    dated = {name: {"datetime"} for name in (*DATED, CLOCK)}
    allowed = {**dated, DESK: {"secrets"}}
    assert {name: found for name, found in asked.items() if found} == allowed
    handed_on = (
        dict.fromkeys(HANDING_ON, "pathlib") | dict.fromkeys(IN_MEMORY, "io") | {TABLE: "importlib"}
    )
    outside = {
        (name, library)
        for name in modules()
        if not within(name, *THIN)
        for library in foreign_imports(name) & set(OUTSIDE) - {handed_on.get(name)}
    }
    assert outside == set()


def test_only_commands_read_the_clock() -> None:
    asking = {name for name in modules() if CLOCK in own_imports(name)}
    assert {name for name in asking if not within(name, "cli")} == set()


@pytest.mark.parametrize("name", DATED)
def test_no_module_calls_now_directly(name: str) -> None:
    called = {node.attr for node in ast.walk(modules()[name]) if isinstance(node, ast.Attribute)}
    assert called & {"now", "today", "utcnow", "fromtimestamp"} == set()


def test_modules_are_named_for_what_they_hold() -> None:
    vague = ("util", "utils", "manager", "helper", "helpers", "handler", "data", "info", "misc")
    assert [name for name in modules() if name.rpartition(".")[2] in vague] == []


class TestTheReading:
    """The laws above see what they are for."""

    def test_imports_inside_functions_are_checked_too(self) -> None:
        tree = ast.parse("import os.path\ndef f():\n    from random import choice\n")
        assert list(imports_of(tree)) == ["os.path", "random.choice"]

    def test_dotted_names_belong_to_their_package(self) -> None:
        assert within("rules.shadow.dice_pool", "rules")
        assert not within("rulesets", "rules")
