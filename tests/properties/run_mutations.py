"""Remove every filter of the projection in turn: the property tests must notice each time.

Run as ``python -m tests.properties.run_mutations``. Exit code 1 if a removed filter goes
unnoticed and is not listed as equivalent, or if the list is wrong.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Final

from tests.properties.equivalent_mutants import EQUIVALENT
from tests.properties.mutants import Mutant, mutants
from tests.properties.test_injected_leaks import play_before, violations_on

#: The ruleset whose samples show all that the projection decides.
RULESET: Final = "shadow"
_MUTANTS: Final[list[Mutant]] = []


def noticed(mutant: Mutant) -> str:
    """The first thing that is wrong when a filter is missing; empty when nothing is."""
    with mutant.planted():
        try:
            return next(
                violations_on(RULESET, fresh=mutant.where.startswith("model.audience:")), ""
            )
        except Exception as error:  # noqa: BLE001  whatever it is, no edition comes of it
            return f"stops: {type(error).__name__}"


def _numbered(index: int) -> tuple[int, str, float]:
    began = time.process_time()
    return index, noticed(_MUTANTS[index]), time.process_time() - began


def verdicts(found: Sequence[tuple[Mutant, str]]) -> Iterator[str]:
    """What is wrong with the laws, or with the list of equivalents."""
    for mutant, notice in found:
        if not notice and mutant.id not in EQUIVALENT:
            yield f"nothing notices {mutant.id}"
        if notice and mutant.id in EQUIVALENT:
            yield f"no equivalent: {mutant.id} ({notice})"
    for stray in EQUIVALENT.keys() - {mutant.id for mutant, _ in found}:
        yield f"no filter any more: {stray}"


def main() -> int:
    """Whether anything is wrong, as a process says it."""
    words = sys.argv[1:]
    _MUTANTS[:] = [m for m in mutants() if not words or any(word in m.id for word in words)]
    play_before(RULESET)
    found: list[tuple[Mutant, str]] = []
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for index, notice, seconds in pool.imap_unordered(_numbered, range(len(_MUTANTS))):
            mutant = _MUTANTS[index]
            found.append((mutant, notice))
            sys.stdout.write(f"{seconds:5.1f} s  {mutant.id}: {notice or 'unnoticed'}\n")
    wrong = [line for line in verdicts(found) if not words or "any more" not in line]
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    sys.stdout.write(f"{len(found)} filters taken away, {len(wrong)} faults\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
