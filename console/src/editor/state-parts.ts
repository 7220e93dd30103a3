/** This is evaluated before the editor; nothing else of its package is kept for this (`load-editor.ts`). */
export { EditorState } from "@codemirror/state";
