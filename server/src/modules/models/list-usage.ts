import { listModelUsage, type ModelUsage } from "@groundplan/contract";
import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { read } from "../../dispatch/handlers.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Key, pageOf } from "../paging.ts";

/** Lists usage by day, newest first: everybody's for owners, else one's own. */
export const usageList = read(listModelUsage, async (db, actor, { query }) => {
  const list = JSON.stringify([listModelUsage.id, actor.workspaceId, ownerOf(actor)]);
  const fetch = (after: Key, limit: number) => usageRows(db, actor, after, limit);
  const { rows, ...next } = await pageOf(list, query, fetch, (row) => [
    row.day,
    row.user_id,
    row.model_id,
    row.currency,
  ]);
  return { usage: rows.map(presentUsage), ...next };
});

const ownerOf = ({ role, userId }: Actor) => (role === "OWNER" ? null : userId);

/** Bounds the first page, too. */
const lastDay = "9999-12-31";

type Row = Awaited<ReturnType<typeof usageRows>>[number];

function usageRows(db: Db, actor: Actor, [day, user, model, currency]: Key, limit: number) {
  const userId = ownerOf(actor);
  const all = db
    .selectFrom("model_usage")
    .leftJoin("users", "users.id", "model_usage.user_id")
    .selectAll("model_usage")
    .select("users.name as user_name")
    .where("model_usage.workspace_id", "=", actor.workspaceId)
    .where("day", "<=", String(day ?? lastDay))
    // Sums of refused calls alone.
    .where(sql<boolean>`input_tokens + output_tokens > 0`)
    .orderBy("day", "desc")
    .orderBy("user_id", "desc")
    .orderBy("model_id", "desc")
    .orderBy("currency", "desc")
    .limit(limit);
  const own = userId === null ? all : all.where("model_usage.user_id", "=", userId);
  if (day === undefined) return own.execute();
  return own
    .where(
      sql<boolean>`(model_usage.day, model_usage.user_id, model_usage.model_id, model_usage.currency)
        < (${day}, ${user}, ${model}, ${currency})`,
    )
    .execute();
}

const presentUsage = (row: Row): ModelUsage => ({
  day: row.day,
  person: row.user_name === null ? null : { userId: row.user_id, name: row.user_name },
  model: { id: row.model_id, name: row.model_name, scope: row.model_scope },
  inputTokens: row.input_tokens,
  outputTokens: row.output_tokens,
  ...(row.currency === "" ? {} : { cost: { amount: row.cost_micros / 1e6, currency: row.currency } }),
  updatedAt: row.updated_at,
});
