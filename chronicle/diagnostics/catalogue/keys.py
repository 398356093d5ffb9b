"""Errors of the key file and of the commands that use it.

None of these shows a line of the key file, because error messages are pasted and logged.
"""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem, Severity, did_you_mean
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidKeyFile(Problem):
    """A key file can't be read.

    It is JSON with a version and the master key of 64 hexadecimal digits; everything else is
    optional. A damaged file opens nothing: set it aside and restore a backup. Look for a backup
    before you make a new key, because all phrases that you handed out depend on the old one.

    ```json chronicle.key
    {"version": 1, "master": "hush"}
    ```
    ```command
    chronicle keys list crowns
    ```
    ```right
    hush => 0101010101010101010101010101010101010101010101010101010101010101
    ```
    """

    code: ClassVar[str] = "K001"
    detail: str

    def message(self) -> str:
        return f"this key file can't be read: {self.detail}"

    def help(self) -> str:
        return "restore a backup with `chronicle keys restore FILE --replace`"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyFileTooNew(Problem):
    """A key file was written by a newer version of chronicle.

    ```json chronicle.key
    {"version": 2}
    ```
    ```command
    chronicle keys list crowns
    ```
    ```right chronicle.key
    {"version": 1, "master": "0101010101010101010101010101010101010101010101010101010101010101"}
    ```
    """

    code: ClassVar[str] = "K002"
    version: int
    known: int

    def message(self) -> str:
        return f"this key file has version {self.version}; only version {self.known} is supported"

    def help(self) -> str:
        return "use the version of chronicle that wrote it, or a later one"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposedKeyFile(Problem):
    """Other users of this computer can read the key file.

    Anyone who can read it can open every dossier. Chronicle makes it readable only for you; copying
    or unpacking it may have changed that.

    ```open chronicle.key
    {"version": 1, "master": "0101010101010101010101010101010101010101010101010101010101010101"}
    ```
    ```command
    chronicle keys list crowns
    ```
    """

    code: ClassVar[str] = "K003"
    severity: ClassVar[Severity] = "warning"
    path: str

    def message(self) -> str:
        return "other users of this computer can read the master key"

    def help(self) -> str:
        return f"run `chmod 600 {self.path}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyFileExists(Problem):
    """A key would be made, but the campaign already has one.

    With a new key, the phrases that players have would open no dossier. To replace the keys of one
    faction, use `chronicle keys rotate`.

    ```command
    chronicle keys init crowns
    chronicle keys init crowns
    ```
    ```right
    chronicle keys init crowns =>
    ```
    """

    code: ClassVar[str] = "K004"

    def message(self) -> str:
        return "this campaign already has a key, which is kept"

    def help(self) -> str:
        return "`chronicle keys list` shows whose phrases belong to it"


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingKeyFile(Problem):
    """A command needs the campaign's key file, and there is none.

    Make one with `chronicle keys init`. If you had one before, restore your backup.

    ```command
    chronicle keys list crowns
    ```
    ```right
    keys list => keys init
    ```
    """

    code: ClassVar[str] = "K005"

    def message(self) -> str:
        return "this campaign has no key yet"

    def help(self) -> str:
        return (
            "make one with `chronicle keys init`, or restore a backup with `chronicle keys restore`"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RotationTooEarly(Problem):
    """A faction already has a new key from this turn or a later one.

    Each new key of a faction is valid from its turn until the next new key, so keys must be made in
    order of turn.

    ```command
    chronicle keys init crowns
    chronicle keys rotate vael crowns --from-turn 4
    chronicle keys rotate vael crowns --from-turn 4
    ```
    ```right
    --from-turn 4 => --from-turn 3
    ```
    """

    code: ClassVar[str] = "K006"
    faction: str
    turn: int

    def message(self) -> str:
        return f"`{self.faction}` already has a new key from turn {self.turn} on"

    def help(self) -> str:
        return f"choose a later turn: `--from-turn {self.turn + 1}` or more"


@dataclass(frozen=True, slots=True, kw_only=True)
class DossierWithoutReader(Problem):
    """The key of a faction can't be replaced, because no player reads its dossier.

    A faction that no player has under `players:` gets no sealed dossier.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    players: {ada: vael}
    ```
    ```command
    chronicle keys init crowns
    chronicle keys rotate oru crowns --from-turn 2
    ```
    ```right
    rotate oru => rotate vael
    ```
    """

    code: ClassVar[str] = "K007"
    faction: str

    def message(self) -> str:
        return f"no player reads the dossier of `{self.faction}`: there is nothing to rotate"

    def help(self) -> str:
        return "`players:` in campaign.yaml says who reads which dossier"


@dataclass(frozen=True, slots=True, kw_only=True)
class WeakPhrase(Problem):
    """A phrase of your own is too easy to guess.

    The sealed files are public: anyone can try phrases against them for years. Six random words are
    strong enough, and chronicle's own phrases have six. Your own phrase needs five different words
    of at least three letters each, and guessing it must take at least 10^14 tries: with a hundred
    graphics cards, three years. Frequent words, rows of keys, and sequences and quotations that
    many people know count for little. Don't use a sentence that anybody has written.

    ```command
    chronicle keys init crowns
    echo swordfish | chronicle keys phrase vael crowns
    ```
    ```right
    swordfish => tin otter plum gravel sun
    ```
    """

    code: ClassVar[str] = "K008"
    why: str

    def message(self) -> str:
        return f"this phrase is too weak: {self.why}"

    def help(self) -> str:
        return "use more words, chosen at random, or the generated phrase with `--generated`"


@dataclass(frozen=True, slots=True, kw_only=True)
class WeakStoredPhrase(Problem):
    """A phrase of your own in the key file is too easy to guess.

    It still works, so that nobody is locked out. Give the player another phrase, and tell it to
    them after the next build is published. What is online can be copied until then, and copies keep
    opening with the old phrase: `chronicle keys rotate` also gives later turns a new key.

    ```json chronicle.key
    {"version": 1, "master": "0101010101010101010101010101010101010101010101010101010101010101",
     "own": {"vael": "one two three four five"}}
    ```
    ```command
    chronicle keys list crowns
    ```
    ```right
    one two three four five => tin otter plum gravel sun
    ```
    """

    code: ClassVar[str] = "K021"
    severity: ClassVar[Severity] = "warning"
    player: str
    why: str

    def message(self) -> str:
        return f"the phrase of `{self.player}` is too weak: {self.why}"

    def help(self) -> str:
        return f"run `chronicle keys phrase {self.player}`, with `--generated` for a random one"


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatePhrase(Problem):
    """Two players would have the same phrase.

    Only their phrases tell players apart, so each needs a different one.

    ```command
    chronicle keys init crowns
    echo tin otter plum gravel sun | chronicle keys phrase vael crowns
    echo tin otter plum gravel sun | chronicle keys phrase oru crowns
    ```
    ```right
    tin otter plum gravel sun => sly prowler pureness porcupine delay
    ```
    """

    code: ClassVar[str] = "K009"
    player: str

    def message(self) -> str:
        return f"`{self.player}` already has this phrase"

    def help(self) -> str:
        return "choose a different one"


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferentKeyFileExists(Problem):
    """A key would be written over a different one.

    Each of them opens dossiers that the other does not, and a lost key can't be recreated.
    `chronicle keys restore --replace` replaces a key and keeps the old one next to it.

    ```json copy.key
    {"version": 1, "master": "0101010101010101010101010101010101010101010101010101010101010101"}
    ```
    ```command
    chronicle keys init crowns
    chronicle keys restore crowns/copy.key crowns
    ```
    ```right
    chronicle keys init crowns =>
    ```
    """

    code: ClassVar[str] = "K010"
    restoring: bool

    def message(self) -> str:
        return "there is a different key here, which is kept"

    def help(self) -> str:
        if self.restoring:
            return "add `--replace` to replace it; the old key is kept next to it"
        return "choose another file"


@dataclass(frozen=True, slots=True, kw_only=True)
class CannotWriteKeyFile(Problem):
    """Chronicle can't write a file of its key commands.

    The disk may be full, or the folder may be missing or belong to another user. Existing files are
    unchanged.

    ```command
    chronicle keys init crowns
    chronicle keys backup nowhere/copy.key crowns
    ```
    ```right
    nowhere/copy.key => copy.key
    ```
    """

    code: ClassVar[str] = "K011"
    path: str
    detail: str

    def message(self) -> str:
        return f"can't write {self.path}: {self.detail}"

    def help(self) -> str:
        return "nothing was changed; check permissions and free space"


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretInOutput(Problem):
    """Phrases or keys would be written into the folder of a built site.

    `output/site` is what gets hosted, so anyone could read the phrases there. The next build would
    also refuse the file. Choose a file outside the folder.

    ```output .chronicle.json
    {"files": []}
    ```
    ```command
    chronicle keys init crowns
    chronicle keys cards crowns -o ../output/cards.html
    ```
    ```right
    ../output/cards.html => cards.html
    ```
    """

    code: ClassVar[str] = "K012"
    path: str
    folder: str

    def message(self) -> str:
        return f"{self.path} would be in {self.folder}, whose files are published"

    def help(self) -> str:
        return "choose a file outside it with `-o`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotInviteCards(Problem):
    """Invite cards would be written over a file with other content.

    ```yaml cards.html
    <p>The menu of the Three Crowns</p>
    ```
    ```command
    chronicle keys init crowns
    chronicle keys cards crowns -o crowns/cards.html
    ```
    ```right
    -o crowns/cards.html => -o crowns/invitations.html
    ```
    """

    code: ClassVar[str] = "K013"
    path: str

    def message(self) -> str:
        return f"{self.path} already exists and does not contain invite cards"

    def help(self) -> str:
        return "choose another file with `-o`"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownReader(Problem):
    """A command names a faction or a player that the campaign does not have.

    Players are listed under `players:` in `campaign.yaml`. Without it, every faction has one player
    with the same id. The GM is `gm`.

    ```command
    chronicle keys init crowns
    chronicle keys rotate vale crowns --from-turn 2
    ```
    ```right
    vale => vael
    ```
    """

    code: ClassVar[str] = "K014"
    what: str
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"unknown {self.what} `{self.name}`"

    def help(self) -> str:
        return did_you_mean(self.name, self.known, otherwise="`chronicle keys list` lists them all")
