"""The stage that reads: from a folder's files to a campaign, or to findings."""

from __future__ import annotations

from chronicle.load.campaign import load_campaign
from chronicle.load.disk import campaigns_in, read_tree

__all__ = [
    "campaigns_in",
    "load_campaign",
    "read_tree",
]
