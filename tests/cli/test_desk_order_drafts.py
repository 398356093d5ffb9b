"""The board of the desk shows drafts of orders, to take, change or drop; order sheets don't."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from chronicle.cli.desk import DeskCampaign
from chronicle.serve.desk.board import FactionRow
from tests.cli.command_runner import lay
from tests.cli.test_desk import CAMPAIGN, TURN, Asked, opened
from tests.small_campaign import SOUND

#: What the preview adds to pages.
_STAMP: Final = re.compile(r' data-stamp="\w+"')
_TURN: Final = """\
turn: 1
state: open
orders:
  vael:
    conspiracies:
      - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}  # hers
  # Mine.
"""


@pytest.fixture
def desk(here: Path) -> Iterator[Asked]:
    # Oru has no player.
    head = SOUND["campaign.yaml"] + "players: {ada: vael}\n"
    lay(here / CAMPAIGN, {"campaign.yaml": head, TURN: _TURN})
    with opened() as asked:
        yield asked


def written() -> str:
    return (CAMPAIGN / TURN).read_text(encoding="utf-8")


def board(desk: Asked) -> str:
    return desk.get(f"/{desk.token}/").body


def row(id: str) -> FactionRow | None:
    rows = DeskCampaign(CAMPAIGN).board().rows
    return next((it for it in rows if it.id == id), None)


def drafted(desk: Asked) -> str:
    """The turn with a draft, without anything left to write."""
    ran = desk.send("run/draft-orders", {}).json
    assert ran["code"] == 0, ran
    text = written().replace("FILL-IN: what they do, in your own words", "They walk.")
    (CAMPAIGN / TURN).write_text(text, encoding="utf-8")
    return text


def test_orders_of_the_others_are_drafted_by_a_click(desk: Asked) -> None:
    assert row("oru") is None
    assert 'data-run="draft-orders"' in board(desk)
    drafted(desk)
    found = row("oru")
    assert found is not None
    assert (found.name, found.state) == ("The Oru", "draft")
    assert "draft:" not in found.draft
    assert "#: " in found.draft
    assert "They walk." in found.draft
    assert found.draft.splitlines()[0] == found.draft.splitlines()[0].lstrip()
    page = board(desk)
    assert "Draft of The Oru" in page
    assert "They walk." in page
    assert found.at is not None
    assert f'href="/{desk.token}/files/{TURN}?line={found.at.line}"' in page
    assert "draft: true" in written().splitlines()[found.at.line - 1]
    # There is nobody left whose orders could be drafted.
    assert 'data-run="draft-orders"' not in page
    assert "Go through the drafts of orders" in page


def test_a_draft_is_accepted_by_a_click_and_undone(desk: Asked) -> None:
    before = drafted(desk)
    page = board(desk)
    assert 'data-run="accept-orders"' in page
    assert "Accept all drafts" in page
    for given in ({"faction": "oru"}, {}):
        assert desk.send("run/accept-orders", given).json["code"] == 0
        assert written() == before.replace("    draft: true\n", "")
        desk.send("undo", {})
        assert written() == before
    desk.send("redo", {})
    found = row("oru")
    assert found is not None
    assert (found.state, found.draft) == ("ready", "")


def test_a_mistake_in_a_draft_is_told_below_it(desk: Asked) -> None:
    text = drafted(desk)
    found = row("oru")
    assert found is not None
    assert found.tasks == ()
    (CAMPAIGN / TURN).write_text(
        text.replace("        action: ", "        action: no-", 1), "utf-8"
    )
    found = row("oru")
    assert found is not None
    (task,) = found.tasks
    assert task.at is not None
    assert "action: no-" in written().splitlines()[task.at.line - 1]
    assert task.text in board(desk)
    assert "Go through the drafts of orders" in board(desk)


def test_a_draft_is_dropped_by_a_click_and_undone(desk: Asked) -> None:
    before = drafted(desk)
    assert 'data-run="drop-orders"' in board(desk)
    assert desk.send("run/drop-orders", {"faction": "oru"}).json["code"] == 0
    assert row("oru") is None
    assert "They walk." not in written()
    assert written().count("# Mine.") == 1
    desk.send("undo", {})
    assert written() == before


def test_a_draft_that_has_a_mistake_says_so_and_stays(desk: Asked) -> None:
    assert desk.send("run/draft-orders", {}).json["code"] == 0
    before = written()
    ran = desk.send("run/accept-orders", {"faction": "oru"}).json
    assert ran["code"] == 1
    assert "C017" in ran["err"]
    assert written() == before


def test_a_closed_turn_offers_no_drafts(desk: Asked) -> None:
    drafted(desk)
    text = written().replace("state: open", "state: played")
    (CAMPAIGN / TURN).write_text(text, encoding="utf-8")
    page = board(desk)
    assert 'data-run="draft-orders"' not in page
    assert 'data-run="accept-orders"' not in page


def test_no_sheet_and_no_page_of_a_player_shows_a_draft(desk: Asked) -> None:
    addresses = [f"{it}/{page}" for it in ("everyone", "vael", "oru") for page in ("", "map.html")]
    addresses += [f"{it}/orders.html" for it in ("vael", "oru", "oru.gm")]

    def shown() -> list[str]:
        paths = (f"/{desk.other}/{it}" for it in addresses)
        pages = [desk.get(path, host="localhost") for path in paths]
        assert {it.status for it in pages} == {200}
        # The stamp only says that there is something new to load.
        return [_STAMP.sub("", it.body) for it in pages]

    before = shown()
    drafted(desk)
    assert shown() == before
