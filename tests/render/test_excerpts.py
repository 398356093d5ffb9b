"""The beginning of a text is whole sentences, and all of it where there is room."""

from __future__ import annotations

import pytest

from chronicle.render.excerpts import excerpt

BEES = "The bees were told of a wedding. There is no wedding."
LONG = "We tell the bees of a wedding that nobody has proposed, and wait who brings a gift"


@pytest.mark.parametrize(
    ("text", "length", "shown"),
    [
        ("Rain.", 80, "Rain."),
        (BEES, 45, BEES),
        (BEES, 35, "The bees were told of a wedding."),
        (BEES, 25, "The bees were told of a wedding."),
        ("No. " + BEES, 30, "No. The bees were told of a wedding."),
        (f"{LONG}.", 40, "We tell the bees of a wedding that…"),
        (f"{LONG}, or who does not, and then we wait.", 60, f"{LONG[:54]}…"),
        ("Qui frappe à la porte ; " + "on " * 30, 30, "Qui frappe à la porte…"),
        (
            "Dr. Osk and St. Odo, No. 3. Spring came. And so on, and on, and on.",
            40,
            "Dr. Osk and St. Odo, No. 3. Spring came.",
        ),
        (
            "« Qui ? » On ne le sait pas. On ne le saura jamais, dit-on.",
            30,
            "« Qui ? » On ne le sait pas.",
        ),
        (
            "“Who?” asked Bo. “Me.” And there was much more to say of it.",
            24,
            "“Who?” asked Bo. “Me.”",
        ),
    ],
)
def test_an_excerpt_ends_where_a_sentence_does(text: str, length: int, shown: str) -> None:
    assert excerpt(text, length) == shown


def test_an_excerpt_is_never_half_as_long_again() -> None:
    words = " ".join(f"{LONG}." for _ in range(9))
    assert all(len(excerpt(words, length)) <= length * 1.5 for length in range(10, 400))
