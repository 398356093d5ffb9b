"""Names are checked, and a wrong one comes with the right one."""

from __future__ import annotations

import pytest

from chronicle.diagnostics.report import Report, closest_name, did_you_mean
from chronicle.files.source import Source, span_of_file
from chronicle.load.context import LinkTarget, LoadContext, find_link_targets
from chronicle.model.audience import EVERYONE, FOR_GM, GM, Visibility, faction_audience
from chronicle.model.facts import Ref
from tests.small_campaign import SOUND, findings_of

AT = span_of_file(Source("x.yaml", ""))
VAEL, ORU = faction_audience("vael"), faction_audience("oru")


def visibility(words: str | list[str]) -> tuple[Visibility | None, Report]:
    report = Report()
    names = LoadContext(("vael", "oru"), report)
    return names.visibility(words, [AT] * (1 if isinstance(words, str) else len(words))), report


@pytest.mark.parametrize(
    ("words", "readers"),
    [
        ("everyone", {EVERYONE, VAEL, ORU}),
        ("factions", {VAEL, ORU}),
        ("gm", set()),
        ("vael", {VAEL}),
        (["vael"], {VAEL}),
        (["vael", "oru"], {VAEL, ORU}),
        (["gm", "oru"], {ORU}),
        (["vael", "everyone"], {EVERYONE, VAEL, ORU}),
        (["factions", "vael"], {VAEL, ORU}),
    ],
)
def test_audience_words_are_visible_to_the_named_readers(
    words: str | list[str], readers: set[object]
) -> None:
    found, report = visibility(words)
    assert report.findings == ()
    assert found is not None
    assert {a for a in (EVERYONE, VAEL, ORU) if found.admits(a)} == readers
    assert found.admits(GM)


@pytest.mark.parametrize(
    "word", ["Everyone", "GM", "Vael", "public", "all", "players", "House Vael", "", "vael "]
)
def test_an_unknown_audience_is_a_finding_and_visible_to_nobody(word: str) -> None:
    found, report = visibility(word)
    assert found is None
    assert [finding.code for finding in report.findings] == ["N002"]


def test_every_unknown_word_of_a_list_is_named() -> None:
    found, report = visibility(["velo", "oru", "orru"])
    assert found is None
    assert [f.help for f in report.findings] == ["did you mean `oru`?", "did you mean `vael`?"]


def test_a_faction_never_takes_the_place_of_the_gm() -> None:
    # A campaign with such a faction is refused; until then its file gives nothing away.
    names = LoadContext(("gm", "everyone"), Report())
    assert names.visibility("gm", [AT]) == FOR_GM


@pytest.mark.parametrize("words", ["vael, oru", "[vael oru], x"])
def test_names_with_commas_between_are_asked_to_be_a_list(words: str) -> None:
    _, report = visibility(words)
    assert report.findings[0].help == f"write several as a list: `[{words}]`"


@pytest.mark.parametrize(
    ("text", "code", "meant"),
    [
        ("turn: 1\ntitel: x\n", "C002", "title"),
        ("turn: 1\nnews: [{for: gm, txt: x, text: y}]\n", "C002", "text"),
        ("turn: 1\nnews: [{for: facton, text: x}]\n", "N002", "factions"),
        ("turn: 1\nnews: [{for: gm, text: 'in [[the harbor]]'}]\n", "P001", "The Harbour"),
        ("turn: 1\nnews: [{for: gm, text: 'in [[turn 2]]'}]\n", "P001", "turn 1"),
        ("turn: 1\norders: {vaell: {}}\n", "N001", "vael"),
        ("turn: 1\norders: {vael: {plce: {}}}\n", "C002", "place"),
        ("turn: 1\norders: {vael: {place: {eye: marsh}}}\n", "N001", "eyes"),
        ("turn: 1\norders: {vael: {place: {eyes: mash}}}\n", "N001", "marsh"),
        ("turn: 1\norders: {vael: {actor: harbor}}\n", "N001", "harbour"),
        ("turn: 1\nreveals: [{place: vail, for: everyone}]\n", "N001", "vale"),
        ("turn: 1\nreveals: [{faction: vaell, for: everyone}]\n", "N001", "vael"),
        ("turn: 1\nrumors: [{text: x, heard_by: gm, truth: flase}]\n", "C005", "false"),
    ],
)
def test_a_misspelt_name_gets_a_suggestion(text: str, code: str, meant: str) -> None:
    (finding,) = findings_of({"turns/001.yaml": text})
    assert (finding.code, finding.help) == (code, f"did you mean `{meant}`?")


def test_misspelt_rulesets_and_seats_get_suggestions() -> None:
    head = SOUND["campaign.yaml"]
    (ruleset,) = findings_of({"campaign.yaml": head.replace("shadow", "shadows")})
    assert ruleset.help == "did you mean `shadow`?"
    (seat,) = findings_of({"campaign.yaml": head.replace("[vael, oru]", "[vael, orru]")})
    assert seat.help == "did you mean `oru`?"


def test_suggestions_ignore_case() -> None:
    assert closest_name("HARBOUR", ["harbour", "marsh"]) == "harbour"
    assert closest_name("the vale", ["The Vale"]) == "The Vale"


def test_without_a_near_match_a_short_list_of_choices_is_shown() -> None:
    assert did_you_mean("xyz", ["b", "a"]) == "choose one of `a`, `b`"
    many = [f"sphere-{number}" for number in range(13)]
    assert did_you_mean("xyz", many) == ""
    assert did_you_mean("xyz", many, otherwise="look at the map") == "look at the map"
    assert did_you_mean("xyz", [], otherwise="there are none") == "there are none"


def test_suggestions_do_not_depend_on_the_order_of_names() -> None:
    names = ["marsh", "march", "mash"]
    assert {closest_name("mars", order) for order in (names, names[::-1])} == {
        closest_name("mars", names)
    }


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("news", "news:\n  - {id: a, for: gm, text: x}\n  - {id: a, for: gm, text: y}\n"),
        (
            "a rumor",
            (
                "rumors:\n  - {id: a, text: x, heard_by: gm, truth: true}\n"
                "  - {id: a, text: x, heard_by: gm, truth: true}\n"
            ),
        ),
    ],
)
def test_a_duplicate_id_is_reported_with_its_first_use(kind: str, text: str) -> None:
    (finding,) = findings_of({"turns/001.yaml": f"turn: 1\n{text}"})
    assert finding.code == "N003"
    assert finding.message == f"there is already {kind} with the id `a`"
    assert finding.label == "first used on line 3"


def test_news_and_rumors_without_ids_are_not_duplicates() -> None:
    text = "turn: 1\nnews:\n  - {for: gm, text: x}\n  - {for: gm, text: x}\n"
    assert findings_of({"turns/001.yaml": text}) == ()


def test_a_turn_is_linked_to_by_its_name_and_not_by_its_number() -> None:
    turn = LinkTarget(Ref("turn", "1"), "turn 1", FOR_GM)
    page = LinkTarget(Ref("page", "rules"), "House Rules", FOR_GM)
    assert (turn.words, page.words) == (("turn 1",), ("rules", "House Rules"))
    both = (turn, page)
    for word, found in (
        ("1", ()),
        ("Turn 1", (turn,)),
        ("RULES", (page,)),
        ("house rules", (page,)),
        ("house", ()),
    ):
        assert find_link_targets(word, both) == found
