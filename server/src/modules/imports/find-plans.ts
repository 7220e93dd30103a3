import type { Actor } from "../../actor.ts";
import { inField, notFound } from "../../errors.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { type PlanRow, plansReadableBy, requireEditRight, withCapability } from "../plans/access.ts";
import { deepest, levelOf, tooDeep } from "../plans/nesting.ts";
import { requireMember } from "../projects/access.ts";
import { refuseTaken } from "../refuse-taken-refs.ts";
import type { SourcePlan } from "./source.ts";
import { plansOfRefs } from "./store.ts";

/** A plan, or one that the import will create. */
interface ImportedPlan {
  plan: PlanRow | null;
  /** True if the plan is archived or would be created below an archived one; imports skip both. */
  isArchived: boolean;
  /** Level in its tree, once known. */
  level?: number;
}

/** A source plan and its match. */
export interface Target extends ImportedPlan {
  source: SourcePlan;
  /** JSON Pointer of the source. */
  path: string;
  /** Parent of a new plan; null for a root. */
  parent: ImportedPlan | null;
}

/**
 * Matches source plans in order: by `externalRef`, otherwise by the last import. Unreadable plans don't
 * match, but keep their reference taken. Throws 404 for parents, then 403, then 409.
 */
export async function findPlans(
  db: Db,
  actor: Actor,
  projectId: string,
  sources: readonly SourcePlan[],
): Promise<Target[]> {
  const { found, taken } = await readablePlans(db, actor, projectId, sources);
  const targets: Target[] = [];
  const planByRef = new Map<string, ImportedPlan>();
  for (const [index, source] of sources.entries()) {
    const path = `/plans/${index}`;
    const parent = parentOf(source, path, planByRef, found);
    const plan = found.get(source.externalRef) ?? null;
    const isArchived = plan ? plan.archived_at !== null : (parent?.isArchived ?? false);
    const target = { source, path, plan, parent, isArchived };
    targets.push(target);
    planByRef.set(source.externalRef, target);
  }
  requireMember(actor);
  for (const { plan, parent } of targets) {
    const edited = plan ?? parent?.plan;
    if (edited) requireEditRight(edited);
  }
  refuseTaken(
    targets
      .filter(({ source }) => taken.has(source.externalRef))
      .map(({ path }) => ({ path: `${path}/externalRef`, holder: "Another plan of the project" })),
  );
  await checkLevels(db, targets);
  return targets;
}

function parentOf(
  { parentExternalRef: ref }: SourcePlan,
  path: string,
  planByRef: Map<string, ImportedPlan>,
  found: ReadonlyMap<string, PlanRow>,
): ImportedPlan | null {
  if (ref === undefined) return null;
  const known = planByRef.get(ref);
  if (known) return known;
  const plan = found.get(ref);
  if (!plan) throw inField(`${path}/parentExternalRef`, notFound("plan in this project"));
  const outside = { plan, isArchived: plan.archived_at !== null };
  planByRef.set(ref, outside);
  return outside;
}

async function checkLevels(db: Db, targets: readonly Target[]): Promise<void> {
  for (const target of targets) {
    if (target.plan) continue;
    const { parent } = target;
    if (parent?.plan) parent.level ??= await levelOf(db, parent.plan);
    target.level = (parent?.level ?? 0) + 1;
    if (target.level > deepest) throw tooDeep(`${target.path}/parentExternalRef`);
  }
}

/** Returns plans by reference, and references of unreadable plans. */
async function readablePlans(
  db: Db,
  actor: Actor,
  projectId: string,
  sources: readonly SourcePlan[],
): Promise<{ found: Map<string, PlanRow>; taken: Set<string> }> {
  const named = sources.flatMap((one) => [one.externalRef, one.parentExternalRef ?? one.externalRef]);
  const { holders, imported } = await plansOfRefs(db, actor.workspaceId, projectId, [...new Set(named)]);
  const ids = [...new Set([...holders, ...imported].map(({ id }) => id))];
  const rows =
    ids.length === 0
      ? []
      : await plansReadableBy(db, actor)
          .where("plans.project_id", "=", projectId)
          .where(isOneOf(db, "plans.id", ids))
          .execute();
  const readable = new Map(rows.map((row) => [row.id, withCapability(actor, row)]));
  const found = new Map<string, PlanRow>();
  const taken = new Set<string>();
  const held = new Set(holders.map(({ id }) => id));
  for (const { id, ref } of holders) {
    const plan = readable.get(id);
    if (plan && ref !== null) found.set(ref, plan);
    else if (ref !== null) taken.add(ref);
  }
  // The current holder of a reference takes precedence over the imported plan.
  for (const { id, ref } of imported) {
    const plan = readable.get(id);
    if (plan && !held.has(id) && !found.has(ref) && !taken.has(ref)) found.set(ref, plan);
  }
  return { found, taken };
}
