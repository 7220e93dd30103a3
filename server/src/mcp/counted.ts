import { ApiError } from "../errors.ts";
import { tokensOf, tokensOfEach } from "../tokens/tokens.ts";

/** Counts a text's tokens; its bytes, which are no fewer, if too many counts wait: what a call did, it tells in any case. */
export const countOf = (text: string): Promise<number> =>
  tokensOf(text).catch((error) => unlessFull(error, Buffer.byteLength(text)));

/** Does the same for each of several texts. */
export const countOfEach = (texts: readonly string[]): Promise<number[]> =>
  tokensOfEach(texts).catch((error) =>
    unlessFull(
      error,
      texts.map((text) => Buffer.byteLength(text)),
    ),
  );

function unlessFull<T>(error: unknown, bytes: T): T {
  if (error instanceof ApiError && error.code === "unavailable") return bytes;
  throw error;
}
