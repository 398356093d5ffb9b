"""What is told about an event on a board of wwn."""

from __future__ import annotations

from functools import partial
from typing import Final

from chronicle.rules.wwn import WWN
from tests.rules import single_results

tell: Final = partial(single_results.tell, WWN)
reveal: Final = partial(single_results.reveal, WWN)
