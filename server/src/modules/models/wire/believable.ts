import type { Model } from "@groundplan/contract";
import type { Answered } from "./ask-model.ts";

/** Drops a usage beyond what the model can take or answer: then the call counts in full, as it was reserved. */
export function believable(
  answered: Answered,
  { contextTokens, maxOutput }: Pick<Model, "contextTokens" | "maxOutput">,
): Answered {
  const { usage } = answered;
  const isBelieved =
    usage === null || (usage.inputTokens <= contextTokens && usage.outputTokens <= maxOutput);
  return isBelieved ? answered : Object.assign(answered, { usage: null });
}
