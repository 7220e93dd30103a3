import type { Model, ModelPrices, ModelScope } from "@groundplan/contract";
import type { OperatorModel } from "../../config/model.ts";
import { hintOf } from "../../secrets/key-hint.ts";
import type { ModelRow } from "./store.ts";

/** The id of the operator's model, which has no row. */
export const operatorId = "operator";

export const scopeOf = ({ user_id }: Pick<ModelRow, "user_id">): Exclude<ModelScope, "operator"> =>
  user_id === null ? "workspace" : "person";

export const pricesOf = ({
  price_in,
  price_out,
}: Pick<ModelRow, "price_in" | "price_out">): ModelPrices | null =>
  price_in === null || price_out === null ? null : { input: Number(price_in), output: Number(price_out) };

export const columnsOfPrices = (prices: ModelPrices | null | undefined) => ({
  price_in: prices ? String(prices.input) : null,
  price_out: prices ? String(prices.output) : null,
});

/** True if a model can't be called before it gets a key. */
export const lacksKey = ({
  kind,
  needs_key,
  sealed_key,
}: Pick<ModelRow, "kind" | "needs_key" | "sealed_key">) =>
  sealed_key === null && (needs_key === 1 || kind === "anthropic");

/** Returns the API's form of a model, without its key. */
export const presentModel = (row: ModelRow): Model => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  baseUrl: row.base_url,
  model: row.model,
  keyHint: row.key_hint,
  contextTokens: row.context_tokens,
  maxOutput: row.max_output,
  prices: pricesOf(row),
  scope: scopeOf(row),
  usable: !lacksKey(row),
});

export const presentOperatorModel = (model: OperatorModel): Model => ({
  id: operatorId,
  name: model.model,
  kind: model.kind,
  baseUrl: model.baseUrl,
  model: model.model,
  keyHint: model.key === null ? null : hintOf(model.key),
  contextTokens: model.contextTokens,
  maxOutput: model.maxOutput,
  prices: model.prices,
  scope: "operator",
  usable: true,
});
