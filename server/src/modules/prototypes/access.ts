import { notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import type { PlanRow } from "../plans/access.ts";
import { findRow, type PrototypeRow } from "./store.ts";

type Plan = Pick<PlanRow, "workspace_id" | "id">;

/** Returns a readable plan's prototype; throws 404 if none. */
export async function livePrototype(db: Db, { workspace_id, id: plan_id }: Plan): Promise<PrototypeRow> {
  const row = await findRow(db, { workspace_id, plan_id });
  if (!row || row.deleted_at !== null) throw notFound("prototype");
  return row;
}
