"""Random factions of a standard size, drawn from the catalogue (W-ENT-2).

The rules give ranges of ratings and a number of assets for each size, but no odds, so every choice
that they allow is equally likely. They give neither a number of tags nor a Treasure to begin with:
a drawn faction has one tag, and begins with its first income (W-TURN-2).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, TypeVar

from chronicle.model.dice import die_face
from chronicle.records import Record, field
from chronicle.rules.wwn import terms
from chronicle.rules.wwn.catalogue.records import AssetType, Catalogue, Tag
from chronicle.rules.wwn.effects import Throws, Waterborne
from chronicle.rules.wwn.setup.faction_sizes import FactionSize

T = TypeVar("T")
#: Goals that are about something which the faction would have to know.
_GOALS_ABOUT_FINDS: Final = ("eliminate-target", "root-out-the-enemy")


class SeededChoices(Record):
    """Choices that depend on nothing but a seed and the purpose of each."""

    seed: bytes

    def pick(self, purpose: str, options: Sequence[T]) -> T:
        """Return one of the options, each with the same chance."""
        return options[die_face(self.seed, purpose, 0, len(options)) - 1]

    def shuffled(self, purpose: str, options: Sequence[T]) -> list[T]:
        """Return the options in any order, each with the same chance."""
        left, found = list(options), []
        while left:
            found.append(self.pick(f"{purpose} {len(left)}", left))
            left.remove(found[-1])
        return found


class DrawnGoal(Record):
    """A goal and what it is about; empty where it is about nothing."""

    kind: terms.GoalKind
    against: str = ""
    attribute: terms.Attribute | None = None


class DrawnFaction(Record):
    """A faction as drawn: its figures, and the ids of its tag and its assets' types."""

    ratings: Mapping[terms.Attribute, int]
    magic: terms.Magic
    tag: str
    goal: DrawnGoal
    assets: tuple[str, ...]


class AssetChoice(Record):
    """What assets a faction may be given: its ratings and magic, and where they will be.

    ``best`` is the attribute that counts as its best. ``present`` are the types of the assets that
    it has already.
    """

    ratings: Mapping[terms.Attribute, int]
    best: terms.Attribute
    magic: terms.Magic = "none"
    by_water: bool = False
    present: Sequence[str] = field(default=())


def draw_faction(
    draw: SeededChoices,
    size: FactionSize,
    catalogue: Catalogue,
    rivals: Sequence[str],
    *,
    by_water: bool,
) -> DrawnFaction:
    """Return a faction of a size; ``rivals`` are the factions that it may want to destroy."""
    order = draw.shuffled("attributes", terms.ATTRIBUTES)
    ratings = {
        attribute: draw.pick(attribute, range(low, high + 1))
        for attribute, (low, high) in zip(order, size.bounds, strict=True)
    }
    magic = draw.pick("magic", terms.MAGIC)
    choice = AssetChoice(ratings, order[0], magic, by_water)
    top = max(ratings.values())
    highest = {attribute for attribute in terms.ATTRIBUTES if ratings[attribute] == top}
    tags = sorted(id for id, tag in catalogue.tags.items() if _has_effect_with(tag, highest))
    return DrawnFaction(
        {attribute: ratings[attribute] for attribute in terms.ATTRIBUTES},
        magic,
        draw.pick("tag", tags) if tags else "",
        _draw_goal(draw, rivals),
        draw_assets(draw, size, catalogue, choice),
    )


def draw_assets(
    draw: SeededChoices, size: FactionSize, catalogue: Catalogue, choice: AssetChoice
) -> tuple[str, ...]:
    """Return the types of the assets that a faction lacks for its size, sorted.

    A type is drawn once, within the faction's ratings and magic, and no more of an attribute than
    its rating, so that none costs upkeep for excess (W-TURN-3).
    """
    counts = dict.fromkeys(terms.ATTRIBUTES, 0)
    for id in choice.present:
        counts[catalogue.assets[id].attribute] += 1
    found: list[str] = []
    fitting = [id for id, kind in sorted(catalogue.assets.items()) if _fits(kind, choice)]
    for kinds, purpose in (
        ((choice.best,), "best"),
        (tuple(it for it in terms.ATTRIBUTES if it != choice.best), "other"),
    ):
        for id in draw.shuffled(f"assets {purpose}", fitting):
            attribute = catalogue.assets[id].attribute
            is_full = sum(counts[kind] for kind in kinds) >= size.assets
            if attribute in kinds and not is_full and counts[attribute] < choice.ratings[attribute]:
                counts[attribute] += 1
                found.append(id)
    return tuple(sorted(found))


def _fits(kind: AssetType, choice: AssetChoice) -> bool:
    return (
        kind.id not in choice.present
        and kind.level <= choice.ratings[kind.attribute]
        and terms.magic_rank(kind.magic) <= terms.magic_rank(choice.magic)
        and (choice.by_water or not kind.effects_of(Waterborne))
    )


def _has_effect_with(tag: Tag, highest: Collection[terms.Attribute]) -> bool:
    """Return whether a tag does anything for a faction with these highest attributes."""
    return all(
        effect.attribute is None or effect.attribute in highest
        for effect in tag.effects
        if isinstance(effect, Throws) and effect.highest
    )


def _draw_goal(draw: SeededChoices, rivals: Sequence[str]) -> DrawnGoal:
    left_out = (*_GOALS_ABOUT_FINDS, *(() if rivals else ("destroy-the-foe",)))
    kind = draw.pick("goal", [goal for goal in terms.GOALS if goal not in left_out])
    match kind:
        case "destroy-the-foe":
            return DrawnGoal(kind, against=draw.pick("rival", sorted(rivals)))
        case "sphere-dominance":
            return DrawnGoal(kind, attribute=draw.pick("attribute", terms.ATTRIBUTES))
        case _:
            return DrawnGoal(kind)
