"""The page about calendars: its examples fit together, and a mistake in them is found."""

from __future__ import annotations

from typing import Final

from tests.docs.campaigns import findings, first_campaign
from tests.docs.pages import fences

PAGE: Final = "docs/how-to/keep-a-calendar.md"


def laid(old: str = "", new: str = "") -> dict[str, str]:
    """The README's campaign with all that the page shows."""
    shown = [fence.text for fence in fences(PAGE) if fence.language == "yaml"]
    turns = [text for text in shown if text.startswith("turn:")]
    files = {path: text for path, text in first_campaign().items() if "turns/" not in path}
    files["campaign.yaml"] += "".join(text for text in shown if text not in turns)
    files |= {f"turns/{number:03}.yaml": turn for number, turn in enumerate(turns, start=1)}
    return {path: text.replace(old, new) for path, text in files.items()}


def test_the_calendar_of_the_page_fits_its_turns() -> None:
    assert sum("turns/" in path for path in laid()) == 2
    assert findings(laid()) == ()


def test_a_month_that_there_is_not_is_found() -> None:
    assert [found.code for found in findings(laid("12 Highsun", "12 Higsun"))] == ["Y002"]
