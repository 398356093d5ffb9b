"""The golden files: what campaigns came to when somebody last read it and found it right.

`python -m tests.golden.golden_sites` writes them again; read the difference before you commit it.

- `frames.html`: what surrounds the `<main>` of a page. Some pages without their `<main>`, and for
  all pages of each edition a digest of their frames. No other file changes with a frame.
- `small/`, `fords/`, `banners/` and `ledger/`: campaigns of two turns (`tests.golden.campaigns`).
  The `<main>` of the pages of the public site, and of the private editions the pages that only they
  have. Of all but the first only the pages that a ruleset has a part in.
- `shelf/`: the `<main>` of the landing page of a shelf with `small` and a campaign without turns.
- a folder for each sample campaign, as `vaime/`: what the public reads of every turn as JSON, and
  for every page of every edition a digest of its `<main>`, for every other file one of its content.
  Left out are files named after their content, and sealed ones: those hold the same pages. They
  are the files of the build of all samples, which are the same as of each alone.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from chronicle.authoring.json_export import turns_as_json
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import read_tree
from chronicle.model.audience import EVERYONE
from chronicle.pipeline import MultiSiteCampaign, build_files, build_multi_site, resolve_campaign
from tests.golden.campaigns import BANNERS, FORDS, LEDGER, TIDE_BELL
from tests.rules.freeform.small_campaign import SOUND as LEDGER_SOUND
from tests.rules.lieutenants.small_campaign import SOUND as FORDS_SOUND
from tests.rules.wwn.small_campaign import SOUND as BANNERS_SOUND
from tests.sample_campaigns import SAMPLES, built_once, sample_files
from tests.small_campaign import tree_of

FOLDER: Final = Path(__file__).parent / "expected"

#: The campaigns whose pages are kept whole, by the folder where they are.
WHOLE: Final[Mapping[str, FileTree]] = {
    "small": tree_of(TIDE_BELL),
    "fords": tree_of(FORDS, over=FORDS_SOUND),
    "banners": tree_of(BANNERS, over=BANNERS_SOUND),
    "ledger": tree_of(LEDGER, over=LEDGER_SOUND),
}
#: Of the factions' editions, those that are left out; one shows what they all have.
_LEFT_OUT: Final = ("kell", "oru", "watch")
_PRIVATE: Final = re.compile(r"(?:turns|dossier|audit)/")
#: Public pages that are the same under every ruleset; those of `small` are kept.
_ALIKE: Final = re.compile(r"404|(?:pages|as-of|rumors)/|(?:.+/index|timeline)\.html")
#: The pages whose frames are kept whole: scripts and links differ with the reader and the kind.
_FRAMED: Final = (
    "site/index.html",
    "site/404.html",
    "site/map.html",
    "site/turns/1.html",
    "private/gm/audit/1.html",
    "private/vael/dossier/1.html",
)
_MAIN: Final = re.compile(rb"<main\b.*</main>\n?", re.DOTALL)
#: A file whose name holds a digest of its content, and one whose content is sealed.
_NAMED_BY_CONTENT: Final = re.compile(r"(?:assets|pictures)/|site/sealed/")


@lru_cache(maxsize=1)
def golden() -> dict[str, bytes]:
    """Every golden file by path, as made now."""
    built = {id: whole_files(id) for id in WHOLE}
    kept = {
        f"{id}/{path}": main_of(page)
        for id, files in built.items()
        for path, page in files.items()
        if _is_kept(id, path)
    }
    kept["shelf/site/index.html"] = main_of(_landing())
    for id in SAMPLES:
        kept[f"{id}/everyone.json"] = _public_turns(id)
        kept[f"{id}/digests.txt"] = "".join(
            f"{_digest(main_of(content))} {path}\n"
            for path, content in sorted(sample_files(id).items())
            if not _NAMED_BY_CONTENT.search(path)
        ).encode()
    kept["frames.html"] = _frames({**built, **{id: sample_files(id) for id in SAMPLES}})
    return kept


@cache
def whole_files(id: str) -> Mapping[str, bytes]:
    """Every file of the output of one of :data:`WHOLE`, by path."""
    return built_once(f"whole {id}", lambda: _built(WHOLE[id]))


def _built(tree: FileTree) -> Mapping[str, bytes]:
    report = Report()
    files = build_files(tree, report)
    assert files is not None, [finding.message for finding in report.findings]
    return files


def main_of(content: bytes) -> bytes:
    """The `<main>` of a page; of a file without one, all of it."""
    found = _MAIN.search(content)
    return found[0] if found else content


def frame_of(page: bytes) -> bytes:
    """All of a page but its `<main>`."""
    return _MAIN.sub(b"", page)


def _frames(built: Mapping[str, Mapping[str, bytes]]) -> bytes:
    shown = [
        f"<!-- small/{path} -->\n".encode() + frame_of(built["small"][path]) for path in _FRAMED
    ]
    digests: dict[str, list[bytes]] = {}
    for id, files in sorted(built.items()):
        for path, page in sorted(files.items()):
            if path.endswith(".html") and _MAIN.search(page):
                edition = path.removeprefix("private/").partition("/")[0]
                digests.setdefault(f"{id}, {edition}", []).append(frame_of(page))
    listed = [
        f"<!-- {_digest(b''.join(frames))} {of}: {len(frames)} pages -->\n".encode()
        for of, frames in digests.items()
    ]
    return b"".join(shown + listed)


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=6).hexdigest()


def _landing() -> bytes:
    campaigns = {"crowns": tree_of({}), "tide-bell": tree_of(TIDE_BELL)}
    words = b"title: Two Tides\nintroduction: Kept on *Thursdays*.\n"
    shelved = [
        MultiSiteCampaign(id, FileTree(id, tree.files), Path(id)) for id, tree in campaigns.items()
    ]
    files, report, _ = build_multi_site(FileTree("", {"shelf.yaml": words}), shelved)
    assert files is not None, [finding.message for finding in report.findings]
    return files["site/index.html"]


def _is_kept(id: str, path: str) -> bool:
    if not path.endswith(".html"):
        return False
    edition, _, page = path.removeprefix("private/").partition("/")
    if edition == "site":
        return id == "small" or not _ALIKE.match(page)
    return edition not in _LEFT_OUT and bool(_PRIVATE.match(page))


def _public_turns(id: str) -> bytes:
    report = Report()
    played = resolve_campaign(read_tree(SAMPLES[id], f"content/{id}"), report)
    assert played is not None, [finding.message for finding in report.findings]
    document = turns_as_json(played, None, EVERYONE)
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def expected() -> dict[str, bytes]:
    """Every golden file by path, as it was last approved."""
    return {
        path.relative_to(FOLDER).as_posix(): path.read_bytes()
        for path in sorted(FOLDER.rglob("*"))
        if path.is_file()
    }


def main() -> None:
    """Writes the golden files and removes those that are no longer made."""
    made = golden()
    for path in expected().keys() - made.keys():
        (FOLDER / path).unlink()
    for path, content in made.items():
        target = FOLDER / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


if __name__ == "__main__":
    main()
