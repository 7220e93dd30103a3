import type { SpecEdit } from "@groundplan/contract";
import { onlyRange } from "../../../anchors/quotes.ts";
import { invalid } from "../../../errors.ts";
import { mostBytes } from "../../../revisions/revisions.ts";

interface Body {
  content?: string | undefined;
  edits?: readonly SpecEdit[] | undefined;
}

/** Returns the edit by quoted words that a body asks for; each applies to the text that the previous left. */
export function editOf({ edits, content }: Body): ((text: string) => string) | undefined {
  if (!edits) return undefined;
  if (content !== undefined) throw invalid("/edits", "can't stand beside `content`: send one of both");
  return (text) => {
    const edited = edits.reduce((before, { old, new: replacement }, n) => {
      const { start, end } = onlyRange(before, old, `/edits/${n}/old`);
      return before.slice(0, start) + replacement + before.slice(end);
    }, text);
    if (Buffer.byteLength(edited) > mostBytes)
      throw invalid("/edits", `lead to a text of more than ${mostBytes} bytes`);
    return edited;
  };
}
