"""What editors say of a key is what the reference says."""

from __future__ import annotations

import json

from tests.docs.key_descriptions import PATH, key_words
from tests.docs.pages import ROOT


def test_the_words_of_the_keys_are_those_of_the_reference() -> None:
    written = (ROOT / PATH).read_text(encoding="utf-8")
    assert written == key_words(), "write it again: python -m tests.docs.key_descriptions"


def test_words_are_sentences_without_links() -> None:
    for keys in json.loads(key_words()).values():
        assert keys
        for said in keys.values():
            assert said[0] == said[0].upper()
            assert "](" not in said
