import { z } from "zod";
import { longest } from "./reader.ts";

/** This is what the program is asked for: the text of a document, or the tokens of a text that is UTF-16. */
export interface Task {
  /** The document's name, whose ending tells kinds of text apart. */
  name: string;
  /** This is what its sender says it is; "" where nobody said. */
  mediaType: string;
  /** This is where it was fetched, which its links start from; "" for an upload. */
  address: string;
}

const count = z.int().min(0);
const reason = z.string().min(1).max(1000);

const done = z.strictObject({
  state: z.literal("done"),
  /** This is what the document calls itself, such as the title of a page. */
  title: z.string().max(1000).nullable(),
  tokens: count,
  /** The length of the text in UTF-16 units, of which a character has two at most. */
  units: count.max(2 * longest),
  pictures: count,
  /** Says in a sentence what of the document is missing in the text. */
  problem: reason.nullable(),
});

/** The first line of the program's answer; the text follows it. */
export const answerHead = z.discriminatedUnion("state", [
  done,
  z.strictObject({ state: z.enum(["failed", "skipped"]), reason, pictures: count.optional() }),
]);
export type AnswerHead = z.infer<typeof answerHead>;

/** This is what the program answers: either all that was read, or why nothing was. */
export type Extracted = (z.infer<typeof done> & { text: string }) | Unread;
export interface Unread {
  /** `skipped` stands for a kind of file that the service never reads; `failed` for one that should have been read. */
  state: "failed" | "skipped";
  /** The reason is a whole sentence for people. */
  reason: string;
  /** The number of pictures; absent if it is not known. */
  pictures?: number | undefined;
}
