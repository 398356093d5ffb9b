"""From closing a turn to corrections of it: what a GM is told, and what readers are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command_runner import lay, run

TURN = """\
turn: 1
state: open
news:
  - for: everyone
    text: The river fell and the Marsh recieved it.
  - for: oru
    from: A clerk
    text: They mean to count the Harbour last.
"""
ORU = """\
name: The Oru
for: everyone
colors: ["#1f4e7a", "#f2f2f2"]
sigil: moon
opening:
  actor: {name: Old Oru}
  influence: {marsh: 1}
"""
NEWCOMERS = """\
name: The Newcomers
for: everyone
colors: ["#112233", "#efe6c8"]
sigil: anchor
opening:
  actor: {name: Grey}
"""


def changed(path: str, old: str, new: str) -> None:
    """Replace words in a file of the campaign."""
    file = Path("content", path)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def deploy(*words: str) -> tuple[int, str]:
    ran = run("deploy", "content", "--to", "www", "--yes", "--without-orders", *words)
    return ran.code, ran.err


def pages(of: str) -> dict[str, str]:
    """The pages about turns that a build makes for the public or an audience."""
    assert run("build", "content").code == 0
    folder = Path("output", of)
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.html")
        if path.parent.name in ("turns", "dossier")
    }


def _change_a_word() -> None:
    """A word that says something else: at its line, once, with the one command that accepts it."""
    told = pages("site"), pages("private/oru")
    changed("turns/001.yaml", "Harbour last", "Harbour next")
    code, said = deploy()
    assert code == 5
    assert said.count("error") == 2  # and in the last line, which counts them
    assert "turns/001.yaml, line 9, column 42: error D001: turn 1 has changed for `oru`" in said
    assert "…" not in said
    assert "text: “They mean to count the Harbour last.” → “They mean to count the Harbour" in said
    assert '`chronicle deploy content --amend "why"`' in said
    assert "--typo" not in said
    code, said = deploy("--typo")
    assert code == 5
    assert "this is more than a typo (“last” became “next”)" in said
    assert deploy("--amend", "The clerk wrote next.")[0] == 0
    assert pages("site") == told[0]
    corrected = pages("private/oru")
    assert "The clerk wrote next." in corrected["turns/1.html"]


def _correct_a_slip() -> None:
    """A typo: nobody is told but the GM."""
    told = pages("site")
    changed("turns/001.yaml", "recieved", "received")
    code, said = deploy()
    assert code == 5
    assert (
        "turns/001.yaml, line 6, column 40: error D001: turn 1 has changed for `everyone`" in said
    )
    assert "a typo: `chronicle deploy content --typo`" in said
    assert deploy("--typo")[0] == 0
    assert {
        path: text.replace("received", "recieved") for path, text in pages("site").items()
    } == told
    assert "Slip of the pen corrected" in pages("private/gm")["turns/1.html"]
    assert "Slip of the pen corrected" not in "".join(pages("private/oru").values())
    assert "typo: true" in Path("content/published.yaml").read_text(encoding="utf-8")


def _add_a_faction() -> None:
    """A faction that comes in turn 3, after it was there too early."""
    Path("content/turns/002.yaml").write_text("turn: 2\n")
    assert deploy()[0] == 0
    told = pages("site"), pages("private/oru")
    Path("content/factions/newcomers.yaml").write_text(NEWCOMERS)
    changed("campaign.yaml", "[vael, oru]", "[vael, oru, newcomers]")
    code, said = deploy()
    assert (code, said.count("error")) == (5, 2)
    assert "D011: the new faction `newcomers` changes what" in said
    assert "\njoins: 3\n" in said
    Path("content/factions/newcomers.yaml").write_text(f"joins: 3\n{NEWCOMERS}")
    assert (pages("site"), pages("private/oru")) == told
    assert not Path("www/factions/newcomers.html").exists()
    Path("content/turns/003.yaml").write_text("turn: 3\n")
    assert run("check", "content").code == 0
    assert deploy()[0] == 0
    assert Path("www/factions/newcomers.html").is_file()


def _rename_a_faction() -> None:
    """A faction with another name."""
    changed("factions/oru.yaml", "The Oru", "House Oru")
    code, said = deploy()
    assert (code, said.count("error")) == (5, 2)
    assert "factions/oru.yaml, line 1, column 1: error D010" in said
    rename = said.partition("\nrenames:\n")[2].splitlines()[0]
    changed("factions/oru.yaml", "House Oru", "The Oru")
    Path("content/turns/004.yaml").write_text(f"turn: 4\nrenames:\n{rename}\n")
    assert deploy()[0] == 0


def _lose_files() -> None:
    """A turn that is gone, and a record that is gone."""
    first = Path("content/turns/001.yaml")
    kept = first.read_bytes()
    first.unlink()
    code, said = deploy()
    assert code == 5
    assert "error D002: turn 1 is missing; it was published" in said
    assert "git restore content/turns/001.yaml" in said
    assert "C011" not in said
    first.write_bytes(kept)
    record = Path("content/published.yaml")
    kept = record.read_bytes()
    record.unlink()
    code, said = deploy()
    assert code == 5
    assert "error D012: the record of published turns is missing" in said
    record.write_bytes(kept)
    assert run("check", "content").code == 0
    assert "already up to date: www" in deploy()[1]


@pytest.mark.usefixtures("here")
def test_a_turn_is_published_and_corrected_without_losing_anything() -> None:
    lay(Path("content"), {"turns/001.yaml": TURN, "factions/oru.yaml": ORU})
    assert run("turn", "close", "content", "--yes", "--without-orders").code == 0
    assert deploy()[0] == 0
    _change_a_word()
    _correct_a_slip()
    _add_a_faction()
    _rename_a_faction()
    _lose_files()
