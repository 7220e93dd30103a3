import type { Readable } from "node:stream";
import { type Input, type Plan, reorderPlans } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { limitReads } from "../../../dispatch/concurrency/limit-reads.ts";
import { post, type Write } from "../../../dispatch/handlers.ts";
import { readWholeList } from "../../../dispatch/streamed-list.ts";
import { inField, invalid, notFound, ofField } from "../../../errors.ts";
import { appendEvents } from "../../../events/append.ts";
import { type Db, isOneOf } from "../../../storage/dialect.ts";
import { setPositions } from "../../../storage/set-positions.ts";
import { planHandle } from "../../handles.ts";
import { longRows, numberOf, pageOf } from "../../paging.ts";
import { readableProject, requireMember } from "../../projects/access.ts";
import { plansReadableBy, readablePlanIds, requireNotArchived, withCapability } from "../access.ts";
import { presentPlan } from "../present.ts";

/** Plan ids in answer order, all that replays need. */
interface Reordered {
  planIds: string[];
}

/** Permutes the positions of readable plans among themselves, so that others keep theirs. */
const reorder: Write<typeof reorderPlans, Reordered>["run"] = async (tx, actor, { params, body }) => {
  const project = await readableProject(tx, actor, params.projectSlug);
  const roots = await rootsOf(tx, actor, project.id);
  const named = new Map(roots.flatMap((root) => [[root.id, root] as const, [planHandle(root.number), root]]));
  const order = body.planShortIds.map((reference, n) => {
    const root = named.get(reference);
    if (!root) throw inField(`/planShortIds/${n}`, notFound("root plan in this project"));
    return root;
  });
  requireMember(actor);
  for (const [n, root] of order.entries())
    if (root.archived_at) await ofField(`/planShortIds/${n}`, () => requireNotArchived(root));
  const wanted = new Set(order.map(({ id }) => id));
  if (wanted.size !== order.length) throw invalid("/planShortIds", "names a plan twice");
  const missing = roots.find((root) => root.archived_at === null && !wanted.has(root.id));
  if (missing)
    throw invalid(
      "/planShortIds",
      `must name all root plans of the project that you can read; ${planHandle(missing.number)} is missing`,
    );

  const positions = order.map(({ position }) => position).toSorted((a, b) => a - b);
  const moved = order.flatMap(({ id, position: before }, index) => {
    const position = positions[index] ?? before;
    return position === before ? [] : [{ id, position }];
  });
  if (moved.length > 0) {
    await setPositions(tx, "plans", actor.workspaceId, moved);
    await appendEvents(tx, actor, [
      { type: "plans.reordered", subjectId: project.id, projectId: project.id, data: {} },
    ]);
  }
  return { planIds: order.map(({ id }) => id) };
};

/** Returns a project's readable root plans by position, archived ones included and templates left out. */
async function rootsOf(db: Db, actor: Actor, projectId: string) {
  const roots = await db
    .selectFrom("plans")
    .select(["id", "number", "position", "archived_at"])
    .where("template", "=", 0)
    .where("workspace_id", "=", actor.workspaceId)
    .where("project_id", "=", projectId)
    .where("parent_plan_id", "is", null)
    .orderBy("position")
    .execute();
  const ids = roots.map(({ id }) => id);
  const readable = await readablePlanIds(db, actor, ids);
  return roots.filter(({ id }) => readable.has(id));
}

interface Request {
  db: Db;
  actor: Actor;
  input: Input;
}

/** Reads the answer's plans in pages, in their current state, as far as readable. */
async function complete(
  { planIds }: Reordered,
  { db, actor, input }: Request,
): Promise<{ plans: Plan[] } | Readable> {
  const indexOf = new Map(planIds.map((id, index) => [id, index]));
  const orderOf = ({ id }: { id: string }) => indexOf.get(id) ?? 0;
  const readPage = async ({ query }: Input) => {
    const { rows, ...next } = await pageOf(
      reorderPlans.id,
      query,
      async ([last = -1], limit) =>
        (await plansFrom(db, actor, planIds, numberOf(last) + 1, limit)).toSorted(
          (a, b) => orderOf(a) - orderOf(b),
        ),
      (row) => [orderOf(row)],
      longRows,
    );
    return { plans: rows.map((row) => presentPlan(withCapability(actor, row))), ...next };
  };
  return limitReads(() => readWholeList(input, readPage));
}

/** Returns `limit` plans from an index; fewer only at the end. */
async function plansFrom(db: Db, actor: Actor, ids: readonly string[], from: number, limit: number) {
  const rows = [];
  for (let index = from; rows.length < limit && index < ids.length; ) {
    const asked = ids.slice(index, index + limit - rows.length);
    rows.push(
      ...(await plansReadableBy(db, actor)
        .where(isOneOf(db, "plans.id", asked))
        .execute()),
    );
    index += asked.length;
  }
  return rows;
}

export const plansReorder = post(reorderPlans, ({ planIds }: Reordered) => ({ planIds }), reorder, {
  complete,
});
