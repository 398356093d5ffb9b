"""The difference between a site and its deployed version: pages, turns, dossiers and texts."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chronicle.model.audience import EVERYONE_ID
from chronicle.records import Record, replace

_MAIN: Final = re.compile(r"<main\b[^>]*>(.*)</main>", re.DOTALL)
_HEAD: Final = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_ASIDE: Final = re.compile(r"<(script|style|template|nav)\b.*?</\1>|<!--.*?-->", re.DOTALL)
#: The search index files of a site: things and the latest turns, and parts with earlier turns.
_INDEX: Final = re.compile(r"(?:^|/)search(?:/[\d-]+)?\.json$")
_END: Final = re.compile(r"(?<=[.!?…”\"])\s+|\s+·\s+")
_DESCRIBED: Final = re.compile(r'\s(?:alt|aria-label)="([^"]+)"')
#: Inline tags; every other tag ends a line.
_INLINE: Final = re.compile(
    r"</?(?:a|abbr|b|bdi|code|del|em|i|ins|mark|q|s|small|span|strong|sub|sup|time|u|wbr)\b[^>]*>"
)
_TAG: Final = re.compile(r"<[^>]+>")
_TURN: Final = re.compile(r"turns/(\d+)\.html")


class PathChanges(Record):
    """New, changed and removed paths or turn numbers, each in order."""

    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.new or self.changed or self.gone)


class SealedDossier(Record):
    """A sealed dossier and the paths of its book and pages, then of its turns."""

    campaign: str
    faction: str
    places: tuple[str, ...]


class AudienceDiff(Record):
    """What changes for one audience, by turn and ``beside`` them: on the site or in a dossier."""

    campaign: str
    audience: str
    turns: PathChanges
    beside: bool


class SiteDiff(Record):
    """All changes on a host: files, changes for each audience, and new texts.

    ``names`` are new titles and ``words`` new sentences of the search index, in its order;
    ``lines`` are the other new lines of the pages, and ``lost`` the titles of removed pages.
    """

    pages: PathChanges
    files: PathChanges
    shares: tuple[AudienceDiff, ...]
    names: tuple[str, ...]
    words: tuple[str, ...]
    lines: tuple[str, ...]
    lost: tuple[str, ...] = ()


def diff_sites(
    before: Mapping[str, bytes],
    after: Mapping[str, bytes],
    campaigns: tuple[str, ...] = ("",),
    dossiers: tuple[SealedDossier, ...] = (),
) -> SiteDiff:
    """Compare the files on a host with the new ones, of one (empty id) or several campaigns."""
    moves = diff_files(before, after)
    pages = _select_paths(moves, pages=True)
    names, words = (tuple(said) for said in _new_search_texts(before, after))
    reworded = frozenset(
        p for p in pages.changed if visible_lines(before[p]) != visible_lines(after[p])
    )
    read = replace(pages, changed=tuple(path for path in pages.changed if path in reworded))
    shares = [_of_public(campaign, read) for campaign in campaigns]
    shares += [_of_dossier(one, before, after) for one in dossiers]
    lines = tuple(_new_lines(before, after))
    lost = tuple(_title(before[path]) or path for path in pages.gone)
    files = _select_paths(moves, pages=False)
    return SiteDiff(pages, files, tuple(shares), names, words, lines, lost)


def _title(page: bytes) -> str:
    """The title of a page, empty if it has none."""
    found = _HEAD.search(page.decode("utf-8", "replace"))
    return " ".join(html.unescape(found[1]).split()) if found is not None else ""


def diff_files(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> PathChanges:
    """The paths that are new, changed or removed."""
    return PathChanges(
        new=tuple(sorted(after.keys() - before.keys())),
        changed=tuple(sorted(p for p in after.keys() & before.keys() if after[p] != before[p])),
        gone=tuple(sorted(before.keys() - after.keys())),
    )


def _select_paths(moves: PathChanges, *, pages: bool) -> PathChanges:
    parts = (moves.new, moves.changed, moves.gone)
    return PathChanges(*(tuple(p for p in part if p.endswith(".html") == pages) for part in parts))


def _of_public(campaign: str, pages: PathChanges) -> AudienceDiff:
    below = f"{campaign}/" if campaign else ""
    is_beside = False
    turns: list[tuple[str, ...]] = []
    for part in (pages.new, pages.changed, pages.gone):
        own = [path.removeprefix(below) for path in part if path.startswith(below)]
        found = [_TURN.fullmatch(path) for path in own]
        turns.append(tuple(sorted((turn[1] for turn in found if turn is not None), key=int)))
        is_beside = is_beside or None in found
    return AudienceDiff(campaign, EVERYONE_ID, PathChanges(*turns), is_beside)


def _of_dossier(
    dossier: SealedDossier, before: Mapping[str, bytes], after: Mapping[str, bytes]
) -> AudienceDiff:
    new: list[str] = []
    changed: list[str] = []
    gone: list[str] = []
    # What belongs to no turn is under 0.
    numbered = ((max(place, 0), path) for place, path in enumerate(dossier.places, start=-1))
    for number, place in numbered:
        was, now = before.get(place), after.get(place)
        if was == now:
            continue
        (new if was is None else gone if now is None else changed).append(str(number))
    is_beside = "0" in [*new, *changed, *gone]
    turns = PathChanges(*(tuple(n for n in part if n != "0") for part in (new, changed, gone)))
    return AudienceDiff(dossier.campaign, dossier.faction, turns, is_beside)


# ── Words ────────────────────────────────────────────────────────────────────────────────────────


def _search_entries(files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """The title and text of all search index entries, in order."""
    for path in sorted(path for path in files if _INDEX.search(path)):
        try:
            index = json.loads(files[path])
        except ValueError:
            continue
        # A site deployed by an older version may have a plain list.
        entries = index.get("things") if isinstance(index, dict) else index
        for entry in entries if isinstance(entries, list) else []:
            if isinstance(entry, dict):
                yield str(entry.get("title", "")), str(entry.get("words", ""))


def _new_search_texts(
    before: Mapping[str, bytes], after: Mapping[str, bytes]
) -> Iterator[Iterator[str]]:
    """The titles, then the sentences, that are new in the search index."""
    was, now = tuple(_search_entries(before)), tuple(_search_entries(after))
    titles = {title for title, _ in was}
    yield (title for title in dict.fromkeys(t for t, _ in now) if title and title not in titles)
    said = {sentence for _, words in was for sentence in _sentences(words)}
    new = dict.fromkeys(sentence for _, words in now for sentence in _sentences(words))
    yield (sentence for sentence in new if sentence not in said)


def _sentences(words: str) -> list[str]:
    return [sentence for sentence in _END.split(words.strip()) if sentence]


def _new_lines(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Iterator[str]:
    """The lines of changed pages that were on no page before and are not in the search index."""
    known = {
        line for path in before if path.endswith(".html") for line in visible_lines(before[path])
    } | {line for entry in _search_entries(after) for words in entry for line in _sentences(words)}
    differing = [p for p in sorted(after) if p.endswith(".html") and before.get(p) != after[p]]
    lines = dict.fromkeys(line for path in differing for line in visible_lines(after[path]))
    yield from (line for line in lines if line not in known)


def visible_lines(page: bytes) -> tuple[str, ...]:
    """The lines of text of a page, with alternative texts and labels, without navigation."""
    text = page.decode("utf-8", "replace")
    main = _MAIN.search(text)
    body = re.sub(r"\s+", " ", _ASIDE.sub(" ", main[1] if main is not None else text))
    lines = _TAG.sub("\n", _INLINE.sub("", body)).split("\n")
    return tuple(_lines([*lines, *_DESCRIBED.findall(body)]))


def _lines(parts: Sequence[str]) -> Iterator[str]:
    """The distinct texts that contain a word, without tags."""
    seen: set[str] = set()
    for part in parts:
        line = " ".join(html.unescape(_TAG.sub("", part)).split())
        if line not in seen and re.search(r"[^\W\d_]{2}", line):
            seen.add(line)
            yield line
