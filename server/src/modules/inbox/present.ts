import type { Notification } from "@groundplan/contract";
import { type TellingType, tells } from "../../inbox/tells.ts";
import type { Db } from "../../storage/dialect.ts";
import { planHandle, specHandle } from "../handles.ts";
import { activityOf } from "./activities.ts";
import type { ItemRow } from "./store.ts";

/** Returns items as the API shows them. */
export async function presentItems(
  _db: Db,
  _workspaceId: string,
  address: string,
  rows: readonly ItemRow[],
): Promise<Notification[]> {
  return rows.map((row) => {
    const type = row.type as TellingType;
    return {
      id: row.id,
      sequence: String(row.seq),
      type: row.mentioned === 1 ? "mention" : tells[type].type,
      eventType: type,
      actorName: isByService(type) ? service : (row.actor_name ?? service),
      activity: activityOf(type, row),
      documentTitle: row.spec_title ?? row.plan_name ?? "",
      excerpt: "",
      url: address + pageOf(row),
      createdAt: row.created_at,
      mentioned: row.mentioned === 1,
      read: row.is_read === 1,
    };
  });
}

const service = "Groundplan";

const isByService = (type: TellingType): boolean => "byService" in tells[type];

/** Returns the page of the console that shows what an item is about. */
function pageOf({ slug, plan_number, spec_number }: ItemRow): string {
  if (slug === null) return "/";
  if (plan_number === null) return `/projects/${slug}`;
  const plan = `/projects/${slug}/plans/${planHandle(plan_number)}`;
  return spec_number === null ? plan : `${plan}/specs/${specHandle(spec_number)}`;
}
