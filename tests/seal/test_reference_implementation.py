"""The second formulation of sealing agrees with what others published of its parts."""

from __future__ import annotations

import zlib

import pytest

from tests.seal.reference_implementation import flat, gcm, hkdf, pbkdf2, stored, times_point

#: RFC 5869, appendix A, the cases with SHA-256: key, salt, info, what is derived.
HKDF = (
    (
        "0b" * 22,
        "000102030405060708090a0b0c",
        "f0f1f2f3f4f5f6f7f8f9",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    ),
    (
        bytes(range(0x50)).hex(),
        bytes(range(0x60, 0xB0)).hex(),
        bytes(range(0xB0, 0x100)).hex(),
        (
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c6"
            "5e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
        ),
    ),
    (
        "0b" * 22,
        "",
        "",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
    ),
)
#: The paper that proposed GCM, appendix B, cases 13, 14 and 16: key, nonce, text, bound, sealed.
GCM = (
    ("00" * 32, "00" * 12, "", "", "530f8afbc74536b9a963b4f1c4cb738b"),
    (
        "00" * 32,
        "00" * 12,
        "00" * 16,
        "",
        "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919",
    ),
    (
        "feffe9928665731c6d6a8f9467308308" * 2,
        "cafebabefacedbaddecaf888",
        (
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
            "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
        ),
        "feedfacedeadbeeffeedfacedeadbeefabaddad2",
        (
            "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
            "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b"
        ),
    ),
)
#: RFC 7914, section 11 (the first 32 bytes of 64), and a common case with more rounds.
PBKDF2 = (
    ("passwd", "salt", 1, "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"),
    ("password", "salt", 4096, "c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a"),
)
#: RFC 5903, section 8.1: two private keys, their points, and the x of what they share.
CURVE = (
    0xC88F01F510D9AC3F70A292DAA2316DE544E9AAB8AFE84049C62A9C57862D1433,
    0xC6EF9C5D78AE012A011164ACB397CE2088685D8F06BF9BE0B283AB46476BEE53,
    (
        "dad0b65394221cf9b051e1feca5787d098dfe637fc90b9ef945d0c3772581180"
        "5271a0461cdb8252d61f1c456fa3e59ab1f45b33accf5f58389e0577b8990bb3"
    ),
    (
        "d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf63"
        "56fbf3ca366cc23e8157854c13c58d6aac23f046ada30f8353e74f33039872ab"
    ),
    0xD6840F6B42F6EDAFD13116E0E12565202FEF8E9ECE7DCE03812464D04B9442DE,
)


@pytest.mark.parametrize(("key", "salt", "label", "derived"), HKDF)
def test_hkdf_matches_rfc_5869(key: str, salt: str, label: str, derived: str) -> None:
    parts = bytes.fromhex(key), bytes.fromhex(salt), bytes.fromhex(label)
    found = hkdf(*parts, length=len(derived) // 2)
    assert found.hex() == derived


@pytest.mark.parametrize(("key", "nonce", "text", "bound", "box"), GCM)
def test_aes_gcm_matches_the_published_vectors(
    key: str, nonce: str, text: str, bound: str, box: str
) -> None:
    assert gcm(*(bytes.fromhex(part) for part in (key, nonce, text, bound))).hex() == box


@pytest.mark.parametrize(("password", "salt", "rounds", "derived"), PBKDF2)
def test_pbkdf2_matches_rfc_7914(password: str, salt: str, rounds: int, derived: str) -> None:
    assert pbkdf2(password.encode(), salt.encode(), rounds).hex() == derived


@pytest.mark.parametrize("length", [0, 1, 65535, 65536, 200_000])
def test_stored_blocks_are_read_by_zlib(length: int) -> None:
    text = bytes(n % 251 for n in range(length))
    assert zlib.decompress(stored(text)) == text


def test_p256_matches_rfc_5903() -> None:
    one, other, point, answer, shared = CURVE
    assert flat(times_point(one)).hex() == f"04{point}"
    assert flat(times_point(other)).hex() == f"04{answer}"
    assert times_point(one, times_point(other))[0] == shared
    assert times_point(other, times_point(one))[0] == shared
