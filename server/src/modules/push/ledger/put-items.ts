import { now } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { type ItemRow, inScope } from "./ledger.ts";
import { type PushRow, scopeOf } from "./pushes.ts";
import { neededId, type StepItem } from "./step-items.ts";

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
  sending_status: null,
  sending_parts: null,
  sending_at: null,
  looked_at: null,
  pushed_hash: null,
  pushed_at: null,
  client_id: null,
  last_synced: null,
  remote_status: null,
  base_status: null,
  base_remote_status: null,
  base_details: null,
  sending_details: null,
  pushed_details: null,
  possible_parents: null,
  look: null,
};
const columns = [...(Object.keys(blank) as (keyof typeof blank)[]), "plan_id", "push_id"] as const;

/** Upserts with this push as last writer. Unnamed columns keep their values. */
export async function putItems(
  tx: Tx,
  push: PushRow,
  puts: readonly { at: StepItem; changes: Changes }[],
): Promise<void> {
  if (puts.length === 0) return;
  const rows = puts.map(
    ({ at: { step, item }, changes }): ItemRow => ({
      workspace_id: push.workspace_id,
      connection_id: push.connection_id,
      target: push.target,
      kind: step.kind,
      entity_id: step.entity_id,
      needed_id: neededId(step),
      ...(item ?? blank),
      ...changes,
      plan_id: step.plan_id,
      push_id: push.id,
    }),
  );
  await tx
    .insertInto("push_items")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "connection_id", "target", "kind", "entity_id", "needed_id"])
        .doUpdateSet((builder) =>
          Object.fromEntries(columns.map((name) => [name, builder.ref(`excluded.${name}`)])),
        ),
    )
    .execute();
}

/** Replaces all possible places by one path, or null if unknown. */
export async function putParents(
  tx: Tx,
  push: PushRow,
  parents: readonly { at: StepItem; parentKey: string | null }[],
): Promise<void> {
  const puts = parents.map(({ at: { step }, parentKey }) => {
    const at: StepItem = { step: { ...step, kind: "child" }, item: undefined };
    if (parentKey === null) return { at, changes: {} };
    const possible_parents = JSON.stringify([parentKey]);
    return {
      at,
      changes: { state: "sent" as const, pushed_hash: parentKey, pushed_at: now(), possible_parents },
    };
  });
  await putItems(tx, push, puts);
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
