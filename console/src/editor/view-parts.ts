/** Imported only so that this chunk is evaluated in its own task; see `editor-parts.ts`. */
export { EditorView } from "@codemirror/view";
