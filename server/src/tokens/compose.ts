import { boundTokens } from "./count.ts";
import { type Fitted, fit, type Part } from "./fit.ts";

/** Texts of one kind that a budget leaves out, cut ones included; the tokens are estimates. */
export interface LeftOut<Kind extends string = string> {
  kind: Kind;
  count: number;
  tokens: number;
}

export interface SizedPart extends Part {
  kind: string;
  /** Estimated tokens of the whole text. */
  size: number;
  /** True if `text` is only the text's beginning. */
  isBeginning: boolean;
}

export interface Composition {
  /** The first line. */
  opening: string;
  parts: readonly SizedPart[];
  /** Parts after the others, which together get a quarter of the budget at most. */
  tail: readonly SizedPart[];
  /** Texts that were not even read. */
  unread: readonly LeftOut[];
  budget: number;
  /** The last sentence: the way to the parts that were left out. */
  howToGet: string;
}

export interface Composed {
  text: string;
  tokens: number;
  /** `parts`, then `tail`. */
  parts: Fitted[];
  leftOut: LeftOut[];
}

/**
 * Joins an opening, parts, and a last line that names what was left out. It never exceeds the budget, and always
 * keeps room for the last line, so that a larger budget only adds text.
 */
export function compose(composition: Composition): Composed {
  const { opening, parts, tail, unread, budget, howToGet } = composition;
  const all = [...parts, ...tail];
  const frame = boundTokens(opening) + boundTokens(lastLine(sumUp(all, [], unread), howToGet));
  const room = Math.max(0, budget - frame);
  const first = fit(parts, room);
  const isFull = first.parts.some(({ state }) => state !== "whole");
  const second = fit(tail, isFull ? 0 : Math.min(Math.floor(budget / 4), room - first.tokens));
  const fitted = [...first.parts, ...second.parts];
  const leftOut = sumUp(all, fitted, unread);
  const body = first.text + second.text;
  const ending = leftOut.length > 0 ? lastLine(leftOut, howToGet) : "";
  const text = body === "" ? ending : opening + body + ending;
  const tokens =
    (body === "" ? 0 : boundTokens(opening)) + first.tokens + second.tokens + boundTokens(ending);
  // Only a budget below that of the frame is too small for its last line.
  return tokens > budget
    ? { text: "", tokens: 0, parts: fitted, leftOut }
    : { text, tokens, parts: fitted, leftOut };
}

const nothing: Fitted = { state: "left_out", tokens: 0 };

/** Sums up by kind what `fitted` lacks of the parts; without it, everything. */
function sumUp(
  parts: readonly SizedPart[],
  fitted: readonly Fitted[],
  unread: readonly LeftOut[],
): LeftOut[] {
  const sums = new Map<string, LeftOut>();
  const add = ({ kind, count, tokens }: LeftOut) => {
    const sum = sums.get(kind) ?? { kind, count: 0, tokens: 0 };
    sum.count += count;
    sum.tokens += tokens;
    sums.set(kind, sum);
  };
  for (const [index, { kind, size, isBeginning }] of parts.entries()) {
    const { state, tokens, rest = 1 } = fitted[index] ?? nothing;
    // `size` is too small for scripts with many tokens; more than `size` has no room in the last line.
    if (state !== "whole" || isBeginning)
      add({ kind, count: 1, tokens: Math.max(1, size - tokens, Math.min(size, rest)) });
  }
  for (const one of unread) add(one);
  return [...sums.values()];
}

/** Names what was left out; smaller numbers never make the line longer. */
function lastLine(leftOut: readonly LeftOut[], howToGet: string): string {
  const parts = leftOut.map(({ kind, count, tokens }) => `${counted(kind, count)} (about ${tokens} tokens)`);
  return `[Cut or left out: ${parts.join(", ")}. ${howToGet}]\n`;
}

const counted = (kind: string, count: number): string => {
  if (kind.endsWith("s")) return kind; // Instructions and skills are one text.
  return `${count} ${kind}${count === 1 ? "" : "s"}`;
};
