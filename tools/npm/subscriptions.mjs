// Reads calendar files and feeds with libraries of npm: {calendars, feeds} as JSON comes in, JSON
// goes out: for each library, what it finds in each file.
import { createRequire } from "node:module";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const require = createRequire(process.argv[2]);
const { default: ical } = await import(pathToFileURL(require.resolve("ical.js")));
const nodeIcal = require("node-ical");
const RssParser = require("rss-parser");
const { parseFeed } = require("feedsmith");

const { calendars = [], feeds = [] } = await json(process.stdin);
const instant = (date) => date.toISOString().replace(".000Z", "Z");
const entry = ({ id, title, published, updated }) => [id, title?.value ?? title, published, updated];
const rss = new RssParser({ customFields: { item: ["published", "updated"] } });

const calendarReaders = {
  "ical.js": (file) =>
    new ical.Component(ical.parse(file)).getAllSubcomponents("vevent").map((found) => {
      const value = (name) => found.getFirstPropertyValue(name);
      const [stamp, start] = ["dtstamp", "dtstart"].map((name) => instant(value(name).toJSDate()));
      return [value("uid"), value("sequence"), stamp, start, value("status"), value("summary")];
    }),
  "node-ical": (file) =>
    Object.values(nodeIcal.sync.parseICS(file))
      .filter(({ type }) => type === "VEVENT")
      .map((it) => [
        ...[it.uid, Number(it.sequence), instant(it.dtstamp), instant(it.start)],
        ...[it.status, it.summary],
      ]),
};
const feedReaders = {
  "rss-parser": async (file) => (await rss.parseString(file)).items.map(entry),
  feedsmith: (file) => parseFeed(file).feed.entries.map(entry),
};

const found = {};
for (const [name, read] of Object.entries(calendarReaders)) found[name] = calendars.map(read);
for (const [name, read] of Object.entries(feedReaders)) {
  found[name] = await Promise.all(feeds.map(read));
}
process.stdout.write(JSON.stringify(found));
