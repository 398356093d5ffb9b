"""The GM's edition shows who knows what, and links to the dossiers of the factions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, faction_audience
from chronicle.pipeline import build_files
from chronicle.project import project
from tests.project.access_report.test_report import TURNS
from tests.small_campaign import play_files, tree_of

_ROW: Final = re.compile(r"<tr><th scope=\"row\">(.*?)</th>(.*?)</tr>", re.DOTALL)
_CELL: Final = re.compile(r"<td class=\"is-(told|untold)\">(.*?)</td>", re.DOTALL)
_TAG: Final = re.compile(r"<[^>]*>")


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
    edition = project(played.campaign, played.history, played.ruleset, GM)
    for view in edition.turns:
        anchors = [one.anchor for one in view.events]
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


def test_the_audit_of_a_turn_links_to_the_dossiers_of_the_factions() -> None:
    for turn in (1, 2):
        led = re.findall(r'href="(\.\./\.\./[^"]*)"', page(f"private/gm/audit/{turn}.html"))
        assert led == [f"../../{faction}/dossier/{turn}.html" for faction in ("oru", "vael")]
    assert "Come." in page("private/vael/dossier/1.html"), "the letter in the hands of Vael"
    listed = page("private/gm/dossier/index.html")
    assert {f"../../{id}/dossier/{n}.html" for id in ("oru", "vael") for n in (1, 2)} <= set(
        re.findall(r'href="([^"]*)"', listed)
    )


def test_the_gm_s_edition_has_no_copies_of_dossiers() -> None:
    paths = {path for path in built() if path.startswith("private/gm/")}
    assert {path for path in paths if "dossier" in path} == {"private/gm/dossier/index.html"}
    played = play_files(TURNS)
    assert not project(played.campaign, played.history, played.ruleset, GM).dossiers


def test_the_gm_has_the_figures_of_the_factions_own_sheets() -> None:
    played = play_files(TURNS)
    gm = project(played.campaign, played.history, played.ruleset, GM).figures
    for faction in ("oru", "vael"):
        own = project(played.campaign, played.history, played.ruleset, faction_audience(faction))
        assert set(own.figures) == {(faction, 1), (faction, 2)}
        assert {key: found for key, found in gm.items() if key[0] == faction} == own.figures
    assert all(gm.values())
    assert not project(played.campaign, played.history, played.ruleset, EVERYONE).figures


def test_only_the_gm_sees_what_others_know() -> None:
    for path, content in built().items():
        if path.endswith(".html") and not path.startswith("private/gm/"):
            assert b'class="is-untold"' not in content, path
            assert b"1/vael/grow" not in content, path
    played = play_files(TURNS)
    edition = project(played.campaign, played.history, played.ruleset, faction_audience("vael"))
    assert all(not view.accounts for view in edition.turns)
