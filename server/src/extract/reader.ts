/** Code points kept of a text. Readers needn't produce more. */
export const longest = 10_000_000;

/** A reader's result. */
export interface Read {
  /** Markdown. */
  text: string;
  pictures: number;
  /** A message about missing content. */
  problem: string | null;
  title?: string | null;
}

/** Joins messages; null if none. */
export const joinProblems = (problems: readonly (string | null | false)[]): string | null =>
  [...new Set(problems)].filter(Boolean).join(" ") || null;

/** Metadata of a document. */
export interface About {
  name: string;
  mediaType: string;
  /** The base of its links; "" for an upload. */
  address: string;
}

export type Reader = (bytes: Buffer, about: About) => Read | Promise<Read>;

/** A document without text, with a message for people. `skipped`: a kind that is never read. */
export class Unreadable extends Error {
  readonly state: "failed" | "skipped";
  /** Number of pictures, if known. */
  readonly pictures: number | undefined;
  constructor(state: "failed" | "skipped", reason: string, pictures?: number) {
    super(reason);
    this.state = state;
    this.pictures = pictures;
  }
}
