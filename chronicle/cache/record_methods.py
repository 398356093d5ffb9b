"""The compiled methods of records, kept beside the compiled modules."""

from __future__ import annotations

import marshal
import sys
from importlib.util import MAGIC_NUMBER
from typing import Final

from chronicle.cache.store import cache_beside_code, cache_key
from chronicle.records import CODE

_KIND: Final = "methods"
#: Versions of Python whose code is kept.
_MAX_VERSIONS: Final = 4


def load_methods() -> None:
    """Give records the code of methods that earlier processes have compiled."""
    content = cache_beside_code().get(_KIND, _key())
    if content is not None:
        CODE.update(marshal.loads(content))  # noqa: S302  only the user can write the cache


def save_methods() -> None:
    """Keep the code of methods for the next process, if this one has compiled any."""
    if sys.dont_write_bytecode:
        return
    store = cache_beside_code()
    content = store.get(_KIND, _key())
    stored = marshal.loads(content) if content is not None else {}  # noqa: S302  as above
    if not stored.keys() >= CODE.keys():
        store.put(_KIND, _key(), marshal.dumps(stored | CODE), max_entries=_MAX_VERSIONS)


def _key() -> str:
    return cache_key(MAGIC_NUMBER, sys.version)
