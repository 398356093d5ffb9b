"""Sequences and mappings whose values are computed when they are first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar, overload

K = TypeVar("K")
V = TypeVar("V")


class LazySequence(Sequence[V]):
    """As many values as ``length``, each computed once from its index; slices are tuples."""

    def __init__(self, length: int, compute: Callable[[int], V]) -> None:
        self._indexes = range(length)
        self._compute = compute
        self._found: dict[int, V] = {}

    @overload
    def __getitem__(self, index: int) -> V: ...
    @overload
    def __getitem__(self, index: slice[Any, Any, Any]) -> tuple[V, ...]: ...
    def __getitem__(self, index: int | slice[Any, Any, Any]) -> V | tuple[V, ...]:
        if isinstance(index, slice):
            return tuple(self[one] for one in self._indexes[index])
        number = self._indexes[index]
        if number not in self._found:
            self._found[number] = self._compute(number)
        return self._found[number]

    def __len__(self) -> int:
        return len(self._indexes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    # Equal to other sequences, which may have no hash.
    __hash__ = None  # type: ignore[assignment]  # `object` declares a method

    def __repr__(self) -> str:
        return repr(tuple(self))


class LazyMapping(Mapping[K, V]):
    """Known keys with values that ``compute`` returns for them, each computed once."""

    def __init__(self, keys: Sequence[K], compute: Callable[[K], V]) -> None:
        self._keys = dict.fromkeys(keys)
        self._compute = compute
        self._found: dict[K, V] = {}

    def __getitem__(self, key: K) -> V:
        if key not in self._keys:
            raise KeyError(key)
        if key not in self._found:
            self._found[key] = self._compute(key)
        return self._found[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __repr__(self) -> str:
        return repr(dict(self))


class DeferredMapping(Mapping[K, V]):
    """A mapping that is computed as a whole when anything of it is first needed."""

    def __init__(self, compute: Callable[[], Mapping[K, V]]) -> None:
        self._compute = compute

    @cached_property
    def _found(self) -> Mapping[K, V]:
        return self._compute()

    def __getitem__(self, key: K) -> V:
        return self._found[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return repr(self._found)
