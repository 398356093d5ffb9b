"""Load the author's settings for publishing with git."""

from __future__ import annotations

from chronicle.load.inputs import DeployInput
from chronicle.model.hosting import Hosting


def hosting_of(entry: DeployInput | None) -> Hosting | None:
    """Where git publishes the site; None if the author does not say."""
    if entry is None:
        return None
    return Hosting(entry.remote, entry.branch, entry.private)
