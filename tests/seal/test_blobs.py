"""A blob opens in its own place, to its own key, untouched; and its bytes tell little."""

from __future__ import annotations

import hashlib
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.seal.blobs import (
    BLOB_PADDING,
    DEFLATED,
    MAX_TEXT_BYTES,
    PLAIN,
    blob_name,
    decrypt_blob,
    deflate,
    inflate,
    largest_content,
    open_blob,
    padded_size,
    seal_blob,
)
from tests.seal import reference_implementation

KEY, OTHER = bytes(range(32)), bytes(32)
TEXT, SIZE = b"The harbourmaster is bought.", 64
BLOB = seal_blob(KEY, "turn", 1, TEXT, SIZE)
SALTED = slice(4, 36)

keys = st.binary(min_size=32, max_size=32)
paths = st.sampled_from(["book", "turn", "picture", "bundle"])
numbers = st.integers(0, 999)
texts = st.binary(max_size=80)


@given(keys, paths, numbers, texts)
def test_a_blob_opens_to_what_was_sealed(key: bytes, path: str, number: int, text: bytes) -> None:
    assert open_blob(key, path, number, seal_blob(key, path, number, text, 96)) == text


@given(keys, paths, numbers, texts)
def test_the_same_text_gives_the_same_bytes(
    key: bytes, path: str, number: int, text: bytes
) -> None:
    assert seal_blob(key, path, number, text, 96) == seal_blob(key, path, number, text, 96)


@given(keys, texts)
def test_a_compressed_text_opens_to_what_was_sealed(key: bytes, text: bytes) -> None:
    blob = seal_blob(key, "turn", 1, deflate(text), 128, DEFLATED)
    assert open_blob(key, "turn", 1, blob) == text
    assert decrypt_blob(key, "turn", 1, blob) == deflate(text)


def test_magic_bytes_cannot_be_exchanged() -> None:
    """A host could serve the compressed bytes as a text, or have a text decompressed."""
    content = deflate(TEXT)
    for magic, other in ((PLAIN, DEFLATED), (DEFLATED, PLAIN)):
        blob = seal_blob(KEY, "turn", 1, content, SIZE, magic)
        assert open_blob(KEY, "turn", 1, blob) is not None
        assert open_blob(KEY, "turn", 1, other + blob[4:]) is None
        assert open_blob(KEY, "turn", 1, b"CHR3" + blob[4:]) is None


def test_the_two_kinds_of_blobs_never_share_a_key() -> None:
    blobs = [seal_blob(KEY, "turn", 1, TEXT, SIZE, magic) for magic in (PLAIN, DEFLATED)]
    assert blobs[0][SALTED] != blobs[1][SALTED]


@pytest.mark.parametrize(
    "content",
    [b"", TEXT, deflate(TEXT)[:-1], deflate(TEXT) + b"\0", deflate(TEXT)[:-4] + bytes(4)],
    ids=["empty", "not compressed", "cut", "goes on", "wrong checksum"],
)
def test_damaged_compressed_content_is_refused(content: bytes) -> None:
    blob = seal_blob(KEY, "turn", 1, content, SIZE, DEFLATED)
    assert decrypt_blob(KEY, "turn", 1, blob) == content
    assert open_blob(KEY, "turn", 1, blob) is None


def test_no_more_is_decompressed_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    long = zlib.compress(bytes(MAX_TEXT_BYTES + 1))
    assert len(long) < MAX_TEXT_BYTES / 1000
    assert inflate(long) is None
    monkeypatch.setattr("chronicle.seal.blobs.MAX_TEXT_BYTES", 100)
    assert inflate(deflate(b"x" * 100)) == b"x" * 100
    assert inflate(zlib.compress(b"x" * 101)) is None
    with pytest.raises(ValueError, match="101 bytes is too long"):
        deflate(b"x" * 101)


@pytest.mark.parametrize(
    ("key", "path", "number"),
    [(OTHER, "turn", 1), (KEY, "book", 1), (KEY, "turn", 2), (KEY, "turn", 11), (KEY, "tur", 1)],
)
def test_a_blob_is_bound_to_its_name(key: bytes, path: str, number: int) -> None:
    assert open_blob(KEY, "turn", 1, BLOB) == TEXT
    assert open_blob(key, path, number, BLOB) is None


def test_a_tampered_blob_is_refused() -> None:
    for bit in range(8 * len(BLOB)):
        broken = bytearray(BLOB)
        broken[bit // 8] ^= 1 << bit % 8
        assert open_blob(KEY, "turn", 1, bytes(broken)) is None, bit


def test_a_truncated_blob_is_refused() -> None:
    for length in range(len(BLOB)):
        assert open_blob(KEY, "turn", 1, BLOB[:length]) is None, length


def test_an_extended_blob_is_refused() -> None:
    assert open_blob(KEY, "turn", 1, BLOB + b"\0") is None


@settings(max_examples=200)
@given(st.lists(st.tuples(paths, numbers, texts), unique=True, min_size=2, max_size=6))
def test_no_two_contents_share_a_key(contents: list[tuple[str, int, bytes]]) -> None:
    """The nonce is zero always: so the key, which follows from the salt, must differ."""
    salts = {seal_blob(KEY, *content, 96)[SALTED] for content in contents}
    assert len(salts) == len(contents)


def test_the_padding_counts_as_content() -> None:
    """A text and the same with zeros behind are two contents, and so are two sizes."""
    blobs = [seal_blob(KEY, "turn", 1, text, 96) for text in (TEXT, TEXT + b"\0", TEXT + b"\0\0")]
    blobs += [seal_blob(KEY, "turn", 1, TEXT, 128)]
    assert len({blob[SALTED] for blob in blobs}) == 4
    assert [open_blob(KEY, "turn", 1, blob) for blob in blobs][1] == TEXT + b"\0"


@pytest.mark.parametrize("length", [57, 1 << 32, (1 << 64) - 1])
def test_a_length_beyond_the_padding_is_refused(length: int) -> None:
    """A holder of the key could seal such content; it is refused."""
    padded = length.to_bytes(8, "big") + bytes(56)
    key = reference_implementation.derive(KEY, "blob", bytes(32))
    box = reference_implementation.gcm(key, bytes(12), padded, b"chronicle/1 blob\0turn\x001")
    assert open_blob(KEY, "turn", 1, b"CHR1" + bytes(32) + box) is None


def test_a_blob_has_the_length_of_its_padding() -> None:
    assert {len(seal_blob(KEY, "turn", 1, b"x" * n, 96)) for n in range(89)} == {4 + 32 + 96 + 16}


def test_a_text_longer_than_its_padding_is_refused() -> None:
    assert open_blob(KEY, "turn", 1, seal_blob(KEY, "turn", 1, b"x" * 56, SIZE)) == b"x" * 56
    with pytest.raises(ValueError, match="57 bytes does not fit into 64"):
        seal_blob(KEY, "turn", 1, b"x" * 57, SIZE)


def test_a_blob_does_not_show_its_text() -> None:
    blob = seal_blob(KEY, "turn", 1, TEXT * 1000, BLOB_PADDING)
    assert TEXT[:4] not in blob
    assert hashlib.sha256(TEXT * 1000).digest()[:4] not in blob


@given(st.integers(0, 200_000))
def test_padding_doubles_until_the_content_fits(length: int) -> None:
    size = padded_size(length)
    assert size in {32 << 10, 64 << 10, 128 << 10, 256 << 10}
    assert length + 8 <= size
    assert size == 32 << 10 or size < 2 * (length + 8)


def test_content_and_its_length_fill_a_size_class() -> None:
    for size in (BLOB_PADDING, 2 * BLOB_PADDING, 8 * BLOB_PADDING):
        assert padded_size(largest_content(size)) == size
        assert padded_size(largest_content(size) + 1) == 2 * size
    assert padded_size(10, 4096) == 4096
    assert largest_content(4096) == 4096 - 8


def test_another_stamp_gives_other_bytes_that_the_same_key_opens() -> None:
    blobs = [seal_blob(KEY, "turn", 1, TEXT, 4096, stamp=bytes([n]) * 32) for n in range(3)]
    assert len(set(blobs)) == len({blob[4:36] for blob in blobs}) == 3
    assert {open_blob(KEY, "turn", 1, blob) for blob in blobs} == {TEXT}


@given(st.lists(st.tuples(keys, paths, numbers), unique=True, min_size=2, max_size=6))
def test_names_are_opaque_and_differ(places: list[tuple[bytes, str, int]]) -> None:
    names = {blob_name(*place) for place in places}
    assert len(names) == len(places)
    assert {len(name) for name in names} == {36}
    assert all(set(name.removesuffix(".bin")) <= set("0123456789abcdef") for name in names)
