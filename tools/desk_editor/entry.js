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
        EditorView.contentAttributes.of({ "aria-label": label }),
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
      const lines = changed.split(ending);
      const [was, now] = [view.state.doc.toString(), lines.join("\n")];
      let start = 0;
      while (start < was.length && was[start] === now[start]) start += 1;
      let end = 0;
      const most = Math.min(was.length, now.length) - start;
      while (end < most && was.at(-1 - end) === now.at(-1 - end)) end += 1;
      const insert = Text.of(lines).slice(start, now.length - end);
      view.dispatch({
        changes: { from: start, to: was.length - end, insert },
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
    setDiagnostics(list) {
      view.dispatch(shown(view.state, list));
    },
    destroy() {
      view.destroy();
      host.remove();
    },
  };
}
