"""Build the documentation as a website: `python -m tools.docs_site FOLDER`.

The site has the pages of `docs/`, those generated from the code, and the pages of the checkout's
root. Links to other files of the checkout lead to the repository whose workflow builds the site;
elsewhere they are plain text. Material for MkDocs builds it; it fails if a link leads nowhere.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Final

from markdown_it import MarkdownIt

from tools.docs.generated_pages import GENERATED_FROM, GENERATED_PAGES

ROOT: Final = Path(__file__).resolve().parent.parent
#: Pages that have another path in the site than in the checkout, from the root on.
MOVED: Final = {
    "README.md": "index.md",
    "docs/README.md": "all-pages.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
#: What a fence says after its language: the name of the file it shows.
_FILE_NAME: Final = re.compile(r'\b(?:title|file)="([^"]*)"')
#: What the builder takes for an entry of a list even within a sentence.
_NUMBER: Final = re.compile(r"^( *\d+)\.(?= )")
_LINK: Final = re.compile(
    r"\[(?P<text>[^][]*)\]\((?P<path>[^)#\s:]+)(?P<anchor>#[^)\s]*)?(?P<end>[\s)])"
)


def site_path(path: str) -> str:
    """The path in the site of a file of the checkout; empty if the site does not have it.

    What a page is generated from has the path of that page.
    """
    known = MOVED.get(path) or GENERATED_FROM.get(path)
    return known or (path.removeprefix("docs/") if path.startswith("docs/") else "")


def repository() -> str:
    """The address of the repository whose workflow builds the site; empty outside of one."""
    server, name = (os.environ.get(f"GITHUB_{part}", "") for part in ("SERVER_URL", "REPOSITORY"))
    return f"{server}/{name}" if server and name else ""


def site_markdown(text: str, path: str) -> str:
    """A page's Markdown as the builder needs it; ``path`` is the page's own in the checkout.

    Links are as in the site. The builder knows only the language and the title of a fence, and
    begins a list or a table only after an empty line; it wants what is in a list indented by four.
    """
    lines = text.split("\n")
    starts, items, code = set(), set(), set()
    indents = [0] * len(lines)
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        first, end = token.map or (0, 0)
        if token.type == "fence":
            code |= set(range(first, end))
            language, _, rest = token.info.strip().partition(" ")
            name = _FILE_NAME.search(rest)
            title = f' title="{name[1]}"' if name else ""
            lines[first] = lines[first].partition("`")[0] + f"{token.markup}{language}{title}"
        elif token.type == "code_block":
            code |= set(range(first, end))
        elif token.type == "list_item_open":
            items.add(first)
            if not all(lines[first:end]):
                starts.add(end)  # what follows an item of several paragraphs
            width = len(token.info) + len(token.markup) + 1
            for number in range(first + 1, end):
                indents[number] += 4 - width
        elif token.type in {"bullet_list_open", "ordered_list_open", "table_open"}:
            starts.add(first)
    written = []
    for number, line in enumerate(lines):
        if number in starts and number and lines[number - 1]:
            written.append("")
        changed = line if number in code else _with_site_links(line, path)
        if number not in items | code:
            changed = _NUMBER.sub(r"\1\\.", changed)
        written.append(" " * indents[number] + changed if changed else "")
    return "\n".join(written)


def _with_site_links(line: str, path: str) -> str:
    def replaced(found: re.Match[str]) -> str:
        target = os.path.normpath(PurePosixPath(path).parent / found["path"])
        anchor = found["anchor"] or ""
        inside = site_path(target)
        if inside:
            link = os.path.relpath(inside, PurePosixPath(site_path(path)).parent) + anchor
        elif repository():
            link = f"{repository()}/blob/main/{target}{anchor}"
        else:
            return found["text"]
        return f"[{found['text']}]({link}{found['end']}"

    return _LINK.sub(replaced, line)


def heading_anchor(heading: str, separator: str) -> str:
    """The anchor that code hosts give to a heading, so that links work there and in the site."""
    words = re.sub(r"[^\w\- ]", "", heading.casefold()).strip()
    return words.replace(" ", separator)


@cache
def pages() -> Mapping[str, bytes]:
    """Every file that the site is made of, by its path in the site."""
    listed = [path for path in (ROOT / "docs").rglob("*") if path.is_file()]
    listed += [ROOT / name for name in MOVED if "/" not in name]
    found = {}
    for path in sorted(listed):
        name, content = path.relative_to(ROOT).as_posix(), path.read_bytes()
        if path.suffix == ".md":
            content = site_markdown(content.decode("utf-8"), name).encode("utf-8")
        found[site_path(name)] = content
    for name, text in generated_pages().items():
        found[name] = site_markdown(text, f"docs/{name}").encode("utf-8")
    return found


@cache
def generated_pages() -> Mapping[str, str]:
    """The Markdown of the pages that are generated from the code, by path in the site."""
    return {name: page() for name, page in GENERATED_PAGES.items()}


def build(output: Path) -> int:
    """Build the site into a folder, which is replaced; returns the builder's exit code."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in pages().items():
            target = Path(folder) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        # Not --quiet: it would hide the warnings that --strict counts.
        command = (sys.executable, "-m", "mkdocs", "build", "--strict")
        options = ("--config-file", ROOT / "mkdocs.yml", "--site-dir", output.resolve())
        # The variable names the pages for mkdocs.yml; the other one silences an announcement.
        environment = {**os.environ, "DOCS_PAGES": folder, "NO_MKDOCS_2_WARNING": "1"}
        done = subprocess.run([*command, *options], env=environment, check=False, cwd=ROOT)
        return done.returncode


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1])))
