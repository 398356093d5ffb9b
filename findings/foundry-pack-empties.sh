#!/bin/sh
# foundryvtt-cli 3.0.3 (npm): `fvtt package pack` leaves out documents without `_key`, and then empties the pack.
#
# Actors from "Export Data" in Foundry, and those of `chronicle export foundry`, have no `_key`: `fvtt package unpack` adds it.
# As Foundry takes them by "Import Data", one would expect that they are packed, or an error. But compileClassicLevel
# (lib/package.mjs) goes on to the next file without a word, and removes all documents from the pack that no file had. So
# one folder of actors packed over a compendium leaves it empty. The command ends without an error, also for a folder in
# which it finds no file: YAML needs `--yaml`, and folders within it, which `unpack --folders` writes, need `--recursive`.
# For a compendium, import the actors into a world and drag them there; or give each document its `_key`, as below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >package.json <<'JSON'
{"private": true, "dependencies": {"@foundryvtt/foundryvtt-cli": "3.0.3"}}
JSON
npm install --silent --no-audit --no-fund
cat >pack.py <<'PYTHON'
"""Pack the same two actors in four ways over a good pack; exit with 1 if it goes otherwise than described."""

import json
import shutil
import subprocess
from pathlib import Path

PROGRAM = ("node", "node_modules/@foundryvtt/foundryvtt-cli/fvtt.mjs", "package")
ACTORS = [
    {"_id": id, "name": name, "type": "faction", "system": {}, "items": [], "effects": []}
    for id, name in (("LowWaterNightFry", "The Night Ferry"), ("LowWaterTheCrows", "The Crows"))
]


def with_key(actor):
    """An actor as in a file of `unpack`."""
    return {**actor, "_key": f"!actors!{actor['_id']}"}


def packed(case, files):
    """How many actors are in the pack after files are packed over a good one, and the exit code."""
    texts = {f"{actor['_id']}.json": json.dumps(with_key(actor)) for actor in ACTORS}
    _, code = run(f"{case}-before", texts, case)
    return (*run(case, files, case), code)


def run(source, files, pack):
    for path, text in files.items():
        file = Path(source, path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    done = subprocess.run((*PROGRAM, "pack", "-n", pack, "--in", source, "--out", "packs"), capture_output=True, text=True)
    for line in done.stdout.splitlines():
        if "Packing" not in line and not source.endswith("-before"):
            print(f"    it prints: {line}")
    shutil.rmtree("out", ignore_errors=True)
    unpack = ("unpack", "-n", pack, "--in", "packs", "--out", "out")
    subprocess.run((*PROGRAM, *unpack), check=True, capture_output=True)
    return len(list(Path("out").iterdir())), done.returncode


CASES = {
    "key": ({f"{one['_id']}.json": json.dumps(with_key(one)) for one in ACTORS}, 2),
    "no-key": ({f"{one['_id']}.json": json.dumps(one) for one in ACTORS}, 0),
    "yaml": ({f"{one['_id']}.yml": json.dumps(with_key(one)) for one in ACTORS}, 0),
    "folder": ({f"factions/{one['_id']}.json": json.dumps(with_key(one)) for one in ACTORS}, 0),
}
manifest = Path("node_modules/@foundryvtt/foundryvtt-cli/package.json")
print("foundryvtt-cli", json.loads(manifest.read_text("utf-8"))["version"])
is_as_described = True
for case, (files, expected) in CASES.items():
    print(f"{case}: 2 actors packed over a pack of the same 2")
    left, code, before = packed(case, files)
    print(f"    exit code {code}; {left} in the pack")
    is_as_described &= (left, code, before) == (expected, 0, 0)
print("as described" if is_as_described else "the behaviour has changed")
raise SystemExit(0 if is_as_described else 1)
PYTHON
HOME="$folder" python3 pack.py
