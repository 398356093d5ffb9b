"""A small campaign of three turns, edits that follow each other, and what is shown of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.files.source import FileTree
from chronicle.render import shipped_themes_folder
from chronicle.serve.live_campaign import PreviewOptions
from chronicle.serve.live_site import CampaignSource, LiveSite, SitePreview
from tests.small_campaign import SOUND

CREEP: Final = """\
turn: 1
news:
  - {id: bells, for: everyone, text: "Bells in [[harbour]]."}
  - {for: [oru], text: "We heard."}
orders:
  vael:
    conspiracies:
      - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}
"""
#: Without a narrative it fails, which is another event and a warning.
FAILED: Final = CREEP.replace(", narrative: They creep.", "")
AGAIN: Final = CREEP.replace("turn: 1", "turn: 2").replace("to: 2", "to: 3")
QUIET: Final = "turn: 3\ntitle: Quiet\nrumors: [{text: Hush., heard_by: [vael], truth: true}]\n"
TURNS: Final = {"turns/001.yaml": CREEP, "turns/002.yaml": AGAIN, "turns/003.yaml": QUIET}
_VALE: Final = "name: The Vale"
#: Edits that follow each other: words, what happens, back again, a place, a faction, the dice.
EDITS: Final[tuple[Mapping[str, str], ...]] = (
    {},
    {"turns/003.yaml": QUIET.replace("Quiet", "Loud")},
    {"turns/001.yaml": CREEP.replace("Bells in", "No bells in")},
    {"turns/001.yaml": FAILED},
    {},
    {"places.yaml": SOUND["places.yaml"].replace(_VALE, "name: The Dale")},
    {"factions/oru.yaml": SOUND["factions/oru.yaml"].replace("strength: 4", "strength: 3")},
    {"campaign.yaml": SOUND["campaign.yaml"].replace("seed: one", "seed: two")},
)
THEMES: Final = (shipped_themes_folder(),)


def whole(shown: LiveSite, tree: FileTree, word: str = "everyone") -> SitePreview:
    """What is shown of a campaign that stands alone."""
    return shown.campaign(CampaignSource("", tree, PreviewOptions(word, THEMES)))
