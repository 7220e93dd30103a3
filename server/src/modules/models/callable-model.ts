import type { Context } from "../context.ts";
import { operatorId } from "./present.ts";
import { openKey } from "./sealed-key.ts";
import { findModel } from "./store.ts";
import type { Callable } from "./wire/open-model.ts";

/** Returns what calling a model takes, with its key; null if it is gone. */
export async function callableModel(
  context: Context,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<Callable | null> {
  if (id === operatorId) return context.config.models.operator;
  const row = await findModel(context.db, workspaceId, id);
  if (!row) return null;
  const { kind, base_url: baseUrl, model } = row;
  return { kind, baseUrl, model, key: await openKey(context, row) };
}
