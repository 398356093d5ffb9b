r"""Show characters that steer a terminal or deceive a reader as escapes such as ``\u001b``.

Escaped are the control characters except tab and line feed, line and paragraph separators, marks
and overrides of the text direction, characters without width, tags and lone surrogates. Joiners and
direction marks stay after a character outside ASCII, where scripts and emoji need them.
"""

from __future__ import annotations

import re
from typing import Final

_ESCAPED: Final = (
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a"
    "\U000e0000-\U000e007f]"
    # A carriage return before a line feed ends a line of a Windows file.
    "|\r(?!\n)"
    "|(?<![^\x00-\x7f])[\u200c-\u200f]"
)


def escape_control_characters(text: str, *, one_line: bool = False) -> str:
    r"""Return a text with deceptive characters as ``\uXXXX``, in pairs beyond U+FFFF.

    These escapes mean the same in JSON, so the text may be JSON. With ``one_line``, line feeds are
    escaped too.
    """
    if text.isascii() and text.replace("\n", "" if not one_line else "\n").isprintable():
        return text
    escaped = re.sub(_ESCAPED, _escape, text)
    return re.sub("[\r\n]", _escape, escaped) if one_line else escaped


def _escape(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
