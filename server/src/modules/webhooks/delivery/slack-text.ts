import type { Context } from "../../context.ts";
import { pagePath } from "../../handles.ts";
import { namesOf, textOf } from "../../history/activity/text-of.ts";
import { presentEvent } from "../../history/present.ts";
import type { EventRow } from "../../history/rows.ts";
import type { ReadableEvent } from "../reader.ts";
import type { ShownWebhook } from "../store.ts";

const longestTitle = 150;

/** Returns an event as a line for a chat: who did what, and a link to it. */
export async function slackText(
  { db, publicUrl }: Pick<Context, "db" | "publicUrl">,
  webhook: Pick<ShownWebhook, "workspace_id">,
  { event: row, seen }: ReadableEvent,
): Promise<string> {
  const event = presentEvent(row, seen);
  const { planShortId, specShortId, projectSlug } = event;
  const handle = [planShortId, specShortId].filter(Boolean).join("/");
  const title = seen === "ended" ? "" : await titleOf(db, webhook.workspace_id, row);
  const label = [title.slice(0, longestTitle), title && handle ? `(${handle})` : handle || projectSlug]
    .filter(Boolean)
    .join(" ");
  const url = publicUrl() + pagePath(event);
  const nameOf = await namesOf(db, webhook.workspace_id, [row]);
  const text = textOf(row, seen === "whole", nameOf);
  const did = `*${escaped(event.actor?.name ?? "Groundplan")}* ${escaped(text)}`;
  return `${did}: <${escaped(url)}|${escaped(label || "Groundplan")}>`;
}

/** Returns the current title of an event's spec or plan; "" without either. */
async function titleOf(db: Context["db"], workspaceId: string, row: EventRow): Promise<string> {
  if (row.plan_id === null) return "";
  const found = await db
    .selectFrom("plans")
    .leftJoin("specs", (join) =>
      join
        .onRef("specs.workspace_id", "=", "plans.workspace_id")
        .onRef("specs.plan_id", "=", "plans.id")
        .on("specs.number", "=", row.spec_number ?? 0),
    )
    .select(["plans.name", "specs.title"])
    .where("plans.workspace_id", "=", workspaceId)
    .where("plans.id", "=", row.plan_id)
    .executeTakeFirst();
  return found?.title ?? found?.name ?? "";
}

/** Escapes text for Slack, in which `<…>` would be a link or call a whole channel; a line has no line ends. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("|", "¦");
