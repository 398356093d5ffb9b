#!/bin/sh
# rss-parser 3.13.0 (npm): an Atom entry that says when it was published loses when it was updated.
#
# In Atom `updated` is required and says when an entry has changed in a way that matters; `published` is optional and says
# when it first appeared (RFC 4287, 4.2.9 and 4.2.15). One would expect both, as feedparser and feedsmith give them, or the
# required one. rss-parser has one date, `pubDate` or `isoDate`: that of `published` where there is one, and `updated` is in
# no field, unless the program that uses it asks for it by `customFields`. So a reader made with it can't tell a corrected
# entry from one that is as it was, and an entry without `published` is dated by its last correction instead.
# chronicle writes both: a correction then moves no old turn to the top of a list.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/python -m pip install --quiet --disable-pip-version-check "feedparser==6.0.14"
cat >package.json <<'JSON'
{"private": true, "dependencies": {"feedsmith": "3.0.1", "rss-parser": "3.13.0"}}
JSON
npm install --silent --no-audit --no-fund
cat >feed.xml <<'XML'
<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>tag:ada.example,2026:</id><title>Low Water</title><updated>2026-01-20T00:00:00Z</updated>
<author><name>Ada</name></author>
<entry><id>tag:ada.example,2026:1</id><title>Turn 1</title><content>A correction.</content>
<published>2026-01-05T00:00:00Z</published><updated>2026-01-20T00:00:00Z</updated></entry>
</feed>
XML
cat >read.mjs <<'JAVASCRIPT'
import { readFileSync } from "node:fs";
import RssParser from "rss-parser";
import { parseFeed } from "feedsmith";
const text = readFileSync("feed.xml", "utf8");
const [item] = (await new RssParser().parseString(text)).items;
const [entry] = parseFeed(text).feed.entries;
console.log("rss-parser 3.13.0 ", JSON.stringify(item));
console.log("feedsmith 3.0.1   ", JSON.stringify([entry.published, entry.updated]));
const dates = Object.values(item).filter((it) => String(it).startsWith("2026-"));
const isAsDescribed =
  dates.length > 0 && dates.every((it) => it.startsWith("2026-01-05")) && entry.updated.startsWith("2026-01-20");
process.exit(isAsDescribed ? 0 : 1);
JAVASCRIPT
venv/bin/python -c "
import feedparser
(entry,) = feedparser.parse('feed.xml').entries
print('feedparser', feedparser.__version__, ' ', [entry.published, entry.updated])
raise SystemExit(entry.updated != '2026-01-20T00:00:00Z')"
node read.mjs && echo "as described" || { echo "the behaviour has changed"; exit 1; }
