/** This is evaluated before the editor; nothing else of its packages is kept for this (`editor-parts.ts`). */
export { syntaxTree } from "@codemirror/language";
export { parser } from "@lezer/markdown";
