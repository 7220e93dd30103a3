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
  const criteria = acceptanceCriteria(content);
  const names = namesOf(criteria);
  return criteria.flatMap((criterion, index) =>
    proofOf(proofs, criterion)?.result === "passed" ? [] : (names[index] ?? []),
  );
}

/** Returns how each criterion is named: by its label, or by its number if it has none of its own. */
export function namesOf(criteria: readonly AcceptanceCriterion[]): (string | number)[] {
  const labels = Map.groupBy(criteria, ({ id }) => id);
  return criteria.map(({ id }, index) => (id !== null && labels.get(id)?.length === 1 ? id : index + 1));
}
