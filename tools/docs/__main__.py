"""Write the generated pages of the documentation into a folder: `python -m tools.docs FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.docs.generated_pages import GENERATED_PAGES


def main(folder: Path) -> None:
    """Write each generated page to its path in a folder."""
    for path, page in GENERATED_PAGES.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
