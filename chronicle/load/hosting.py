"""From what an author says of the host to a record of it."""

from __future__ import annotations

from chronicle.load.inputs import DeployInput
from chronicle.model.hosting import Hosting


def hosting_of(shape: DeployInput | None) -> Hosting | None:
    """Where git puts the site; None when the author does not say."""
    if shape is None:
        return None
    return Hosting(shape.remote, shape.branch, shape.private)
