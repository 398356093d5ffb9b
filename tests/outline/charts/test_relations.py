"""How factions stand: read, held back, told, found wrong, and drawn on a ring."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import get_args

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, faction_audience
from chronicle.model.campaign import RelationKind
from chronicle.model.facts import faction_ref
from chronicle.outline.charts import relation_overview_of
from chronicle.outline.charts.relations import FONT_SIZE, WORD_HALF, RelationDiagram
from chronicle.outline.map.labels import text_width
from chronicle.pipeline import build_files
from chronicle.project import project
from chronicle.project.disclosure import disclosed_items
from chronicle.project.edition import Edition
from chronicle.publish.lock.diff import diff_lines
from chronicle.records import replace
from tests.order_form_text import LANGUAGES
from tests.render import html_checks
from tests.shipped_theme import shipped_theme
from tests.small_campaign import SOUND, findings_of, play_files, tree_of

HIDDEN = SOUND["factions/oru.yaml"].replace("for: everyone", "for: factions")
TURNS = {
    "turns/001.yaml": """\
turn: 1
title: One
relations:
  - {between: [vael, oru], as: rivals, for: everyone, text: "Over [[harbour]] and the *moon*."}
""",
    "turns/002.yaml": """\
turn: 2
title: Two
adjustments: [{for: everyone, because: A gift., power: oru, dd: +1}]
relations:
  - {between: [oru, vael], as: war, for: everyone}
  - {between: [vael, oru], as: bound, for: oru, text: Sworn beneath the quincunx.}
""",
    "turns/003.yaml": "turn: 3\ntitle: Three\n",
}


@lru_cache(maxsize=4)
def edition(word: str, *, hidden: bool = False) -> Edition:
    files = TURNS | ({"factions/oru.yaml": HIDDEN} if hidden else {})
    played = play_files(files)
    audience = {"gm": GM, "everyone": EVERYONE}.get(word) or faction_audience(word)
    return project(played.campaign, played.history, played.ruleset, audience)


@lru_cache(maxsize=1)
def built() -> Mapping[str, bytes]:
    report = Report()
    made = build_files(tree_of(TURNS), report)
    assert made is not None, [finding.message for finding in report.findings]
    return made


@pytest.mark.parametrize(
    ("word", "kind", "since"), [("everyone", "war", 2), ("vael", "war", 2), ("oru", "bound", 2)]
)
def test_each_reader_sees_the_latest_relation_visible_to_them(
    word: str, kind: str, since: int
) -> None:
    (bond,) = relation_overview_of(edition(word)).bonds
    assert (bond.now.kind, bond.first.turn, [it.kind for it in bond.before]) == (
        kind,
        since,
        ["rivals"],
    )
    assert bond.between == (faction_ref("oru"), faction_ref("vael"))
    assert bool(bond.now.readers) is False


def test_the_gm_sees_the_audience_of_each_relation() -> None:
    assert [view.readers for view in edition("gm").turns[1].relations] == [("everyone",), ("oru",)]


def test_nobody_has_a_relation_with_a_faction_unknown_to_them() -> None:
    found = edition("everyone", hidden=True)
    assert found.relations == ()
    assert all(turn.relations == () for turn in found.turns)
    assert len(edition("vael", hidden=True).relations) == 2


def test_a_relation_is_drawn_from_its_start_and_not_after_its_end() -> None:
    now = edition("everyone").relations
    again = replace(now[1], turn=3)
    over = replace(now[1], turn=4, kind="nothing")
    web = relation_overview_of(replace(edition("everyone"), relations=(*now, again)))
    assert web.bonds[0].first.turn == 2
    assert web.diagram is not None
    ended = relation_overview_of(replace(edition("everyone"), relations=(*now, again, over)))
    assert (ended.bonds[0].now.kind, ended.diagram) == ("nothing", None)


def crowd(factions: int, relations: int) -> RelationDiagram | None:
    """The diagram of so many factions with so many relations."""
    one = edition("everyone")
    ids = [f"f{number}" for number in range(factions)]
    pairs = list(combinations(map(faction_ref, ids), 2))[:relations]
    return relation_overview_of(
        replace(
            one,
            factions=tuple(
                replace(one.factions[0], id=id, name=f"The House of {id}") for id in ids
            ),
            relations=tuple(replace(one.relations[0], between=pair) for pair in pairs),
        )
    ).diagram


def test_labels_on_the_ring_do_not_overlap() -> None:
    diagram = crowd(6, 9)
    assert diagram is not None
    assert len(diagram.edges) == 9
    words = [edge.word for edge in diagram.edges]
    # Words have room for 72 by 22.
    assert not [
        (a, b) for a, b in combinations(words, 2) if abs(a[0] - b[0]) < 72 and abs(a[1] - b[1]) < 22
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_all_languages_fit_on_an_edge(language: str) -> None:
    words = shipped_theme(language).words
    drawn = [
        words[f"relations.kind.{kind}"] for kind in get_args(RelationKind) if kind != "nothing"
    ]
    assert len(drawn) == 5
    assert [it for it in drawn if text_width(str(it), FONT_SIZE) > 2 * WORD_HALF[0]] == []


def test_a_changed_relation_changes_the_digest() -> None:
    before = disclosed_items(edition("everyone"), 1, ["oru", "vael"])
    now = replace(edition("everyone").turns[0].relations[0], kind="allies")
    turns = (replace(edition("everyone").turns[0], relations=(now,)),)
    after = disclosed_items(replace(edition("everyone"), turns=turns), 1, ["oru", "vael"])
    (line,) = diff_lines(before, after)
    assert line.endswith("stands: rivals → allies")


PUBLIC = "{between: [oru, vael], as: war, for: everyone}"
OWN = "{between: [vael, oru], as: allies, for: vael}"


@pytest.mark.parametrize(
    ("relations", "codes"),
    [
        ("{between: [vael, vela], as: war, for: everyone}", ["N001"]),
        ("{between: [vael, vael], as: war, for: everyone}", ["F001"]),
        ("{between: [vael, oru], as: friends, for: everyone}", ["C005"]),
        ("{between: [vael], as: war, for: everyone}", ["C004"]),
        ("{between: [vael, oru], as: war}", ["C001"]),
        (f"{OWN}, {PUBLIC}", ["F002"]),
        (f"{PUBLIC}, {OWN}", []),
    ],
)
def test_each_mistake_in_relations_is_a_finding(relations: str, codes: list[str]) -> None:
    found = findings_of({"turns/001.yaml": f"turn: 1\nrelations:\n  [{relations}]\n"})
    assert [finding.code for finding in found] == codes
    assert all(finding.at and finding.at.line >= 2 for finding in found)


def test_a_secret_relation_stands_on_the_pages_of_those_who_know_and_no_others() -> None:
    shown = {
        path.rpartition("/")[0].split("/")[0:2][-1]
        for path, content in built().items()
        if b"quincunx" in content
    }
    assert {path for path, content in built().items() if b"quincunx" in content} >= {
        "private/oru/relations.html",
        "private/oru/turns/2.html",
        "private/oru/factions/vael.html",
        "private/gm/relations.html",
    }
    assert shown <= {"oru", "gm"}


@pytest.mark.parametrize(
    "path",
    [
        "site/relations.html",
        "site/turns/1.html",
        "private/oru/relations.html",
        "private/oru/charts.html",
        "private/oru/factions/oru.html",
        "private/oru/dossier/3.html",
        "private/gm/audit/2.html",
    ],
)
def test_pages_are_well_formed(path: str) -> None:
    page = html_checks.parse(built()[path].decode())
    for name in ("markup_faults", "id_faults", "head_faults", "heading_faults"):
        assert getattr(html_checks, name)(page) == []


def test_charts_exist_where_figures_are_known_and_are_linked_once() -> None:
    assert "site/charts.html" not in built()
    assert b'href="relations.html"' in built()["site/index.html"]
    assert b'href="charts.html"' in built()["private/oru/index.html"]
    chart = built()["private/oru/charts.html"].decode()
    assert chart.count("chart-influence-title") == 2
    assert '<th scope="row">' in chart
    own = built()["private/oru/dossier/3.html"].decode()
    assert own.count('class="spark"') == 2
    assert 'class="spark' not in built()["private/oru/dossier/1.html"].decode()
