import { EditorView } from "@codemirror/view";
import { refusePictures } from "../parts/refuse-pictures.ts";

/** Says that pictures can't be kept, when one is pasted or dropped without a text. */
export const pictures = EditorView.domEventHandlers({
  paste: ({ clipboardData }) => refusePictures(clipboardData),
  drop: ({ dataTransfer }) => refusePictures(dataTransfer),
});
