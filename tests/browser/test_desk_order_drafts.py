"""Drafts of orders on the desk in a browser: drafted, seen, dropped and accepted."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import BrowserContext, expect

from tests.browser.axe_checks import faults
from tests.browser.test_desk import WIDER, act, opened
from tests.cli.command_runner import lay
from tests.small_campaign import SOUND

_TURN: Final = "turn: 1\nstate: open\norders: {}\n"


def test_a_draft_is_taken_or_dropped_on_the_board(context: BrowserContext, tmp_path: Path) -> None:
    # Oru has no player. It has nothing to write in its own words where it only mobilizes.
    plays = "plays: {never: [raise, attack-actor, attack-resource]}\n"
    files = {
        "campaign.yaml": SOUND["campaign.yaml"] + "players: {ada: vael}\n",
        "factions/oru.yaml": SOUND["factions/oru.yaml"] + plays,
        "turns/001.yaml": _TURN,
    }
    content = tmp_path / "content"
    lay(content, files)
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    with opened(content) as desk:
        page.goto(desk)
        act(page, "Draft orders of the others")
        draft = page.get_by_label("Draft of The Oru")
        expect(draft).to_contain_text("mobilize")
        expect(page.get_by_role("row", name="The Oru").first).to_contain_text("a draft")
        assert page.evaluate(WIDER) <= 0
        assert [*faults(page)] == []
        act(page, "Drop")
        expect(draft).to_have_count(0)
        act(page, "Draft orders of the others")
        act(page, "Accept")
        expect(page.get_by_role("row", name="The Oru")).to_contain_text("there")
    written = (content / "turns/001.yaml").read_text(encoding="utf-8")
    assert "draft: true" not in written
    assert "action: mobilize" in written
