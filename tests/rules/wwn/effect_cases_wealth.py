"""What proves the effects of the assets of Wealth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.rules.wwn.effect_cases import Proof, shown

PROOFS: Final[Mapping[str, Mapping[str, Proof]]] = {
    "armed-guards": {},
    "cooperative-businesses": {
        "surcharges": shown(
            "cooperative businesses make what others create there dearer by 1",
            "two cooperative businesses make it dearer by 2",
            "who pays more for cooperative businesses in hiding does not learn whose they are",
            limits=(
                "cooperative businesses elsewhere change no price",
                "cooperative businesses do not make dearer what their owner creates",
            ),
        ),
    },
    "farmers": {
        "yields": shown(
            "farmers bring 1 treasure on a 5",
            "farmers bring 1 treasure on a 6",
            "farmers bring nothing on a 4",
        ),
    },
    "front-merchant": {
        "robs": shown(
            "a front merchant that hits takes 1 treasure",
            "a front merchant takes 1 treasure once a turn, however often it hits",
            "a faction loses treasure to front merchants once a turn, however many they are",
            limits=(
                "a front merchant that misses takes nothing",
                "a front merchant takes nothing where there is nothing",
            ),
        ),
    },
    "caravan": {
        "carries": shown(
            "a caravan goes one move with another asset for 1 treasure",
            "a caravan goes alone for the same price",
        ),
    },
    "dragomans": {
        "throws": shown(
            "a faction that founds a base beside its dragomans throws two dice",
            "dragomans help the founder of a base next to them, and are not named to a rival",
            "a base that is founded beside dragomans is defended with two dice",
            limits=("where there are no dragomans it throws one",),
        ),
        "carries": shown(
            "dragomans move themselves for nothing",
        ),
    },
    "pleaders": {
        "spares": shown(
            "pleaders are never met by an asset of force, even at its owner's word",
            "pleaders who find none but assets of force are met by the base",
            "pleaders do not answer an asset of force",
            limits=("pleaders answer an asset of cunning with 1d6",),
        ),
    },
    "worker-mob": {},
    "ancient-mechanisms": {
        "doubles": shown(
            "profits beside ancient mechanisms are thrown twice, and the better counts",
            "what a profit costs is thrown once beside ancient mechanisms, the profit itself twice",
            limits=(
                "profits away from ancient mechanisms are thrown once",
                "ancient mechanisms are of no use to a rival's profits",
            ),
        ),
    },
    "arcane-laboratory": {
        "empowers": shown(
            "beside an arcane laboratory a faction without magic buys what needs low magic",
            "beside two arcane laboratories it buys what needs medium magic",
            "once an arcane laboratory is lost, magic counts no higher",
        ),
    },
    "free-company": {
        "upkeep": shown(
            "a free company costs 1 treasure a turn",
            "an unpaid free company is lost on a 3",
            (
                "an unpaid free company goes rogue on a 4, and attacks the wealthiest where it "
                "is at once"
            ),
            "a rogue free company attacks its own owner where that is the wealthiest",
            "a rogue free company obeys again once its arrears are paid",
            "the die for a rogue free company is thrown again as long as it is unpaid",
        ),
        "carries": shown(
            "a rogue free company obeys again once its arrears are paid",
            "a free company moves itself for nothing",
        ),
    },
    "manufactory": {
        "yields": shown(
            "a manufactory costs 1 treasure on a 1",
            "a manufactory brings 1 treasure on a 2",
            "a manufactory brings 1 treasure on a 5",
            "a manufactory brings 2 treasure on a 6",
            "a manufactory whose loss is not paid by the end of the turn is lost",
            "a manufactory is kept when its loss can be paid by the end of the turn",
        ),
    },
    "healers": {
        "restores": shown(
            (
                "healers within one move bring back what an attack with force destroyed, for "
                "half its cost"
            ),
            "healers have half of an odd cost rounded up",
            limits=(
                "healers bring back nothing that an attack with cunning destroyed",
                "healers two moves away bring back nothing",
                "healers bring back nothing against their owner's word",
                "healers bring back nothing that their owner can't pay for",
                "healers do not bring back bases",
            ),
        ),
    },
    "monopoly": {
        "demands": shown(
            "a monopoly has 1 treasure of a rival's asset beside it",
            "what does not pay a monopoly is lost",
            "what can't pay a monopoly is lost",
            (
                "a monopoly that asks from hiding does not show itself, and only those it asks "
                "learn that they have paid"
            ),
        ),
    },
    "occult-countermeasures": {
        "spares": shown(
            "occult countermeasures are met by what needs magic alone, for 2d10",
            "occult countermeasures find nobody where only a base is left that needs no magic",
            "occult countermeasures do not answer what needs no magic",
            limits=("occult countermeasures answer what needs magic with 1d10",),
        ),
    },
    "usurers": {
        "cheapens": shown(
            "usurers take 2 off a price for 1d4 of their hit points",
            "two usurers take 4 off a price",
            "usurers bring no price below half the cost, rounded up",
            "usurers can perish by what they do",
        ),
    },
    "mad-genius": {
        "carries": shown(
            "a mad genius moves itself for nothing",
        ),
        "empowers": shown(
            "for a mad genius given up a faction without magic buys what needs much of it",
            "a mad genius who is lost before can't be given up, and magic counts as it is",
        ),
    },
    "smuggling-fleet": {
        "carries": shown(
            (
                "a smuggling fleet takes another asset where its owner is barred, and there it "
                "is subtle"
            ),
            "whom a smuggling fleet took is subtle no more once it attacks",
            "a smuggling fleet goes alone as well",
        ),
    },
    "supply-interruption": {
        "demands": shown(
            "a supply interruption costs a rival's asset half its cost, and nobody has it",
            "an asset whose owner does not pay a supply interruption is of no use",
            "a supply interruption that loses its check costs nothing",
            "what a supply interruption holds up serves again once half its cost is paid",
        ),
    },
    "economic-disruption": {
        "carries": shown(
            "an economic disruption moves itself for nothing",
        ),
    },
    "merchant-prince": {
        "cheapens": shown(
            "a merchant prince takes 1d8 off a price for 1d4 of its hit points",
            "a merchant prince brings no price below half the cost",
            "a merchant prince and usurers take off a price together",
        ),
    },
    "trade-company": {
        "yields": shown(
            "a trade company brings 1d6-1 treasure for 1d4 of its hit points",
            "a trade company brings nothing on a 1, and is hurt all the same",
            "a trade company that is used up yields all the same, and all see it go",
        ),
    },
    "ancient-workshop": {
        "yields": shown(
            "an ancient workshop brings 1d6 treasure for 1d6 of its hit points",
            "an ancient workshop that is used up yields all the same",
        ),
    },
    "lead-or-silver": {
        "converts": shown(
            "what lead or silver destroys comes over with 1 hit point for half its cost",
            limits=(
                "what lead or silver does not destroy stays where it belongs",
                "lead or silver takes nothing over against its owner's word",
                "lead or silver takes nothing over that its owner can't pay for",
                "lead or silver takes no base over",
            ),
        ),
    },
    "transport-network": {
        "carries": shown(
            "a transport network fetches an asset from two moves away to within one move of itself",
            "a transport network takes an asset one move on from where that stands",
            "a transport network carries as often in a turn as it is paid",
        ),
    },
    "golden-prosperity": {
        "yields": shown(
            "golden prosperity pays for repairs, and what is left of it goes",
            "where golden prosperity does not suffice treasure makes up for it",
            "golden prosperity does not pay for the repair of the faction",
        ),
    },
    "hired-legion": {
        "upkeep": shown(
            "a hired legion costs 2 treasure a turn",
            "an unpaid hired legion is lost on a 3",
            "an unpaid hired legion goes rogue on a 4, and attacks at once",
            "a hired legion obeys again once its arrears are paid",
        ),
        "carries": shown(
            "a hired legion obeys again once its arrears are paid",
            "a hired legion moves itself for nothing",
        ),
        "unsellable": shown(
            "a hired legion can't be sold",
        ),
    },
}
