import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { type PlanRow, readablePlan, requireOwn } from "../plans/access.ts";
import { readableSpec } from "../specs/access.ts";
import type { Subject } from "./store.ts";

/** The path of a plan, or of a spec. */
export interface SubjectPath {
  projectSlug: string;
  planShortId: string;
  specShortId?: string;
}

interface Owned {
  plan: PlanRow;
  subject: Subject;
  specNumber: number | undefined;
}

/** Returns the path's plan or spec for who owns it, even if archived. */
export async function ownedSubject(db: Db, actor: Actor, path: SubjectPath): Promise<Owned> {
  const { specShortId, ...ofPlan } = path;
  const found =
    specShortId === undefined
      ? { plan: await readablePlan(db, actor, ofPlan), spec: null }
      : await readableSpec(db, actor, Object.assign(ofPlan, { specShortId }));
  const { plan, spec } = found;
  requireOwn(plan);
  const subject = { workspace_id: plan.workspace_id, plan_id: plan.id, spec_id: spec?.id ?? "" };
  return { plan, subject, specNumber: spec?.number };
}
