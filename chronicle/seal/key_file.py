"""Find, read and write the key file of a campaign, so that no key is lost or half written."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from chronicle.diagnostics.catalogue import keys as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source, Span, span_of_file
from chronicle.seal import Keys, phrase_weakness

#: The key file of a campaign, and that of a sample, which is public.
KEY_FILE: Final = "chronicle.key"
DEMO_KEY_FILE: Final = "demo.key"
#: The lines of `.gitignore`: the key file, its backups, and temporary files.
GITIGNORE_LINES: Final = (KEY_FILE, f"{KEY_FILE}.*")
#: The version of the file format.
VERSION: Final = 1
#: Bytes of a master key, and of a login.
_LENGTH: Final = 32
#: In bytes. The key file of a table with a hundred players has twenty thousand.
_MAX_BYTES: Final = 1 << 20
#: In characters, for phrases chosen by the GM, so that their links still fit a QR code.
MAX_PHRASE_LENGTH: Final = 120
#: The highest seat number; no campaign has that many factions.
_SEATS: Final = 1023
#: Ids of factions and players, and fingerprints of phrases.
_NAME: Final = re.compile(r"[a-z0-9-]+")
#: The permission bits of everybody but the owner.
_OTHERS: Final = 0o077


class _BadKeyFileError(Exception):
    """Why a key file is invalid; ``line`` is where, or 1 for the whole file."""

    def __init__(self, detail: str, line: int = 1) -> None:
        super().__init__(detail)
        self.detail = detail
        self.line = line


def find_key_file(folder: Path) -> Path | None:
    """The path of a campaign's key file, else of its demo key file; None if there is neither."""
    return next(
        (path for name in (KEY_FILE, DEMO_KEY_FILE) if os.path.lexists(path := folder / name)), None
    )


def key_file_path(folder: Path, keys: Keys) -> Path:
    """The path at which keys are stored in a campaign's folder."""
    return folder / (DEMO_KEY_FILE if keys.demo else KEY_FILE)


def load_keys(folder: Path, report: Report) -> Keys | None:
    """Load the keys of a campaign; None if there are none or they can't be read."""
    path = find_key_file(folder)
    return None if path is None else read_key_file(path, report)


def read_key_file(path: Path, report: Report) -> Keys | None:
    """Read the keys in a file; None after an error."""
    try:
        document = _read_json(path)
        keys = _keys_from_json(document)
    except _BadKeyFileError as unfit:
        report.add(problems.InvalidKeyFile(at=_line(path, unfit.line), detail=unfit.detail))
        return None
    if keys is None:
        found = int(document["version"])
        report.add(problems.KeyFileTooNew(at=file_span(path), version=found, known=VERSION))
        return None
    if not keys.demo and os.name == "posix" and path.stat().st_mode & _OTHERS:
        report.add(problems.ExposedKeyFile(at=file_span(path), path=path.as_posix()))
    for player, phrase in keys.own.items():
        if (why := phrase_weakness(phrase)) is not None:
            at = _line(path, _line_of_phrase(path, player))
            report.add(problems.WeakStoredPhrase(at=at, player=player, why=why))
    return keys


def file_span(path: Path) -> Span:
    """The location of errors about a key file, without its text, so that no key is ever shown."""
    return span_of_file(Source(path.as_posix(), ""))


def _line(path: Path, number: int) -> Span:
    return Span(Source(path.as_posix(), ""), number, 1, number, 1)


def _line_of_phrase(path: Path, player: str) -> int:
    """The line of a key file that holds a player's own phrase; 1 if it can't be found."""
    text = path.read_text(encoding="utf-8")
    own = re.search(r'"own"\s*:', text)
    found = re.compile(rf'"{re.escape(player)}"\s*:').search(text, own.end()) if own else None
    return text.count("\n", 0, found.start()) + 1 if found else 1


# ── From text to keys ────────────────────────────────────────────────────────────────────────────


def _read_json(path: Path) -> dict[str, Any]:
    """The JSON object in a file. Raises _BadKeyFileError."""
    try:
        if not path.is_file():
            raise _BadKeyFileError(
                "it is not a file" if path.exists() else "the file does not exist"
            )
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise _BadKeyFileError(error.strerror or type(error).__name__) from error
    if len(content) > _MAX_BYTES:
        raise _BadKeyFileError("it is too large")
    try:
        document = json.loads(content.decode("utf-8"))
    except json.JSONDecodeError as error:
        raise _BadKeyFileError(
            f"it is not valid JSON, from line {error.lineno} on", error.lineno
        ) from error
    except (ValueError, RecursionError) as error:
        raise _BadKeyFileError("it is not valid JSON") from error
    if not isinstance(document, dict):
        raise _BadKeyFileError("it is not a JSON object")
    return document


def _keys_from_json(document: Mapping[str, Any]) -> Keys | None:
    """The keys in a JSON object; None if a later version wrote it. Raises _BadKeyFileError."""
    version = document.get("version")
    if not _is_count(version):
        raise _BadKeyFileError("it has no `version`")
    if version != VERSION:
        return None
    demo = document.get("demo", False)
    if not isinstance(demo, bool):
        raise _BadKeyFileError("`demo` must be true or false")
    own = _part(document, "own")
    for player, phrase in own.items():
        if not isinstance(phrase, str) or not is_valid_phrase(phrase) or not phrase.strip():
            raise _BadKeyFileError(f"the phrase of `{player}` under `own` is no phrase")
    return Keys(
        master=_secret(document.get("master"), "master"),
        rotations={
            name: _turns(turns, name) for name, turns in _part(document, "rotations").items()
        },
        generations={
            name: _count(count, name) for name, count in _part(document, "generations").items()
        },
        own=own,
        logins={
            mark: _secret(login, "logins") for mark, login in _part(document, "logins").items()
        },
        seats=_seats(_part(document, "seats")),
        demo=demo,
        published=_published(document.get("published", 0)),
    )


def _published(written: object) -> int:
    if written != 0 and not _is_count(written):
        raise _BadKeyFileError("`published` must be a turn number")
    return written if isinstance(written, int) else 0


def is_valid_phrase(text: str) -> bool:
    """Whether a text can be typed, printed and sent as a phrase, strong or not."""
    return text.isprintable() and len(text) <= MAX_PHRASE_LENGTH


def _part(document: Mapping[str, Any], name: str) -> dict[str, Any]:
    part = document.get(name, {})
    if not isinstance(part, dict):
        raise _BadKeyFileError(f"`{name}` is not an object")
    if not all(map(_NAME.fullmatch, part)):
        raise _BadKeyFileError(f"invalid name under `{name}`")
    return part


def _secret(written: object, name: str) -> bytes:
    """The bytes of a secret written in hexadecimal digits."""
    try:
        secret = bytes.fromhex(written) if isinstance(written, str) else b""
    except ValueError:
        secret = b""
    if len(secret) != _LENGTH:
        raise _BadKeyFileError(f"`{name}` must have {2 * _LENGTH} hexadecimal digits")
    return secret


def _is_count(written: object) -> bool:
    return isinstance(written, int) and not isinstance(written, bool) and written > 0


def _count(written: object, name: str) -> int:
    if isinstance(written, int) and _is_count(written):
        return written
    raise _BadKeyFileError(f"`generations` of `{name}` must be a number from 1")


def _turns(written: object, name: str) -> tuple[int, ...]:
    turns = written if isinstance(written, list) else [None]
    if not all(map(_is_count, turns)) or turns != sorted(set(turns)):
        raise _BadKeyFileError(f"`rotations` of `{name}` must be turn numbers in ascending order")
    return tuple(turns)


def _seats(part: Mapping[str, object]) -> dict[str, int]:
    seats = {name: seat for name, seat in part.items() if type(seat) is int and 0 <= seat <= _SEATS}
    if len(seats) < len(part) or len(set(seats.values())) < len(seats):
        raise _BadKeyFileError("`seats` must be different numbers from 0, one for each faction")
    return seats


# ── From keys to a file ──────────────────────────────────────────────────────────────────────────


def write_key_file(path: Path, keys: Keys, campaign: str) -> None:
    """Write keys to a file that only its owner may read (a demo key: everybody). Raises OSError.

    ``campaign`` is the title of the campaign, which is written into the file.
    """
    about = (
        f"the demo key of {campaign}: it is public and protects nothing"
        if keys.demo
        else f"the master key of {campaign}: it opens every dossier."
        " Keep it away from players and repositories, and keep a backup."
    )
    document = {
        "version": VERSION,
        "about": about,
        "demo": keys.demo,
        "master": keys.master.hex(),
        "rotations": {name: list(keys.rotations[name]) for name in sorted(keys.rotations)},
        "generations": dict(sorted(keys.generations.items())),
        "own": dict(sorted(keys.own.items())),
        **({"published": keys.published} if keys.published else {}),
        **_logins_and_seats(keys),
    }
    _write_json(path, document, 0o644 if keys.demo else 0o600)


def _logins_and_seats(keys: Keys) -> dict[str, Any]:
    """The parts of a key file that builds add to."""
    return {
        "seats": dict(sorted(keys.seats.items())),
        "logins": {mark: keys.logins[mark].hex() for mark in sorted(keys.logins)},
    }


def _write_json(path: Path, document: Mapping[str, Any], mode: int = 0o600) -> None:
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    write_privately(path, text.encode(), mode)


def write_privately(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Write a file atomically, at no time readable by other users.

    A symbolic link is followed, so that a key may be kept on another disk. Raises OSError.
    """
    target = path.resolve()
    # The name matches a line of `.gitignore`. mkstemp makes the file private from the start.
    handle, name = tempfile.mkstemp(prefix=f"{KEY_FILE}.", suffix=".part", dir=target.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(mode)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    # Sync the folder too, so that the new name survives a crash; not every system supports that.
    with suppress(OSError):
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def save_logins_and_seats(folder: Path, keys: Keys) -> None:
    """Save derived logins and assigned seats in the key file, if possible; errors are ignored."""
    path = find_key_file(folder)
    if path is None:
        return
    with suppress(OSError, _BadKeyFileError):
        document = _read_json(path)
        known = {**document, **_logins_and_seats(keys)}
        if document.get("master") == keys.master.hex() and known != document:
            _write_json(path, known, 0o644 if keys.demo else 0o600)


def save_published(folder: Path, turn: int) -> None:
    """Save the last published turn in the key file, if possible; errors are ignored."""
    path = folder / KEY_FILE
    with suppress(OSError, _BadKeyFileError):
        document = _read_json(path)
        if document.get("version") == VERSION and document.get("published", 0) != turn:
            _write_json(path, {**document, "published": turn})


def backup_key_file(path: Path) -> Path:
    """Copy a key file to an unused name in its folder; return the new path. Raises OSError."""
    number, kept = 1, path.with_name(f"{path.name}.old")
    while os.path.lexists(kept):
        number += 1
        kept = path.with_name(f"{path.name}.old{number}")
    write_privately(kept, path.read_bytes())
    return kept


def add_to_gitignore(folder: Path) -> bool:
    """Add the key file to `.gitignore`; return whether it was missing. Raises OSError."""
    path = folder / ".gitignore"
    text = path.read_text(encoding="utf-8", errors="surrogateescape") if path.exists() else ""
    missing = _missing_lines(text.splitlines())
    if not missing:
        return False
    gap = "" if not text or text.endswith("\n") else "\n"
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(gap + "".join(f"{line}\n" for line in missing))
    return True


def _missing_lines(lines: Iterable[str]) -> list[str]:
    there = {line.strip().removeprefix("/") for line in lines}
    return [line for line in GITIGNORE_LINES if line not in there]
