"""What is published stays as it was told, or is amended for those whom that concerns."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Final

import pytest

from chronicle.authoring.json_export import turns_as_json
from chronicle.diagnostics.report import Finding, Report
from chronicle.pipeline import BuildOptions, build_campaign
from chronicle.project import audiences_of, project
from chronicle.project.disclosure import digest, disclosed_items
from chronicle.project.visibility import AudienceView
from chronicle.publish.lock.check import PublishRequest
from chronicle.publish.lock.diff import ItemChange
from chronicle.publish.lock.spelling import no_slip_reason
from tests.publish.lock.published_campaign import AUDIENCES, TURNS, held, kept, made, published
from tests.small_campaign import SOUND, play_files, tree_of

REASON: Final = "zqreasonx"
LETTER: Final = TURNS["turns/001.yaml"].replace("Burn this", "Keep this")

RESEEDED: Final = re.sub(r"(?m)^seed: .*", "seed: another", SOUND["campaign.yaml"])

FOG: Final = "  - {for: everyone, title: Fog, text: It came in.}\n"


@cache
def record() -> Mapping[str, str]:
    """The campaign with all its turns published."""
    return published()


def found(files: Mapping[str, str]) -> tuple[Finding, ...]:
    return held({**record(), **files})[1]


def holders(
    files: Mapping[str, str], words: str, request: PublishRequest | None = None
) -> set[str]:
    """The folders in which some file has these words."""
    result = made(files, request or PublishRequest())
    assert result is not None
    paths = [path for path, content in result.files.items() if words.encode() in content]
    return {"/".join(path.split("/")[: 1 if path.startswith("site/") else 2]) for path in paths}


def test_the_lock_names_every_turn_audience_and_program_version() -> None:
    lines = record()["published.yaml"].splitlines()
    assert re.fullmatch("seed: [0-9a-f]{8}", lines.pop(2))
    assert lines[1:7] == [
        "format: 2",
        "turns:",
        "  - turn: 1",
        "    chronicle: 0.1.0",
        "    ruleset: shadow",
        "    rules: 1",
    ]
    assert lines[7] == "    told:"
    assert [line.split(":")[0].strip() for line in lines[8:11]] == list(AUDIENCES)
    assert [line.strip() for line in lines if "turn:" in line] == [
        f"- turn: {n}" for n in (1, 2, 3)
    ]
    assert {path for path in record() if path.startswith("published/")} == {
        *(f"published/00{n}.json" for n in (1, 2, 3)),
        "published/lines.json",
    }


def test_building_published_turns_does_not_change_the_lock() -> None:
    assert held(record()) == ({}, ())


@pytest.mark.parametrize("through", [1, 2, 3, None])
def test_publishing_again_changes_nothing(through: int | None) -> None:
    assert kept(dict(record()), PublishRequest(through=through)) == record()


def test_turns_can_be_published_one_at_a_time() -> None:
    first = published(1)
    assert first["published.yaml"].count("- turn:") == 1
    assert kept(first, PublishRequest(through=None)) == record()


def test_an_unpublished_turn_may_change() -> None:
    assert held({**published(2), "turns/003.yaml": "turn: 3\n"}) == ({}, ())


def test_a_changed_telling_is_reported_for_its_audience_only() -> None:
    (first,) = found({"turns/001.yaml": LETTER})
    assert (first.code, first.category, first.severity) == ("D001", "retold", "error")
    # In turn 3 it becomes known to another faction.
    assert first.message == "turns 1, 3 have changed for `vael`, `oru` since they were published"
    assert first.help == (
        "removed (-), added (+), changed (~):\n"
        "    ~ letter A friend: text: “Burn this.” → “Keep this.”\n"
        '  undo the change, or accept it: `chronicle deploy . --amend "why"`'
    )
    assert first.at is not None
    assert first.at.path == "turns/001.yaml"
    line = first.at.source.line(first.at.line)
    assert "Keep this" in line
    assert line[first.at.column - 1 : first.at.end_column - 1] == "Keep"
    assert made({**record(), "turns/001.yaml": LETTER}) is None


def test_a_change_is_reported_once_for_all_audiences() -> None:
    door = TURNS["turns/002.yaml"].replace("A door slammed.", "A door stood open.")
    # Oru's text goes on with a secret.
    assert [it.message for it in found({"turns/002.yaml": door})] == [
        "turn 2 has changed for `everyone` since it was published",
    ]


@pytest.mark.parametrize(
    ("path", "old", "new", "lines"),
    [
        ("001", "title: The Rain", "title: The Hail", ["~ turn: title: “The Rain” → “The Hail”"]),
        ("002", "A door slammed.", "A door stood open.",
         ["~ news: text: “A door slammed.” → “A door stood open.”"]),
        ("001", "  - {id: letter", FOG + "  - {id: letter", ["+ news Fog: “It came in.”"]),
        ("003", "  - {rumor: 1/fish, for: everyone}\n", "", ["- reveal rumor"]),
    ],
)  # fmt: skip
def test_a_difference_shows_the_old_and_new_text(
    path: str, old: str, new: str, lines: list[str]
) -> None:
    file = f"turns/{path}.yaml"
    assert old in TURNS[file]
    findings = found({file: TURNS[file].replace(old, new)})
    public = next(finding for finding in findings if "`everyone`" in finding.message)
    assert public.help.splitlines()[1:-1] == [f"    {line}" for line in lines]


def test_reordering_counts_as_a_change() -> None:
    turn = "turn: 1\nnews:\n  - {for: everyone, text: One.}\n  - {for: everyone, text: Two.}\n"
    swapped = "turn: 1\nnews:\n  - {for: everyone, text: Two.}\n  - {for: everyone, text: One.}\n"
    rest = {"turns/002.yaml": "turn: 2\n", "turns/003.yaml": "turn: 3\n"}
    files = kept({"turns/001.yaml": turn, **rest}, PublishRequest(through=None))
    _, findings = held({**files, "turns/001.yaml": swapped})
    assert {finding.help.splitlines()[1] for finding in findings} == {
        "    ~ the same in another order"
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"vael": [{"kind": "\\ud800"}]}',
        '{"vael": ["kind"]}',
        '{"vael": 1}',
        '{"vael": []}',
        "[" * 9999,
    ],
    ids=range(8),
)
def test_without_stored_texts_only_turn_and_audience_are_named(text: str) -> None:
    """What is kept beside the record is worth nothing when it isn't what the digest stands for."""
    files = {f"published/00{number}.json": text for number in (1, 2, 3)}
    finding = found({"turns/001.yaml": LETTER, **files, "published/lines.json": text})[0]
    assert finding.message == "turn 1 has changed for `vael` since it was published"
    assert finding.help == 'undo the change, or accept it: `chronicle deploy . --amend "why"`'
    assert finding.at is not None
    assert finding.at.source.line(finding.at.line).strip().startswith("vael: ")


def test_without_stored_texts_the_marks_of_lines_still_name_the_line() -> None:
    files = {f"published/00{number}.json": "" for number in (1, 2, 3)}
    (finding,) = found({"turns/001.yaml": LETTER, **files})
    assert finding.at is not None
    assert finding.at.path == "turns/001.yaml"
    assert "Keep this" in finding.at.source.line(finding.at.line)


# ── What the record holds ────────────────────────────────────────────────────────────────────────


def earlier_record() -> dict[str, str]:
    """The record as version 0.1.0 wrote it: with plain digests, and all items as plain text."""
    played = play_files(dict(TURNS))
    lines, files = ["format: 1", "turns:"], {}
    editions = {
        audience.word: project(played.campaign, played.history, played.ruleset, audience)
        for audience in audiences_of(played.campaign)
        if not audience.is_gm
    }
    for turn in played.campaign.turns:
        lines += [f"  - turn: {turn.number}", "    chronicle: 0.1.0", "    ruleset: shadow"]
        lines += ["    rules: 1", "    told:"]
        items = {
            it: disclosed_items(one, turn.number, ("oru", "vael")) for it, one in editions.items()
        }
        lines += [f"      {word}: {digest(told)}" for word, told in items.items()]
        files[f"published/{turn.number:03}.json"] = json.dumps(items)
    return {"published.yaml": "\n".join([*lines, ""]), **files}


def test_a_record_of_the_earlier_format_is_read_and_rewritten_with_the_next_change() -> None:
    earlier = earlier_record()
    assert held(earlier) == ({}, ())
    (finding,) = held({**earlier, "turns/001.yaml": LETTER})[1]
    assert finding.at is not None
    assert finding.at.source.line(finding.at.line)[finding.at.column - 1 :].startswith("Keep this")
    after = kept({**earlier, "turns/001.yaml": LETTER}, PublishRequest(REASON))
    assert after["published.yaml"].startswith("format: 2\n")
    assert held(after) == ({}, ())
    assert "Burn this" in "".join(earlier.values())
    for secret in ("Burn this", "Keep this", "friend"):
        assert secret not in "".join(text for path, text in after.items() if "publish" in path)


def test_the_record_hides_what_only_some_were_told_and_nobody_can_try_it_out() -> None:
    """Nothing of it follows from what was told without the seed, and all is the same again."""
    written = {path: text for path, text in record().items() if path.startswith("publish")}
    text = "".join(written.values())
    assert "all night" in text
    for secret in ("Burn this", "A friend", "It was yours", "Nobody knows yet"):
        assert secret in "".join(TURNS.values())
        assert secret not in text
    other = kept({**TURNS, "campaign.yaml": RESEEDED}, PublishRequest(through=None))
    del other["campaign.yaml"]
    plain = re.findall(r"\b[0-9a-f]{8,32}\b", "".join(other.values()))
    assert len(plain) > 20
    assert not {*plain} & {*re.findall(r"\b[0-9a-f]{8,32}\b", text)}
    assert published() == record()


def test_a_changed_seed_is_named_not_all_that_follows_from_it() -> None:
    """The digests are made with it, too, so nothing else could be said of any turn."""
    (finding,) = found({"campaign.yaml": RESEEDED})
    assert (finding.code, finding.category) == ("D009", "retold")
    assert finding.at is not None
    assert finding.at.source.line(finding.at.line).startswith("seed: another")


def test_stored_texts_are_optional() -> None:
    files = {path: text for path, text in record().items() if not path.endswith(".json")}
    assert held(files) == ({}, ())


def test_a_changed_ruleset_version_is_named() -> None:
    older = record()["published.yaml"].replace("chronicle: 0.1.0", "chronicle: 0.0.9", 1)
    finding = found({"turns/001.yaml": LETTER, "published.yaml": older})[0]
    assert "    it was built with chronicle 0.0.9 and shadow 1; this is chronicle 0.1.0 and" in (
        finding.help
    )


def test_a_removed_published_turn_cannot_be_amended() -> None:
    files = {path: text for path, text in record().items() if path != "turns/003.yaml"}
    for request in (PublishRequest(), PublishRequest("It never was.")):
        result, findings = held(files, request, turns={})
        assert result is None
        assert [(finding.code, finding.category) for finding in findings] == [("D002", "retold")]
        assert findings[0].help == (
            "restore its file (`git restore turns/003.yaml`, or a backup); then you can correct it"
        )


def test_a_removed_audience_is_reported() -> None:
    text = record()["published.yaml"].replace("oru:", "kell:", 1)
    finding = next(one for one in found({"published.yaml": text}) if one.code != "D001")
    assert (finding.code, finding.category) == ("D003", "retold")
    assert finding.message == "`kell` received turn 1, but is not a faction any more"


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "R006", 1),
        ("[]", "C008", 1),
        ("turns: []", "C001", 1),
        ("format: 3\nturns: wrong", "D005", 1),
        ("format: one", "C003", 1),
        ("format: 1\ntruns: []", "C002", 2),
        ("format: 1\nturns:\n  - {turn: 2, chronicle: a, ruleset: b, rules: 1, told: {}}",
         "D004", 3),
        ("format: 1\nturns:\n  - {turn: 1, chronicle: a, ruleset: b, rules: 1, told: {oru: beef}}",
         "C006", 3),
        ("format: 1\namendments:\n  - {turn: 1, for: oru, because: So.}", "D006", 3),
        ("format: 1\namendments:\n  - {turn: 1, for: kell, because: So.}", "N002", 3),
        ("format: 1\namendments:\n  - {turn: 1, for: oru}", "C001", 3),
        ("format: 1\nformat: 1", "R009", 2),
    ],
)  # fmt: skip
def test_a_broken_lock_file_is_a_finding_at_its_position(text: str, code: str, line: int) -> None:
    result, findings = held({"published.yaml": text + "\n"})
    assert result is None
    places = {(f.code, f.at and f.at.path, f.at and f.at.line) for f in findings}
    assert (code, "published.yaml", line) in places
    assert {finding.category for finding in findings} == {"mistake"}


# ── Amendments ───────────────────────────────────────────────────────────────────────────────────


def amended(files: Mapping[str, str], reason: str = REASON) -> dict[str, str]:
    return kept({**record(), **files}, PublishRequest(reason))


def test_a_correction_is_shown_to_the_affected_audiences_only() -> None:
    """In all files of all editions, from the build that amends on, and in every one after."""
    change = {"turns/002.yaml": TURNS["turns/002.yaml"].replace("It was yours", "It was theirs")}
    concerned = {"private/gm", "private/oru"}
    assert holders({**record(), **change}, REASON, PublishRequest(REASON)) == concerned
    files = amended(change)
    assert holders(files, REASON) == concerned
    result = made(files)
    assert result is not None
    assert result.kept == {}
    pages = {path for path, content in result.files.items() if REASON.encode() in content}
    assert pages >= {
        "private/gm/turns/2.html",
        "private/oru/turns/2.html",
        "private/oru/dossier/2.html",
    }
    assert "private/vael/dossier/2.html" in result.files
    assert "private/vael/dossier/2.html" not in pages


def test_a_correction_changes_no_byte_for_other_audiences() -> None:
    """Neither the reason nor that there is one."""
    change = {"turns/002.yaml": TURNS["turns/002.yaml"].replace("It was yours", "It was theirs")}
    before, after = made(record()), made(amended(change))
    assert before is not None
    assert after is not None
    for path in before.files.keys() | after.files.keys():
        if path.startswith(("site/", "private/vael/")):
            assert before.files[path] == after.files[path], path


def test_a_correction_of_what_the_public_was_told_is_shown_to_everybody() -> None:
    change = {"turns/001.yaml": TURNS["turns/001.yaml"].replace("all night", "at noon")}
    files = amended(change)
    assert "    for: everyone\n" in files["published.yaml"]
    assert holders(files, REASON) == {"site", "private/gm", "private/oru", "private/vael"}


def test_a_correction_may_reveal_hidden_facts_to_its_readers() -> None:
    """The last look knows whom a reason is for."""
    change = {"turns/001.yaml": TURNS["turns/001.yaml"].replace("all night", "at noon")}
    assert "Nobody knows yet." in TURNS["turns/001.yaml"]
    assert holders(amended(change, "Nobody knows yet."), "Nobody knows yet.") >= {"site"}


@pytest.mark.usefixtures("complete_builds")
def test_the_leak_gate_finds_a_correction_shown_to_other_audiences(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    change = {"turns/002.yaml": TURNS["turns/002.yaml"].replace("It was yours", "It was theirs")}
    files = amended(change)
    assert made(files) is not None
    report = Report()
    monkeypatch.setattr(AudienceView, "may_see", lambda *_: True)
    assert build_campaign(tree_of({**TURNS, **files}), report, BuildOptions()) is None
    leaked = [f for f in report.findings if f.category == "leak" and REASON in f.message + f.help]
    assert leaked
    assert all(finding.at and finding.at.path == "published.yaml" for finding in leaked)


def test_two_amendments_are_shown_in_order_and_counted_per_reader() -> None:
    turn = TURNS["turns/002.yaml"]
    once = amended({"turns/002.yaml": turn.replace("It was yours", "It was theirs")}, "First.")
    creep = turn.replace("It was yours", "It was theirs").replace("slammed", "stood open")
    twice = kept({**once, "turns/002.yaml": creep}, PublishRequest("Second."))
    result = made(twice)
    assert result is not None
    own = result.files["private/oru/turns/2.html"].decode()
    assert own.index('id="c1"') < own.index("First.") < own.index('id="c2"') < own.index("Second.")
    other = result.files["private/vael/turns/2.html"].decode()
    assert "First." not in other
    assert 'id="c1"' in other
    assert 'id="c2"' not in other


def test_one_reason_may_amend_several_turns_and_publish_more() -> None:
    files = {**published(1), "turns/001.yaml": LETTER}
    text = kept(files, PublishRequest(REASON, None))["published.yaml"]
    assert text.endswith(f"amendments:\n  - turn: 1\n    for: vael\n    because: {REASON}\n")
    assert text.count("- turn:") == 4


def test_a_reason_without_a_change_amends_nothing() -> None:
    assert held(record(), PublishRequest("Just so.")) == ({}, ())


def test_an_amendment_changes_no_digest() -> None:
    files = amended({"turns/001.yaml": LETTER})
    more = files["published.yaml"] + "  - {turn: 2, for: everyone, because: By hand.}\n"
    assert holders({**files, "published.yaml": more}, "By hand.") >= {"site"}


def test_comments_in_the_lock_file_are_kept() -> None:
    text = record()["published.yaml"].replace(
        "  - turn: 2\n", "  # the night of the storm\n  - turn: 2 # late\n"
    )
    files = {**record(), "published.yaml": f"# ours\n{text}"}
    after = kept({**files, "turns/001.yaml": LETTER}, PublishRequest("So it was."))[
        "published.yaml"
    ]
    assert after.startswith("# ours\n# What readers")
    assert "  # the night of the storm\n  - turn: 2 # late\n" in after
    assert after.splitlines()[-2:] == ["    for: oru", "    because: So it was."]


def test_json_output_holds_the_same_corrections_as_pages() -> None:
    files = amended({"turns/002.yaml": TURNS["turns/002.yaml"].replace("yours", "theirs")})
    played = play_files(files)
    for audience in audiences_of(played.campaign):
        told = json.loads(json.dumps(turns_as_json(played, 2, audience)))["turns"][0]["corrections"]
        readers = ["oru"] if audience.is_gm else []
        kept = {"quiet": False, "when": ""}
        shown = [{"number": 1, "reason": REASON, "readers": readers, **kept}]
        assert told == (shown if audience.word in ("gm", "oru") else [])


# ── Slips of the pen ─────────────────────────────────────────────────────────────────────────────

TYPO: Final = PublishRequest(typo=True)


def test_a_slip_of_the_pen_is_recorded_and_shown_to_the_gm_alone() -> None:
    change = {"turns/001.yaml": TURNS["turns/001.yaml"].replace("rang at", "rangg at")}
    files = kept({**record(), **change}, TYPO)
    assert files["published.yaml"].endswith(
        "amendments:\n  - turn: 1\n    for: everyone\n    typo: true\n"
    )
    assert held(files) == ({}, ())
    label = "Slip of the pen corrected"
    assert holders(files, label) == {"private/gm"}
    assert holders({**record(), **change}, label, TYPO) == {"private/gm"}


@pytest.mark.parametrize(
    ("turn", "old", "new", "why"),
    [
        ("001", "all night", "at noon", "“all” became “at”"),
        ("001", "They rang", "They never rang", "“never” is new"),
        ("001", "[[harbour]]", "[[marsh]]", "it is about something else"),
        ("002", "A door slammed.", "A door slammed 2 times.", "“2 times” is new"),
        ("001", "for: vael, from", "for: oru, from", "something is"),
        ("003", "  - {rumor: 1/fish, for: everyone}\n", "", "something is gone"),
        ("001", "title: The Rain\n", "title: The Rain\ndate: Monday\n", "`date` is no text"),
    ],
)  # fmt: skip
def test_what_changes_more_than_the_spelling_is_no_slip(
    turn: str, old: str, new: str, why: str
) -> None:
    file = f"turns/{turn}.yaml"
    assert old in TURNS[file]
    written, findings = held({**record(), file: TURNS[file].replace(old, new)}, TYPO)
    assert written is None
    assert all(finding.code == "D001" for finding in findings)
    said = [it.help for it in findings if f"this is more than a typo ({why}" in it.help]
    assert said, [it.help for it in findings]
    assert 'tell your readers: `chronicle deploy . --amend "why"`' in said[0]


def test_without_stored_texts_nothing_is_known_to_be_a_slip() -> None:
    files = {path: text for path, text in record().items() if not path.endswith(".json")}
    change = TURNS["turns/001.yaml"].replace("rang at", "rangg at")
    _, findings = held({**files, "turns/001.yaml": change}, TYPO)
    assert {"what has changed is not known" in finding.help for finding in findings} == {True}


@pytest.mark.parametrize(
    ("was", "now", "is_slip"),
    [
        ("They recieved it.", "They received it.", True),
        ("Teh boat came.", "The boat came.", True),
        ("the the boat", "the boat", True),
        ("any body", "anybody", True),
        ("the Boat, came", "the boat came!", True),
        ("It leaned.", "It leant.", True),
        ("**all**", "*all*", True),
        ("no boat", "a boat", False),
        ("it is now there", "it is not there", False),
        ("it can be", "it cannot be", False),
        ("He has 3 boats.", "He has 4 boats.", False),
        ("sixteen men", "sixty men", False),
        ("forty-one people", "forty-two people", False),
        ("fourty-one people", "forty-one people", True),
        ("dreiundvierzig Leute", "dreiundsechzig Leute", False),
        ("vingt-trois navires", "vingt-huit navires", False),
        ("a million", "a billion", False),
        ("to the east", "to the west", False),
        ("Be last.", "Be next.", False),
        ("a boat", "a boat came", False),
        ("deux navires", "dix navires", False),
        ("[[place:quay|the quay]]", "[[place:hall|the quay]]", False),
        ("The Quay (place:quay)", "The Qauy (place:quay)", True),
        ("The Quay (place:quay)", "The Hall (place:quay)", False),
    ],
)
def test_a_slip_of_the_pen_changes_no_word(was: str, now: str, is_slip: bool) -> None:
    change = ItemChange("changed", "news", "text", was, now)
    assert (no_slip_reason(change) == "") == is_slip, no_slip_reason(change)


# ── Things that are renamed, added and removed ───────────────────────────────────────────────────


def test_a_renamed_faction_is_reported_once_with_the_way_to_rename_it() -> None:
    oru = SOUND["factions/oru.yaml"].replace("name: The Oru", "name: House Oru")
    (finding,) = found({"factions/oru.yaml": oru})
    assert (finding.code, finding.category) == ("D010", "retold")
    assert finding.message == (
        "`oru` was called “The Oru” in published turns, and would be “House Oru” there"
    )
    assert finding.at is not None
    assert (finding.at.path, finding.at.line) == ("factions/oru.yaml", 1)
    assert finding.help.splitlines()[-2:] == [
        "renames:",
        '  - {faction: oru, name: "House Oru", for: everyone}',
    ]
    assert "such as `turns/004.yaml`" in finding.help
    assert "--typo" not in finding.help
    # What it says is enough.
    turn = "turn: 4\nrenames:\n  - {faction: oru, name: House Oru, for: everyone}\n"
    assert held({**record(), "turns/004.yaml": turn}) == ({}, ())


@pytest.mark.parametrize("field", ["facts.narrative", "facts.order", "facts.plan"])
def test_a_slip_in_the_words_of_an_order_is_one(field: str) -> None:
    assert no_slip_reason(ItemChange("changed", "event", field, "They crep.", "They creep.")) == ""
    assert no_slip_reason(ItemChange("changed", "event", "facts.strength", "They", "Thye")) != ""


def test_a_misspelt_name_may_be_a_slip_of_the_pen() -> None:
    oru = SOUND["factions/oru.yaml"].replace("name: The Oru", "name: Teh Oru")
    (finding,) = found({"factions/oru.yaml": oru})
    assert finding.help.splitlines()[0].endswith("a typo: `chronicle deploy . --typo`")
    after = kept({**record(), "factions/oru.yaml": oru}, TYPO)
    assert after["published.yaml"].count("typo: true") == 3


def test_what_else_has_changed_is_reported_beside_a_new_name() -> None:
    oru = SOUND["factions/oru.yaml"].replace("name: The Oru", "name: House Oru")
    findings = found({"factions/oru.yaml": oru, "turns/001.yaml": LETTER})
    assert [it.code for it in findings] == ["D010", "D001"]


def test_a_new_faction_is_offered_to_join_after_the_published_turns() -> None:
    files = {
        "factions/kell.yaml": (
            'name: House Kell\nfor: everyone\ncolors: ["#3b2f12", "#f2c14e"]\nsigil: eye\n'
            "opening: {actor: {name: Old Kell}, dd: 2}\n"
        ),
        "campaign.yaml": SOUND["campaign.yaml"].replace("[vael, oru]", "[vael, oru, kell]"),
    }
    (finding,) = found(files)
    assert (finding.code, finding.category) == ("D011", "retold")
    assert finding.help.splitlines()[-1] == "joins: 4"
    files["factions/kell.yaml"] += "joins: 4\n"
    assert held({**record(), **files}) == ({}, ())


def test_a_missing_published_turn_is_to_be_restored_wherever_it_is() -> None:
    for number in (1, 2, 3):
        path = f"turns/00{number}.yaml"
        files = {it: text for it, text in record().items() if it != path}
        result, findings = held(files, turns={})
        assert result is None
        (finding,) = [it for it in findings if it.code[0] in "CD"]
        assert finding.message == f"turn {number} is missing; it was published"
        assert finding.at is not None
        assert finding.at.path == path
