"""What the land is like in generated campaigns, and what leads from place to place."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Final

from tests.properties.campaign_writer import Writer
from tests.properties.editable_campaign import Content, Draft
from tests.properties.secret_tokens import Choices, chance, pick

LANDS: Final = ("hills", "woods", "ice", "marsh", "coast", "streets")
WAYS: Final = ("river", "road", "sea")


def with_lands(writer: Writer, draft: Draft) -> Draft:
    """The draft with land and ways, which change nothing but the map.

    A way is written at one of its ends alone, so that changing it contradicts nothing.
    """
    places = draft.places["places"]
    for id, place in places.items():
        if chance(writer.choices, 70):
            place["land"] = pick(writer.choices, LANDS)
        for other in place.get("neighbours", ()):
            is_written = id in places[other].get("ways", {})
            if not is_written and chance(writer.choices, 70):
                place.setdefault("ways", {})[other] = pick(writer.choices, WAYS)
    return draft


def change_hidden_lands(places: Mapping[str, Content], hidden: Set[str], choices: Choices) -> None:
    """Change the land of places, and what each way from or to them is."""
    for id in hidden:
        others = [land for land in LANDS if land != places[id].get("land")]
        places[id]["land"] = pick(choices, others)
    for id, place in places.items():
        for other, kind in place.get("ways", {}).items():
            if not hidden.isdisjoint((id, other)):
                place["ways"][other] = pick(choices, [way for way in WAYS if way != kind])
