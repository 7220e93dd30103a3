import type { ModelPrices } from "@groundplan/contract";
import type { TokenUsage } from "./wire/ask-model.ts";

/**
 * Returns a call's cost in millionths, rounded up: a price for a million tokens is that many millionths for one. 0
 * without prices.
 */
export const costMicros = (prices: ModelPrices | null, { inputTokens, outputTokens }: TokenUsage): number =>
  prices ? Math.ceil(inputTokens * prices.input + outputTokens * prices.output) : 0;
