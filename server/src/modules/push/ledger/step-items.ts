import { now } from "../../../ids.ts";
import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import type { PushStepState } from "../../../storage/tables/push.ts";
import type { Tables } from "../../../storage/tables.ts";
import { type Caveat, mergeCaveats } from "./caveats.ts";
import { isDependency } from "./kinds.ts";
import { type ItemRow, inScope, itemsOf, rowKey } from "./ledger.ts";
import { type PushRow, type StepRow, scopeOf, stepsOf, updatePush } from "./pushes.ts";
import { type Closing, outcomes } from "./states.ts";

/** A step with the ledger's row of the same thing. */
export interface StepItem {
  step: StepRow;
  item: ItemRow | undefined;
}

/**
 * Returns how many creates of this push the tracker did not answer. A call that ended with our own process says
 * nothing of the tracker, and is not counted.
 */
export const attemptsOf = (push: PushRow, item: ItemRow | undefined): number =>
  item?.push_id === push.id ? item.attempt : 0;

/** Returns the other end of a dependency, which is part of its key. A child has one parent, whichever it is. */
const neededId = ({ kind, other_id }: StepRow) => (isDependency(kind) ? (other_id ?? "") : "");

const keyOf = (step: StepRow) => rowKey(step.kind, step.entity_id, neededId(step));

/** Returns the steps at these positions with their ledger rows, in order. */
export async function readStepItems(
  tx: Tx,
  push: PushRow,
  positions: readonly number[],
): Promise<StepItem[]> {
  const steps = await stepsOf(tx, push)
    .selectAll()
    .where(isOneOf(tx, "position", positions))
    .orderBy("position")
    .execute();
  const ids = [...new Set(steps.map((step) => step.entity_id))];
  const kinds = [...new Set(steps.map((step) => step.kind))];
  const items = await itemsOf(tx, scopeOf(push))
    .selectAll()
    .where("kind", "in", kinds)
    .where(isOneOf(tx, "entity_id", ids))
    .execute();
  const byKey = new Map(items.map((row) => [rowKey(row.kind, row.entity_id, row.needed_id), row]));
  return steps.map((step) => ({ step, item: byKey.get(keyOf(step)) }));
}

export interface StepState {
  at: StepItem;
  state: PushStepState;
  error?: string | null;
}

/** Returns the state of a step that ended; `error` is a sentence for people. */
export const closed = (at: StepItem, outcome: Closing, error: string | null = null): StepState => ({
  at,
  state: outcomes[outcome].step,
  error,
});

export async function updateSteps(tx: Tx, push: PushRow, changes: readonly StepState[]): Promise<void> {
  const alike = Map.groupBy(changes, ({ state, error = null }) => JSON.stringify([state, error]));
  for (const group of alike.values()) {
    const [first] = group;
    if (!first) continue;
    const { state, error = null } = first;
    await tx
      .updateTable("push_steps")
      .set({ state, error })
      .where("workspace_id", "=", push.workspace_id)
      .where("push_id", "=", push.id)
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

const blank: Omit<ItemRow, Key | "plan_id" | "push_id"> = {
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
  last_synced: null,
  remote_status: null,
  possible_parents: null,
};
const columns = Object.keys(blank) as (keyof typeof blank)[];

/** Writes the ledger rows of steps, and which push wrote them last. Columns that are not named stay as they are. */
export async function putItems(
  tx: Tx,
  push: PushRow,
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
      push_id: push.id,
    };
  });
  await upsertItems(tx, rows);
}

/** Writes where a create put its issue: one path, or null where nobody knows. */
export async function putPlaces(
  tx: Tx,
  push: PushRow,
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
        : { state: "sent", pushed_hash: place, pushed_at: now(), possible_parents: JSON.stringify([place]) }),
      plan_id: step.plan_id,
      push_id: push.id,
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
            [...columns, "plan_id" as const, "push_id" as const].map((name) => [
              name,
              of.ref(`excluded.${name}`),
            ]),
          ),
        ),
    )
    .execute();
}

export async function dropItem(tx: Tx, push: PushRow, { step }: StepItem): Promise<void> {
  await tx
    .deleteFrom("push_items")
    .where(inScope(scopeOf(push)))
    .where("kind", "=", step.kind)
    .where("entity_id", "=", step.entity_id)
    .where("needed_id", "=", neededId(step))
    .execute();
}

/** Adds caveats to the push's row. */
export async function addCaveats(tx: Tx, push: PushRow, added: readonly Caveat[]): Promise<void> {
  if (added.length === 0) return;
  const caveats = mergeCaveats(JSON.parse(push.caveats) as Caveat[], added);
  await updatePush(tx, push, { caveats: JSON.stringify(caveats) });
}
