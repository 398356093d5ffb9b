"""`chronicle orders options` lists what a faction can order, to copy into the turn's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command_runner import lay, run

#: A conspiracy of the knives where they are not: they have to be placed first.
PLACED = "turn: 2\norders:\n  vael:\n    place: {knives: marsh}\n"


@pytest.mark.usefixtures("here")
def test_an_order_is_copied_as_it_is_listed() -> None:
    listed = run("orders", "options", "vael", "knives")
    assert listed.code == 0, listed.err
    lines = listed.out.splitlines()
    start = lines.index("    conspiracies:")
    order = [lines[start], *lines[start + 2 : start + 9]]
    assert order[-1] == "          FILL-IN: what they do, in your own words"
    written = PLACED + "\n".join(order) + "\n"
    file = Path("content/turns/002.yaml")
    file.write_text(written, encoding="utf-8")
    assert "C017" in run("check").err
    file.write_text(written.replace("FILL-IN: what", "This is what"), encoding="utf-8")
    assert run("check").code == 0, run("check").err


@pytest.mark.usefixtures("here")
def test_a_faction_and_whoever_acts_are_found_by_id_or_name() -> None:
    by_id = run("orders", "options", "vael", "eyes").out
    assert by_id == run("orders", "options", "house VAEL", "The Eyes").out
    assert "action: mobilize" in by_id
    assert "knives" not in by_id
    whole = run("orders", "options", "vael").out
    assert run("orders", "options", "vael", "content").out == whole
    assert run("orders", "options", "vael", "", "content").out == whole
    assert "resource: knives" in whole
    assert "defend: " in whole


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("veal",), "unknown faction `veal`; did you mean `vael`?"),
        (("vael", "giants"), "has no `giants` that can be given orders"),
        (("vael", "eye"), "did you mean `eyes`?"),
    ],
)
@pytest.mark.usefixtures("here")
def test_an_unknown_name_is_refused_with_those_that_there_are(
    words: tuple[str, ...], said: str
) -> None:
    ran = run("orders", "options", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in " ".join(ran.err.split())


def test_the_coming_turn_is_the_open_one_or_the_one_after_the_last(here: Path) -> None:
    assert "in turn 2," in run("orders", "options", "vael").out
    assert run("turn", "new").code == 0
    assert "in turn 2," in run("orders", "options", "vael").out
    lay(here / "content", {"turns/002.yaml": PLACED})
    assert "in turn 3," in run("orders", "options", "vael").out
