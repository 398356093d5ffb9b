"""Every example of the documentation works."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt

from chronicle.diagnostics.formatters import format_findings
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, Source
from chronicle.pipeline import build_files
from chronicle.render import available_choices, shipped_themes_folder
from chronicle.rules import RULESETS
from chronicle.starters import StarterOptions, starter_files
from chronicle.starters.workflow import ProgramFiles
from chronicle.yaml.parser import compose
from tests.docs.campaigns import Stage, findings, first_campaign, stages
from tests.docs.pages import ROOT, Fence, Link, anchors, fences, is_page, links, page_at, pages
from tools.docs.generated_pages import GENERATED_PAGES

STAGES = tuple(stage for page in pages() for stage in stages(page))
FENCES = tuple(fence for page in pages() for fence in fences(page))
LINKS = tuple(link for page in pages() for link in links(page))


def at(fence: Fence) -> str:
    return f"{fence.page}:{fence.line}"


def test_the_documentation_shows_files_and_findings() -> None:
    assert len(STAGES) >= 10
    assert any(stage.announced for stage in STAGES)


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_a_whole_file_in_the_docs_gives_just_the_finding_it_announces(stage: Stage) -> None:
    found = [finding.code for finding in findings(stage.files)]
    assert found == ([stage.announced] if stage.announced else [])


def shown_findings() -> Iterator[tuple[Stage, Fence]]:
    """Each announced finding with the block after it, which shows what chronicle says."""
    for stage in STAGES:
        if stage.announced:
            page, _, line = stage.name.rpartition(":")
            after = [f for f in fences(page) if f.line > int(line) and f.language == "text"]
            yield stage, after[0]


@pytest.mark.parametrize(
    ("stage", "fence"), tuple(shown_findings()), ids=lambda value: getattr(value, "name", "")
)
def test_a_finding_is_shown_in_the_words_of_chronicle(stage: Stage, fence: Fence) -> None:
    assert fence.text == format_findings(findings(stage.files), "human")


def test_the_first_campaign_builds_a_site_for_every_audience() -> None:
    report = Report()
    files = {path: text.encode() for path, text in first_campaign().items()}
    built = build_files(FileTree("my-campaign", files), report)
    assert not report.findings
    assert built is not None
    for folder in ("site", "private/gm", "private/customs", "private/ferry"):
        assert b"The Ferry War" in built[f"{folder}/index.html"]


def test_every_yaml_block_is_well_formed() -> None:
    report = Report()
    for fence in FENCES:
        if fence.language == "yaml":
            compose(Source(at(fence), fence.text), report)
    assert not report.findings


@pytest.mark.parametrize("fence", [f for f in FENCES if f.get("prints")], ids=at)
def test_a_python_block_prints_what_the_docs_say(fence: Fence, tmp_path: Path) -> None:
    (said,) = (f for f in fences(fence.page) if f.get("title") == fence.get("prints"))
    done = subprocess.run(
        [sys.executable, "-I", "-c", fence.text],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout == said.text


def test_every_link_between_the_docs_resolves() -> None:
    assert LINKS
    assert [f"{it.page}:{it.line}: {it.target}" for it in LINKS if not _resolves(it)] == []


def _resolves(link: Link) -> bool:
    path, _, anchor = unquote(link.target).partition("#")
    if "://" in path:
        # The documentation stands on its own, except that the README leads to the demo.
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        return link.page == "README.md" and link.target == project["urls"]["Demo"]
    page = page_at(link)
    return is_page(page) and (not anchor or anchor in anchors(page))


def test_a_code_host_can_follow_every_link() -> None:
    """A code host shows what is stored, and no page that is generated."""
    is_dead = [
        f"{link.page}:{link.line}: {link.target}"
        for link in LINKS
        if (path := unquote(link.target).partition("#")[0])
        and "://" not in path
        and not ((ROOT / link.page).parent / path).exists()
    ]
    assert is_dead == []


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_the_readme_of_a_new_campaign_names_files_of_it(ruleset: str) -> None:
    program = ProgramFiles(None, "chronicle.whl", b"", "", "")
    options = StarterOptions(ruleset, seed="any", workflow=program)
    files = starter_files(options, available_choices((shipped_themes_folder(),)))
    parsed = MarkdownIt("commonmark").enable("table").parse(files["README.md"].decode())
    inline = [child for token in parsed for child in token.children or ()]
    links_of_it = [str(child.attrGet("href")) for child in inline if child.type == "link_open"]
    code = [child.content for child in inline if child.type == "code_inline"]
    # What a build, a key or a publication writes comes later.
    named = [it for it in code if re.fullmatch(r"(content|\.github)/[^ ]+", it)]
    later = ("content/chronicle.key", "content/published")
    expected = [it for it in (*links_of_it, *named) if not it.startswith(later)]
    assert expected
    assert [it for it in expected if not any(path.startswith(it) for path in files)] == []


def test_every_page_is_reached_from_the_readme() -> None:
    reached, todo = {"README.md"}, ["README.md"]
    while todo:
        page = todo.pop()
        for name in {page_at(link) for link in links(page) if "://" not in link.target}:
            if name.endswith(".md") and name not in reached:
                reached.add(name)
                if (ROOT / name).exists():
                    todo.append(name)
    assert reached >= {*pages(), *(f"docs/{path}" for path in GENERATED_PAGES)}


def test_a_generated_page_is_not_stored() -> None:
    assert [path for path in GENERATED_PAGES if (ROOT / "docs" / path).exists()] == []
