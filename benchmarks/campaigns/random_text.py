"""Words, names and texts, drawn from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")


def listed(text: str) -> tuple[str, ...]:
    """Words between blanks, or phrases between bars."""
    return tuple(text.split("|" if "|" in text else None))


_NOUNS: Final = listed(
    "bridge harbour granary ferry clerk ledger lantern market bell rope cellar tower mill orchard "
    "archive cart boat council widow captain baker wall gate letter key barrel candle map fence "
    "well stable chapel tavern road river meadow quarry forge weaver mason judge tutor miller "
    "crew watch guild feast toll tax debt oath song wedding funeral trial storm flood frost "
    "harvest winter rumour promise bargain quarrel secret errand"
)
_VERBS: Final = listed(
    "counted carried followed hid sold bought watched crossed opened closed painted burned mended "
    "measured forgot remembered answered refused promised hired questioned guarded emptied filled "
    "moved turned weighed copied signed sealed ignored praised"
)
_ADJECTIVES: Final = listed(
    "old narrow quiet crooked patient hungry honest borrowed broken painted frozen salted hollow "
    "careful second last early northern southern wooden copper iron grey green black white late "
    "steep cheap heavy hidden public common bitter sober stubborn"
)
_ENDS: Final = listed(
    "before dawn|after the bell|for a small fee|without a word|in front of everybody|as agreed|"
    "against all advice|for the third time|at the usual price|in the rain|by candlelight|"
    "on the wrong day|with both hands|under protest|to nobody's surprise|until the snow came"
)
_JOINTS: Final = listed(
    "and nobody asked why|but the tally was short|so the price went up|and that was that|"
    "which cost more than it should|because somebody had to|though it was late|"
    "and two people saw it|while the rest argued"
)
_FIRST: Final = listed(
    "kar os vel tam bre hol min sar dun fer lor wen gal mor pel rus tor ven yar zel"
)
_MIDDLE: Final = listed("a e i o u an en il or ud am et")
_LAST: Final = listed("wick ford mere stow by den holm gate ley burn nach rick vash quil dorn seth")


class Words:
    """The texts of one campaign, drawn in turn.

    With ``sentences``, only so many different sentences, with links and without.
    """

    def __init__(self, seed: str, sentences: int = 0) -> None:
        self.random = Random(seed)  # noqa: S311  only sample text
        self._taken: set[str] = set()
        self._sentences = sentences
        self._said: dict[bool, list[str]] = {True: [], False: []}

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def pick(self, options: Sequence[T]) -> T:
        return options[self.random.randrange(len(options))]

    def some(self, options: Sequence[T], count: int) -> list[T]:
        """So many of them, each once, in their order."""
        taken = sorted(self.random.sample(range(len(options)), min(count, len(options))))
        return [options[index] for index in taken]

    def coined(self) -> str:
        """A name that nothing else has."""
        while True:
            parts = [self.pick(_FIRST), self.pick(_MIDDLE), self.pick(_LAST)]
            if len(self._taken) > 1000 or self.chance(30):
                parts.insert(1, self.pick(_FIRST))
            name = "".join(parts)
            if name not in self._taken:
                self._taken.add(name)
                return name

    def title(self) -> str:
        return f"The {self.pick(_ADJECTIVES).capitalize()} {self.pick(_NOUNS).capitalize()}"

    def clause(self) -> str:
        adjective = f"{self.pick(_ADJECTIVES)} " if self.chance(60) else ""
        subject, thing = self.pick(_NOUNS), self.pick(_NOUNS)
        return f"the {adjective}{subject} {self.pick(_VERBS)} the {thing} {self.pick(_ENDS)}"

    def sentence(self, links: Sequence[str] = ()) -> str:
        """One sentence; at times with a link to something, or with words that stand out."""
        said = self._said[bool(links)]
        if self._sentences and len(said) == self._sentences:
            return self.pick(said)
        said.append(self._new_sentence(links))
        return said[-1]

    def _new_sentence(self, links: Sequence[str]) -> str:
        said = self.clause()
        match self.number(0, 5):
            case 0:
                said = f"{said}, {self.pick(_JOINTS)}"
            case 1:
                said = f"{said}; {self.clause()}"
            case 2:
                said = f"{said}, **{self.pick(_JOINTS)}**"
            case 3 if links:
                said = f"at [[{self.pick(links)}]] {said}"
            case 4:
                said = f"{said}, and *{self.clause()}*"
            case _:
                pass
        return f"{said[0].upper()}{said[1:]}."

    def paragraph(self, words: int, links: Sequence[str] = ()) -> str:
        """Sentences that come to so many words."""
        said = self.sentence(links)
        while said.count(" ") + 1 < words:
            said += f" {self.sentence(links)}"
        return said

    def text(self, words: int, links: Sequence[str] = ()) -> str:
        """Paragraphs of sixty words or so, at times with a list among them."""
        parts: list[str] = []
        left = words
        while left > 0:
            parts.append(self.paragraph(min(left, 60), links))
            left -= 60
        if words >= 60 and self.chance(20):
            parts.append("\n".join(f"- {self.clause()}" for _ in range(3)))
        return "\n\n".join(parts) + "\n"
