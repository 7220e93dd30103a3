import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";

export interface Answered {
  text: string;
  /** As the provider names it. */
  model: string | null;
  usage: TokenUsage | null;
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

/** A call that was answered by no model's stream, or by one that ended early. */
class BrokenAnswer extends Error {}

/** Milliseconds between two parts of an answer, at most. */
const longestSilenceMs = 60_000;

/** Asks a model and reads its answer to the end; its deadline is the silence in between. */
export async function askModel(
  model: LanguageModelV4,
  options: Omit<LanguageModelV4CallOptions, "abortSignal">,
  signal: AbortSignal,
): Promise<Answered> {
  const silence = new AbortController();
  const late = () => silence.abort(new DOMException("the provider was silent", "TimeoutError"));
  let timer = setTimeout(late, longestSilenceMs);
  const answered: Answered = { text: "", model: null, usage: null };
  try {
    const abortSignal = AbortSignal.any([signal, silence.signal]);
    const { stream } = await model.doStream({ ...options, abortSignal });
    let isWhole = false;
    for await (const part of stream) {
      clearTimeout(timer);
      timer = setTimeout(late, longestSilenceMs);
      if (part.type === "error") throw part.error;
      if (part.type === "text-delta") answered.text += part.delta;
      if (part.type === "response-metadata") answered.model = part.modelId ?? answered.model;
      if (part.type !== "finish") continue;
      isWhole = part.finishReason.unified !== "error";
      const { inputTokens, outputTokens } = part.usage;
      if (inputTokens.total !== undefined && outputTokens.total !== undefined)
        answered.usage = { inputTokens: inputTokens.total, outputTokens: outputTokens.total };
    }
    if (!isWhole) throw new BrokenAnswer("the stream ended early");
    return answered;
  } finally {
    clearTimeout(timer);
  }
}
