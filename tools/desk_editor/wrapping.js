// Long lines go on below their first word, not at the left edge.
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin } from "@codemirror/view";

const LEAD = /^ *(?:[-*>] |\d+\. )*/;
const MOST = 40;

const hanging = Array.from({ length: MOST + 1 }, (_, width) =>
  Decoration.line({ attributes: { style: `--hang: ${width}ch` } }),
);

function indented({ state: { doc }, visibleRanges }) {
  const builder = new RangeSetBuilder();
  for (const range of visibleRanges) {
    for (let at = range.from; at <= range.to; ) {
      const { from, to, text } = doc.lineAt(at);
      builder.add(from, from, hanging[Math.min(LEAD.exec(text)[0].length, MOST)]);
      at = to + 1;
    }
  }
  return builder.finish();
}

export const wrapping = [
  EditorView.lineWrapping,
  ViewPlugin.define(
    (view) => ({
      lines: indented(view),
      update({ docChanged, viewportChanged, view }) {
        if (docChanged || viewportChanged) this.lines = indented(view);
      },
    }),
    { decorations: (plugin) => plugin.lines },
  ),
];
