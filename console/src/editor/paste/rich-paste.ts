import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { pend } from "../pending.ts";
import type { SendPicture } from "../pictures.ts";

/** Returns the HTML to convert; "" if the plain text, or a picture, is pasted instead. */
function htmlOf(data: DataTransfer | null): string {
  const isCode = data?.types.includes("vscode-editor-data");
  const isPicture = data && data.files.length > 0 && !data.getData("text/plain");
  return isCode || isPicture ? "" : (data?.getData("text/html") ?? "");
}

/** Pastes HTML as Markdown; as plain text with Shift, into code, and where `isRaw` says so. */
export function richPaste(send: SendPicture, isRaw: (state: EditorState) => boolean = isInCode): Extension {
  let isPlain = false;
  return EditorView.domEventHandlers({
    keydown: ({ key, shiftKey, ctrlKey, metaKey }) => {
      if (key.toLowerCase() === "v" && (ctrlKey || metaKey)) isPlain = shiftKey;
    },
    paste: (event, view) => {
      const html = isPlain || isRaw(view.state) ? "" : htmlOf(event.clipboardData);
      isPlain = false;
      if (html === "" || view.state.readOnly) return false;
      const words = event.clipboardData?.getData("text/plain") ?? "";
      event.preventDefault();
      const pasted = import("./insert-html.ts").then(
        ({ insertHtml }) => insertHtml(view, html, words, send),
        () =>
          view.dispatch(view.state.replaceSelection(words.replace(/\r\n?/g, "\n")), {
            userEvent: "input.paste",
          }),
      );
      pend(view, pasted);
      return true;
    },
  });
}

function isInCode(state: EditorState): boolean {
  const { from } = state.selection.main;
  for (let node = syntaxTree(state).resolveInner(from, -1); ; ) {
    if (/Code/.test(node.name)) return true;
    if (!node.parent) return false;
    node = node.parent;
  }
}
