import { EditorView } from "@codemirror/view";

const floating = {
  border: "1px solid var(--line-strong)",
  borderRadius: "8px",
  backgroundColor: "var(--sheet)",
  boxShadow: "0 8px 28px rgb(0 0 0 / 0.18)",
  fontSize: "0.8125rem",
  position: "absolute",
  zIndex: "20",
};

/** The bar and the menu go with the focus. */
export const menuLook = EditorView.theme({
  ".cm-bar, .cm-slash": floating,
  "&:not(:focus-within) .cm-bar, &:not(:focus-within) .cm-slash": {
    display: "none",
  },
  ".cm-bar": {
    display: "flex",
    gap: "2px",
    overflowX: "auto",
    padding: "2px",
    maxWidth: "100%",
    width: "max-content",
  },
  ".cm-bar button": {
    flexShrink: "0",
    minWidth: "1.75rem",
    height: "1.75rem",
    padding: "0 0.375rem",
    borderRadius: "6px",
    color: "var(--ink-2)",
  },
  ".cm-bar button:hover": { backgroundColor: "var(--sunk)" },
  "@media (pointer: coarse)": {
    ".cm-bar button": { minWidth: "2.5rem", height: "2.5rem" },
  },
  '.cm-bar [aria-pressed="true"]': { backgroundColor: "var(--accent-soft)", color: "var(--accent)" },
  ".cm-bar button::before": { content: "attr(data-face)" },
  ".cm-bar [data-face=B]": { fontWeight: "700" },
  ".cm-bar [data-face=I]": { fontStyle: "italic" },
  ".cm-bar [data-face=S]": { textDecoration: "line-through" },
  ".cm-slash": {
    minWidth: "15rem",
    maxHeight: "min(17rem, 40vh)",
    padding: "4px",
    overflowY: "auto",
    overscrollBehavior: "contain",
  },
  '.cm-slash [role="option"]': {
    display: "flex",
    justifyContent: "space-between",
    gap: "1rem",
    padding: "0.25rem 0.5rem",
    borderRadius: "6px",
    cursor: "pointer",
  },
  '.cm-slash [aria-selected="true"]': { backgroundColor: "var(--accent-soft)", color: "var(--ink)" },
  ".cm-slash kbd": { color: "var(--ink-2)", fontFamily: "var(--font-mono)", fontSize: "0.75rem" },
});
