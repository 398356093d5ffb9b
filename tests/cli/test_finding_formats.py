"""A finding is shown in four ways, and each is exact."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Final

import pytest

from chronicle.diagnostics.catalogue import content as problems
from chronicle.diagnostics.catalogue import syntax
from chronicle.diagnostics.formatters import (
    FINDING_FORMATS,
    MAX_SHOWN,
    FindingFormat,
    format_findings,
)
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Source, Span
from tests.cli.command_runner import lay, run
from tests.small_campaign import findings_of

TURN: Final = """\
turn: 1
title: Seven, 100%
title: Eight
news:
  - for: "鐘楼"
    text: |
      Smoke over [[Nowhere]].
"""


@pytest.fixture
def sample(here: Path) -> Path:
    lay(here / "content", {"turns/001.yaml": TURN, "turns/notes.txt": "x"})
    return here


def test_text_format_for_terminals(sample: Path) -> None:
    assert run("check", "--format", "human").err == (
        "error[R009]: duplicate key `title`\n"
        " --> content/turns/001.yaml:3:1\n"
        "  |\n"
        "3 | title: Eight\n"
        "  | ^^^^^ first on line 2\n"
        "  = help: keep one of the two\n"
        "\n"
        "error[N002]: unknown audience `鐘楼`\n"
        " --> content/turns/001.yaml:5:10\n"
        "  |\n"
        '5 |   - for: "鐘楼"\n'
        "  |          ^^^^^^\n"
        "  = help: choose one of `everyone`, `factions`, `gm`, `oru`, `vael`\n"
        "\n"
        "warning[C010]: this file is ignored\n"
        " --> content/turns/notes.txt:1:1\n"
        "  = help: turns are files like `turns/007.yaml`\n"
        "\n"
        "2 errors and 1 warning; for details: chronicle explain R009\n"
    )
    assert sample.is_dir()


def test_plain_format_for_screen_readers_and_pipes(sample: Path) -> None:
    said = (
        "content/turns/001.yaml, line 3, column 1: error R009:"
        " duplicate key `title`\n"
        "  line: title: Eight\n"
        "  at: title (first on line 2)\n"
        "  help: keep one of the two\n"
        "content/turns/001.yaml, line 5, column 10: error N002: unknown audience `鐘楼`\n"
        '  line: - for: "鐘楼"\n'
        '  at: "鐘楼"\n'
        "  help: choose one of `everyone`, `factions`, `gm`, `oru`, `vael`\n"
        "content/turns/notes.txt, line 1, column 1: warning C010: this file is ignored\n"
        "  help: turns are files like `turns/007.yaml`\n"
        "2 errors and 1 warning; for details: chronicle explain R009\n"
    )
    assert run("check", "--format", "plain").err == said
    assert run("check").err == said
    assert sample.is_dir()


def test_json_format(sample: Path) -> None:
    ran = run("check", "--format", "json")
    assert (ran.code, ran.err) == (1, "")
    shape = json.loads(ran.out)
    assert (shape["format"], shape["version"]) == ("chronicle-findings", 1)
    assert shape["findings"][0] == {
        "code": "R009",
        "severity": "error",
        "message": "duplicate key `title`",
        "label": "first on line 2",
        "help": "keep one of the two",
        "path": "content/turns/001.yaml",
        "line": 3,
        "column": 1,
        "end_line": 3,
        "end_column": 6,
    }
    assert [finding["code"] for finding in shape["findings"]] == ["R009", "N002", "C010"]
    assert sample.is_dir()


def test_github_format(sample: Path) -> None:
    ran = run("check", "--format", "github")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out == (
        "::error file=content/turns/001.yaml,line=3,col=1,title=R009::"
        "duplicate key `title` (keep one of the two)\n"
        "::error file=content/turns/001.yaml,line=5,col=10,title=N002::unknown audience `鐘楼`"
        " (choose one of `everyone`, `factions`, `gm`, `oru`, `vael`)\n"
        "::warning file=content/turns/notes.txt,line=1,col=1,title=C010::"
        "this file is ignored (turns are files like `turns/007.yaml`)\n"
    )
    assert sample.is_dir()


def test_github_control_characters_are_escaped() -> None:
    source = Source("a,b:c%d.yaml", "x\n")
    report = Report()
    at = Span(source, 1, 1, 1, 2)
    report.add(syntax.InvalidYaml(at=at, cause="50%\nof: it,", remedy="look"))
    assert format_findings(report.findings, "github").startswith(
        "::error file=a%2Cb%3Ac%25d.yaml,line=1,col=1,title=R007::50%25%0Aof: it, ("
    )


def test_a_finding_of_no_file_has_no_place() -> None:
    report = Report()
    report.add(problems.MultiSiteForCampaign(at=None, names=("a", "b")))
    assert format_findings(report.findings, "github").startswith(
        "::error title=C014::this folder is a multi-campaign site"
    )
    assert format_findings(report.findings, "human").startswith(
        "error[C014]: this folder is a multi-campaign site"
    )
    assert format_findings(report.findings, "plain").startswith(
        "error C014: this folder is a multi-campaign site"
    )
    (finding,) = json.loads(format_findings(report.findings, "json"))["findings"]
    assert {finding[key] for key in ("path", "line", "column", "end_line", "end_column")} == {None}


def test_an_empty_report_is_shown_in_every_format(here: Path) -> None:
    ran = run("check", "--format", "json")
    assert json.loads(ran.out)["findings"] == []
    assert ran.err == ""
    assert run("check", "--format", "github").out == ""
    assert run("check", "--format", "plain").err == "no problems found\n"
    assert here.is_dir()


# ── Carets ───────────────────────────────────────────────────────────────────────────────────────


def columns(text: str) -> int:
    """The columns that a text takes on a terminal; wide letters take two, marks none."""
    wide = {"W": 2, "F": 2}
    return sum(
        0 if unicodedata.combining(c) else wide.get(unicodedata.east_asian_width(c), 1)
        for c in text
    )


@pytest.mark.parametrize(
    "before", ["", "a ", "鐘楼 ", "🔔 ", "é́ ", "한글 ", "ｆｕｌｌ ", "a\tb "], ids=ascii
)
@pytest.mark.parametrize("link", ["[[Nowhere]]", "[[鐘楼]]", "[[🔔]]"])
def test_the_caret_is_under_the_position(before: str, link: str) -> None:
    text = f"turn: 1\nnews:\n  - for: gm\n    text: |\n      {before}{link} end\n"
    shown = format_findings(findings_of({"turns/001.yaml": text}), "human")
    line, carets = shown.splitlines()[3:5]
    start = line.index(link)
    assert "\t" not in line
    assert columns(line[:start]) == carets.index("^")
    assert columns(link) == carets.count("^")


def shown_of(line: str, start: int, length: int) -> tuple[str, str]:
    """The line and the carets that a person is shown for a stretch of a line."""
    at = Span(Source("x.yaml", line), 1, start + 1, 1, start + length + 1)
    finding = Finding("X001", "error", "wrong", at, "", "")
    rows = format_findings((finding,), "human").splitlines()
    return rows[3].removeprefix("1 | "), rows[4].removeprefix("  | ")


@pytest.mark.parametrize("start", [0, 5, 39, 40, 41, 100, 200, 480, 494])
def test_a_long_line_is_cut_around_the_position(start: int) -> None:
    line = "".join(f"{n:04} " for n in range(100))
    shown, carets = shown_of(line, start, 4)
    assert len(shown) <= 112
    first = carets.index("^")
    assert shown[first : first + 4] == line[start : start + 4]
    assert carets.count("^") == 4
    assert shown.startswith("…") == (start > 40)
    assert shown.rstrip("…").strip("…") in line


def test_a_line_that_fits_is_shown_whole() -> None:
    line = "x" * 110
    assert shown_of(line, 100, 4)[0] == line


def test_carets_of_a_multi_line_span_end_on_the_first_line() -> None:
    source = Source("x.yaml", "a: [1,\n  2]\n")
    finding = Finding("X001", "error", "wrong", Span(source, 1, 4, 2, 5), "", "")
    assert "\n1 | a: [1,\n  |    ^^^\n" in format_findings((finding,), "human")


def test_what_is_missing_at_the_end_of_a_line_has_a_caret_there() -> None:
    finding = Finding("X001", "error", "wrong", Span(Source("x", "abc"), 1, 4, 1, 5), "", "")
    assert "\n1 | abc\n  |    ^\n" in format_findings((finding,), "human")
    assert "at: end of line\n" in format_findings((finding,), "plain")


def test_a_gutter_is_as_wide_as_its_number() -> None:
    source = Source("x.yaml", "\n" * 99 + "abc")
    finding = Finding("X001", "error", "wrong", Span(source, 100, 1, 100, 4), "", "")
    assert "\n   --> x.yaml:100:1\n    |\n100 | abc\n    | ^^^\n" in format_findings(
        (finding,), "human"
    )


# ── Many ─────────────────────────────────────────────────────────────────────────────────────────


def many(count: int) -> tuple[Finding, ...]:
    source = Source("x.yaml", "abc\n" * count)
    return tuple(
        Finding("X001", "error", f"wrong {n}", Span(source, n, 1, n, 4), "", "")
        for n in range(1, count + 1)
    )


@pytest.mark.parametrize("form", ["human", "plain"])
def test_text_format_limits_the_number_of_findings(form: FindingFormat) -> None:
    shown = format_findings(many(MAX_SHOWN + 1), form)
    assert f"wrong {MAX_SHOWN}\n" in shown
    assert f"wrong {MAX_SHOWN + 1}\n" not in shown
    assert shown.endswith(
        f"{MAX_SHOWN + 1} errors (first {MAX_SHOWN} shown; --format json lists all);"
        " for details: chronicle explain X001\n"
    )
    assert "(first " not in format_findings(many(MAX_SHOWN), "plain")


def test_json_format_lists_all_findings() -> None:
    assert (
        len(json.loads(format_findings(many(MAX_SHOWN + 1), "json"))["findings"]) == MAX_SHOWN + 1
    )
    assert format_findings(many(MAX_SHOWN + 1), "github").count("::error") == MAX_SHOWN + 1


@pytest.mark.parametrize("form", [form for form in FINDING_FORMATS if form != "human"])
def test_plain_formats_hold_no_decoration(form: FindingFormat) -> None:
    shown = format_findings(findings_of({"turns/001.yaml": TURN}), form)
    assert not set(shown) & set("│┃─╭╰→↳^\x1b")
    assert "\n  |" not in shown
