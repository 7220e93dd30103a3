import type { Db } from "../../storage/dialect.ts";
import { specHandle } from "../handles.ts";
import type { PlanRow } from "../plans/access.ts";

/** Reads the specs of a plan by position, without their texts, which are read one by one as long as there is room. */
export async function readSpecs(db: Db, plan: Pick<PlanRow, "workspace_id" | "id">) {
  const rows = await db
    .selectFrom("specs")
    .select(["id", "number", "title", "status", "revision"])
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const contentOf = async (id: string): Promise<string> => {
    const row = await db
      .selectFrom("specs")
      .select("content")
      .where("workspace_id", "=", plan.workspace_id)
      .where("id", "=", id)
      .executeTakeFirst();
    return row?.content ?? "";
  };
  return { listed: rows.map((row) => ({ row, handle: specHandle(row.number) })), contentOf };
}

export type ListedSpec = Awaited<ReturnType<typeof readSpecs>>["listed"][number];
