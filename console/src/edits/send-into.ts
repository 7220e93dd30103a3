import type { Document } from "@groundplan/contract";
import { sendPicture } from "./send-picture.ts";

let count = 0;

/** A line in the text marks the place meanwhile; forms wait for it (`data-sending`). */
export async function sendInto(
  area: HTMLTextAreaElement,
  document: Pick<Document, "id" | "discussionPlanId">,
  file: File,
): Promise<void> {
  const mark = `![Uploading ${file.name}, ${++count}…]()`;
  const replace = (from: number, to: number, text: string) => {
    area.setRangeText(text, from, to, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const sending = () => Number(area.dataset.sending ?? 0);
  replace(area.selectionStart, area.selectionEnd, mark);
  area.dataset.sending = String(sending() + 1);
  const shown = await sendPicture(document, file, () => {}).catch(() => "");
  const at = area.value.indexOf(mark);
  if (at >= 0) replace(at, at + mark.length, shown);
  if (sending() > 1) area.dataset.sending = String(sending() - 1);
  else delete area.dataset.sending;
}
