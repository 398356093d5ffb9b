"""The golden sites: what campaigns came to when somebody last read it and found it right.

`python -m tests.golden.sites` writes them anew; read the difference before you commit it.

- `shelf/`: the landing page of a shelf with that campaign and one that has not yet begun.
- `small/`: a campaign of two turns (below), whole pages: the public site, and of the private
  editions the pages that only they have.
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

from chronicle.audience import EVERYONE
from chronicle.build import Shelved, make, make_shelf, resolve
from chronicle.diagnostics import Report
from chronicle.export import resolved
from chronicle.load import read_tree
from chronicle.source import Tree
from tests.samples import SAMPLES, sample_files
from tests.sound import tree_of

FOLDER: Final = Path(__file__).parent / "expected"

#: Two turns with a raise, an attack, a block, a letter, a secret, rumors, a veto and reveals.
SMALL: Final[Mapping[str, str]] = {
    "turns/001.yaml": """\
turn: 1
title: The Tide Bell
date: 1 Frostmonth
news:
  - id: bell
    for: everyone
    title: A bell at low water
    text: |
      The tide bell of [[harbour]] rang at **low** water.

      ::: secret vael
      You rang it.
      :::
  - for: oru
    from: A ferryman
    text: They dig at night in [[The Vale]].
orders:
  vael:
    conspiracies:
      - id: ring
        action: raise
        resource: eyes
        to: 2
        stake: 1
        narrative: They ring the bell and sell the explanation.
        public: Everybody has heard why the bell rang, from somebody else.
  oru:
    place: {giants: harbour}
    actor: marsh
    block:
      - {conspiracy: vael/ring, resource: giants, stake: 1}
rolls:
  vael/ring/pool: [5, 4]
rumors:
  - id: wind
    text: It was only the wind.
    where: harbour
    heard_by: everyone
    truth: false
notes: Nobody has asked about the rope yet.
""",
    "turns/002.yaml": """\
turn: 2
title: Low Water
date: 2 Frostmonth
news:
  - for: factions
    text: The ferry no longer lands in [[vale|the valley]].
    effects:
      - {power: oru, dd: +1}
orders:
  vael:
    place: {knives: marsh}
    conspiracies:
      - id: cut
        action: attack-actor
        resource: knives
        target: oru
        stake: 1
        narrative: Four of them, at the lamp-hour.
      - {id: muster, action: mobilize, resource: eyes, veto: The watch would see it.}
rolls:
  vael/cut/attack: [6, 4]
  vael/cut/defence: [5, 1]
reveals:
  - {event: 1/vael/ring, for: everyone, text: A rope was found.}
  - {rumor: 1/wind, for: everyone}
  - {place: vale, for: everyone}
""",
    "pages/table.md": "---\ntitle: Our table\nfor: everyone\n---\nWe play on *Thursdays*.\n",
}
_PRIVATE: Final = ("turns/", "dossier/", "audit/")


@lru_cache(maxsize=1)
def golden() -> dict[str, bytes]:
    """Every golden file by path, as it is made today."""
    report = Report()
    files = make(tree_of(SMALL), report)
    assert files is not None, [finding.message for finding in report.findings]
    kept = {f"small/{path}": page for path, page in files.items() if _is_kept(path)}
    kept["shelf/site/index.html"] = _landing()
    for id in SAMPLES:
        kept[f"{id}/everyone.json"] = _public_turns(id)
        kept[f"{id}/digests.txt"] = "".join(
            f"{hashlib.sha256(content).hexdigest()[:12]} {path}\n"
            for path, content in sorted(sample_files(id).items())
        ).encode()
    return kept


def _landing() -> bytes:
    campaigns = {"crowns": tree_of({}), "tide-bell": tree_of(SMALL)}
    words = b"title: Two Tides\nintroduction: Kept on *Thursdays*.\n"
    shelved = [Shelved(id, Tree(id, tree.files), Path(id)) for id, tree in campaigns.items()]
    files, report = make_shelf(Tree("", {"shelf.yaml": words}), shelved)
    assert files is not None, [finding.message for finding in report.findings]
    return files["site/index.html"]


def _is_kept(path: str) -> bool:
    if not path.endswith(".html"):
        return False
    edition, _, page = path.removeprefix("private/").partition("/")
    return edition == "site" or (edition != "oru" and page.startswith(_PRIVATE))


def _public_turns(id: str) -> bytes:
    report = Report()
    played = resolve(read_tree(SAMPLES[id], f"content/{id}"), report)
    assert played is not None, [finding.message for finding in report.findings]
    shape = resolved(played, None, EVERYONE)
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
