"""Filters of the projection whose loss shows nobody anything, each with the reason.

A filter stands here as it is written in the code: where it is, the condition, and the constant that
is put in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_AUDIENCE: Final = "model.audience"
_LINKS: Final = "markup.markdown.links"
_VIEW: Final = "project.visibility:AudienceView"
_POLICY: Final = "project.access:AccessPolicy"
_TURNS: Final = "project.turns:TurnProjector"
_EDITION: Final = "project.projection:_Projector"
_TELLINGS: Final = "project.tellings:Tellings"
_LESS: Final = "shows less"
_GM: Final = "matters to the GM's edition alone"
_AGAIN: Final = "reckons again what is known, which comes to the same"
_ANOTHER: Final = "makes another that is the same"
_EVERY_FACT: Final = "looks at every fact, which comes to the same"
_NO_TEXT: Final = "no text of it is for the reader"
_OWN_EDITION: Final = "is asked for the reader's own edition"
_OWN: Final = "lists what the reader is told elsewhere in the same edition"

EQUIVALENT: Final[Mapping[str, str]] = {
    f"{_AUDIENCE}:Visibility.admits: audience.is_gm -> False": _LESS,
    f"{_AUDIENCE}:Visibility.admits: self.public -> False": _LESS,
    f"{_AUDIENCE}:Visibility.admits: bool(audience.faction) -> True": "no faction has an empty id",
    f"{_AUDIENCE}:Visibility.__and__: self.public -> False": _LESS,
    f"{_AUDIENCE}:Visibility.__and__: other.public -> False": _LESS,
    f"{_AUDIENCE}:visibility_of: audience == EVERYONE -> True": _OWN_EDITION,
    f"{_AUDIENCE}:visibility_of: audience == EVERYONE -> False": _LESS,
    f"{_AUDIENCE}:visibility_of: audience.faction -> True": "no faction has an empty id",
    f"{_AUDIENCE}:audience_ids_of: visibility.public -> True": _GM,
    f"{_AUDIENCE}:audience_ids_of: visibility.public -> False": _GM,
    f"{_AUDIENCE}:audience_ids_of: factions and visibility.factions >= factions -> True": _GM,
    f"{_AUDIENCE}:audience_ids_of: factions and visibility.factions >= factions -> False": _GM,
    f"{_AUDIENCE}:audience_ids_of: factions -> True": _GM,
    f"{_AUDIENCE}:audience_ids_of: visibility.factions >= factions -> True": _GM,
    "project.access:AudienceAccess.without_span: self.then is not None -> True": _GM,
    f"{_POLICY}.relation: audience.is_gm -> False": "the GM knows of all factions",
    f"{_POLICY}._reason: reason is None -> True": _AGAIN,
    f"{_POLICY}.readable: access.audience.is_gm -> False": "there is a word of everything",
    "project.access:opened_by: access.reason.code not in ('revealed', 'learnt') -> False": (
        "who knows a thing otherwise is among its readers"
    ),
    "project.access:passage_opened_to: visibility is FOR_GM -> False": _ANOTHER,
    f"{_VIEW}.telling: telling.sightings or telling.learns -> True": _ANOTHER,
    f"{_VIEW}.telling: self.knows_all(_pointers_of(telling), turn) -> False": _EVERY_FACT,
    f"{_VIEW}._text: '[' not in visible -> False": "looks for links in vain",
    f"{_VIEW}.facts: self.knows_all(Facts.pointers_of(facts), turn) -> False": _EVERY_FACT,
    f"{_VIEW}._path_of: picture is None -> False": "texts show no picture that there isn't",
    f"{_VIEW}._visible: self.audience.is_gm -> False": _GM,
    f"{_TURNS}.all_news: self.policy.news(number, item, self.audience).knows -> True": _NO_TEXT,
    f"{_TURNS}.public_events: all((now is it.telling for now, it in zip(shown, events, "
    "strict=True))) -> False": "puts in order again, which comes to the same",
    f"{_TURNS}.numbered: one[1].hides_position -> True": "hides the order of all, not of some",
    f"{_TURNS}.events: telling.order -> True": _GM,
    f"{_TURNS}.sources_of: not access.since -> False": (
        "is asked of what became known after the start"
    ),
    f"{_TURNS}.odds: played_turn.orders is None -> False": _GM,
    f"{_TURNS}.revealed_news: item is None -> False": "nothing is made known that there isn't",
    f"{_TURNS}.revealed_rumor: rumor is None -> False": "nothing is made known that there isn't",
    f"{_TURNS}._with_content: telling is None -> False": "stops at what has nothing to tell",
    f"{_TURNS}.reveal: name -> False": _LESS,
    f"{_TELLINGS}.lessons: audience not in self._lessons -> True": _AGAIN,
    f"{_TELLINGS}.public_events: events is None -> True": _AGAIN,
    f"{_TELLINGS}.measures: measures is None -> True": _AGAIN,
    f"{_TELLINGS}.remembered: memories is None -> True": _AGAIN,
    "project.tellings:_sightings_by_turn: found -> True": _ANOTHER,
    "project.tellings:_sightings_by_turn: found -> False": _LESS,
    "project.projection:shown_pictures: not pictures -> False": "looks for pictures in vain",
    "project.projection:shown_pictures: edition.card is not None -> False": _LESS,
    "project.projection:project: sources is None -> True": "pages are drawn again, to the same",
    f"{_EDITION}.of: tellings is None -> True": _AGAIN,
    f"{_EDITION}.of: audience.is_gm -> True": "asks what others are told, and hands it to nobody",
    f"{_EDITION}.turn: reasons is None -> True": _GM,
    f"{_EDITION}.edition: self.audience.faction -> True": "no faction has an empty id",
    f"{_EDITION}.dossiers: own -> True": "no faction has an empty id",
    f"{_EDITION}.dossier: ref != own -> True": _OWN,
    f"{_EDITION}.dossier: told.telling.order -> True": _OWN,
    f"{_EDITION}.dossier: not news.public -> True": _OWN,
    f"{_EDITION}.dossier: not rumor.public -> True": _OWN,
}
