"""All the ways in which the bytes of a published file can be read as text.

A page is read line by line: as written, decoded, and without its tags. An image is read for the
text that it contains besides its pixels.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

#: A line break within a paragraph: the next line, in UTF-8, is neither indented nor a tag.
_SOFT_BREAK: Final = re.compile(
    rb"\n(?![<\t-\r\x1c- ]|\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]"
    rb"|\xe2\x81\x9f|\xe3\x80\x80)"
)
#: Tags that don't separate words.
_INLINE: Final = re.compile(
    r"</?(?:a|abbr|b|bdi|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|u|wbr)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_TAG: Final = re.compile(r"(<[^<>\n]*>)")
#: Maximum number of nested encodings of a text.
_MAX_LAYERS: Final = 4
_TAG_NAME: Final = re.compile(r"^</?[a-zA-Z][^\s>]*", re.MULTILINE)
#: Character escapes as in JSON, JavaScript and CSS.
_NUMERIC_ESCAPE: Final = re.compile(r"\\(?:u\{?|x|U)?0{0,4}([0-9a-fA-F]{2,6})(?:\}|[ ])?")
#: The lookahead changes no match and halves the time.
_HEX: Final = re.compile(
    r"(?=[0-9a-fA-F]{2}[0-9a-fA-F :,-])"
    r"(?:[0-9a-fA-F]{10,}|(?:[0-9a-fA-F]{2}[ :,-]){4,}[0-9a-fA-F]{2})"
)
_NO_DIGIT: Final = re.compile("[^0-9a-fA-F]")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{7,}")
#: Longer runs are whole files, such as images embedded in a page.
_EMBEDDED_FILE_LENGTH: Final = 400
#: Text within binary data: ASCII, and UTF-16 of both byte orders.
_ASCII: Final = re.compile(rb"[\x20-\x7e\x80-\xff]*[\x20-\x7e]{4,}[\x20-\x7e\x80-\xff]*")
_LONG_ASCII: Final = re.compile(rb"[\x20-\x7e]{16,}")
_UTF16: Final = re.compile(rb"(?:[\x20-\x7e]\x00){4,}|(?:\x00[\x20-\x7e]){4,}")
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG: Final = b"\xff\xd8\xff"
_GIF: Final = b"GIF8"


def lines_of_file(content: bytes) -> list[bytes]:
    """The lines of a text file, with paragraphs joined, or all texts within a binary file.

    They stay encoded in UTF-8, because most lines occur in many files and need to be decoded only
    once.
    """
    if not _is_text(content):
        return texts_of_binary(content)
    return _SOFT_BREAK.sub(b" ", content).split(b"\n")


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return b"\x00" not in content


def decoded_layers(line: str) -> list[str]:
    """A line as written, then decoded repeatedly."""
    seen = [line]
    while len(seen) < _MAX_LAYERS and (text := _decode_layer(seen[-1])) != seen[-1]:
        seen.append(text)
    return seen


def texts_of_lines(lines: Iterable[str]) -> set[str]:
    """The distinct texts of lines, as written and decoded: without tags, and within tags.

    A line break within a text is replaced by a carriage return.
    """
    layers = (layer.replace("\n", "\r") for line in lines for layer in decoded_layers(line))
    parts = _TAG.split("\n".join(layers))
    tags = parts[1::2]
    separators = {tag: _tag_separator(tag) for tag in set(tags)}
    parts[1::2] = map(separators.__getitem__, tags)
    texts = set("".join(parts).split("\n"))
    # No phrase continues in the next attribute.
    texts.update(_TAG_NAME.sub("", "\n".join(separators)).replace('"', "\n").split("\n"))
    return texts


def readable_texts(line: str) -> Iterator[str]:
    """The texts of a line, as written and decoded: without its tags, and within its tags."""
    for layer in decoded_layers(line):
        parts = _TAG.split(layer.replace("\n", "\r"))
        tags = parts[1::2]
        parts[1::2] = map(_tag_separator, tags)
        yield "".join(parts)
        for tag in tags:
            yield from _TAG_NAME.sub("", tag).split('"')


def _tag_separator(tag: str) -> str:
    """What a tag puts between the words around it when the page is displayed."""
    return "" if _INLINE.fullmatch(tag) else " "


def _decode_layer(text: str) -> str:
    """Decode one layer of HTML entities, percent encoding and character escapes."""
    if "&" in text:
        text = html.unescape(text)
    if "%" in text:
        text = unquote(text)
    if "\\" in text:
        text = _NUMERIC_ESCAPE.sub(_unescape, text)
    return text


def _unescape(found: re.Match[str]) -> str:
    number = int(found[1], 16)
    return chr(number) if 31 < number < 0xD800 else found[0]


def encoded_runs(text: str) -> list[str]:
    """The runs of hexadecimal or Base64 digits in a text."""
    return [*_HEX.findall(text), *_BASE64.findall(text)]


def decode_run(run: str) -> Iterator[str]:
    """The texts that a run of hexadecimal or Base64 digits decodes to, if any."""
    if _HEX.fullmatch(run):
        digits = _NO_DIGIT.sub("", run)
        yield from _printable_texts(bytes.fromhex(digits[: len(digits) // 2 * 2]))
    if _BASE64.fullmatch(run):
        digits = run.replace("-", "+").replace("_", "/")
        if len(digits) >= _EMBEDDED_FILE_LENGTH:
            yield from (row.decode() for row in lines_of_file(_decode_base64(digits, 0)))
        else:
            for start in range(4):
                yield from _printable_texts(_decode_base64(digits, start))


def _decode_base64(run: str, start: int) -> bytes:
    part = run[start:]
    try:
        return base64.b64decode(part[: len(part) - (len(part) % 4 == 1)] + "=" * (-len(part) % 4))
    except binascii.Error:
        return b""


def _printable_texts(content: bytes) -> Iterator[str]:
    """The decoded bytes if nearly all of them are printable, in UTF-8 and in UTF-16."""
    for coding in ("utf-8", "utf-16-le"):
        text = content.decode(coding, "ignore")
        shown = "".join(sign for sign in text if sign.isprintable())
        width = 1 if coding == "utf-8" else 2
        if len(shown.encode(coding)) + 2 * width >= len(content) and len(shown) > 3:
            yield shown


# All editions have the same fonts and most pictures.
@lru_cache(maxsize=64)
def texts_of_binary(content: bytes) -> list[bytes]:
    """All texts within a binary file, in UTF-8."""
    return [text.encode() for text in _texts_of_binary(content)]


def _texts_of_binary(content: bytes) -> Iterator[str]:
    if content.startswith(_PNG):
        yield from _texts_of_png(content)
    elif content.startswith(_JPEG):
        yield from _text_runs(_jpeg_metadata(content), _ASCII)
    else:
        yield from _text_runs(content, _ASCII if content.startswith(_GIF) else _LONG_ASCII)
    yield from _text_runs(content, _LONG_ASCII)


def _text_runs(content: bytes, entry: re.Pattern[bytes]) -> Iterator[str]:
    """The runs of text in bytes, of the given shape or in UTF-16.

    Short runs of random bytes may be words by chance, so ``entry`` may exclude them.
    """
    for found in entry.finditer(content):
        yield found[0].decode("utf-8", "replace")
    for found in _UTF16.finditer(content):
        yield found[0].replace(b"\x00", b"").decode("ascii", "replace")


def _jpeg_metadata(content: bytes) -> bytes:
    """The segments of a JPEG before its pixels."""
    at = 2
    while content[at : at + 1] == b"\xff" and content[at + 1 : at + 2] != b"\xda":
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return content[:at]


def _texts_of_png(content: bytes) -> Iterator[str]:
    """The chunks of a PNG except its pixels, decompressed, and what follows its end."""
    at = len(_PNG)
    while at + 12 <= len(content):
        size = int.from_bytes(content[at : at + 4], "big")
        kind, chunk = content[at + 4 : at + 8], content[at + 8 : at + 8 + size]
        at += 12 + size
        if kind in (b"IDAT", b"fdAT"):
            continue
        yield from _text_runs(chunk, _ASCII)
        yield from _inflate_texts(chunk)
        if kind == b"IEND":
            break
    yield from _text_runs(content[at:], _ASCII)


def _inflate_texts(chunk: bytes) -> Iterator[str]:
    """Decompress all compressed texts within a chunk."""
    for found in re.finditer(rb"\x78[\x01\x5e\x9c\xda]", chunk):
        try:
            # A limit far above any real text, against images that decompress to gigabytes.
            text = zlib.decompressobj().decompress(chunk[found.start() :], 1 << 20)
        except zlib.error:
            continue
        yield from _text_runs(text, _ASCII)
