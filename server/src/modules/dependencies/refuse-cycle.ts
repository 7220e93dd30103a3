import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { ApiError } from "../../errors.ts";
import { type Tx, tableOf } from "../../storage/dialect.ts";
import { walkFrom } from "../../storage/walk.ts";
import type { PlanRow } from "../plans/access.ts";
import { planIdsAbove } from "../plans/nesting.ts";
import { type CycleMember, cycleHandles } from "./cycle-handles.ts";
import { pathOf } from "./cycle-path.ts";
import { type Direction, type JointNodes, stepsOf } from "./joint-links.ts";
import { hasPlanNeeds } from "./plan-needs.ts";

/** A write closes a cycle if a path leads from `start` to `end`. */
interface Way {
  start: JointNodes;
  end: JointNodes;
  /** True if plan dependencies can be on the path. */
  plans: boolean;
}

/** A new dependency, with details for the error. */
interface Closing extends Way {
  /** The plan whose specs have unqualified handles in the error. */
  home: string;
  /** Ends of the new dependency, named first in the error. */
  first: readonly CycleMember[];
}

/** Throws if a spec would transitively need itself through these specs. */
export async function refuseSpecCycle(
  tx: Tx,
  actor: Actor,
  spec: { id: string; plan_id: string },
  needed: readonly string[],
): Promise<void> {
  const first: CycleMember[] = [{ kind: "spec", id: spec.id }];
  if (needed.includes(spec.id)) throw await refusal(tx, actor, needsItself, spec.plan_id, first);
  await refuseWay(tx, actor, {
    home: spec.plan_id,
    first,
    start: { side: "spec", ids: needed },
    end: { side: "spec", ids: [spec.id] },
    plans: await hasPlanNeeds(tx, actor.workspaceId),
  });
}

/** Tests whether a spec of `needed` transitively waits for one of `needing`. */
export async function closesSpecCycle(
  tx: Tx,
  workspaceId: string,
  { needing, needed }: { needing: readonly string[]; needed: readonly string[] },
): Promise<boolean> {
  return isReached(tx, workspaceId, {
    start: { side: "spec", ids: needed },
    end: { side: "spec", ids: needing },
    plans: await hasPlanNeeds(tx, workspaceId),
  });
}

/** Specs, and plans whose new specs have no needs yet. */
export interface OldAndNew {
  specs: readonly string[];
  plans: readonly string[];
}

/** Tests whether existing dependencies lead from what is needed to what needs it. */
export async function mayCloseCycle(
  tx: Tx,
  workspaceId: string,
  { needing, needed }: { needing: OldAndNew; needed: OldAndNew },
): Promise<boolean> {
  const plans = await hasPlanNeeds(tx, workspaceId);
  const starts: JointNodes[] = [{ side: "spec", ids: needed.specs }];
  const ends: JointNodes[] = [{ side: "spec", ids: needing.specs }];
  // Only needs of plans lead from new specs, and to them.
  if (plans) starts.push({ side: "begin own", ids: needed.plans });
  if (plans) ends.push({ side: "end own", ids: needing.plans });
  for (const start of starts)
    for (const end of ends)
      if (
        start.ids.length > 0 &&
        end.ids.length > 0 &&
        (await isReached(tx, workspaceId, { start, end, plans }))
      )
        return true;
  return false;
}

/**
 * Throws if new specs of a plan that need specs of the same plan would close a cycle, which takes an existing
 * one from a move.
 */
export async function refuseNewSpecCycle(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  needed: readonly string[],
): Promise<void> {
  if (!(await hasPlanNeeds(tx, actor.workspaceId))) return;
  await refuseWay(tx, actor, {
    home: plan.id,
    first: [],
    start: needed.length > 0 ? { side: "spec", ids: needed } : { side: "begin own", ids: [plan.id] },
    end: { side: "end own", ids: [plan.id] },
    plans: true,
  });
}

/** Throws if a plan would transitively need itself. */
export async function refusePlanCycle(tx: Tx, actor: Actor, plan: PlanRow, needed: PlanRow): Promise<void> {
  const first = [plan, needed].map(({ id }): CycleMember => ({ kind: "plan", id }));
  if (plan.id === needed.id) throw await refusal(tx, actor, needsItself, plan.id, first);
  const isUpper = (await planIdsAbove(tx, needed)).includes(plan.id);
  const isLower = (await planIdsAbove(tx, plan)).includes(needed.id);
  await refuseWay(tx, actor, {
    home: plan.id,
    first,
    start: { side: isLower ? "end own" : "end", ids: [needed.id] },
    end: { side: isUpper ? "begin own" : "begin", ids: [plan.id] },
    plans: true,
  });
}

const needsItself = "Nothing can need itself first.";
const cyclic = "These would need each other in a cycle.";

/**
 * Throws if a path exists, across all plans and statuses (docs/decisions/graph.md, cycles). Safe under the
 * workspace's single writer.
 */
async function refuseWay(tx: Tx, actor: Actor, closing: Closing): Promise<void> {
  if (!(await isReached(tx, actor.workspaceId, closing))) return;
  const { first, home, start, end, plans } = closing;
  const way = await pathOf(tx, start, end, stepsOf(actor.workspaceId, "to needs", { plans }));
  throw await refusal(tx, actor, cyclic, home, [...first, ...way]);
}

async function refusal(
  tx: Tx,
  actor: Actor,
  what: string,
  home: string,
  named: readonly CycleMember[],
): Promise<ApiError> {
  const cycle = await cycleHandles(tx, actor, home, named);
  return new ApiError("dependency_cycle", `${what} Remove one dependency of the cycle first.`, { cycle });
}

/**
 * Tests reachability by alternating walks from both ends, each time further, until one is exhausted: one side
 * is often much smaller.
 */
async function isReached(tx: Tx, workspaceId: string, { start, end, plans }: Way): Promise<boolean> {
  const ways: readonly [JointNodes, JointNodes, Direction][] = [
    [start, end, "to needs"],
    [end, start, "to what needs"],
  ];
  for (let most = 250; ; most *= 4) {
    for (const [from, to, direction] of ways) {
      const steps = stepsOf(workspaceId, direction, { plans });
      const { rows } = await sql<{ size: number; found: number }>`
        with recursive reached (side, id) as (${walkFrom(tx, startAt(from), steps)})
        select count(*) as size,
          count(case when side = ${sql.lit(to.side)} and id in ${tableOf(tx, to.ids)} then 1 end) as found
        from (select side, id from reached limit ${most}) as walked`.execute(tx);
      const { size, found } = rows[0] ?? { size: 0, found: 0 };
      if (found > 0) return true;
      if (size < most) return false;
    }
  }
}

/** Returns the first rows as `values`, so that PostgreSQL expects few. */
const startAt = ({ side, ids }: JointNodes) =>
  sql`values ${sql.join(ids.map((id) => sql`(cast(${sql.lit(side)} as text), cast(${id} as text))`))}`;
