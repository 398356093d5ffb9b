"""Readings: every way in which somebody could read the bytes of a published file.

A page's text is read line by line, as it stands, decoded, and without its tags; a picture by what
it holds beside its pixels.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
import zlib
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

#: A line break within a paragraph: what follows, in UTF-8, is neither indented nor a tag.
_SOFT: Final = re.compile(
    rb"\n(?![<\t-\r\x1c- ]|\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]"
    rb"|\xe2\x81\x9f|\xe3\x80\x80)"
)
#: Tags that part no words.
_INLINE: Final = re.compile(
    r"</?(?:a|abbr|b|bdi|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|u|wbr)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_TAG: Final = re.compile(r"(<[^<>]*>)")
#: A word that parts texts which are read in one go; nobody writes it.
PART: Final = " 0part0 "
#: As many times as a text may be encoded.
_LAYERS: Final = 4
_TAG_NAME: Final = re.compile(r"^</?[a-zA-Z][^\s>]*")
#: Characters by their number, as JSON, scripts and style sheets write them.
_BY_NUMBER: Final = re.compile(r"\\(?:u\{?|x|U)?0{0,4}([0-9a-fA-F]{2,6})(?:\}|[ ])?")
_HEX: Final = re.compile(r"[0-9a-fA-F]{10,}|(?:[0-9a-fA-F]{2}[ :,-]){4,}[0-9a-fA-F]{2}")
_NO_DIGIT: Final = re.compile("[^0-9a-fA-F]")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{7,}")
#: Longer runs are whole files, as pictures within a page are.
_FILE: Final = 400
#: Text in the midst of bytes: in ASCII, and in UTF-16 of both kinds.
_ASCII: Final = re.compile(rb"[\x20-\x7e\x80-\xff]*[\x20-\x7e]{4,}[\x20-\x7e\x80-\xff]*")
_LONG: Final = re.compile(rb"[\x20-\x7e]{16,}")
_WIDE: Final = re.compile(rb"(?:[\x20-\x7e]\x00){4,}|(?:\x00[\x20-\x7e]){4,}")
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG: Final = b"\xff\xd8\xff"
_GIF: Final = b"GIF8"


def rows_of(content: bytes) -> list[bytes]:
    """The lines of a file, those of one paragraph joined; of a picture, all text within it.

    They are in UTF-8, as they lie there: most of them stand in many files, and the bytes of those
    need not be made a text each time.
    """
    try:
        content.decode()
    except UnicodeDecodeError:
        return [text.encode() for text in _of_bytes(content)]
    return rows_of_text(content)


def rows_of_text(content: bytes) -> list[bytes]:
    """The lines of a file that is text if they can all be decoded.

    A line break is no part of a longer sign in UTF-8, so that they can be if the file can.
    """
    if b"\x00" in content:
        return [text.encode() for text in _of_bytes(content)]
    return _SOFT.sub(b" ", content).split(b"\n")


def layers_of(line: str) -> list[str]:
    """A line as it stands, then decoded again and again."""
    seen = [line]
    while len(seen) < _LAYERS and (text := _decoded(seen[-1])) != seen[-1]:
        seen.append(text)
    return seen


def parted(text: str) -> list[str]:
    """A text cut at its tags: every second part, from the second on, is a tag."""
    return _TAG.split(text)


def between(tag: str) -> str:
    """What a tag puts between the words around it, for whoever reads the page."""
    return "" if _INLINE.fullmatch(tag) else " "


def held_in(tag: str) -> list[str]:
    """What stands in a tag but for its name; no phrase goes from one attribute to the next."""
    return [part for part in _TAG_NAME.sub("", tag).split('"') if part]


def plainly(line: str) -> Iterator[str]:
    """The texts of a line, as they stand and decoded: without its tags, and what its tags hold."""
    for layer in layers_of(line):
        parts = parted(layer)
        tags = parts[1::2]
        parts[1::2] = map(between, tags)
        yield "".join(parts)
        held = PART.join(part for tag in tags for part in held_in(tag))
        if held:
            yield held


def _decoded(text: str) -> str:
    """One layer less of entities, percent signs and numbered characters."""
    if "&" in text:
        text = html.unescape(text)
    if "%" in text:
        text = unquote(text)
    if "\\" in text:
        text = _BY_NUMBER.sub(_character, text)
    return text


def _character(found: re.Match[str]) -> str:
    number = int(found[1], 16)
    return chr(number) if 31 < number < 0xD800 else found[0]


def runs_of(text: str) -> Iterator[str]:
    """The stretches of a text that could be packed: digits of hex or of base64 in a row."""
    yield from _HEX.findall(text)
    yield from _BASE64.findall(text)


def unpacked(run: str) -> Iterator[str]:
    """What a run of hex or base64 digits comes to, where that is text."""
    if _HEX.fullmatch(run):
        digits = _NO_DIGIT.sub("", run)
        yield from _texts(bytes.fromhex(digits[: len(digits) // 2 * 2]))
    if _BASE64.fullmatch(run):
        digits = run.replace("-", "+").replace("_", "/")
        if len(digits) >= _FILE:
            yield from (row.decode() for row in rows_of(_unpacked(digits, 0)))
        else:
            for start in range(4):
                yield from _texts(_unpacked(digits, start))


def _unpacked(run: str, start: int) -> bytes:
    part = run[start:]
    try:
        return base64.b64decode(part[: len(part) - (len(part) % 4 == 1)] + "=" * (-len(part) % 4))
    except binascii.Error:
        return b""


def _texts(content: bytes) -> Iterator[str]:
    """Decoded bytes when nearly all of them are text; anything decodes to something."""
    for coding in ("utf-8", "utf-16-le"):
        text = content.decode(coding, "ignore")
        shown = "".join(sign for sign in text if sign.isprintable())
        width = 1 if coding == "utf-8" else 2
        if len(shown.encode(coding)) + 2 * width >= len(content) and len(shown) > 3:
            yield shown


def _of_bytes(content: bytes) -> Iterator[str]:
    if content.startswith(_PNG):
        yield from _of_png(content)
    elif content.startswith(_JPEG):
        yield from _runs(_before_pixels(content), _ASCII)
    else:
        yield from _runs(content, _ASCII if content.startswith(_GIF) else _LONG)
    yield from _runs(content, _LONG)


def _runs(content: bytes, shape: re.Pattern[bytes]) -> Iterator[str]:
    """The runs of text in bytes; short ones only where chance does not write words."""
    for found in shape.finditer(content):
        yield found[0].decode("utf-8", "replace")
    for found in _WIDE.finditer(content):
        yield found[0].replace(b"\x00", b"").decode("ascii", "replace")


def _before_pixels(content: bytes) -> bytes:
    """The segments of a JPEG that come before its pixels."""
    at = 2
    while at + 4 <= len(content) and content[at] == 0xFF and content[at + 1] != 0xDA:
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return content[:at]


def _of_png(content: bytes) -> Iterator[str]:
    """The chunks of a PNG beside its pixels, unpacked, and what follows its end."""
    at = len(_PNG)
    while at + 12 <= len(content):
        size = int.from_bytes(content[at : at + 4], "big")
        kind, chunk = content[at + 4 : at + 8], content[at + 8 : at + 8 + size]
        at += 12 + size
        if kind in (b"IDAT", b"fdAT"):
            continue
        yield from _runs(chunk, _ASCII)
        if kind in (b"zTXt", b"iTXt", b"iCCP"):
            yield from _inflated(chunk)
        if kind == b"IEND":
            break
    yield from _runs(content[at:], _ASCII)


def _inflated(chunk: bytes) -> Iterator[str]:
    """Packed text within a chunk, wherever it starts."""
    for found in re.finditer(rb"\x78[\x01\x5e\x9c\xda]", chunk):
        try:
            # As much as a text of this kind can have; a picture that unpacks to gigabytes can't.
            text = zlib.decompressobj().decompress(chunk[found.start() :], 1 << 20)
        except zlib.error:
            continue
        yield from _runs(text, _ASCII)
