import { EditorView } from "@codemirror/view";
import { refusePictures } from "../components/forms/refuse-pictures.ts";

export const pictures = EditorView.domEventHandlers({
  paste: ({ clipboardData }) => refusePictures(clipboardData),
  drop: ({ dataTransfer }) => refusePictures(dataTransfer),
});
