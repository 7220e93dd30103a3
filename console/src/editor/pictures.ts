import { EditorView } from "@codemirror/view";
import { toast } from "../parts/toast.tsx";

/** Says that pictures can't be kept, when one is pasted or dropped without a text. */
export const pictures = EditorView.domEventHandlers({
  paste: ({ clipboardData }) => refusePictures(clipboardData),
  drop: ({ dataTransfer }) => refusePictures(dataTransfer),
});

/** Returns true if there is nothing but pictures, which ends the event: a browser would open a dropped one. */
function refusePictures(data: DataTransfer | null): boolean {
  const isPicture = [...(data?.files ?? [])].some(({ type }) => type.startsWith("image/"));
  if (!isPicture || data?.getData("text/plain")) return false;
  toast("Texts can't hold pictures yet. Keep it where it has an address, and link to that.");
  return true;
}
