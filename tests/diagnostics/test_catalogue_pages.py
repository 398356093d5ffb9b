"""Every kind of finding has a page, and what the page shows yields that very finding."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from chronicle.authoring.explain import (
    Example,
    all_problems,
    corrected_examples,
    examples,
    headline,
    manual_page,
)
from chronicle.cli.main import main
from chronicle.diagnostics.catalogue import PROBLEMS as CORE_PROBLEMS
from chronicle.diagnostics.report import Problem
from chronicle.publish.folder_lock import folder_lock
from chronicle.rules import RULESETS
from tests.quick_builds import quick_builds, whole_builds
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.rules.lieutenants.small_campaign import SOUND as LIEUTENANTS
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.small_campaign import SOUND as SHADOW

#: The sound campaign of each ruleset; the problems of all rulesets use the first.
SOUND: Final = {"shadow": SHADOW, "freeform": FREEFORM, "lieutenants": LIEUTENANTS, "wwn": WWN}
PROBLEMS: Final = tuple(all_problems().values())
#: Codes that can't come alone, and what has to come with them.
COMPANY: Final = {
    # Two resources of one power are never in one sphere (S-ROUND-1), so that one of the two that
    # help and block the same conspiracy is elsewhere.
    "SH013": {"SH009"},
    # The campaign with the wrong name is not written out on the page.
    "C016": {"C001", "C009"},
    # What is secret now is not imported again.
    "V012": {"V003"},
}
#: Examples of these kinds alone have a correction.
IN_FILES: Final = {"yaml", "jinja", "json", "command"}
#: Those without one.
WITHOUT_CORRECTION: Final = {
    "V020",  # A whole world has thousands of cells.
    "I006",  # Complete sealed orders are 24 lines of Base64, which show a reader nothing.
}
#: What is wrong with a shelf: the examples lie beside a sound campaign.
OF_A_SHELF: Final = {"C015", "C016", "M007"}
#: What is about folders and no file of the campaign.
OF_NO_FILE: Final = {
    *("C014", "H003", "O001", "O002", "O003", "O006", "O007", "O014", "T008"),
    *("K006", "K007", "K008", "K009", "K011", "K012", "K013", "K014"),
}
#: Whose sentence says already what would be right.
SELF_EXPLAINING: Final = {"C003", "C004", "C007"}


#: The locks that an example holds, as another process would.
LOCKS: Final = ExitStack()


@pytest.fixture(autouse=True)
def _examples_release_their_locks() -> Iterator[None]:
    yield
    LOCKS.close()


def sound_for(problem: type[Problem]) -> Mapping[str, str]:
    """The campaign that a problem's example is laid over: that of the ruleset which finds it."""
    finders = [id for id, system in RULESETS.items() if problem in system.problems]
    return SOUND[finders[0]] if finders else SHADOW


def needs_build(problem: type[Problem]) -> bool:
    """Whether only a build finds it, and not reading and playing the turns, which is faster."""
    return bool(re.fullmatch(r"[DHKLOT]\d+", problem.code)) or problem.code in {"C013", *OF_A_SHELF}


def lay(example: Example, campaign: Path, output: Path) -> Path:
    """Puts one block of an example on the disk; the folder that the build shall write to."""
    path = campaign / example.path
    match example.kind:
        case "yaml" | "jinja":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(example.body, encoding="utf-8")
        case "bytes":
            path.parent.mkdir(parents=True, exist_ok=True)
            escaped = example.body.strip().encode("ascii")
            path.write_bytes(escaped.decode("unicode_escape").encode("latin-1"))
        case "json" | "open":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(example.body, encoding="utf-8")
            path.chmod(0o600 if example.kind == "json" else 0o644)
        case "size":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"#" * int(example.body))
        case "absent":
            path.unlink()
        case "folder":
            path.mkdir(parents=True)
        case "unreadable":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to("leads-nowhere")
        case "output":
            output.mkdir(exist_ok=True)
            (output / example.path).write_text(example.body, encoding="utf-8")
        case "output-file":
            output.write_text(example.body, encoding="utf-8")
        case "output-locked":
            output.mkdir()
            LOCKS.enter_context(folder_lock(output))
        case "output-inside":
            return campaign / "output"
        case kind:
            raise AssertionError(f"no such kind of example: {kind}")
    return output


def build(campaign: Path, output: Path) -> list[dict[str, Any]]:
    """What a build finds, as programs are told."""
    return found_by("build", str(campaign), "-o", str(output))


def found_by(*words: str, said: str = "") -> list[dict[str, Any]]:
    """What a command finds, as programs are told; ``said`` comes in by a pipe."""
    ran = CliRunner().invoke(main, [*words, "--format", "json"], input=said)
    assert ran.exit_code in (0, 1, 3, 5), ran.output
    head = '{\n "format": "chronicle-findings"'
    told = ran.stdout if ran.stdout.startswith(head) else ran.stderr
    if ran.exit_code == 0 and not told.startswith(head):
        return []  # a command that has nothing to say about files
    found: list[dict[str, Any]] = json.loads(told)["findings"]
    return found


def typed(line: str) -> list[dict[str, Any]]:
    """What is found by a command as a page shows it, in the current folder."""
    said, _, words = line.rpartition("chronicle ")
    pipe = said.removeprefix("echo ").removesuffix(" | ")
    return found_by(*shlex.split(words), said=pipe)


@pytest.fixture(autouse=True, scope="module")
def _quick_builds() -> Iterator[None]:
    with quick_builds(pages_once=True):
        yield


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Logins are computed in few rounds: what takes long is not what is looked at here."""
    monkeypatch.setattr("chronicle.seal.logins.ROUNDS", 2)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.code)
def test_a_page_shows_an_example_that_yields_its_code(
    problem: type[Problem], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid = tuple(examples(problem))
    assert laid, "a page without an example"
    monkeypatch.chdir(tmp_path)
    for example in laid:
        # Nobody has a gigabyte for an example.
        if example.kind == "site-size":
            sizes = {f"site/{number}": int(example.body) // 100 for number in range(100)}
            monkeypatch.setattr("chronicle.publish.writer.sizes_of", lambda _, it=sizes: it)
    findings = findings_with(problem, laid, tmp_path)
    codes = {finding["code"] for finding in findings}
    assert problem.code in codes
    assert codes - {problem.code} <= COMPANY.get(problem.code, set())
    for finding in findings:
        assert re.fullmatch(r"\S.*[^.\s]", finding["message"]), "a sentence without its full stop"
        assert finding["help"] or finding["code"] in SELF_EXPLAINING
        assert (finding["path"] is not None) == (finding["code"] not in OF_NO_FILE)


def findings_with(
    problem: type[Problem], files: tuple[Example, ...], place: Path
) -> list[dict[str, Any]]:
    """What is found with these files in the sound campaign, in a folder that is the current one."""
    campaign, output = place / "shelf" / "crowns", place / "output"
    for path, text in sound_for(problem).items():
        lay(Example("yaml", path, text), campaign, output)
    folder = campaign.parent if problem.code in OF_A_SHELF else campaign
    findings = []
    os.chdir(campaign.parent)
    for example in files:
        if example.kind == "command":
            for line in example.body.splitlines():
                findings = typed(line)
        elif example.kind != "site-size":
            output = lay(example, folder, output)
    # What a build makes nothing of may be just what another command can't do with.
    if problem.code == "C014":
        return found_by("export", "turns", str(folder))
    if files[-1].kind == "command":
        return findings
    if not needs_build(problem):
        return found_by("export", "turns", str(folder))
    with whole_builds() if problem.code.startswith("L") else nullcontext():
        return build(folder, output)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    "problem",
    [problem for problem in PROBLEMS if corrected_examples(problem) != tuple(examples(problem))],
    ids=lambda problem: problem.code,
)
def test_a_corrected_example_yields_nothing(
    problem: type[Problem], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    findings = findings_with(problem, corrected_examples(problem), tmp_path)
    assert {finding["code"] for finding in findings} <= COMPANY.get(problem.code, set())


def test_an_example_in_a_file_is_corrected() -> None:
    without = set()
    for problem in PROBLEMS:
        wrong = tuple(examples(problem))
        if {example.kind for example in wrong} <= IN_FILES and corrected_examples(problem) == wrong:
            without.add(problem.code)
    assert without == WITHOUT_CORRECTION


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_the_campaign_that_examples_are_laid_over_is_sound(ruleset: str, tmp_path: Path) -> None:
    for path, text in SOUND[ruleset].items():
        lay(Example("yaml", path, text), tmp_path / "crowns", tmp_path / "output")
    assert build(tmp_path / "crowns", tmp_path / "output") == []


def test_finding_codes_are_unique() -> None:
    rulesets = [problem for system in RULESETS.values() for problem in system.problems]
    counted = Counter(problem.code for problem in (*CORE_PROBLEMS, *rulesets))
    assert {code: count for code, count in counted.items() if count > 1} == {}
    assert set(counted) == set(all_problems())


def test_a_page_starts_with_its_code_and_tells_what_is_wrong_in_a_sentence() -> None:
    for problem in PROBLEMS:
        assert re.fullmatch(r"[A-Z]{1,2}\d{3}", problem.code)
        first = manual_page(problem).split("\n", 1)[0]
        assert first == headline(problem)
        assert re.fullmatch(rf"{problem.code} \((error|warning)\): [A-Z`].{{10,}}[.:]", first)


@pytest.mark.parametrize(
    ("code", "titles"),
    [
        # One file, which is wrong.
        ("C002", ["Wrong, in turns/001.yaml:", "Right:"]),
        # The record is as it should be.
        (
            "D001",
            [
                "Wrong, in turns/001.yaml:",
                "Example, in published.yaml:",
                "Right, in turns/001.yaml:",
            ],
        ),
        # A line of one of two files is left out.
        (
            "D003",
            [
                "Example, in turns/001.yaml:",
                "Wrong, in published.yaml:",
                "Right, in published.yaml, without this:",
            ],
        ),
        # Only a file is missing.
        ("D002", ["Example, in published.yaml:", "Right, in turns/001.yaml:"]),
    ],
)
def test_a_page_names_the_files_that_are_wrong(code: str, titles: list[str]) -> None:
    page = manual_page(all_problems()[code])
    assert re.findall(r"^((?:Wrong|Example|Right)\b.*)$", page, re.MULTILINE) == titles


def test_each_file_of_a_page_has_a_title_between_empty_lines() -> None:
    titles = re.compile(r"^(Wrong|Example|Right)[,:].*$", re.MULTILINE)
    for problem in PROBLEMS:
        page = manual_page(problem)
        titled = [one for one in page.rstrip().split("\n\n") if titles.search(one)]
        assert titled, problem.code
        assert all(map(titles.fullmatch, titled)), problem.code
        assert "```" not in page


def test_a_page_fits_a_terminal() -> None:
    lines = [line for problem in PROBLEMS for line in manual_page(problem).splitlines()]
    assert max(map(len, lines)) <= 104


@pytest.mark.parametrize("code", ["R009", "sh001", "wn050"])
def test_a_page_is_printed_by_its_code_in_any_case(code: str) -> None:
    ran = CliRunner().invoke(main, ["explain", code])
    assert ran.exit_code == 0
    assert ran.stdout == manual_page(all_problems()[code.upper()])
