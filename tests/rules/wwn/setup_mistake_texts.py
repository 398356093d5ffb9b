"""Pieces of the sound opening that mistakes are put in place of, and what is often said."""

from __future__ import annotations

from typing import Final

from tests.rules.wwn.setup_boards import swapped


def places(*swaps: tuple[str, str]) -> dict[str, str]:
    return swapped("places.yaml", *swaps)


def vael(*swaps: tuple[str, str]) -> dict[str, str]:
    return swapped("factions/vael.yaml", *swaps)


def oru(*swaps: tuple[str, str]) -> dict[str, str]:
    return swapped("factions/oru.yaml", *swaps)


def kell(*swaps: tuple[str, str]) -> dict[str, str]:
    return swapped("factions/kell.yaml", *swaps)


def house(rules: str) -> dict[str, str]:
    text = "title: Banners\nruleset: wwn\nseed: one\nrules:\n"
    return {"campaign.yaml": text + "".join(f"  {line}\n" for line in rules.splitlines())}


FORD: Final = "ford: {name: The Ford, neighbours: [harbour]}"
SEAT: Final = "{id: mill-house, at: mill, headquarters: true}"
HALL: Final = "{id: ford-hall, at: ford, hp: 4, max: 6}"
GOAL: Final = "goal: {kind: inside-enemy-territory}"
STANDING: Final = "standing: {contest: [vael], pays: false, step_in: false}"
KELL_STANDING: Final = "standing: {contest: always, restore: false, take_over: false}"
ANOTHER_ID: Final = "choose a different id"
ANOTHER: Final = "name another faction"
ORU: Final = "did you mean `oru`?"
FACTIONS: Final = "choose one of `kell`, `oru`, `vael`"
PLACES: Final = "choose one of `crag`, `ford`, `harbour`, `mill`, `redhaven`"
TARGET: Final = "name another faction's asset that is undamaged and not Stealthed"
SIZES: Final = (
    "standard: small 3–4, 2–3, 1–2; medium 5–6, 4–5, 2–3; large 7–8, 6–7, 3–4;"
    " to keep yours, add `size: own`"
)
IN_PLAY: Final = "remove it, or let the faction buy it during play; to keep it, add `size: own`"
