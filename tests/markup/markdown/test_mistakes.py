"""What is looked for in a text only where it could be, is never where it is not looked for."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chronicle.markup.markdown import checks

#: Pieces that code, links and pictures are made of, and what stands around them.
PIECES = st.lists(
    st.sampled_from(
        (
            *(
                "[[a]]",
                "`",
                "``",
                "```\n",
                "~~~\n",
                "~",
                "    ",
                "   ",
                "  ",
                " ",
                "\t",
                "\n",
                "\n\n",
            ),
            *("- ", "> ", "1. ", "[a]", "[a]: b\n", "(b)", "![a]", "<", ">", "http://b", "!", "a"),
        )
    ),
    max_size=14,
).map("".join)


@example("~~~\n[[a]]\n")
@example("    [[a]]")
@example("\t[[a]]")
@example("`[[a]]`")
@example("[a](b)")
@example("[a]: b\n\n[a]")
@example("<http://b>")
@given(PIECES)
def test_the_quick_check_misses_no_mistake(text: str) -> None:
    found = [*checks._malformed_wiki_links(text)], [*checks._link_addresses(text)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checks, "_CODE", re.compile(""))
        patch.setattr(checks, "_may_have_addresses", lambda _: True)
        assert ([*checks._malformed_wiki_links(text)], [*checks._link_addresses(text)]) == found
