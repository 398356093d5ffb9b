"""What is told about an event on a board of lieutenants."""

from __future__ import annotations

from functools import partial
from typing import Final

from chronicle.rules.lieutenants import LIEUTENANTS
from tests.rules import single_results

tell: Final = partial(single_results.tell, LIEUTENANTS)
reveal: Final = partial(single_results.reveal, LIEUTENANTS)
