import type { ModelPrices, ModelScope } from "@groundplan/contract";
import { sql } from "kysely";
import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { costMicros } from "./cost.ts";
import type { TokenUsage } from "./wire/ask-model.ts";

/** Tokens that somebody's call took. */
export interface Spent {
  workspaceId: string;
  userId: string;
  model: { id: string; name: string; scope: ModelScope; prices: ModelPrices | null };
  currency: string;
  usage: TokenUsage;
  /** What was booked for the call before, which `usage` replaces. */
  instead?: TokenUsage;
  /** When the call began, if that is not now: the day is that one's. */
  began?: string;
}

export const addSpent = command(
  "models.addSpent",
  ({ workspaceId }: Spent) => workspaceId,
  (tx: Tx, spent: Spent) => addToUsage(tx, spent),
);

const nothing: TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** Adds a call to the day's sums, or what it took beyond what was booked for it. */
export async function addToUsage(tx: Tx, spent: Spent): Promise<void> {
  const { workspaceId, userId, model, currency, usage, instead = nothing } = spent;
  const { prices } = model;
  const inputTokens = usage.inputTokens - instead.inputTokens;
  const outputTokens = usage.outputTokens - instead.outputTokens;
  const at = now();
  const row = {
    workspace_id: workspaceId,
    day: (spent.began ?? at).slice(0, 10),
    user_id: userId,
    model_id: model.id,
    currency: prices ? currency : "",
    model_name: model.name,
    model_scope: model.scope,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cost_micros: costMicros(prices, usage) - costMicros(prices, instead),
    updated_at: at,
  };
  const { model_name, model_scope, updated_at } = row;
  await tx
    .insertInto("model_usage")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "day", "user_id", "model_id", "currency"]).doUpdateSet({
        model_name,
        model_scope,
        updated_at,
        input_tokens: sql`model_usage.input_tokens + ${inputTokens}`,
        output_tokens: sql`model_usage.output_tokens + ${outputTokens}`,
        cost_micros: sql`model_usage.cost_micros + ${row.cost_micros}`,
      }),
    )
    .execute();
}
