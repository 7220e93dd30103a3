import { createModel, type Input, type Model } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { isPlainBaseUrl } from "../../config/model.ts";
import { command } from "../../dispatch/commands.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import type { ActionClaim } from "../../dispatch/idempotency/commands.ts";
import { keepReply } from "../../dispatch/idempotency/keep-created.ts";
import { ApiError, invalid } from "../../errors.ts";
import { newId, now } from "../../ids.ts";
import { hintOf } from "../../secrets/key-hint.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { requireCallable } from "../require-callable.ts";
import { requireWriter } from "./access.ts";
import { appendModelEvent } from "./append-event.ts";
import { columnsOfPrices, presentModel } from "./present.ts";
import { sealKey } from "./sealed-key.ts";
import { countModels, type ModelRow } from "./store.ts";

/** Of the workspace, and of each member. */
const mostModels = 50;

type Given = Input<typeof createModel>["body"];

/** Adds a model. An action, since only the main thread can seal its key and resolve its address. */
export const modelCreate = action(
  createModel,
  async (context: Context, actor, { body }, { claim }) => {
    requireWriter(actor, body.scope);
    requireWhole({
      kind: body.kind,
      base_url: body.baseUrl ?? null,
      context_tokens: body.contextTokens,
      max_output: body.maxOutput,
      hasKey: body.apiKey !== undefined,
    });
    if (body.baseUrl) await requireAddress(context, body.baseUrl);
    const { apiKey, ...given } = body;
    const id = newId();
    const sealed =
      apiKey === undefined ? null : await sealKey(context, { workspace_id: actor.workspaceId, id }, apiKey);
    const hint = apiKey === undefined ? null : hintOf(apiKey);
    const model = await context.writer.run(saveModel, { actor, id, given, sealed, hint, claim });
    return { body: { model } };
  },
  { discloses: disclosesNothing },
);

/** Throws 400 for an address that can't be called, or holds more than an address. */
export async function requireAddress(context: Context, baseUrl: string): Promise<void> {
  if (!isPlainBaseUrl(baseUrl))
    throw invalid("/baseUrl", "must have no user name, password, query or fragment: send the key as apiKey");
  await requireCallable(context, "/baseUrl", baseUrl);
}

/** Throws 400 for a model that can't be called. */
export function requireWhole({
  kind,
  base_url,
  context_tokens,
  max_output,
  hasKey,
}: Pick<ModelRow, "kind" | "base_url" | "context_tokens" | "max_output"> & { hasKey: boolean }): void {
  if (kind === "openai-compatible" && base_url === null)
    throw invalid("/baseUrl", "is missing: send the provider's address up to and including /v1");
  if (kind === "anthropic" && !hasKey) throw invalid("/apiKey", "is missing: this provider needs a key");
  if (max_output >= context_tokens)
    throw invalid("/maxOutput", "must be below contextTokens, which is the room of a request and its answer");
}

interface NewModel {
  actor: Actor;
  id: string;
  given: Omit<Given, "apiKey">;
  sealed: string | null;
  hint: string | null;
  claim?: ActionClaim | undefined;
}

export const saveModel = command(
  "models.save",
  ({ actor }: NewModel) => actor.workspaceId,
  async (tx: Tx, { actor: before, id, given, sealed, hint, claim }: NewModel): Promise<Model> => {
    const actor = await reloadActor(tx, before);
    requireWriter(actor, given.scope);
    const { workspaceId: workspace_id, userId } = actor;
    const user_id = given.scope === "person" ? userId : null;
    if ((await countModels(tx, workspace_id, user_id)) >= mostModels)
      throw new ApiError("too_many_models", `There are ${mostModels} models already. Delete an unused one.`);
    const at = now();
    const row: ModelRow = {
      workspace_id,
      id,
      user_id,
      name: given.name,
      kind: given.kind,
      base_url: given.baseUrl ?? null,
      model: given.model,
      sealed_key: sealed,
      key_hint: hint,
      needs_key: Number(sealed !== null),
      context_tokens: given.contextTokens,
      max_output: given.maxOutput,
      ...columnsOfPrices(given.prices),
      test_minute: null,
      tests: 0,
      created_at: at,
      updated_at: at,
    };
    await tx.insertInto("models").values(row).execute();
    await appendModelEvent(tx, actor, row, "created");
    const model = presentModel(row);
    await keepReply(tx, claim, createModel, { model });
    return model;
  },
);
