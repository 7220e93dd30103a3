import { tokensOf } from "../../../tokens/tokens.ts";

/** Counts an answer's tokens while it comes. */
export interface OutputMeter {
  /** Adds a part. Returns true once the answer has more tokens than allowed. */
  isOver(part: string): Promise<boolean>;
}

/** A text is counted only when it could have reached the limit: a byte is one token at most. */
export function outputMeter(most: number): OutputMeter {
  let text = "";
  let bytes = 0;
  let countAt = most;
  return {
    async isOver(part) {
      text += part;
      bytes += Buffer.byteLength(part);
      if (bytes <= countAt) return false;
      // A fault of our own ends no answer, which is counted with a later part then.
      const tokens = await tokensOf(text).catch(() => null);
      if (tokens === null) return false;
      countAt = bytes + most - tokens;
      return tokens > most;
    },
  };
}
