import type { Selectable } from "kysely";
import type { Actor } from "../../actor.ts";
import { inField, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import { handleNumber } from "../handles.ts";
import { type PlanRow, readablePlan, requireEdit } from "../plans/access.ts";

export type SpecRow = Selectable<Tables["specs"]>;
type Path = { projectSlug: string; planShortId: string; specShortId: string };

/** Returns the path's spec and plan; access to the plan decides. */
export async function readableSpec(
  db: Db,
  actor: Actor,
  path: Path,
): Promise<{ plan: PlanRow; spec: SpecRow }> {
  const plan = await readablePlan(db, actor, path);
  return { plan, spec: await specOfPath(db, plan, path.specShortId) };
}

/** Returns them for a change: 404, then 403, then 409 for an archived plan. */
export async function editableSpec(
  db: Db,
  actor: Actor,
  path: Path,
): Promise<{ plan: PlanRow; spec: SpecRow }> {
  const { spec, plan } = await readableSpec(db, actor, path);
  return { plan: requireEdit(plan), spec };
}

/** Finds a spec by handle; paths accept no id (decisions section 1, ids). */
async function specOfPath(db: Db, plan: PlanRow, handle: string): Promise<SpecRow> {
  const number = handleNumber("SPEC", handle);
  const spec = number === null ? undefined : await specOfNumber(db, plan, number);
  if (!spec) throw notFound("spec in this plan");
  return spec;
}

export const specOfNumber = (db: Db, plan: PlanRow, number: number): Promise<SpecRow | undefined> =>
  specsOf(db, plan).where("number", "=", number).executeTakeFirst();

/** Returns a plan's spec named in a body by handle or id; `path` is the field's JSON Pointer. */
export async function referencedSpec(
  db: Db,
  plan: Pick<PlanRow, "workspace_id" | "id">,
  reference: string,
  path: string,
): Promise<SpecRow> {
  const number = handleNumber("SPEC", reference);
  const found = specsOf(db, plan);
  const spec = await (number === null
    ? found.where("id", "=", reference)
    : found.where("number", "=", number)
  ).executeTakeFirst();
  if (!spec) throw inField(path, notFound("spec in this plan"));
  return spec;
}

function specsOf(db: Db, plan: Pick<PlanRow, "workspace_id" | "id">) {
  return db
    .selectFrom("specs")
    .selectAll()
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id);
}
