"""What a browser has printed: sheets, and the lines on them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pypdfium2


def sheets_of(pdf: bytes) -> int:
    """On how many sheets of paper a document is printed."""
    with pypdfium2.PdfDocument(pdf) as document:
        return len(document)


def last_lines(pdf: bytes) -> Iterator[str]:
    """The lowest line of each sheet; empty for one without words."""
    with pypdfium2.PdfDocument(pdf) as document:
        for sheet in document:
            words = sheet.get_textpage()
            # Left, bottom, right and top of each run of letters, from the foot of the sheet.
            boxes = [words.get_rect(n) for n in range(words.count_rects())]
            lowest = min(boxes, key=lambda box: box[1], default=None)
            if lowest is None:
                yield ""
                continue
            line = sorted(box for box in boxes if box[1] < (lowest[1] + lowest[3]) / 2)
            yield " ".join(words.get_text_bounded(*box) for box in line)


def letters(text: str) -> str:
    """The letters and digits of a text: WebKitGTK prints words with spaces between letters."""
    return re.sub(r"[\W_]", "", text).lower()
