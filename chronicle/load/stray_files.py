"""Files and folders that are not read, and what was meant by those with a slightly wrong name."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

from chronicle.yaml.decode import ID_PATTERN

_FOLDER_HINTS: Final[Mapping[str, str]] = {
    "factions": "factions are files like `factions/lantern-guild.yaml`",
    "turns": "turns are files like `turns/007.yaml`",
    "people": "people are files like `people/ada-mott.md`",
    "items": "items are files like `items/brass-key.md`",
    "pages": "pages are files like `pages/house-rules.md`",
    "published": "records of published turns are files like `published/007.json`",
}
_CAMPAIGN_HINT: Final = "a campaign has `campaign.yaml`, `places.yaml` and folders like `turns/`"
#: Files next to `campaign.yaml`, by other names that are written for them.
_TOP_FILES: Final[Mapping[str, str]] = {
    "campaign": "campaign.yaml",
    "campaigns": "campaign.yaml",
    "place": "places.yaml",
    "places": "places.yaml",
    "map": "map.yaml",
    "published": "published.yaml",
}
#: Folders of a campaign by other names that are written for them, in small letters.
_FOLDERS: Final[Mapping[str, str]] = {
    "faction": "factions",
    "factions": "factions",
    "turn": "turns",
    "turns": "turns",
    "person": "people",
    "persons": "people",
    "people": "people",
    "item": "items",
    "items": "items",
    "page": "pages",
    "pages": "pages",
    "media": "media",
}
#: The folders whose files are named by ids.
_NAMED_BY_IDS: Final = ("factions", "people", "items", "pages")
#: The documents of other programs, by the end of their names.
_DOCUMENTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("docx", "doc", "docm"), "a Word document"),
    **dict.fromkeys(("odt", "ods"), "a LibreOffice document"),
    **dict.fromkeys(("xlsx", "xls"), "an Excel document"),
    "rtf": "a document in rich text",
    "pages": "a Pages document",
    "gdoc": "a Google document",
}
#: Marks of copies that systems and programs for files add to the names of their originals.
_COPY: Final = re.compile(
    r"(?:copy of|kopie von|copie de) (?P<after>.+)"
    r"|(?P<before>.+?)(?:[ _.-]+\(?[^()]*conflict.*"
    r"|(?: *\(\d+\)|[ _.-]+\(?(?:copy|kopie|copie|backup|bak|old|orig)\)?(?: \d+)?)+)",
    re.IGNORECASE,
)
#: The path of a turn's file.
TURN_FILE: Final = re.compile(r"turns/(\d{3,6})\.yaml")
_YAML: Final = re.compile(r"(.+)\.ya?ml(\.txt)?", re.IGNORECASE)
_MARKDOWN: Final = re.compile(r"(.+)\.(md(\.txt)?|markdown)", re.IGNORECASE)
#: The name of a turn's file in other spellings: `1.yaml`, `Turn 01.yml`, `001`, `1.txt`.
_TURN: Final = re.compile(r"(?:turn)?[ _-]*0*([1-9]\d{0,5})(\.ya?ml)?(\.txt|\.md)?", re.IGNORECASE)


def stray_file_hint(path: str) -> str:
    """The hint about a file that is not read and was not meant to be."""
    if re.fullmatch(r"(people|items|pages)/.+\.txt", path):
        return "rename it so that its name ends in `.md`"
    return _FOLDER_HINTS.get(path.partition("/")[0], _CAMPAIGN_HINT)


def correct_path(path: str) -> str:
    """The path that a file or folder with a slightly wrong name should have; empty for others.

    That of a file with a right name is its own, or empty.
    """
    folder, _, name = path.rpartition("/")
    yaml, markdown = _YAML.fullmatch(name), _MARKDOWN.fullmatch(name)
    if TURN_FILE.fullmatch(path):
        return path
    if folder in ("", "turns") and (turn := _TURN.fullmatch(name)) is not None:
        return f"turns/{int(turn[1]):03}.yaml" if folder or turn[2] else ""
    if not folder and path.casefold() in _FOLDERS:
        return _FOLDERS[path.casefold()]
    if not folder and yaml is not None:
        return _TOP_FILES.get(yaml[1].casefold(), "")
    if folder == "factions" and yaml is not None:
        return f"{folder}/{yaml[1]}.yaml"
    if folder in ("people", "items", "pages") and markdown is not None:
        return f"{folder}/{markdown[1]}.md"
    return ""


def copied_path(path: str, existing: Collection[str]) -> str:
    """The path of the file of a faction, person, item or page that this one is a copy of, if any.

    An id may end in `-copy` and the like: then it is no copy.
    """
    folder, _, name = path.rpartition("/")
    stem, _, suffix = name.rpartition(".")
    found = _COPY.fullmatch(stem)
    if found is None or folder not in _NAMED_BY_IDS or re.fullmatch(ID_PATTERN, stem):
        return ""
    original = f"{folder}/{found['after'] or found['before']}.{suffix}"
    return original if original in existing else ""


def document_kind(path: str) -> str:
    """The kind of document of another program that a path is named for; empty for others."""
    _, dot, ending = path.rpartition("/")[2].rpartition(".")
    return _DOCUMENTS.get(ending.casefold(), "") if dot else ""


def meant_path(path: str) -> str:
    """The path that a file should have, or the one with its text if it is a document."""
    if not document_kind(path):
        return correct_path(path)
    folder, _, stem = path.rpartition(".")[0].rpartition("/")
    suffix = "md" if folder in ("people", "items", "pages") else "yaml"
    return correct_path("/".join(filter(None, (folder, f"{stem}.{suffix}"))))


def is_folder_name(name: str) -> bool:
    """Whether this is another name of a folder of a campaign, or its own."""
    return name.casefold() in _FOLDERS


def misnamed_file_help(path: str, existing: Collection[str], renamed: Mapping[str, str]) -> str:
    """What to do about a file that seems to be meant to be read; empty for other files.

    ``existing`` are the paths of all files of the campaign, ``renamed`` those that are reported
    already, by the path that each should have.
    """
    right = meant_path(path)
    if original := copied_path(path, existing):
        return f"it is a copy of `{original}`: delete it, or move it out of the folder"
    if document_kind(path):
        how = "with a text editor, and move this file out of the folder"
        return f"write its text into `{right}` {how}" if right else ""
    if right and any(file.startswith(f"{right}/") for file in existing):
        return f"move its files into `{right}`"
    if right and right not in existing and right not in renamed:
        return (
            f"rename it to `{right}`"
            if path.count("/") == right.count("/")
            else (f"move it to `{right}`")
        )
    is_turn = path.startswith("turns/") and _YAML.fullmatch(path) is not None
    if not right and not is_turn:
        return ""
    there = f"`{right}` is there already: " if right else ""
    if right in renamed:
        there = f"`{renamed[right]}` is to be `{right}`, too: "
    if right.startswith("turns/") or is_turn:
        turns = [int(found[1]) for file in existing if (found := TURN_FILE.fullmatch(file))]
        turns += [int(found[1]) for file in renamed if (found := TURN_FILE.fullmatch(file))]
        new = f"`turns/{max(turns, default=0) + 1:03}.yaml`"
        return f"{there}rename it to {new} if it is a turn of its own, or move it out of the folder"
    return f"{there}move this one out of the folder"
