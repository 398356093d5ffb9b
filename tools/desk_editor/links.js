// Wiki links: their colour, and names after `[[`.
import { insertCompletionText } from "@codemirror/autocomplete";
import { Decoration, MatchDecorator, ViewPlugin } from "@codemirror/view";

const matches = new MatchDecorator({
  regexp: /\[\[[^[\]\n]+\]\]/g,
  decoration: Decoration.mark({ class: "cm-wiki-link" }),
});

/** Colours the links of the lines that are seen. */
export const linkMarks = ViewPlugin.define(
  (view) => ({
    marks: matches.createDeco(view),
    update(update) {
      this.marks = matches.updateDeco(update, this.marks);
    },
  }),
  { decorations: (plugin) => plugin.marks },
);

function closed(view, { insert }, from, to) {
  const end = view.state.sliceDoc(to, to + 2) === "]]" ? to + 2 : to;
  view.dispatch(insertCompletionText(view.state, `${insert}]]`, from, end));
}

/** Completes what follows `[[`; `complete` resolves to strings, or `{label, detail, insert}`. */
export const linkCompletion = (complete) => async (context) => {
  const typed = context.matchBefore(/\[\[[^[\]|\n]*$/);
  if (!typed) return null;
  const names = await complete("link", typed.text.slice(2));
  return {
    from: typed.from + 2,
    // What fits has been chosen: of single letters CodeMirror takes those where a name begins.
    filter: false,
    options: names.map((name) => {
      const { label, detail, insert = label } = typeof name === "string" ? { label: name } : name;
      return { label, detail, insert, apply: closed };
    }),
  };
};
