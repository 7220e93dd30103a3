import type { ModelKind, ModelPrices } from "@groundplan/contract";
import type { TokenUsage } from "./wire/ask-model.ts";

/** Tests for a provider that may write the input to its cache, and charges for it. */
export const mayWriteCache = (kind: ModelKind): boolean => kind === "anthropic";

/** What such a provider adds to the price of input that it keeps for five minutes. */
const cacheWriteExtra = 0.25;

/**
 * Returns a call's cost in millionths, rounded up: a price for a million tokens is that many millionths for one. 0
 * without prices.
 */
export function costMicros(
  prices: ModelPrices | null,
  { inputTokens, outputTokens, cacheWriteTokens = 0 }: TokenUsage,
): number {
  if (!prices) return 0;
  return Math.ceil(
    (inputTokens + cacheWriteTokens * cacheWriteExtra) * prices.input + outputTokens * prices.output,
  );
}
