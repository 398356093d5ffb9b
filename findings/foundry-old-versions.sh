#!/bin/sh
# foundryvtt-cli 3.0.3 and nedb-promises 6.2.4 (npm): files of Foundry keep actors as they were before.
#
# One would expect a file, or a line, for each actor. But the name of a file of `fvtt package unpack` begins with that of the
# actor: unpacked again after it was renamed, it is in two files with the same `_key`. That old files stay is what
# `--clean` is for; that they are the same actor is not said. And a database before version 11 (`actors.db`) gets
# another line for each change and each removal, and loses the old ones when it is opened next (NeDB's README, under
# Persistence). In a copy made after an evening of play, line by line, an actor is there twice, one that the GM has hidden
# since also as players saw it, and one that was deleted too.
# chronicle takes the last line of a database, and the newest file of those with one `_key`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >package.json <<'JSON'
{"private": true, "dependencies": {"@foundryvtt/foundryvtt-cli": "3.0.3", "nedb-promises": "6.2.4"}}
JSON
npm install --silent --no-audit --no-fund
cat >play.mjs <<'JAVASCRIPT'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { compilePack, extractPack } from "@foundryvtt/foundryvtt-cli";
import Datastore from "nedb-promises";

for (const name of ["@foundryvtt/foundryvtt-cli", "nedb-promises"]) {
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
}
const OPEN = { default: 2 };
const CLOSED = { default: 0 };

// A pack: unpacked, changed in Foundry, and unpacked again.
const actor = { _id: "LowWaterNightFry", _key: "!actors!LowWaterNightFry", type: "faction", system: {}, items: [] };
mkdirSync("source");
for (const change of [{ name: "The Ferry", ownership: OPEN }, { name: "The Night Ferry", ownership: CLOSED }]) {
  writeFileSync("source/actor.json", JSON.stringify({ ...actor, ...change }));
  await compilePack("source", "pack");
  await extractPack("pack", "unpacked");
}
const files = readdirSync("unpacked").sort();
const read = files.map((file) => JSON.parse(readFileSync(`unpacked/${file}`, "utf8")));
for (const [at, file] of files.entries()) console.log(file, read[at]._key, JSON.stringify(read[at].ownership));

// A database: an actor renamed and hidden, and another deleted.
const database = Datastore.create("actors.db");
await database.insert({ _id: "ferry", name: "The Ferry", ownership: OPEN });
await database.insert({ _id: "crows", name: "The Crows", ownership: OPEN });
await database.update({ _id: "ferry" }, { $set: { name: "The Night Ferry", ownership: CLOSED } });
await database.remove({ _id: "crows" });
const lines = readFileSync("actors.db", "utf8").trim().split("\n");
console.log(`actors.db, of ${await database.count({})} actor:`);
for (const line of lines) console.log("  ", line);

const found = JSON.stringify([read.map((it) => [it._key, it.name]), lines.map((it) => JSON.parse(it).name ?? "deleted")]);
const described = JSON.stringify([
  ["The Ferry", "The Night Ferry"].map((name) => [actor._key, name]),
  ["The Ferry", "The Crows", "The Night Ferry", "deleted"],
]);
console.log(found === described ? "as described" : "the behaviour has changed");
process.exit(found === described ? 0 : 1);
JAVASCRIPT
node play.mjs
