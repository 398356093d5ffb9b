"""Errors of the key file and of the commands that use it.

None of these shows a line of the key file, because error messages are pasted and logged.
"""

from __future__ import annotations

from chronicle.diagnostics.report import Misspelling, Problem


class InvalidKeyFile(Problem):
    code = "K001"
    message = "this key file can't be read: {detail}"
    help = "restore a backup with `chronicle keys restore FILE --replace`"

    detail: str


class KeyFileTooNew(Problem):
    code = "K002"
    message = "this key file has version {version}; only version {known} is supported"
    help = "use the version of chronicle that wrote it, or a later one"

    version: int
    known: int


class ExposedKeyFile(Problem):
    code = "K003"
    severity = "warning"
    message = "other users of this computer can read the master key"
    help = "run `chmod 600 {path}`"

    path: str


class KeyFileExists(Problem):
    code = "K004"
    message = "this campaign already has a key, which is kept"
    help = "`chronicle keys list` shows whose phrases belong to it"


class MissingKeyFile(Problem):
    code = "K005"
    message = "this campaign has no key yet"
    help = "make one with `chronicle keys init`, or restore a backup with `chronicle keys restore`"


class RotationTooEarly(Problem):
    code = "K006"
    message = "`{faction}` already has a new key from turn {turn} on"

    faction: str
    turn: int

    def help_text(self) -> str:
        return f"choose a later turn: `--from-turn {self.turn + 1}` or more"


class DossierWithoutReader(Problem):
    code = "K007"
    message = "no player reads the dossier of `{faction}`: there is nothing to rotate"
    help = "`players:` in campaign.yaml says who reads which dossier"

    faction: str


class WeakPhrase(Problem):
    code = "K008"
    message = "this phrase is too weak: {why}"
    help = "use more words, chosen at random, or the generated phrase with `--generated`"

    why: str


class DuplicatePhrase(Problem):
    code = "K009"
    message = "`{player}` already has this phrase"
    help = "choose a different one"

    player: str


class DifferentKeyFileExists(Problem):
    code = "K010"
    message = "there is a different key here, which is kept"
    help = "choose another file"


class DifferentKeyToRestore(DifferentKeyFileExists):
    help = "add `--replace` to replace it; the old key is kept next to it"


class CannotWriteKeyFile(Problem):
    code = "K011"
    message = "can't write {path}: {detail}"
    help = "nothing was changed; check permissions and free space"

    path: str
    detail: str


class SecretInOutput(Problem):
    code = "K012"
    message = "{path} would be in {folder}, whose files are published"
    help = "choose a place outside it"

    path: str
    folder: str


class NotInviteCards(Problem):
    code = "K013"
    message = "{path} already exists and does not contain invite cards"
    help = "choose another file with `-o`"

    path: str


class UnknownReader(Misspelling):
    code = "K014"
    message = "unknown {what} `{name}`"
    help = "`chronicle keys list` lists them all"

    what: str


class WeakStoredPhrase(Problem):
    code = "K021"
    severity = "warning"
    message = "the phrase of `{player}` is too weak: {why}"
    help = "run `chronicle keys phrase {player}`, with `--generated` for a random one"

    player: str
    why: str
