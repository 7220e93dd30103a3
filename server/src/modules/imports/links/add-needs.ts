import type { Tx } from "../../../storage/dialect.ts";
import type { Tables } from "../../../storage/tables.ts";
import { closesSpecCycle, mayCloseCycle } from "../../dependencies/refuse-cycle.ts";
import { insertDependencies, type NewDependency } from "../../dependencies/write-dependencies.ts";

interface Added<N extends NewDependency> {
  rows: Tables["dependencies"][];
  /** Needs that were left out, since they would close a cycle. */
  closing: N[];
}

/**
 * Adds needs that close no cycle among themselves, and leaves out those that close one with existing
 * dependencies. `created` are specs without any.
 */
export async function addNeeds<N extends NewDependency>(
  tx: Tx,
  workspaceId: string,
  needs: readonly N[],
  created: ReadonlySet<string>,
): Promise<Added<N>> {
  if (needs.length === 0) return { rows: [], closing: [] };
  const closesNone = !(await mayClose(tx, workspaceId, needs, created));
  if (closesNone) return { rows: await insertDependencies(tx, needs), closing: [] };
  const added: Added<N> = { rows: [], closing: [] };
  for (const [from, own] of Map.groupBy(needs, (need) => need.from)) {
    const closes = (some: readonly N[]) =>
      closesSpecCycle(tx, workspaceId, { needing: [from], needed: some.map(({ to }) => to) });
    const fine: N[] = [];
    const isFine = !(await closes(own));
    for (const need of own) {
      if (isFine || !(await closes([need]))) fine.push(need);
      else added.closing.push(need);
    }
    added.rows.push(...(await insertDependencies(tx, fine)));
  }
  return added;
}

/** Tests by a few queries whether existing dependencies lead from a needed spec to one that needs. */
function mayClose(
  tx: Tx,
  workspaceId: string,
  needs: readonly NewDependency[],
  created: ReadonlySet<string>,
): Promise<boolean> {
  const parted = (ends: readonly { id: string; plan: string }[]) => ({
    specs: [...new Set(ends.flatMap(({ id }) => (created.has(id) ? [] : id)))],
    plans: [...new Set(ends.flatMap(({ id, plan }) => (created.has(id) ? plan : [])))],
  });
  return mayCloseCycle(tx, workspaceId, {
    needing: parted(needs.map(({ from, fromPlan }) => ({ id: from, plan: fromPlan.id }))),
    needed: parted(needs.map(({ to, toPlan }) => ({ id: to, plan: toPlan.id }))),
  });
}
