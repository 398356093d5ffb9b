"""What can be wrong with the key of the dossiers, and what its commands refuse.

None of these shows a line of the key file: findings are printed, and pasted, and kept by others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem, Severity, did_you_mean


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidKeyFile(Problem):
    """A key file can't be read as one.

    It is JSON with a version and the master key in 64 hexadecimal digits; the rest may be left
    out. A damaged file opens nothing: lay it aside and restore a backup. Don't make a new key in
    its place before you looked for one, for all phrases that you handed out hang on the old.

    ```json chronicle.key
    {"version": 1, "master": "hush"}
    ```
    ```command
    chronicle keys list crowns
    ```
    """

    code: ClassVar[str] = "K001"
    detail: str

    def message(self) -> str:
        return f"this is no key that can be read: {self.detail}"

    def help(self) -> str:
        return "bring a backup back with `chronicle keys restore FILE --replace`"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyFileTooNew(Problem):
    """A key file was written by a version of chronicle that knows more than this one.

    ```json chronicle.key
    {"version": 2}
    ```
    ```command
    chronicle keys list crowns
    ```
    """

    code: ClassVar[str] = "K002"
    version: int
    known: int

    def message(self) -> str:
        return f"this key file has version {self.version}, and {self.known} is the one known here"

    def help(self) -> str:
        return "use the version of chronicle that wrote it, or a later one"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposedKeyFile(Problem):
    """Others on this machine may read the key file.

    Whoever reads it opens every dossier. chronicle makes it readable for you alone; copying or
    unpacking it may have changed that.

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
        return "others on this machine may read the master key"

    def help(self) -> str:
        return f"take it back with `chmod 600 {self.path}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyFileExists(Problem):
    """A key is to be made where there is one already.

    A new key would close every dossier to the phrases that the players hold. To give some of them
    new ones there is `chronicle keys rotate`.

    ```command
    chronicle keys init crowns
    chronicle keys init crowns
    ```
    """

    code: ClassVar[str] = "K004"

    def message(self) -> str:
        return "there is a key already, and it stays"

    def help(self) -> str:
        return "`chronicle keys list` shows whose phrases come from it"


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingKeyFile(Problem):
    """A command needs the key of the campaign, and there is none.

    `chronicle keys init` makes one; if you had one before, restore your backup of it.

    ```command
    chronicle keys list crowns
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
    """A faction's key was replaced from this turn on already, or from a later one.

    Each new key of a faction holds from its turn on until the next one does, so that they are made
    in order of turn.

    ```command
    chronicle keys init crowns
    chronicle keys rotate vael crowns --from-turn 4
    chronicle keys rotate vael crowns --from-turn 4
    ```
    """

    code: ClassVar[str] = "K006"
    faction: str
    turn: int

    def message(self) -> str:
        return f"`{self.faction}` has a new key from turn {self.turn} on already"

    def help(self) -> str:
        return f"name a later turn: `--from-turn {self.turn + 1}` or more"


@dataclass(frozen=True, slots=True, kw_only=True)
class DossierWithoutReader(Problem):
    """The key of a faction is to be replaced whose dossier nobody reads.

    A faction that no player has under `players:` gets no sealed dossier, so that there is nothing
    to rotate.

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
    """

    code: ClassVar[str] = "K007"
    faction: str

    def message(self) -> str:
        return f"no player reads the dossier of `{self.faction}`: there is nothing to rotate"

    def help(self) -> str:
        return "who reads what stands under `players:` in campaign.yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class WeakPhrase(Problem):
    """A phrase of your own could be guessed.

    The sealed files are public: whoever wants to may try phrases against them for years, at home.
    Six random words hold, and those that chronicle makes are such. One of your own needs five
    different words of at least three letters each, and should be no sentence that anybody wrote.

    ```command
    chronicle keys init crowns
    echo swordfish | chronicle keys phrase vael crowns
    ```
    """

    code: ClassVar[str] = "K008"
    why: str

    def message(self) -> str:
        return f"this phrase is too weak: {self.why}"

    def help(self) -> str:
        return "take more words, at random, or the phrase that is there: `--generated`"


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatePhrase(Problem):
    """Two players are to have the same phrase.

    A phrase is all that tells the players apart, so that each has one of its own.

    ```command
    chronicle keys init crowns
    echo tin otter plum gravel sun | chronicle keys phrase vael crowns
    echo tin otter plum gravel sun | chronicle keys phrase oru crowns
    ```
    """

    code: ClassVar[str] = "K009"
    player: str

    def message(self) -> str:
        return f"`{self.player}` has this phrase already"

    def help(self) -> str:
        return "choose another one"


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferentKeyFileExists(Problem):
    """A key is to be written over a different one.

    Each of them opens dossiers that the other doesn't, and a key that is gone can't be made again.
    `chronicle keys restore` replaces a key when told to, and keeps the old one beside it.

    ```json copy.key
    {"version": 1, "master": "0101010101010101010101010101010101010101010101010101010101010101"}
    ```
    ```command
    chronicle keys init crowns
    chronicle keys restore crowns/copy.key crowns
    ```
    """

    code: ClassVar[str] = "K010"
    restoring: bool

    def message(self) -> str:
        return "here lies a different key, and it stays"

    def help(self) -> str:
        if self.restoring:
            return "add `--replace` to put the other in its place; this one is kept beside it"
        return "name another file"


@dataclass(frozen=True, slots=True, kw_only=True)
class CannotWriteKeyFile(Problem):
    """The system does not let chronicle write a file of its key commands.

    The disk may be full, or the folder belong to somebody else, or not be there. What was there
    before is as it was.

    ```command
    chronicle keys init crowns
    chronicle keys backup nowhere/copy.key crowns
    ```
    """

    code: ClassVar[str] = "K011"
    path: str
    detail: str

    def message(self) -> str:
        return f"{self.path} can't be written: {self.detail}"

    def help(self) -> str:
        return "nothing was changed; check permissions and free space"


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretInOutput(Problem):
    """Phrases or keys are to be written into the folder of a built site.

    `output/site` is what gets hosted: cards there would hand every phrase to everybody. The next
    build would refuse the file besides. Name a place outside.

    ```output .chronicle.json
    {"files": []}
    ```
    ```command
    chronicle keys init crowns
    chronicle keys cards crowns -o ../output/cards.html
    ```
    """

    code: ClassVar[str] = "K012"
    path: str
    folder: str

    def message(self) -> str:
        return f"{self.path} would lie in {self.folder}, among what is built to be hosted"

    def help(self) -> str:
        return "name a file outside of it with `-o`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotInviteCards(Problem):
    """Invite cards are to be written over a file that holds something else.

    ```yaml cards.html
    <p>The menu of the Three Crowns</p>
    ```
    ```command
    chronicle keys init crowns
    chronicle keys cards crowns -o crowns/cards.html
    ```
    """

    code: ClassVar[str] = "K013"
    path: str

    def message(self) -> str:
        return f"{self.path} is there already, and holds no invite cards"

    def help(self) -> str:
        return "name another file with `-o`"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownReader(Problem):
    """A command names a faction or a player that the campaign does not have.

    Players stand under `players:` in `campaign.yaml`; without it, every faction has one of its own
    id. The GM is `gm`.

    ```command
    chronicle keys init crowns
    chronicle keys rotate vale crowns --from-turn 2
    ```
    """

    code: ClassVar[str] = "K014"
    what: str
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"there is no {self.what} `{self.name}`"

    def help(self) -> str:
        return did_you_mean(self.name, self.known, otherwise="`chronicle keys list` names them all")
