"""Texts and themes that come with the package."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from chronicle.files.source import Source


def shipped_themes_folder() -> Path:
    """The folder of the themes that come with chronicle: in the package, or next to a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "themes"
    return inside if inside.is_dir() else package.parent / "themes"


def shipped_source(package: str, path: str) -> Source:
    """A text of a package, by the package's dotted name and the text's path in it."""
    text = resources.files(package).joinpath(path).read_text(encoding="utf-8")
    return Source(f"{package.replace('.', '/')}/{path}", text)


def shipped_sources(package: str) -> dict[str, Source]:
    """All texts below a folder of the package, by path; Python files are left out."""
    root = resources.files(package)
    found: dict[str, Source] = {}
    ahead = [("", root)]
    while ahead:
        prefix, folder = ahead.pop()
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            path = f"{prefix}{entry.name}"
            if entry.is_dir() and entry.name != "__pycache__":
                ahead.append((f"{path}/", entry))
            elif entry.is_file() and not entry.name.endswith((".py", ".pyc")):
                found[path] = shipped_source(package, path)
    return dict(sorted(found.items()))
