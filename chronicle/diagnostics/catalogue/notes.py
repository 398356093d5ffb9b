"""Errors and warnings about notes that are imported from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from chronicle.diagnostics.report import Problem

_EXPORT_HELP: Final = "in the generator choose Menu > Export > JSON > Full, and give that file"
_LOAD_HELP: Final = "load your `.map` file in the current generator, and export it as full JSON"
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
    "leveldb": (
        "this is a database of Foundry, which only Foundry itself can read",
        'choose "Export Data" in the menu of each faction, or unpack it with `fvtt package unpack`',
    ),
    "ruleset": (
        "factions of Foundry are played by the ruleset wwn",
        "import them into a campaign with `ruleset: wwn`",
    ),
    "published": (
        "turns are published, and a new faction would have played in them",
        "import them into a new campaign, and copy their files from there with `joins:`",
    ),
}
FoundryFault = Literal["leveldb", "ruleset", "published"]
SourceFault = Literal["kind", "archive", "path", "many", "large", "empty"] | FoundryFault


class NoNotes(Problem):
    code = "V001"

    fault: SourceFault
    detail: str = ""

    def message_text(self) -> str:
        return _SOURCE_FAULTS[self.fault][0] + (f": {self.detail}" if self.detail else "")

    def help_text(self) -> str:
        return _SOURCE_FAULTS[self.fault][1]


class InvalidExportFile(Problem):
    code = "V002"
    severity = "warning"
    message = "not imported: this file of the export can't be read: {detail}"
    help = "download the export again; if it is the same, report it"

    detail: str


class NoteExists(Problem):
    code = "V003"
    severity = "warning"
    message = "not imported: the campaign already has the {kind} `{id}`"
    help = "add to it by hand, or rename the note `{name}`"

    name: str
    kind: str
    id: str


class SameNameTwice(Problem):
    code = "V004"
    severity = "warning"
    message = "the id `{base}` is that of `{first}`, so this gets the id `{id}`"
    help = "if both are one thing, import only one of them; to choose the id, write `id:` into it"

    base: str
    first: str
    id: str


class NoIdFromName(Problem):
    code = "V005"
    severity = "warning"
    message = "`{name}` gives no usable id, so this gets the id `{id}`"
    help = "to choose the id, write it into its front matter, as in `id: old-marrow`"

    name: str
    id: str


class NotMapped(Problem):
    code = "V006"
    severity = "warning"
    message = "{what}: {outcome}"
    help = "if the campaign needs it, add it to the imported file by hand"

    what: str
    outcome: str


class LinkToNothing(Problem):
    code = "V007"
    severity = "warning"
    message = "there is nothing called `{target}`; its words are kept without a link"
    help = "to keep the link, write that note before you import, or add the link by hand"

    target: str


class HiddenNameRemoved(Problem):
    code = "V008"
    severity = "warning"
    message = "`{target}` is not for the readers of this note, so its name is left out"
    help = "look for `(unknown)` in the imported file, and write what readers may know"

    target: str


class PictureNotImported(Problem):
    code = "V009"
    severity = "warning"
    message = "the picture `{name}` is not imported: {reason}"
    help = "put the picture in `media/` yourself, and show it with `![words](file.png)`"

    name: str
    reason: str


class ImportedAsPage(Problem):
    code = "V010"
    severity = "warning"
    help = "add those that have a part in the game by hand"

    kind: str
    count: int
    reason: str

    def message_text(self) -> str:
        many = f"{self.count} {self.kind}s are" if self.count > 1 else f"one {self.kind} is"
        return f"{many} imported as pages: {self.reason}"


class ImportedAsPlainText(Problem):
    code = "V011"
    severity = "warning"
    message = "the markup of this note can't be kept, so its text is imported without any"
    help = "format the imported file by hand; `chronicle check` says what is wrong with markup"


class SecretNow(Problem):
    code = "V012"
    severity = "warning"
    message = "`{name}` is for the GM alone here, and for others in the campaign ({path})"
    help = "write `for: gm` there, if they don't know it yet; nothing there was changed"

    name: str
    path: str


class NoteLeftOut(Problem):
    code = "V013"
    severity = "warning"
    message = "this note is left out, because its front matter can't be read: {reason}"
    help = "correct it and import again: what is imported already is not imported twice"

    reason: str


#: Why a file is no world to import: message and help by reason.
_WORLD_FAULTS: Final[Mapping[str, tuple[str, str]]] = {
    "map": ("only the generator itself can read a `.map` file", _EXPORT_HELP),
    "json": ("this JSON file can't be read", "export it again, and give the file as it is"),
    "foreign": (
        "this JSON file is no export of Azgaar's Fantasy Map Generator",
        "give the file that the generator made, or the folder or zip file of your notes",
    ),
    "part": ("this is only a part of a world", _EXPORT_HELP),
    "lacks": ("this export is of an old version, or damaged", _LOAD_HELP),
    "many": ("this world has too many cells", "the generator makes at most 100,000"),
    "state": ("this world has no such state", "write the name as the generator does"),
    "miles": (
        "this campaign counts distances in miles, and this world does not say what its units are",
        "choose miles in the generator's Units Editor, and export it again",
    ),
    "readers": (
        "the rules of this campaign need others to know all places",
        "type `--for {word}`",
    ),
}
WorldFault = Literal["map", "json", "foreign", "part", "lacks", "many", "state", "miles", "readers"]


class NoWorld(Problem):
    code = "V020"

    fault: WorldFault
    detail: str = ""
    word: str = ""

    def message_text(self) -> str:
        return _WORLD_FAULTS[self.fault][0] + (f": {self.detail}" if self.detail else "")

    def help_text(self) -> str:
        return _WORLD_FAULTS[self.fault][1].format(word=self.word)
