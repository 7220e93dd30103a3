/** Imported only so that this chunk is evaluated in its own task; see `editor-parts.ts`. */
export { syntaxTree } from "@codemirror/language";
export { parser } from "@lezer/markdown";
