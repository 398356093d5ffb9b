"""Texts that come inside the package, as sources; reads nothing else."""

from __future__ import annotations

from importlib import resources

from chronicle.source import Source


def shipped_source(package: str, path: str) -> Source:
    """A text of a package, by the package's dotted name and the text's path inside it."""
    text = resources.files(package).joinpath(path).read_text(encoding="utf-8")
    return Source(f"{package.replace('.', '/')}/{path}", text)
