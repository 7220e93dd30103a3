import { now } from "../../ids.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import { type Caveat, mergeCaveats } from "./caveats.ts";
import { type ItemRow, itemsOf, rowKey, type Shelf } from "./ledger.ts";
import { type RunRow, type StepRow, stepsOf } from "./runs.ts";

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

/**
 * Calls of this push to create it that the tracker did not answer. One that ended with our own process says nothing
 * of the tracker, and is not counted.
 */
export const attemptsOf = (push: RunRow, item: ItemRow | undefined): number =>
  item?.run_id === push.id ? item.attempt : 0;

/** A dependency is one by both its ends; a child has one parent, whichever it is. */
const neededId = ({ kind, other_id }: StepRow) =>
  kind === "dependency" || kind === "plan_dependency" ? (other_id ?? "") : "";

const keyOf = (step: StepRow) => rowKey(step.kind, step.entity_id, neededId(step));

/** In the order of their positions. */
export async function readStepItems(tx: Tx, push: RunRow, positions: readonly number[]): Promise<StepItem[]> {
  const steps = await stepsOf(tx, push)
    .selectAll()
    .where(isOneOf(tx, "position", positions))
    .orderBy("position")
    .execute();
  const ids = [...new Set(steps.map((step) => step.entity_id))];
  const kinds = [...new Set(steps.map((step) => step.kind))];
  const items = await itemsOf(tx, shelfOf(push))
    .selectAll()
    .where("kind", "in", kinds)
    .where(isOneOf(tx, "entity_id", ids))
    .execute();
  const byKey = new Map(items.map((row) => [rowKey(row.kind, row.entity_id, row.needed_id), row]));
  return steps.map((step) => ({ step, item: byKey.get(keyOf(step)) }));
}

export interface StepState {
  at: StepItem;
  state: string;
  error?: string | null;
}

export async function updateSteps(tx: Tx, push: RunRow, changes: readonly StepState[]): Promise<void> {
  const alike = Map.groupBy(changes, ({ state, error = null }) => JSON.stringify([state, error]));
  for (const group of alike.values()) {
    const [{ state, error = null } = { state: "", error: null }] = group;
    await tx
      .updateTable("push_steps")
      .set({ state, error })
      .where("workspace_id", "=", push.workspace_id)
      .where("run_id", "=", push.id)
      .where(
        isOneOf(
          tx,
          "position",
          group.map(({ at }) => at.step.position),
        ),
      )
      .execute();
  }
}

type Key = "workspace_id" | "connection_id" | "target" | "kind" | "entity_id" | "needed_id";
export type Changes = Partial<Omit<ItemRow, Key>>;

const blank = {
  state: "sending",
  attempt: 0,
  external_id: null,
  external_number: null,
  external_key: null,
  external_url: null,
  sending_hash: null,
  sending_revision: null,
  sending_effort: null,
  sending_at: null,
  looked_at: null,
  pushed_hash: null,
  pushed_at: null,
  client_id: null,
  known: null,
  seen_status: null,
  held: null,
};
const columns = Object.keys(blank) as (keyof typeof blank)[];

/** Writes the ledger's rows of steps, and who wrote them last. What is not named stays as it is. */
export async function putItems(
  tx: Tx,
  push: RunRow,
  puts: readonly { at: StepItem; changes: Changes }[],
): Promise<void> {
  if (puts.length === 0) return;
  const rows = puts.map(({ at: { step, item }, changes }): ItemRow => {
    const kept = item ?? blank;
    return {
      workspace_id: push.workspace_id,
      connection_id: push.connection_id,
      target: push.target,
      kind: step.kind,
      entity_id: step.entity_id,
      needed_id: neededId(step),
      ...kept,
      ...changes,
      plan_id: step.plan_id,
      run_id: push.id,
    };
  });
  await upsertItems(tx, rows);
}

/** The row that says under what a thing lies, where the call that made it has put it there; null for nobody knows. */
export async function putPlaces(
  tx: Tx,
  push: RunRow,
  places: readonly { at: StepItem; place: string | null }[],
): Promise<void> {
  const rows = places.map(
    ({ at: { step }, place }): ItemRow => ({
      workspace_id: push.workspace_id,
      connection_id: push.connection_id,
      target: push.target,
      kind: "child",
      entity_id: step.entity_id,
      needed_id: "",
      ...blank,
      ...(place === null
        ? {}
        : { state: "sent", pushed_hash: place, pushed_at: now(), held: JSON.stringify([place]) }),
      plan_id: step.plan_id,
      run_id: push.id,
    }),
  );
  await upsertItems(tx, rows);
}

async function upsertItems(tx: Tx, rows: readonly Tables["push_items"][]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto("push_items")
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "connection_id", "target", "kind", "entity_id", "needed_id"])
        .doUpdateSet((of) =>
          Object.fromEntries(
            [...columns, "plan_id" as const, "run_id" as const].map((name) => [
              name,
              of.ref(`excluded.${name}`),
            ]),
          ),
        ),
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

/** Adds sentences to the run's. */
export async function addCaveats(tx: Tx, push: RunRow, added: readonly Caveat[]): Promise<void> {
  if (added.length === 0) return;
  const caveats = mergeCaveats(JSON.parse(push.caveats) as Caveat[], added);
  await tx
    .updateTable("push_runs")
    .set({ caveats: JSON.stringify(caveats) })
    .where("workspace_id", "=", push.workspace_id)
    .where("id", "=", push.id)
    .execute();
}
