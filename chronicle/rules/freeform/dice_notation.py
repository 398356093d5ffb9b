"""The notation of free rolls, and their exact chances (F-ROLL).

`2d6+1` is a sum, `5d6 pool 4+` counts the dice that show 4 or more. With `>= 9` or, for sums,
`<= 55` after it, the roll succeeds or fails. `d66` is read digit by digit, `4d6kh3` adds up some
dice, and `4dF` has faces from -1 to 1. What means two things at tables or in other programs is
refused with what to write; `sum` after the dice says that they are added.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import Final

from chronicle.records import Record, replace
from chronicle.rules.kit.dice import ways_by_total

MAX_DICE: Final = 50
MAX_SIDES: Final = 1000
#: With more faces than this in all, or more work than this for each die, there are no exact
#: chances.
_MAX_FACES: Final = 5000
_MAX_WORK: Final = 4_000_000
_FORM: Final = "dice like `2d6+1`, `1d20+4 >= 15`, `1d100 <= 55` or `5d6 pool 4+ >= 2`"
MAX_LENGTH: Final = 100

_SIGNS: Final = {"−": "-", "–": "-", "—": "-", "≥": ">=", "≤": "<=", "=>": ">=", "=<": "<="}
_TERM: Final = re.compile(
    r"\s*(?P<sign>[+-]?)\s*(?:(?P<count>[0-9]{0,3})\s*[dw]\s*(?P<sides>[0-9]{1,4}|%|f)"
    r"(?:\s*(?P<rule>[kd][hl])\s*(?P<number>[0-9]{0,2}))?(?![0-9a-zà-ÿ%])"
    r"|(?P<points>[0-9]{1,3})(?![0-9dw]))"
)
_BETTER: Final = r"adv(?:antage)?|vorteil|avantage"
_WORSE: Final = r"dis(?:adv(?:antage)?)?|nachteil|d[eé]savantage"
_ADVANTAGE: Final = re.compile(
    rf"\s*(?<![a-zà-ÿ])(?:(?:with|mit|avec)\s+)?(?:(?P<better>{_BETTER})|{_WORSE})(?![a-zà-ÿ])"
)
_REST: Final = re.compile(
    r"\s*(?:(?P<sum>sum)|pool\s+(?P<pool>[0-9]{1,4})\+)?\s*"
    r"(?:(?P<relation>[<>]=?|vs\.?|against|gegen|contre|(?=dc|sg|dd))\s*(?:dc|ac|sg|rk|mw|dd|ca)?"
    r"\s*(?P<target>-?[0-9]{1,5})%?|\s(?P<from>[0-9]{1,5})\+)?\s*"
)
#: The sides of dice that tables read digit by digit, such as `d66`.
_DIGITS: Final = re.compile(r"([3468])\1{1,2}")
#: What tables and other programs write, by how it is recognised: why it is refused, and what to
#: write.
_OTHERS: Final[Sequence[tuple[str, str, str]]] = (
    (
        r"(?P<dice>[0-9]*[dw][0-9]+)\s*k(?P<n>[0-9]+)",
        "this keeps the {n} highest dice in Roll20, and the dice that show {n} in Avrae",
        "for the {n} highest write `{dice}kh{n}`",
    ),
    (
        r"(?P<dice>[0-9]*[dw][0-9]+)\s*[dp](?P<n>[0-9]+)",
        "this leaves out the {n} lowest dice, or those that show {n}",
        "for all but the {n} lowest write `{dice}dl{n}`",
    ),
    (
        r"[dw][0-9]+\s*[kd](?:[hl]\s*[0-9]*)?(?![a-z0-9])|\b(?:keep|drop|best|(?:high|low)est)\b",
        "some of the dice must count, and not more than are thrown",
        "write how many, as in `4d6kh3` for the 3 highest or `4d6dl1` for all but the lowest",
    ),
    (
        (
            r"(?P<dice>[0-9]*[dw][0-9]+)\s*(?:(?:cs|#|pool|count|successes)\s*>?=?"
            r"|>=?(?=.*>)|(?=[0-9]+\+\s*>))\s*(?P<n>[0-9]+)"
        ),
        "dice that count are a pool",
        "write `{dice} pool {n}+`, with `>= 2` after it if two of them are needed",
    ),
    (
        r"(?:^|[^<>])(?:=|<>)|[0-9]\s+[0-9]+%?$",
        "a roll succeeds from a number on, or up to one",
        "write `>=` or `<=` before the number, as in `1d20 >= 15` or `1d100 <= 55`",
    ),
    (
        r"[<>]=?\s*[0-9]+\s*(?:[<>-]|or\b)|[0-9]\s+[0-9]+\s*-\s*[0-9]",
        "a roll has one target",
        "write the least that succeeds, as in `2d6 >= 7`, and what else it means under `result:`",
    ),
    (
        r"(?:[<>]=?|vs\.?|against|gegen|contre)\s*[@a-z]",
        "a target is a number",
        "write it, as in `1d20+4 >= 15`",
    ),
    (
        r"\[|\{|^[/!]",
        "this is a command of another program",
        "write the dice alone, as in `2d6+1 >= 9`",
    ),
    (
        r"[!*/×÷^(]|[0-9]\s*(?:e|r[aor]?|min?|max?|xo?)[<>=]?[0-9]*(?![a-z])|explo|reroll",
        "dice are thrown once here, and only added and subtracted",
        "throw others at the table, and write what came of it under `result:` instead of `roll:`",
    ),
    (
        r"[dw][0-9%]+.*[,;&]|[dw][0-9%]+\s+(?:and\s+)?[0-9]*[dw][0-9]",
        "an order has one roll",
        "add dice up with `+`, or give each roll an order of its own",
    ),
    (r"df\.|f\.[0-9]", "there is one kind of Fudge dice", "write `4dF`"),
    (
        r"[+-]\s*[@a-z+-]|±|plus|minus|moins|weniger",
        "a bonus is `+` or `-` with a number",
        "write it as in `2d6+1`, or with its reason under `modifiers:`",
    ),
    (
        r"(?P<dice>[0-9]*[dw][0-9]+(?:\s*[kd][hl][0-9]*)?(?:\s*[+-]\s*[0-9]+)?)\s*[#a-z]",
        "there are words after the dice",
        "write `{dice}` alone, or with a target, as in `1d20 >= 15`",
    ),
)


class UnclearNotation(Record):
    """Why a roll is refused, and what to write instead."""

    why: str
    instead: str


class DiceTerm(Record):
    """Some equal dice of a roll, which are added or, with a ``sign`` of -1, subtracted.

    ``kept`` is how many of the highest, or ``lowest``, dice count; 0 for all. ``is_digits`` reads
    the faces as the digits of a number, and ``is_fudge`` takes 2 from each of a die with 3 sides.
    """

    count: int
    sides: int
    sign: int = 1
    kept: int = 0
    lowest: bool = False
    is_digits: bool = False
    is_fudge: bool = False

    @property
    def text(self) -> str:
        """The dice as at the table, without what becomes of them."""
        return f"{self.count}d{'F' if self.is_fudge else self.sides}"

    def counted(self, faces: Sequence[int]) -> tuple[int, ...]:
        """Return the positions of the dice that count, in order."""
        order = sorted(range(len(faces)), key=faces.__getitem__, reverse=not self.lowest)
        return tuple(sorted(order[: self.kept or None]))

    def worth(self, faces: Sequence[int]) -> int:
        """Return what these faces add to the sum."""
        if self.is_digits:
            return self.sign * int("".join(map(str, faces)))
        counted = [faces[at] for at in self.counted(faces)]
        return self.sign * (sum(counted) - 2 * self.is_fudge * len(counted))

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the most that it adds."""
        ends = (self.worth((1,) * self.count), self.worth((self.sides,) * self.count))
        return min(ends), max(ends)

    def ways(self) -> dict[int, int] | None:
        """Return how many throws add how much; None if there are too many to count."""
        die = Counter(range(1, self.sides + 1))
        if self.is_digits:
            throws = product(die, repeat=self.count)
            return dict(Counter(self.worth(faces) for faces in throws))
        if not self.kept:
            less = 2 * self.is_fudge * self.count
            found = ways_by_total(die, self.count)
            return {self.sign * (total - less): ways for total, ways in found.items()}
        if self.sides**2 * self.count**2 * self.kept > _MAX_WORK:
            return None
        return {self.sign * total: ways for total, ways in self._ways_of_kept().items()}

    def _ways_of_kept(self) -> Counter[int]:
        """Return how many throws come to each total of the kept dice.

        From the best face on, so many dice show it; they are kept while there is room.
        """
        ways = [Counter({0: 1}), *(Counter[int]() for _ in range(self.count))]
        faces = range(1, self.sides + 1)
        for face in faces if self.lowest else reversed(faces):
            for shown in range(self.count, 0, -1):
                for more in range(1, shown + 1):
                    before = shown - more
                    kept = min(shown, self.kept) - min(before, self.kept)
                    throws = comb(self.count - before, more)
                    for total, number in ways[before].items():
                        ways[shown][total + kept * face] += number * throws
        return ways[self.count]


class DiceNotation(Record):
    """A roll as written, in ``text`` without the word `sum`.

    ``pool`` is the lowest face that counts in a pool of the only term, 0 for a sum. ``bonus`` is
    added to the sum, or to the number of dice of a pool. ``target`` is None for a roll without one;
    ``at_most`` says that the sum must not exceed it.
    """

    text: str
    terms: tuple[DiceTerm, ...]
    bonus: int = 0
    pool: int = 0
    target: int | None = None
    at_most: bool = False

    def dice_thrown(self, modifier: int) -> tuple[tuple[int, int], ...]:
        """Return how many dice of how many sides each term throws.

        Modifiers add dice to a pool, and points to a sum.
        """
        if self.pool:
            (term,) = self.terms
            return ((max(0, term.count + self.bonus + modifier), term.sides),)
        return tuple((term.count, term.sides) for term in self.terms)

    def result_of(self, modifier: int, throws: Iterable[Sequence[int]]) -> int:
        """Return the successes of a pool, or the sum with its modifiers, from each term's faces."""
        if self.pool:
            return sum(face >= self.pool for faces in throws for face in faces)
        worth = (term.worth(faces) for term, faces in zip(self.terms, throws, strict=True))
        return sum(worth) + self.bonus + modifier

    def succeeds(self, result: int) -> bool | None:
        """Return whether a result meets the target, None without one."""
        if self.target is None:
            return None
        return result <= self.target if self.at_most else result >= self.target

    def best_result(self, modifier: int) -> int:
        """Return the highest possible result, or the lowest for a target not to exceed."""
        if self.pool:
            return self.dice_thrown(modifier)[0][0]
        bounds = (term.bounds[0 if self.at_most else 1] for term in self.terms)
        return sum(bounds) + self.bonus + modifier

    def chance_of_success(self, modifier: int) -> Fraction | None:
        """Return the exact chance to meet the target; None without one, or for too many faces."""
        thrown = self.dice_thrown(modifier)
        if self.target is None or sum(count * sides for count, sides in thrown) > _MAX_FACES:
            return None
        ways = self._ways(modifier)
        if ways is None:
            return None
        good = sum(number for result, number in ways.items() if self.succeeds(result))
        return Fraction(good, sum(ways.values()))

    def _ways(self, modifier: int) -> dict[int, int] | None:
        """Return how many throws come to each result; None if there are too many to count."""
        if self.pool:
            ((count, sides),) = self.dice_thrown(modifier)
            return ways_by_total(Counter(face >= self.pool for face in range(1, sides + 1)), count)
        found = {self.bonus + modifier: 1}
        for term in self.terms:
            ways = term.ways()
            if ways is None or 4 * len(ways) * len(found) > _MAX_WORK:
                return None
            sums = Counter[int]()
            for total, number in found.items():
                for worth, times in ways.items():
                    sums[total + worth] += number * times
            found = sums
        return found


def parse_notation(text: str) -> DiceNotation | UnclearNotation:
    """Return the roll of a text, or why it is refused."""
    plain = " ".join(text.lower().split())
    for sign, same in _SIGNS.items():
        plain = plain.replace(sign, same)
    plain = re.sub(r"[dw]00(?![0-9])|[dw]%", "d100", plain)
    wanted = _ADVANTAGE.search(plain)
    given = plain if wanted is None else plain[: wanted.start()] + plain[wanted.end() :]
    terms, bonus, at = _terms(given)
    rest = _REST.fullmatch(given, at)
    if rest is None or not terms:
        return _refusal(plain)
    target = rest["target"] or rest["from"]
    strictly = {">": 1, "<": -1}.get(rest["relation"], 0)
    roll = DiceNotation(
        text=re.sub(r"(?i)\s*\bsum\b", "", " ".join(text.split())),
        terms=tuple(terms),
        bonus=bonus,
        pool=int(rest["pool"] or 0),
        target=None if target is None else int(target) + strictly,
        at_most=rest["relation"] in ("<", "<="),
    )
    if wanted is not None:
        return _with_advantage(roll, lowest=wanted["better"] is None)
    if refused := _limit(roll, is_pool=rest["pool"] is not None):
        return refused
    if rest["sum"] or roll.pool or len(terms) > 1:
        return roll
    (term,) = terms
    if digits := _DIGITS.fullmatch(str(term.sides)):
        if re.search("[0-9][dw]", given[:at]):
            return UnclearNotation(
                f"tables read a d{digits[0]} digit by digit, programs as one of so many sides",
                f"write `d{digits[0]}` for the first, `{term.text} sum` for the second",
            )
        read = DiceTerm(len(digits[0]), int(digits[1]), term.sign, is_digits=True)
        return replace(roll, terms=(read,))
    is_compared = rest["relation"] in (">", ">=", "<", "<=") or rest["from"] is not None
    return _ambiguity(roll, given[:at].strip(), is_compared=is_compared) or roll


def _terms(text: str) -> tuple[list[DiceTerm], int, int]:
    """Return the dice and the sum of the numbers at the start of a text, and where they end."""
    terms: list[DiceTerm] = []
    bonus, at = 0, 0
    while (found := _TERM.match(text, at)) and (found["sign"] or at == 0):
        sign = -1 if found["sign"] == "-" else 1
        at = found.end()
        if found["points"]:
            bonus += sign * int(found["points"])
            continue
        count, rule = int(found["count"] or 1), found["rule"] or ""
        number = int(found["number"] or 1) if rule else 0
        is_fudge = found["sides"] == "f"
        terms.append(
            DiceTerm(
                count,
                3 if is_fudge else int(found["sides"]),
                sign,
                kept=count - number if rule.startswith("d") else number,
                lowest=rule in ("kl", "dh"),
                is_fudge=is_fudge,
            )
        )
        if rule and not 1 <= terms[-1].kept <= count:
            return [], 0, 0
    return terms, bonus, at


def _with_advantage(roll: DiceNotation, *, lowest: bool) -> DiceNotation | UnclearNotation:
    """Return a roll of one die as the better, or the worse, of two."""
    term = roll.terms[0]
    if len(roll.terms) > 1 or term.count != 1 or term.kept or term.is_fudge or roll.pool:
        return UnclearNotation(
            "advantage is for one die, which is thrown twice",
            "write `1d20 adv`, or how many dice count, as in `3d6kh2`",
        )
    found = replace(roll, terms=(replace(term, count=2, kept=1, lowest=lowest),))
    return _limit(found, is_pool=False) or found


def _limit(roll: DiceNotation, *, is_pool: bool) -> UnclearNotation | None:
    """Return which limit a roll exceeds, if any."""
    counts = [term.count for term in roll.terms]
    term = roll.terms[0]
    if min(counts) < 1 or sum(counts) > MAX_DICE:
        return UnclearNotation(f"a roll has 1 to {MAX_DICE} dice", f"write at most `{MAX_DICE}d6`")
    if not all(2 <= one.sides <= MAX_SIDES for one in roll.terms):
        return UnclearNotation(f"a die has 2 to {MAX_SIDES} sides", "write another die, as in `d6`")
    if not is_pool:
        return None
    if len(roll.terms) > 1 or term.kept or term.is_fudge or term.sign < 0:
        return UnclearNotation(
            "a pool has dice of one kind, all of which count", "write `5d6 pool 4+`"
        )
    if not 1 <= roll.pool <= term.sides:
        return UnclearNotation(
            f"a d{term.sides} shows 1 to {term.sides}", f"write `{term.text} pool {term.sides}+`"
        )
    if roll.at_most:
        return UnclearNotation(
            "a pool needs `>=` and a number of successes",
            f"write `{term.text} pool {roll.pool}+ >= 2`",
        )
    return None


def _ambiguity(roll: DiceNotation, dice: str, *, is_compared: bool) -> UnclearNotation | None:
    """Return what else a roll of equal dice, as written in ``dice``, can mean, if anything."""
    (term,), target = roll.terms, roll.target
    if target is None:
        return None
    if not is_compared:
        if term.sides != 100:
            return None
        return UnclearNotation(
            "with a d100, some games need a number or more, and others at most it",
            f"write `{dice} >= {target}` or `{dice} <= {target}`",
        )
    counting = term.kept or term.count
    if counting == 1 or roll.bonus or term.is_fudge or not 1 <= target <= term.sides:
        return None
    relation, end = ("<=", "less") if roll.at_most else (">=", "more")
    only_sum = roll.at_most or term.kept
    return UnclearNotation(
        f"this adds up the dice, or counts those that show {target} or {end}",
        f"write `{dice} sum {relation} {target}` to add"
        + ("" if only_sum else f", or `{dice} pool {target}+` to count"),
    )


def _refusal(plain: str) -> UnclearNotation:
    """Return why a text can't be read, as far as it is recognised."""
    for pattern, why, instead in _OTHERS:
        if found := re.search(pattern, plain):
            words = found.groupdict()
            return UnclearNotation(why.format(**words), instead.format(**words))
    return UnclearNotation("unknown notation", f"write {_FORM}")
