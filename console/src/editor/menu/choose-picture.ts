import type { EditorView } from "@codemirror/view";
import { type SendPicture, sendPictures } from "../pictures.ts";

/** Lets the user choose pictures for the cursor's place. */
export const choosePicture = (send: SendPicture) => (view: EditorView) => {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  // The service says which formats it takes.
  input.accept = "image/*";
  input.addEventListener("change", () =>
    sendPictures(view, [...(input.files ?? [])], view.state.selection.main.head, send),
  );
  input.click();
};
