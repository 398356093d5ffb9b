"""What proves the effects of the assets of Force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.rules.wwn.effect_cases import Proof, shown

PROOFS: Final[Mapping[str, Mapping[str, Proof]]] = {
    "fearful-intimidation": {},
    "local-guard": {},
    "summoned-hunter": {},
    "thugs": {},
    "guerrilla-populace": {},
    "military-transport": {
        "carries": shown(
            "military transport fetches an asset from within one move",
            "military transport sends an asset to within one move",
            "two military transports in a row take an asset two moves",
        ),
    },
    "reserve-corps": {},
    "scouts": {},
    "enchanted-elites": {},
    "infantry": {},
    "temple-fanatics": {
        "suffers": shown(
            "temple fanatics suffer by an attack that comes off",
            "temple fanatics suffer by defending with success, and answer with 2d6",
            "temple fanatics suffer by defending in vain as well",
            limits=("temple fanatics suffer no more than the answer by an attack that fails",),
        ),
    },
    "witch-hunters": {},
    "cavalry": {},
    "military-roads": {
        "carries": shown(
            "military roads take an asset between two places in their reach",
        ),
    },
    "vanguard-unit": {
        "leads": shown(
            "a vanguard unit and those who go with it are let in where they are barred, and stay",
            "those whom a vanguard unit has led in may stay when it leaves",
        ),
    },
    "war-fleet": {
        "waterborne": shown(
            "a war fleet goes nowhere but to places by water",
        ),
        "carries": shown(
            (
                "a war fleet goes to another place by water of itself, and attacks there in the "
                "same turn"
            ),
        ),
    },
    "demonic-slayer": {
        "starts-hidden": shown(
            "a demonic slayer enters play stealthed, and nobody else learns of it",
            (
                "a demonic slayer is out of stealth when it has attacked with cunning against "
                "cunning for 2d6+2"
            ),
        ),
    },
    "magical-logistics": {
        "mends": shown(
            (
                "magical logistics heal 2 hit points of an asset of force at the other end of "
                "the world"
            ),
            "magical logistics heal no more than is missing",
        ),
    },
    "siege-experts": {
        "robs": shown(
            "siege experts who hit take 1d4 treasure, and only the fighters learn how much",
            "siege experts take no more than there is",
            limits=("siege experts who miss take nothing",),
        ),
    },
    "fortification-program": {
        "steps-in": shown(
            "a fortification program within one move steps in, and answers with 2d6",
            "a fortification program steps in once a turn",
            limits=(
                "a fortification program leaves attacks on cunning to others",
                "a fortification program two moves away does not step in",
                "a fortification program does not step in against its owner's word",
            ),
        ),
    },
    "knights": {},
    "war-machines": {},
    "brilliant-general": {
        "throws": shown(
            "a brilliant general attacks with two dice, with cunning against force for 1d8",
            "an asset of force beside a brilliant general attacks with two dice",
            "an asset of force beside a brilliant general defends with two dice",
            "a brilliant general defends with two dice, and does not answer",
            limits=(
                "an asset of cunning beside a brilliant general attacks with one die",
                "an asset of force away from a brilliant general attacks with one die",
            ),
        ),
    },
    "purity-rites": {
        "meets-only": shown(
            "purity rites can't meet an attack on force, even at their owner's word",
            limits=("purity rites meet an attack on cunning with two dice, and answer with 2d8+2",),
        ),
        "throws": shown(
            "purity rites meet an attack on cunning with two dice, and answer with 2d8+2",
            "purity rites whose two dice fall short are hurt like others",
        ),
    },
    "warshaped": {},
    "apocalypse-engine": {},
    "invincible-legion": {
        "leads": shown(
            "an invincible legion moves where its owner is barred, and may stay",
            limits=(
                (
                    "an invincible legion that did not come by a move has no cover where its "
                    "owner is barred"
                ),
            ),
        ),
    },
}
