"""The order sheet of a faction for the GM has what the GM knows, and no other preview has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.load import read_tree
from chronicle.model.audience import GM_ID
from chronicle.serve.live_campaign import CampaignPreview, LiveCampaign, PreviewOptions
from tests.sample_campaigns import SAMPLES, play_sample
from tests.small_campaign import tree_of

TURN: Final[Mapping[str, str]] = {"turns/001.yaml": "turn: 1\n"}


def shown(word: str, files: Mapping[str, str] = TURN) -> CampaignPreview:
    return LiveCampaign().state(tree_of(files), PreviewOptions(word, ()))


def sheet(found: CampaignPreview, path: str) -> str:
    page = found.file(path, Report())
    return page.decode() if page is not None else ""


def test_the_gm_chooses_among_what_the_faction_has_not_seen() -> None:
    tree = read_tree(SAMPLES["cauvenne"], "cauvenne")
    found = LiveCampaign().state(tree, PreviewOptions(GM_ID, ()))
    own, whole = (sheet(found, f"{it}/orders.html") for it in ("agency", "agency.gm"))
    assert 'data-faction="agency"' in whole
    state: Any = play_sample("cauvenne").history.eve.after
    others = [it for it in state.assets.values() if it.faction not in ("", "agency")]
    there = {it.name for it in others if state.at(it) and not state.hidden(it, "agency")}
    unseen = {it for it in there if it not in own}
    assert unseen
    assert [it for it in unseen if it in whole]


def test_nobody_else_has_the_sheets_of_the_gm() -> None:
    for word in ("vael", "everyone"):
        assert sheet(shown(word), "vael.gm/orders.html") == ""
    for folder in ("oru.vael", "gm.gm", "everyone.gm", "none.gm", "vael.gm.gm"):
        assert sheet(shown(GM_ID), f"{folder}/orders.html") == ""


@pytest.mark.parametrize("name", SAMPLES)
def test_the_sheets_of_the_gm_can_be_shown(name: str) -> None:
    found = LiveCampaign().state(read_tree(SAMPLES[name], name), PreviewOptions(GM_ID, ()))
    assert found.showing is not None
    report = Report()
    for faction in [it.id for it in found.showing.site.edition.factions][:2]:
        assert found.file(f"{faction}.gm/orders.html", report) is not None
    assert report.findings == ()
