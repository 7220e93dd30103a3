import { z } from "zod";
import { longest } from "./reader.ts";

/** A task for the program: read a document, or count the tokens of a UTF-16 text. */
export interface Task {
  /** Its extension distinguishes kinds of text. */
  name: string;
  /** As declared by the sender; "" if unknown. */
  mediaType: string;
  /** The base of its links; "" for an upload. */
  address: string;
}

const count = z.int().min(0);
const reason = z.string().min(1).max(1000);

const done = z.strictObject({
  state: z.literal("done"),
  /** The document's own title, such as a page's. */
  title: z.string().max(1000).nullable(),
  tokens: count,
  /** Length in UTF-16 units, at most two per character. */
  units: count.max(2 * longest),
  pictures: count,
  /** A message about content missing from the text. */
  problem: reason.nullable(),
});

/** The first line of the answer; the text follows. */
export const answerHead = z.discriminatedUnion("state", [
  done,
  z.strictObject({ state: z.enum(["failed", "skipped"]), reason, pictures: count.optional() }),
]);
export type AnswerHead = z.infer<typeof answerHead>;

export type Extracted = (z.infer<typeof done> & { text: string }) | Unread;
export interface Unread {
  /** `skipped`: a kind that is never read. `failed`: one that should have been readable. */
  state: "failed" | "skipped";
  /** A message for people. */
  reason: string;
  /** Number of pictures, if known. */
  pictures?: number | undefined;
}
