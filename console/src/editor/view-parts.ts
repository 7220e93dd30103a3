/** This is evaluated before the editor; nothing else of its package is kept for this (`editor-parts.ts`). */
export { EditorView } from "@codemirror/view";
