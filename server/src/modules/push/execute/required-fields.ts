import type { Tx } from "../../../storage/dialect.ts";
import { type CreateField, isRequired } from "../../trackers/tracker.ts";
import { pathOf } from "../ledger/parent-key.ts";
import { optionsOf, type PushRow, pushedPlan, stepsOf } from "../ledger/pushes.ts";
import { openStates } from "../ledger/states.ts";
import { lackingFields, lackingSentence } from "../results/lacking-fields.ts";
import { fenced } from "./fenced.ts";
import { withRetries } from "./tracker-calls/retry.ts";
import { type ConnectedWork, commit, PushAborted } from "./work.ts";

/** Ends a push before its first write if a required field has no value. */
export async function requireFields(work: ConnectedWork): Promise<void> {
  const { tracker, push, context } = work;
  if (!tracker.createFields) return;
  const creates = await stepsOf(context.db, push)
    .select(["kind", "path"])
    .where("action", "=", "create")
    .where("state", "in", openStates)
    .execute();
  if (creates.length === 0) return;
  const fields = await withRetries(work, async () => (await tracker.createFields?.(push.target)) ?? []);
  const made = creates.map((step) => ({ kind: step.kind, path: pathOf(step) }));
  const lacking = lackingFields(fields, made, optionsOf(push).fields);
  if (lacking.length === 0) return;
  await commit(work, recordRequired, { fields: fields.filter(isRequired) });
  throw new PushAborted(lackingSentence(push.target, lacking), "status");
}

export const recordRequired = fenced(
  "push.requires",
  async (tx: Tx, { fields }: { fields: CreateField[] }, push: PushRow) => {
    const plan = await pushedPlan(tx, push);
    await tx
      .updateTable("projects")
      .set({ tracker_required_fields: JSON.stringify(fields) })
      .where("workspace_id", "=", push.workspace_id)
      .where("id", "=", plan.project_id)
      .execute();
  },
);
