"""Rotations, phrases of one's own, backups: each changes what it says, and nothing besides."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from chronicle.seal.logins import login_of
from tests.cli.command_runner import run
from tests.cli.keys.key_queries import KEY, OWN, kept, listed, made, phrases, piped, refused

# ── Rotation ─────────────────────────────────────────────────────────────────────────────────────


def test_a_rotation_replaces_the_phrases_of_those_who_read_and_of_nobody_else(here: Path) -> None:
    made()
    before, master = phrases(), kept().master
    ran = run("keys", "rotate", "vael", "--from-turn", "2")
    assert (ran.code, ran.out) == (0, "")
    after = phrases()
    assert {player for player in before if before[player] != after[player]} == {"ada", "bo"}
    assert kept().master == master
    assert kept().rotations == {"vael": (2,)}
    assert not any(phrase in ran.err for phrase in (*before.values(), *after.values()))
    assert here.is_dir()


def test_a_rotation_explains_its_limits(here: Path) -> None:
    made()
    assert run("keys", "rotate", "vael", "--from-turn", "2").err == (
        "vael has a new key from turn 2 on. New phrases: ada, bo.\n"
        "The old phrases stop working when the next build is published. Anyone who kept an old"
        " copy of the\nsite or the old key can still read the turns before turn 2.\n"
        "The same players also read oru, whose keys have not changed. If a phrase got out,\n"
        "rotate those as well.\n\n"
        "Print the new cards:      chronicle keys cards content\n"
        "Back up the key again:    chronicle keys backup FILE content\n"
    )
    assert here.is_dir()


def test_a_rotation_forgets_the_logins_of_the_old_phrases(here: Path) -> None:
    made()
    old = phrases()["ada"]
    stale = login_of(kept(), old)
    run("keys", "rotate", "vael", "--from-turn", "2")
    assert stale not in kept().logins.values()
    assert len(kept().logins) == 4
    assert here.is_dir()


def test_a_second_rotation_brings_a_third_phrase(here: Path) -> None:
    made()
    seen = [phrases()["ada"]]
    for turn in ("2", "7"):
        assert run("keys", "rotate", "vael", "--from-turn", turn).code == 0
        seen.append(phrases()["ada"])
    assert len(set(seen)) == 3
    assert kept().rotations == {"vael": (2, 7)}
    assert listed()["players"][0]["dossiers"] == [{"faction": "vael", "epoch": 2, "from_turn": 7}]
    assert "vael (new key from turn 7)" in run("keys", "list").out
    assert here.is_dir()


@pytest.mark.parametrize("turn", ["1", "4", "5"])
def test_rotations_must_follow_turn_order(turn: str, here: Path) -> None:
    made()
    run("keys", "rotate", "vael", "--from-turn", "5")
    before = KEY.read_bytes()
    ran = run("keys", "rotate", "vael", "--from-turn", turn)
    assert refused(ran, "K006")
    assert "--from-turn 6" in ran.err
    assert KEY.read_bytes() == before
    assert run("keys", "rotate", "oru", "--from-turn", turn).code == 0
    assert here.is_dir()


def test_a_faction_that_is_not_there_or_that_nobody_reads_has_nothing_to_rotate(here: Path) -> None:
    head = here / "content" / "campaign.yaml"
    head.write_text(head.read_text().partition("players:")[0] + "players: {ada: vael}\n")
    before = made()
    assert refused(run("keys", "rotate", "vale", "--from-turn", "2"), "K014")
    assert "did you mean `vael`?" in run("keys", "rotate", "vale", "--from-turn", "2").err
    assert refused(run("keys", "rotate", "oru", "--from-turn", "2"), "K007")
    assert run("keys", "rotate", "vael").code == 2
    assert run("keys", "rotate", "vael", "--from-turn", "0").code == 2
    assert KEY.read_bytes() == before


def test_a_rotation_removes_custom_phrases(here: Path) -> None:
    made()
    piped(OWN, "keys", "phrase", "ada")
    run("keys", "rotate", "vael", "--from-turn", "2")
    assert kept().own == {}
    assert phrases()["ada"] != OWN
    assert here.is_dir()


def test_a_failed_rotation_changes_nothing(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = made()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    ran = run("keys", "rotate", "vael", "--from-turn", "2")
    assert refused(ran, "K011")
    assert "can't write content/chronicle.key: No space left on device" in ran.err
    assert KEY.read_bytes() == before
    names = {path.name for path in (here / "content").iterdir()}
    assert {name for name in names if "key" in name} == {"chronicle.key"}


# ── Phrases of one's own ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("player", ["ada", "gm"])
def test_a_custom_phrase_replaces_the_generated_one(player: str, here: Path) -> None:
    made()
    before = phrases()
    ran = piped("  Tin  Otter,\tPlum-Gravel sun \n", "keys", "phrase", player)
    assert (ran.code, ran.out) == (0, "")
    assert f"{player} now has your phrase" in ran.err
    assert "otter" not in ran.err.casefold()
    after = phrases()
    assert after == {**before, player: "Tin Otter, Plum-Gravel sun"}
    assert login_of(kept(), OWN) in kept().logins.values()
    assert here.is_dir()


def test_a_phrase_is_prompted_twice_without_echo(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made()
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    ran = piped(f"{OWN}\n{OWN} slip\n{OWN}\n{OWN}\n", "keys", "phrase", "ada")
    assert ran.code == 0
    assert "do not match" in ran.err
    assert "otter" not in ran.err + ran.out
    assert phrases()["ada"] == OWN
    assert here.is_dir()


def test_removing_a_custom_phrase_restores_the_generated_one(here: Path) -> None:
    made()
    before = phrases()
    piped(OWN, "keys", "phrase", "ada")
    assert phrases() != before
    ran = run("keys", "phrase", "ada", "--generated")
    assert ran.code == 0
    assert "ada now has the generated phrase" in ran.err
    assert phrases() == before
    assert here.is_dir()


@pytest.mark.parametrize(
    "said",
    ["", "swordfish", "tin tin tin tin tin", "a b c d e f g", "vale Oru Harbour marsh ada vael"],
)
def test_a_weak_phrase_is_refused(said: str, here: Path) -> None:
    before = made()
    ran = piped(said, "keys", "phrase", "ada")
    assert refused(ran, "K008")
    assert not said or f"{said}\n" not in ran.err
    assert KEY.read_bytes() == before
    assert here.is_dir()


@pytest.mark.parametrize("said", [f"{OWN}\x07", f"{OWN} " * 8])
def test_an_invalid_phrase_is_a_usage_error(said: str, here: Path) -> None:
    before = made()
    assert piped(said, "keys", "phrase", "ada").code == 2
    assert KEY.read_bytes() == before
    assert here.is_dir()


def test_phrases_are_unique_after_normalisation(here: Path) -> None:
    made()
    piped(OWN, "keys", "phrase", "ada")
    before = KEY.read_bytes()
    ran = piped("TIN-otter plum gravel sun", "keys", "phrase", "gm")
    assert refused(ran, "K009")
    assert KEY.read_bytes() == before
    assert piped("TIN-otter plum gravel sun", "keys", "phrase", "ada").code == 0
    assert here.is_dir()


def test_only_a_reader_has_a_phrase(here: Path) -> None:
    made()
    ran = piped(OWN, "keys", "phrase", "aba")
    assert refused(ran, "K014")
    assert "did you mean `ada`?" in ran.err
    assert here.is_dir()


# ── Backups ──────────────────────────────────────────────────────────────────────────────────────


def changed() -> dict[str, str]:
    """Makes a key that was rotated and has a phrase of one's own: everybody's phrases."""
    made()
    run("keys", "rotate", "vael", "--from-turn", "2")
    piped(OWN, "keys", "phrase", "cy")
    return phrases()


def test_a_backup_brings_back_every_phrase_and_rotation(here: Path) -> None:
    before = changed()
    keys = kept()
    assert run("keys", "backup", "copy.key").code == 0
    assert stat.S_IMODE((here / "copy.key").stat().st_mode) == 0o600
    KEY.unlink()
    (here / "content" / ".gitignore").unlink()
    ran = run("keys", "restore", "copy.key")
    assert (ran.code, ran.out) == (0, "")
    assert kept() == keys
    assert phrases() == before
    assert stat.S_IMODE(KEY.stat().st_mode) == 0o600
    assert "chronicle.key\n" in (here / "content" / ".gitignore").read_text()


def test_a_backup_overwrites_only_an_older_backup(here: Path) -> None:
    made()
    assert run("keys", "backup", "copy.key").code == 0
    run("keys", "rotate", "vael", "--from-turn", "2")
    assert run("keys", "backup", "copy.key").code == 0
    assert (here / "copy.key").read_bytes() == KEY.read_bytes()
    (here / "letter.txt").write_text("Dear Ada")
    assert refused(run("keys", "backup", "letter.txt"), "K010")
    assert (here / "letter.txt").read_text() == "Dear Ada"
    KEY.unlink()
    made()
    before = (here / "copy.key").read_bytes()
    assert refused(run("keys", "backup", "copy.key"), "K010")
    assert (here / "copy.key").read_bytes() == before


def test_a_backup_beside_the_key_gives_a_warning(here: Path) -> None:
    made()
    warning = "It is in the campaign's folder"
    assert warning in run("keys", "backup", "content/copy.key").err
    assert warning not in run("keys", "backup", "copy.key").err
    assert here.is_dir()


def test_a_demo_key_stays_a_demo_key(here: Path) -> None:
    demo = here / "content" / "demo.key"
    assert run("keys", "init", "--demo").code == 0
    before = phrases()
    run("keys", "backup", "copy.key")
    run("keys", "rotate", "vael", "--from-turn", "2")
    assert phrases()["ada"] != before["ada"]
    assert run("keys", "restore", "copy.key", "--replace").code == 0
    assert phrases() == before
    assert kept(demo).demo
    assert stat.S_IMODE(demo.stat().st_mode) == 0o644
    assert not KEY.exists()
    made()
    assert kept().master != kept(demo).master
    assert phrases() != before, "one's own key comes first"


def test_a_different_key_is_replaced_only_on_request_and_saved(here: Path) -> None:
    before = changed()
    run("keys", "backup", "copy.key")
    KEY.unlink()
    other = made()
    assert refused(run("keys", "restore", "copy.key"), "K010")
    assert KEY.read_bytes() == other
    ran = run("keys", "restore", "copy.key", "--replace")
    assert ran.code == 0
    assert "kept as content/chronicle.key.old" in ran.err
    assert phrases() == before
    old = here / "content" / "chronicle.key.old"
    assert old.read_bytes() == other
    assert stat.S_IMODE(old.stat().st_mode) == 0o600


def test_saved_old_keys_are_not_overwritten(here: Path) -> None:
    keys = []
    for name in ("one.key", "two.key"):
        keys.append(made())
        run("keys", "backup", name)
        KEY.unlink()
    keys.append(made())
    assert run("keys", "restore", "one.key", "--replace").code == 0
    assert run("keys", "restore", "two.key", "--replace").code == 0
    names = ("chronicle.key.old2", "chronicle.key.old", "chronicle.key")
    kept_now = [(here / "content" / name).read_bytes() for name in names]
    assert kept_now == [keys[0], keys[2], keys[1]]


def test_a_backup_from_before_a_rotation_is_a_different_key(here: Path) -> None:
    made()
    run("keys", "backup", "copy.key")
    assert run("keys", "restore", "copy.key").code == 0, "restoring it twice loses nothing"
    run("keys", "rotate", "vael", "--from-turn", "2")
    assert refused(run("keys", "restore", "copy.key"), "K010")
    assert kept().rotations == {"vael": (2,)}
    assert here.is_dir()


def test_a_damaged_key_is_replaced_by_a_backup_on_request(here: Path) -> None:
    before = changed()
    run("keys", "backup", "copy.key")
    KEY.write_text("{")
    assert refused(run("keys", "restore", "copy.key"), "K010")
    assert run("keys", "restore", "copy.key", "--replace").code == 0
    assert phrases() == before
    assert (here / "content" / "chronicle.key.old").read_text() == "{"


@pytest.mark.parametrize("text", ["", "{}", '{"version": 2}', None])
def test_an_invalid_backup_is_not_restored(text: str | None, here: Path) -> None:
    before = made()
    if text is not None:
        (here / "copy.key").write_text(text)
    ran = run("keys", "restore", "copy.key", "--replace")
    assert ran.code == 1
    assert "K002" in ran.err if text == '{"version": 2}' else "K001" in ran.err
    assert KEY.read_bytes() == before


def test_a_key_that_cannot_be_saved_is_not_replaced(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made()
    run("keys", "backup", "copy.key")
    KEY.unlink()
    other = made()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert refused(run("keys", "restore", "copy.key", "--replace"), "K011")
    assert KEY.read_bytes() == other
    assert not (here / "content" / "chronicle.key.old").exists()
