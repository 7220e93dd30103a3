import { acceptanceCriteria } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { ApiError } from "../../errors.ts";
import type { Tx } from "../../storage/dialect.ts";
import { liveClaims } from "../claims/live-claims.ts";
import { specHandle } from "../handles.ts";
import { policyOf } from "../projects/policy.ts";
import type { SpecRow } from "../specs/access.ts";
import { wordsHash } from "./words.ts";

interface TextChange {
  spec: Pick<SpecRow, "id" | "number" | "status">;
  before: string;
  after: string;
}

/**
 * Throws 409 `criteria_held` if a key or app of a claim's holder would change or remove criteria that the claim is to
 * prove, while the policy requires evidence.
 */
export async function refuseHeldCriteria(
  tx: Tx,
  actor: Actor,
  plan: { project_id: string },
  changes: readonly TextChange[],
): Promise<void> {
  const { workspaceId, userId, signedInAt } = actor;
  // Claimed specs are always in progress.
  const changed = changes.filter(
    ({ spec, before, after }) => spec.status === "IN_PROGRESS" && before !== after,
  );
  if (signedInAt !== null || changed.length === 0) return;
  const ids = changed.map(({ spec }) => spec.id);
  const claims = (await liveClaims(tx, workspaceId, ids)).filter(({ user_id }) => user_id === userId);
  if (claims.length === 0) return;
  const { evidence } = await policyOf(tx, { workspace_id: workspaceId, project_id: plan.project_id });
  if (evidence !== "required") return;
  const held = new Set(claims.map(({ spec_id }) => spec_id));
  for (const { spec, before, after } of changed) {
    if (!held.has(spec.id) || wordsIn(before).isSubsetOf(wordsIn(after))) continue;
    throw new ApiError(
      "criteria_held",
      `${specHandle(spec.number)} is claimed by you, and the policy requires evidence for its criteria: your keys and apps can add some, but not change or remove them. Suggest the change, or make it in the console.`,
    );
  }
}

const wordsIn = (content: string): Set<string> =>
  new Set(acceptanceCriteria(content).map(({ text }) => wordsHash(text)));
