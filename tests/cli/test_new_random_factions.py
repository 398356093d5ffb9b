"""`new --random-factions` adds factions that the rules allow, the same by the same seed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from chronicle.authoring.random_factions import FactionRequest, RandomFactionsError, random_factions
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.pipeline import resolve_campaign
from chronicle.render import available_choices, shipped_themes_folder
from chronicle.rules.wwn.catalogue import shipped_catalogue
from chronicle.rules.wwn.setup.faction_sizes import FactionSizeName, size_named
from chronicle.rules.wwn.setup.random_factions import AssetChoice, SeededChoices, draw_assets
from chronicle.rules.wwn.state import FactionState, State
from chronicle.rules.wwn.terms import ATTRIBUTES, GOALS, MAGIC
from chronicle.starters import CONTENT_FOLDER, StarterOptions, starter_files
from tests.cli.command_runner import lay, run
from tests.rules.wwn.small_campaign import SOUND
from tests.small_campaign import tree_of
from tests.thorough import beginning

#: Ranges of the ratings from the best to the worst, and assets of the best and of the others
#: (W-ENT-2), as the rules have them.
SIZES: Final[Mapping[FactionSizeName, tuple[tuple[tuple[int, int], ...], int]]] = {
    "small": (((3, 4), (2, 3), (1, 2)), 1),
    "medium": (((5, 6), (4, 5), (2, 3)), 2),
    "large": (((7, 8), (6, 7), (3, 4)), 4),
}
#: What the shipped themes offer.
OFFERED: Final = available_choices((shipped_themes_folder(),))
SEEDS: Final = tuple(f"seed {number}" for number in range(40))


@cache
def starter(size: FactionSizeName = "small", seed: str = "one") -> FileTree:
    """The starter as it is read from the disk: what is hidden is passed over."""
    files = starter_files(StarterOptions("wwn", seed, size=size), OFFERED)
    prefix = f"{CONTENT_FOLDER}/"
    return FileTree(
        CONTENT_FOLDER,
        {
            path.removeprefix(prefix): text
            for path, text in files.items()
            if path.startswith(prefix) and not path.startswith(f"{prefix}.")
        },
    )


def opening_of(tree: FileTree, more: Mapping[str, str]) -> State:
    """The opening board with further files; any finding fails the test."""
    report = Report()
    files = {**tree.files, **{path: text.encode() for path, text in more.items()}}
    played = resolve_campaign(FileTree(tree.name, files), report)
    assert [one.message for one in report.findings] == []
    assert played is not None
    state = played.history.opening.after
    assert isinstance(state, State)
    return state


def drawn(
    size: FactionSizeName, seed: str, count: int = 1, tree: FileTree | None = None
) -> dict[str, str]:
    report = Report()
    request = FactionRequest(size, count, seed, OFFERED["sigil"])
    files = random_factions(tree or starter(), request, report)
    assert report.findings == ()
    return files


def check_legal(state: State, faction: FactionState, size: FactionSizeName) -> None:
    """A faction's figures are those of its size, and its assets within its means."""
    bounds, number = SIZES[size]
    ratings = sorted(faction.ratings, reverse=True)
    assert all(low <= it <= high for it, (low, high) in zip(ratings, bounds, strict=True))
    own = [asset for asset in state.assets.values() if asset.faction == faction.id]
    kinds = [state.type_of(asset) for asset in own]
    assert len({kind.id for kind in kinds}) == len(kinds) == 2 * number
    counts = {it: sum(kind.attribute == it for kind in kinds) for it in ATTRIBUTES}
    assert number in {counts[it] for it in faction.highest}
    for kind in kinds:
        assert kind.level <= faction.rating(kind.attribute)
        assert counts[kind.attribute] <= faction.rating(kind.attribute)
        assert MAGIC.index(kind.magic) <= MAGIC.index(faction.magic)
    (seat,) = (base for base in state.bases.values() if base.faction == faction.id)
    assert seat.headquarters
    assert seat.hp == faction.hp == faction.maximum
    assert {asset.at for asset in own} == {seat.at}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", beginning(SEEDS[:16], 5))
def test_random_factions_are_legal_and_without_findings(size: FactionSizeName, seed: str) -> None:
    state = opening_of(starter(), drawn(size, seed, 2))
    for faction in ("faction-1", "faction-2"):
        check_legal(state, state.factions[faction], size)
        assert len(state.factions[faction].tags) == 1
        goal = state.factions[faction].goal
        assert goal is not None
        assert goal.kind not in ("eliminate-target", "root-out-the-enemy")


def test_the_same_seed_gives_the_same_files_and_other_seeds_others() -> None:
    assert drawn("large", "ash", 3) == drawn("large", "ash", 3)
    files = {seed: drawn("large", seed)["factions/faction-1.yaml"] for seed in SEEDS}
    assert len(set(files.values())) == len(SEEDS)


def test_more_factions_do_not_change_the_first() -> None:
    assert drawn("small", "ash", 3).items() >= drawn("small", "ash", 1).items()


def test_everything_that_the_rules_allow_is_drawn() -> None:
    states = [opening_of(starter(), drawn("medium", seed, 3)) for seed in SEEDS]
    found = [state.factions[f"faction-{number}"] for state in states for number in (1, 2, 3)]
    tags = set(states[0].house.catalogue.tags)
    assert {tag for faction in found for tag in faction.tags} == tags
    assert {faction.magic for faction in found} == set(MAGIC)
    goals = {faction.goal.kind for faction in found if faction.goal is not None}
    assert goals == set(GOALS) - {"eliminate-target", "root-out-the-enemy"}
    for attribute, (low, high) in zip(ATTRIBUTES, ((2, 6),) * 3, strict=True):
        assert {faction.rating(attribute) for faction in found} == set(range(low, high + 1))


def test_closed_and_hidden_places_are_no_seats_and_shields_differ() -> None:
    """Of the five places Redhaven bars the Oru alone, and the harbour everybody but Vael."""
    tree = tree_of({}, over=SOUND)
    files = drawn("small", "ash", 20, tree)
    seats = {
        line.split("at: ")[1].split(",")[0]
        for text in files.values()
        for line in text.splitlines()
        if "headquarters" in line
    }
    assert seats == {"redhaven", "mill", "ford", "crag"}
    sigils = [line for text in files.values() for line in text.splitlines() if "sigil" in line]
    assert len(set(sigils)) == len(sigils)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", beginning(SEEDS[:8], 2))
def test_a_new_campaign_has_factions_of_the_size(size: FactionSizeName, seed: str) -> None:
    tree = starter(size, seed)
    state = opening_of(tree, {})
    small = opening_of(starter(), {})
    for id, faction in state.factions.items():
        check_legal(state, faction, size)
        assert faction.ratings != small.factions[id].ratings or size == "small"
        assert {it for it in small.assets.values() if it.faction == id} <= set(
            state.assets.values()
        )


def test_the_same_seed_makes_the_same_campaign() -> None:
    assert starter.__wrapped__("large", "ash") == starter.__wrapped__("large", "ash")


def test_a_size_is_for_wwn_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("new", "windfall", "--ruleset", "shadow", "--size", "large")
    assert ran.code == 2
    assert "--size is for --ruleset wwn" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_new_campaign_begins_with_random_factions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("--ruleset", "wwn", "--random-factions", "4", "--size", "large", "--seed", "ash")
    ran = run("new", "windfall", *words)
    assert ran.code == 0, ran.err
    folder = tmp_path / "windfall"
    written = {it.name: it.read_text(encoding="utf-8") for it in folder.rglob("faction-*.yaml")}
    modeline = "# yaml-language-server: $schema=../.chronicle/faction.schema.json\n"
    expected = drawn("large", "ash", 4, starter("large", "ash"))
    assert written == {Path(path).name: modeline + text for path, text in expected.items()}
    assert (folder / "output/site/factions/faction-4.html").is_file()
    assert "faction-4" in (folder / "content/.chronicle/turn.schema.json").read_text("utf-8")


def test_random_factions_are_for_wwn_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("new", "windfall", "--ruleset", "shadow", "--random-factions", "2")
    assert ran.code == 2
    assert "--random-factions is for --ruleset wwn, not for shadow" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_new_files_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "content"
    for path, text in starter().files.items():
        assert isinstance(text, bytes)
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text)

    def contents() -> dict[str, bytes]:
        return {str(it): it.read_bytes() for it in folder.rglob("*") if it.is_file()}

    before = contents()
    words = ("content", "--random-factions", "1")
    shown = run("new", *words, "--seed", "ash", "--dry-run")
    assert shown.code == 0
    assert contents() == before
    ran = run("new", *words, "--seed", "ash")
    assert (ran.code, ran.out) == (0, "")
    (path,) = set(contents()) - set(before)
    assert shown.out == f"# factions/faction-1.yaml\n{Path(path).read_text(encoding='utf-8')}"
    assert run("check").code == 0
    again = run("new", *words)
    assert again.code == 0
    assert "The same again: chronicle new content --random-factions 1 --size small" in again.err
    assert {Path(it).name for it in set(contents()) - set(before)} == {
        "faction-1.yaml",
        "faction-2.yaml",
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("content",), "content is a campaign already; --random-factions adds factions to it"),
        (("content", "--random-factions", "1", "--title", "X"), "can't be combined with --title"),
        (("content", "--random-factions", "1"), "for the ruleset wwn, not shadow"),
        (("other", "--dry-run"), "--dry-run is for a campaign that exists"),
        (("ferry", "--ruleset", "wwn"), "choose another name; its campaign is ferry/content"),
    ],
)
def test_a_campaign_that_exists_is_never_created_again(
    here: Path, words: tuple[str, ...], said: str
) -> None:
    lay(here / "ferry/content", {})
    before = sorted(here.rglob("*"))
    ran = run("new", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert sorted(here.rglob("*")) == before


def refused(tree: FileTree) -> str:
    with pytest.raises(RandomFactionsError) as found:
        drawn("small", "ash", 1, tree)
    return str(found.value)


def test_campaigns_that_can_have_no_more_factions_are_refused() -> None:
    barred = "for: everyone\nplaces:\n  mill: {name: M, opening: {ruler: oru, forbids: everyone}}\n"
    hidden = "for: gm\nplaces:\n  mill: {name: The Mill}\n"
    for places in (barred, hidden):
        head = "name: Oru\nfor: everyone\ncolors: ['#000000', '#ffffff']\nsigil: moon\n"
        oru = head + (
            "opening: {force: 3, cunning: 2, wealth: 1,"
            " bases: [{id: seat, at: mill, headquarters: true}]}\n"
        )
        files = {"campaign.yaml": "title: T\nruleset: wwn\nseed: s\n", "places.yaml": places}
        tree = FileTree("", {it: text.encode() for it, text in files.items()})
        whole = FileTree("", {**tree.files, "factions/oru.yaml": oru.encode()})
        assert "no place is known to everyone" in refused(whole)


def test_after_a_publication_a_faction_joins_in_the_next_turn() -> None:
    record = (
        "format: 1\nturns:\n  - {turn: 1, chronicle: 0.1.0, ruleset: wwn, rules: 1, told: {}}\n"
    )
    tree = tree_of({"turns/001.yaml": "turn: 1\n", "published.yaml": record}, over=SOUND)
    request = FactionRequest("small", 1, "ash", OFFERED["sigil"])
    (text,) = random_factions(tree, request, Report()).values()
    assert "\njoins: 2\n" in text


def test_a_faction_that_breaks_an_order_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The GM has said the order of play, which names every faction."""
    monkeypatch.chdir(tmp_path)
    turn = "turn: 1\nadjustments:\n  - {for: gm, because: x, sequence: [vael, oru, kell]}\n"
    report = Report()
    request = FactionRequest("small", 1, "ash", OFFERED["sigil"])
    assert random_factions(tree_of({"turns/001.yaml": turn}, over=SOUND), request, report) == {}
    assert [one.code for one in report.findings if one.severity == "error"] == ["WN033"]


def test_no_attribute_has_more_assets_than_its_rating() -> None:
    """A large faction with Wealth 3 has four assets of its lesser ratings, at most three of Wealth.

    The rule: W-TURN-3.
    """
    catalogue, size = shipped_catalogue(), size_named("large")
    choice = AssetChoice({"force": 7, "cunning": 6, "wealth": 3}, "force")
    drawn = [
        draw_assets(SeededChoices(bytes([it // 256, it % 256])), size, catalogue, choice)
        for it in range(400)
    ]
    counts = {sum(catalogue.assets[id].attribute == "wealth" for id in assets) for assets in drawn}
    assert counts == {0, 1, 2, 3}
    assert {len(assets) for assets in drawn} == {8}
