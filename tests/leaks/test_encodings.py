"""A secret is found in every place of a page and however it is written."""

from __future__ import annotations

import base64
import html
import json
import struct
import zlib
from typing import Final
from urllib.parse import quote

import pytest

from chronicle.leaks.encodings import decode_run, decoded_layers, texts_of_binary
from tests.leaks.secret_campaign import found_in, secrets_on

NAME: Final = "The Vale of Ommerin"
SENTENCE: Final = "the abbess met the ferryman by the boat at night"


def chunk(kind: bytes, content: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(content))


def png(*chunks: bytes, after: bytes = b"") -> bytes:
    """A picture of one pixel with further chunks."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    pixels = chunk(b"IDAT", zlib.compress(b"\x00\x00"))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(chunks) + pixels + chunk(b"IEND", b"") + after


PLACES: Final = {
    "text": f"<p>They went to {NAME}.</p>",
    "text over lines": "<p>They went to The Vale\nof Ommerin.</p>",
    "text with marks": "<p>They went to The <em>Vale</em> of <strong>Om</strong>merin.</p>",
    "title": f"<title>{NAME}</title>",
    "attribute": f'<a href="x" title="{NAME}">there</a>',
    "alternative text": f'<img src="a.png" alt="{NAME}">',
    "tag over lines": f'<img src="a.png"\n     alt="{NAME}">',
    "class": '<i class="place-ommerin">there</i>',
    "address": '<a href="../places/ommerin.html#e3">there</a>',
    "comment": f"<!-- {NAME} -->",
    "slug with a suffix": '<a href="ommerin2.html">there</a>',
    "within a word": '<i id="gotoOmmerinNow">there</i>',
    "upper case": f"<p>{NAME.upper()}</p>",
    "soft hyphens": "<p>The Vale of Om&shy;me\u200brin</p>",
    "full width": "<p>Ｏｍｍｅｒｉｎ</p>",
}
WAYS: Final = {
    "entities": "".join(f"&#{ord(sign)};" for sign in NAME),
    "hexadecimal entities": "".join(f"&#x{ord(sign):x};" for sign in NAME),
    "entities twice": html.escape("".join(f"&#{ord(sign)};" for sign in NAME)),
    "percent signs": quote(NAME),
    "every letter by percent": "".join(f"%{ord(sign):02X}" for sign in NAME),
    "percent signs in entities": "".join(f"&#37;{ord(sign):02x}" for sign in NAME),
    "escapes of JSON": "".join(f"\\u{ord(sign):04x}" for sign in NAME),
    "escapes of scripts": "".join(f"\\x{ord(sign):02x}" for sign in NAME),
    "hex": NAME.encode().hex(),
    "hex in pairs": NAME.encode().hex(" "),
    "base64": base64.b64encode(NAME.encode()).decode(),
    "base64 of one word": base64.b64encode(b"ommerin").decode(),
    "base64 for addresses": base64.urlsafe_b64encode(NAME.encode()).decode().rstrip("="),
    "base64 after other bytes": "A" + base64.b64encode(NAME.encode()).decode(),
    "UTF-16 in base64": base64.b64encode(NAME.encode("utf-16-le")).decode(),
    "base64 of percent signs": base64.b64encode(quote(NAME).encode()).decode(),
    "a picture in an address": "data:image/png;base64,"
    + base64.b64encode(png(chunk(b"tEXt", f"Title\0{NAME}".encode()), after=b" " * 400)).decode(),
}
FILES: Final[dict[str, str | bytes]] = {
    "feed.xml": f"<rss><channel><item><title>{NAME}</title></item></channel></rss>",
    "feed.json": json.dumps({"items": [{"title": NAME}]}),
    "search.json": json.dumps([["ommerin", 3]]),
    "map.svg": f'<svg><title>{NAME}</title><path d="M0 0"/></svg>',
    "label.svg": '<svg><g id="ommerin"><path d="M0 0"/></g></svg>',
    "style.css": ".place::before { content: 'Ommerin' }",
    "escaped.css": ".place::before { content: '\\4f \\6d\\6d\\65 rin' }",
    "code.js": f'const names = ["{NAME}"];',
    "plain.txt": NAME,
    "text.png": png(chunk(b"tEXt", f"Comment\0{NAME}".encode())),
    "packed.png": png(chunk(b"zTXt", b"Comment\0\0" + zlib.compress(NAME.encode()))),
    "international.png": png(
        chunk(b"iTXt", b"Comment\0\1\0\0\0" + zlib.compress(NAME.encode("utf-8")))
    ),
    "profile.png": png(chunk(b"iCCP", b"Ommerin\0\0" + zlib.compress(b"sRGB"))),
    "private.png": png(chunk(b"prVw", b"\1" + zlib.compress(b"Ommerin"))),
    "after.png": png(after=NAME.encode()),
    "chunk-after.png": png(after=chunk(b"IDAT", b"Ommerin")),
    "wide.png": png(chunk(b"eXIf", NAME.encode("utf-16-le"))),
    "comment.jpg": b"\xff\xd8\xff\xfe\x00\x09Ommerin\xff\xda\x00\x02\x80\x81\xff\xd9",
    "cut.jpg": b"\xff\xd8\xff\xfe\x00\x09Ommerin\xff",
    "cut-in-length.jpg": b"\xff\xd8\xff\xfe\x00\x09Ommerin\xff\xfe\x00",
    "cut-in-comment.jpg": b"\xff\xd8\xff\xfe\x00\x90Ommerin",
    "comment.gif": b"GIF89a\x01\x00\x01\x00\x00\x00\x00\x21\xfe\x07Ommerin\x00\xff\x3b",
    "xmp.webp": b"RIFF\xff\x00\x00\x00WEBPXMP <xmp title='The Vale of Ommerin'/>\x00\xff",
    "font.woff2": b"wOF2\x00\x01\xff copyright: The Vale of Ommerin \x00\xff",
}


@pytest.mark.parametrize("page", PLACES.values(), ids=PLACES)
def test_a_name_is_found_in_every_part_of_a_page(page: str) -> None:
    assert any("ommerin" in secret.casefold() for secret in secrets_on(page))


@pytest.mark.parametrize("written", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("around", ["<p>{}</p>", '<p class="x" data-note="{}">there</p>'])
def test_a_name_is_found_in_every_encoding(written: str, around: str) -> None:
    found = secrets_on(around.format(written))
    assert any("ommerin" in secret.casefold() for secret in found), found


@pytest.mark.parametrize("path", FILES)
def test_a_name_is_found_in_files_of_every_kind(path: str) -> None:
    assert any("ommerin" in secret.casefold() for secret in secrets_on(FILES[path], path=path))


@pytest.mark.parametrize(
    "path", ["places/ommerin.html", "places/ommerin-2.html", "pictures/The%20Vale%20of%20Ommerin"]
)
def test_a_name_is_found_in_the_name_of_a_file(path: str) -> None:
    assert secrets_on("<p>there</p>", path=path)


@pytest.mark.parametrize(
    "page",
    [
        f"<p>They say that {SENTENCE}.</p>",
        "<p>They say that the <a href='x.html'>abbess</a> met the\nferryman by the boat.</p>",
        f'<meta name="description" content="{SENTENCE}">',
        json.dumps({"text": SENTENCE}),
        base64.b64encode(SENTENCE.encode()).decode(),
    ],
)
def test_a_phrase_of_public_words_is_found_too(page: str) -> None:
    assert any("abbess met the ferryman" in " ".join(s.split()) for s in secrets_on(page))


@pytest.mark.parametrize("page", ["<td>tithe</td><td>was</td>", "<p>The tithe<br>was</p>"])
def test_a_word_ends_at_the_tag_of_a_block(page: str) -> None:
    assert secrets_on(page) == ["tithe"]


def test_image_pixels_and_sealed_files_are_not_scanned() -> None:
    """By chance they hold any word; what is sealed is looked at where it lies in clear."""
    noise = bytes(range(256)) * 40
    assert secrets_on(png(chunk(b"IDAT", noise + b"Ommerin" + noise)), path="a.png") == []
    assert secrets_on(f"<p>{NAME}</p>", path="sealed/0123.bin") == []


@pytest.mark.parametrize(
    ("path", "noise"),
    [
        # The pixels of a JPEG begin after the head of the scan, with any bytes.
        ("a.jpg", b"\xff\xd8\xff\xda\x00\x09Ommerin\x00\xff\xd9"),
        ("a.jpg", b"\xff\xd8\xff\xda\x00\x02\xff\x00\x00\x0bOmmerin\x00\xff\xd9"),
        # Nor does what follows broken segments count as another one.
        ("a.jpg", b"\xff\xd8\xff\xfe\x00\x02\x00\x00\x00\x0bOmmerin\x00\xff\xd9"),
        ("a.webp", b"RIFF\xff\x00\x00\x00WEBPVP8 \x00Ommerin\x00\xff"),
    ],
)
def test_short_runs_of_letters_in_pixels_are_no_words(path: str, noise: bytes) -> None:
    assert secrets_on(noise, path=path) == []


def test_the_names_of_the_chunks_of_a_picture_are_no_texts() -> None:
    assert texts_of_binary(png(chunk(b"tEXt", b"Title"))) == [b"Title"]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"Ommerin", "Ommerin"),
        (b"\1Ommerin\2", "Ommerin"),
        (b"Omm\1\2erin", "Ommerin"),
        (b"Omm\1\2\3erin", ""),
        (b"vale", "vale"),
        (b"\1val\2", ""),
        ("Ommerin".encode("utf-16-le"), "Ommerin"),
        ("\1Ommerin\2".encode("utf-16-le"), "Ommerin"),
        ("\1Omm\2erin\3".encode("utf-16-le"), ""),
        ("vale".encode("utf-16-le"), "vale"),
        ("\1val".encode("utf-16-le"), ""),
    ],
)
def test_digits_decode_to_four_printable_signs_or_more_with_two_others(
    content: bytes, text: str
) -> None:
    # Bytes of UTF-8 are read as UTF-16 as well, and then other signs come of them.
    found = [it for it in decode_run(content.hex().ljust(10, "0")) if it.isascii()]
    assert found == ([text] if text else [])


@pytest.mark.parametrize(
    ("run", "texts"),
    [
        # Without the other signs of Base64, it would spell “Ommerin”.
        ("4zfz6zdz6zdz6z5z7z2z6z9z6ze", []),
        # In Base64, it would spell “kM4kM4kM4kM4”.
        ("a0 00 a0 00 a0 00 a0 00", []),
    ],
)
def test_digits_of_one_kind_are_not_picked_out_of_the_other(run: str, texts: list[str]) -> None:
    assert [it for it in decode_run(run) if it.isascii()] == texts


@pytest.mark.parametrize(
    ("length", "texts"),
    [
        # 400 digits are a file, with lines; fewer are one text, read from each digit on.
        (300, ["x" * 292 + " Ommerin"]),
        (297, ["x" * 289 + "Ommerin"]),
    ],
)
def test_a_long_run_of_digits_is_read_as_a_file(length: int, texts: list[str]) -> None:
    run = base64.b64encode(b"Ommerin".rjust(8, b"\n").rjust(length, b"x")).decode()
    assert len(run) == length // 3 * 4
    assert [it for it in decode_run(run) if "Ommerin" in it] == texts


def test_three_encodings_of_a_text_are_undone() -> None:
    once, twice, thrice = "%25", "%2525", "%252525"
    assert decoded_layers(once) == [once, "%"]
    assert decoded_layers(thrice) == [thrice, twice, once, "%"]
    assert decoded_layers("%25252525") == ["%25252525", thrice, twice, once]


@pytest.mark.parametrize(
    ("escape", "sign"),
    [
        ("\\x20", " "),
        ("\\u{1f}", ""),
        ("\\x0a", ""),
        ("\\ud7ff", "\ud7ff"),
        ("\\ud800", ""),
        ("\\00ffff", ""),
        ("\\ffffff", ""),
    ],
)
def test_escapes_of_characters_that_are_no_text_stay(escape: str, sign: str) -> None:
    assert decoded_layers(escape) == [escape, *((sign,) if sign else ())]


def test_public_words_are_not_mistaken_for_base64_secrets() -> None:
    """A long word of a public text is read as base64 in vain."""
    assert secrets_on("<p>The ferryman, the abbess and the harbour</p>") == []


def test_every_page_is_scanned_for_its_own_audience() -> None:
    page = f"<p>{NAME}</p>"
    found = found_in({"everyone": {"a.html": page}, "oru": {"a.html": page}, "vael": {}})
    assert [finding.message.partition("/")[0] for finding in found] == ["`everyone"]


#: The digits of these bytes in Base64 spell a name, by chance.
SPELLING: Final = png(after=bytes(-len(png()) % 3) + base64.b64decode("aaaaOmmerinaaaaa" * 30))


def embedded(picture: bytes) -> str:
    return f'<img src="data:image/png;base64,{base64.b64encode(picture).decode()}">'


def test_the_digits_of_an_embedded_picture_of_the_edition_are_no_words() -> None:
    page = embedded(SPELLING)
    assert "Ommerin" in page
    assert not found_in({"everyone": {"a.html": page, "a.png": SPELLING}})
    assert found_in({"everyone": {"a.html": page}})
    assert found_in({"everyone": {"a.html": page}, "vael": {"a.png": SPELLING}})


def test_text_in_an_embedded_picture_of_the_edition_is_found_in_the_picture() -> None:
    picture = png(chunk(b"tEXt", f"Title\0{NAME}".encode()))
    (finding,) = found_in({"everyone": {"a.html": embedded(picture), "a.png": picture}})
    assert "a.png" in finding.message + finding.help
