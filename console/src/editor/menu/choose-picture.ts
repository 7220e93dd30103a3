import type { EditorView } from "@codemirror/view";
import { pictureTypes } from "../../../../contract/src/picture-types.ts";
import { type SendPicture, sendPictures } from "../pictures.ts";

/** Lets the user choose pictures for the cursor's place. */
export const choosePicture = (send: SendPicture) => (view: EditorView) => {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = pictureTypes.join();
  input.addEventListener("change", () =>
    sendPictures(view, [...(input.files ?? [])], view.state.selection.main.head, send),
  );
  input.click();
};
