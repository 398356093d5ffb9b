#!/bin/sh
# rpg-dice-roller 5.5.1: minTotal and maxTotal of a roll are not the least and the most that it can come to.
#
# One would expect that no total is outside of them, as in `2d6+1` (3 to 13), so that they show a target that can't be met.
# But they are the totals with the lowest, and with the highest, face on all dice. With a die that is subtracted, a pool that
# counts low dice, or one that counts a single face, totals are outside; `5-2d6` and `1d100<=55` have their ends exchanged.
# averageTotal, the middle of the two, is wrong with them: a `1d100<=55` is met in 0.55 of all throws, not in half.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >package.json <<'JSON'
{"private": true, "type": "module", "dependencies": {"@dice-roller/rpg-dice-roller": "5.5.1"}}
JSON
npm install --silent --no-audit --no-fund
cat >ranges.js <<'JAVASCRIPT'
import { readFileSync } from "node:fs";
import { DiceRoll } from "@dice-roller/rpg-dice-roller";

// Notation, minTotal and maxTotal as found, and the true ends.
const WRITTEN = [
  ["2d6+1", [3, 13], [3, 13]],
  ["2d6-1d4", [1, 8], [-2, 11]],
  ["5-2d6", [3, -7], [-7, 3]],
  ["3d6<=4", [3, 0], [0, 3]],
  ["1d100<=55", [1, 0], [0, 1]],
  ["3d6=4", [0, 0], [0, 3]],
];
const manifest = "node_modules/@dice-roller/rpg-dice-roller/package.json";
console.log("rpg-dice-roller", JSON.parse(readFileSync(manifest, "utf8")).version);
let asDescribed = true;
for (const [notation, stated, ends] of WRITTEN) {
  const totals = Array.from({ length: 5000 }, () => new DiceRoll(notation).total);
  const { minTotal, maxTotal, averageTotal } = new DiceRoll(notation);
  const [least, most] = [Math.min(...totals), Math.max(...totals)];
  const mean = totals.reduce((sum, total) => sum + total) / totals.length;
  console.log(
    `${notation.padEnd(9)} minTotal ${minTotal}, maxTotal ${maxTotal}, averageTotal ${averageTotal}; ` +
      `of 5000: ${least} to ${most}, on average ${mean.toFixed(2)}`,
  );
  asDescribed &&= minTotal === stated[0] && maxTotal === stated[1] && least === ends[0] && most === ends[1];
}
console.log(asDescribed ? "as described" : "the behaviour has changed");
process.exit(asDescribed ? 0 : 1);
JAVASCRIPT
node ranges.js
