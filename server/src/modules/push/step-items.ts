import type { Tx } from "../../storage/dialect.ts";
import type { Caveat } from "./caveats.ts";
import { edgeKey } from "./edges.ts";
import { type ItemRow, itemsOf, type Shelf } from "./ledger.ts";
import type { RunRow, StepRow } from "./runs.ts";

/** A step with the ledger's row of the same thing. */
export interface StepItem {
  step: StepRow;
  item: ItemRow | undefined;
}

export const shelfOf = (push: RunRow): Shelf => ({
  workspaceId: push.workspace_id,
  connectionId: push.connection_id,
  target: push.target,
});

/** What the ledger calls it: a dependency by both its ends. */
const itemKey = (step: StepRow) =>
  step.kind === "dependency" || step.kind === "plan_dependency"
    ? edgeKey(step.entity_id, step.other_id ?? "")
    : step.entity_id;

export async function readStepItem(tx: Tx, push: RunRow, position: number): Promise<StepItem> {
  const step = await tx
    .selectFrom("push_steps")
    .selectAll()
    .where("workspace_id", "=", push.workspace_id)
    .where("run_id", "=", push.id)
    .where("position", "=", position)
    .executeTakeFirstOrThrow();
  const item = await itemsOf(tx, shelfOf(push))
    .selectAll()
    .where("kind", "=", step.kind)
    .where("entity_id", "=", itemKey(step))
    .executeTakeFirst();
  return { step, item };
}

export async function updateStep(tx: Tx, { step }: StepItem, state: string, error: string | null = null) {
  await tx
    .updateTable("push_steps")
    .set({ state, error })
    .where("workspace_id", "=", step.workspace_id)
    .where("run_id", "=", step.run_id)
    .where("position", "=", step.position)
    .execute();
}

type Key = "workspace_id" | "connection_id" | "target" | "kind" | "entity_id";
type Changes = Pick<ItemRow, "state" | "attempt"> & Partial<Omit<ItemRow, Key>>;

/** Writes the ledger's row of a step, and who wrote it last. */
export async function putItem(tx: Tx, push: RunRow, { step }: StepItem, changes: Changes): Promise<void> {
  const values = { ...changes, plan_id: step.plan_id, run_id: push.id };
  await tx
    .insertInto("push_items")
    .values({
      workspace_id: push.workspace_id,
      connection_id: push.connection_id,
      target: push.target,
      kind: step.kind,
      entity_id: itemKey(step),
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "connection_id", "target", "kind", "entity_id"]).doUpdateSet(values),
    )
    .execute();
}

export async function dropItem(tx: Tx, push: RunRow, { step }: StepItem): Promise<void> {
  await tx
    .deleteFrom("push_items")
    .where("workspace_id", "=", push.workspace_id)
    .where("connection_id", "=", push.connection_id)
    .where("target", "=", push.target)
    .where("kind", "=", step.kind)
    .where("entity_id", "=", itemKey(step))
    .execute();
}

/** Adds sentences to the run's, each once. */
export async function addCaveats(tx: Tx, push: RunRow, added: readonly Caveat[]): Promise<void> {
  if (added.length === 0) return;
  const caveats = [...(JSON.parse(push.caveats) as Caveat[]), ...added];
  const each = new Map(caveats.map((caveat) => [caveat.text, caveat]));
  await tx
    .updateTable("push_runs")
    .set({ caveats: JSON.stringify([...each.values()]) })
    .where("workspace_id", "=", push.workspace_id)
    .where("id", "=", push.id)
    .execute();
}
