"""`chronicle export turns` prints what a program can read, and nothing that an audience may not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.cli.command_runner import CREEP, TITEL, TITEL_SAID, lay, run, start
from tests.sample_campaigns import SAMPLES, copy_beginning


def resolved(*words: str) -> Any:
    ran = run("export", "turns", *words)
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


def test_the_output_names_its_format_and_version(here: Path) -> None:
    shape = resolved()
    assert (shape["format"], shape["version"]) == ("chronicle-turns", 1)
    assert shape["campaign"] == "Crowns"
    assert shape["ruleset"]["id"] == "shadow"
    assert [turn["turn"] for turn in shape["turns"]] == [1]
    assert here.is_dir()


def test_every_turn_is_printed_or_the_one_asked_for(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": CREEP, "turns/002.yaml": "turn: 2\n"})
    assert [turn["turn"] for turn in resolved()["turns"]] == [1, 2]
    assert [turn["turn"] for turn in resolved("--turn", "2")["turns"]] == [2]
    assert resolved("--turn", "2")["turns"][0] == resolved()["turns"][1]


def test_a_roll_has_its_faces_and_the_reasons_of_its_dice(here: Path) -> None:
    text = CREEP + "rolls:\n  vael/creep/pool: [6, 1]\n"
    lay(here / "content", {"turns/001.yaml": text})
    events = resolved()["turns"][0]["events"]
    (roll,) = [roll for event in events for roll in event["rolls"]]
    assert (roll["id"], roll["faces"], roll["sides"]) == ("1/vael/creep/pool", [6, 1], 6)
    # Influence 1 and the actor in the sphere (S-DICE-1): two dice.
    assert sum(part["value"] for part in roll["modifiers"]) == 2
    assert {part["rule"] for part in roll["modifiers"]} == {"S-DICE-1"}


def test_an_audience_limits_the_output_to_its_tellings(here: Path) -> None:
    lay(
        here / "content",
        {
            "turns/001.yaml": CREEP + "news:\n"
            "  - {for: everyone, text: Rain.}\n"
            "  - {for: vael, text: Canary.}\n"
            "notes: Raven.\n"
        },
    )
    told = {word: run("export", "turns", "--as", word).out for word in ("gm", "vael", "oru")}
    told["everyone"] = run("export", "turns", "--as", "everyone").out
    assert {word for word, out in told.items() if "Canary" in out} == {"gm", "vael"}
    assert {word for word, out in told.items() if "Raven" in out} == {"gm"}
    assert {word for word, out in told.items() if "Rain" in out} == set(told)
    assert {json.loads(out)["audience"] for out in told.values()} == set(told)


def _orrow_without(here: Path, turn: int, later: set[str]) -> str:
    """The sample with the orders of some factions taken out of its turn, and no turn after it."""
    copy = here / "orrow"
    copy_beginning("orrow", copy, turn)
    path = copy / f"turns/{turn:03}.yaml"
    document = YAML()
    content = document.load(path.read_text(encoding="utf-8"))
    for faction in later & content["orders"].keys():
        del content["orders"][faction]
    # They are about what is gone.
    del content["rumors"]
    with path.open("w", encoding="utf-8") as file:
        document.dump(content, file)
    return str(copy)


def test_a_turn_through_a_faction_ends_when_it_has_acted() -> None:
    """As dice say, the askers act first in the third turn of the sample, then the remembrancers."""
    (turn,) = resolved(str(SAMPLES["orrow"]), "--turn", "3", "--after", "remembrancers")["turns"]
    assert [event["id"] for event in turn["events"]][-1] == "3/remembrancers/goal"
    (whole,) = resolved(str(SAMPLES["orrow"]), "--turn", "3")["turns"]
    count = len(turn["events"])
    assert turn["events"] == whole["events"][:count]
    assert whole["events"][count]["id"] == "3/warden/start"
    assert turn["state"] != whole["state"]


def test_what_others_order_later_changes_nothing_through_a_faction(here: Path) -> None:
    both = ("--turn", "3", "--after", "remembrancers")
    (whole,) = resolved(str(SAMPLES["orrow"]), *both)["turns"]
    later = {"warden", "salt", "bearers", "staple"}
    (alone,) = resolved(_orrow_without(here, 3, later), *both)["turns"]
    assert alone == whole


def test_the_last_turn_is_meant_if_no_other_is_named(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": CREEP, "turns/002.yaml": "turn: 2\n"})
    assert [turn["turn"] for turn in resolved("--after", "vael")["turns"]] == [2]


@pytest.mark.usefixtures("here")
def test_only_a_faction_can_be_played_through() -> None:
    ran = run("export", "turns", "--after", "vail")
    assert ran.code == 2
    assert "unknown faction vail; did you mean `vael`?" in ran.err
    ran = run("export", "turns", "--after", "vael", "--as", "vael")
    assert ran.code == 2
    assert "--after can't be combined with --as" in ran.err


def test_errors_leave_standard_output_empty(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": TITEL})
    ran = run("export", "turns")
    assert (ran.code, ran.out, ran.err) == (1, "", TITEL_SAID)


def test_warnings_go_to_stderr(here: Path) -> None:
    (here / "content" / "turns" / "notes.txt").write_text("x")
    for words in ((), ("--format", "json"), ("--format", "github"), ("--format", "human")):
        ran = run("export", "turns", *words)
        assert ran.code == 0
        assert json.loads(ran.out)["format"] == "chronicle-turns"
        assert "C010" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--as", "orru"), "unknown audience orru; did you mean `oru`?"),
        (("--as", "nobody"), "choose one of `everyone`, `gm`, `oru`, `vael`"),
        (("--turn", "2"), "the last turn of the campaign is 1"),
        (("--turn", "0"), "0 is not in the range"),
        (("--turn", "one"), "'one' is not a valid integer"),
    ],
)
def test_an_unknown_turn_or_audience_is_a_usage_error(
    words: tuple[str, ...], said: str, here: Path
) -> None:
    ran = run("export", "turns", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert here.is_dir()


def test_before_the_first_turn_there_is_nothing_to_resolve(here: Path) -> None:
    (here / "content" / "turns" / "001.yaml").unlink()
    assert resolved()["turns"] == []
    assert "the campaign has no turns yet" in run("export", "turns", "--turn", "1").err


def test_non_ascii_text_is_not_escaped(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": "turn: 1\ntitle: 鐘 🔔 é\n"})
    ran = start("export", "turns")
    assert "鐘 🔔 é" in ran.stdout
    assert json.loads(ran.stdout)["turns"][0]["title"] == "鐘 🔔 é"
