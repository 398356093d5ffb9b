"""One run finds everything that is wrong, in every file, and says each thing once."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.load import read_tree
from chronicle.pipeline import resolve_campaign
from chronicle.records import replace
from tests.marked_text import marked, places_of
from tests.sample_campaigns import SAMPLES
from tests.small_campaign import SOUND, findings_of


def test_findings_of_all_files_are_reported_together_in_order_of_position() -> None:
    found = findings_of(
        {
            "campaign.yaml": "title: 12\nruleset: shadow\nseed: one\ntagine: x\n",
            "places.yaml": "for: velo\nplaces:\n  marsh: {neighbours: [x]}\n",
            "factions/vael.yaml": "name: V\nfor: everyone\ncolors: [red, '#123456']\nsigil: key\n",
            "factions/oru.yaml": "name: 'O\n",
            "factions/gm.yaml": SOUND["factions/oru.yaml"],
            "pages/rules.md": "no front matter\n",
            "turns/001.yaml": "turn: 1\nplayed: today\nnews: [{for: velo, text: '::: secret'}]\n",
            "turns/002.yaml": "turn: 2\nturn: 3\n",
            "turns/003.yml": "turn: 3\n",
        }
    )
    assert [(f.at.path, f.code) for f in found if f.at] == [
        ("campaign.yaml", "C003"),
        ("campaign.yaml", "C002"),
        ("factions/gm.yaml", "N011"),
        ("factions/oru.yaml", "R007"),
        ("factions/vael.yaml", "C006"),
        ("pages/rules.md", "C012"),
        ("places.yaml", "C001"),
        ("turns/001.yaml", "C006"),
        ("turns/001.yaml", "N002"),
        ("turns/002.yaml", "R009"),
        ("turns/003.yml", "C018"),
    ]


def test_findings_of_neighbouring_values_are_reported_together() -> None:
    case = marked(
        "turn: 1\n"
        "titel: x\n"
        "news:\n"
        "  - for: everyone\n"
        "    text: «1»\n"
        "  - «text»: b\n"
        "  - {for: «velo», text: c}\n"
        "rumors:\n"
        "  - {text: d, heard_by: everyone, truth: «maybe»}\n"
        "rolls: «3»\n"
    )
    found = places_of(findings_of({"turns/001.yaml": case.text}))
    assert [code for code, _ in found] == ["C002", "C003", "C001", "N002", "C005", "C003"]
    assert tuple(place for code, place in found if code != "C002") == case.places


def test_orders_of_every_faction_and_turn_are_checked() -> None:
    creep = "{id: creep, action: raise, resource: eyes, narrative: N., "
    found = findings_of(
        {
            "turns/001.yaml": "turn: 1\norders:\n  vael:\n    conspiracies:\n"
            f"      - {creep} to: 9}}\n"
            "  oru: {actor: mash}\n",
            "turns/002.yaml": "turn: 2\norders:\n  vael: {conspiracies: [{id: A}]}\n",
        }
    )
    places = [(f.at.path, f.at.line, f.code) for f in found if f.at]
    assert ("turns/001.yaml", 5, "C004") in places
    assert ("turns/002.yaml", 3, "C001") in places


def test_one_mistake_is_reported_once() -> None:
    # The same unknown reader of a text, whichever stage looks at it.
    found = findings_of({"turns/001.yaml": "turn: 1\nnews:\n  - for: velo\n    text: '[[velo]]'\n"})
    assert [finding.code for finding in found] == ["N002"]


@pytest.mark.parametrize(
    ("rumor", "code"),
    [("heard_by: velo, truth: true", "N002"), ("heard_by: gm, truth: maybe", "C005")],
)
def test_a_rumor_that_cannot_be_read_is_not_unknown_where_it_is_revealed(
    rumor: str, code: str
) -> None:
    found = findings_of(
        {
            "turns/001.yaml": f"turn: 1\nrumors: [{{id: tide, text: x, {rumor}}}]\n",
            "turns/002.yaml": "turn: 2\nreveals: [{rumor: 1/tide, for: everyone}]\n",
        }
    )
    assert [finding.code for finding in found] == [code]


def test_a_rumor_that_does_not_exist_is_found_beside_an_error_in_another_file() -> None:
    found = findings_of(
        {
            "factions/vael.yaml": SOUND["factions/vael.yaml"].replace("sigil: key", "sigil: 7"),
            "turns/001.yaml": "turn: 1\n",
            "turns/002.yaml": "turn: 2\nreveals: [{rumor: 1/tide, for: everyone}]\n",
        }
    )
    assert [f.at.path for f in found if f.at] == ["factions/vael.yaml", "turns/002.yaml"]


def test_places_with_unknown_readers_can_be_named() -> None:
    found = findings_of(
        {
            "places.yaml": SOUND["places.yaml"].replace("for: everyone", "for: velo"),
            "people/mora.md": "---\nname: Mora\nfor: [oru]\nat: marsh\n---\nShe waits.\n",
            "turns/001.yaml": "turn: 1\n"
            "rumors: [{text: x, heard_by: everyone, truth: true, where: harbour}]\n",
        }
    )
    assert [(finding.code, finding.at and finding.at.path) for finding in found] == [
        ("N002", "places.yaml")
    ]


def test_a_missing_file_causes_no_unknown_name_findings() -> None:
    # Without places nobody can say whether `mash` is one.
    found = findings_of(
        {
            "places.yaml": "for: [everyone\n",
            "people/ada.md": "---\nname: Ada\nfor: gm\nat: mash\n---\nHi.\n",
            "turns/001.yaml": "turn: 1\n"
            "rumors: [{text: x, heard_by: gm, truth: true, where: mash}]\n"
            "reveals: [{place: vale, for: everyone}]\n",
        }
    )
    assert [finding.code for finding in found] == ["R007"]


def test_a_missing_file_leaves_other_names_to_be_checked() -> None:
    found = findings_of(
        {
            "places.yaml": "for: [everyone\n",
            "people/ada.md": "---\nname: Ada\nfor: gm\nof: orru\n---\nHi.\n",
        }
    )
    assert [finding.code for finding in found] == ["N001", "R007"]


#: A turn's number as one mistypes it, and the only codes that this is found under.
SLIPS: Final = {
    "trun: 3": ["C001", "C002"],
    "turn: three": ["C003"],
    "turn: 33": ["C011"],
    "turn: 1": ["C011"],
    "turn: [3": ["R007"],
    "": ["C001"],
}


@pytest.mark.parametrize("id", SAMPLES)
@pytest.mark.parametrize("slip", SLIPS)
def test_a_turn_s_wrong_number_makes_nothing_else_wrong(slip: str, id: str) -> None:
    # Later turns order, reveal and talk about what is in this one.
    tree = read_tree(SAMPLES[id], id)
    content = tree.files["turns/003.yaml"]
    assert isinstance(content, bytes)
    assert content.count(b"turn: 3\n") == 1
    broken = content.replace(b"turn: 3\n", f"{slip}\n".encode())
    report = Report()
    resolve_campaign(replace(tree, files={**tree.files, "turns/003.yaml": broken}), report)
    errors = [finding for finding in report.findings if finding.severity == "error"]
    assert {finding.at.path for finding in errors if finding.at} == {f"{id}/turns/003.yaml"}
    assert sorted(finding.code for finding in errors) == SLIPS[slip]


def test_warnings_do_not_stop_a_build() -> None:
    found = findings_of({"turns/notes.txt": "x"})
    assert [finding.severity for finding in found] == ["warning"]
