import { isOneOf, type Tx } from "../../../../storage/dialect.ts";
import type { ExternalRef } from "../../../trackers/tracker.ts";
import { dependencyKinds, issueKinds } from "../../ledger/kinds.ts";
import { inScope, itemsOf } from "../../ledger/ledger.ts";
import { idsOfParentKey, pathOf, possibleParentKeys } from "../../ledger/parent-key.ts";
import { type PushRow, scopeOf, stepsOf } from "../../ledger/pushes.ts";
import type { StepItem } from "../../ledger/step-items.ts";

/** Returns the ids of gone or released ancestors of open steps. */
export async function goneAbove(
  tx: Tx,
  push: PushRow,
  open: readonly StepItem[],
  externals: ReadonlyMap<string, ExternalRef>,
): Promise<Set<string>> {
  const above = open.flatMap(({ step }) => pathOf(step)).filter((id) => !externals.has(id));
  if (above.length === 0) return new Set();
  const ids = [...new Set(above)];
  const gone = await itemsOf(tx, scopeOf(push))
    .select("entity_id")
    .where("kind", "in", issueKinds)
    .where("state", "=", "gone")
    .where(isOneOf(tx, "entity_id", ids))
    .execute();
  const released = await stepsOf(tx, push)
    .select("entity_id")
    .where("state", "=", "released")
    .where(isOneOf(tx, "entity_id", ids))
    .execute();
  return new Set([...gone, ...released].map((row) => row.entity_id));
}

/**
 * Deletes links of gone issues from the ledger, also other pushes'; the next push that needs them creates
 * them again.
 */
export async function forgetLinks(tx: Tx, push: PushRow, forgotten: ReadonlySet<string>): Promise<void> {
  if (forgotten.size === 0) return;
  const ids = [...forgotten];
  const own = tx.deleteFrom("push_items").where(inScope(scopeOf(push)));
  await own
    .where("kind", "=", "child")
    .where(isOneOf(tx, "entity_id", ids))
    .execute();
  const dependencies = own.where("kind", "in", dependencyKinds);
  await dependencies
    .where((row) => row.or([isOneOf(tx, "entity_id", ids), isOneOf(tx, "needed_id", ids)]))
    .execute();
  await forgetParents(tx, push, forgotten);
}

async function forgetParents(tx: Tx, push: PushRow, forgotten: ReadonlySet<string>): Promise<void> {
  const scope = scopeOf(push);
  const children = await itemsOf(tx, scope)
    .select(["entity_id", "state", "pushed_hash", "possible_parents"])
    .where("kind", "=", "child")
    .execute();
  const isUnder = (parentKey: string | null) =>
    idsOfParentKey(parentKey ?? "").some((id) => forgotten.has(id));
  for (const row of children) {
    const parentKeys = possibleParentKeys(row);
    if (!isUnder(row.pushed_hash) && !parentKeys?.some(isUnder)) continue;
    const left = parentKeys?.filter((parentKey) => !isUnder(parentKey));
    const held = left && JSON.stringify(left.length > 0 ? left : [""]);
    await tx
      .updateTable("push_items")
      .set({
        possible_parents: held ?? null,
        pushed_hash: null,
        state: row.state === "sending" ? row.state : "failed",
      })
      .where(inScope(scope))
      .where("kind", "=", "child")
      .where("entity_id", "=", row.entity_id)
      .execute();
  }
}
