import type { Tx } from "../../../storage/dialect.ts";
import { type CreateField, isRequired, type Level } from "../../trackers/tracker.ts";
import { pathOf } from "../ledger/place.ts";
import { optionsOf, type PushRow, pushedPlan, type StepRow, stepsOf } from "../ledger/pushes.ts";
import { openStates } from "../ledger/states.ts";
import { fenced } from "./fenced.ts";
import { withRetries } from "./retry.ts";
import { type ConnectedWork, commit, PushAborted } from "./work.ts";

/** Ends a push before its first write if the tracker requires fields of new issues that have no value. */
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
  const levels = new Set(creates.map(levelOf));
  const values = optionsOf(push).fields ?? {};
  const missing = fields.filter(
    ({ id, issueTypes }) =>
      values[id] === undefined &&
      issueTypes.some((type) => type.isRequired && type.levels.some((level) => levels.has(level))),
  );
  if (missing.length === 0) return;
  await commit(work, recordRequired, { fields: fields.filter(isRequired) });
  const names = missing.map(({ id, name }) => `${name} (\`${id}\`)`).join(", ");
  throw new PushAborted(
    `${push.target} requires fields of new issues that have no value: ${names}. Give them one with \`fields\` of \`PUT /v1/projects/{projectSlug}/tracker\`.`,
    "status",
  );
}

function levelOf(step: Pick<StepRow, "kind" | "path">): Level {
  if (step.kind === "plan") return "container";
  return pathOf(step).length > 1 ? "subItem" : "item";
}

/** Keeps the fields that the tracker requires, for those who read the project's target. */
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
