"""Whole legal campaigns of assets."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any, ClassVar

from chronicle.diagnostics.report import Report
from chronicle.rules.wwn.actions.afflicts import Affliction
from chronicle.rules.wwn.actions.arrival import Carrying
from chronicle.rules.wwn.actions.demands import Demand
from chronicle.rules.wwn.actions.expand import Founding
from chronicle.rules.wwn.actions.exposes import Search
from chronicle.rules.wwn.actions.mends import Mending
from chronicle.rules.wwn.adjustments import parse_adjustments
from chronicle.rules.wwn.changes import fold
from chronicle.rules.wwn.events import Acted, Attacked, Unveiled
from chronicle.rules.wwn.order_parser import alliance_changes
from chronicle.rules.wwn.state import Asset, Piece, State
from tests.properties.campaign_writer import Met, Writer
from tests.properties.editable_campaign import Content, Draft
from tests.properties.secret_tokens import NOBODY, Readers, chance, pick, who
from tests.properties.wwn_adjustments import Alterations
from tests.properties.wwn_orders import OrderWriter, redone
from tests.properties.wwn_setup import Openings, World


class WwnWriter(Writer):
    """Writes campaigns of 3 or 4 factions in five places, with two more where nobody comes."""

    ruleset: ClassVar[str] = "wwn"
    always: ClassVar[str] = "over"

    def grounds(self) -> None:
        self.powers = sorted(self.ids("faction", self.choices.number(3, 4)))
        self.places = self.ids("place", 8)
        self.host = pick(self.choices, self.powers)
        self.miles = chance(self.choices, 40)
        self.world = World(
            choices=self.choices,
            ledger=self.ledger,
            powers=self.powers,
            core=self.places[:5],
            hideouts=self.places[5:7],
            idle=self.ledger.token("asset type", NOBODY),
            mercenary=self.ledger.token("asset type", NOBODY),
            gambler=self.ledger.token("asset type", NOBODY),
            tag=self.ledger.token("tag", NOBODY),
        )
        types = (self.world.idle, self.world.mercenary, self.world.gambler)
        #: The words of the house's own types, by id.
        self.kinds = {id: f"Odd {self.token('name of type', 'gm')}" for id in types}

    def visibilities(self) -> dict[str, str | list[str]]:
        hidden: dict[str, str | list[str]] = {self.places[-1]: [self.host]}
        return hidden | ({self.powers[0]: "factions"} if chance(self.choices, 50) else {})

    def rules(self) -> Content:
        world = self.world
        base: Content = {"attribute": "wealth", "level": 1, "cost": 1}
        idle = {**base, "name": self.kinds[world.idle], "hp": 5}
        banners: Content = {**base, "name": self.kinds[world.mercenary], "hp": 6, "cost": 8}
        banners |= {
            "attack": {"attribute": "wealth", "target": "force", "damage": "2d4+2"},
            "effects": [
                {"does": "upkeep", "amount": 20, "mercenary": True},
                {"does": "carries", "who": "self"},
            ],
        }
        gambler: Content = {**base, "name": self.kinds[world.gambler], "hp": 4}
        gambler["effects"] = [
            {"does": "carries", "who": "self"},
            {"does": "yields", "table": [-20, -20, 1, 2], "at_stake": True},
        ]
        tithe = {"name": f"Of {self.token('name of tag', 'gm')}"}
        self.tithe = tithe["name"]
        more: Content = {"does": "throws", "more": 1, "when": ["attack", "defence"]}
        effects = [{"does": "income", "amount": 1}, {**more, "whose": "owner"}]
        tag = {**tithe, "effects": effects}
        types = {world.idle: idle, world.mercenary: banners, world.gambler: gambler}
        rules: Content = {"catalogue": {"assets": types, "tags": {world.tag: tag}}}
        rules["assets"] = pick(self.choices, ["public", "public", "rumored", "owner"])
        rules["xp_cost"] = pick(self.choices, ["reached", "leaving"])
        return rules | ({"distance": "miles", "friends": "allies"} if self.miles else {})

    # The world

    def place(self, id: str) -> Content:
        place: Content = {
            "name": self.name(id),
            "position": self.position(id),
            "text": self.passages("place text", self.ledger.readers[id]),
            "neighbours": self.neighbours(id),
        }
        if id in self.words_of:
            place["for"] = self.words_of[id]
        if id in self.world.core:
            place["opening"] = self.rule_of(id)
        return place

    def position(self, id: str) -> list[int]:
        """The core within a move or two, all else out of reach, wherever what is secret may lie."""
        index = self.places.index(id)
        if id in self.world.core:
            return [index * 45, self.choices.number(0, 20)]
        return [index * 10, 900] if id in self.world.hideouts else [700, 400]

    def neighbours(self, id: str) -> list[str]:
        core, hideouts = self.world.core, self.world.hideouts
        if id in hideouts:
            return [hideouts[1 - hideouts.index(id)]]
        if id not in core:
            return core[:1]
        index = core.index(id)
        return [core[(index + 1) % len(core)], *([core[2]] if index == 0 else [])]

    def rule_of(self, id: str) -> Content:
        opening: Content = {"water": id == self.world.core[0] or chance(self.choices, 50)}
        if not chance(self.choices, 70):
            return opening
        ruler = pick(self.choices, self.powers)
        rivals = [power for power in self.powers if power != ruler]
        opening |= {"ruler": ruler, "admits": [pick(self.choices, rivals)]}
        others = [power for power in rivals if power not in opening["admits"]]
        return opening | {"forbids": pick(self.choices, [[], [], others, "everyone"])}

    def opening(self, id: str) -> Content:
        if not self.world.openings:
            Openings(self.world).write()
            self.outpost()
        return self.world.openings[id]

    def outpost(self) -> None:
        """Something at the place that its host alone knows."""
        opening = self.world.openings[self.host]
        base = {**self.world.named("base", self.host), "at": self.places[-1], "max": 1}
        opening["bases"].append(base)
        there = {**self.world.named("asset", self.host), "at": self.places[-1]}
        opening["assets"].append({**there, "type": "farmers"})

    # Turns

    def turn(self, draft: Draft, number: int, state: State) -> State:
        turn = self.frame(number)
        if self.miles and number == 1:
            pair = self.powers[:2]
            turn["relations"] = [{"between": pair, "as": "allies", "for": pair}]
        turn["reveals"] = self.reveals(draft, number)
        self.gm = Alterations(self.world, self.stands_in(turn, state))
        changes = self.gm.write(state, 3)
        turn["adjustments"] = [self.adjustment(change) for change in changes]
        turn["news"] = self.news(lambda: self.gm.write(state, 1))
        board = self.altered(turn, state)
        turn["orders"] = OrderWriter(self.world, board, self.stands_in(turn, state)).write()
        turn["notes"] = self.prose("turn notes", who("gm", self.powers))
        self.redo(turn, state)
        events, after = self.settle(draft, turn, state)
        self.carried_out = [it.event.id.partition("/")[2] for it in events if _ordered(it.event)]
        self.finish(draft, turn, events)
        assert isinstance(after, State)
        self.see(after)
        return after

    def bare(self, turn: Content) -> Content:
        """A turn with nothing in it but what is played."""
        items = [item for item in turn.get("news", []) if "effects" in item]
        news = [{**item, "for": "gm", "text": "So."} for item in items]
        kept = ("turn", "title", "date", "adjustments", "relations", "orders")
        return {key: turn[key] for key in kept if key in turn} | {"news": news}

    def altered(self, turn: Content, state: State) -> State:
        """The board that orders meet: with the GM's changes, their results, and allies."""
        read, _ = self.read(self.bare(turn), state, Report())
        board = parse_adjustments(read, state, Report()).state or state
        return fold(board, alliance_changes(read, board))

    def redo(self, turn: Content, state: State) -> None:
        """Rolls of rivals that would come up are thrown again by those who can have that done."""
        events = self.play(turn, state)
        rolls = [roll.id for it in events or [] for roll in it.event.rolls]
        stands = self.stands_in(turn, state)
        for faction, own in turn["orders"].items():
            for one in redone(self.world, state, faction, rolls):
                own["redo"] = [*own.get("redo", []), one]
                if not stands({}):
                    own["redo"].pop()

    def plots(self, _turn: Content) -> Iterator[str]:
        """The orders of which something came."""
        return iter(self.carried_out)

    # Who comes to know what

    def see(self, state: State) -> None:
        """Everybody may read the name of what is in the open for them on this board.

        Whose it is knows its id; the name of a tag is for those who have it.
        """
        pieces: tuple[Piece, ...] = (*state.assets.values(), *state.bases.values())
        for piece in pieces:
            readers = [one for one in (*self.powers, "everyone") if visible(state, piece, one)]
            self.show(piece, frozenset(readers))
            self.ledger.widen(piece.id, frozenset({piece.faction}))
        for faction in state.factions.values():
            if self.world.tag in faction.tags:
                self.ledger.widen(self.tithe, frozenset({faction.id}))

    def show(self, thing: Any, readers: Readers) -> None:
        """Lets those read what a thing is called, and of what type it is.

        Factions among them may read its id and that of its type as well, by which they could order
        something against it, or more of the same.
        """
        powers, kind = readers - {"everyone"}, getattr(thing, "type", "")
        self.ledger.widen(thing.name, readers)
        self.ledger.widen(self.kinds.get(kind, ""), readers)
        self.ledger.widen(getattr(thing, "id", ""), powers)
        self.ledger.widen(kind, powers)

    def heard(self, _turn: Content, events: list[Met]) -> None:
        for before, event in ((met.before, met.event) for met in events):
            self.see(before)
            match event:
                case Acted() if event.details is not None:
                    self.done(before, event)
                case Attacked(defender=met) if event.outcome != "not-carried-out":
                    self.show(event.attacker, who("everyone", self.powers))
                    if met is not None:
                        self.show(met, who("everyone", self.powers))
                case Unveiled(found=found) if found:
                    parties = frozenset({event.faction, event.against})
                    for one in found:
                        self.show(one, parties)
                    self.named(before, event, parties)
                case _:
                    pass

    def done(self, before: State, event: Acted) -> None:
        """An action names to both sides the asset that it is done to, and the one that does it."""
        match event.details:
            case Search(found=found, against=against) if found:
                for one in found:
                    self.show(one, frozenset({event.faction, against}))
                self.named(before, event, frozenset({against}))
            case Carrying(legs=legs):
                for leg in legs:
                    self.show(before.assets[leg.asset], frozenset({event.faction}))
            case Mending(subject=subject) if subject in before.assets:
                self.show(before.assets[subject], frozenset({event.faction}))
            case Demand() | Affliction() as details:
                parties = frozenset({event.faction, details.against})
                self.show(before.assets[details.subject], parties)
                self.named(before, event, parties)
            case Founding() as details:
                rivals = frozenset(rival for rival, _, _ in details.rivals)
                self.ledger.widen(details.name, rivals)
            case _:
                pass

    def named(self, before: State, event: Any, readers: Readers) -> None:
        """The asset that does something to others is named to them, if it does not hide."""
        after = self.system.apply(before, event)
        doer = after.assets.get(event.asset) or before.assets[event.asset]
        if not doer.stealth:
            self.show(doer, readers)

    def unmask(self, event: str, readers: Readers) -> None:
        """Who was behind it, and by which asset."""
        found = next(met.event for met in self.steps if met.event.id == event)
        match found:
            case Acted():
                self.ledger.widen(found.name, readers)
                self.ledger.widen(getattr(found.details, "name", ""), readers)
            case Attacked(attacker=attacker, defender=met):
                self.ledger.widen(attacker.name, readers)
                self.ledger.widen(met.name if met else "", readers)
            case _:
                pass


def _ordered(event: Any) -> bool:
    return isinstance(event, Acted) or (isinstance(event, Attacked) and not event.part)


def visible(state: State, piece: Piece, reader: str) -> bool:
    """Whether an asset or a base is in the open for a faction, or the public (W-ENT-5)."""
    if piece.faction == reader:
        return True
    if isinstance(piece, Asset) and piece.stealth:
        return False
    if state.house.assets == "rumored":
        pieces: tuple[Piece, ...] = (*state.assets.values(), *state.bases.values())
        return any(one.faction == reader and _close(state, one.at, piece.at) for one in pieces)
    return state.house.assets == "public"


def _close(state: State, one: str, other: str) -> bool:
    """Whether two places are the same or one move apart."""
    if one == other:
        return True
    start, end = state.places[one], state.places[other]
    if state.house.distance == "neighbours":
        return other in start.neighbours
    if start.position is None or end.position is None:
        return False
    return (
        hypot(start.position[0] - end.position[0], start.position[1] - end.position[1])
        <= state.house.move
    )
