import { listModels } from "@groundplan/contract";
import { action } from "../../dispatch/handlers.ts";
import type { Context } from "../context.ts";
import { type Key, pageOf } from "../paging.ts";
import { presentModel, presentOperatorModel } from "./present.ts";
import { listModelRows } from "./store.ts";

/** Lists models by creation, after the operator's. An action, since that is a setting. */
export const modelsList = action(listModels, async ({ db, config }: Context, actor, { query }) => {
  if (actor.role === "VIEWER") return { body: { models: [] } };
  const { operator } = config.models;
  const list = JSON.stringify([listModels.id, actor.workspaceId, actor.userId]);
  const fetch = ([after = ""]: Key, limit: number) => listModelRows(db, actor, String(after), limit);
  const { rows, ...next } = await pageOf(list, query, fetch, ({ id }) => [id]);
  const first = operator !== null && query.cursor === undefined ? [presentOperatorModel(operator)] : [];
  return { body: { models: [...first, ...rows.map(presentModel)], ...next } };
});
