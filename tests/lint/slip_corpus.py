"""The corpus of slips in `slips.yaml`, and what chronicle warns of when they are planted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from ruamel.yaml import YAML

from chronicle.diagnostics.report import Finding
from tests.lint.lint_campaign import picture, warnings_of
from tests.small_campaign import SOUND, play_files

PATH: Final = Path(__file__).with_name("slips.yaml")
_MARK: Final = "«slip»"
_FACTION: Final = """\
name: House Vael
for: everyone
colors: ["#7a1f2b", "#e8d8b0"]
sigil: key
"""
_OPENINGS: Final = {
    "wwn": "opening: {force: 1, cunning: 2, wealth: 3, goal: {kind: peaceable-kingdom},"
    " bases: [{id: seat, name: The Seat, at: harbour, headquarters: true}]}\n",
    "lieutenants": "opening:\n  lieutenants: [{id: pell, name: Pell, level: 2, at: inn}]\n",
}
_PLACES: Final = "for: everyone\nplaces:\n  harbour: {name: The Harbour}\n"
_WITHIN: Final = "  quay: {name: The Quay, within: harbour}\n  inn: {name: The Inn, within: quay}\n"
_CODES: Final = frozenset({"L002", "L003"})


class Planted(NamedTuple):
    """A slip as it is planted: its form, its lines, the code of the warning, and the language."""

    form: str
    lines: tuple[str, ...]
    code: str
    language: str


class Elsewhere(NamedTuple):
    """A slip in a file of a campaign of its own: its form, the files, and the path of the file."""

    form: str
    files: dict[str, str]
    path: str


@lru_cache(maxsize=1)
def _corpus() -> Mapping[str, object]:
    loaded = YAML(typ="safe").load(PATH)
    assert isinstance(loaded, dict)
    return loaded


def campaign_files(language: str = "en") -> dict[str, str]:
    """The campaign in which slips are planted."""
    files = _corpus()["campaign"]
    assert isinstance(files, dict)
    found = {str(path): str(text) for path, text in files.items()}
    found["campaign.yaml"] += f"language: {language}\n"
    return found


def _rows(key: str) -> list[Any]:
    rows = _corpus()[key]
    assert isinstance(rows, list)
    return rows


def slips(*keys: str) -> list[Planted]:
    """The slips under these keys."""
    return [
        Planted(
            row["form"],
            (row["text"],) if isinstance(row["text"], str) else tuple(row["text"]),
            row["code"],
            row.get("language", "en"),
        )
        for key in keys
        for row in _rows(key)
    ]


def elsewhere() -> list[Elsewhere]:
    """The slips in files of other campaigns."""
    hidden = {
        path: text
        for path, text in campaign_files().items()
        if path.startswith(("people", "items"))
    }
    return [
        Elsewhere(row["form"], {**hidden, **_others(row["ruleset"]), **row["files"]}, row["in"])
        for row in _rows("elsewhere")
    ]


def _others(ruleset: str) -> dict[str, str]:
    """A campaign with one faction and one place."""
    return {
        "campaign.yaml": f"title: Boats\nruleset: {ruleset}\nseed: one\n",
        "factions/vael.yaml": f"{_FACTION}{_OPENINGS.get(ruleset, '')}",
        "places.yaml": _PLACES + (_WITHIN if ruleset == "lieutenants" else ""),
        "turns/001.yaml": "turn: 1\n",
    }


def ordinary() -> list[str]:
    """Sentences that are no slip."""
    return [str(row) for row in _rows("ordinary")]


def planted(
    lines: tuple[str, ...], *, except_in: str = "\n", only_in: str = "", language: str = "en"
) -> tuple[dict[str, str], set[tuple[str, int]]]:
    """The campaign with a text in all its places, and these places by path and line.

    A text of several lines is planted only where a line may break, and none in lines with
    ``except_in`` or without ``only_in``.
    """
    files: dict[str, str] = {}
    places: set[tuple[str, int]] = set()
    for path, text in campaign_files(language).items():
        rows: list[str] = []
        for row in text.split("\n"):
            before, mark, after = row.partition(_MARK)
            if (
                mark
                and except_in not in row
                and only_in in row
                and (not after or (len(lines) == 1 and not _is_link_in_picture(row, lines)))
            ):
                places.add((path, len(rows) + 1))
                indent = row[: len(row) - len(row.lstrip())]
                first, *others = lines
                rows += [f"{before}{first}{after}", *(indent + line for line in others)]
            else:
                rows.append(f"{before.rstrip()}{after}" if mark else row)
        files[path] = "\n".join(rows)
    return files, places


def _is_link_in_picture(row: str, lines: tuple[str, ...]) -> bool:
    """Whether a link would be in the words of a picture."""
    return "![" in row and ("[" in lines[0] or "://" in lines[0])


def places_of(slip: Planted) -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
    """The places in which a slip is planted, and those of warnings with its code.

    Not all have the same readers, and none is there as a copy of another.
    """
    places: set[tuple[str, int]] = set()
    found: set[tuple[str, int]] = set()
    for except_in, only_in in (("narrative", ""), ("\n", "narrative")):
        files, some = planted(
            slip.lines, except_in=except_in, only_in=only_in, language=slip.language
        )
        places |= some
        found |= {
            (finding.at.path, finding.at.line)
            for finding in slip_findings(files)
            if finding.code == slip.code and finding.at is not None
        }
    return places, found


def slip_findings(files: Mapping[str, str], *, over: Mapping[str, str] = SOUND) -> list[Finding]:
    """What is warned of in a campaign: slips alone."""
    played = play_files({**files, "media/gate.png": picture()}, over=over)
    return [finding for finding in warnings_of(played) if finding.code in _CODES]
