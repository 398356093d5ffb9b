"""Load the files of a folder as a campaign."""

from __future__ import annotations

from chronicle.load.campaign import load_campaign
from chronicle.load.disk import campaigns_in, read_tree

__all__ = ["campaigns_in", "load_campaign", "read_tree"]
