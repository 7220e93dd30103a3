import { type BinItem, listBin } from "@groundplan/contract";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { read } from "../../dispatch/handlers.ts";
import { personOf } from "../../events/person.ts";
import type { Db } from "../../storage/dialect.ts";
import { planHandle, specHandle } from "../handles.ts";
import { type Key, pageOf } from "../paging.ts";
import { plansReadableBy, rightToEdit, withCapability } from "../plans/access.ts";

/** Later than any time, as a text. */
const afterAll = "9";

/** Lists what the caller can read in the bin, newest first. */
export const binList = read(listBin, async (db, actor, { query }) => {
  const fetch = async ([at = afterAll, id = ""]: Key, limit: number): Promise<BinItem[]> => {
    const after = { at: String(at), id: String(id) };
    const found = [
      ...(await plansAfter(db, actor, after, limit)),
      ...(await specsAfter(db, actor, after, limit)),
    ];
    return found.toSorted(newestFirst).slice(0, limit);
  };
  const { rows, ...next } = await pageOf(listBin.id, query, fetch, ({ deletedAt, id }) => [deletedAt, id]);
  return { items: rows, ...next };
});

const newestFirst = (a: BinItem, b: BinItem): number => {
  const [one, other] = [`${a.deletedAt} ${a.id}`, `${b.deletedAt} ${b.id}`];
  return one < other ? 1 : one > other ? -1 : 0;
};

interface After {
  at: string;
  id: string;
}

/** Compares with a key's time and id. */
const isBefore = (time: string, id: string, after: After) =>
  sql<SqlBool>`(${sql.ref(time)}, ${sql.ref(id)}) < (${after.at}, ${after.id})`;

async function plansAfter(db: Db, actor: Actor, after: After, limit: number): Promise<BinItem[]> {
  const rows = await plansReadableBy(db, actor)
    .select("projects.slug")
    .where("plans.archived_at", "is not", null)
    .whereRef("plans.archived_with", "=", "plans.id")
    .where(isBefore("plans.archived_at", "plans.id", after))
    .orderBy("plans.archived_at", "desc")
    .orderBy("plans.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    kind: "plan",
    id: row.id,
    projectSlug: row.slug,
    planShortId: planHandle(row.number),
    title: row.name,
    deletedAt: row.archived_at ?? "",
    canRestore: withCapability(actor, row).capability === "OWN",
  }));
}

async function specsAfter(db: Db, actor: Actor, after: After, limit: number): Promise<BinItem[]> {
  const rows = await plansReadableBy(db, actor)
    .innerJoin("deleted_specs", (join) =>
      join
        .onRef("deleted_specs.workspace_id", "=", "plans.workspace_id")
        .onRef("deleted_specs.plan_id", "=", "plans.id"),
    )
    .leftJoin("users", "users.id", "deleted_specs.deleted_by")
    .select(["projects.slug", "deleted_specs.id as spec_id", "deleted_specs.number as spec_number"])
    .select(["deleted_specs.title", "deleted_specs.deleted_at", "deleted_specs.deleted_by"])
    .select("users.name as deleter_name")
    .where("deleted_specs.workspace_id", "=", actor.workspaceId)
    .where("plans.archived_at", "is", null)
    .where(isBefore("deleted_specs.deleted_at", "deleted_specs.id", after))
    .orderBy("deleted_specs.deleted_at", "desc")
    .orderBy("deleted_specs.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    kind: "spec",
    id: row.spec_id,
    projectSlug: row.slug,
    planShortId: planHandle(row.number),
    specShortId: specHandle(row.spec_number),
    title: row.title,
    deletedAt: row.deleted_at,
    deletedBy: personOf(row.deleted_by, row.deleter_name),
    canRestore: rightToEdit(withCapability(actor, row)),
  }));
}
