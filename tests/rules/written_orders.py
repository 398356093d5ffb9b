"""Valid orders: text files with orders and the records that they are read to.

A case begins with `# law`. What is written follows, as `mistakes.py` describes, and then the one
order that it is: `=> field value, …`, as `record_as_text.py` writes it.
"""

from __future__ import annotations

import re
from pathlib import Path

from chronicle.records import Record
from tests.rules.mistakes import TURN, files_of


class WrittenOrder(Record):
    """One order as it is written, and the record as text."""

    law: str
    written: tuple[str, ...]
    order: str

    @property
    def text(self) -> str:
        """The turn that it is written in."""
        return files_of(self.written, {})[TURN]

    @property
    def key(self) -> str:
        """What it is written under."""
        keys = (re.match(r"[a-z]+ ([a-z]+): ", line) for line in self.written)
        return next(key[1] for key in keys if key is not None)


def read_written_orders(path: Path) -> tuple[WrittenOrder, ...]:
    """The cases of a file, in order."""
    cases = re.split(r"^# ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]
    return tuple(map(_case, cases))


def _case(text: str) -> WrittenOrder:
    written, order = text.split("\n=> ")
    law, *lines = written.split("\n")
    return WrittenOrder(law, tuple(lines), " ".join(order.split()))
