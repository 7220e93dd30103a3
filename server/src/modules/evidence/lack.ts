import { acceptanceCriteria, type ReviewerPolicy } from "@groundplan/contract";
import type { Db } from "../../storage/dialect.ts";
import { policyOf } from "../projects/policy.ts";
import { namesOf } from "./proven.ts";
import { vouchedOf } from "./vouched.ts";
import { wordsHash } from "./words.ts";

/** What keeps a spec from becoming `DONE`. */
export interface Lack {
  /** Labels, or else numbers, of the criteria without a pass that counts; empty if there are no criteria. */
  criteria: (string | number)[];
  /** True if all criteria are proven, and only a reviewer's pass is missing. */
  isProven: boolean;
}

type Spec = { workspace_id: string; id: string };

/** Returns a function for the lack of a spec with a text, by the policy of its plan; null if it can become `DONE`. */
export async function lackIn(
  db: Db,
  plan: { workspace_id: string; project_id: string },
  specs: readonly Spec[],
): Promise<(spec: Pick<Spec, "id">, content: string) => Lack | null> {
  const { evidence, reviewer } = await policyOf(db, plan);
  if (evidence !== "required") return () => null;
  return lackUnder(db, specs, reviewer);
}

/** Returns the same for a reviewer rule, whatever evidence the policy asks for. */
export async function lackUnder(
  db: Db,
  specs: readonly Spec[],
  reviewer: ReviewerPolicy,
): Promise<(spec: Pick<Spec, "id">, content: string) => Lack | null> {
  const vouched = await vouchedOf(db, specs, reviewer);
  return ({ id }, content) => {
    const read = acceptanceCriteria(content);
    const names = namesOf(read);
    const criteria = read.map((criterion, index) => {
      const found = vouched.get(id)?.get(wordsHash(criterion.text));
      const isProven = found?.newest.result === "passed";
      return {
        label: names[index] ?? index + 1,
        isProven,
        isReviewed: isProven && found.reviewed?.result === "passed",
      };
    });
    const missing = criteria.filter(({ isReviewed }) => !isReviewed);
    if (criteria.length > 0 && missing.length === 0) return null;
    return {
      criteria: missing.map(({ label }) => label),
      isProven: criteria.length > 0 && criteria.every(({ isProven }) => isProven),
    };
  };
}
