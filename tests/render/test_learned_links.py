"""In the samples' dossiers, each line of what is known leads to what taught it, at its place."""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import Final

import pytest

from tests.sample_campaigns import SAMPLES, editions_of, pages_of, sample_files

_LINK: Final = re.compile(r'<a href="[^"]*\bturns/(\d+)\.html(?:#(\w*))?">([^<]*)</a>')
#: Lines of what is known: rows as of a turn, things, relations, rumors.
_LINES: Final = {
    "row": re.compile(r'<(p|span) class="as-of">.*?</\1>', re.DOTALL),
    "thing": re.compile(r'<p class="neighbours"><b>Known:</b>.*?</p>'),
    "relation": re.compile(
        r'<tr><th scope="row"><span class="pairing">(?s:.*?)</tr>'
        r'|<li><a class="who" .*"stands">(?s:.*?)</li>'
    ),
    "rumor": re.compile(r'<li><a [^>]*>[^<]*</a> <b>Turn .*<p class="borne .*'),
}
#: Characters before a row that say what it is about.
_BEFORE: Final = 900
#: Pages of the past, and those with maps, which say in the same words how it was in each turn.
_OTHER_PAGES: Final = re.compile(r"/(?:as-of|turns)/|/map[\w-]*\.html$|^private/[\w-]+/index")


def _words(piece: str) -> str:
    """The words of a piece of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", piece)).split()).casefold()


@lru_cache(maxsize=1024)
def _element(page: str, anchor: str) -> str:
    """The words and links of the article or entry of a list with an id; empty if it is missing."""
    found = re.search(rf'<(article|li)\b[^>]* id="{anchor}".*?</\1>', page, re.DOTALL)
    return _words(found[0]) + " ".join(re.findall(r'href="\.\./(.*?)"', found[0])) if found else ""


def _subjects(kind: str, path: str, page: str, line: str) -> list[list[str]]:
    """What a line is about: the text that taught it has a word of each group."""
    heading = [_words(found) for found in re.findall(r"<h1>(.*?)</h1>", page)]
    match kind:
        case "thing":
            headings = re.findall(r'<h3 id="other-.*?</h3>', page.partition(line)[0], re.DOTALL)
            own = "/".join(path.split("/")[-2:])
            return [[_words(headings[-1])] if headings else [*heading, own]]
        case "relation":
            factions = re.findall(r'factions/[\w-]+\.html">(.*?)</a>', line)
            return [[_words(name).removeprefix("the ")] for name in factions]
        case "rumor":
            return [[_words(line.partition("</a>")[0])]]
        case _:
            around = re.sub(r"<[^>]*>", " ", line)
            names = re.findall(r"[^\W\d_]{4,}", html.unescape(around))
            return [[name.casefold() for name in names if name[0].isupper()] + heading]


@pytest.mark.parametrize("id", SAMPLES)
def test_each_line_of_what_is_known_leads_to_what_taught_it(id: str) -> None:
    pages = pages_of(sample_files(id))
    found = dict.fromkeys(_LINES, 0)
    for edition in editions_of(id)[2:]:
        own = (path for path in pages if path.startswith(f"{edition}/"))
        for path in own:
            page = pages[path]
            if _OTHER_PAGES.search(path):
                continue
            for kind, line in (
                (k, it) for k, lines in _LINES.items() for it in lines.finditer(page)
            ):
                links = _LINK.findall(line[0])
                assert links or kind == "row" or "from the start" in line[0], (path, line[0])
                start = line.start() - (_BEFORE if kind == "row" else 0)
                for turn, anchor, words in links:
                    assert words.casefold().split()[-1] == turn, (path, line[0])
                    target = _element(pages[f"{edition}/turns/{turn}.html"], anchor or "none")
                    for names in _subjects(kind, path, page, page[max(start, 0) : line.end()]):
                        assert any(name in target for name in names), (path, line[0], target)
                    found[kind] += 1
    assert found["row"] > 100
    assert found["relation"] > 10
    assert found["rumor"]
