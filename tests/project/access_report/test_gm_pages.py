"""The GM's edition shows who knows what, and all dossiers of a turn side by side."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.model.audience import GM, faction_audience
from chronicle.pipeline import build_files
from chronicle.project import project
from tests.project.access_report.test_report import TURNS
from tests.small_campaign import play_files, tree_of

_ROW: Final = re.compile(r"<tr><th scope=\"row\">(.*?)</th>(.*?)</tr>", re.DOTALL)
_CELL: Final = re.compile(r"<td class=\"is-(told|untold)\">(.*?)</td>", re.DOTALL)
_TAG: Final = re.compile(r"<[^>]*>")
_ID: Final = re.compile(r' id="([^"]*)"')


@lru_cache(maxsize=1)
def built() -> Mapping[str, bytes]:
    report = Report()
    files = build_files(tree_of(TURNS), report)
    assert files is not None, [finding.message for finding in report.findings]
    return files


def page(path: str) -> str:
    return built()[path].decode()


def matrix(turn: int) -> dict[str, list[tuple[str, str]]]:
    """The rows of a turn's matrix: by heading, each audience's mark and words."""
    text = page(f"private/gm/audit/{turn}.html")
    table = text[text.index('class="table matrix"') : text.index("</table>")]
    return {
        " ".join(_TAG.sub(" ", head).split()): [
            (mark, " ".join(_TAG.sub(" ", cell).split())) for mark, cell in _CELL.findall(cells)
        ]
        for head, cells in _ROW.findall(table)
    }


def test_everything_in_a_turn_has_a_row() -> None:
    played = play_files(TURNS)
    edition = project(played.campaign, played.history, played.system, GM)
    for view in edition.turns:
        anchors = [one.anchor for one in view.told]
        anchors += [one.anchor for one in view.news]
        anchors += [one.anchor for one in view.rumors]
        anchors += [one.anchor for one in view.reveals]
        anchors += [one.anchor for one in view.relations]
        assert anchors == list(view.accounts)
        assert len(matrix(view.number)) == len(anchors)


def test_every_cell_says_whether_how_and_why() -> None:
    rows = matrix(1)
    # The street, the Oru, House Vael; the power's own order (S-ACT-2) is unmasked later.
    grow = next(cells for head, cells in rows.items() if "1/vael/grow" in head)
    assert [mark for mark, _ in grow] == ["told", "told", "told"]
    assert "It was revealed in turn 2." in grow[0][1]
    assert "It is this power&#39;s own order. S-ACT-2" in grow[2][1]
    letter = next(cells for head, cells in rows.items() if head.startswith("Letter"))
    assert letter[0] == ("untold", "Not told. It is written for House Vael.")
    assert letter[2] == ("told", "Told. It is written for House Vael.")


def test_the_matrix_names_its_rows_and_columns() -> None:
    text = page("private/gm/audit/1.html")
    heads = re.findall(r"<th scope=\"col\">(.*?)</th>", text[text.index('class="table matrix"') :])
    assert [_TAG.sub("", head) for head in heads[:4]] == [
        "What",
        "everyone",
        "The Oru",
        "House Vael",
    ]


def test_the_dossiers_side_by_side_are_those_that_the_factions_get() -> None:
    beside = page("private/gm/audit/1-dossiers.html")
    ids = _ID.findall(beside)
    assert len(set(ids)) == len(ids)
    played = play_files(TURNS)
    gm = project(played.campaign, played.history, played.system, GM)
    for faction in ("vael", "oru"):
        own = project(played.campaign, played.history, played.system, faction_audience(faction))
        of_gm = {key: it for key, it in gm.dossiers.items() if key[0] == faction}
        assert own.dossiers == of_gm
        assert f'id="of-{faction}"' in beside
    assert "Come." in beside, "the letter in the hands of Vael"


def test_only_the_gm_sees_what_others_know() -> None:
    for path, content in built().items():
        if path.endswith(".html") and not path.startswith("private/gm/"):
            assert b'class="is-untold"' not in content, path
            assert b"1/vael/grow" not in content, path
    played = play_files(TURNS)
    edition = project(played.campaign, played.history, played.system, faction_audience("vael"))
    assert all(not view.accounts for view in edition.turns)
