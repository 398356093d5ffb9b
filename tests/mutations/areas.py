"""What faults are planted in, and the tests nearest to each part, which must notice them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from chronicle.diagnostics.catalogue import (
    calendar,
    content,
    deadline,
    images,
    maps,
    markdown,
    publication,
    references,
    relations,
    shields,
    syntax,
)
from chronicle.diagnostics.report import problems_of
from chronicle.model.audience import EVERYONE, GM
from chronicle.records import Record
from tests.leaks.secret_campaign import ground
from tests.mutations.filters import DECIDING, filters_of
from tests.mutations.operators import Mutant, mutants_of
from tests.outline.figures_campaign import ORU, VAEL, edition, renderer
from tests.properties.test_injected_leaks import play_before


class Area(Record):
    """Modules of the package, their tests, what these have in common, and the faults to plant.

    ``shared`` is made once, before any fault is planted: nothing of the modules may run in it.
    """

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    shared: Callable[[], None] = lambda: None
    mutants_of: Callable[[str], Iterator[Mutant]] = mutants_of

    def mutants(self) -> Iterator[Mutant]:
        """All faults to plant in the modules."""
        for module in self.modules:
            yield from self.mutants_of(module)


def _editions() -> None:
    """The editions of the campaign with figures by hand, and the theme to draw them."""
    for reader in (EVERYONE, VAEL, ORU, GM):
        edition(reader)
    renderer("shadow")


def _play_samples() -> None:
    """The samples that the laws of projection look at."""
    for ruleset in ("shadow", "freeform"):
        play_before(ruleset)


def _secret_campaign() -> None:
    """The campaign with something to hide."""
    ground()


#: The file with the laws that notice what the projection shows to the wrong readers.
_LAWS: Final = "tests/properties/test_injected_leaks.py"

#: The examples of what only reading a campaign finds.
_FOUND_IN_READING: Final = (
    *(calendar, content, deadline, images, maps, markdown, publication, references, relations),
    *(shields, syntax),
)
_EXAMPLES: Final = tuple(
    "tests/diagnostics/test_catalogue_pages.py::"
    f"test_a_page_shows_an_example_that_yields_its_code[{problem.code}]"
    for module in _FOUND_IN_READING
    for problem in problems_of(module)
)

#: What decides both what editions show and what the report says of it.
_ACCESS: Final = ("project.access", "project.relations")
#: What makes the boards that factions know, and give their orders by.
_KNOWN_BOARDS: Final = (
    "rules.lieutenants.known_state",
    "rules.shadow.known_state",
    "rules.wwn.known_state",
)

AREAS: Final = (
    Area(
        "projection",
        tuple(it for it in DECIDING if it not in ("model.audience", *_ACCESS, *_KNOWN_BOARDS)),
        (
            f"{_LAWS}::test_unmodified_code_has_no_leak[shadow]",
            # Its measures differ in who may see them.
            f"{_LAWS}::test_unmodified_code_has_no_leak[freeform]",
            "tests/project/test_text_links.py",
            "tests/project/test_knowledge_sources.py",
            "tests/project/test_rumor_verdicts.py",
            "tests/project/test_renames.py",
            "tests/project/test_edition_details.py",
        ),
        _play_samples,
        filters_of,
    ),
    Area(
        "access",
        _ACCESS,
        (
            f"{_LAWS}::test_unmodified_code_has_no_leak[shadow]",
            "tests/project/access_report/test_report.py",
            "tests/project/test_knowledge_sources.py",
        ),
        partial(play_before, "shadow"),
        filters_of,
    ),
    Area(
        "audience",
        ("model.audience",),
        # Audiences have a part in reading too.
        (f"{_LAWS}::test_unmodified_code_has_no_leak_in_a_campaign_read_anew",),
        partial(play_before, "shadow"),
        filters_of,
    ),
    Area(
        "orders",
        _KNOWN_BOARDS,
        (
            "tests/rules/lieutenants/test_known_state.py",
            "tests/rules/shadow/test_known_state.py",
            "tests/rules/wwn/test_known_state.py",
        ),
        mutants_of=filters_of,
    ),
    Area(
        "pages",
        (
            "outline.pages",
            "outline.views",
            "outline.frame",
            "outline.site",
            "outline.paths",
            "outline.as_of",
            "outline.broadsheet",
            "outline.cockpit",
            "outline.feed",
            "outline.forces",
            "outline.front_page",
            "outline.gallery",
            "outline.mentions",
            "outline.nearby_rumors",
            "outline.order_sheet",
            "outline.pagination",
            "outline.place_tree",
            "outline.search",
            "outline.timeline",
            "outline.turn_ranges",
        ),
        (
            "tests/outline/test_view_fields_turns.py",
            "tests/outline/test_view_fields_things.py",
            "tests/outline/test_view_fields_dossiers.py",
            "tests/outline/test_view_fields_frame.py",
            "tests/outline/test_view_fields_long.py",
            "tests/outline/test_site_pages.py",
            "tests/outline/test_mentions.py",
            "tests/outline/test_as_of.py",
            "tests/outline/test_broadsheet.py",
            "tests/outline/test_cockpit.py",
            "tests/outline/test_feed.py",
            "tests/subscriptions/test_feed.py",
            "tests/outline/test_forces.py",
            "tests/outline/test_front_page.py",
            "tests/outline/test_gallery.py",
            "tests/outline/test_nearby_rumors.py",
            "tests/outline/test_order_sheet.py",
            "tests/outline/test_pagination.py",
            "tests/outline/test_place_tree.py",
            "tests/outline/test_search.py",
            "tests/outline/test_timeline.py",
            "tests/outline/test_turn_ranges.py",
        ),
        _editions,
    ),
    Area(
        "charts",
        ("outline.charts.chart", "outline.charts.ribbons", "outline.charts.relations"),
        (
            "tests/outline/test_view_fields_charts.py",
            "tests/outline/charts/test_by_hand.py",
            "tests/outline/charts/test_ribbons.py",
        ),
        _editions,
    ),
    Area(
        "map",
        (
            "outline.map.cells",
            "outline.map.coast",
            "outline.map.control",
            "outline.map.ground",
            "outline.map.labels",
            "outline.map.layout",
            "outline.map.pieces",
            "outline.map.positions",
            "outline.map.records",
            "outline.map.roughness",
            "outline.map.scale",
            "outline.map.turn_maps",
            "outline.map.ways",
        ),
        (
            "tests/outline/test_view_fields_map.py",
            "tests/outline/map/test_changes.py",
            "tests/outline/map/test_ground.py",
            "tests/outline/map/test_layout.py",
            "tests/outline/map/test_pieces.py",
            "tests/outline/map/test_roughness.py",
            "tests/outline/map/test_terrain.py",
            "tests/outline/map/test_turn_maps.py",
            "tests/outline/map/test_labels.py",
            "tests/outline/map/test_positions.py",
            "tests/outline/map/test_background.py",
            "tests/outline/test_view_fields_long.py",
        ),
        _editions,
    ),
    Area(
        "disclosure",
        ("project.disclosure",),
        ("tests/project/test_disclosure.py", "tests/project/test_renames.py"),
        _editions,
    ),
    Area(
        "gate",
        (
            "leaks.authored_texts",
            "leaks.disclosed_texts",
            "leaks.encodings",
            "leaks.file_lines",
            "leaks.gate",
            "leaks.locations",
            "leaks.scan",
            "leaks.secrets",
            "leaks.term_search",
            "leaks.words",
            "leaks.yaml_comments",
        ),
        (
            "tests/leaks/test_authored_texts.py",
            "tests/leaks/test_disclosed_texts.py",
            "tests/leaks/test_encodings.py",
            "tests/leaks/test_ids.py",
            "tests/leaks/test_lines.py",
            "tests/leaks/test_locations.py",
            "tests/leaks/test_scan.py",
            "tests/leaks/test_secrets.py",
            "tests/leaks/test_words.py",
            "tests/leaks/test_yaml_comments.py",
        ),
        _secret_campaign,
    ),
    Area(
        "slips",
        (
            "lint.normal_form",
            "lint.pasted_passages",
            "lint.shown_texts",
            "lint.slips",
            "lint.unknown_names",
        ),
        (
            "tests/lint/test_allowed_slips.py",
            "tests/lint/test_pasted_passages.py",
            "tests/lint/test_premature_names.py",
            "tests/lint/test_slips.py",
        ),
        _secret_campaign,
    ),
    Area("proof", ("seal.proof",), ("tests/seal/test_proof.py",)),
    Area(
        "load",
        (
            "load.calendar",
            "load.campaign",
            "load.context",
            "load.deadline",
            "load.disk",
            "load.entities",
            "load.images",
            "load.map_backgrounds",
            "load.multi_site",
            "load.pages",
            "load.passages",
            "load.publication",
            "load.relations",
            "load.stray_files",
            "load.text_encoding",
            "load.turns",
        ),
        (
            "tests/load/test_as_written.py",
            "tests/load/test_findings_at_their_places.py",
            "tests/load/test_all_findings_in_one_run.py",
            "tests/load/test_boundaries.py",
            "tests/load/test_names.py",
            "tests/load/test_files.py",
            "tests/load/test_pictures.py",
            "tests/load/test_players.py",
            "tests/load/test_text.py",
            "tests/lint/test_allowed_slips.py",
            "tests/play/test_turn_cache.py",
            "tests/model/test_dates.py",
            *_EXAMPLES,
        ),
    ),
)
