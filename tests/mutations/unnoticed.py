"""Faults that no test notices, or the functions they are in, each with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.mutations.equivalent_filters import EQUIVALENT

_LABELS: Final = "outline.map.labels"
_POSITIONS: Final = "outline.map.positions"
_SCALE: Final = "outline.map.scale"
_SCANNER: Final = "leaks.scan:Scanner"
_PASSAGES: Final = "lint.pasted_passages:_PassageSearch"
_RING: Final = "outline.charts.relations"
_FREE_SPOT: Final = "a label may stand at any free spot, and tests hold that it does"
_FREE_PLACE: Final = "a place without position may lie wherever the laws of positions let it"
_EQUAL: Final = "both ways come to the same where the two sides are equal"
_NEVER_EQUAL: Final = "the two sides are never equal"
_HAIR: Final = "one unit of a drawing is not seen"
_FASTER: Final = "comes to the same, more slowly"
_NO_QUOTE: Final = "words among which is no term are quoted by nobody"
_NO_LEAK: Final = "a term without an audience is no leak"
_NO_READER: Final = "to nobody nothing can slip"
_NEVER_FALSE: Final = "it is never false"
_UNUSED: Final = "makes a view that no page has"
_DATED: Final = "turns have days if there is a calendar, and otherwise none has"
_NO_SOURCE: Final = "without a source there is no node"
_NO_PLACE: Final = "nothing is a place of that id"
_ONLY_LINE: Final = "of where a page's text begins, the line alone is asked for"
_HAS_KEY: Final = "each of them stands under a key"
_NAMED: Final = "what an edition refers to has a name in it"
_ALWAYS_NUMBER: Final = "it is a number, or nothing"
_SAME_NAME: Final = "the page and its template have the same name"

UNNOTICED: Final[Mapping[str, str]] = {
    **EQUIVALENT,
    "project.visibility:_renames: it.ref in names -> True": (
        "loading refuses to rename what does not exist"
    ),
    "project.visibility:_renames: one[0] < turn.number -> True": (
        "of two names of one turn the last counts"
    ),
    "project.disclosure:_ItemBuilder.ref: self.edition.name_at(ref, self.turn) -> True": _NAMED,
    "project.disclosure:_ItemBuilder.ref: '' -> True": _NAMED,
    "project.disclosure:_ItemBuilder.ref: '' -> False": _NAMED,
    "project.disclosure:_ItemBuilder.text: name is None -> False": _NAMED,
    "rules.lieutenants.known_state:_known_place: isinstance(capital, int) -> True": _ALWAYS_NUMBER,
    "rules.lieutenants.known_state:_numbers: isinstance(value, int) -> True": _ALWAYS_NUMBER,
    "rules.wwn.known_state:_hit_points: isinstance(known, int) -> True": _ALWAYS_NUMBER,
    "seal.proof:_check_reads_own: bundle is not None -> True": "slots and logins were compared",
    "seal.proof:_check_picture_sizes: size < 2 * ROW_BYTES off by one": (
        "files have 52 bytes more than a power of two"
    ),
    "seal.proof:_check_reads_own: dossier not in opened -> True": _FASTER,
    f"{_RING}:_nodes: abs(sin(turned)) < 0.3 off by one": _NEVER_EQUAL,
    f"{_RING}:_nodes: sin(turned) > 0 off by one": _NEVER_EQUAL,
    f"{_RING}:_nodes: cos(turned) > 0 off by one": _NEVER_EQUAL,
    f"{_RING}:_passes_near: abs(x - at[0]) < _CLEARANCE[0] off by one": _HAIR,
    f"{_RING}:_passes_near: abs(y - at[1]) < _CLEARANCE[1] off by one": _HAIR,
    "outline.pages:outline: edition.form is not None -> True": "no page has the key without a form",
    "outline.pages:_PageBuilder.own_figures: self.figures -> True": "who has sheets has measures",
    "outline.pages:_PageBuilder.private_pages: edition.audience.faction -> True (2)": _UNUSED,
    "outline.pages:_PageBuilder.private_pages: edition.audience.is_gm -> True (2)": _UNUSED,
    "outline.pages:_search_pages: SitePage with path and template swapped": _SAME_NAME,
    "outline.pages:_feed_and_sitemap: SitePage with path and template swapped": _SAME_NAME,
    "outline.pages:_PageBuilder.chart_pages: SitePage with path and template swapped": _SAME_NAME,
    "outline.pages:_PageBuilder.map_pages: SitePage with path and template swapped": _SAME_NAME,
    "outline.pages:_PageBuilder.private_pages: SitePage with path and template swapped (2)": (
        _SAME_NAME
    ),
    "outline.site:_without_index: path.partition('#')[0] == HOME -> True": (
        "no other path begins like that of the front page"
    ),
    "outline.as_of:_places: around is not None -> True": "nobody knows what is not there",
    "outline.forces:pieces_in: Facts.pieces_of(facts) -> True": _FASTER,
    "outline.pagination:rumors_by_place: ('',) -> True": _NEVER_FALSE,
    "outline.timeline:_timeline_turns: calendar is None -> False": _DATED,
    "outline.timeline:_timeline_turns: day is None -> False": _DATED,
    "outline.timeline:_timeline_turns: day -> False": _DATED,
    "outline.timeline:_timeline_turns: TimelineTurn with day and later swapped (2)": _DATED,
    "outline.timeline:_timeline_months: calendar is not None -> True": _DATED,
    "outline.timeline:_timeline_months: month -> True": _DATED,
    "outline.timeline:_day_before: day is not None -> True": _DATED,
    "load.calendar:_days: 0 -> False": "after an error nobody counts the days",
    "load.calendar:TurnDayParser.read: at -> True": _NEVER_FALSE,
    "load.calendar:_value_span: not isinstance(value, ScalarNode) -> False": "it has been parsed",
    "load.calendar:_value_span: value.span.line != value.span.end_line -> False": (
        "what has several lines does not read as one of them"
    ),
    "load.campaign:_CampaignLoader.decode_file: source is None -> False": _NO_SOURCE,
    "load.campaign:_CampaignLoader.places: world.readers is not None -> True": (
        "without readers it comes to the same"
    ),
    "load.multi_site:_decode: source is None -> False": _NO_SOURCE,
    "load.passages:passages_of: written is None -> False": "what is not written has no node",
    "load.passages:passages_of: node is None -> False": "what is written has a node",
    "load.passages:passages_of: text is not None -> True": "a passage always has a text",
    "load.passages:visibility_at: [entry.at(key)] -> True": _NEVER_FALSE,
    "load.passages:_passage: isinstance(node, ScalarNode) -> True": "a text is always a scalar",
    "load.pages:split_front_matter: Span with column and end_line swapped": _ONLY_LINE,
    "load.pages:split_front_matter: Span with end_line and end_column swapped": _ONLY_LINE,
    "load.passages:_TextParser.note_links: self.visibility -> True": _NEVER_FALSE,
    "load.campaign:_places: isinstance(players, MapNode) -> True": "players are always a mapping",
    "load.images:check_preview_image: card is not None -> True (2)": (
        "without a preview image there is no file of it"
    ),
    "load.publication:publication_record_of: form is not None -> True": "nothing is no number",
    "load.text_encoding:_read_problem: 'no reason given' -> True": _NEVER_FALSE,
    "load.turns:TurnParser.orders: _key_at(key, faction) -> True": _HAS_KEY,
    "load.turns:TurnParser.orders: entry.at('orders') -> True": _HAS_KEY,
    "load.turns:TurnParser.orders: entry.at('orders') -> False": _HAS_KEY,
    "load.turns:TurnParser.rolls: _key_at(written, name) -> True": _HAS_KEY,
    "outline.map.scale:fit_to_points: [(0, 0)] -> True": _NEVER_FALSE,
    "outline.map.layout:_cached_points: (fit_to_points(seen.values(), size), None) -> True": (
        _NEVER_FALSE
    ),
    "outline.map.ground:_land_ways: id < other off by one": _NEVER_EQUAL,
    "outline.map.ways:lines_of_ways: id < other off by one": _NEVER_EQUAL,
    "load.passages:_TextParser.address_at: self.text.find(address) -> True": (
        "no text begins with the address of a link"
    ),
    "load.turns:_key_at: isinstance(node, MapNode) -> True": _HAS_KEY,
    "load.turns:_key_at: found is not None -> True": _HAS_KEY,
    "load.turns:TurnParser.rolls: entry.at('rolls') -> True": _HAS_KEY,
    "load.turns:TurnParser.rolls: entry.at('rolls') -> False": _HAS_KEY,
    "load.campaign:_CampaignLoader.published: source is None -> False": _NO_SOURCE,
    "load.campaign:_enclosing_places: id -> True": _NO_PLACE,
    "load.campaign:_enclosing_places: world.places[id].within -> True": _NO_PLACE,
    "load.campaign:_enclosing_places: '' -> True": _NO_PLACE,
    "load.campaign:_enclosing_places: '' -> False": _NO_PLACE,
    "load.context:LoadContext.visibility: not visibilities -> False": (
        "only a secret block names nobody, and is for the GM then"
    ),
    "load.context:LoadContext.visibility: visibility is not None -> True": _NEVER_FALSE,
    "load.campaign:_CampaignLoader.visibility_of": "a list of readers is never empty",
    "outline.map.control:holder_space_by_turn: turn in ends -> True": _FASTER,
    f"{_LABELS}:LabelPlacer.within": _FREE_SPOT,
    f"{_LABELS}:LabelPlacer._best": _FREE_SPOT,
    f"{_LABELS}:LabelPlacer._is_free: min(left, top, self.width - right, "
    "self.height - bottom) < _MIN_MARGIN off by one": _HAIR,
    f"{_LABELS}:_boxes_at_distance": _FREE_SPOT,
    f"{_LABELS}:_contains": _FREE_SPOT,
    f"{_POSITIONS}:_Group.add": _FREE_PLACE,
    f"{_POSITIONS}:_PositionSearch.add": _FREE_PLACE,
    f"{_POSITIONS}:_PositionSearch.anchor": _FREE_PLACE,
    f"{_POSITIONS}:_PositionSearch.best": _FREE_PLACE,
    f"{_POSITIONS}:_PositionSearch.free": _FREE_PLACE,
    f"{_POSITIONS}:_PositionSearch.free_cells": _FREE_PLACE,
    f"{_POSITIONS}:_PositionSearch.grid": _FASTER,
    f"{_POSITIONS}:_PositionSearch.rivals": _FREE_PLACE,
    f"{_POSITIONS}:_PositionSearch.searches": _FREE_PLACE,
    f"{_POSITIONS}:_PositionSearch.step": _FREE_PLACE,
    f"{_POSITIONS}:_do_cross": _FREE_PLACE,
    f"{_POSITIONS}:_honeycomb": _FREE_PLACE,
    f"{_POSITIONS}:_orientation": _FREE_PLACE,
    f"{_POSITIONS}:plane_positions": _FREE_PLACE,
    "outline.map.roughness:shift: away < far off by one": _EQUAL,
    f"{_SCALE}:_free_point": "a marker may move wherever it covers no other",
    f"{_SCALE}:fit_to_backdrop: down * width > max_height * across off by one": _EQUAL,
    f"{_SCALE}:fit_to_points: across * tall >= down * wide off by one": _EQUAL,
    f"{_SCALE}:MapScale.bar: self._long(miles * 100) <= _MAX_BAR_LENGTH off by one": _HAIR,
    "leaks.authored_texts:_TextCollector.pieces: at -> True": _NEVER_FALSE,
    "leaks.disclosed_texts:disclosed_texts_of: RulesetCache(ruleset) -> True": _NEVER_FALSE,
    "leaks.disclosed_texts:disclosed_texts_of: tellings -> False": _FASTER,
    "leaks.encodings:_decode_layer": _FASTER,
    "leaks.file_lines:lines_by_path: _DATA_URL in content -> True": _FASTER,
    "leaks.file_lines:lines_by_path: not digests -> True": _FASTER,
    "leaks.gate:find_leaks: (unaware := (mask & secrets.hidden.get(term, 0))) -> True": _NO_LEAK,
    "leaks.gate:_quotes_by_page: line not in quoted -> True": _FASTER,
    f"{_SCANNER}._quoted_parts: start < len(covered) off by one": _NO_QUOTE,
    f"{_SCANNER}._quoted_parts: end > start -> True": _NO_QUOTE,
    f"{_SCANNER}._quoted_parts: end > start off by one": _NO_QUOTE,
    "leaks.secrets:Secrets.unexcused: not secret -> False": _FASTER,
    "leaks.secrets:Secrets.unexcused: secret -> True": _FASTER,
    "leaks.secrets:_shipped_theme_text": "reads the theme's words again, which are the same",
    "leaks.secrets:Secrets.of: mask -> True": _FASTER,
    "leaks.secrets:Secrets.of: readers[text] != everyone -> True": _FASTER,
    "leaks.secrets:Secrets.of: "
    "(unaware := (everyone & ~able.get(term, 0) & ~own.get(term, 0))) -> True": _NO_LEAK,
    "leaks.secrets:_words_except_names: '(?!)' -> True": _NEVER_FALSE,
    "leaks.secrets:_words_of_own_theme: theme_text.own -> True": _FASTER,
    "leaks.term_search:TermSearch.__init__: ' ' not in term -> True": _FASTER,
    "lint.normal_form:_fold: word.isascii() -> False": _FASTER,
    "lint.normal_form:_fold: word.isalnum() -> False": _FASTER,
    "lint.pasted_passages:pasted_passages_in: "
    "len(shown.normal.forms) >= MIN_SENTENCE_LENGTH -> True": _FASTER,
    f"{_PASSAGES}.__init__: self._readers[number] != everyone -> True": _FASTER,
    f"{_PASSAGES}.__init__: shown.readers -> True": _NO_READER,
    f"{_PASSAGES}.slips: shown.readers -> True": _NO_READER,
    f"{_PASSAGES}._runs_in: MIN_SENTENCE_LENGTH <= end - start"
    " < min(MIN_CONTAINED_LENGTH, self._length) -> True": "longer sentences are runs already",
    f"{_PASSAGES}._origin: (run, readers) not in self._origins -> True": _FASTER,
    f"{_PASSAGES}._first_origin: not hidden -> False": _FASTER,
    f"{_PASSAGES}._end_of_passage: index + 1 without 1": _FASTER,
    "lint.pasted_passages:_hidden_runs_of: MIN_SENTENCE_LENGTH <= len(run) < length -> True": (
        "nobody looks up other sentences"
    ),
    "lint.unknown_names:_NameSearch.__init__: not everybody_knows -> True": _FASTER,
    "lint.unknown_names:_NameSearch.slips: "
    "self._hidden.keys().isdisjoint(normal.forms) -> False": _FASTER,
    "lint.unknown_names:_NameSearch.slips: not unaware -> False": _FASTER,
    "lint.unknown_names:_NameSearch._all_names: piece.about is not None -> True": (
        "what is labelled as a name is about a thing"
    ),
    "leaks.words:normalize_text: text.isascii() -> False": _FASTER,
}
