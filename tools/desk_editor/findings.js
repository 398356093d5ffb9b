// Findings of the server, in the gutter, under the words, in a list and as a count.
import {
  diagnosticCount, forEachDiagnostic, lintGutter, lintKeymap, linter, openLintPanel, setDiagnostics,
} from "@codemirror/lint";
import { ViewPlugin, keymap, showPanel } from "@codemirror/view";

import { element, words } from "./words.js";

/** How long after the last key findings are asked for, in milliseconds. */
const DELAY = 250;

/** The place that a line and a column name, both counted from 1, columns in code points. */
export function offset(doc, line, column) {
  const { from, text } = doc.line(Math.min(Math.max(line ?? 1, 1), doc.lines));
  return from + [...text].slice(0, Math.max(column ?? 1, 1) - 1).join("").length;
}

/** The change that shows findings in place of those before. */
export function shown(state, list) {
  const { doc } = state;
  const diagnostics = list.map(({ line, column, endLine, endColumn, severity, code, message, help }) => {
    const from = offset(doc, line, column);
    return {
      from,
      to: Math.max(from, offset(doc, endLine ?? line, endColumn ?? column)),
      severity: severity === "error" || severity === "warning" ? severity : "info",
      source: code,
      message,
      renderMessage: () =>
        element("div", {}, words(message), help ? element("div", { className: "cm-help" }, words(help)) : ""),
    };
  });
  return setDiagnostics(state, diagnostics);
}

/** Asks for findings when the typing has stopped, and again only when the answer has come. */
const asking = (ask) =>
  ViewPlugin.define((view) => {
    let timer, isAsking, isChanged, isGone;
    async function run() {
      isChanged = isAsking;
      if (isAsking) return;
      isAsking = true;
      const { doc } = view.state;
      try {
        const list = await ask(view.state.sliceDoc());
        if (!isGone && view.state.doc === doc) view.dispatch(shown(view.state, list));
      } finally {
        isAsking = false;
        if (isChanged && !isGone) run();
      }
    }
    run();
    return {
      update(update) {
        if (!update.docChanged) return;
        clearTimeout(timer);
        timer = setTimeout(run, DELAY);
      },
      destroy() {
        isGone = true;
        clearTimeout(timer);
      },
    };
  });

/** How many findings of each severity there are, as words. */
function counted(state) {
  const counts = { error: 0, warning: 0, info: 0 };
  forEachDiagnostic(state, ({ severity }) => (counts[severity] += 1));
  const named = { error: "error", warning: "warning", info: "note" };
  return Object.entries(counts)
    .filter(([, count]) => count)
    .map(([severity, count]) => `${count} ${named[severity]}${count === 1 ? "" : "s"}`)
    .join(", ");
}

/** A line below the text with the count, which opens the list. */
function count(view) {
  const button = element("button", {
    type: "button", className: "cm-count", hidden: true, onclick: () => openLintPanel(view),
  });
  return {
    dom: element("div", { role: "status" }, button),
    update({ state }) {
      const said = diagnosticCount(state) ? counted(state) : "";
      if (said === button.textContent) return;
      button.textContent = said;
      button.hidden = !said;
    },
  };
}

/** Findings in an editor; `ask`, if given, resolves to those of a text. */
export const findings = (ask) => [
  linter(null), lintGutter(), keymap.of(lintKeymap), showPanel.of(count), ask ? asking(ask) : [],
];
