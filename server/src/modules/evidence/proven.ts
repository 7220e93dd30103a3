import { type AcceptanceCriterion, acceptanceCriteria } from "@groundplan/contract";
import type { Db } from "../../storage/dialect.ts";
import { type Proof, vouchedOf } from "./vouched.ts";
import { wordsHash } from "./words.ts";

/** The newest evidence by the hash of a criterion's words. */
export type Proofs = Readonly<Record<string, Proof>>;

/** Returns the newest evidence of each criterion of a spec. */
export async function proofsOf(db: Db, spec: { workspace_id: string; id: string }): Promise<Proofs> {
  const vouched = await vouchedOf(db, [spec], "anyone");
  return Object.fromEntries([...(vouched.get(spec.id) ?? [])].map(([words, { newest }]) => [words, newest]));
}

export const proofOf = (proofs: Proofs, { text }: Pick<AcceptanceCriterion, "text">): Proof | null =>
  proofs[wordsHash(text)] ?? null;

/** Returns labels, or else numbers, of the criteria of a text that nothing proves. */
export function openIn(content: string, proofs: Proofs): (string | number)[] {
  return acceptanceCriteria(content).flatMap((criterion, index) =>
    proofOf(proofs, criterion)?.result === "passed" ? [] : [criterion.id ?? index + 1],
  );
}
