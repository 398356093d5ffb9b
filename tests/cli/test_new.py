"""A campaign from nothing: made whole or not at all, and as its comments promise."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from itertools import cycle, product
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML

from chronicle.cli import clock, new
from chronicle.cli.help_text import SHIPPED_THEMES
from chronicle.cli.main import main
from chronicle.cli.new import RULESET_IDS as OFFERED_RULESETS
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.pipeline import build_files, resolve_campaign
from chronicle.project.projection import next_order_form
from chronicle.rules import RULESETS
from chronicle.starters import (
    CONTENT_FOLDER,
    StarterOptions,
    folder_name_error,
    starter_files,
    yaml_scalar,
)
from chronicle.starters.workflow import ProgramFiles
from tests.cli.command_runner import Ran, run
from tests.cli.git_repositories import git
from tests.sample_campaigns import CHECKOUT
from tests.schemas.schema_validation import OFFERED
from tests.thorough import thorough
from tests.workflow_checks import faults_of_workflow

LANGUAGES: Final = tuple(sorted(p.stem for p in (CHECKOUT / "themes/annals/lang").glob("*.yaml")))
#: Each ruleset with a language, each language among them; the other pairs are for `make thorough`.
_PAIRS: Final = tuple(zip(sorted(RULESETS), cycle(LANGUAGES)))
STARTERS: Final = [
    *_PAIRS,
    *thorough(it for it in product(sorted(RULESETS), LANGUAGES) if it not in _PAIRS),
]
each_ruleset = pytest.mark.parametrize("ruleset", sorted(RULESETS))


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with nothing in it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def undrawn(empty: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same; the site of a new campaign has one page, which takes no time."""
    built = SimpleNamespace(files={"site/index.html": b"<!doctype html>"})
    monkeypatch.setattr("chronicle.pipeline.build_campaign", lambda *_: built)
    return empty


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran]:
    """A campaign as made by the command, with everything there is to ask for."""
    folder = tmp_path_factory.mktemp("made")
    words = ("--title", 'Ash: "& Oak"', "--seed", "one two", "--workflow", "--key")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        ran = run("new", "ash-and-oak", "--ruleset", "lieutenants", *words)
    return folder / "ash-and-oak", ran


def content_of(start: StarterOptions) -> dict[str, bytes]:
    prefix = f"{CONTENT_FOLDER}/"
    files = starter_files(start, OFFERED)
    return {path.removeprefix(prefix): b for path, b in files.items() if path.startswith(prefix)}


def tree_of(start: StarterOptions) -> FileTree:
    """The campaign as it is read from the disk: what is hidden is passed over."""
    files = {path: text for path, text in content_of(start).items() if not path.startswith(".")}
    return FileTree(CONTENT_FOLDER, files)


# ── The starters ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ruleset", "language"), STARTERS)
def test_a_starter_builds_without_findings(ruleset: str, language: str) -> None:
    report = Report()
    files = build_files(tree_of(StarterOptions(ruleset, "some words", language=language)), report)
    assert report.findings == ()
    assert files is not None
    assert f'lang="{language}"'.encode() in files["site/index.html"]
    assert_the_turn_is_told_as_promised(files)


def assert_the_turn_is_told_as_promised(files: Mapping[str, bytes]) -> None:
    """What the comments of a first turn say of who reads what."""
    everyone = {"site", "private/press", "private/hive", "private/barn", "private/gm"}
    seen = {
        ("turns", "every ladder"): everyone,
        ("turns", "Forty-one people"): {"private/barn", "private/gm"},
        ("turns", "sweeps the vestry"): {"private/hive", "private/gm"},
        ("turns", "opens from the other side"): {"private/gm"},
        ("rumors", "There is no wedding"): everyone,
    }
    for (section, words), readers in seen.items():
        page = f"/{section}/1.html"
        pages = {path for path, text in files.items() if words.encode() in text}
        assert {path.removesuffix(page) for path in pages if path.endswith(page)} == readers, words
    assert not [path for path in files if path.startswith("site/") and b"distorted" in files[path]]


@each_ruleset
def test_a_starter_resolves_with_any_dice(ruleset: str) -> None:
    for seed in ("a", "b", "c"):
        report = Report()
        assert resolve_campaign(tree_of(StarterOptions(ruleset, seed)), report) is not None
        assert report.findings == ()


@each_ruleset
def test_every_starter_file_begins_with_its_schema_path(ruleset: str) -> None:
    files = content_of(StarterOptions(ruleset, "some words"))
    written = [path for path in files if path.endswith(".yaml")]
    assert len(written) >= 6
    for path in written:
        first = files[path].decode().splitlines()[0]
        head, _, way = first.partition("$schema=")
        assert head == "# yaml-language-server: "
        assert posixpath.normpath(posixpath.join(posixpath.dirname(path), way)) in files


def test_the_command_offers_every_ruleset() -> None:
    assert set(OFFERED_RULESETS) == set(RULESETS)


@pytest.mark.parametrize("text", ['a: "b" \\n # c', "no", "12", "- x", "Ébène", "The Ferry War"])
def test_a_title_is_kept_as_typed(text: str) -> None:
    files = content_of(StarterOptions("shadow", "some words", title=text))
    read = YAML(typ="safe", pure=True).load(files["campaign.yaml"])
    assert (read["title"], read["seed"]) == (text, "some words")
    assert YAML(typ="safe", pure=True).load(f"x: {yaml_scalar(text)}") == {"x": text}


# ── What the command makes ───────────────────────────────────────────────────────────────────────


def test_a_campaign_is_made_and_built(made: tuple[Path, Ran]) -> None:
    folder, ran = made
    assert (ran.code, ran.out) == (0, "")
    assert [path.name for path in folder.parent.iterdir()] == ["ash-and-oak"]
    assert b"Ash: &#34;&amp; Oak&#34;" in (folder / "output/site/index.html").read_bytes()
    assert (folder / "output/site/dossier.html").is_file(), "the key seals the dossiers"
    said = [line.split("  ")[-1].strip() for line in ran.err.splitlines()]
    assert "ash-and-oak/output/site/index.html" in said
    assert "cd ash-and-oak" in said


def test_other_commands_accept_a_new_campaign(
    made: tuple[Path, Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, _ = made
    monkeypatch.chdir(folder)
    before = {path: path.read_bytes() for path in (folder / "content").rglob("*.json")}
    assert len(before) == 7
    ran = run("check")
    assert (ran.code, ran.err) == (0, "no problems found\n")
    assert run("schema").err == "the schemas are up to date; nothing written\n"


def test_keys_and_private_pages_stay_out_of_a_repository(made: tuple[Path, Ran]) -> None:
    folder, _ = made
    lines = (folder / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"/output/", "*.key", "*.key.*"} <= set(lines)
    assert "chronicle.key" in (folder / "content/.gitignore").read_text(encoding="utf-8")
    assert (folder / "content/chronicle.key").stat().st_mode & 0o077 == 0


def test_editors_find_a_schema_for_every_file(made: tuple[Path, Ran]) -> None:
    folder, _ = made
    settings = json.loads((folder / ".vscode/settings.json").read_text(encoding="utf-8"))
    covered = set()
    for schema, files in settings["yaml.schemas"].items():
        assert (folder / schema).is_file()
        covered |= set(folder.glob(files))
    assert covered == set((folder / "content").rglob("*.yaml"))
    assert json.loads((folder / ".vscode/extensions.json").read_text(encoding="utf-8"))


def test_a_workflow_is_added_on_request_and_the_readme_describes_it(made: tuple[Path, Ran]) -> None:
    folder, ran = made
    assert faults_of_workflow(folder / ".github/workflows/site.yml") == ""
    assert "GitHub Pages          see README.md; the workflow installs\n" in ran.err
    assert "CHRONICLE_KEY" in (folder / "README.md").read_text(encoding="utf-8")


def test_a_workflow_below_the_top_of_a_repository_is_refused(empty: Path) -> None:
    assert git(empty, "init", "--quiet") == ""
    ran = run("new", "hill", "--ruleset", "freeform", "--workflow")
    assert (ran.code, ran.out) == (2, "")
    assert "leave out --workflow, then run chronicle deploy hill/content --workflow" in ran.err
    assert [path.name for path in empty.iterdir()] == [".git"]


# ── The time zone ────────────────────────────────────────────────────────────────────────────────


@each_ruleset
def test_a_campaign_has_the_time_zone_that_is_given(ruleset: str) -> None:
    start = StarterOptions(ruleset, "some words", zone="Europe/Berlin")
    head = YAML(typ="safe", pure=True).load(content_of(start)["campaign.yaml"])
    assert head["next"] == {"zone": "Europe/Berlin"}
    report = Report()
    assert resolve_campaign(tree_of(start), report) is not None
    assert report.findings == ()


def test_a_new_campaign_takes_a_deadline_without_a_zone(
    undrawn: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Europe/Oslo")
    assert run("new", "hill", "--ruleset", "freeform").code == 0
    assert run("new", "dale", "--ruleset", "freeform", "--zone", "Asia/Tokyo").code == 0
    for name, zone in (("hill", "Europe/Oslo"), ("dale", "Asia/Tokyo")):
        monkeypatch.chdir(undrawn / name)
        assert run("turn", "new", "--deadline", "2099-09-21 20:00").code == 0
        head = (undrawn / name / "content/campaign.yaml").read_text(encoding="utf-8")
        assert f"\nnext: {{deadline: 2099-09-21 20:00, zone: {zone}}}\n" in head


@pytest.mark.usefixtures("undrawn")
def test_every_campaign_gets_an_id_of_its_own() -> None:
    found = set()
    for name in ("hill", "dale"):
        assert run("new", name, "--ruleset", "freeform", "--seed", "ash", "--zone", "UTC").code == 0
        head = YAML(typ="safe", pure=True).load(Path(name, "content/campaign.yaml").read_text())
        found.add(head["id"])
    assert len(found) == 2


@pytest.mark.parametrize(
    ("variable", "table", "zone"),
    [
        ("Europe/Oslo", "/usr/share/zoneinfo/Asia/Tokyo", "Europe/Oslo"),
        (":Europe/Oslo", "/elsewhere", "Europe/Oslo"),
        ("", "/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
        ("", "/var/db/timezone/zoneinfo/America/Argentina/Salta", "America/Argentina/Salta"),
        ("CET-1CEST", "/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
        ("UTC", "/usr/share/zoneinfo/Asia/Tokyo", ""),
        ("", "/usr/share/zoneinfo/Etc/UTC", ""),
        ("", "/etc/localtime", ""),
    ],
)
def test_the_zone_of_the_machine_is_its_setting_or_its_table(
    monkeypatch: pytest.MonkeyPatch, variable: str, table: str, zone: str
) -> None:
    monkeypatch.setenv("TZ", variable)
    monkeypatch.setattr(clock, "_LOCAL_TABLE", Path(table))
    assert clock.machine_zone() == zone


# ── An empty campaign ────────────────────────────────────────────────────────────────────────────

#: Words of the example game.
EXAMPLE: Final = re.compile(
    r"windfall|applecombe|\bapple|\bpress\b|\bhive\b|\bbarn\b|orchard|crabb|heath|harvest",
    re.IGNORECASE,
)


@each_ruleset
def test_an_empty_campaign_has_nothing_of_the_example_and_is_ready_to_play(ruleset: str) -> None:
    program = ProgramFiles(None, "chronicle.whl", b"", "", "")
    start = StarterOptions(ruleset, "a seed", title="Hill Fort", workflow=program, empty=True)
    files = starter_files(start, OFFERED)
    found = [(path, line) for path in files for line in files[path].decode().splitlines()]
    zones = "content/.chronicle/"
    assert [it for it in found if EXAMPLE.search(it[1]) and not it[0].startswith(zones)] == []
    assert files["README.md"].startswith(b"# Hill Fort\n")
    assert b"{" not in files["README.md"]
    report = Report()
    played = resolve_campaign(tree_of(start), report)
    assert report.findings == ()
    assert played is not None
    assert (played.campaign.title, len(played.campaign.turns)) == ("Hill Fort", 0)
    assert len(played.campaign.factions) == len(played.campaign.players) == 2
    for faction in played.campaign.factions:
        history, rules = played.history, played.ruleset
        assert next_order_form(played.campaign, history, rules, faction.id) is not None


def test_the_title_of_an_empty_campaign_is_that_of_its_folder(undrawn: Path) -> None:
    assert run("new", "hill-fort", "--ruleset", "freeform", "--empty").code == 0
    assert (undrawn / "hill-fort/README.md").read_text("utf-8").startswith("# Hill Fort\n")
    text = (undrawn / "hill-fort/content/campaign.yaml").read_text("utf-8")
    assert "\ntitle: Hill Fort\n" in text


def test_a_campaign_is_not_created_inside_another(
    undrawn: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("new", "windfall", "--ruleset", "shadow").code == 0
    for inside in ("windfall", "windfall/content", "windfall/content/turns"):
        monkeypatch.chdir(undrawn / inside)
        ran = run("new", "windfall", "--ruleset", "shadow")
        assert (ran.code, ran.out) == (2, "")
        assert f"inside the campaign in {(undrawn / 'windfall').as_posix()}" in ran.err
        assert f"cd {undrawn.as_posix()}" in ran.err
        assert not (undrawn / inside / "windfall").exists()


# ── What is asked ────────────────────────────────────────────────────────────────────────────────


def test_on_a_terminal_missing_answers_are_asked_for(
    undrawn: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new, "can_prompt", lambda: True)
    ran = CliRunner().invoke(main, ["new"], input="hill-fort\nwnw\nwwn\nThe Hill Fort\n")
    assert ran.exit_code == 0, ran.output
    assert ran.stdout == ""
    head = (undrawn / "hill-fort/content/campaign.yaml").read_text(encoding="utf-8")
    assert "\ntitle: The Hill Fort\nt" in head
    assert "\nruleset: wwn" in head
    assert not (undrawn / "hill-fort/.github").exists()
    assert not (undrawn / "hill-fort/content/chronicle.key").exists()


@pytest.mark.parametrize(("words", "flag"), [((), "NAME"), (("a",), "--ruleset freeform|")])
def test_without_a_terminal_missing_options_are_named(
    empty: Path, words: tuple[str, ...], flag: str
) -> None:
    ran = run("new", *words)
    assert (ran.code, ran.out) == (2, "")
    assert flag in ran.err
    assert list(empty.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("My Camp", "--ruleset", "shadow"), "single hyphens: my-camp"),
        (("..", "--ruleset", "shadow"), "as in my-campaign"),
        (("no/where", "--ruleset", "shadow"), "folder no not found"),
        (("a", "--ruleset", "shadows"), "shadows"),
        (("a", "--ruleset", "shadow", "--theme", "pulb"), "'console', 'modern', 'pulp'"),
        (("a", "--ruleset", "shadow", "--language", "dee"), "did you mean `de`?"),
        (("a", "--ruleset", "shadow", "--zone", "Europe/Berln"), "did you mean `Europe/Berlin`?"),
        (("a", "--ruleset", "shadow", "--zone", "MEZ"), "MEZ; write `Europe/Berlin`"),
        (("a", "--ruleset", "shadow", "--zone", "12:00"), "write it like `Europe/Berlin`"),
        (("a", "--ruleset", "shadow", "--title", "\x07"), "must be one line of text"),
        (("a", "--ruleset", "shadow", "--seed", " "), "must be one line of text"),
    ],
)
def test_an_invalid_answer_gets_a_one_sentence_message(
    empty: Path, words: tuple[str, ...], said: str
) -> None:
    ran = run("new", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert list(empty.iterdir()) == []


@pytest.mark.parametrize("theme", SHIPPED_THEMES)
def test_a_campaign_is_built_in_every_theme(empty: Path, theme: str) -> None:
    ran = run("new", "hill", "--ruleset", "freeform", "--theme", theme)
    assert ran.code == 0, ran.err
    assert f"\ntheme: {theme}\n" in (empty / "hill/content/campaign.yaml").read_text("utf-8")
    sheets = [path.name.partition(".")[0] for path in empty.glob("hill/output/site/assets/*.css")]
    assert sorted({"annals", theme}) == sorted(sheets)


@pytest.mark.parametrize("name", ["a", "ferry-war", "7th-hill"])
def test_a_valid_folder_name_is_accepted(name: str) -> None:
    assert folder_name_error(name) == ""


# ── All or nothing ───────────────────────────────────────────────────────────────────────────────


def test_existing_files_are_never_changed(empty: Path) -> None:
    (empty / "full").mkdir()
    (empty / "full" / "mine.txt").write_text("mine", encoding="utf-8")
    (empty / "file").write_text("mine", encoding="utf-8")
    (empty / "away").symlink_to(empty / "elsewhere")
    for name in ("full", "file", "away"):
        ran = run("new", name, "--ruleset", "shadow")
        assert (ran.code, ran.out) == (2, ""), name
    assert sorted(path.name for path in empty.iterdir()) == ["away", "file", "full"]
    assert [path.name for path in (empty / "full").iterdir()] == ["mine.txt"]


def test_an_empty_folder_is_used(undrawn: Path) -> None:
    (undrawn / "hill").mkdir()
    assert run("new", "hill", "--ruleset", "shadow").code == 0
    assert (undrawn / "hill/output/site/index.html").is_file()


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_an_interruption_leaves_no_files(
    undrawn: Path, monkeypatch: pytest.MonkeyPatch, stop: BaseException
) -> None:
    def interrupted(*_: object) -> bool:
        raise stop

    monkeypatch.setattr("chronicle.publish.writer.write_output", interrupted)
    ran = run("new", "hill", "--ruleset", "shadow")
    assert ran.code == 1
    assert list(undrawn.iterdir()) == []
