"""Generated campaigns of every ruleset, each following from a seed and nothing else.

They are not drawn by Hypothesis: it also draws from the constants of all loaded modules,
so that a law would be tried on other campaigns whenever other tests are collected beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from tests.properties.campaign_writer import Writer
from tests.properties.editable_campaign import Draft
from tests.properties.entities import with_entities
from tests.properties.freeform_campaigns import FreeformWriter
from tests.properties.lands import with_lands
from tests.properties.lieutenants_campaigns import LieutenantsWriter
from tests.properties.relations import with_relations
from tests.properties.secret_tokens import Choices
from tests.properties.shadow_campaigns import ShadowWriter
from tests.properties.wwn_campaigns import WwnWriter

#: Who writes the campaigns of each ruleset.
WRITERS: Final[Mapping[str, type[Writer]]] = {
    writer.ruleset: writer
    for writer in (FreeformWriter, LieutenantsWriter, ShadowWriter, WwnWriter)
}


@lru_cache(maxsize=64)
def sample(ruleset: str, seed: int, turns: int = 4) -> Draft:
    """The campaign that follows from a seed; shared, so copy it before you change it."""
    writer = WRITERS[ruleset](Choices(seed))
    draft = with_entities(writer, with_relations(writer, writer.campaign(turns)))
    return with_lands(writer, draft)
