"""Errors and warnings about notes that are imported from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from chronicle.diagnostics.report import Problem
from chronicle.records import dataclass

#: Why a folder or an archive can't be imported: message and help by reason.
_SOURCE_FAULTS: Final[Mapping[str, tuple[str, str]]] = {
    "kind": (
        "this is neither a folder nor a zip file",
        "give the folder of your notes, or the zip file that Kanka made",
    ),
    "archive": (
        "this zip file can't be read",
        "download it again, or unpack it and give the folder",
    ),
    "path": (
        "this zip file has a file that would lie outside of it",
        "no export has such a file: don't use this zip file",
    ),
    "many": (
        "there are too many files",
        "give the folder that has the notes for this campaign, not one around it",
    ),
    "large": (
        "the notes are too large",
        "give the folder that has the notes for this campaign, not one around it",
    ),
    "empty": (
        "there are no notes",
        "notes are Markdown files (`.md`), or the JSON files of a Kanka export",
    ),
}
SourceFault = Literal["kind", "archive", "path", "many", "large", "empty"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoNotes(Problem):
    """The notes to import can't be read as a whole.

    `chronicle import` reads a folder of Markdown files, such as an Obsidian vault, or the export of
    a Kanka campaign, as a zip file or unpacked. At most 20,000 files are read, with at most 256 MiB
    of text.

    ```folder vault
    ```
    ```command
    chronicle import crowns/vault crowns --dry-run
    ```
    """

    code: ClassVar[str] = "V001"
    fault: SourceFault
    detail: str = ""

    def message(self) -> str:
        return _SOURCE_FAULTS[self.fault][0] + (f": {self.detail}" if self.detail else "")

    def help(self) -> str:
        return _SOURCE_FAULTS[self.fault][1]


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidExportFile(Problem):
    """A file of a Kanka export is not as Kanka writes it.

    ```yaml export/campaign.json
    {"id": 1, "name": "Crowns"}
    ```
    ```yaml export/characters/ada.json
    {"id": 7, "name":
    ```
    ```command
    chronicle import crowns/export crowns --dry-run
    ```
    ```right
    {"id": 7, "name": => {"id": 7, "name": "Ada"}
    ```
    """

    code: ClassVar[str] = "V002"
    detail: str

    def message(self) -> str:
        return f"this file of the export can't be read: {self.detail}"

    def help(self) -> str:
        return "download the export again; if it is the same, delete this file and report it"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteExists(Problem):
    """The campaign already has something of this name or id, so the note is not imported.

    An import changes nothing that is there. Links to the note lead to what is there. To import the
    note all the same, rename it.

    ```yaml vault/People/vael.md
    A family of clerks.
    ```
    ```command
    chronicle import crowns/vault crowns --dry-run
    ```
    ```right
    vault/People/vael.md => vault/People/bo.md
    ```
    """

    code: ClassVar[str] = "V003"
    severity: ClassVar = "warning"
    name: str
    kind: str
    id: str

    def message(self) -> str:
        return f"not imported: the campaign already has the {self.kind} `{self.id}`"

    def help(self) -> str:
        return f"add to it by hand, or rename the note `{self.name}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class SameNameTwice(Problem):
    """Two notes would get the same id, so only the first is imported.

    Ids are made from names. Rename one of the notes, or give it an `id:` in its front matter.

    ```yaml vault/People/Ada.md
    A pilot.
    ```
    ```yaml vault/Places/Ada.md
    A reef.
    ```
    ```command
    chronicle import crowns/vault crowns --dry-run
    ```
    ```right
    vault/Places/Ada.md => vault/People/Bo.md
    ```
    """

    code: ClassVar[str] = "V004"
    severity: ClassVar = "warning"
    id: str
    first: str

    def message(self) -> str:
        return f"not imported: `{self.first}` already gets the id `{self.id}`"

    def help(self) -> str:
        return "rename one of the two, and import again"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoIdFromName(Problem):
    """No id can be made from the name of a note, so it is not imported.

    An id has lower-case letters, digits and single hyphens. Letters of other scripts give none;
    `index` and a few names that Windows keeps for itself can't be ids.

    ```yaml vault/People/北京.md
    A city.
    ```
    ```command
    chronicle import crowns/vault crowns --dry-run
    ```
    ```right
    vault/People/北京.md => vault/People/beijing.md
    ```
    """

    code: ClassVar[str] = "V005"
    severity: ClassVar = "warning"
    name: str

    def message(self) -> str:
        return f"not imported: no id can be made from `{self.name}`"

    def help(self) -> str:
        return "write an id into its front matter, as in `id: old-marrow`, or rename it"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotMapped(Problem):
    """A file, or a part of one, has no counterpart in a campaign.

    The message says what became of it: files are left out; of a note's parts the words are kept
    where there are any. Front matter that says nothing to chronicle goes into a block for the GM.

    ```yaml vault/Ada.md
    She <u>never</u> sleeps.
    ```
    ```command
    chronicle import crowns/vault crowns --dry-run
    ```
    ```right
    <u>never</u> => *never*
    ```
    """

    code: ClassVar[str] = "V006"
    severity: ClassVar = "warning"
    what: str
    outcome: str

    def message(self) -> str:
        return f"{self.what}: {self.outcome}"

    def help(self) -> str:
        return "if the campaign needs it, add it to the imported file by hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkToNothing(Problem):
    """A link of a note leads to nothing in the campaign or the notes; its words are kept.

    ```yaml vault/Ada.md
    She owes [[Old Marrow]] money.
    ```
    ```command
    chronicle import crowns/vault crowns --dry-run
    ```
    ```right
    [[Old Marrow]] => Old Marrow
    ```
    """

    code: ClassVar[str] = "V007"
    severity: ClassVar = "warning"
    target: str

    def message(self) -> str:
        return f"there is nothing called `{self.target}`; its words are kept without a link"

    def help(self) -> str:
        return "to keep the link, write that note before you import, or add the link by hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenNameRemoved(Problem):
    """A note for others links to something that only the GM may know, so the name is left out.

    This happens only with `--for`. Its name becomes "(unknown)"; write what readers may know.

    ```yaml vault/Ada.md
    She works for [[Marrow]].
    ```
    ```yaml vault/Marrow.md
    ---
    secret: true
    ---
    The smuggler.
    ```
    ```command
    chronicle import crowns/vault crowns --for everyone --dry-run
    ```
    ```right
    [[Marrow]] => somebody
    ```
    """

    code: ClassVar[str] = "V008"
    severity: ClassVar = "warning"
    target: str

    def message(self) -> str:
        return f"`{self.target}` is not for the readers of this note, so its name is left out"

    def help(self) -> str:
        return "look for `(unknown)` in the imported file, and write what readers may know"


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureNotImported(Problem):
    """A picture that a note shows is not imported; the note has the words instead.

    Pictures are PNG, JPEG, GIF or WebP files of at most 10 MiB. Kanka exports pictures in a
    second zip file: unpack both into one folder, and import that.

    ```yaml vault/Ada.md
    ![[ada.png]]
    ```
    ```command
    chronicle import crowns/vault crowns --dry-run
    ```
    ```right
    ![[ada.png]] => She smiles.
    ```
    """

    code: ClassVar[str] = "V009"
    severity: ClassVar = "warning"
    name: str
    reason: str

    def message(self) -> str:
        return f"the picture `{self.name}` is not imported: {self.reason}"

    def help(self) -> str:
        return "put the picture in `media/` yourself, and show it with `![words](file.png)`"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedAsPage(Problem):
    """Places or factions are imported as pages, because the campaign's rules don't take them.

    In `shadow`, for example, everybody or all factions know each place, and each faction has a seat
    at the table, so neither can be for the GM alone. The text is in `pages/`; add the place or the
    faction by hand if it has a part in the game.

    ```yaml vault/Places/reef.md
    Black rocks.
    ```
    ```command
    chronicle import crowns/vault crowns --dry-run
    ```
    ```right
    vault/Places/reef.md => vault/People/reef.md
    ```
    """

    code: ClassVar[str] = "V010"
    severity: ClassVar = "warning"
    kind: str
    count: int
    reason: str

    def message(self) -> str:
        many = f"{self.count} {self.kind}s are" if self.count > 1 else f"one {self.kind} is"
        return f"{many} imported as pages: {self.reason}"

    def help(self) -> str:
        return "add those that have a part in the game by hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedAsPlainText(Problem):
    """The text of a note has markup that would be an error, so it is imported as plain text.

    All its characters are kept, but nothing in it is bold, a link or a list. Format it by hand.

    ```yaml vault/Ada.md
    Her sign is [this][sign].

    [sign]: javascript:alert(1)
    ```
    ```command
    chronicle import crowns/vault crowns --dry-run
    ```
    ```right
    javascript:alert(1) => https://ada.example/
    ```
    """

    code: ClassVar[str] = "V011"
    severity: ClassVar = "warning"

    def message(self) -> str:
        return "the markup of this note can't be kept, so its text is imported without any"

    def help(self) -> str:
        return "format the imported file by hand; `chronicle check` says what is wrong with markup"
