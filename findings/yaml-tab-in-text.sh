#!/bin/sh
# PyYAML 6.0.4 and ruamel.yaml 0.19.1 refuse a tab within text that has no quotes, and one before a comment.
#
# YAML allows both: white space within plain text, and before a comment, is spaces and tabs (1.2.2, rules 33 s-white,
# 132 nb-ns-plain-in-line and 66 s-separate-in-line). The program `yaml` 2.9.1 of npm writes such text
# without quotes, as it may, so that what it writes can't be read by either. One would expect that they read it, or that
# their message said what to do; it says "found character '\t' that cannot start any token", as if the tab were indentation.
# chronicle reads files with ruamel.yaml, and says that text with a tab needs quotes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/python -m pip install --quiet --disable-pip-version-check "PyYAML==6.0.4" "ruamel.yaml==0.19.1"
cat >package.json <<'JSON'
{"private": true, "dependencies": {"yaml": "2.9.1"}}
JSON
npm install --silent --no-audit --no-fund
cat >write.js <<'JAVASCRIPT'
const yaml = require("yaml");
const texts = [{ title: "Low\tWater" }, ["a\tb", "c"]].map((value) => yaml.stringify(value));
texts.push("title: Low Water\t# by Ada\n");
process.stdout.write(JSON.stringify(texts.map((text) => [text, yaml.parse(text)])));
JAVASCRIPT
node write.js >written.json
cat >read.py <<'PYTHON'
"""Read what yaml wrote; exit with 1 unless it is refused as described."""

import json
from importlib.metadata import version
from pathlib import Path

import yaml
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

print("PyYAML", version("PyYAML"), " ruamel.yaml", version("ruamel.yaml"), " yaml 2.9.1 of npm")
is_as_described = True
for text, meant in json.loads(Path("written.json").read_text("utf-8")):
    print(f"{text!r}: to yaml {meant!r}")
    for name, read, errors in (
        ("PyYAML", yaml.safe_load, yaml.YAMLError),
        ("ruamel.yaml", YAML(typ="safe", pure=True).load, YAMLError),
    ):
        try:
            found = f"{read(text)!r}"
            is_as_described = False
        except errors as refused:
            found = f"refused: {refused.problem}"
            is_as_described &= "'\\t' that cannot start any token" in found
        print(f"    to {name}: {found}")

print("as described" if is_as_described else "the behaviour has changed")
raise SystemExit(0 if is_as_described else 1)
PYTHON
venv/bin/python read.py
