import { type Input, type Model, updateModel } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action } from "../../dispatch/handlers.ts";
import { now } from "../../ids.ts";
import { hintOf } from "../../secrets/key-hint.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { writableModel } from "./access.ts";
import { appendModelEvent } from "./append-event.ts";
import { requireAddress, requireWhole } from "./create-model.ts";
import { columnsOfPrices, presentModel, pricesOf } from "./present.ts";
import { sealKey } from "./sealed-key.ts";
import type { ModelRow } from "./store.ts";

type Given = Input<typeof updateModel>["body"];

/** Changes a model. An action for the same reasons as adding one. */
export const modelUpdate = action(updateModel, async (context: Context, actor, { params, body }) => {
  const { workspace_id, id } = await writableModel(context.db, actor, params.modelId);
  if (body.baseUrl) await requireAddress(context, body.baseUrl);
  const { apiKey, ...given } = body;
  const key =
    typeof apiKey === "string"
      ? { sealed: await sealKey(context, { workspace_id, id }, apiKey), hint: hintOf(apiKey) }
      : apiKey;
  return { body: { model: await context.writer.run(changeModel, { actor, id, given, key }) } };
});

interface Change {
  actor: Actor;
  id: string;
  given: Omit<Given, "apiKey">;
  /** Null removes the key; undefined keeps it. */
  key: { sealed: string; hint: string } | null | undefined;
}

export const changeModel = command(
  "models.change",
  ({ actor }: Change) => actor.workspaceId,
  async (tx: Tx, { actor: before, id, given, key }: Change): Promise<Model> => {
    const actor = await reloadActor(tx, before);
    const model = await writableModel(tx, actor, id);
    const row = rowAfter(model, given, key);
    // A key that was taken away by another address is asked for when the model is used.
    requireWhole({ ...row, hasKey: key !== null });
    const changed = changedFields(model, row);
    if (changed.length === 0) return presentModel(model);
    row.updated_at = now();
    const { workspace_id: _, id: __, ...columns } = row;
    await tx
      .updateTable("models")
      .set(columns)
      .where("workspace_id", "=", actor.workspaceId)
      .where("id", "=", id)
      .execute();
    await appendModelEvent(tx, actor, row, { changed });
    return presentModel(row);
  },
);

function rowAfter(model: ModelRow, given: Change["given"], key: Change["key"]): ModelRow {
  const kind = given.kind ?? model.kind;
  const base_url = given.baseUrl === undefined ? model.base_url : given.baseUrl;
  const leadsElsewhere = kind !== model.kind || originOf(base_url) !== originOf(model.base_url);
  const kept = leadsElsewhere
    ? { sealed: null, hint: null }
    : { sealed: model.sealed_key, hint: model.key_hint };
  const { sealed, hint } = key === null ? { sealed: null, hint: null } : (key ?? kept);
  return {
    ...model,
    name: given.name ?? model.name,
    kind,
    base_url,
    model: given.model ?? model.model,
    sealed_key: sealed,
    key_hint: hint,
    needs_key: key === null ? 0 : key ? 1 : model.needs_key,
    context_tokens: given.contextTokens ?? model.context_tokens,
    max_output: given.maxOutput ?? model.max_output,
    ...columnsOfPrices(given.prices === undefined ? pricesOf(model) : given.prices),
  };
}

const originOf = (baseUrl: string | null) => (baseUrl === null ? null : new URL(baseUrl).origin);

const fields = {
  name: "name",
  kind: "kind",
  base_url: "baseUrl",
  model: "model",
  sealed_key: "apiKey",
  needs_key: "apiKey",
  context_tokens: "contextTokens",
  max_output: "maxOutput",
  price_in: "prices",
  price_out: "prices",
} as const;

const changedFields = (before: ModelRow, after: ModelRow): string[] => [
  ...new Set(
    Object.entries(fields).flatMap(([column, name]) =>
      before[column as keyof typeof fields] === after[column as keyof typeof fields] ? [] : [name],
    ),
  ),
];
