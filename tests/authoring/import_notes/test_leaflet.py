"""Maps of Leaflet: the picture lies under the campaign's map, and places stand where they did."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping
from typing import Final

import pytest

from chronicle.model.audience import EVERYONE, GM, faction_audience
from chronicle.model.campaign import Campaign
from tests.authoring.import_notes.imported import imported, played_with
from tests.rules.freeform.small_campaign import SOUND

DATA_FILE: Final = ".obsidian/plugins/obsidian-leaflet-plugin/data.json"


def png(width: int, height: int) -> bytes:
    """A black picture."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        check = zlib.crc32(kind + content)
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(height * (width + 1)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


#: The picture is 200 wide and 100 high.
MAP: Final = png(200, 100)


def block(*lines: str) -> str:
    return "\n".join(["```leaflet", "id: bay", "image: [[bay.png]]", *lines, "```", ""])


def campaign_of(
    files: Mapping[str, str | bytes], over: Mapping[str, str] = SOUND, readers: str = "everyone"
) -> tuple[Campaign, list[str]]:
    """The campaign after an import, and the messages."""
    found, findings = imported({"bay.png": MAP, **files}, readers, over=over)
    assert found is not None, [finding.message for finding in findings]
    played, after = played_with(found, over)
    assert played is not None, [finding.message for finding in after]
    return played.campaign, [finding.message for finding in findings]


def places(campaign: Campaign) -> dict[str, tuple[float, float] | None]:
    return {one.id: one.position for one in campaign.places if one.id in ("quay", "reef", "cave")}


#: Notes of places, one of which has its position in its front matter.
PLACES: Final = {
    "Places/Quay.md": "A quay.",
    "Places/Reef.md": "---\nlocation: [25, 150]\ntags: [sea, open-sea]\n---\nA reef.",
}
BOUNDS: Final = "bounds: [[0, 0], [100, 400]]"


@pytest.mark.parametrize(
    ("lines", "quay"),
    [
        # Latitude counts up, and the picture is twice as wide here as its pixels.
        ((BOUNDS, "marker: default,75,100,[[Quay]]"), (50, 25)),
        (("bounds:", "    - [100, 0]", "    - [0, 400]", "marker: ,75,100,[[Quay]]"), (50, 25)),
        ((BOUNDS, "marker: town, 0, 400, [[Quay|the quay]], words"), (200, 100)),
        ((BOUNDS, "marker:", "  - [town, 75, 100, [[Quay]]]"), (50, 25)),
        ((BOUNDS, "marker: default,75,100,Quay"), (50, 25)),
        ((BOUNDS, "marker: default,75,100,[x](Places/Quay.md)"), (50, 25)),
        ((BOUNDS, "marker: default,75,100,[[Quay]]", "marker: default,0,0,[[Quay]]"), (50, 25)),
        # Without bounds its upper left corner is at 0, 0, and 512 pixels are one degree.
        (("marker: default,-0.09765625,0.1953125,[[Quay]]",), (100, 50)),
        (("maxZoom: 1", "marker: default,-50,100,[[Quay]]"), (100, 50)),
        (("maxZoom: 3", "marker: default,-12.5,25,[[Quay]]"), (100, 50)),
    ],
)
def test_a_marker_is_a_position_in_pixels(
    lines: tuple[str, ...], quay: tuple[float, float]
) -> None:
    campaign, messages = campaign_of({**PLACES, "Lore/Bay.md": block(*lines)})
    assert places(campaign) == {"quay": quay, "reef": None}
    backdrop = campaign.backdrops[0]
    assert (backdrop.picture, backdrop.words, backdrop.extent) == ("bay.png", "bay", None)
    assert backdrop.visibility.admits(EVERYONE)
    assert messages == ["this note has a position on a map of Leaflet: kept as text for the GM"]


@pytest.mark.parametrize(
    ("line", "is_there"),
    [
        ("markerFile: [[Reef]]", True),
        ("markerFile: Places/Reef", True),
        ("markerFolder: Places", True),
        ("markerFolder: ./../Places", False),
        ("markerFolder: World", False),
        ("markerTag: '#sea'", True),
        ("markerTag: sea, open-sea", True),
        ("markerTag: sea, land", False),
        ("markerTag:\n  - land\n  - sea", True),
        ("markerFolder: Places\nfilterTag: land", False),
    ],
)
def test_positions_in_front_matter_count_if_the_map_names_the_note(
    line: str, is_there: bool
) -> None:
    bay = block(BOUNDS, line, "marker: default,75,100,[[Quay]]")
    campaign, messages = campaign_of({**PLACES, "Lore/Bay.md": bay})
    assert places(campaign) == {"quay": (50, 25), "reef": (75, 75) if is_there else None}
    assert len(messages) == (0 if is_there else 1)
    reef = next(one for one in campaign.places if one.id == "reef")
    assert any("25, 150" in it.visible_to(GM) for it in reef.passages) is not is_there


@pytest.mark.parametrize(
    ("path", "folder", "near", "is_in"),
    [
        ("World/A.md", "World", "", True),
        ("World/Coast/A.md", "World", "", True),
        ("World/Coast/A.md", "World/", "", True),
        ("World/Coast/Bay/A.md", "World/", "", False),
        ("World/Coast/Bay/A.md", "World//", "", True),
        ("Worlds/A.md", "World", "", False),
        ("Lore/World/A.md", "./World", "Lore/Map.md", True),
        ("World/A.md", "./World", "Lore/Map.md", False),
    ],
)
def test_folders_are_those_that_the_plugin_looks_in(
    path: str, folder: str, near: str, is_in: bool
) -> None:
    notes = {path: "---\ntype: place\nname: Reef\nlocation: [25, 150]\n---\nA reef."}
    bay = {near or "Map.md": block(BOUNDS, f"markerFolder: {folder}")}
    campaign, _ = campaign_of({**notes, **bay})
    assert places(campaign) == {"reef": (75, 75) if is_in else None}


def test_markers_made_with_the_mouse_are_in_the_plugins_data() -> None:
    markers = [
        {"loc": [75, 100], "link": "Quay"},
        {"loc": [50, 50], "link": "Fair"},
        *({"loc": "x", "link": "Reef"}, {"loc": [1, 2]}, {"loc": [1, 2], "link": 3}, 7),
    ]
    data = {"mapMarkers": [{"id": "bay", "markers": markers}, {"id": "other"}, 3]}
    notes = {**PLACES, "Fair.md": "x", "Bay.md": block(BOUNDS), DATA_FILE: json.dumps(data)}
    campaign, messages = campaign_of(notes)
    assert places(campaign) == {"quay": (50, 25), "reef": None}
    assert messages[0] == (
        "markers on the map `bay.png` of notes that are no new places (1): left out"
    )


# ── What is secret ───────────────────────────────────────────────────────────────────────────────

MARKER: Final = "marker: default,75,100,[[Quay]]"


@pytest.mark.parametrize(
    "bay",
    [
        f"---\nsecret: true\n---\n{block(BOUNDS, MARKER)}",
        f"---\nvisibility: players\n---\n{block(BOUNDS, MARKER)}",
        f"x\n\n%%\n{block(BOUNDS, MARKER)}%%\n",
        f"x\n\n## GM notes\n\n{block(BOUNDS, MARKER)}",
        f"x\n\n{block(BOUNDS, MARKER).replace('[[bay.png]]', '[[GM/bay2.png]]')}",
    ],
)
def test_a_map_that_not_all_may_see_places_nothing_that_they_know(bay: str) -> None:
    notes: dict[str, str | bytes] = {**PLACES, "Bay.md": bay, "GM/bay2.png": MAP}
    campaign, messages = campaign_of(notes)
    assert places(campaign) == {"quay": None, "reef": None}
    assert campaign.backdrops == ()
    assert any("it is not for those who know its places" in it for it in messages)
    assert places(campaign_of(notes, readers="gm")[0])["quay"] == (50, 25)


def test_secret_places_stand_on_a_map_for_all_and_only_the_gm_knows() -> None:
    cave = {"Places/Cave.md": "---\nsecret: true\n---\nA cave."}
    bay = block(BOUNDS, MARKER, "marker: default,50,50,[[Cave]]")
    campaign, _ = campaign_of({**PLACES, **cave, "Bay.md": bay})
    assert places(campaign) == {"quay": (50, 25), "reef": None, "cave": (25, 50)}
    found = next(one for one in campaign.places if one.id == "cave")
    assert not found.visibility.admits(EVERYONE)


def test_a_map_for_players_is_theirs_and_places_what_only_they_know() -> None:
    front = "---\nvisibility: players\n---\n"
    bay = f"{front}{block(BOUNDS, MARKER, 'markerFile: [[Reef]]')}"
    notes: dict[str, str | bytes] = {**PLACES, "Places/Quay.md": f"{front}A quay.", "Bay.md": bay}
    campaign, messages = campaign_of(notes)
    assert places(campaign) == {"quay": (50, 25), "reef": None}
    seen = campaign.backdrops[0].visibility
    assert (seen.admits(EVERYONE), seen.admits(faction_audience("oru"))) == (False, True)
    assert any("places that others know, who may not see this map (1)" in it for it in messages)


# ── What a campaign has no place for ─────────────────────────────────────────────────────────────


def test_the_map_with_the_most_places_is_that_of_the_campaign() -> None:
    other = block(BOUNDS, MARKER).replace("bay.png", "world.png")
    both = block(BOUNDS, MARKER, "markerFile: [[Reef]]")
    notes: dict[str, str | bytes] = {
        **PLACES,
        "A.md": other,
        "B.md": both,
        "world.png": png(20, 20),
    }
    campaign, messages = campaign_of(notes)
    assert [one.picture for one in campaign.backdrops] == ["bay.png"]
    assert places(campaign) == {"quay": (50, 25), "reef": (75, 75)}
    assert messages == [
        "the map `world.png`: shown in its note only, because another has more places"
    ]


def test_a_marker_beside_the_picture_is_left_out() -> None:
    bay = block(BOUNDS, MARKER, "marker: default,-3,50,[[Reef]]")
    campaign, messages = campaign_of({**PLACES, "Bay.md": bay})
    assert places(campaign) == {"quay": (50, 25), "reef": None}
    assert "markers on the map `bay.png` of places beside the picture (1): left out" in messages


@pytest.mark.parametrize(
    ("over", "why"),
    [
        (
            {**SOUND, "map.yaml": "for: everyone\nextent: [0, 0, 9, 9]\nland: ['0,0 9,0 9,9']\n"},
            "the campaign has a map",
        ),
        (
            {
                **SOUND,
                "places.yaml": SOUND["places.yaml"].replace(
                    "{name: The Harbour", "{position: [1, 2], name: The Harbour"
                ),
            },
            "the places of the campaign have positions on another",
        ),
    ],
)
def test_a_campaign_with_positions_keeps_them(over: dict[str, str], why: str) -> None:
    assert over != SOUND
    campaign, messages = campaign_of({**PLACES, "Bay.md": block(BOUNDS, MARKER)}, over)
    assert places(campaign)["quay"] is None
    assert f"the map `bay.png`: shown in its note only, because {why}" in messages
    page = next(one for one in campaign.pages if one.id == "bay")
    assert any("(bay.png)" in it.visible_to(EVERYONE) for it in page.passages)


def test_other_things_on_a_map_are_listed() -> None:
    bay = block(BOUNDS, MARKER, "overlay: [blue, [1, 2], 5 mi, x]", "geojson: [[a.json]]")
    _, messages = campaign_of({**PLACES, "Bay.md": bay, "Real.md": "```leaflet\nid: x\n```\n"})
    assert "`overlay` of a map of Leaflet: left out" in messages
    assert "`geojson` of a map of Leaflet: left out" in messages
    assert "a block of `leaflet`: left out" in messages
