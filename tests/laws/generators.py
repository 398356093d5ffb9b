"""Generated campaigns of every ruleset, drawn by Hypothesis or following from a seed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from hypothesis import strategies as st

from tests.laws.drafts import Draft
from tests.laws.entities import with_entities
from tests.laws.ink import Drawn, Seeded
from tests.laws.lieutenants_campaigns import LieutenantsWriter
from tests.laws.relations import with_relations
from tests.laws.shadow_campaigns import ShadowWriter
from tests.laws.writing import Writer
from tests.laws.wwn_campaigns import WwnWriter

#: Who writes the campaigns of each ruleset.
WRITERS: Final[Mapping[str, type[Writer]]] = {
    writer.ruleset: writer for writer in (LieutenantsWriter, ShadowWriter, WwnWriter)
}


@st.composite
def campaigns(draw: st.DrawFn, ruleset: str, *, turns: int = 3) -> Draft:
    """Campaigns of a ruleset over 1 to ``turns`` turns."""
    writer = WRITERS[ruleset](Drawn(draw))
    return with_entities(writer, with_relations(writer, writer.campaign(turns)))


@lru_cache(maxsize=64)
def sample(ruleset: str, seed: int, turns: int = 4) -> Draft:
    """The campaign that follows from a seed; shared, so copy it before you change it."""
    writer = WRITERS[ruleset](Seeded(seed))
    return with_entities(writer, with_relations(writer, writer.campaign(turns)))
