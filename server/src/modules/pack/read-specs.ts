import { sql } from "kysely";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { specHandle } from "../handles.ts";
import type { PlanRow } from "../plans/access.ts";
import { type Item, sizeOf, usedUp } from "./compose.ts";
import { readInGroups } from "./read-in-groups.ts";

type Of = Pick<PlanRow, "workspace_id" | "id">;

/** Lists a plan's specs by position with text sizes, without reading the texts. */
export async function listSpecs(db: Db, plan: Of) {
  const rows = await db
    .selectFrom("specs")
    .select(["id", "number", "title", "status", "revision"])
    .select(sql<number>`octet_length(content)`.as("bytes"))
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ row, handle: specHandle(row.number) }));
}

export type ListedSpec = Awaited<ReturnType<typeof listSpecs>>[number];

/** Reads specs in order while capacity lasts; the last one is read whole. */
export async function readSpecs(
  db: Db,
  plan: Of,
  specs: readonly ListedSpec[],
  mostCharacters: number,
): Promise<Item[]> {
  let left = mostCharacters;
  const wanted = specs.map(({ row, handle }) => {
    const isRead = left > 0;
    left -= row.bytes;
    return { id: row.id, row, handle, isRead, count: row.bytes };
  });
  const read = wanted.filter(({ isRead }) => isRead);
  const texts = await readInGroups(read, (group) => contentsOf(db, plan, group));
  return wanted.map(({ id, row: { title, revision, bytes }, handle, isRead }): Item => {
    const about = { kind: "spec" as const, id, handle, title, revision, size: sizeOf(bytes) };
    return isRead ? { ...about, text: texts.get(id) ?? "" } : { ...about, text: "", leftOut: usedUp };
  });
}

async function contentsOf(db: Db, plan: Of, specs: readonly { id: string }[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("specs")
    .select(["id", "content"])
    .where("workspace_id", "=", plan.workspace_id)
    .where(
      isOneOf(
        db,
        "id",
        specs.map(({ id }) => id),
      ),
    )
    .execute();
  return new Map(rows.map(({ id, content }) => [id, content]));
}
