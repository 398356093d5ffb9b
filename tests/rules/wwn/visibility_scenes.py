"""All scenes for the table of who learns what, and each as it was played."""

from __future__ import annotations

from functools import cache
from typing import Final

from tests.rules.wwn import visibility_scenes_actions, visibility_scenes_turns
from tests.rules.wwn.visibility_boards import House, Make, Played, play

SCENES: Final[dict[str, Make]] = {
    **visibility_scenes_actions.SCENES,
    **visibility_scenes_turns.SCENES,
}


@cache
def played(scene_name: str, house: House) -> Played:
    """An action played in a campaign that shows so much of its assets."""
    return play(SCENES[scene_name](), house)
