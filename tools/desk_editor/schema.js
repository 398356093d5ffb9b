// What a JSON Schema says of the place in a YAML text where the cursor is.
import { insertCompletionText, startCompletion } from "@codemirror/autocomplete";
import { yamlLanguage } from "@codemirror/lang-yaml";
import { hoverTooltip } from "@codemirror/view";

import { element, words } from "./words.js";

const FRONT_MATTER = /^---\n([^]*?)(?:^---$|$(?![^]))/m;
/** A part of a key or of a value, as names are written. */
const WORD = /[\p{L}\p{N}_./+-]*/u;
const BEFORE = new RegExp(`${WORD.source}$`, "u");
const AFTER = new RegExp(`^${WORD.source}`, "u");
/** What YAML reads as a string without quotes. */
const PLAIN = /^(?!(?:true|false|yes|no|on|off|null|y|n)$)[\p{L}_][\p{L}\p{N}_ ./+-]*(?<! )$/iu;

/** The YAML of a document, and where it begins. */
function region(doc, isMarkdown) {
  const text = doc.toString();
  if (!isMarkdown) return { text, start: 0 };
  const found = FRONT_MATTER.exec(text);
  return found?.index === 0 ? { text: found[1], start: 4 } : { text: "", start: 0 };
}

/** Entries of a mapping but one, by key; those with a list or a mapping have an empty value. */
function entries(mapping, but, text) {
  const found = new Map();
  for (const pair of mapping.getChildren("Pair")) {
    const key = pair.getChild("Key");
    if (pair.from === but.from || !key) continue;
    const value = pair.lastChild;
    const scalar = value.name === "Literal" ? text.slice(value.from, value.to) : "";
    found.set(text.slice(key.from, key.to), scalar);
  }
  return found;
}

/**
 * Where in a text a key or a value is: the keys and items that lead to it, whether it is a key, and
 * the other entries of its mapping. Null in comments, in quotes and where the text is no YAML.
 */
export function placeAt(text, at) {
  let node = yamlLanguage.parser.parse(text).resolveInner(at, 1);
  const place = { from: node.from, to: node.to, path: [], isKey: false, others: new Map() };
  if (node.name !== "Literal") return null;
  for (; node.parent; node = node.parent) {
    const { parent } = node;
    if (node.name === "Key") {
      // A mapping within a key is how the parser goes on after a wrong indentation.
      if (place.isKey || place.path.length) return null;
      place.isKey = true;
      place.others = entries(parent.parent, parent, text);
    } else if (parent.name === "Pair") {
      const key = parent.getChild("Key");
      if (!key) return null;
      const name = text.slice(key.from, key.to).replace(/^(["'])(.*)\1$/, "$2");
      place.path.unshift({ key: name, others: entries(parent.parent, parent, text) });
    } else if (parent.name === "Item") {
      place.path.unshift({ key: null, others: new Map() });
    }
  }
  return place;
}

/** A schema and all that it refers to or chooses from. */
function alternatives(root, schema, seen = new Set()) {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const referred = schema.$ref?.startsWith("#")
    ? schema.$ref.split("/").slice(1).reduce((it, name) => it?.[unescaped(name)], root)
    : undefined;
  const inner = [referred, ...["allOf", "anyOf", "oneOf"].flatMap((name) => schema[name] ?? [])];
  return [schema, ...inner.flatMap((it) => alternatives(root, it, seen))];
}

const unescaped = (name) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");

/** The schemas of a mapping with these entries: not those that want another constant. */
function mappings(schemas, others) {
  const found = schemas.filter((it) => it.properties || it.additionalProperties);
  const fitting = found.filter(({ properties = {} }) =>
    [...others].every(([key, value]) => {
      const constant = Object.hasOwn(properties, key) ? properties[key].const : undefined;
      return constant === undefined || String(constant) === value;
    }),
  );
  return fitting.length ? fitting : found;
}

function property({ properties = {}, additionalProperties }, key) {
  return Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
}

/** The schemas of what a path leads to. */
function schemasAt(root, path) {
  let schemas = alternatives(root, root);
  for (const { key, others } of path) {
    const next =
      key === null
        ? schemas.map((it) => it.items)
        : mappings(schemas, others).map((it) => property(it, key));
    schemas = [...new Set(next)].flatMap((it) => alternatives(root, it));
  }
  return schemas;
}

/** What the schemas of a mapping say of one key; each text once. */
function descriptions(root, schemas, key) {
  const said = schemas.map(
    (it) => alternatives(root, property(it, key)).find((inner) => inner.description)?.description,
  );
  return [...new Set(said)].filter(Boolean).join("\n");
}

/** What follows a key that is completed: its value, on lines of their own for a block. */
function ending(root, schema, column, isFlow) {
  const types = new Set(
    alternatives(root, schema).flatMap((it) => it.type ?? (it.enum ? "scalar" : [])),
  );
  const isBlock = types.size && [...types].every((it) => it === "object" || it === "array");
  if (isFlow || !isBlock) return ": ";
  return `:\n${" ".repeat(column + 2)}${types.has("object") ? "" : "- "}`;
}

function keys(root, schemas, place, column, isFlow) {
  const found = new Map();
  const fitting = mappings(schemas, place.others);
  for (const schema of fitting) {
    for (const [key, value] of Object.entries(schema.properties ?? {})) {
      if (place.others.has(key) || found.has(key)) continue;
      const isRequired = schema.required?.includes(key);
      const said = descriptions(root, fitting, key);
      found.set(key, {
        label: key,
        detail: isRequired ? "required" : undefined,
        boost: isRequired ? 1 : 0,
        info: said ? () => element("div", {}, words(said)) : undefined,
        apply(view, completion, from, to) {
          const isFollowed = /^\s*:/.test(view.state.sliceDoc(to, view.state.doc.lineAt(to).to));
          const text = key + (isFollowed ? "" : ending(root, value, column, isFlow));
          view.dispatch(insertCompletionText(view.state, text, from, to));
          if (!isFollowed) startCompletion(view);
        },
      });
    }
  }
  return [...found.values()];
}

function values(schemas) {
  const found = schemas.flatMap((it) => [
    ...(it.enum ?? []),
    ...(it.const === undefined ? [] : [it.const]),
    ...(it.type === "boolean" && it.const === undefined ? [true, false] : []),
  ]);
  return [...new Set(found)]
    .filter((it) => typeof it !== "object")
    .map((it) => ({
      label: String(it),
      apply: typeof it === "string" && !PLAIN.test(it) ? JSON.stringify(it) : String(it),
    }));
}

/** Completes keys, and values that a schema lists. */
export const schemaCompletion = (schema, isMarkdown) => (context) => {
  const { state, pos } = context;
  const { text, start } = region(state.doc, isMarkdown);
  const at = pos - start;
  if (at < 0 || at > text.length) return null;
  const line = state.doc.lineAt(pos);
  const [before, after] = [line.text.slice(0, pos - line.from), state.sliceDoc(pos, line.to)];
  const word = BEFORE.exec(before)[0];
  const from = at - word.length;
  const rest = AFTER.exec(after)[0];
  if (!word && !context.explicit && !/[:-] $/.test(before)) return null;
  // A word alone on its line is read as a key. Elsewhere a value is put where there is none, and
  // later lines, which it could run into, are left out.
  const isAlone = /^[\s-]*$/.test(before.slice(0, before.length - word.length)) && !/\S/.test(after);
  const parsed = isAlone
    ? `${text.slice(0, at)}x: ${text.slice(at)}`
    : `${text.slice(0, at)}${word || rest ? "" : "x"}${after}`;
  const place = placeAt(parsed, from);
  if (!place) return null;
  const schemas = schemasAt(schema, place.path);
  const column = from + start - line.from;
  const isFlow = !/^[\s-]*$/.test(before.slice(0, column));
  const options = [
    ...(place.isKey ? keys(schema, schemas, place, column, isFlow) : []),
    // What is alone may be an item of a list.
    ...(!place.isKey || (isAlone && !place.others.size) ? values(schemas) : []),
  ];
  return options.length
    ? { from: from + start, to: pos + rest.length, options, validFor: new RegExp(`^${WORD.source}$`, "u") }
    : null;
};

/** Shows the description of the key under the pointer. */
export const keyHover = (schema, isMarkdown) =>
  hoverTooltip((view, pos) => {
    const { text, start } = region(view.state.doc, isMarkdown);
    if (pos < start || pos > start + text.length) return null;
    const place = placeAt(text, pos - start);
    if (!place?.isKey) return null;
    const key = text.slice(place.from, place.to);
    const schemas = mappings(schemasAt(schema, place.path), place.others);
    const said = descriptions(schema, schemas, key);
    if (!said) return null;
    return {
      pos: place.from + start,
      end: place.to + start,
      create: () => ({ dom: element("div", { className: "cm-description" }, words(said)) }),
    };
  });
