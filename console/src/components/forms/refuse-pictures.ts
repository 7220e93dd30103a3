import type { ClipboardEvent, DragEvent } from "react";
import { toast } from "../overlays/toast.tsx";

/** Returns true, with a message, for pictures only, which texts can't store. */
export function refusePictures(data: DataTransfer | null): boolean {
  const isPicture = [...(data?.files ?? [])].some(({ type }) => type.startsWith("image/"));
  if (!isPicture || data?.getData("text/plain")) return false;
  toast("Texts can't contain images yet. Upload the image elsewhere and link to it.");
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
