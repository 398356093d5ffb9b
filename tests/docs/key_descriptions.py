"""What each key is for, out of the content reference; run it as a module to write it again.

Editors show it beside a key: the schemas have it from this file.
"""

from __future__ import annotations

import json
import re
from typing import Final

from chronicle.yaml.decode import InputModel
from tests.docs.pages import ROOT
from tests.docs.test_content import ASIDE, SHAPES, key_rows

PATH: Final = "chronicle/schemas/words.json"
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def key_words() -> str:
    """The words of all keys by shape, as the file has them."""
    words_of: dict[type[InputModel], dict[str, str]] = {}
    for page, tables in SHAPES.items():
        for title, shape in tables.items():
            words = {row.key: said(row.meaning) for row in key_rows(page, title)}
            words_of[shape] = words
    found = {
        f"{shape.__module__}.{shape.__qualname__}": {
            **words_of.get(ASIDE.get(shape, shape), {}),
            **words,
        }
        for shape, words in words_of.items()
    }
    return json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def said(cell: str) -> str:
    """A cell's sentence without links."""
    plain = _LINK.sub(r"\1", cell).replace("\\|", "|")
    return plain[:1].upper() + plain[1:]


if __name__ == "__main__":
    (ROOT / PATH).write_text(key_words(), encoding="utf-8", newline="\n")
