// Formats texts with each YAML program of npm: a list of texts as JSON comes in, JSON goes out,
// with the texts that each program writes, or null where it writes none.
import { createRequire } from "node:module";
import { json } from "node:stream/consumers";

const require = createRequire(process.argv[2]);
const prettier = require("prettier");
const yaml = require("yaml");
const js5 = require("js-yaml");
const js4 = require("js-yaml-4");

const formatters = {
  prettier: (text) => prettier.format(text, { parser: "yaml" }),
  "yaml, documents": (text) => yaml.parseDocument(text).toString(),
  "yaml, values": (text) => yaml.stringify(yaml.parse(text)),
  "js-yaml 4": (text) => js4.dump(js4.load(text)),
  "js-yaml 4, sorted": (text) => js4.dump(js4.load(text), { sortKeys: true }),
  "js-yaml 5": (text) => js5.dump(js5.load(text)),
};

const written = {};
// Not readFileSync, which fails where a pipe has nothing to read yet.
const texts = await json(process.stdin);
for (const [name, format] of Object.entries(formatters)) {
  written[name] = [];
  for (const text of texts) {
    try {
      written[name].push(await format(text));
    } catch {
      written[name].push(null);
    }
  }
}
process.stdout.write(JSON.stringify(written));
