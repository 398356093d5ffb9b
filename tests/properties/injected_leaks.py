"""Leaks to be found: lines of the projection, the rulesets or the outline, written wrongly."""

from __future__ import annotations

from typing import Final

from tests.properties import wwn_injected_leaks
from tests.properties.fault_injection import Plant

TURNS: Final = "project.turns:TurnProjector"
VIEW: Final = "project.visibility:AudienceView"
RELATIONS: Final = "project.relations:RelationProjector"
EDITION: Final = "project.projection:_Projector"
SHADOW: Final = "rules.shadow.tellings"
LIEUTENANTS: Final = "rules.lieutenants"
ROLLS: Final = f"{LIEUTENANTS}.tellings.rolls"
#: Nobody learns of an action without a way to learn of it.
NOTICED_BY_ALL: Final = "replace(event, witnesses={'everyone': 'open-to-all', **event.witnesses})"
FREEFORM: Final = "rules.freeform"

#: News and rumors are held back twice, as such and with their text; so the plant is in the text.
ALL: Final = (
    Plant(
        "secrets-within-secrets-opened",
        "model.audience:Visibility.__and__",
        "self.factions & other.factions",
        "self.factions | other.factions",
    ),
    Plant("sightings-kept", f"{VIEW}.telling", "sightings=(), ", ""),
    Plant(
        "reveal-opens-private-passages",
        "project.access:passage_opened_to",
        "within=passage.within | visibility",
        "within=passage.within | visibility, visibility=passage.visibility | visibility",
    ),
    Plant(
        "gap-shown",
        "model.passages:_join",
        'gap = [("", False)] if',
        'gap = [("", False)] * 2 if',
    ),
    Plant(
        "news-counted-in-title",
        f"{TURNS}.turn",
        "title=turn.title",
        "title=str(turn.news)",
    ),
    Plant(
        "number-of-news",
        f"{TURNS}.turn",
        "title=turn.title",
        'title=f"{turn.title} ({len(turn.news)})"',
    ),
    Plant(
        "number-of-reveals",
        f"{TURNS}.turn",
        "title=turn.title",
        'title=f"{turn.title} ({len(turn.reveals)})"',
    ),
    Plant(
        "gm-notes-for-all",
        f"{TURNS}.turn",
        "self.audience_view.texts(turn.notes, number)",
        "tuple(__import__('chronicle').project.edition.Text("
        "p.prose.visible_to(self.audience), number) for p in turn.notes)",
    ),
    Plant(
        "anchors-count-what-there-is",
        f"{TURNS}.all_news",
        "self.news(item, number, anchor)",
        'self.news(item, number, f"n{turn.news.index(item)}")',
    ),
    Plant(
        "anchors-count-all-relations-of-a-turn",
        f"{RELATIONS}.of_turn",
        'f"b{len(views) + 1}"',
        'f"b{turn.relations.index(relation) + 1}"',
    ),
    Plant(
        "anchors-count-all-relations",
        f"{RELATIONS}.until_now",
        'f"b{shown}"',
        'f"b{turn.relations.index(relation) + 1}"',
    ),
    Plant(
        "anchors-count-all-events",
        f"{TURNS}.numbered",
        'f"e{number}"',
        'f"e{one[0]}"',
    ),
    Plant("writing-turn-shown", f"{TURNS}.rumor", "rumor.turn if gm else 0", "rumor.at.line"),
    Plant(
        "notes-of-factions",
        f"{EDITION}.faction",
        "self.audience_view.texts(faction.notes, AFTER_ALL_TURNS)",
        "self.audience_view.texts(faction.notes, AFTER_ALL_TURNS, faction.visibility)",
    ),
    Plant(
        "slug-counts-hidden-siblings",
        f"{EDITION}.page",
        "PageView(page.id,",
        'PageView(f"{page.id}-{self.campaign.pages.index(page)}",',
    ),
    Plant(
        "position-counts-hidden-places",
        f"{EDITION}.place",
        "position=place.position",
        "position=(self.campaign.places.index(place), 0)",
    ),
    Plant(
        "land-of-a-hidden-place",
        f"{EDITION}.place",
        "land=place.land",
        "land=[it for it in self.campaign.places if it.land][-1].land",
    ),
    Plant(
        "shade-counts-hidden-passages",
        f"{EDITION}.faction",
        "colors=faction.colors",
        'colors=("#000000", f"#{len(faction.profile):06}")',
    ),
    Plant(
        "sheets-of-the-gm",
        f"{EDITION}.sheets_at",
        "self.audience, refs",
        "__import__('chronicle').model.audience.GM, refs",
    ),
    Plant(
        "public-told-as-powers",
        f"{SHADOW}:tell",
        "if audience.is_gm or (audience.faction and audience.faction in before.powers):",
        "if True:",
    ),
    Plant("told-as-owner", f"{SHADOW}:_owns", "return", "return True or"),
    Plant(
        "because-for-all",
        f"{SHADOW}:_changed",
        'event.because if admitted else ""',
        "event.because",
    ),
    Plant(
        "veto-for-all",
        f"{SHADOW}:_conspired",
        'event.veto if gm else ""',
        "event.veto",
    ),
    Plant("vetoed-order-told", f"{SHADOW}:_disclose_conspiracy", "if event.veto:", "if False:"),
    Plant(
        "veto-without-dice-told",
        f"{SHADOW}:_disclose_conspiracy",
        "if not event.transfers:",
        "if False:",
    ),
    Plant(
        "line-for-powers",
        f"{SHADOW}:_conspired",
        'event.public if gm else ""',
        'event.public or ""',
    ),
    Plant("roll-ids-of-others", f"{SHADOW}:_roll", "if owner else", "if True else"),
    Plant(
        "order-ids-of-others",
        f"{SHADOW}:_conspired",
        'order=f"{event.power}/{event.order}" if owner else ""',
        'order=f"{event.power}/{event.order}"',
    ),
    Plant(
        "request-for-all",
        f"{SHADOW}:_disclose_to_owner",
        "if not _owns(audience, event.power):",
        "if not (isinstance(event, events.Assisted) or _owns(audience, event.power)):",
    ),
    Plant(
        "street-hears-what-never-was",
        f"{SHADOW}:_disclose_to_public",
        "if event.outcome in events.NOT_CARRIED_OUT:",
        "if False:",
    ),
    Plant(
        "street-hears-who",
        f"{SHADOW}:_disclose_to_public",
        "Facts(text=event.public, sphere=sphere)",
        "Facts(text=event.public + event.resource.name, sphere=sphere)",
    ),
    Plant(
        "ledger-names-others-orders",
        "rules.shadow.sheets:_entry",
        "and event.power == id",
        "",
    ),
    Plant(
        "all-told-as-owner",
        f"{LIEUTENANTS}.tellings:_disclose_action",
        "if view.gm or view.faction == event.faction:",
        "if True:",
    ),
    Plant(
        "visibilities-of-orders-forgotten",
        f"{LIEUTENANTS}.tellings:_disclose_action",
        "if not (named or event.seen.admits(audience)):",
        f"event = {NOTICED_BY_ALL}\n    if False:",
    ),
    Plant(
        "actor-named-to-all",
        f"{LIEUTENANTS}.tellings:_disclose_action",
        "named = event.known.admits(audience)",
        f"named, event = True, {NOTICED_BY_ALL}",
    ),
    Plant(
        "books-of-others",
        f"{LIEUTENANTS}.tellings:_disclose_accounts",
        "if not view.gm and view.faction != event.faction:",
        "if False:",
    ),
    Plant(
        "adjustments-for-all",
        f"{LIEUTENANTS}.tellings:_disclose_alteration",
        "gm_change_reason(event.visibility,",
        "gm_change_reason(__import__('chronicle').model.audience.FOR_EVERYONE,",
    ),
    Plant(
        "order-of-another-s-move",
        f"{LIEUTENANTS}.tellings:_tell_actor",
        'mine = view.gm or key.partition("/")[0] == view.faction',
        "mine = True",
    ),
    Plant(
        "hidden-assets-seen", f"{LIEUTENANTS}.board_view:BoardView.sees", "if self.gm:", "if True:"
    ),
    Plant(
        "hidden-assets-named",
        f"{LIEUTENANTS}.board_view:BoardView.name",
        "if asset is not None and self.sees(id)",
        "if asset is not None",
    ),
    Plant(
        "dice-as-the-gm-s",
        f"{ROLLS}:rolls_for_owner",
        "view.gm or (named and not _names_others(view, roll))",
        "True",
    ),
    Plant(
        "lost-projects-of-others",
        f"{LIEUTENANTS}.tellings.turn_events:turn_over_facts",
        "(view.gm or faction == view.faction)",
        "True",
    ),
    Plant(
        "sheets-as-owner",
        f"{LIEUTENANTS}.sheets:_sheet_of",
        "if view.gm or view.faction == subject.id:",
        "if True:",
    ),
    Plant(
        "figures-for-all",
        f"{LIEUTENANTS}.sheets:measures",
        "visibility_of_factions([id])",
        "__import__('chronicle').model.audience.FOR_EVERYONE",
    ),
    Plant(
        "masters-of-double-agents",
        f"{LIEUTENANTS}.sheets.own:_minion_facts",
        '"served": view.who(minion.agent_of) if view.gm else None',
        '"served": view.who(minion.agent_of)',
    ),
    Plant(
        "whoever-is-there",
        f"{LIEUTENANTS}.sheets.others:_present_by_place",
        "(view.gm or mine or",
        "(True or",
    ),
    Plant(
        "whatever-is-there",
        f"{LIEUTENANTS}.sheets.others:_things_by_place",
        "if view.gm or (mine and view.whereabouts(view.after, asset) is not None):",
        "if True:",
    ),
    Plant(
        "orders-of-others",
        f"{FREEFORM}.tellings:_ordered",
        "if audience.is_gm or audience.faction == event.faction:",
        "if True:",
    ),
    Plant(
        "texts-for-others",
        f"{FREEFORM}.tellings:_ordered",
        "if told.visibility.admits(audience)]",
        "]",
    ),
    Plant(
        "orders-counted-by-position",
        f"{FREEFORM}.tellings:_ordered",
        "hides_position=True",
        "hides_position=False",
    ),
    Plant(
        "readers-of-texts",
        f"{FREEFORM}.tellings:_text",
        "if audience.is_gm else ()",
        "",
    ),
    Plant(
        "counters-of-others",
        f"{FREEFORM}.tellings:_changed",
        "if not counter.heard_by.admits(audience):",
        "if False:",
    ),
    Plant(
        "counters-of-strangers",
        f"{FREEFORM}.tellings:_changed",
        "counter.heard_by.admits(audience)",
        "counter.visibility.admits(audience)",
    ),
    Plant(
        "causes-for-all",
        f"{FREEFORM}.tellings:_changed",
        "admitted = own or cause.visibility.admits(audience)",
        "admitted = True",
    ),
    Plant(
        "changes-in-order-of-orders",
        f"{FREEFORM}.tellings:_changed",
        "hides_position=not ordered",
        "hides_position=False",
    ),
    Plant(
        "counters-on-all-sheets",
        f"{FREEFORM}.state:State.seen_by",
        "and counter.visibility.admits(audience)",
        "",
    ),
    Plant(
        "readers-of-counters",
        f"{FREEFORM}.sheets:_rows",
        "if audience.is_gm else ()",
        "",
    ),
    Plant(
        "counters-charted-for-all",
        f"{FREEFORM}.sheets:measures",
        "counter.value, counter.visibility)",
        "counter.value, __import__('chronicle').model.audience.FOR_EVERYONE)",
    ),
    Plant(
        "readers-of-measures",
        f"{TURNS}.measures",
        "replace(measure, visibility=own)",
        "measure",
    ),
    *wwn_injected_leaks.ALL,
)
