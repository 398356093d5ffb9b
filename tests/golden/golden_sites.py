"""The golden sites: what campaigns came to when somebody last read it and found it right.

`python -m tests.golden.golden_sites` writes them anew; read the difference before you commit it.

- `shelf/`: the landing page of a shelf with that campaign and one that has not yet begun.
- `small/`, `fords/` and `banners/`: campaigns of two turns (`tests.golden.campaigns`), whole pages:
  the public site, and of the private editions the pages that only they have.
- a folder for each sample campaign, as `vaime/`: what the public is told of every turn as JSON, and
  for every file of every edition a piece of its digest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from chronicle.authoring.json_export import turns_as_json
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import read_tree
from chronicle.model.audience import EVERYONE
from chronicle.pipeline import MultiSiteCampaign, build_files, build_multi_site, resolve_campaign
from tests.golden.campaigns import BANNERS, FORDS, TIDE_BELL
from tests.rules.lieutenants.small_campaign import SOUND as FORDS_SOUND
from tests.rules.wwn.small_campaign import SOUND as BANNERS_SOUND
from tests.sample_campaigns import SAMPLES, sample_files
from tests.small_campaign import tree_of

FOLDER: Final = Path(__file__).parent / "expected"

#: The campaigns whose pages are kept whole, by the folder where they are.
WHOLE: Final[Mapping[str, FileTree]] = {
    "small": tree_of(TIDE_BELL),
    "fords": tree_of(FORDS, over=FORDS_SOUND),
    "banners": tree_of(BANNERS, over=BANNERS_SOUND),
}
#: Of the factions' editions, those that are left out; one shows what they all have.
_LEFT_OUT: Final = ("kell", "oru", "watch")
_PRIVATE: Final = ("turns/", "dossier/", "audit/")


@lru_cache(maxsize=1)
def golden() -> dict[str, bytes]:
    """Every golden file by path, as it is made today."""
    kept: dict[str, bytes] = {}
    for id, tree in WHOLE.items():
        report = Report()
        files = build_files(tree, report)
        assert files is not None, [finding.message for finding in report.findings]
        kept |= {f"{id}/{path}": page for path, page in files.items() if _is_kept(path)}
    kept["shelf/site/index.html"] = _landing()
    for id in SAMPLES:
        kept[f"{id}/everyone.json"] = _public_turns(id)
        kept[f"{id}/digests.txt"] = "".join(
            f"{_digest(path, content)} {path}\n"
            for path, content in sorted(sample_files(id).items())
        ).encode()
    return kept


def _digest(path: str, content: bytes) -> str:
    """The digest of a file, or the size of a sealed one, whose bytes depend on the zlib version.

    The pages in it are among the files of its edition.
    """
    if path.startswith("site/sealed/") and path.endswith(".bin"):
        return f"{len(content)} bytes"
    return hashlib.sha256(content).hexdigest()[:12]


def _landing() -> bytes:
    campaigns = {"crowns": tree_of({}), "tide-bell": tree_of(TIDE_BELL)}
    words = b"title: Two Tides\nintroduction: Kept on *Thursdays*.\n"
    shelved = [
        MultiSiteCampaign(id, FileTree(id, tree.files), Path(id)) for id, tree in campaigns.items()
    ]
    files, report, _ = build_multi_site(FileTree("", {"shelf.yaml": words}), shelved)
    assert files is not None, [finding.message for finding in report.findings]
    return files["site/index.html"]


def _is_kept(path: str) -> bool:
    if not path.endswith(".html"):
        return False
    edition, _, page = path.removeprefix("private/").partition("/")
    return edition == "site" or (edition not in _LEFT_OUT and page.startswith(_PRIVATE))


def _public_turns(id: str) -> bytes:
    report = Report()
    played = resolve_campaign(read_tree(SAMPLES[id], f"content/{id}"), report)
    assert played is not None, [finding.message for finding in report.findings]
    shape = turns_as_json(played, None, EVERYONE)
    return (json.dumps(shape, ensure_ascii=False, indent=1) + "\n").encode()


def expected() -> dict[str, bytes]:
    """Every golden file by path, as it was last approved."""
    return {
        path.relative_to(FOLDER).as_posix(): path.read_bytes()
        for path in sorted(FOLDER.rglob("*"))
        if path.is_file()
    }


def main() -> None:
    """Writes the golden files anew and removes those that are no longer made."""
    made = golden()
    for path in expected().keys() - made.keys():
        (FOLDER / path).unlink()
    for path, content in made.items():
        target = FOLDER / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


if __name__ == "__main__":
    main()
