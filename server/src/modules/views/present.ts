import type { View, ViewQuery } from "@groundplan/contract";
import { personOf } from "../../events/person.ts";
import { planHandle } from "../handles.ts";
import type { NamedView } from "./store.ts";

export const presentView = (row: NamedView): View => ({
  id: row.id,
  name: row.name,
  scope: row.user_id === null ? "workspace" : "person",
  owner: personOf(row.created_by, row.maker_name),
  projectSlug: row.slug,
  planShortId: row.plan_number === null ? null : planHandle(row.plan_number),
  query: JSON.parse(row.query) as ViewQuery,
  group: row.view_group,
  sort: row.sort,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
