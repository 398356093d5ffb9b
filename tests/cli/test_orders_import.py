"""`chronicle orders import` adds what players sent, and tells the GM what is wrong with it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from chronicle.cli.main import main
from chronicle.seal import Keys, orders_private_key
from chronicle.seal.sealed_orders import public_key_of, seal_orders
from tests.authoring.sheet_text import sheet_text
from tests.cli.command_runner import CREEP, Ran, lay, run, surroundings
from tests.folders import files_in
from tests.platforms import open_terminal

MASTER: Final = bytes([1]) * 32
MOVE: Final = """\
turn: 2
faction: vael
orders:
  conspiracies:
    - {id: more, action: raise, resource: eyes, to: 3, narrative: They creep on.}
"""
AGAIN: Final = MOVE.replace("turn: 2", "turn: 1").replace("to: 3", "to: 2")
FILE: Final = "content/turns/001.yaml"


def brought(sent: str, *words: str) -> Ran:
    """Imports what comes in by a pipe; where it differs from earlier orders, it is taken."""
    return asked(sent, "--keep", "later", *words)


def asked(sent: str, *words: str) -> Ran:
    """Imports what comes in by a pipe into a turn that may be closed; nobody is there to answer."""
    return piped(sent, "--late", *words)


def piped(sent: str, *words: str) -> Ran:
    ran = CliRunner().invoke(main, ["orders", "import", "-", *words], input=sent)
    return Ran(ran.exit_code, ran.stdout, ran.stderr)


def on_a_terminal(*words: str, typed: bytes) -> str:
    """What a terminal shows while a message is imported and the GM types answers."""
    ours, theirs = open_terminal()
    command = [sys.executable, "-m", "chronicle", "orders", "import", *words]
    env = surroundings({"TERM": "xterm-256color"})
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env) as running:
        os.close(theirs)
        os.write(ours, typed)
        shown = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            shown += part
        assert running.wait(30) == 0
    os.close(ours)
    return shown.decode()


def sealed(text: str, master: bytes = MASTER) -> str:
    return seal_orders(text, public_key_of(orders_private_key(Keys(master))), 5)


# ── What is written ──────────────────────────────────────────────────────────────────────────────


def test_orders_that_are_kept_replace_others_of_the_resource_and_show_a_diff(here: Path) -> None:
    file = here / FILE
    file.write_text("# Mine.\n" + CREEP + "  oru: {}   # waits\nnotes: Ask.\n", encoding="utf-8")
    ran = brought(f"Hi!\n\n{AGAIN}\nBye!\n", "--yes")
    assert ran.code == 0, ran.err
    assert file.read_text(encoding="utf-8") == (
        "# Mine.\nturn: 1\norders:\n  vael:\n    conspiracies:\n"
        "      - {id: more, action: raise, resource: eyes, to: 2, narrative: They creep on.}\n"
        "  oru: {}   # waits\nnotes: Ask.\n"
    )
    changed = [line for line in ran.out.splitlines() if line[:1] in "+-"]
    assert changed == [
        f"--- {FILE}",
        f"+++ {FILE}",
        "-      - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}",
        "+      - {id: more, action: raise, resource: eyes, to: 2, narrative: They creep on.}",
    ]
    assert "\x1b" not in ran.out
    assert f"written: {FILE}, with orders of vael" in ran.err
    assert "chronicle status content --turn 1" in ran.err
    assert "chronicle orders odds content --turn 1" in ran.err
    assert run("check").code == 0
    again = brought(AGAIN)
    assert (again.code, again.out) == (0, "")
    assert "nothing to change" in again.err


def test_a_missing_turn_file_is_created(here: Path) -> None:
    (here / "sent.txt").write_text(MOVE, encoding="utf-8")
    begun = run("turn", "new", "--dry-run").out
    ran = run("orders", "import", "sent.txt", "--yes")
    assert ran.code == 0, ran.err
    after = (here / "content/turns/002.yaml").read_text(encoding="utf-8")
    assert "content/turns/002.yaml does not exist yet" in ran.err
    start, _, rest = begun.partition("  vael:")
    own = "".join(f"  {line}\n" for line in MOVE.splitlines()[3:])
    assert "  oru:" in rest
    assert ran.out.count("\n-") < 20
    assert after == f"{start}  vael:\n{own}  oru:{rest.partition('  oru:')[2]}"
    assert run("check").code == 0


@pytest.mark.parametrize(("count", "is_one_line"), [(3, False), (4, True)])
def test_many_removed_comments_are_shown_as_one_line(
    here: Path, count: int, is_one_line: bool
) -> None:
    comments = "".join(f"      # - {{id: more{number}}}\n" for number in range(count))
    begun = f"turn: 1\norders:\n  vael:\n    conspiracies:\n{comments}"
    (here / FILE).write_text(begun, encoding="utf-8")
    shown_lines = brought(AGAIN, "--dry-run").out.splitlines()
    assert (f"-      # ({count} lines of comments)" in shown_lines) == is_one_line


def test_orders_of_several_players_are_imported_together(here: Path) -> None:
    assert here.is_dir()
    oru = AGAIN.replace("vael", "oru").replace("eyes", "giants")
    ran = brought(f"{AGAIN}---\n{oru}", "--yes", "--replace")
    assert ran.code == 0, ran.err
    assert "with orders of vael, oru" in ran.err


def test_an_order_sheet_that_is_not_filled_in_changes_nothing(here: Path) -> None:
    empty = "turn: 1\nfaction: oru\norders: {}\n"
    before = files_in(Path())
    ran = brought(empty, "--yes")
    assert ran.code == 0, ran.err
    assert "I011: `oru` orders nothing: its order sheet is not filled in" in ran.err
    assert "no orders; nothing to change" in ran.err
    assert files_in(Path()) == before
    assert "with orders of vael\n" in brought(f"{AGAIN}---\n{empty}", "--yes").err
    assert "oru" not in (here / FILE).read_text(encoding="utf-8")
    # Asked to replace what is there, it takes it away.
    vael = empty.replace("oru", "vael")
    assert "with orders of vael\n" in brought(vael, "--yes", "--replace").err


@pytest.mark.parametrize("command", ["show", "import"])
def test_a_faction_is_no_message(here: Path, command: str) -> None:
    assert here.is_dir()
    for name in ("vael", "House Vael", "house vael"):
        ran = run("orders", command, name)
        assert ran.code == 2
        assert f"{name} is a faction, and FILE is a message from a player" in ran.err
        assert "chronicle orders options vael lists possible ones" in ran.err


@pytest.mark.parametrize("command", ["show", "import"])
def test_a_misspelt_file_is_no_such_file(here: Path, command: str) -> None:
    for name in ("ada.txt", "ada2.txt", "sent/ben.eml"):
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_text(AGAIN, encoding="utf-8")
    for typed, said in (
        ("adda.txt", "no such file: adda.txt; did you mean ada.txt or ada2.txt?"),
        ("sent/bem.eml", "no such file: sent/bem.eml; did you mean sent/ben.eml?"),
        ("nowhere/bem.eml", "no such file: nowhere/bem.eml\n"),
    ):
        ran = run("orders", command, typed)
        assert ran.code == 2
        assert said in ran.err


def test_a_faction_is_known_by_its_name(here: Path) -> None:
    ran = asked(AGAIN.replace("faction: vael", "faction: House Vael"), "--yes", "--replace")
    assert ran.code == 0, ran.err
    assert "with orders of vael\n" in ran.err
    assert "- {id: more," in (here / FILE).read_text(encoding="utf-8")
    assert run("export", "dossier", "House Vael").code == 0
    assert (here / "dossier-vael.html").is_file()


# ── Into a closed turn ───────────────────────────────────────────────────────────────────────────


def test_late_orders_are_never_taken_unasked(here: Path) -> None:
    before = files_in(Path())
    for words in (["--yes"], ["--dry-run"], ["--yes", "--format", "json"], []):
        ran = piped(AGAIN, "--replace", *words)
        assert ran.code == 1
        assert "I013" in ran.out + ran.err
    assert files_in(Path()) == before
    message = "error I013: turn 1 is closed: it has been played without these orders"
    said = piped(f"Hi!\n\n{AGAIN}", "--replace", "--yes").err
    assert f"the orders, line 3, column 7: {message}\n" in said
    assert "`--late` takes them into the closed turn" in said
    # What is there already needs no question, and neither do orders for an open turn.
    assert (
        "nothing to change"
        in piped(
            f"turn: 1\nfaction: vael\n{CREEP[8:]}".replace("orders:\n  vael:\n  ", "orders:\n"),
            "--yes",
        ).err
    )
    (here / FILE).write_text(f"state: open\n{CREEP}", encoding="utf-8")
    assert piped(AGAIN, "--replace", "--yes").code == 0


@pytest.mark.parametrize(("typed", "is_written"), [(b"y\n", True), (b"n\n", False)])
def test_on_a_terminal_the_gm_is_asked_about_late_orders(
    here: Path, typed: bytes, is_written: bool
) -> None:
    before = (here / FILE).read_bytes()
    (here / "sent.txt").write_text(AGAIN, encoding="utf-8")
    shown = on_a_terminal("sent.txt", "--keep=later", typed=typed)
    assert (
        "Turn 1 is closed: it has been played without these orders. Write them all the same?"
        in shown
    )
    assert ((here / FILE).read_bytes() != before) == is_written


def test_a_dry_run_writes_nothing(here: Path) -> None:
    before = files_in(Path())
    assert here.is_dir()
    for sent in (AGAIN, MOVE):
        ran = brought(sent, "--dry-run")
        assert ran.code == 0
        assert "+      - {id: more," in ran.out
        assert "nothing written" in ran.err
    assert files_in(Path()) == before


def test_without_a_terminal_the_required_option_is_named(here: Path) -> None:
    before = files_in(Path())
    assert here.is_dir()
    ran = brought(AGAIN)
    assert ran.code == 2
    assert "--yes" in ran.err
    assert files_in(Path()) == before


@pytest.mark.parametrize(("typed", "is_written"), [(b"y\n", True), (b"\n", False)])
def test_on_a_terminal_the_gm_is_asked(here: Path, typed: bytes, is_written: bool) -> None:
    before = (here / FILE).read_bytes()
    (here / "sent.txt").write_text(AGAIN, encoding="utf-8")
    shown = on_a_terminal("sent.txt", "--keep=later", "--late", typed=typed)
    assert "Write it?" in shown
    assert "\x1b[32m+      - {id: more," in shown
    assert ((here / FILE).read_bytes() != before) == is_written


def test_a_file_changed_during_the_question_is_not_overwritten(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def saved_meanwhile(*_: object) -> bool:
        (here / FILE).write_text(f"{CREEP}notes: Mine.\n", encoding="utf-8")
        return True

    monkeypatch.setattr("chronicle.cli.orders._confirm", saved_meanwhile)
    ran = brought(AGAIN)
    assert ran.code == 1
    assert "has changed in the meantime" in ran.err
    assert (here / FILE).read_text(encoding="utf-8") == f"{CREEP}notes: Mine.\n"


# ── Two players of one faction ───────────────────────────────────────────────────────────────────

HEAD: Final = "turn: 1\nfaction: vael\norders:\n"
UP: Final = "{id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}"
FALL: Final = "{id: creep, action: raise, resource: eyes, to: 3, narrative: They fall on it.}"
NAMED: Final = "{id: count, action: raise, resource: eyes, to: 2, narrative: They count.}"


def conspiracies(*orders: str) -> str:
    return f"{HEAD}  conspiracies:\n" + "".join(f"    - {order}\n" for order in orders)


def vael(here: Path) -> str:
    """The section of the faction in the file, as written."""
    text = (here / FILE).read_text(encoding="utf-8")
    return text.partition("orders:\n")[2]


def test_orders_of_a_second_player_are_added_and_the_first_s_lines_are_kept(here: Path) -> None:
    first = "turn: 1\norders:\n  vael:\n    # Ada\n    conspiracies:\n      # at night\n"
    (here / FILE).write_text(f"{first}      - {UP}   # creep!\n", encoding="utf-8")
    ran = asked(f"{HEAD}  place: {{knives: marsh}}\n  defend: 1\n", "--yes")
    assert ran.code == 0, ran.err
    assert vael(here) == (
        f"  vael:\n    # Ada\n    conspiracies:\n      # at night\n      - {UP}   # creep!\n"
        "    place: {knives: marsh}\n    defend: 1\n"
    )
    third = f"{HEAD}  place:\n    eyes: vale  # mine\n  conspiracies: [{UP}]\n"
    ran = asked(third, "--yes")
    assert ran.code == 0, ran.err
    assert vael(here) == (
        f"  vael:\n    # Ada\n    conspiracies:\n      # at night\n      - {UP}   # creep!\n"
        "    place:\n      knives: marsh\n      eyes: vale  # mine\n    defend: 1\n"
    )
    again = asked(third)
    assert (again.code, again.out) == (0, "")
    assert "nothing to change" in again.err


@pytest.mark.parametrize(
    ("there", "sent", "what", "said", "gone"),
    [
        ("", conspiracies(FALL), "the order `creep`", f"- {FALL}\n", "to: 2"),
        # The same resource carries out one conspiracy.
        ("", conspiracies(NAMED), "the order `count`", f"- {NAMED}\n", "creep"),
        ("    defend: 1\n", f"{HEAD}  defend: 0\n", "`defend:`", "    defend: 0\n", "defend: 1"),
        (
            "    place: {knives: marsh}\n",
            f"{HEAD}  place: {{knives: vale}}\n",
            "`knives` under `place:`",
            "    place:\n      knives: vale\n",
            "marsh",
        ),
        ("    actor: marsh\n", f"{HEAD}  actor: vale\n", "`actor:`", "    actor: vale\n", "marsh"),
        (
            "    assist: {sphere: harbour, request: A boat.}\n",
            f"{HEAD}  assist: {{sphere: harbour, request: A horse.}}\n",
            "`assist:`",
            "    assist: {sphere: harbour, request: A horse.}\n",
            "boat",
        ),
    ],
)
def test_different_orders_are_never_replaced_unasked(
    here: Path, there: str, sent: str, what: str, said: str, gone: str
) -> None:
    (here / FILE).write_text(CREEP + there, encoding="utf-8")
    for words in ([], ["--yes"], ["--dry-run"]):
        ran = asked(sent, *words)
        assert ran.code == 1
        assert f"error I010: `vael` already has other orders for {what}" in ran.err
    assert (here / FILE).read_text(encoding="utf-8") == CREEP + there
    assert asked(sent, "--yes", "--keep", "earlier").code == 0
    assert (here / FILE).read_text(encoding="utf-8") == CREEP + there
    ran = asked(sent, "--yes", "--keep", "later")
    assert ran.code == 0, ran.err
    after = vael(here)
    assert said in after
    assert gone not in after
    assert run("check").code == 0


def test_two_sheets_of_one_faction_in_one_message_are_joined(here: Path) -> None:
    (here / FILE).write_text("turn: 1\norders:\n  oru: {}\n", encoding="utf-8")
    ran = asked(f"{conspiracies(UP)}---\n{HEAD}  defend: 1\n", "--yes")
    assert ran.code == 0, ran.err
    assert vael(here) == (f"  oru: {{}}\n  vael:\n    conspiracies:\n      - {UP}\n    defend: 1\n")
    ran = asked(f"{conspiracies(UP)}---\n{conspiracies(FALL)}", "--yes")
    assert "the orders, line 11, column 7: error I010" in ran.err
    # The first is as in the file, the second is not.
    assert ran.err.count("error I010") == 1


def test_where_things_already_are_gives_way_without_a_question(here: Path) -> None:
    file = here / "content/turns/002.yaml"
    head = "turn: 2\norders:\n  vael:\n    actor: vale\n"
    file.write_text(f"{head}    place: {{eyes: harbour}}\n", encoding="utf-8")
    sheet = "turn: 2\nfaction: vael\norders:\n  place: {eyes: %s}\n"
    ran = asked(sheet % "marsh", "--yes")
    assert ran.code == 0, ran.err
    moved = f"{head}    place:\n      eyes: marsh\n"
    assert file.read_text(encoding="utf-8") == moved
    # The second player has left them where the form shows them.
    ran = asked(sheet % "harbour", "--yes")
    assert ran.code == 0, ran.err
    assert file.read_text(encoding="utf-8") == moved
    assert "error I010" in asked(sheet % "vale", "--yes").err


def test_on_a_terminal_both_orders_are_shown_and_the_gm_chooses(here: Path) -> None:
    (here / "sent.txt").write_text(conspiracies(FALL), encoding="utf-8")
    for typed, kept in ((b"earlier\ny\n", UP), (b"later\ny\n", FALL)):
        shown = on_a_terminal("sent.txt", "--late", typed=typed)
        assert "vael has two different orders for the order `creep`" in shown
        rows = [row for row in shown.splitlines() if " | " in row]
        assert [part.strip() for part in rows[0].split("|")] == [
            "earlier (there already)",
            "later (sent now)",
        ]
        assert [part.strip()[:10] for part in rows[2].split("|")] == ["{id: creep"] * 2
        assert "to: 2" in shown
        assert "to: 3" in shown
        assert f"- {kept}\n" in vael(here)


# ── Not as the order sheet wrote them ─────────────────────────────────────────────────────────────

SENT: Final = sheet_text(
    {
        "turn": 1,
        "faction": "vael",
        "campaign": "Crowns",
        "orders": {
            "conspiracies": [
                {
                    "id": "more",
                    "action": "raise",
                    "resource": "eyes",
                    "to": 2,
                    "narrative": "They creep on.",
                }
            ]
        },
    }
)


def test_orders_changed_on_the_way_are_taken_only_if_one_says_so(here: Path) -> None:
    (here / FILE).write_text("turn: 1\nstate: open\n", encoding="utf-8")
    before = files_in(Path())
    changed = SENT.replace("They creep on.", "They stay.")
    for words in (["--yes"], ["--dry-run"], []):
        ran = piped(f"Hi,\n{changed}", *words)
        assert ran.code == 1
        assert (
            "the orders, line 3, column 1: error I014: line [2] of the orders is not as it was sent"
            in ran.err
        )
        assert "narrative: They stay." in ran.err
        assert "`--as-read`" in ran.err
    assert files_in(Path()) == before
    assert piped(changed, "--yes", "--as-read").code == 0
    assert 'narrative: "They stay."' in (here / FILE).read_text(encoding="utf-8")
    # What has no end is cut, whatever one says.
    cut = piped(SENT.partition("[end")[0], "--yes", "--as-read")
    assert (cut.code, "error I015" in cut.err) == (1, True)


@pytest.mark.parametrize(("typed", "is_written"), [(b"y\ny\n", True), (b"y\nn\n", False)])
def test_on_a_terminal_changed_orders_are_shown_and_asked_about(
    here: Path, typed: bytes, is_written: bool
) -> None:
    (here / FILE).write_text("turn: 1\nstate: open\n", encoding="utf-8")
    before = files_in(Path())
    (here / "sent.txt").write_text(SENT.replace("creep", "march"), encoding="utf-8")
    shown = on_a_terminal("sent.txt", typed=typed)
    assert "Take these orders as they are now?" in shown
    assert "They march on." in shown
    written = 'narrative: "They march on."' in (here / FILE).read_text(encoding="utf-8")
    assert written is is_written
    assert is_written or {**files_in(Path()), "sent.txt": b""} == {**before, "sent.txt": b""}


@pytest.mark.parametrize("is_sealed", [False, True])
def test_a_saved_mail_is_read_as_its_text(here: Path, is_sealed: bool) -> None:
    (here / FILE).write_text("turn: 1\nstate: open\n", encoding="utf-8")
    key = here / "content/chronicle.key"
    key.write_text(json.dumps({"version": 1, "master": MASTER.hex()}), encoding="utf-8")
    key.chmod(0o600)
    mail = EmailMessage()
    mail["Subject"] = "Orders"
    mail.set_content(f"Hi!\n\n{sealed(SENT) if is_sealed else SENT}", cte="base64")
    (here / "ada.eml").write_bytes(mail.as_bytes())
    ran = run("orders", "import", "ada.eml", "--yes")
    assert ran.code == 0, ran.err
    assert "- id: more\n" in (here / FILE).read_text(encoding="utf-8")
    wrong = SENT.replace("resource=eyes", "resource=ears")
    mail.set_content(f"Hi!\n\n{wrong}", cte="quoted-printable")
    (here / "ada.eml").write_bytes(mail.as_bytes())
    ran = run("orders", "import", "ada.eml", "--yes", "--as-read", "--replace")
    assert "ada.eml, its text, line 4, column 41: error N001: unknown resource `ears`" in ran.err


# ── Shown without an import ──────────────────────────────────────────────────────────────────────


def shown(sent: str) -> Ran:
    ran = CliRunner().invoke(main, ["orders", "show", "-"], input=sent)
    return Ran(ran.exit_code, ran.stdout, ran.stderr)


def test_orders_are_shown_with_what_the_rules_say(here: Path) -> None:
    before = files_in(Path())
    ran = shown(f"Hi,\n{conspiracies(FALL)}".replace("\n", "\n> "))
    assert ran.code == 0, ran.err
    assert ran.out == (f"vael, turn 1: no errors\n  orders:\n    conspiracies:\n      - {FALL}\n")
    wrong = shown(conspiracies(FALL.replace("eyes", "giants")))
    assert wrong.code == 1
    assert wrong.out.startswith("vael, turn 1: 1 error, see below\n  orders:\n")
    assert "line 5, column 44: error N001" in wrong.err
    assert files_in(Path()) == before
    assert here.is_dir()


def test_late_orders_for_a_published_turn_are_shown_and_nothing_is_written(published: Path) -> None:
    key = published / "content/chronicle.key"
    key.write_text(json.dumps({"version": 1, "master": MASTER.hex()}), encoding="utf-8")
    key.chmod(0o600)
    before = files_in(Path())
    refused = brought(sealed(AGAIN), "--yes")
    assert "error I003: turn 1 is published" in refused.err
    assert "`chronicle orders show` shows these without importing them" in refused.err
    ran = shown(sealed(AGAIN))
    assert ran.code == 0, ran.err
    first, *rows = ran.out.splitlines()
    assert first == "vael, turn 1: not checked, because this turn accepts no orders now"
    assert [row.strip() for row in rows] == [
        "orders:",
        "conspiracies:",
        "- {id: more, action: raise, resource: eyes, to: 2, narrative: They creep on.}",
    ]
    assert files_in(Path()) == before


# ── Sealed ───────────────────────────────────────────────────────────────────────────────────────


def test_sealed_orders_open_with_the_campaign_s_key(here: Path) -> None:
    key = here / "content/chronicle.key"
    assert "K005" in brought(sealed(AGAIN), "--yes").err
    key.write_text(json.dumps({"version": 1, "master": MASTER.hex()}), encoding="utf-8")
    key.chmod(0o600)
    wrong = brought(sealed(AGAIN.replace("eyes", "ears")), "--yes")
    assert wrong.code == 1
    assert "the orders, opened, line 5, column 43: error N001" in wrong.err
    assert "I006" in brought(sealed(AGAIN, bytes(32)), "--yes").err
    ran = brought(f"For you alone:\n{sealed(AGAIN)}", "--yes")
    assert ran.code == 0, ran.err
    assert "- {id: more," in (here / FILE).read_text(encoding="utf-8")


def test_a_broken_key_is_reported_without_showing_orders(here: Path) -> None:
    (here / "content/chronicle.key").write_text("{", encoding="utf-8")
    ran = brought(sealed(AGAIN), "--yes")
    assert (ran.code, ran.err.count("error ")) == (1, 1)
    assert "K001" in ran.err


# ── What is not taken ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ("Hello!\n", "the orders, line 1, column 1: error I001: this contains no orders"),
        ("turn: 1\nfaction: vael\norders: [\n", "the orders, line 3, column 9: error R007"),
        (AGAIN + "rumors: []\n", "the orders, line 6, column 1: error C002"),
        (f"campaign: Coronets\n{AGAIN}", "the orders, line 1, column 11: error I002"),
        (AGAIN.replace("turn: 1", "turn: 4"), "error I003: these orders are for turn 4"),
        (AGAIN.replace("turn: 1", "turn: 4"), "help: orders are accepted for turn 1 or 2"),
        (AGAIN.replace("vael", "vail"), "help: did you mean `vael`?"),
        (AGAIN.replace("eyes", "giants"), "the orders, line 5, column 43: error N001"),
        (("Hi,\n" + AGAIN.replace("to: 2", "to: 9")).replace("\n", "\n> "), "the orders, line 6"),
        (f"{AGAIN}---\n{MOVE.replace('vael', 'oru')}", "help: orders are accepted for turn 1;"),
        (sealed(AGAIN)[:300], "the orders, line 1, column 1: error I006"),
        ("\x00", "the orders, line 1, column 1: error R005"),
        ("turn: 1\nfaction: vael\norders: {vael: {}, oru: {}}\n", "error C002"),
        (AGAIN.replace("They creep on.", "FILL-IN"), "the orders, line 5, column 67: error C017"),
    ],
)
def test_a_mistake_is_reported_at_its_position_and_nothing_is_written(
    here: Path, sent: str, said: str
) -> None:
    (here / "content/demo.key").write_text(
        json.dumps({"version": 1, "master": MASTER.hex(), "demo": True}), encoding="utf-8"
    )
    before = files_in(Path())
    ran = brought(sent, "--yes")
    assert (ran.code, ran.out) == (1, "")
    assert said in ran.err
    assert "Traceback" not in ran.err
    assert files_in(Path()) == before


def test_all_mistakes_are_reported_in_one_run(here: Path) -> None:
    assert here.is_dir()
    bad = AGAIN.replace("eyes", "giants").replace("to: 2", "to: 2, strenght: 1")
    ran = brought(f"{bad}---\n{AGAIN.replace('vael', 'elves')}", "--yes")
    assert ran.code == 1
    assert sorted(re.findall(r"error (\w+)", ran.err)) == ["C002", "N001"]


def test_a_published_turn_accepts_no_orders(published: Path) -> None:
    before = files_in(Path())
    ran = brought(AGAIN, "--yes")
    assert ran.code == 1
    assert "turn 1 is published and accepts no more orders" in ran.err
    assert "orders are accepted for turn 2" in ran.err
    said = " ".join(ran.err.split())
    assert "`chronicle orders show` shows these without importing them" in said
    assert "`chronicle deploy --undo` takes the publication of turn 1 back" in said
    assert files_in(Path()) == before
    assert brought(MOVE, "--yes").code == 0
    assert "state: open" in (published / "content/turns/002.yaml").read_text(encoding="utf-8")


def test_an_open_turn_accepts_orders_and_the_turn_after_it_does_not(here: Path) -> None:
    assert run("turn", "new").code == 0
    assert brought(MOVE, "--yes").code == 0
    assert "state: open" in (here / "content/turns/002.yaml").read_text(encoding="utf-8")
    before = files_in(Path())
    ran = brought(MOVE.replace("turn: 2", "turn: 3"), "--yes")
    assert (ran.code, "orders are accepted for turn 1 or 2;" in ran.err) == (1, True)
    assert files_in(Path()) == before
    wrong = brought(MOVE.replace("eyes", "ears"), "--yes")
    assert (wrong.code, "ears" in wrong.err) == (1, True)
    assert files_in(Path()) == before


@pytest.mark.parametrize("name", ["Crowns", "crowns ", "content"])
def test_a_campaign_is_found_by_title_or_folder(here: Path, name: str) -> None:
    assert here.is_dir()
    assert brought(f'campaign: "{name}"\n{AGAIN}', "--dry-run").code == 0


def test_a_file_that_can_t_be_read_is_a_finding(here: Path) -> None:
    (here / "large.txt").write_bytes(b"#" * (2 << 20))
    for file, code in (("content", "R002"), ("large.txt", "R003")):
        ran = run("orders", "import", file, "--yes")
        assert ran.code == 1
        assert code in ran.err


def test_a_turn_file_without_a_suitable_place_is_unchanged(here: Path) -> None:
    (here / FILE).write_text("turn: 1\norders: {oru: {}}\n", encoding="utf-8")
    before = files_in(Path())
    ran = brought(AGAIN, "--yes")
    assert (ran.code, ran.out) == (1, "")
    assert "I007" in ran.err
    assert files_in(Path()) == before


# ── What the GM is warned of ─────────────────────────────────────────────────────────────────────


def test_orders_about_hidden_things_are_accepted_with_a_warning(here: Path) -> None:
    ghost = "---\nname: Ondine Ghost\nfor: oru\n---\nShe lives.\n"
    lay(here / "content", {"turns/001.yaml": CREEP, "people/ghost.md": ghost})
    told = AGAIN.replace("They creep on.", '"Find ONDINE ghost: in [[The Marsh]]."')
    ran = brought(told, "--yes")
    assert ran.code == 0
    assert "warning I008: `vael` does not know the person `ghost` (Ondine Ghost)" in ran.err
    assert "warning I009: `[[` has no effect in orders" in ran.err
    assert "Ondine" not in brought(told.replace("vael", "oru").replace("eyes", "giants")).err
    plain = brought(AGAIN.replace("They creep on.", "To the marsh."), "--dry-run")
    assert "warning" not in plain.err


def test_bidirectional_control_characters_are_shown_escaped(here: Path) -> None:
    assert here.is_dir()
    ran = brought(AGAIN.replace("creep on", "creep \u202eno"), "--dry-run")
    assert "They creep \\u202eno." in ran.out
