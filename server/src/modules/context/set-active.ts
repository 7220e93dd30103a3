import { putSourceActive } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { readableSource } from "./access.ts";
import { presentSource } from "./present.ts";
import { requireOpenScope, requireRight } from "./source-scope.ts";

/** Switches an own or inherited source for one plan. */
export const sourceSetActive = write(putSourceActive, async (tx, actor, { params, body: { active } }) => {
  const { scope, source } = await readableSource(tx, actor, params);
  requireRight(actor, scope);
  requireOpenScope(scope);
  const key = { workspace_id: scope.workspaceId, plan_id: scope.id, source_id: source.id };
  const isActive = !(await tx
    .selectFrom("context_unused")
    .select("source_id")
    .where((where) => where.and(key))
    .executeTakeFirst());
  if (isActive === active) return { source: presentSource({ ...source, active: active ? 1 : 0 }) };
  if (active)
    await tx
      .deleteFrom("context_unused")
      .where((where) => where.and(key))
      .execute();
  else await tx.insertInto("context_unused").values(key).execute();
  await appendEvents(tx, actor, [
    {
      type: "context_source.activated",
      subjectId: source.id,
      projectId: scope.projectId,
      planId: scope.id,
      data: { active },
    },
  ]);
  return { source: presentSource({ ...source, active: active ? 1 : 0 }) };
});
