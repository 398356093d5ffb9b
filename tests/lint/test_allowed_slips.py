"""What a campaign allows is not warned of, and what it allows in vain is."""

from __future__ import annotations

from typing import Final

import pytest

from tests.lint.lint_campaign import warnings_of
from tests.small_campaign import SOUND, play_files

_SLIPS: Final = {
    "turns/001.yaml": (
        "turn: 1\n"
        "news:\n"
        "  - {for: everyone, text: They sailed to THE VALE.}\n"
        "  - {for: everyone, text: The clerk has sold both keys of the strongroom to the Oru.}\n"
        "notes: The clerk has sold both keys of the strongroom to the Oru. He regrets it.\n"
    )
}
_SENTENCE: Final = "The clerk has sold both keys of the strongroom to the Oru"


def codes(allow: str, **files: str) -> list[tuple[str, str, int]]:
    """The codes of warnings, with their places, if a campaign allows this."""
    head = SOUND["campaign.yaml"] + f"allow: [{allow}]\n"
    played = play_files({**_SLIPS, **files, "campaign.yaml": head})
    return [
        (finding.code, finding.at.path, finding.at.line)
        for finding in warnings_of(played)
        if finding.at is not None
    ]


NAME: Final = ("L002", "turns/001.yaml", 3)
PASTE: Final = ("L003", "turns/001.yaml", 4)
IN_VAIN: Final = ("L004", "campaign.yaml", 6)


@pytest.mark.parametrize(
    ("allow", "left"),
    [
        ("", [NAME, PASTE]),
        ("{words: The Vale, in: turns/001.yaml, because: an inn}", [PASTE]),
        # As the words are compared, so are those that are allowed.
        ("{words: a *vale*, in: turns/001.yaml, because: an inn}", [PASTE]),
        (f"{{words: {_SENTENCE}, in: turns/001.yaml, because: he said so}}", [NAME]),
        (f"{{words: 'But {_SENTENCE}.', in: turns/001.yaml, because: he said so}}", [NAME]),
        # Less than what was copied is not all of it.
        ("{words: both keys, in: turns/001.yaml, because: x}", [NAME, PASTE, IN_VAIN]),
        ("{words: The Vale, in: turns/002.yaml, because: an inn}", [NAME, PASTE, IN_VAIN]),
        ("{words: The Harbour, in: turns/001.yaml, because: x}", [NAME, PASTE, IN_VAIN]),
    ],
)
def test_words_are_allowed_in_one_file(allow: str, left: list[tuple[str, str, int]]) -> None:
    assert sorted(codes(allow)) == left


def test_a_name_in_an_address_is_allowed_by_the_address() -> None:
    turn = _SLIPS["turns/001.yaml"].replace(
        "They sailed to THE VALE.", "See https://a.example/vale"
    )
    allow = "{words: 'https://a.example/vale', in: turns/001.yaml, because: x}"
    assert codes("", **{"turns/001.yaml": turn}) == [NAME, PASTE]
    assert codes(allow, **{"turns/001.yaml": turn}) == [PASTE]


def test_what_is_allowed_in_the_open_turn_may_be_needed_when_it_is_played() -> None:
    """Its texts are not read before."""
    allow = "{words: The Vale, in: turns/002.yaml, because: an inn}"
    opened = {"turns/002.yaml": "turn: 2\nstate: open\n"}
    assert sorted(codes(allow, **opened)) == [NAME, PASTE]
