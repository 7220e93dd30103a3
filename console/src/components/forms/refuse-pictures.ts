import type { ClipboardEvent, DragEvent } from "react";
import { picturesIn } from "../../base/pictures-in.ts";
import { toast } from "../overlays/toast.tsx";

/** Returns true, with a message, for pictures only, which a field can't take. */
function refusePictures(data: DataTransfer | null): boolean {
  if (picturesIn(data).length === 0) return false;
  toast("Pictures can be added to the texts of specs and plans, and to comments.");
  return true;
}

/** Browsers would open a dropped picture. */
function endPictures(event: ClipboardEvent | DragEvent): void {
  if (!refusePictures("dataTransfer" in event ? event.dataTransfer : event.clipboardData)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The props of a text area that rejects pictures. */
export const noPictures = { onPaste: endPictures, onDrop: endPictures };
