// The text editor of the desk: CodeMirror, with what a campaign's files need.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { yaml, yamlFrontmatter } from "@codemirror/lang-yaml";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, Text, Transaction } from "@codemirror/state";
import {
  EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap,
  lineNumbers,
} from "@codemirror/view";

import { changedLines } from "./difference.js";
import { findings, offset, shown } from "./findings.js";
import { linkCompletion, linkMarks } from "./links.js";
import { keyHover, schemaCompletion } from "./schema.js";
import { style } from "./style.js";
import { wrapping } from "./wrapping.js";

/** Marks a change that the page made, not its user. */
const fromPage = Annotation.define();
const SETUP = [
  lineNumbers(), history(), bracketMatching(), indentOnInput(), indentUnit.of("  "),
  highlightActiveLine(), highlightActiveLineGutter(), highlightSpecialChars(), search({ top: true }),
  wrapping, style,
];

/** A change of lines as one of characters: within a line, of those that differ. */
function changeOf(doc, lines, [first, last, start, end]) {
  if (last - first === 1 && end - start === 1) {
    const { from, text: was } = doc.line(first + 1), now = lines[start];
    const shorter = Math.min(was.length, now.length);
    let [before, behind] = [0, 0];
    while (before < shorter && was[before] === now[before]) before += 1;
    while (behind < shorter - before && was.at(-1 - behind) === now.at(-1 - behind)) behind += 1;
    const insert = now.slice(before, now.length - behind);
    return { from: from + before, to: from + was.length - behind, insert };
  }
  // Whole lines with their ends; the last line of a text has none, but one before it.
  const isLast = last === doc.lines, more = lines.slice(start, end);
  const from = first < doc.lines ? doc.line(first + 1).from : doc.length;
  const to = isLast ? doc.length : doc.line(last + 1).from;
  if (!isLast) return { from, to, insert: Text.of([...more, ""]) };
  if (first === 0) return { from, to, insert: Text.of(more.length ? more : [""]) };
  const insert = more.length ? Text.of(["", ...more]) : "";
  return { from: doc.line(first).to, to, insert };
}

/** What ends the lines of a text; where that differs, a carriage return is a character of its line. */
function lineBreak(text) {
  return text.includes("\r") && !/(^|[^\r])\n|\r(?!\n)/.test(text) ? "\r\n" : "\n";
}

/** The lines end as they did before, whatever is pasted. */
function lineBreaks(ending) {
  return [
    EditorState.lineSeparator.of(ending),
    EditorView.clipboardInputFilter.of((pasted) => pasted.replace(/\r\n?|\n/g, ending)),
  ];
}

/**
 * Makes an editor, as the last child of `parent`; all but `parent` may be left out.
 *
 * - `language`: "yaml" or "markdown", the latter with front matter.
 * - `label`: the editor's accessible name.
 * - `schema`: the JSON Schema of the file, or of its front matter.
 * - `diagnostics(text)`: resolves to findings, of the form
 *   `{line, column, endLine, endColumn, severity, code, message, help}`.
 * - `complete("link", prefix)`: resolves to what fits after `[[` and the prefix, the best first:
 *   strings, or `{label, detail, insert}`.
 * - `onChange(text)`: called after each change by the user.
 *
 * It lies in a shadow root: styles of the page do not reach it, and CodeMirror adopts its own style
 * sheet there, which a policy without 'unsafe-inline' allows. In a document it would write a
 * <style> element. Colours are the page's, by its custom properties.
 */
export function createEditor({
  parent, text = "", language = "yaml", label = "", schema, diagnostics, complete, onChange,
  readOnly = false,
}) {
  const host = document.createElement("div");
  host.style.height = "100%";
  parent.append(host);
  const root = host.attachShadow({ mode: "open" });
  const isMarkdown = language === "markdown";
  const breaks = new Compartment();
  const sources = [
    ...(complete ? [linkCompletion(complete)] : []),
    ...(schema ? [schemaCompletion(schema, isMarkdown)] : []),
  ];
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        SETUP,
        isMarkdown ? yamlFrontmatter({ content: markdown({ base: markdownLanguage }) }) : yaml(),
        autocompletion({ override: sources, icons: false }),
        // Tab moves on to the next control, as everywhere on a page.
        keymap.of([...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        EditorState.readOnly.of(readOnly),
        linkMarks,
        schema ? keyHover(schema, isMarkdown) : [],
        findings(diagnostics),
        breaks.of(lineBreaks(lineBreak(text))),
        EditorView.updateListener.of((update) => {
          const byUser = update.transactions.some(
            (it) => it.docChanged && !it.annotation(fromPage),
          );
          if (byUser) onChange?.(update.state.sliceDoc());
        }),
      ],
    }),
  });
  return {
    text: () => view.state.sliceDoc(),
    /** Changes what is different alone, so that the cursor stays; undo does not bring it back. */
    setText(changed) {
      const ending = lineBreak(changed);
      const lines = changed.split(ending), { doc } = view.state;
      const changes = changedLines(doc.toString().split("\n"), lines)
        .map((it) => changeOf(doc, lines, it));
      view.dispatch({
        changes,
        effects: breaks.reconfigure(lineBreaks(ending)),
        annotations: [fromPage.of(true), Transaction.addToHistory.of(false)],
      });
    },
    focus(line = 1, column = 1) {
      const anchor = offset(view.state.doc, line, column);
      const effects = EditorView.scrollIntoView(anchor, { y: "center" });
      view.dispatch({ selection: { anchor }, effects });
      view.focus();
    },
    /** Puts a text in place of the selection, or at a point of the window. */
    insert(added, point) {
      const at = point ? view.posAtCoords(point, false) : null;
      const change = at === null
        ? view.state.replaceSelection(added)
        : { changes: { from: at, insert: added }, selection: { anchor: at + added.length } };
      view.dispatch(change, { userEvent: "input.paste", scrollIntoView: true });
      view.focus();
    },
    setDiagnostics(list) {
      view.dispatch(shown(view.state, list));
    },
    destroy() {
      view.destroy();
      host.remove();
    },
  };
}
