"""Digests of views: what a page is drawn from, in a few bytes.

A digest also says which things and images a value refers to, so that a page can be given the names
of these and of no others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final, cast

from chronicle.model.facts import Facts, FactsOf, PieceName, Ref, RefKind
from chronicle.outline.paths import PICTURES_FOLDER
from chronicle.records import RawJson, Record, is_record, json_encoder

_SIZE: Final = 16
#: A reference in JSON, and the path of an image. In a text, quotation marks have a backslash.
_REF: Final = re.compile(rb'\["Ref","(\w+","[^"]+)"\]')
_PICTURES: Final = f'"{PICTURES_FOLDER}/'.encode()
_PICTURE: Final = re.compile(rb'"(%s/[^"\\]+)"' % PICTURES_FOLDER.encode())


class ViewDigest(Record):
    """The digest of a value, and the things and images (by path) that it refers to."""

    value: str
    refs: frozenset[Ref]
    pictures: frozenset[str]


class Digester:
    """Computes digests; those of records are kept, so records must not change."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, ViewDigest]] = {}
        #: Facts as JSON: the same are in many views.
        self._facts: dict[int, tuple[Facts, RawJson]] = {}
        self._json = json_encoder(self._plain)

    def digest(self, value: object) -> ViewDigest:
        """The digest of a value. Raises TypeError for a value whose parts are unknown."""
        known = self._known.get(id(value))
        if known is not None:
            return known[1]
        # JSON has no keys of other types than str.
        data = self._json(self._plain(value) if isinstance(value, Mapping) else value)
        found = ViewDigest(
            blake2b(data, digest_size=_SIZE).hexdigest(),
            frozenset(map(_ref, set(_REF.findall(data)))),
            frozenset(path.decode() for path in _PICTURE.findall(data))
            if _PICTURES in data
            else frozenset(),
        )
        if is_record(type(value)):
            self._known[id(value)] = value, found
        return found

    def hash(self, value: object) -> str:
        """The value of a digest alone."""
        return blake2b(self._json(value), digest_size=_SIZE).hexdigest()

    def _plain(self, value: Any) -> object:
        """What stands for a value that is neither a record nor built in."""
        known = self._facts.get(id(value))
        if known is None:
            if not isinstance(value, Facts):
                return _plain(value)
            # In their order, in which templates may list them.
            known = self._facts[id(value)] = value, RawJson(_json([*value.items()]))
        return known[1]


# Most are in many views.
@lru_cache(maxsize=1 << 14)
def _ref(found: bytes) -> Ref:
    kind, id = found.decode().split('","')
    return Ref(cast(RefKind, kind), id)


_PLAIN: Final[dict[type, Callable[[Any], object]]] = {
    Facts: lambda facts: [*facts.items()],
    FactsOf: lambda facts: [*facts.items()],
    PieceName: lambda name: {"piece": str(name)},
    Fraction: lambda fraction: {"fraction": fraction.as_integer_ratio()},
}


def _plain(value: Any) -> object:
    known = _PLAIN.get(type(value))
    if known is not None:
        return known(value)
    if isinstance(value, Mapping):
        return {"items": [*value.items()]}
    raise TypeError(f"a view can't contain a {type(value).__name__}")


_json: Final = json_encoder(_plain)
