#!/bin/sh
# Four dice libraries (PyPI and npm) read a minus otherwise than one expects: no penalty, a floor of 1, an error, no dice.
#
# One would expect that dice with a penalty, such as `1d20-1` and `2d6-3`, are what every dice library can roll.
# - rpg-dice 0.2.1 splits at plus signs and takes the first dice of each part: `2d6-3` rolls 2d6, without an error.
# - roll-parser 2.3.2 gives no total below 1 (`normalizeRollResult`): `2d6-3` comes to 1 in 6 of 36 throws instead of 3.
# - python-dice 2.0.2 reads `-1` as a number wherever it can (`-?\d+`), so that no operator is left in `1d20-1`, an error;
#   `1d20 - 1` works.
# - dice-roller-parser 0.1.8 reads a minus in front as part of the number of dice: `-1d6+8` rolls none, and is always 8.
# A GM who throws the dice of a turn in such a program must not work back from its total: chronicle asks for the faces.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/python -m pip install --quiet --disable-pip-version-check "rpg-dice==0.2.1" "python-dice==2.0.2"
cat >package.json <<'JSON'
{"private": true, "dependencies": {"dice-roller-parser": "0.1.8", "roll-parser": "2.3.2"}}
JSON
npm install --silent --no-audit --no-fund
cat >roll.js <<'JAVASCRIPT'
const { DiceRoller } = require("dice-roller-parser");
const { parseAndRoll } = require("roll-parser");
const rollers = {
  "roll-parser 2.3.2": (notation) => parseAndRoll(notation).value,
  "dice-roller-parser 0.1.8": (notation) => new DiceRoller().rollValue(notation),
};
const [name, notation] = process.argv.slice(2);
console.log(JSON.stringify(Array.from({ length: 2000 }, () => rollers[name](notation))));
JAVASCRIPT
cat >roll.py <<'PYTHON'
"""Roll with a minus in four libraries; exit with 1 if it is read otherwise than described."""

import json
import subprocess

import rpg_dice
from python_dice import PythonDiceInterpreter


def by_rpg_dice(notation):
    return [rpg_dice.roll(notation) for _ in range(2000)]


def by_python_dice(notation):
    return [PythonDiceInterpreter().roll([notation])["stdout"] for _ in range(200)]


def by_node(name):
    return lambda notation: json.loads(subprocess.check_output(["node", "roll.js", name, notation]))


ROLL_PARSER, DICE_ROLLER_PARSER = by_node("roll-parser 2.3.2"), by_node("dice-roller-parser 0.1.8")
#: Library, its function, notation, least and most of all throws as found (None: an error), and as expected.
ROLLED = [
    ("rpg-dice 0.2.1", by_rpg_dice, "2d6-3", (2, 12), (-1, 9)),
    ("roll-parser 2.3.2", ROLL_PARSER, "2d6-3", (1, 9), (-1, 9)),
    ("python-dice 2.0.2", by_python_dice, "1d4-1", None, (0, 3)),
    ("python-dice 2.0.2", by_python_dice, "1d4 - 1", (0, 3), (0, 3)),
    ("dice-roller-parser 0.1.8", DICE_ROLLER_PARSER, "2d6-3", (-1, 9), (-1, 9)),
    ("dice-roller-parser 0.1.8", DICE_ROLLER_PARSER, "-1d6+8", (8, 8), (2, 7)),
]
is_as_described = True
for name, roll, notation, described, expected in ROLLED:
    try:
        totals = roll(notation)
        found = (min(totals), max(totals))
        said = f"{found[0]} to {found[1]}"
    except Exception as error:  # python-dice raises one of its parser
        found, said = None, f"{type(error).__name__}: {str(error).splitlines()[0]}"
    print(f"{name:25} {notation:8} {said}; expected: {expected[0]} to {expected[1]}")
    is_as_described &= found == described
print("as described" if is_as_described else "the behaviour has changed")
raise SystemExit(0 if is_as_described else 1)
PYTHON
venv/bin/python roll.py
