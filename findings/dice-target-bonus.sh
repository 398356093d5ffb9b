#!/bin/sh
# dice-typescript 1.6.1 and dice-roller-parser 0.1.8 (npm): in `1d20+4>=15` the 4 does not help to reach 15.
#
# One would expect 1d20 plus 4 against 15, met from 11 on, in half of all throws, as d20 and chronicle read it; or an
# error, as by rpg-dice-roller. dice-typescript counts dice (`countSuccessOrFailure`), and no number that is added: it has a
# success from 15 on, in 0.3 of all throws. Its total is the die without the 4, or 0. `2d6>=8` never succeeds. The README
# says only that `>` and `>=` are those of mathematics. dice-roller-parser, which follows Roll20, takes `>=15` for the label of
# the roll, without an error: the result is no success, whatever the die shows.
# Before a roll with a target of the ruleset freeform is thrown in such a program, leave out the target, and compare the total.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >package.json <<'JSON'
{"private": true, "dependencies": {"dice-roller-parser": "0.1.8", "dice-typescript": "1.6.1"}}
JSON
npm install --silent --no-audit --no-fund
cat >target.js <<'JAVASCRIPT'
const { readFileSync } = require("node:fs");
const { DiceRoller } = require("dice-roller-parser");
const { Dice } = require("dice-typescript");
for (const name of ["dice-typescript", "dice-roller-parser"]) {
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
}

const rolled = (notation, face) => new Dice(null, { numberBetween: () => face }).roll(notation);
let asDescribed = true;
// Notation, sides of its dice, which all show the same face, and the first face that succeeds.
for (const [notation, sides, first] of [["1d20>=15", 20, 15], ["1d20+4>=15", 20, 15], ["2d6>=8", 6, Infinity]]) {
  const faces = Array.from({ length: sides }, (_, index) => index + 1);
  const met = faces.filter((face) => rolled(notation, face).successes > 0);
  console.log(`dice-typescript ${notation}: met by the faces ${met.join(" ") || "(none)"}`);
  asDescribed &&= String(met) === String(faces.filter((face) => face >= first));
}
const [under, over] = [rolled("1d20+4>=15", 11), rolled("1d20+4>=15", 15)];
console.log(`dice-typescript 1d20+4>=15 with an 11: total ${under.total}, expected 15; with a 15: total ${over.total}, expected 19`);
asDescribed &&= under.total === 0 && over.total === 15;
const labelled = new DiceRoller(() => 0.9).roll("1d20+4>=15");
console.log(`dice-roller-parser 1d20+4>=15 with a 19: value ${labelled.value}, success ${labelled.success}, label ${labelled.label}`);
asDescribed &&= labelled.value === 23 && labelled.success === false && labelled.label === ">=15";
console.log(asDescribed ? "as described" : "the behaviour has changed");
process.exit(asDescribed ? 0 : 1);
JAVASCRIPT
node target.js
