"""The text of a mail as a program for mail saves it: its parts decoded, HTML as plain text."""

from __future__ import annotations

import quopri
import re
from email import message_from_bytes
from email.message import Message
from html.parser import HTMLParser
from itertools import pairwise
from typing import Final

#: Fields that are in no mail that somebody has copied by hand.
_TECHNICAL: Final = frozenset(
    ("mime-version", "content-type", "content-transfer-encoding", "received", "message-id")
)
_FIELD: Final = re.compile(rb"([!-9;-~]+):.*(?:\r?\n[ \t].*)*\r?\n")
_FROM_LINE: Final = re.compile(rb"^From .*\r?\n(?=[!-9;-~]+:)", re.MULTILINE)
_ENCODED: Final = re.compile(rb"(?i)\bturn=3D[0-9]")
_HTML: Final = re.compile(r"<(?:br|/p|/div|/html|/body|/blockquote)\b[^>]*>|&nbsp;", re.IGNORECASE)
#: What orders begin with.
_ORDERS: Final = re.compile(
    r"\[\W{0,4}1\W{0,4}\]\s+turn\b|CHRONICLE\s+ORDERS|^\W{0,20}(?:turn|orders)\s*:", re.M | re.I
)
_TEXT_FILES: Final = (".txt", ".yaml", ".yml", ".md")
_DROPPED: Final = frozenset({"script", "style", "head", "template"})
_BLOCKS: Final = frozenset(
    re.findall(
        r"\w+", "address blockquote dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table tr ul"
    )
)


def mail_text(content: bytes) -> str | None:
    """Return the text of saved mails or of HTML; None for any other text."""
    if _FROM_LINE.match(content):
        starts = [it.start() for it in _FROM_LINE.finditer(content)]
        mails = [content[at:to] for at, to in pairwise([*starts, len(content)])]
        return "\n\n".join(_text_of(message_from_bytes(mail)) for mail in mails)
    if _is_mail(content):
        return _text_of(message_from_bytes(content))
    if _ENCODED.search(content):
        return quopri.decodestring(content).decode("utf-8", "replace")
    text = content.decode("utf-8", "replace")
    return _plain(text) if _HTML.search(text) else None


def _is_mail(content: bytes) -> bool:
    """Whether a text begins with the fields of a mail."""
    names: set[str] = set()
    at = 0
    while field := _FIELD.match(content, at):
        names.add(field[1].decode().lower())
        at = field.end()
    return bool(names & _TECHNICAL)


def _text_of(mail: Message) -> str:
    """The plain text of a mail, or that of its HTML if only that has orders."""
    plain, marked = [], []
    for part in mail.walk():
        is_file = (part.get_filename() or "").lower().endswith(_TEXT_FILES)
        if part.get_content_type() == "text/html":
            marked.append(_plain(_decoded(part)))
        elif not part.is_multipart() and (part.get_content_maintype() == "text" or is_file):
            plain.append(_decoded(part))
    texts = ["\n\n".join(plain), "\n\n".join(marked)]
    return next((text for text in texts if _ORDERS.search(text)), "\n\n".join(texts))


def _decoded(part: Message) -> str:
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else b""
    # Many programs name no encoding, or the one of plain letters, and send UTF-8.
    named = part.get_content_charset("us-ascii")
    text = None
    for encoding in ("utf-8", "cp1252") if named == "us-ascii" else (named, "utf-8"):
        try:
            text = content.decode(encoding)
        except (LookupError, UnicodeDecodeError):
            continue
        break
    if text is None:
        text = content.decode("utf-8", "replace")
    text = text.replace("\r\n", "\n")
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    return _unflowed(text, delsp=str(part.get_param("delsp", "")).lower() == "yes")


def _unflowed(text: str, *, delsp: bool) -> str:
    """A text in the format "flowed" (RFC 3676), with each paragraph in one line."""
    lines: list[str] = []
    open_depth: int | None = None
    for row in text.split("\n"):
        own = row.lstrip(">")
        depth = len(row) - len(own)
        own = own.removeprefix(" ")
        goes_on = own.endswith(" ") and own != "-- "
        if depth == open_depth and own != "-- ":
            lines[-1] += own
        else:
            lines.append(">" * depth + (" " if depth else "") + own)
        if goes_on and delsp:
            lines[-1] = lines[-1][:-1]
        open_depth = depth if goes_on else None
    return "\n".join(lines)


class _TextParser(HTMLParser):
    """Collects the text of HTML, with a line for each block."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.dropped = 0
        self.kept = 0

    def handle_starttag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        self.dropped += tag in _DROPPED
        self.kept += tag == "pre"
        if tag == "br" or tag in _BLOCKS:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self.dropped -= tag in _DROPPED and self.dropped > 0
        self.kept -= tag == "pre" and self.kept > 0
        if tag in _BLOCKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.dropped:
            folded = data if self.kept else re.sub(r"[ \t\r\n]+", " ", data)
            begins_line = not self.kept and "".join(self.parts[-1:])[-1:] in ("", "\n")
            self.parts.append(folded.lstrip(" ") if begins_line else folded)


def _plain(html: str) -> str:
    """HTML as plain text."""
    parser = _TextParser()
    parser.feed(html)
    parser.close()
    return "".join(parser.parts)
