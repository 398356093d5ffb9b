"""`chronicle orders draft`, `accept` and `drop`: proposals that count once the GM accepts them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.load import load_campaign, read_tree
from chronicle.model.campaign import Campaign, Turn
from chronicle.pipeline import build_files
from tests.cli.command_runner import Ran, lay, run
from tests.small_campaign import SOUND

FILE: Final = "content/turns/001.yaml"
#: Oru has no player.
PLAYERS: Final = SOUND["campaign.yaml"] + "players: {ada: vael}\n"
TURN: Final = """\
# The first.
turn: 1
state: open
# Nobody says what they want.
orders:
  vael:
    conspiracies:   # hers
      - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}
  # Mine.
  oru:  # ours
    # When the moon is out.
notes: |
  Ask Ada.
"""


@pytest.fixture(autouse=True)
def _content(here: Path) -> None:
    lay(here / "content", {"campaign.yaml": PLAYERS, "turns/001.yaml": TURN})


def written() -> str:
    return Path(FILE).read_text(encoding="utf-8")


def write(text: str) -> None:
    Path(FILE).write_text(text, encoding="utf-8")


def loaded() -> Campaign:
    campaign = load_campaign(read_tree(Path("content"), "content"), Report())
    assert campaign is not None
    return campaign


def turn() -> Turn:
    opened = loaded().open_turn
    assert opened is not None
    return opened


def draft(*words: str) -> Ran:
    ran = run("orders", "draft", *words)
    assert ran.code == 0, ran.err
    return ran


def every_page() -> bytes:
    """All files of all editions."""
    files = build_files(read_tree(Path("content"), "content"), Report())
    assert files is not None
    return b"".join(files.values())


def filled_in() -> None:
    """Write what the GM has to write."""
    write(written().replace("FILL-IN: what they do, in your own words", "They walk."))


# ── What is written ──────────────────────────────────────────────────────────────────────────────


def test_a_draft_is_written_with_reasons_and_comments_stay() -> None:
    ran = draft()
    assert ran.out.startswith("oru: ")
    opened = turn()
    assert set(opened.orders) == {"vael"}
    assert set(opened.order_drafts) == {"oru"}
    lines = written().splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("  oru:"))
    assert lines[start + 1] == "    draft: true"
    for comment in ("# The first.", "# Nobody", "# hers", "# Mine.", "# ours", "# When the moon"):
        assert written().count(comment) == 1
    said = [line.strip() for line in lines if line.startswith("      #: ")]
    about = " ".join(line.removeprefix("#:").strip() for line in said)
    assert about in ran.out
    assert "%" in about
    assert "second best: " in about
    kept = ("turn: 1", "state: open", "notes: |", "  Ask Ada.")
    assert all(line in lines for line in kept)


def test_orders_and_other_drafts_are_never_touched_and_the_result_is_the_same() -> None:
    draft()
    once = written()
    again = draft()
    assert (again.out, written()) == ("", once)
    assert "oru has a draft already" in again.err
    asked = draft("vael", "Oru")
    assert "vael has orders already" in asked.err
    assert written() == once
    run("orders", "drop")
    draft()
    assert turn().order_drafts.keys() == {"oru"}


def test_another_campaign_with_the_same_files_gets_the_same_draft(here: Path) -> None:
    draft()
    lay(here / "other", {"campaign.yaml": PLAYERS, "turns/001.yaml": TURN})
    assert run("orders", "draft", "other").code == 0
    assert (here / "other/turns/001.yaml").read_text(encoding="utf-8") == written()


def test_what_another_faction_hides_changes_nothing() -> None:
    draft()
    shown = written()
    path = Path("content/factions/vael.yaml")
    text = path.read_text(encoding="utf-8")
    hidden = "plays: {temper: bold, aims: [{ruin: oru}]}\nnotes: She hates them.\n"
    path.write_text(text + hidden, encoding="utf-8")
    write(TURN)
    draft()
    assert written() == shown


def test_a_faction_with_a_player_is_drafted_if_it_is_named() -> None:
    write(TURN.replace("  vael:\n", "  kell:\n").replace("  kell:\n", "  vael:\n"))
    text = TURN.partition("orders:")[0]
    write(text)
    draft("House Vael")
    assert turn().order_drafts.keys() == {"vael"}


def test_a_dry_run_writes_nothing() -> None:
    ran = draft("--dry-run")
    assert written() == TURN
    assert ran.out.startswith("oru: ")
    assert "dry run: would add drafts of oru" in ran.err


def test_its_character_decides_what_is_drafted() -> None:
    path = Path("content/factions/oru.yaml")
    text = path.read_text(encoding="utf-8")
    found = set()
    for aim in ("{take: vale}", "{take: harbour}"):
        write(TURN)
        path.write_text(text + f"plays: {{aims: [{aim}]}}\n", encoding="utf-8")
        found.add(draft().out)
    assert len(found) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("velo",), "unknown faction velo; did you mean `vael`?"),
        (("nowhere/content",), "unknown faction nowhere/content"),
    ],
)
def test_unknown_factions_are_named_with_what_to_type(words: tuple[str, ...], said: str) -> None:
    ran = run("orders", "draft", *words)
    assert ran.code == 2
    assert said in ran.err


def test_without_an_open_turn_there_is_nothing_to_draft() -> None:
    write(TURN.replace("state: open", "state: played"))
    for command in ("draft", "accept", "drop"):
        ran = run("orders", command)
        assert ran.code == 2
        assert "no turn is open; chronicle turn new content starts the next" in ran.err


def test_orders_in_braces_are_left_alone_with_what_to_write() -> None:
    braces = "turn: 1\nstate: open\norders: {vael: {}}\n"
    write(braces)
    ran = run("orders", "draft")
    assert ran.code == 2
    assert "write `orders:` and `oru:` in lines of their own, without braces" in ran.err
    assert written() == braces


def test_a_draft_that_is_neither_true_nor_false_is_a_mistake() -> None:
    write(TURN.replace("  oru:  # ours\n", "  oru:\n    draft: maybe\n"))
    ran = run("check")
    assert ran.code == 1
    assert f"{FILE}, line 11, column 12: error C003" in ran.err
    write(TURN.replace("  oru:  # ours\n", "  oru:\n    draft: false\n    actor: vale\n"))
    assert turn().orders.keys() == {"vael", "oru"}


# ── What counts ──────────────────────────────────────────────────────────────────────────────────


def test_nothing_counts_until_it_is_accepted() -> None:
    draft()
    filled_in()
    ran = run("turn", "close", "--yes")
    assert ran.code == 2
    assert "drafts of orders are not accepted, so they do not count: oru" in ran.err
    assert run("turn", "close", "--yes", "--without-orders").code == 0
    told = every_page()
    assert b"They creep." in told
    assert b"They walk." not in told


def test_accepted_orders_count_as_they_stand() -> None:
    draft()
    filled_in()
    before = written()
    ran = run("orders", "accept")
    assert (ran.code, ran.out) == (0, "")
    assert written() == before.replace("    draft: true\n", "")
    assert turn().orders.keys() == {"vael", "oru"}
    assert run("turn", "close", "--yes").code == 0
    assert b"They walk." in every_page()


def test_a_draft_with_a_mistake_is_not_accepted_and_told_at_its_line() -> None:
    draft()
    before = written()
    ran = run("orders", "accept", "oru")
    assert ran.code == 1
    (line,) = (at for at, row in enumerate(before.splitlines(), 1) if "FILL-IN" in row)
    assert f"{FILE}, line {line}, column 11: error C017: `narrative` still" in ran.err
    assert "nothing is accepted; correct the drafts first" in ran.err
    assert written() == before


def test_mistakes_in_drafts_are_found_by_a_check_and_count_no_more_than_drafts() -> None:
    """What is still to be written is none; the status and the desk have them at the draft."""
    draft()
    assert run("check").code == 0
    sound = every_page()
    row = next(it for it in written().splitlines() if it.startswith("        action: "))
    write(written().replace(row, f"{row.partition(':')[0]}: nonsense"))
    line = written().splitlines().index(f"{row.partition(':')[0]}: nonsense") + 1
    ran = run("check")
    assert ran.code == 1
    assert f"{FILE}, line {line}, column {row.index(':') + 3}: error " in ran.err
    assert ran.err.count("error ") == 1
    assert every_page() == sound
    told = run("status").out
    assert f"draft of orders: oru\n  {FILE}:{line}: " in told
    assert "orders accept" in told.rpartition("Next: ")[2]


def test_a_dropped_draft_is_gone_and_the_gm_s_comments_stay() -> None:
    draft()
    write(written().replace("    draft: true\n", "    draft: true\n    # Too bold?\n"))
    assert run("orders", "drop", "oru").code == 0
    assert turn().order_drafts == {}
    assert "oru" not in turn().orders
    assert "#:" not in written()
    for comment in ("# Mine.", "# ours", "# When the moon is out.", "# Too bold?"):
        assert written().count(comment) == 1
    ran = run("orders", "drop", "oru")
    assert ran.code == 2
    assert "oru has no draft; chronicle orders draft oru makes one" in ran.err
    assert "there are no drafts of orders" in run("orders", "accept").err


def test_orders_of_a_player_replace_a_draft() -> None:
    write(TURN.partition("orders:")[0])
    draft("vael")
    sent = "turn: 1\nfaction: vael\norders:\n  actor: marsh\n"
    Path("ada.txt").write_text(sent, encoding="utf-8")
    ran = run("orders", "import", "ada.txt", "--yes")
    assert ran.code == 0, ran.err
    assert turn().order_drafts == {}
    assert turn().orders.keys() == {"vael"}
    assert "draft: true" not in written()


# ── Who sees it ──────────────────────────────────────────────────────────────────────────────────


def test_the_status_names_drafts_and_the_next_step() -> None:
    draft()
    ran = run("status")
    assert "draft of orders: oru" in ran.out
    assert (
        f"Next: edit the drafts of oru in {FILE}; chronicle orders accept content makes them count"
        in ran.out
    )
    (found,) = json.loads(run("status", "--json").out)["campaigns"]
    assert found["order_drafts"] == ["oru"]


def test_no_page_of_any_edition_shows_anything_of_a_draft() -> None:
    before = build_files(read_tree(Path("content"), "content"), Report())
    draft("vael", "oru")
    assert before == build_files(read_tree(Path("content"), "content"), Report())


def test_the_schema_of_a_turn_knows_drafts() -> None:
    ran = run("schema", "--stdout", "turn")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["$defs"]["PowerOrders"]["properties"]["draft"]["type"] == "boolean"
