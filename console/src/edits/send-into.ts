import type { Document } from "@groundplan/contract";
import { queryClient } from "../api/query-client.ts";
import { sendPicture } from "./send-picture.ts";
import { sendingMark } from "./sending-mark.ts";
import { keepUnsent, unsent } from "./unsent-text.ts";

/** A line in the text marks the place meanwhile; forms wait for it (`data-sending`). */
export async function sendInto(
  area: HTMLTextAreaElement,
  document: Pick<Document, "id" | "discussionPlanId">,
  file: File,
): Promise<void> {
  const mark = sendingMark(file.name);
  replace(area, area.selectionStart, area.selectionEnd, mark);
  area.dataset.sending = String(sending(area) + 1);
  const shown = await sendPicture(document, file, () => {}).catch(() => "");
  const now = area.isConnected ? area : areaWith(mark);
  // Its draft is all that is left.
  if (!now) return replaceInDraft(mark, shown);
  const at = now.value.indexOf(mark);
  if (at >= 0) replace(now, at, at + mark.length, shown);
  if (sending(now) > 1) now.dataset.sending = String(sending(now) - 1);
  else delete now.dataset.sending;
}

function replace(area: HTMLTextAreaElement, from: number, to: number, text: string): void {
  area.setRangeText(text, from, to, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

const sending = ({ dataset }: HTMLTextAreaElement) => Number(dataset.sending ?? 0);

/** Finds the text area that continues the draft of one that was left. */
const areaWith = (mark: string) =>
  [...window.document.querySelectorAll("textarea")].find(({ value }) => value.includes(mark));

function replaceInDraft(words: string, by: string): void {
  for (const [[, place], text] of queryClient.getQueriesData<string>({ queryKey: [unsent] }))
    if (text?.includes(words)) keepUnsent(String(place), text.replace(words, () => by) || undefined);
}
