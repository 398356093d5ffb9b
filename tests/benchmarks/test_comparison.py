"""Pages that are taken apart for other tools say the same when they are put together again."""

from __future__ import annotations

import html
import os
import sys
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from benchmarks.comparison.chronicle_tool import Chronicle
from benchmarks.comparison.folders import Output, lay, written
from benchmarks.comparison.page_data import Block, Library, page_of
from benchmarks.comparison.report import as_markdown, rows_of
from benchmarks.comparison.runner import NotEqual, Result, compared
from benchmarks.comparison.timing import BuildFailed, Cost, measured
from benchmarks.comparison.tool import Stage
from benchmarks.comparison.visible_text import text_of
from tests.sample_campaigns import sample_files

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Salt &amp; Rain</title>
<meta name="description" content="Of &#39;both&#39;.">
</head>
<body class="page-turn">
<header><a href="#main">Skip</a></header>
<main id="main">
<h1>Salt &amp; Rain&nbsp;<a class="permalink" href="#n1" aria-label="Link">¶</a></h1>
<p class="who">
<svg class="shield"><path d="M0 0h4"/><svg><text>3</text></svg></svg> <b>Ada</b> &lt;3</p>
<div class="prose"><p>It <em>rained</em> on <a href="quay.html">the Quay</a>, **they** say.</p>
<ul>
<li>one</li>
<li>two</li>
</ul>
</div>
<div class="prose"><table><tr><td>more than Markdown</td></tr></table></div>
<textarea>a
  b</textarea>
</main>
<footer><p>The end.</p></footer>
</body>
</html>
"""


def joined(blocks: tuple[Block, ...], library: Library) -> str:
    """What a template makes of blocks."""
    said = ""
    for block in blocks:
        said += library.frames[block["f"]] + html.escape(block.get("t", ""))
        said += library.drawings[block["s"]] if "s" in block else block.get("v", "")
        said += MarkdownIt().render(block["m"]) if "m" in block else ""
    return said


def whole(page: str, library: Library) -> str:
    taken = page_of("turns/1.html", page, library)
    rows = [library.rows[taken.header], taken.blocks, library.rows[taken.footer]]
    return "".join(joined(tuple(row), library) for row in rows)


def test_a_decomposed_page_is_reassembled_exactly() -> None:
    library = Library()
    made = whole(PAGE, library)

    opening, closing = PAGE.index("<header>"), PAGE.index("</body>")
    assert html.unescape(made).split() == html.unescape(PAGE[opening:closing]).split()
    page = page_of("turns/1.html", PAGE, library)
    assert (page.title, page.description) == ("Salt & Rain", "Of 'both'.")


def test_reassembled_sample_pages_have_the_same_text() -> None:
    library = Library()
    pages = {path: text for path, text in sample_files().items() if path.endswith(".html")}
    for path in sorted(pages)[::20]:
        text = pages[path].decode()
        body = text[text.index("<body") : text.index("</body>")]
        assert text_of(f"<body>{whole(text, library)}") == text_of(body), path


def test_prose_becomes_markdown_only_where_markdown_can_say_it() -> None:
    texts = [block["m"] for block in page_of("a.html", PAGE, Library()).blocks if "m" in block]

    assert texts == [
        "It *rained* on [the Quay](quay.html), \\*\\*they\\*\\* say.\n\n- one\n- two\n"
    ]


def test_content_shared_by_pages_is_stored_once() -> None:
    library = Library()
    first = page_of("a.html", PAGE, library)
    before = len(library.frames)

    second = page_of("b.html", PAGE.replace("Ada", "Bo"), library)

    assert len(library.frames) == before
    assert (first.header, first.head) == (second.header, second.head)


def test_extracted_text_is_the_visible_text() -> None:
    assert text_of("<body><p>a<!-- b --></p><script>c</script>  d&amp;</body>") == "a d&"


def site(folder: Path, pages: dict[str, str]) -> Path:
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "pages", [{"a.html": "x" * 200}, {"a.html": "x" * 100, "b.html": "x" * 70}]
)
def test_too_few_pages_and_too_small_ones_are_not_compared(
    pages: dict[str, str], tmp_path: Path
) -> None:
    expected = site(tmp_path / "ours", {"a.html": "x" * 100, "b.html": "x" * 100})
    tool = Chronicle(tmp_path / "tool")
    site(tool.output, pages)

    with pytest.raises(NotEqual):
        compared(tool, "cold", expected)


def test_as_many_pages_of_about_the_same_size_are_compared(tmp_path: Path) -> None:
    expected = site(tmp_path / "ours", {"a.html": "x" * 100, "b.html": "x" * 100})
    tool = Chronicle(tmp_path / "tool")
    site(tool.output, {"a.html": "x" * 100, "b.html": "x" * 85, "c.css": "y" * 999})

    assert compared(tool, "cold", expected) == Output(2, 185)


def test_folder_sync_copies_changes_and_keeps_equal_files(tmp_path: Path) -> None:
    source = site(tmp_path / "source", {"same": "1", "turns/2": "2", "other": "new"})
    target = site(tmp_path / "target", {"same": "1", "turns/3": "3", "other": "old"})
    os.utime(target / "same", (1, 1))

    lay(source, target)

    assert {path.name: path.read_text() for path in target.rglob("*") if path.is_file()} == {
        "same": "1",
        "2": "2",
        "other": "new",
    }
    assert (target / "same").stat().st_mtime == 1
    assert written(target) == Output(0, 0)


def test_a_process_is_measured_and_one_that_fails_says_so(tmp_path: Path) -> None:
    cost = measured(["sleep", "0.05"], tmp_path, {}, tmp_path / "log")

    assert cost.wall >= 0.05
    assert cost.memory > 0
    with pytest.raises(BuildFailed, match="no such thing"):
        measured(["sh", "-c", "echo no such thing; exit 3"], tmp_path, {}, tmp_path / "log")


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="the system tells less")
def test_memory_is_that_of_all_processes_together(tmp_path: Path) -> None:
    hold = f"{sys.executable} -c 'import time; held = b\"x\" * 60_000_000; time.sleep(1)'"

    cost = measured(["sh", "-c", f"{hold} & {hold} & wait"], tmp_path, {}, tmp_path / "log")

    assert cost.memory > 110


def result(stage: Stage, tool: str, *seconds: float) -> Result:
    costs = [Cost(wall, wall, 100.0) for wall in seconds]
    return Result(50, stage, tool, costs, Output(10, 1_000_000), 500_000)


def test_rows_show_medians_and_ratios_to_hugo() -> None:
    results = [
        result("turn", "chronicle", 1.0),
        result("cold", "chronicle", 9.0, 3.0, 4.0),
        result("cold", "hugo", 2.0, 2.0, 50.0),
    ]

    rows = list(rows_of(results))

    assert [(row[1], row[2], row[3], row[-1]) for row in rows] == [
        ("cold", "chronicle", "4.00", "2.00"),
        ("cold", "hugo", "2.00", "1.00"),
        ("one turn added", "chronicle", "1.00", "–"),
    ]
    assert as_markdown(results).count("\n") == 5
