"""The dossiers of all factions for the GM, made on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from chronicle.project.edition import DossierView


class LazyDossiers(Mapping[tuple[str, int], DossierView]):
    """Dossiers by faction and turn, each made on first access.

    What they are made from is not a field, so code that walks through an edition finds only
    dossiers.
    """

    def __init__(
        self,
        factions: tuple[str, ...],
        turns: tuple[int, ...],
        of: Callable[[str], Callable[[int], DossierView]],
    ) -> None:
        """Take the function ``of``, which returns the dossiers of a faction by turn."""
        keys = [(faction, turn) for faction in factions for turn in turns]
        self._keys = dict(zip(keys, keys, strict=True))
        of_faction = cache(of)
        self._dossier = cache(lambda faction, turn: of_faction(faction)(turn))

    def __getitem__(self, key: tuple[str, int]) -> DossierView:
        return self._dossier(*self._keys[key])

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __repr__(self) -> str:
        return repr(dict(self))
