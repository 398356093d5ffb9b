"""Find names in the author's texts that some of their readers don't know yet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from chronicle.diagnostics.catalogue import leaks as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.leaks.authored_texts import NAME_LABELS, AuthoredText
from chronicle.leaks.locations import find_span
from chronicle.leaks.secrets import Secrets
from chronicle.leaks.words import is_significant, words_of
from chronicle.model.audience import EVERYONE_ID

#: Links without a label are checked where links are checked.
_BARE_LINK: Final = re.compile(r"\[\[[^\[\]\n]*\]\]")


def report_premature_names(secrets: Secrets, report: Report) -> None:
    """Warn about each text that names a thing which some of its readers don't know in that turn.

    Names are searched for as they are written, as whole words, which may be on different lines.
    """
    texts = [(piece, " ".join(piece.text.split())) for piece in secrets.pieces]
    for named, name in texts:
        if (
            named.about is None
            or named.what not in NAME_LABELS
            or not any(map(is_significant, words_of(name)))
        ):
            continue
        since = secrets.known.since[named.about]
        if all(since.get(word) == 0 for word in secrets.audiences):
            continue
        for piece, text in texts:
            if name in text and piece is not named:
                _check_text(named, piece, since, report)


def _check_text(
    named: AuthoredText, piece: AuthoredText, since: Mapping[str, int], report: Report
) -> None:
    name = r"\s+".join(re.escape(word) for word in named.text.split())
    found = re.search(rf"(?<!\w){name}(?!\w)", _BARE_LINK.sub("", piece.text))
    if found is None:
        return
    unaware = {word for word in piece.readers if since.get(word, piece.turn + 1) > piece.turn}
    if unaware:
        # If the public is unaware, other readers need not be listed.
        listed = (EVERYONE_ID,) if EVERYONE_ID in unaware else tuple(sorted(unaware))
        at = _span_of_name(piece, name)
        report.add(problems.PrematureName(at=at, name=named.text, readers=listed))


def _span_of_name(piece: AuthoredText, name: str) -> Span:
    """The name in the line of its text, since other texts in the file may contain it."""
    # No line has a name that goes over two; then the search begins where an empty text is found.
    line = next((row.strip() for row in piece.text.split("\n") if re.search(name, row)), "")
    return find_span(find_span(piece.at, re.escape(line)), name)
