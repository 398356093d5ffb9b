"""What a site says that its host does not say yet: pages, turns, dossiers, and words."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from chronicle.model.audience import EVERYONE_ID

_MAIN: Final = re.compile(r"<main\b[^>]*>(.*)</main>", re.DOTALL)
_ASIDE: Final = re.compile(r"<(script|style|template|nav)\b.*?</\1>|<!--.*?-->", re.DOTALL)
#: Where a site has what its search finds: the things and latest turns, and earlier ones in parts.
_INDEX: Final = re.compile(r"(?:^|/)search(?:/[\d-]+)?\.json$")
_END: Final = re.compile(r"(?<=[.!?…”\"])\s+")
_DESCRIBED: Final = re.compile(r'\s(?:alt|aria-label)="([^"]+)"')
#: What stands within a line; every other tag ends one.
_INLINE: Final = re.compile(
    r"</?(?:a|abbr|b|bdi|code|del|em|i|ins|mark|q|s|small|span|strong|sub|sup|time|u|wbr)\b[^>]*>"
)
_TAG: Final = re.compile(r"<[^>]+>")
_TURN: Final = re.compile(r"turns/(\d+)\.html")


@dataclass(frozen=True, slots=True)
class PathChanges:
    """Paths, or numbers of turns, in order: what is new, what says something else, what goes."""

    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.new or self.changed or self.gone)


@dataclass(frozen=True, slots=True)
class SealedDossier:
    """Whose dossier it is, and where its parts lie in the site: the book first, then its turns.

    ``campaign`` is the id on a shelf, else empty.
    """

    campaign: str
    faction: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AudienceDiff:
    """What changes for one audience: of the public, or of a faction's dossier, by turn.

    ``beside`` when other parts of it change than those of turns.
    """

    campaign: str
    audience: str
    turns: PathChanges
    beside: bool


@dataclass(frozen=True, slots=True)
class SiteDiff:
    """All that changes on a host: files, what they are to whom, and words that are new there.

    ``names`` are titles and ``words`` sentences of what the search of the site finds, in its order;
    ``lines`` are all others that its pages show.
    """

    pages: PathChanges
    files: PathChanges
    shares: tuple[AudienceDiff, ...]
    names: tuple[str, ...]
    words: tuple[str, ...]
    lines: tuple[str, ...]


def diff_sites(
    before: Mapping[str, bytes],
    after: Mapping[str, bytes],
    campaigns: tuple[str, ...] = ("",),
    dossiers: tuple[SealedDossier, ...] = (),
) -> SiteDiff:
    """What changes from what a host has to what it gets, both by path of the site.

    ``campaigns`` are the ids of those on a shelf, or one empty text.
    """
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
    return SiteDiff(pages, _select_paths(moves, pages=False), tuple(shares), names, words, lines)


def diff_files(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> PathChanges:
    """The paths that differ."""
    return PathChanges(
        new=tuple(sorted(after.keys() - before.keys())),
        changed=tuple(sorted(p for p in after.keys() & before.keys() if after[p] != before[p])),
        gone=tuple(sorted(before.keys() - after.keys())),
    )


def _select_paths(moves: PathChanges, *, pages: bool) -> PathChanges:
    parts = (moves.new, moves.changed, moves.gone)
    return PathChanges(*(tuple(p for p in part if p.endswith(".html") == pages) for part in parts))


def _of_public(campaign: str, pages: PathChanges) -> AudienceDiff:
    """The public's share of a campaign."""
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
    for number, place in enumerate(dossier.places):
        was, now = before.get(place), after.get(place)
        if was == now:
            continue
        (new if was is None else gone if now is None else changed).append(str(number))
    is_beside = "0" in [*new, *changed, *gone]
    turns = PathChanges(*(tuple(n for n in part if n != "0") for part in (new, changed, gone)))
    return AudienceDiff(dossier.campaign, dossier.faction, turns, is_beside)


# ── Words ────────────────────────────────────────────────────────────────────────────────────────


def _search_entries(files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Title and words of all that a site's search finds, in its order."""
    for path in sorted(path for path in files if _INDEX.search(path)):
        try:
            index = json.loads(files[path])
        except ValueError:
            continue
        # What lies on a host may be of a version that had it all in one list.
        entries = index.get("things") if isinstance(index, dict) else index
        for entry in entries if isinstance(entries, list) else []:
            if isinstance(entry, dict):
                yield str(entry.get("title", "")), str(entry.get("words", ""))


def _new_search_texts(
    before: Mapping[str, bytes], after: Mapping[str, bytes]
) -> Iterator[Iterator[str]]:
    """Titles, and sentences, that a site's search did not find before."""
    was, now = tuple(_search_entries(before)), tuple(_search_entries(after))
    titles = {title for title, _ in was}
    yield (title for title in dict.fromkeys(t for t, _ in now) if title and title not in titles)
    said = {sentence for _, words in was for sentence in _sentences(words)}
    new = dict.fromkeys(sentence for _, words in now for sentence in _sentences(words))
    yield (sentence for sentence in new if sentence not in said)


def _sentences(words: str) -> list[str]:
    return [sentence for sentence in _END.split(words.strip()) if sentence]


def _new_lines(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Iterator[str]:
    """All other lines that pages show and no page showed before."""
    known = {
        line for path in before if path.endswith(".html") for line in visible_lines(before[path])
    } | {line for entry in _search_entries(after) for words in entry for line in _sentences(words)}
    differing = [p for p in sorted(after) if p.endswith(".html") and before.get(p) != after[p]]
    lines = dict.fromkeys(line for path in differing for line in visible_lines(after[path]))
    yield from (line for line in lines if line not in known)


def visible_lines(page: bytes) -> tuple[str, ...]:
    """What a page shows and has read aloud, its ways to other pages apart, line by line."""
    text = page.decode("utf-8", "replace")
    main = _MAIN.search(text)
    body = re.sub(r"\s+", " ", _ASIDE.sub(" ", main[1] if main is not None else text))
    lines = _TAG.sub("\n", _INLINE.sub("", body)).split("\n")
    return tuple(_lines([*lines, *_DESCRIBED.findall(body)]))


def _lines(parts: Sequence[str]) -> Iterator[str]:
    """Each text once as it is read, if there is a word in it."""
    seen: set[str] = set()
    for part in parts:
        line = " ".join(html.unescape(_TAG.sub("", part)).split())
        if line not in seen and re.search(r"[^\W\d_]{2}", line):
            seen.add(line)
            yield line
