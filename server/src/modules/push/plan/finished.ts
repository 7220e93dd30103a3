import { type Db, isOneOf } from "../../../storage/dialect.ts";
import type { LedgerRow } from "../ledger/ledger.ts";
import type { PushRequest } from "../ledger/pushes.ts";

/** Plans are ordered parents first. */
interface Read {
  plans: readonly { id: string; parentId: string | null }[];
  specs: readonly { id: string; planId: string; isFinished: boolean }[];
  dependencies: readonly { to: string }[];
  ledger: readonly LedgerRow[];
}

/**
 * Returns finished specs that were never pushed nor requested, the sub-plans that hold nothing else, and
 * finished dependency ends elsewhere.
 */
export async function leftOutOf(db: Db, request: PushRequest, read: Read): Promise<Set<string>> {
  const { specIds, includeDone = false } = request.options;
  const named = specIds && new Set(specIds);
  const pushed = new Set(read.ledger.filter(mayBeThere).map((row) => row.entity_id));
  const specs = read.specs.filter(
    ({ id, isFinished }) => isFinished && !pushed.has(id) && !(named?.has(id) ?? includeDone),
  );
  const leftOut = new Set(specs.map(({ id }) => id));
  const plans = finishedPlans(read.plans, read.specs, leftOut, pushed);
  const elsewhere = (await finishedElsewhere(db, request.workspaceId, read)).filter((id) => !pushed.has(id));
  return new Set([...leftOut, ...plans, ...elsewhere]);
}

/** Returns true if the tracker has or may have it. */
const mayBeThere = ({ external_id, state }: LedgerRow) => external_id !== null || state === "sending";

/** Includes descendants. A plan without any specs is pushed. */
function finishedPlans(
  plans: Read["plans"],
  specs: Read["specs"],
  leftOut: ReadonlySet<string>,
  pushed: ReadonlySet<string>,
): Set<string> {
  const above = new Map(plans.map(({ id, parentId }) => [id, parentId]));
  const holding = new Set<string>();
  const needed = new Set<string>();
  const markUpwards = (marks: Set<string>, planId: string) => {
    for (let id: string | null = planId; id !== null && !marks.has(id); id = above.get(id) ?? null)
      marks.add(id);
  };
  for (const { id, planId } of specs) markUpwards(leftOut.has(id) ? holding : needed, planId);
  for (const { id } of plans) if (pushed.has(id)) markUpwards(needed, id);
  const finished = new Set<string>();
  for (const { id, parentId } of plans.slice(1))
    if (finished.has(parentId ?? "") || (holding.has(id) && !needed.has(id))) finished.add(id);
  return finished;
}

async function finishedElsewhere(
  db: Db,
  workspaceId: string,
  { plans, specs, dependencies }: Read,
): Promise<string[]> {
  const here = new Set([...plans, ...specs].map(({ id }) => id));
  const outside = dependencies.flatMap(({ to }) => (here.has(to) ? [] : to));
  if (outside.length === 0) return [];
  const ofSpecs = await db
    .selectFrom("specs")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", outside))
    .where("status", "in", ["DONE", "CANCELLED"])
    .execute();
  const ofPlans = await db
    .selectFrom("plans")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", outside))
    .where("status", "=", "DONE")
    .execute();
  return [...ofSpecs, ...ofPlans].map(({ id }) => id);
}
