import { testModel } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import { ApiError } from "../../errors.ts";
import { now } from "../../ids.ts";
import type { Fetch } from "../../outbound/client.ts";
import { measured } from "../../outbound/measured.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { writableModel } from "./access.ts";
import { lacksKey, pricesOf, scopeOf } from "./present.ts";
import { openKey } from "./sealed-key.ts";
import { addSpent } from "./spend.ts";
import type { ModelRow } from "./store.ts";
import { askModel } from "./wire/ask-model.ts";
import { believable } from "./wire/believable.ts";
import { openModel } from "./wire/open-model.ts";

const mostTokens = 16;
/** The question's, if the provider doesn't tell. */
const askedTokens = 64;
const mostTests = 10;
/** Milliseconds of a test. */
const mostMs = 60_000;
/** Characters of the provider's name of the model. */
const mostOfName = 200;

/** Offered as a run does it, so that a provider or model without tools refuses; nobody waits for its call. */
const tool = {
  type: "function" as const,
  name: "ready",
  description: "Tells that you are ready.",
  inputSchema: { type: "object" as const, properties: {}, additionalProperties: false },
};

/** Asks a model for a word. Failures of the provider are answers. */
export const modelTest = action(
  testModel,
  async (context: Context, actor, { params }, { signal }) => {
    const model = await context.writer.run(countTest, { actor, id: params.modelId });
    const began = performance.now();
    const { failure, answered } = await tryModel(context, model, signal);
    const latencyMs = Math.round(performance.now() - began);
    if (!failure?.isRefused)
      await context.writer.run(addSpent, {
        workspaceId: actor.workspaceId,
        userId: actor.userId,
        model: { id: model.id, name: model.name, scope: scopeOf(model), prices: pricesOf(model) },
        currency: context.config.models.currency,
        usage: answered?.usage ?? { inputTokens: askedTokens, outputTokens: mostTokens },
      });
    return {
      body: {
        ok: !failure,
        model: (answered?.model ?? model.model).slice(0, mostOfName).toWellFormed(),
        latencyMs,
        ...(failure ? { error: failure.sentence } : {}),
      },
    };
  },
  { discloses: disclosesNothing },
);

async function tryModel(context: Context, model: ModelRow, signal: AbortSignal) {
  if (lacksKey(model))
    return { failure: { sentence: "The model's key is missing. Set it: `apiKey`.", isRefused: true } };
  const {
    base_url: baseUrl,
    kind,
    model: name,
    context_tokens: contextTokens,
    max_output: maxOutput,
  } = model;
  const key = await openKey(context, model);
  const send = measured(context, "model", context.outbound.fetch);
  /** Of the request; a token is one at least. */
  let bytes = 0;
  const fetch: Fetch = (url, init) => {
    bytes = Buffer.byteLength(String(init?.body ?? ""));
    return send(url, init);
  };
  const { callFailureOf } = await import("./wire/failure.ts");
  try {
    const opened = await openModel({ kind, baseUrl, key, model: name }, fetch);
    const text = "Answer with one word: ready.";
    const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text }] }];
    const watch = { signal: AbortSignal.any([signal, AbortSignal.timeout(mostMs)]), mostTokens };
    // An answer beyond the tokens is cut, and is one nevertheless.
    const answered = await askModel(opened, { prompt, tools: [tool], maxOutputTokens: mostTokens }, watch);
    return { answered: believable(answered, { contextTokens: Math.min(contextTokens, bytes), maxOutput }) };
  } catch (error) {
    return { failure: callFailureOf(error) };
  }
}

interface Test {
  actor: Actor;
  id: string;
}

/** Returns the model for a test, and counts it. Throws 429 beyond ten a minute. */
export const countTest = command(
  "models.countTest",
  ({ actor }: Test) => actor.workspaceId,
  async (tx: Tx, { actor: before, id }: Test): Promise<ModelRow> => {
    const actor = await reloadActor(tx, before);
    const model = await writableModel(tx, actor, id);
    const minute = now().slice(0, 16);
    const tests = model.test_minute === minute ? model.tests : 0;
    if (tests >= mostTests)
      throw new ApiError(
        "rate_limited",
        `A model is tested ${mostTests} times a minute at most.`,
        undefined,
        { "retry-after": "60" },
      );
    await tx
      .updateTable("models")
      .set({ test_minute: minute, tests: tests + 1 })
      .where("workspace_id", "=", actor.workspaceId)
      .where("id", "=", id)
      .execute();
    return model;
  },
);
