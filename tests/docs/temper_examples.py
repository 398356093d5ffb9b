"""What one faction would order under four tempers; run it as a module to write the page again."""

from __future__ import annotations

import re
import textwrap
from typing import Final, get_args

from chronicle.authoring.order_drafts import draft_of
from chronicle.model.character import Character, Temper
from chronicle.pipeline import PlayedCampaign
from chronicle.records import replace
from tests.docs.pages import ROOT
from tests.sample_campaigns import play_sample

PAGE: Final = "docs/how-to/let-factions-play-themselves.md"
TEMPERS: Final[tuple[Temper, ...]] = ("bold", "patient", "greedy", "vengeful")
_SAMPLE, _FACTION = "vaime", "margrave"
#: The block below the heading.
_BLOCK: Final = re.compile(
    r"(?<=^## One board under four tempers\n).*?```text\n(.*?)```", re.M | re.S
)
assert set(TEMPERS) <= set(get_args(Temper))


def orders_under(temper: Temper, played: PlayedCampaign) -> tuple[str, ...]:
    """What the faction would order, in words, without the second best."""
    factions = tuple(
        replace(it, character=Character(temper)) if it.id == _FACTION else it
        for it in played.campaign.factions
    )
    found = draft_of(
        replace(played, campaign=replace(played.campaign, factions=factions)), _FACTION
    )
    assert found is not None
    return tuple(it.partition("; second best: ")[0] for it in found.said)


def written() -> str:
    """The block as the page has it."""
    found = _BLOCK.search((ROOT / PAGE).read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


def made() -> str:
    """The block as it is now."""
    played = play_sample(_SAMPLE)
    rows: list[str] = []
    for temper in TEMPERS:
        rows.append(temper)
        for said in orders_under(temper, played):
            rows += textwrap.wrap(
                said, 110, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
            )
    return "".join(f"{row}\n" for row in rows)


if __name__ == "__main__":
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    block = _BLOCK.search(text)
    assert block is not None
    (ROOT / PAGE).write_text(
        text[: block.start(1)] + made() + text[block.end(1) :], encoding="utf-8", newline="\n"
    )
