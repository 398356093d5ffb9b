"""Pictures that are dropped on the desk: their place in the campaign, and the Markdown for them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Final

from chronicle.authoring.import_notes.note_ids import id_from_name
from chronicle.files.source import ReadFailure
from chronicle.load.disk import MEDIA_FOLDER
from chronicle.load.images import picture_problem
from chronicle.markup.images import Picture, clean_picture

_ENDINGS: Final = {
    "image/png": (".png",),
    "image/jpeg": (".jpg", ".jpeg"),
    "image/gif": (".gif",),
    "image/webp": (".webp",),
}

#: What stands for spaces in names of files, and what the words of a picture can't have.
_NOT_IN_WORDS: Final = str.maketrans(dict.fromkeys("-_[]", " "))


class PictureRefusedError(ValueError):
    """The file can't be a picture of a campaign; the message says why."""


def new_picture(
    name: str, content: bytes, files: Mapping[str, bytes | ReadFailure]
) -> tuple[str, str]:
    """The path for a picture in a campaign with these files, and the Markdown that shows it.

    A picture that is there already keeps its path. Raises :class:`PictureRefusedError`.
    """
    found = clean_picture(content)
    if not isinstance(found, Picture):
        problem = picture_problem(found, None)
        said = problem.message_text()
        raise PictureRefusedError(f"{name}: {said}; {problem.help_text()}.")
    before, dot, after = name.rpartition(".")
    title = before if dot else name
    stem = id_from_name(title) or "picture"
    endings = _ENDINGS[found.media_type]
    ending = f".{after.lower()}" if f".{after.lower()}" in endings else endings[0]
    media = {path: held for path, held in files.items() if path.startswith(f"{MEDIA_FOLDER}/")}
    taken = {path.casefold() for path in media}
    names = (f"{stem}{ending}" if it == 1 else f"{stem}-{it}{ending}" for it in count(1))
    paths = (f"{MEDIA_FOLDER}/{name}" for name in names)
    free = next(path for path in paths if path not in taken)
    path = next((path for path, held in media.items() if held == content), free)
    words = " ".join(title.translate(_NOT_IN_WORDS).split()) or "Picture"
    return path, f"![{words}]({path.removeprefix(f'{MEDIA_FOLDER}/')})"
