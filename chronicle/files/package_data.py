"""What comes with the package: its texts, as sources, and where its themes lie."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from chronicle.files.source import Source


def shipped_themes_folder() -> Path:
    """The folder of the themes that come with chronicle: in the package, or beside a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "themes"
    return inside if inside.is_dir() else package.parent / "themes"


def shipped_source(package: str, path: str) -> Source:
    """A text of a package, by the package's dotted name and the text's path inside it."""
    text = resources.files(package).joinpath(path).read_text(encoding="utf-8")
    return Source(f"{package.replace('.', '/')}/{path}", text)


def shipped_sources(package: str) -> dict[str, Source]:
    """Every text below a folder of the package, by its path inside; programs are none."""
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
