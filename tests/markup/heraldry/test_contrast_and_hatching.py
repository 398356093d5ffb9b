"""Arms: told apart without colour, made out by every eye, and nobody else's business."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.diagnostics.report import Report
from chronicle.load import load_campaign
from chronicle.markup.heraldry import (
    DIVISIONS,
    MIN_CONTRAST,
    MIN_CONTRAST_ANY_VISION,
    default_division,
    shield_of,
)
from chronicle.markup.heraldry.contrast import (
    COLOR_VISIONS,
    contrast,
    least_contrast,
    perceived_rgb,
)
from chronicle.markup.heraldry.hatching import hatching_path, rings_of, tincture_of
from chronicle.model.audience import EVERYONE
from chronicle.records import Record
from tests.sample_campaigns import SAMPLES
from tests.small_campaign import SOUND, tree_of
from tests.theme_fragments import Drawer

COLORS: Final = st.integers(0, 0xFFFFFF).map("#{:06x}".format)
IDS: Final = st.from_regex(r"(of|at)-[a-z0-9]{1,8}", fullmatch=True)


def with_shields(vael: str, oru: str) -> dict[str, str]:
    """The sound campaign with lines added to the shields of its two factions."""
    return {
        "factions/vael.yaml": SOUND["factions/vael.yaml"].replace("sigil: key", vael),
        "factions/oru.yaml": SOUND["factions/oru.yaml"].replace("sigil: moon", oru),
    }


def findings_of(files: dict[str, str]) -> list[tuple[str, str]]:
    report = Report()
    load_campaign(tree_of(files), report)
    return [(finding.code, finding.help) for finding in report.findings]


@settings(max_examples=60, deadline=None)
@given(COLORS, COLORS)
def test_charge_and_division_have_contrast_for_every_colour_vision(field: str, second: str) -> None:
    arms = shield_of("chief", (field, second))
    assert arms.field == field
    assert contrast(arms.field, arms.second) >= MIN_CONTRAST
    assert least_contrast(arms.field, arms.second) >= MIN_CONTRAST_ANY_VISION


def test_distinguishable_colours_are_unchanged() -> None:
    assert shield_of("chief", ("#7a1f2b", "#e8d8b0")).second == "#e8d8b0"


def test_a_second_colour_too_close_to_the_first_is_adjusted() -> None:
    arms = shield_of("chief", ("#7a1f2b", "#8a2f3b"))
    assert (arms.field, arms.second) == ("#7a1f2b", arms.second)
    assert arms.second not in ("#8a2f3b", "#ffffff", "#000000")


@settings(max_examples=15, deadline=None)
@given(st.sets(IDS, max_size=4), IDS)
def test_a_division_does_not_depend_on_other_factions(others: set[str], id: str) -> None:
    files = {f"factions/{other}.yaml": SOUND["factions/oru.yaml"] for other in (*others, id)}
    campaign = load_campaign(tree_of(files), Report())
    assert campaign is not None
    found = {faction.id: faction.division for faction in campaign.factions}
    assert found[id] == default_division(id)


def test_ids_are_distributed_over_all_divisions() -> None:
    found = [default_division(f"faction-{number}") for number in range(600)]
    assert set(found) == set(DIVISIONS)
    assert max(map(found.count, DIVISIONS)) < 60


def test_the_author_chooses_the_division() -> None:
    campaign = load_campaign(
        tree_of(with_shields("sigil: key\ndivision: pile", "sigil: moon")), Report()
    )
    assert campaign is not None
    assert {it.id: it.division for it in campaign.factions}["vael"] == "pile"


def test_an_unknown_division_gets_a_suggestion() -> None:
    found = findings_of(with_shields("sigil: key\ndivision: cheif", "sigil: moon"))
    assert found == [("C005", "did you mean `chief`?")]


def test_shields_that_differ_only_in_colour_are_a_warning() -> None:
    alike = with_shields("sigil: eye\ndivision: pile", "sigil: eye\ndivision: pile")
    ((code, advice),) = findings_of(alike)
    assert code == "H001"
    free = re.findall(r"`([a-z-]+)`", advice)[0]
    assert (
        findings_of(with_shields("sigil: eye\ndivision: pile", f"sigil: eye\ndivision: {free}"))
        == []
    )
    assert (
        findings_of(with_shields("sigil: eye\ndivision: pile", "sigil: key\ndivision: pile")) == []
    )


class Shield(Record):
    """A sample's shield as its file states it."""

    id: str
    colors: tuple[str, str]
    sigil: str
    division: str


def shields_of(sample: str) -> list[Shield]:
    """The shields of a sample, read off its files, for a whole campaign takes long to load."""
    found: list[Shield] = []
    for path in sorted((SAMPLES[sample] / "factions").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        one, other = re.findall(r'"(#[0-9a-f]{6})"', text)[:2]
        sigil = re.findall(r"(?m)^sigil: (.+)$", text)[0]
        own = re.findall(r"(?m)^division: (.+)$", text)
        found.append(
            Shield(path.stem, (one, other), sigil, (own or [default_division(path.stem)])[0])
        )
    return found


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_samples_shields_are_distinguishable_for_every_colour_vision(sample: str) -> None:
    shields = shields_of(sample)
    assert len(shields) >= 5
    for one, other in combinations(shields, 2):
        assert one.division != other.division, (one, other)
        assert one.sigil != other.sigil, (one, other)
    for shield in shields:
        arms = shield_of(shield.division, shield.colors)
        assert arms.second == shield.colors[1], shield
        for sight in COLOR_VISIONS:
            assert contrast(*shield.colors, sight) >= MIN_CONTRAST_ANY_VISION, (shield, sight)


def test_colour_blindness_simulation_confuses_the_expected_colours() -> None:
    red, green = "#a04030", "#5f6020"
    assert perceived_rgb(red, "full") != perceived_rgb(green, "full")
    for sight in COLOR_VISIONS:
        assert perceived_rgb("#ffffff", sight) == pytest.approx((1, 1, 1), abs=1e-3)
        assert perceived_rgb("#000000", sight) == (0, 0, 0)
    grey = perceived_rgb(red, "achromatopsia")
    assert grey[0] == grey[1] == grey[2]

    def gap(sight: str) -> float:
        return sum(
            abs(a - b)
            for a, b in zip(perceived_rgb(red, sight), perceived_rgb(green, sight), strict=True)
        )

    assert gap("deuteranopia") < gap("full") / 2


@pytest.mark.parametrize(
    ("color", "tincture"),
    [
        ("#8a1f2b", "gules"),
        ("#1f4e8c", "azure"),
        ("#2f7a3f", "vert"),
        ("#6b2d5c", "purpure"),
        ("#26241f", "sable"),
        ("#e3aa2b", "or"),
        ("#fbf7ee", "argent"),
        ("#7a4b20", "tenne"),
    ],
)
def test_a_colour_is_hatched_as_its_nearest_tincture(color: str, tincture: str) -> None:
    assert tincture_of(color) == tincture


def test_hatching_stays_inside_its_area() -> None:
    chief = rings_of(DIVISIONS["chief"].path)
    for tincture in ("or", "gules", "azure", "vert", "purpure", "sable", "tenne"):
        lines = hatching_path(tincture, chief)
        assert lines
        for x, y, to, amount, rise in _LINE.findall(lines):
            ends = {"H": (amount, y), "V": (x, amount)}
            end = ends.get(to) or (float(x) + float(amount), float(y) + float(rise))
            for across, down in ((x, y), end):
                assert -0.1 <= float(across) <= 48.1, lines
                assert -0.1 <= float(down) <= 15.1, lines
    assert hatching_path("argent", chief) == ""


_LINE: Final = re.compile(r"M(-?[\d.]+) (-?[\d.]+)([HVl])(-?[\d.]+)(?: (-?[\d.]+))?")


def test_large_shields_are_hatched_and_small_ones_not() -> None:
    drawer = Drawer("shadow", EVERYONE)
    drawn = {size: drawer.shield(size) for size in ("mini", "small", "", "large", "great")}
    assert [size for size, svg in drawn.items() if "hatch" in svg] == ["large", "great"]
    assert not any("style=" in svg for svg in drawn.values())


def test_a_charge_on_both_halves_has_the_other_half_s_colour_on_each() -> None:
    halved = [name for name, division in DIVISIONS.items() if division.halved]
    assert halved == ["per-pale", "per-fess"]
    for name in halved:
        svg = Drawer("shadow", EVERYONE).shield("great", division=name)
        left, _, right = svg.partition('<svg class="half"')
        assert 'color="#eeeeee"' in left
        assert 'color="#111111"' in right
