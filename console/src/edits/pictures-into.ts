import type { Document } from "@groundplan/contract";
import type { ClipboardEvent, DragEvent } from "react";
import { picturesIn } from "../base/pictures-in.ts";
import { attempt } from "../components/overlays/toast.tsx";

/** Returns a text area's handlers, which upload pasted and dropped pictures and insert them at the cursor. */
export function picturesInto(document: Pick<Document, "id" | "discussionPlanId">) {
  const take = (event: ClipboardEvent<HTMLTextAreaElement> | DragEvent<HTMLTextAreaElement>) => {
    const data = "dataTransfer" in event ? event.dataTransfer : event.clipboardData;
    const pictures = picturesIn(data);
    if (pictures.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const area = event.currentTarget;
    attempt(async () => {
      const { sendInto } = await import("./send-into.ts");
      for (const file of pictures) void sendInto(area, document, file);
    });
  };
  return { onPaste: take, onDrop: take };
}
