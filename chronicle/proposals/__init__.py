"""Orders that a faction would give by itself, from what it knows and what it wants.

Nothing here sees more than the faction: the board as it knows it, its order form, its character,
and names that it knows. Two worlds that it cannot tell apart give the same proposal.
"""

from chronicle.proposals.proposal import (
    FactionKnowledge,
    Proposal,
    ProposedOrder,
    propose,
    reason_text,
    suggested_orders,
)

__all__ = [
    "FactionKnowledge",
    "Proposal",
    "ProposedOrder",
    "propose",
    "reason_text",
    "suggested_orders",
]
