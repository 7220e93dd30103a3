import type { Brief, Claim } from "@groundplan/contract";
import { tokensOfEach } from "../../tokens/tokens.ts";

/** Tokens of a claim with its brief, without the brief's text. */
const most = 299;
/** Kinds that fit beside any claim with names of a usual length. */
const usuallyFit = 4;

/** Sums up the last kinds of `leftOut` where they don't fit; the text's last line names them all. */
export async function keepShort(claim: Claim, brief: Brief): Promise<Brief> {
  const kinds = brief.leftOut.length;
  if (kinds <= usuallyFit) return brief;
  const choices = Array.from({ length: kinds }, (_, merged) => firstOf(brief.leftOut, kinds - merged));
  const counts = await tokensOfEach(
    choices.map((leftOut) => JSON.stringify({ claim, brief: { ...brief, text: "", leftOut } })),
  );
  const fitting = counts.findIndex((count) => count <= most);
  return { ...brief, leftOut: choices.at(fitting) ?? brief.leftOut };
}

/** Returns the first entries, of which the last sums up the rest. */
function firstOf(leftOut: Brief["leftOut"], length: number): Brief["leftOut"] {
  const rest = leftOut.slice(length - 1);
  if (rest.length === 1) return leftOut;
  const other = { kind: "other" as const, count: 0, tokens: 0 };
  for (const { count, tokens } of rest) {
    other.count += count;
    other.tokens += tokens;
  }
  return [...leftOut.slice(0, length - 1), other];
}
