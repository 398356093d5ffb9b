"""Mistakes in a campaign's own assets and tags: each marked in place, and what is said of it.

Those in how one effect is written stand beside this, in `effect_mistakes`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake: entries with the place marked, the code, what is said, and the way out."""

    law: str
    text: str
    code: str
    message: str
    help: str


def asset(rest: str) -> str:
    """A change to the Farmers, who have no attack."""
    return f"assets: {{farmers: {{{rest}}}}}"


def effect(rest: str) -> str:
    """Another effect for the Farmers."""
    return f"assets:\n  farmers:\n    effects:\n      - {{{rest}}}"


def tag(rest: str) -> str:
    """An effect for a tag."""
    return f"tags: {{rich: {{effects: [{{{rest}}}]}}}}"


#: What a new asset has to say.
NEW: Final = {"name": "Barges", "attribute": "wealth", "level": "1", "hp": "1", "cost": "1"}


def _but(missing: str) -> str:
    """What a new asset has to say, except one key."""
    return ", ".join(f"{key}: {value}" for key, value in NEW.items() if key != missing)


ATTRIBUTES: Final = "choose one of `cunning`, `force`, `wealth`"
WORD: Final = "invalid value"
AMOUNT: Final = "an amount as in `3`, `2d6` or `1d4+1`"

ENTRIES: Final = (
    Mistake(
        "a section that there is not",
        "«asset»: {}",
        "C002",
        "unknown key `asset`",
        "did you mean `assets`?",
    ),
    Mistake(
        "an id that is none",
        "assets: {«Salt Barges»: {level: 1}}",
        "C006",
        "`Salt Barges` is not an id like `lantern-guild`: lower-case letters, digits and single "
        "hyphens",
        "`salt-barges` would be valid",
    ),
    Mistake(
        "a key that an asset does not have",
        asset("«damage»: 1d6"),
        "C002",
        "unknown key `damage`",
        "did you mean `name`?",
    ),
    Mistake(
        "an attribute that there is not",
        asset("attribute: «gold»"),
        "C005",
        f"{WORD} `gold`",
        ATTRIBUTES,
    ),
    Mistake(
        "a level above every rating",
        asset("level: «9»"),
        "C004",
        "this must be at most 8",
        "",
    ),
    Mistake(
        "an asset without hit points",
        asset("hp: «0»"),
        "C004",
        "this must be at least 1",
        "",
    ),
    Mistake(
        "a grade of magic that there is not",
        asset("magic: «hihg»"),
        "C005",
        f"{WORD} `hihg`",
        "did you mean `high`?",
    ),
    Mistake(
        "a counter that is no amount",
        asset("counter: «d6»"),
        "C006",
        f"`d6` is not {AMOUNT}",
        f"write {AMOUNT}",
    ),
    Mistake(
        "a counter that hurts nobody",
        asset("counter: «0»"),
        "C006",
        f"`0` is not {AMOUNT}",
        f"write {AMOUNT}",
    ),
    Mistake(
        "a counter that is a list",
        asset("counter: «[1d6]»"),
        "C003",
        "expected text or a whole number, not a list",
        "",
    ),
    Mistake(
        "damage that is no amount",
        "assets: {infantry: {attack: {damage: «8d»}}}",
        "C006",
        f"`8d` is not {AMOUNT}",
        f"write {AMOUNT}",
    ),
    Mistake(
        "a new attack without an attribute",
        asset("attack: {«target»: force, damage: 1d6}"),
        "C001",
        "missing key `attribute`",
        "add `attribute:`",
    ),
    Mistake(
        "a new attack without its target",
        asset("attack: {«attribute»: force, damage: 1d6}"),
        "C001",
        "missing key `target`",
        "add `target:`",
    ),
    *(
        Mistake(
            f"a new asset without {missing}",
            f"assets:\n  barges: {{«magic»: none, {_but(missing)}}}",
            "C001",
            f"missing key `{missing}`",
            f"add `{missing}:`",
        )
        for missing in NEW
    ),
    Mistake(
        "a new tag without a name",
        "tags: {brave: {«effects»: []}}",
        "C001",
        "missing key `name`",
        "add `name:`",
    ),
    Mistake(
        "a new tag that does not say what it does",
        "tags: {brave: {«name»: Brave}}",
        "C001",
        "missing key `effects`",
        "add `effects:`",
    ),
    Mistake(
        "a tag with a figure of an asset",
        "tags: {rich: {«hp»: 3}}",
        "C002",
        "unknown key `hp`",
        "choose one of `effects`, `name`",
    ),
)

TAKE_OUT: Final = "remove `{}:`"
TAG_WORDS: Final = (
    "tags can have `salvages`, `throws`, `massive`, `income`, `starts-hidden`, `expands-freely`, "
    "`buys-above`, `strides`, `bargains`, `recovers`, `endures`, `retries`"
)
NO_DAMAGE: Final = "a hit does nothing: the attack has neither damage nor an effect"
NO_DAMAGE_HELP: Final = "add `damage:` to the attack, or write `attack: null`"

TOGETHER: Final = (
    Mistake(
        "an asset with an effect of tags",
        effect("does: «massive»"),
        "WN040",
        "`massive` is an effect for tags, but this is an asset",
        "move it to a tag, and give that tag to a faction",
    ),
    Mistake(
        "a tag with an effect of assets",
        tag("does: «shelters»"),
        "WN040",
        "`shelters` is an effect for assets, but this is a tag",
        TAG_WORDS,
    ),
    *(
        Mistake(
            f"{key} of a passenger where there is none",
            effect(f"does: carries, who: self, «{key}»: {value}"),
            "WN041",
            f"`{key}` has no effect with `who: self`",
            TAKE_OUT.format(key),
        )
        for key, value in (
            ("kinds", "[wealth]"),
            ("start", 1),
            ("from_passenger", 1),
            ("by_here", "true"),
            ("grants", "subtle"),
        )
    ),
    *(
        Mistake(
            f"{key} where both go from here",
            effect(f"does: carries, who: both, «{key}»: {value}"),
            "WN041",
            f"`{key}` has no effect with `who: both`",
            TAKE_OUT.format(key),
        )
        for key, value in (("from_passenger", 1), ("by_here", "true"))
    ),
    Mistake(
        "the reach of what cloaks itself",
        effect("does: cloaks, quality: stealth, «reach»: 1"),
        "WN041",
        "`reach` has no effect with `who: self`",
        TAKE_OUT.format("reach"),
    ),
    Mistake(
        "the price of a mark that comes of an attack",
        "assets: {saboteurs: {effects: "
        "[{does: afflicts, when: made, mark: hobbled, lasts: turn, «price»: 1d4}]}}",
        "WN041",
        "`price` has no effect with `when: made`",
        TAKE_OUT.format("price"),
    ),
    Mistake(
        "kinds of allies where none are meant",
        effect("does: throws, more: 1, when: [attack], whose: owner, «kinds»: [force]"),
        "WN041",
        "`kinds` has no effect with `whose: owner`",
        TAKE_OUT.format("kinds"),
    ),
    Mistake(
        "the reach of a tag",
        tag("does: throws, more: 1, when: [attack], whose: owner, «reach»: 1"),
        "WN041",
        "`reach` has no effect with tags",
        TAKE_OUT.format("reach"),
    ),
    Mistake(
        "a profit of nothing",
        effect("does: «yields», hurts: 1d4"),
        "WN042",
        "`yields` needs `table:` or `amount:`",
        "add `table:` or `amount:`",
    ),
    Mistake(
        "a profit told in two ways",
        effect("does: yields, table: [0, 1], «amount»: 1"),
        "WN042",
        "`yields` can't have both `table:` and `amount:`",
        "remove `table:` or `amount:`",
    ),
    Mistake(
        "magic that counts for no more",
        effect("does: «empowers», spends: true"),
        "WN042",
        "`empowers` needs `steps:` or `grade:`",
        "add `steps:` or `grade:`",
    ),
    Mistake(
        "magic that counts for more in two ways",
        effect("does: empowers, steps: 1, «grade»: high"),
        "WN042",
        "`empowers` can't have both `steps:` and `grade:`",
        "remove `steps:` or `grade:`",
    ),
    Mistake(
        "a hit that does nothing",
        "assets: {infantry: {attack: {damage: «null»}}}",
        "WN043",
        NO_DAMAGE,
        NO_DAMAGE_HELP,
    ),
    Mistake(
        "a new attack of which no damage is said",
        asset("attack: {«attribute»: force, target: wealth}"),
        "WN043",
        NO_DAMAGE,
        NO_DAMAGE_HELP,
    ),
    Mistake(
        "a hit that did nothing but what is taken away",
        "assets: {expert-treachery: {«effects»: []}}",
        "WN043",
        NO_DAMAGE,
        NO_DAMAGE_HELP,
    ),
    Mistake(
        "a hit that would have to destroy, and can't",
        "assets: {expert-treachery: {«effects»: [{does: converts, when: destroyed}]}}",
        "WN043",
        NO_DAMAGE,
        NO_DAMAGE_HELP,
    ),
    *(
        Mistake(
            f"{does} without an attack",
            effect(f"does: «{does}»{rest}"),
            "WN044",
            f"`{does}` needs an attack, but this asset can't attack",
            "give the asset an `attack:`, or remove the effect",
        )
        for does, rest in (
            ("robs", ", amount: 1"),
            ("uncountered", ""),
            ("converts", ", when: won"),
            ("afflicts", ", when: won, mark: pinned, lasts: turn"),
        )
    ),
    Mistake(
        "only what there is can be removed",
        "assets: {«farmerz»: null}",
        "N001",
        "unknown asset type `farmerz`",
        "did you mean `farmers`?",
    ),
    Mistake(
        "only a tag that there is can be removed",
        "tags: {«masive»: null}",
        "N001",
        "unknown tag `masive`",
        "did you mean `massive`?",
    ),
    Mistake(
        "an attack taken away from what robs by it",
        "assets: {front-merchant: {«attack»: null}}",
        "WN044",
        "`robs` needs an attack, but this asset can't attack",
        "give the asset an `attack:`, or remove the effect",
    ),
    Mistake(
        "two free actions of one word",
        "assets:\n"
        "  farmers:\n"
        "    effects:\n"
        "      - {does: carries, who: self}\n"
        "      - {does: yields, amount: 1}\n"
        "      - {does: «carries», who: passenger}\n",
        "WN045",
        "`carries` appears twice, and an order can't tell one from the other",
        "combine them into one effect, or make two assets",
    ),
    Mistake(
        "a tag that bears itself",
        tag("does: throws, more: 1, when: [attack], whose: «bearer»"),
        "WN046",
        "a tag can't have `whose: bearer`",
        "write `whose: owner`, `whose: others` or `whose: rivals`",
    ),
    Mistake(
        "a tag that does not say whose checks it changes",
        tag("«does»: throws, more: 1, when: [attack]"),
        "C001",
        "missing key `whose`",
        "add `whose:`",
    ),
)
