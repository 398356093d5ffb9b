"""Who sits at the table: as written, or one player to a faction; mistakes at their places."""

from __future__ import annotations

import pytest

from chronicle.diagnostics.report import Finding
from tests.small_campaign import SOUND, findings_of, play_files

HEAD = SOUND["campaign.yaml"]


def players(lines: str) -> dict[str, tuple[str, ...]]:
    campaign = play_files({"campaign.yaml": HEAD + lines}).campaign
    return {player.id: player.factions for player in campaign.players}


def place(finding: Finding) -> tuple[str, int, int]:
    assert finding.at is not None
    return finding.code, finding.at.line, finding.at.column


def test_every_faction_has_a_player_of_its_own_id_where_none_is_named() -> None:
    assert players("") == {"oru": ("oru",), "vael": ("vael",)}


def test_players_are_named_with_one_faction_or_several() -> None:
    lines = "players:\n  cy: vael\n  bo: [vael, oru, vael]\n"
    assert players(lines) == {"bo": ("oru", "vael"), "cy": ("vael",)}


def test_a_faction_may_have_no_player_at_all() -> None:
    assert players("players: {}\n") == {}


def test_mistakes_about_players_are_reported_at_their_position() -> None:
    lines = "players:\n  gm: vael\n  bo: [oru, vale]\n  cy: our\n"
    found = findings_of({"campaign.yaml": HEAD + lines})
    assert [place(finding) for finding in found] == [
        ("N011", 7, 7),
        ("N001", 8, 13),
        ("N001", 9, 7),
    ]
    assert found[1].help == "did you mean `vael`?"


@pytest.mark.parametrize(
    "address", ["https://ada.example/vaime/", "http://localhost:8000/", "https://a.example/b/c-d/"]
)
def test_an_address_ends_in_a_slash(address: str) -> None:
    campaign = play_files({"campaign.yaml": HEAD + f"address: {address}\n"}).campaign
    assert campaign.address == address
    (finding,) = findings_of({"campaign.yaml": HEAD + f"address: {address[:-1]}\n"})
    assert (finding.code, "ends in a slash" in finding.help) == ("C006", True)
