/** Puts `@codemirror/state` in a chunk of its own; see `editor-parts.ts`. */
export { EditorState } from "@codemirror/state";
