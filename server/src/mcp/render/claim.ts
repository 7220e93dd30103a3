import type { Brief, Claim } from "@groundplan/contract";
import { tokensOf } from "../../tokens/tokens.ts";
import { fitBlocks } from "../answer.ts";
import { readBlocks } from "../read-blocks.ts";
import { timeOf } from "./words.ts";

export const handleOf = ({ planShortId, specShortId }: Pick<Claim, "planShortId" | "specShortId">): string =>
  `${planShortId}/${specShortId}`;

/** "claim <id>.<fence> · PLAN-3/SPEC-2 · until 14:32Z". */
export const sayClaim = (claim: Claim): string =>
  `claim ${claim.id}.${claim.fence} · ${handleOf(claim)} · until ${timeOf(claim.until)}`;

/** Returns lines about a claim, then its brief, within a budget. */
export async function sayBrief(
  lines: readonly string[],
  { claim, brief }: { claim: Claim; brief: Brief | null },
  budget: number,
): Promise<string> {
  const head = lines.join("\n");
  const room = budget - (await tokensOf(head)) - 4;
  const text = brief === null || room < 30 ? "" : await fitBlocks(readBlocks(brief.text), room);
  if (!/(^|\n)more: cursor=\S+$/.test(text)) return `${head}\n${text}`.trimEnd();
  // The cursor is that of the brief by itself.
  return `${head}\n${text.replace(/more: (cursor=\S+)$/, `more: get_context spec=${handleOf(claim)} $1`)}`;
}
