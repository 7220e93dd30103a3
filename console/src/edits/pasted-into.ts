import type { Document } from "@groundplan/contract";
import type { ClipboardEvent, DragEvent } from "react";
import { picturesIn } from "../base/pictures-in.ts";
import { attempt } from "../components/overlays/toast.tsx";

/**
 * Returns a text area's handlers, which upload pasted and dropped pictures to the cursor's place, and paste HTML
 * as Markdown.
 */
export function pastedInto(document: Pick<Document, "id" | "discussionPlanId">) {
  const sendPictures = (area: HTMLTextAreaElement, pictures: readonly File[]) =>
    picturesTo(area, document, pictures);
  const take = (event: ClipboardEvent<HTMLTextAreaElement> | DragEvent<HTMLTextAreaElement>) => {
    const data = "dataTransfer" in event ? event.dataTransfer : event.clipboardData;
    const area = event.currentTarget;
    const pictures = picturesIn(data);
    const html = event.type === "paste" ? data.getData("text/html") : "";
    if (pictures.length === 0 && html === "") return;
    event.preventDefault();
    event.stopPropagation();
    if (pictures.length > 0) return sendPictures(area, pictures);
    const words = data.getData("text/plain");
    const isCode = data.types.includes("vscode-editor-data");
    attempt(async () => {
      const { pasteIntoArea } = await import("../editor/paste/into-area.ts");
      sendPictures(area, await pasteIntoArea(area, isCode ? "" : html, words));
    });
  };
  return { onPaste: take, onDrop: take };
}

/** Uploads pictures to a text area's cursor. */
export function picturesTo(
  area: HTMLTextAreaElement,
  document: Pick<Document, "id" | "discussionPlanId">,
  pictures: readonly File[],
): void {
  attempt(async () => {
    const { sendInto } = await import("./send-into.ts");
    for (const file of pictures) void sendInto(area, document, file);
  });
}
