"""Checks names that a file can't have on every system, so that a campaign works on all of them."""

from __future__ import annotations

import re
from typing import Final

from chronicle.diagnostics.catalogue import images, references
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, Source, Span, composed, span_of_file
from chronicle.load.disk import MEDIA_FOLDER

#: Windows takes these for devices, with any ending.
_DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
#: What no file's name on Windows has in it or at its end. Quotes are left out: a picture with some
#: in its name can't be shown at all, which is said where it is shown.
_REFUSED: Final = re.compile(r"[<>:\\|?*]|[. ]$")


def is_portable(name: str) -> bool:
    """Whether a file or folder can have this name on every system."""
    return not _DEVICES.fullmatch(name) and not _REFUSED.search(name)


def check_id_is_portable(id: str, at: Span, report: Report) -> None:
    """Report an id that can't be the name of a page or a folder on every system."""
    if not is_portable(id):
        report.add(references.NotAFileName(at=at, name=id))


def check_picture_names(tree: FileTree, report: Report) -> None:
    """Report pictures whose names are not possible, or not different, on every system."""
    first: dict[str, str] = {}
    for path in sorted(path for path in tree.files if path.startswith(f"{MEDIA_FOLDER}/")):
        name = path.removeprefix(f"{MEDIA_FOLDER}/")
        at = span_of_file(Source(tree.shown(path), ""))
        if not is_portable(name):
            report.add(references.NotAFileName(at=at, name=name))
        other = first.setdefault(composed(name).casefold(), name)
        if other != name:
            report.add(images.PicturesWithOneName(at=at, name=name, other=other))
