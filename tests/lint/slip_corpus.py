"""The corpus of slips in `slips.yaml`, and what chronicle warns of when they are planted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image
from ruamel.yaml import YAML

from chronicle.diagnostics.report import Finding
from tests.lint.lint_campaign import warnings_of
from tests.small_campaign import play_files

PATH: Final = Path(__file__).with_name("slips.yaml")
_MARK: Final = "«slip»"
_CODES: Final = frozenset({"L002", "L003"})


class Planted(NamedTuple):
    """A slip as it is planted: its form, its lines, and the code of the warning."""

    form: str
    lines: tuple[str, ...]
    code: str


@lru_cache(maxsize=1)
def _corpus() -> Mapping[str, object]:
    loaded = YAML(typ="safe").load(PATH)
    assert isinstance(loaded, dict)
    return loaded


def campaign_files() -> dict[str, str]:
    """The campaign in which slips are planted."""
    files = _corpus()["campaign"]
    assert isinstance(files, dict)
    return {str(path): str(text) for path, text in files.items()}


def slips() -> list[Planted]:
    """All slips."""
    found: list[Planted] = []
    for key in ("slips", "broken"):
        rows = _corpus()[key]
        assert isinstance(rows, list)
        for row in rows:
            lines = (row["text"],) if isinstance(row["text"], str) else tuple(row["text"])
            found.append(Planted(row["form"], lines, row["code"]))
    return found


def ordinary() -> list[str]:
    """Sentences that are no slip."""
    rows = _corpus()["ordinary"]
    assert isinstance(rows, list)
    return [str(row) for row in rows]


def planted(
    lines: tuple[str, ...], *, except_in: str = "\n"
) -> tuple[dict[str, str], set[tuple[str, int]]]:
    """The campaign with a text in all its places, and these places by path and line.

    A text of several lines is planted only where a line may break, and none in lines with
    ``except_in``.
    """
    files: dict[str, str] = {}
    places: set[tuple[str, int]] = set()
    for path, text in campaign_files().items():
        rows: list[str] = []
        for row in text.split("\n"):
            before, mark, after = row.partition(_MARK)
            if (
                mark
                and except_in not in row
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
    return "![" in row and "[" in lines[0]


def places_of(slip: Planted) -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
    """The places in which a slip is planted, and those of warnings with its code."""
    files, places = planted(slip.lines)
    findings = slip_findings(files)
    return places, {
        (finding.at.path, finding.at.line)
        for finding in findings
        if finding.code == slip.code and finding.at is not None
    }


def slip_findings(files: Mapping[str, str]) -> list[Finding]:
    """What is warned of in a campaign: slips alone."""
    drawn = BytesIO()
    Image.new("L", (2, 2)).save(drawn, "PNG")
    played = play_files({**files, "media/gate.png": drawn.getvalue()})
    return [finding for finding in warnings_of(played) if finding.code in _CODES]
