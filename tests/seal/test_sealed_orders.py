"""Sealed orders open to the game master, whole and untouched, and to nobody else."""

from __future__ import annotations

import base64
import json
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chronicle.records import replace
from chronicle.seal import Keys, OpenFailure, open_orders, orders_private_key, orders_public_key
from chronicle.seal.sealed_orders import BEGIN, END, public_key_of, seal_orders
from tests.seal import reference_implementation
from tests.seal.small_bundles import MASTER
from tests.seal.vectors import VECTORS

GIVEN: Final[list[dict[str, Any]]] = json.loads(VECTORS.read_text(encoding="utf-8"))["orders"]
KEYS: Final = Keys(MASTER)
SCALAR: Final = orders_private_key(KEYS)
POINT: Final = public_key_of(SCALAR)
TEXT: Final = "turn: 3\nfaction: customs\norders: {}\n"
ARMOUR: Final = seal_orders(TEXT, POINT, 7)
BOX: Final = base64.b64decode("".join(ARMOUR.splitlines()[1:-1]))


def dressed(box: bytes) -> str:
    return f"{BEGIN}\n{base64.b64encode(box).decode()}\n{END}\n"


@pytest.mark.parametrize("one", GIVEN, ids=lambda one: one["ephemeral"]["d"][:6])
def test_orders_are_sealed_as_the_vectors_say(one: dict[str, Any]) -> None:
    keys = Keys(bytes.fromhex(one["master"]))
    ephemeral = int.from_bytes(base64.urlsafe_b64decode(one["ephemeral"]["d"] + "="), "big")
    assert orders_private_key(keys) == int(one["scalar"], 16)
    assert orders_public_key(keys) == one["point"]
    point = base64.urlsafe_b64decode(one["point"] + "=")
    assert seal_orders(one["text"], point, ephemeral) == one["armour"]
    assert open_orders(one["armour"], orders_private_key(keys)) == one["text"].encode()


def test_the_key_stays_whatever_is_rotated_or_remembered() -> None:
    later = replace(KEYS, rotations={"customs": (4,)}, generations={"ada": 2}, seats={"customs": 0})
    assert orders_private_key(later) == SCALAR
    assert orders_private_key(Keys(bytes(32))) != SCALAR


def test_line_breaks_and_blanks_do_not_count() -> None:
    squeezed = "".join(ARMOUR.split("\n"))
    wrapped = ARMOUR.replace("\n", "\r\n\t ")
    assert [open_orders(one, SCALAR) for one in (squeezed, wrapped)] == [TEXT.encode()] * 2


def test_another_key_does_not_open_sealed_orders() -> None:
    assert open_orders(ARMOUR, orders_private_key(Keys(bytes(32)))) == OpenFailure("key")


@given(st.integers(8, len(BOX) * 8 - 1))
def test_tampered_orders_are_refused(bit: int) -> None:
    broken = bytearray(BOX)
    broken[bit // 8] ^= 1 << bit % 8
    assert open_orders(dressed(bytes(broken)), SCALAR) == OpenFailure("key")


def test_truncated_orders_are_reported() -> None:
    assert open_orders(dressed(BOX), SCALAR) == TEXT.encode()
    for length in (0, 1, 66, 67, 82, len(BOX) - 1):
        assert open_orders(dressed(BOX[:length]), SCALAR) == OpenFailure("cut"), length
    for text in ("", BEGIN, f"{BEGIN}{END}", ARMOUR[:-40], dressed(BOX).replace("A", "*")):
        assert open_orders(text, SCALAR) == OpenFailure("cut"), text


def test_an_unknown_version_is_reported() -> None:
    assert open_orders(dressed(b"\x02" + BOX[1:]), SCALAR) == OpenFailure("version")


def test_a_length_beyond_the_padding_is_refused() -> None:
    """A holder of the point could seal such content; it is refused."""
    own = reference_implementation.flat(reference_implementation.times_point(7))
    shared = reference_implementation.times_point(7 * SCALAR % reference_implementation.N)[
        0
    ].to_bytes(32, "big")
    key = reference_implementation.hkdf(shared, own + POINT, b"chronicle orders 1", 32)
    front = b"\x01" + own
    for length in (1021, 1 << 31):
        padded = length.to_bytes(4, "big") + bytes(1020)
        box = front + reference_implementation.gcm(key, bytes(12), padded, front)
        assert open_orders(dressed(box), SCALAR) == OpenFailure("key")


@given(st.text(max_size=400))
def test_arbitrary_text_is_refused_without_error(text: str) -> None:
    assert isinstance(open_orders(text, SCALAR), OpenFailure)


def test_sizes_are_padded() -> None:
    sizes = {len(seal_orders("x" * n, POINT, 9)) for n in (0, 1, 500, 1020)}
    assert len(sizes) == 1
    assert len(seal_orders("x" * 1021, POINT, 9)) not in sizes


def test_a_point_off_the_curve_is_refused() -> None:
    with pytest.raises(ValueError, match=r"curve|point|key"):
        seal_orders(TEXT, b"\x04" + bytes(64), 7)
