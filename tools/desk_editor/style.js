// Colours and sizes of the editor, from custom properties of the page, in both of its schemes.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const wash = (color, part) => `color-mix(in srgb, var(--${color}) ${part}%, transparent)`;
const LINE = "1px solid var(--line)";
const marker = (color, radius) => ({
  content: "normal", width: "0.6em", height: "0.6em", margin: "0.45em 0.2em", borderRadius: radius,
  background: `var(--${color})`,
});
const underline = (color) => ({
  backgroundImage: "none",
  textDecoration: `underline wavy var(--${color})`,
  textDecorationSkipInk: "none",
});
const button = {
  minWidth: "24px", minHeight: "24px", padding: "0 0.5em", border: LINE, borderRadius: "4px",
  background: "var(--ground)", color: "var(--ink)", font: "inherit", cursor: "pointer",
};

const theme = EditorView.theme({
  "&": { height: "100%", background: "var(--card)", color: "var(--ink)", border: LINE },
  "&.cm-focused": { outline: "2px solid var(--link)" },
  ".cm-scroller": {
    fontFamily: "ui-monospace, monospace", fontSize: "0.875rem",
    lineHeight: "1.5",
  },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-line": {
    paddingLeft: "calc(6px + var(--hang, 0ch))",
    textIndent: "calc(-1 * var(--hang, 0ch))",
  },
  "::selection": { background: `${wash("link", 30)} !important`, color: "var(--ink) !important" },
  ".cm-gutters": { background: "var(--card)", color: "var(--quiet)", borderRight: LINE },
  ".cm-activeLine": { background: wash("link", 6) },
  ".cm-activeLineGutter": { background: wash("link", 6), color: "var(--ink)" },
  ".cm-specialChar": { color: "var(--wrong)" },
  "&.cm-focused .cm-matchingBracket": { background: wash("link", 25) },
  "&.cm-focused .cm-nonmatchingBracket": { background: wash("wrong", 25) },
  ".cm-wiki-link, .cm-wiki-link span": { color: "var(--link)" },
  ".cm-searchMatch": { background: wash("careful", 30) },
  ".cm-searchMatch, .cm-searchMatch span": { color: "var(--ink)" },
  ".cm-searchMatch-selected": { outline: "2px solid var(--careful)" },

  ".cm-panels": { background: "var(--ground)", color: "var(--ink)", fontSize: "0.875rem" },
  ".cm-panels-top": { borderBottom: LINE },
  ".cm-panels-bottom": { borderTop: LINE },
  ".cm-button": { ...button, backgroundImage: "none" },
  ".cm-textfield": {
    border: "1px solid var(--quiet)", background: "var(--card)",
    color: "var(--ink)", font: "inherit",
  },
  ".cm-panel.cm-search": { padding: "0.25em 3em 0.25em 0.5em" },
  ".cm-panel.cm-search label": {
    display: "inline-flex", alignItems: "center",
    minHeight: "24px", fontSize: "inherit",
  },
  ".cm-panel.cm-search input[type=checkbox]": { width: "1.25em", height: "1.25em" },
  ".cm-panel.cm-search [name=close]": { ...button, top: "0.25em" },
  ":is(button, input, ul):focus-visible": { outline: "2px solid var(--link)" },
  ".cm-count": { ...button, display: "block", margin: "0.25em 0.5em" },
  ".cm-count[hidden]": { display: "none" },

  ".cm-tooltip": {
    border: LINE, borderRadius: "4px", background: "var(--ground)",
    color: "var(--ink)", fontSize: "0.875rem",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "ui-monospace, monospace" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.2em 0.5em" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    background: "var(--link)",
    color: "var(--ground)",
  },
  ".cm-completionDetail": { fontStyle: "normal", color: "var(--quiet)" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-completionInfo, .cm-description": {
    maxWidth: "24rem", padding: "0.4em 0.6em",
    whiteSpace: "pre-line",
  },

  ".cm-lintRange-error": underline("wrong"),
  ".cm-lintRange-warning": underline("careful"),
  ".cm-lintRange-info": underline("quiet"),
  ".cm-lintRange-active": { background: wash("careful", 20) },
  ".cm-lintRange-active, .cm-lintRange-active span": { color: "var(--ink)" },
  ".cm-lintPoint-error:after": { borderBottomColor: "var(--wrong)" },
  ".cm-lintPoint-warning:after": { borderBottomColor: "var(--careful)" },
  ".cm-lint-marker": { padding: 0 },
  ".cm-lint-marker-error": marker("wrong", "50%"),
  ".cm-lint-marker-warning": marker("careful", "0"),
  ".cm-lint-marker-info": marker("quiet", "0"),
  ".cm-diagnostic": { padding: "0.3em 0.6em" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--wrong)" },
  ".cm-diagnostic-warning": { borderLeft: "4px solid var(--careful)" },
  ".cm-diagnostic-info": { borderLeft: "4px solid var(--quiet)" },
  ".cm-diagnosticSource, .cm-help": { fontSize: "inherit", opacity: 1, color: "var(--quiet)" },
  ".cm-panel.cm-panel-lint ul": { maxHeight: "10rem" },
  ".cm-panel.cm-panel-lint ul [aria-selected]": { background: wash("link", 12) },
  ".cm-panel.cm-panel-lint ul:focus [aria-selected]": {
    background: wash("link", 12),
    color: "inherit",
  },
  ".cm-panel.cm-panel-lint [aria-selected] :is(.cm-diagnosticSource, .cm-help)": {
    color: "var(--ink)",
  },
  ".cm-panel.cm-panel-lint [name=close]": { ...button, top: "0.25em", right: "0.5em" },
  "code": { fontFamily: "ui-monospace, monospace" },
});

const highlighting = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: "var(--link)" },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: "var(--quiet)" },
  { tag: [tags.separator, tags.squareBracket, tags.brace, tags.punctuation], color: "var(--quiet)" },
  { tag: [tags.labelName, tags.typeName, tags.special(tags.string)], color: "var(--careful)" },
  { tag: tags.heading, fontWeight: "bold" },
  { tag: tags.strong, fontWeight: "bold" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  { tag: [tags.link, tags.url], color: "var(--link)" },
  { tag: tags.invalid, color: "var(--wrong)" },
]);

export const style = [theme, syntaxHighlighting(highlighting)];
