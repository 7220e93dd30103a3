import { EditorView } from "@codemirror/view";

export const look = EditorView.theme({
  "&": {
    color: "var(--ink)",
    fontSize: "0.96875rem",
    // The theme of `app.css` is inlined in its classes, so it has no variable.
    "--font-mono": 'ui-monospace, "SF Mono", "JetBrains Mono", monospace',
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "1.5625rem", overflowX: "hidden" },
  ".cm-content": { padding: "0.75rem 0", caretColor: "var(--accent)" },
  // Each line has its own text direction.
  ".cm-line": { padding: "0 1rem", unicodeBidi: "plaintext", textAlign: "start" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  ".cm-placeholder": { color: "var(--ink-3)" },
  ".cm-sending": {
    background: "var(--sunk)",
    borderRadius: "0.375rem",
    color: "var(--ink-2)",
    fontSize: "0.8125rem",
    padding: "0.125rem 0.5rem",
  },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--accent-soft)",
  },
});
