import type { Tx } from "../../storage/dialect.ts";
import type { Caveat } from "./caveats.ts";
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

/** A dependency is one by both its ends; a child has one parent, whichever it is. */
const neededId = ({ kind, other_id }: StepRow) =>
  kind === "dependency" || kind === "plan_dependency" ? (other_id ?? "") : "";

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
    .where("entity_id", "=", step.entity_id)
    .where("needed_id", "=", neededId(step))
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

type Key = "workspace_id" | "connection_id" | "target" | "kind" | "entity_id" | "needed_id";
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
      entity_id: step.entity_id,
      needed_id: neededId(step),
      ...values,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "connection_id", "target", "kind", "entity_id", "needed_id"])
        .doUpdateSet(values),
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
    .where("entity_id", "=", step.entity_id)
    .where("needed_id", "=", neededId(step))
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
