"""What proves the effects of the assets of Cunning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.rules.wwn.effect_cases import Proof, shown

PROOFS: Final[Mapping[str, Mapping[str, Proof]]] = {
    "informers": {
        "exposes": shown(
            "informers find all that a faction hides within one move",
            "informers who lose their check find nobody, and the price is gone",
        ),
    },
    "petty-seers": {},
    "smugglers": {
        "carries": shown(
            "smugglers take an asset of wealth where its ruler bars it",
            "smugglers take an asset of cunning as well",
        ),
    },
    "useful-idiots": {
        "sacrifices": shown(
            (
                "useful idiots are given up for one that would be lost, and the attack comes to "
                "nothing"
            ),
            "only one band of useful idiots is given up in a turn",
            limits=(
                "useful idiots are kept when the asset hit has more left",
                "useful idiots are never given up against their owner's word",
            ),
        ),
    },
    "blackmail": {
        "single-die": shown(
            "blackmail keeps those who attack beside it to one die",
            "blackmail keeps those it attacks to one die",
            "blackmail takes no die from its own side",
        ),
    },
    "dancing-girls": {
        "immune": shown(
            "dancing girls can't be named to meet an asset of force",
            "dancing girls take no damage from an asset of force that they fail against",
            limits=(
                "dancing girls can be named to meet any other asset",
                "dancing girls take damage from any other asset that they fail against",
            ),
        ),
    },
    "hired-friends": {
        "cloaks": shown(
            "hired friends make an asset of wealth subtle, and nobody else learns of it",
            (
                "an asset that hired friends have made subtle goes where it is barred, wherever "
                "they are"
            ),
            "hired friends who do it again let go of the one before",
            "what hired friends did is over when they are gone",
        ),
    },
    "saboteurs": {
        "afflicts": shown(
            "what saboteurs hit uses no free action in its owner's next turn",
            "what saboteurs miss uses no free action in its owner's next turn either",
            "what saboteurs meet after its owner's turn is hampered in the turn that follows",
            "what saboteurs met uses its free action again in the turn after",
        ),
    },
    "bewitching-charmer": {
        "afflicts": shown(
            "whom a bewitching charmer hits is unhurt, and can't move",
            "whom a bewitching charmer holds goes free when it moves",
            "whom a bewitching charmer holds goes free when it is gone",
        ),
        "uncountered": shown(
            "a bewitching charmer that fails is not answered",
            limits=("another attacker that fails against the same asset is answered",),
        ),
    },
    "covert-transport": {
        "carries": shown(
            "whom a covert transport takes arrives unseen, even where it is barred",
            "whom a covert transport took comes out when it attacks",
        ),
    },
    "occult-infiltrators": {
        "starts-hidden": shown(
            "occult infiltrators enter play stealthed, and nobody else learns of it",
            limits=("other assets enter play in the open, for all to see",),
        ),
    },
    "spymaster": {},
    "court-patronage": {
        "income": shown(
            "court patronage brings 1 treasure every turn",
        ),
    },
    "idealistic-thugs": {},
    "seditionists": {
        "afflicts": shown(
            "whom seditionists hold does nothing for its owner, and gives nothing",
            "seditionists who take another let the first go",
            "whom seditionists hold goes free when they leave",
            "whom seditionists hold goes free when they are gone",
            "seditionists who can't be paid hold nobody",
        ),
    },
    "vigilant-agents": {
        "spots": shown(
            "vigilant agents who win find a stealthed asset that comes near",
            "vigilant agents who don't win learn of nothing",
            limits=("vigilant agents don't see what comes no nearer than two moves",),
        ),
    },
    "cryptomancers": {
        "afflicts": shown(
            "whom cryptomancers overcome is of no use in its owner's next turn",
            "whom cryptomancers overcame is of use again in the turn after",
            "cryptomancers who fail do nothing, and are not answered",
        ),
    },
    "organization-moles": {},
    "shapeshifters": {
        "cloaks": shown(
            "shapeshifters hide themselves, and nobody else learns of it",
            "shapeshifters in hiding can't be attacked",
        ),
    },
    "interrupted-logistics": {
        "tolls": shown(
            "an asset that pays interrupted logistics is on its way till its owner's next turn",
            "an asset that has paid interrupted logistics arrives as its owner's next turn begins",
            "an asset that would not pay interrupted logistics stays where it is",
            "an asset that can't pay interrupted logistics stays where it is",
            limits=("stealthed assets pass interrupted logistics as if they were not there",),
        ),
    },
    "prophet": {},
    "underground-roads": {
        "carries": shown(
            "underground roads take one asset after another to and fro in a turn",
        ),
    },
    "expert-treachery": {
        "converts": shown(
            "what expert treachery hits changes sides permanently, and treachery is spent",
            limits=("expert treachery that fails is answered like any attack",),
        ),
    },
    "mindbenders": {
        "redoes": shown(
            "mindbenders have a rival throw again, and the worse throw counts",
            "mindbenders may keep the first throw when the second is not better for them",
            "mindbenders can keep the higher throw",
            "mindbenders can't do so to the same rival before their owner's next turn has begun",
            "mindbenders do so once in a turn, and to a rival once",
            "mindbenders can do so to the same rival again once their owner's next turn has begun",
            "several bands of mindbenders have one rival throw again no more often than one",
        ),
    },
    "popular-movement": {
        "shelters": shown(
            "where a popular movement is its friends come and stay, barred or not",
            "when a popular movement goes, its friends are without cover",
            "when a popular movement is gone, its friends are without cover",
        ),
    },
    "just-as-planned": {
        "rerolls": shown(
            "a check of cunning that failed is thrown again, and the plan suffers for it",
            "a plan has it thrown again and again as far as its owner will",
            "a plan that perishes by it has had it thrown again all the same",
            "a failed defence by cunning is thrown again as well",
            limits=(
                "a plan does nothing unless its owner will",
                "a plan has nothing to do with checks of force",
            ),
        ),
    },
    "omniscient-seers": {
        "spots": shown(
            "what omniscient seers see through is hidden no more",
            "what wins against omniscient seers stays hidden, and they learn nothing",
        ),
        "throws": shown(
            "what omniscient seers see through is hidden no more",
            "what wins against omniscient seers stays hidden, and they learn nothing",
            "omniscient seers give one die more on cunning within one move",
            limits=("omniscient seers give nothing further off",),
        ),
    },
}
