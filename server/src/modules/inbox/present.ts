import type { Notification } from "@groundplan/contract";
import { type NotifyingType, notifyingTypes } from "../../inbox-items/notifying-types.ts";
import type { Db } from "../../storage/dialect.ts";
import { pagePath, planHandle, specHandle, talkPath } from "../handles.ts";
import { activityOf } from "./activities.ts";
import { excerptsOf } from "./excerpts.ts";
import type { ItemRow } from "./store.ts";
import { titlesOf } from "./titles.ts";

export async function presentItems(
  db: Db,
  workspaceId: string,
  address: string,
  rows: readonly ItemRow[],
): Promise<Notification[]> {
  const titleOf = await titlesOf(db, workspaceId, rows);
  const excerptOf = await excerptsOf(db, workspaceId, rows);
  return rows.map((row) => {
    const type = row.type as NotifyingType;
    const data = JSON.parse(row.data) as Record<string, string | undefined>;
    const { threadId } = data;
    return {
      id: row.id,
      sequence: String(row.seq),
      type: row.mentioned === 1 ? "mention" : notifyingTypes[type].type,
      eventType: type,
      ...(threadId === undefined ? {} : { threadId }),
      actorName: isByService(type) ? service : (row.actor_name ?? service),
      activity: activityOf(type, row),
      documentTitle: titleOf(row),
      ...planOf(row),
      excerpt: excerptOf(row),
      url: address + pageOf(row, data),
      createdAt: row.created_at,
      mentioned: row.mentioned === 1,
      read: row.is_read === 1 && row.snoozed_until === null,
      ...(row.snoozed_until === null ? {} : { snoozedUntil: row.snoozed_until }),
    };
  });
}

const service = "Groundplan";

const isByService = (type: NotifyingType): boolean => "byService" in notifyingTypes[type];

/** Returns the plan's name and the handles of plan and spec. */
const planOf = ({ plan_number, plan_name, spec_number }: ItemRow) => ({
  ...(plan_number === null || plan_name === null
    ? {}
    : { planShortId: planHandle(plan_number), planName: plan_name }),
  ...(spec_number === null ? {} : { specShortId: specHandle(spec_number) }),
});

/** Returns the console's page for an item, including the thread, suggestion or run. */
function pageOf(
  { slug, plan_number, spec_number }: ItemRow,
  { threadId, suggestionId, documentId, documentKind = "", runId }: Record<string, string | undefined>,
): string {
  const path = {
    projectSlug: slug ?? undefined,
    planShortId: plan_number === null ? undefined : planHandle(plan_number),
    specShortId: spec_number === null ? undefined : specHandle(spec_number),
  };
  if (runId !== undefined) return `${pagePath(path)}/runs/${runId}`;
  if (documentId === undefined) return pagePath(path);
  return talkPath({ ...path, documentKind, documentId }, { thread: threadId, suggestion: suggestionId });
}
