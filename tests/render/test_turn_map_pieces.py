"""A turn that names places has a piece of its map on phones and on paper, with news or without."""

from __future__ import annotations

import pytest

from tests.golden.golden_sites import whole_files

_BAND = b'class="map turn-band"'


@pytest.mark.parametrize("id", ["banners", "fords", "ledger"])
def test_a_turn_without_news_begins_with_a_piece_of_its_map(id: str) -> None:
    files = whole_files(id)
    page = files["site/turns/2.html"]
    assert b'id="news"' not in page
    assert (
        page.count(_BAND),
        page.index(_BAND) < page.index(b"</header>", page.index(b"turn-head")),
    ) == (1, True)
    # The GM, who knows the land, gets a shorter page instead.
    assert _BAND not in files["private/gm/turns/2.html"]
