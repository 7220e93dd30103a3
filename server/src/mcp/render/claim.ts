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
  // The cursor is that of the brief by itself.
  const more = `more: get_context spec=${handleOf(claim)} `;
  const room = budget - (await tokensOf(`${head}\n${more}`)) - 4;
  const text = brief === null || room < 30 ? "" : await fitBlocks(readBlocks(brief.text), room);
  return `${head}\n${text.replace(/(?<=^|\n)more: (?=cursor=\S+$)/, more)}`.trimEnd();
}
