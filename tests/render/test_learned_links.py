"""In the samples' dossiers, each row of what is known of others leads to what taught it."""

from __future__ import annotations

import re

import pytest

from tests.sample_campaigns import SAMPLES, editions_of, pages_of, sample_files

#: A link to a turn in words that say as of which turn something is known.
_AS_OF = re.compile(r'class="as-of">(?:(?!</p>|</span>).)*?</(?:p|span)>', re.DOTALL)
_LINK = re.compile(r'href="\.\./turns/(\d+)\.html(?:#(\w+))?"')


@pytest.mark.parametrize("id", SAMPLES)
def test_what_is_known_as_of_a_turn_leads_to_an_event_of_that_turn(id: str) -> None:
    pages = pages_of(sample_files(id))
    found = 0
    for edition in editions_of(id)[2:]:
        for path, page in pages.items():
            if not path.startswith(f"{edition}/dossier/"):
                continue
            for words in _AS_OF.findall(page):
                for turn, anchor in _LINK.findall(words):
                    assert anchor, (path, words)
                    assert f'id="{anchor}"' in pages[f"{edition}/turns/{turn}.html"], (path, words)
                    found += 1
    assert found > 100
