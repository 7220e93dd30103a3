import type { ClipboardEvent, DragEvent } from "react";
import { toast } from "./toast.tsx";

/** Returns true if there is nothing but pictures, and says that texts can't keep them. */
export function refusePictures(data: DataTransfer | null): boolean {
  const isPicture = [...(data?.files ?? [])].some(({ type }) => type.startsWith("image/"));
  if (!isPicture || data?.getData("text/plain")) return false;
  toast("Texts can't hold pictures yet. Keep it where it has an address, and link to that.");
  return true;
}

/** Ends an event that brings pictures only: a browser would open a dropped one. */
function endPictures(event: ClipboardEvent | DragEvent): void {
  if (!refusePictures("dataTransfer" in event ? event.dataTransfer : event.clipboardData)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The properties of a field of several lines that refuses pictures in words. */
export const noPictures = { onPaste: endPictures, onDrop: endPictures };
