import { tokensOfEach } from "../../../tokens/tokens.ts";

/** Counts an answer's tokens while it comes. */
export interface OutputMeter {
  /** Adds a part. Returns true once the answer has more tokens than allowed. */
  isOver(part: string): Promise<boolean>;
}

/** The longest token has as many bytes, such as of spaces, so that a longer text is over without a count. */
const mostBytesOfToken = 128;

/** Characters of a part that are counted at once: the thread has other work. */
const mostAtOnce = 65_536;

/**
 * Counts new text only, and only when it could have reached the limit: a byte is one token at most. So the counts get
 * closer near the limit, but each is of little text.
 */
export function outputMeter(most: number, count = tokensOfEach): OutputMeter {
  let total = 0;
  /** Tokens of the text before `rest`, which begins between two tokens if it can. */
  let counted = 0;
  let rest = "";
  let bytes = 0;
  let countAt = most;

  async function isOverWith(part: string): Promise<boolean> {
    rest += part;
    const added = Buffer.byteLength(part);
    bytes += added;
    total += added;
    if (total > most * mostBytesOfToken) return true;
    if (bytes <= countAt) return false;
    const at = borderIn(rest);
    const next = rest.slice(at);
    // A fault of our own ends no answer, which is counted with a later part then.
    const sums = await count([rest.slice(0, at), next]).catch(() => null);
    if (sums === null) return false;
    const [before = 0, after = 0] = sums;
    counted += before;
    rest = next;
    bytes = Buffer.byteLength(next);
    countAt = bytes + most - counted - after;
    return counted + after > most;
  }

  return {
    async isOver(part) {
      for (let at = 0; at < part.length; at += mostAtOnce)
        if (await isOverWith(part.slice(at, at + mostAtOnce))) return true;
      return false;
    },
  };
}

/** Characters in which a border between two tokens is looked for. */
const mostBack = 512;

/** Returns the last place where a word begins; in a text without any, its end, which may cut a token. */
function borderIn(text: string): number {
  const least = Math.max(0, text.length - mostBack);
  for (let at = text.length - 1; at > least; at--)
    if (text[at] === " " && !/\s/.test(text[at - 1] ?? "")) return at;
  return least === 0 ? 0 : text.length;
}
