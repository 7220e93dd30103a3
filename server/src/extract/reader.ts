/** The most characters of a text that are kept; they are code points. A reader need not build much more. */
export const longest = 10_000_000;

/** This is what a reader makes of a document. */
export interface Read {
  /** The text is markdown. */
  text: string;
  pictures: number;
  /** Says in a sentence what of the document is missing in the text. */
  problem: string | null;
  title?: string | null;
}

/** Joins the sentences that say what is missing; null if there are none. */
export const joinProblems = (problems: readonly (string | null | false)[]): string | null =>
  [...new Set(problems)].filter(Boolean).join(" ") || null;

/** This is what is known of a document beside its bytes. */
export interface About {
  name: string;
  mediaType: string;
  /** This is where it was fetched, which its links start from; "" for an upload. */
  address: string;
}

export type Reader = (bytes: Buffer, about: About) => Read | Promise<Read>;

/**
 * A document that gives no text, with a sentence for people. `skipped` stands for a kind of file that the service never
 * reads.
 */
export class Unreadable extends Error {
  readonly state: "failed" | "skipped";
  /** The number of pictures that could be counted; undefined if it is not known. */
  readonly pictures: number | undefined;
  constructor(state: "failed" | "skipped", reason: string, pictures?: number) {
    super(reason);
    this.state = state;
    this.pictures = pictures;
  }
}
