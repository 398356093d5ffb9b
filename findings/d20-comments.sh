#!/bin/sh
# d20 1.1.2, the dice of the chat bot Avrae: dice notation of other programs becomes a comment, and is rolled without it.
#
# With allow_comments=True, as Avrae calls it (cogs5e/dice/cog.py), "1d20 for the ferry" has a comment. One would expect that
# a comment begins after a space, and that what is glued to the dice is part of the roll or an error, as it is without
# comments. But the longest beginning that can be read is rolled, and all the rest is the comment: `4d6d1` (Roll20: without the
# lowest) adds all four dice, `3D6` is the number 3, and a typographic minus takes the penalty away. No error says so. And
# `d%`, in other programs 1 to 100, rolls 0, 10, 20 … 90: the grammar in the documentation has it, but not what it means.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check "d20==1.1.2"
cat >"$folder/roll.py" <<'PYTHON'
"""Roll what other programs write, with and without comments; exit with 1 if it is read otherwise than described."""

import random
from importlib.metadata import version

import d20

#: Notation, what is rolled in fact, the comment, and what it means elsewhere.
WRITTEN = [
    ("4d6d1", "4d6", "d1", "Roll20: four d6 without the lowest"),
    ("5d6!", "5d6", "!", "Roll20: 6 explodes"),
    ("3D6", "3", "D6", "tables: three d6"),
    ("1d20\u22124", "1d20", "\u22124", "one d20 minus 4, as phones and word processors write it"),
]

print("d20", version("d20"))
is_as_described = True
for notation, rolled, comment, meaning in WRITTEN:
    totals = []
    for seed in range(500):
        random.seed(seed)
        result = d20.roll(notation, allow_comments=True)
        random.seed(seed)
        plain = d20.roll(rolled)
        totals.append(result.total)
        is_as_described &= (result.total, result.comment) == (plain.total, comment)
    try:
        d20.roll(notation)
        without = "rolled"
        is_as_described = False
    except d20.RollSyntaxError:
        without = "an error"
    print(f"{notation:6} {result}  comment: {result.comment!r}  of 500: {min(totals)} to {max(totals)}")
    print(f"       elsewhere: {meaning}; without comments: {without}")

faces = sorted({d20.roll("d%").total for _ in range(2000)})
print(f"d%     of 2000: {faces}")
print("       elsewhere: 1 to 100")
is_as_described &= faces == list(range(0, 100, 10))

print("as described" if is_as_described else "the behaviour has changed")
raise SystemExit(0 if is_as_described else 1)
PYTHON
"$folder/venv/bin/python" "$folder/roll.py"
