import { convert } from "./convert.ts";
import { fit } from "./fit.ts";
import { fileOf } from "./pasted.ts";

/**
 * Replaces a text area's selection by pasted HTML as Markdown, or by its plain words; one step to undo. Returns the
 * pictures within, which follow the text.
 */
export async function pasteIntoArea(area: HTMLTextAreaElement, html: string, words: string): Promise<File[]> {
  const { selectionStart: from, selectionEnd: to, value: before } = area;
  const pasted = await convert(html);
  const isUnchanged = area.value === before;
  const [start, end] = isUnchanged ? [from, to] : [area.selectionStart, area.selectionEnd];
  const line = area.value.slice(0, start).split("\n").at(-1) ?? "";
  const [rest = ""] = area.value.slice(end).split("\n");
  const insert = pasted ? fit(pasted.markdown, line, rest) : words;
  area.focus();
  area.setSelectionRange(start, end);
  // The only way to insert that can be undone in a text area.
  if (!document.execCommand("insertText", false, insert)) {
    area.setRangeText(insert, start, end, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return (pasted?.pictures ?? []).map(fileOf);
}
