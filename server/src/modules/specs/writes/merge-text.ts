import type { SpecEdit } from "@groundplan/contract";
import { onlyRange } from "../../../anchors/quotes.ts";
import { invalid } from "../../../errors.ts";
import { mergeOnto, mostBytes, type Text } from "../../../revisions/revisions.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { SpecRow } from "../access.ts";

interface Body {
  title?: string | undefined;
  content?: string | undefined;
  edits?: readonly SpecEdit[] | undefined;
  baseRevision?: number | undefined;
}

/** Returns a spec's text with the changes of a body, merged with others' since its base revision. */
export const mergeText = (tx: Tx, spec: SpecRow, body: Body): Promise<Text> =>
  mergeOnto(tx, spec.workspace_id, {
    subject: spec,
    current: { title: spec.title, text: spec.content },
    change: {
      ...(body.title === undefined ? {} : { title: body.title }),
      ...(body.content === undefined ? {} : { text: body.content }),
    },
    edit: editOf(body),
    baseRevision: body.baseRevision,
  });

/** Returns the edit by quoted words that a body asks for; each applies to the text that the previous left. */
function editOf({ edits, content }: Body): ((text: string) => string) | undefined {
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
