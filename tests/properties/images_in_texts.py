"""Pictures in the texts of a generated campaign, each with its own words to be found by.

A picture hangs at the end of a text or of a secret block that says something, so that whoever may
read a token there sees the picture too, and nobody else.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping

from chronicle.files.source import FileTree
from chronicle.markup.images import Picture, clean_picture
from chronicle.records import Record
from tests.markup.images.sample_images import ROWS, chunk, png
from tests.properties.changes import texts
from tests.properties.editable_campaign import Draft
from tests.properties.secret_tokens import NOBODY, TOKEN, Part, Readers, Secret


class Hung(Record):
    """A picture in a text: where it is published, a word of the text around it, and who may see it.

    ``words`` are those that stand for it and below it.
    """

    path: str
    beside: str
    words: tuple[str, str]
    readers: Readers


class Laid(Record):
    """A picture under the map: where it is published, a word for it, and who may see it."""

    path: str
    word: str
    readers: Readers


class Gallery(Record):
    """A campaign with pictures in it; its draft's ledger knows all that is written of these."""

    draft: Draft
    media: Mapping[str, bytes]
    hung: tuple[Hung, ...]
    laid: tuple[Laid, ...]

    def tree(self) -> FileTree:
        return FileTree("", {**self.draft.tree().files, **self.media})


class Change(Record):
    """What is different about the pictures of a gallery; ``on`` says about those of which readers.

    ``name`` comes before the name of every file, and so does ``note`` before its content.
    """

    on: Callable[[Readers], bool] = lambda _: False
    gone: bool = False
    twice: bool = False
    other: bool = False
    name: str = ""
    note: str = ""


def gallery(draft: Draft, change: Change | None = None) -> Gallery:
    """A copy of a draft with a picture in every text and portraits, except what is changed."""
    change = change or Change()
    draft = copy.deepcopy(draft)
    media: dict[str, bytes] = {}
    hung: list[Hung] = []
    for text, _ in texts(draft):
        for parts, beside in _walls(text.parts):
            readers = draft.ledger.readers[beside]
            is_meant = change.on(readers)
            name = f"{change.name}{draft.ledger.token('picture name', NOBODY)}.png"
            note = f"{change.note}{draft.ledger.token('picture note', NOBODY)}"
            words = draft.ledger.token("picture words", readers)
            below = draft.ledger.token("picture line", readers)
            content = _drawn(len(hung) + (9000 if is_meant and change.other else 0), note)
            found = clean_picture(content)
            assert isinstance(found, Picture)
            hung.append(Hung(found.path, beside, (words, below), readers))
            if is_meant and change.gone:
                continue
            mark = f'![Of {words}]({name} "Below {below}")'
            parts += ["", mark, *(["", mark] if is_meant and change.twice else [])]
            media[f"media/{name}"] = content
    for path, (front, _) in draft.entities.items():
        id = path.partition("/")[2]
        readers = draft.ledger.readers[id]
        name = f"{change.name}{draft.ledger.token('picture name', NOBODY)}.png"
        words = draft.ledger.token("picture words", readers)
        is_other = change.on(readers) and change.other
        content = _drawn(len(hung) + (9000 if is_other else 0), name)
        found = clean_picture(content)
        assert isinstance(found, Picture)
        hung.append(Hung(found.path, id, (words, words), readers))
        if not (change.on(readers) and change.gone):
            front["portrait"] = {"picture": name, "words": f"Of {words}"}
            media[f"media/{name}"] = content
    laid = tuple(_laid(draft, change, media))
    return Gallery(draft, media, tuple(hung), laid)


def _laid(draft: Draft, change: Change, media: dict[str, bytes]) -> Iterator[Laid]:
    """Lays pictures under the map: for everybody, for the last of the powers, and for the GM."""
    entries = draft.places.setdefault("map", [])
    visibilities: list[str | list[str]] = ["everyone", [draft.powers[-1]], "gm"]
    for number, words in enumerate(visibilities, start=8000):
        readers = draft.who(words)
        is_meant = change.on(readers)
        name = f"{change.name}{draft.ledger.token('picture name', NOBODY)}.png"
        note = f"{change.note}{draft.ledger.token('picture note', NOBODY)}"
        word = draft.ledger.token("picture words", readers)
        content = _drawn(number + (9000 if is_meant and change.other else 0), note)
        found = clean_picture(content)
        assert isinstance(found, Picture)
        yield Laid(found.path, word, readers)
        if not (is_meant and change.gone):
            extent = [-number, 0, number, 900] if is_meant and change.other else [0, 0, 900, 900]
            entry = {"picture": name, "words": f"Of {word}", "for": words, "extent": extent}
            entries += [entry] * (2 if is_meant and change.twice else 1)
            media[f"media/{name}"] = content


def _walls(parts: list[Part]) -> Iterator[tuple[list[Part], str]]:
    """Each list of parts that says something itself, with a word of it."""
    for part in list(parts):
        if isinstance(part, Secret):
            yield from _walls(part.parts)
    said = [token for part in parts if isinstance(part, str) for token in TOKEN.findall(part)]
    if said:
        yield parts, said[0]


def _drawn(number: int, note: str) -> bytes:
    rows = ROWS[:-2] + bytes([number // 256, number % 256])
    return png(rows=rows, before=chunk(b"tEXt", b"Comment\0" + note.encode()))
