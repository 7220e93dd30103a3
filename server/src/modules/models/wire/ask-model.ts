import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { outputMeter } from "./output-meter.ts";

export interface Answered {
  text: string;
  toolCalls: ToolCall[];
  /** True if it ended at the limit of its tokens. */
  isCut: boolean;
  /** As the provider names it. */
  model: string | null;
  /** Null if the provider told none, such as for an answer that we ended. */
  usage: TokenUsage | null;
}

export interface ToolCall {
  id: string;
  name: string;
  /** Meant to be JSON, but as the model wrote it. */
  input: string;
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  /** Those of the input that the provider wrote to its cache, which cost more. */
  cacheWriteTokens?: number;
}

/** A call that was answered by no model's stream, or by one that ended early. */
class BrokenAnswer extends Error {}

/** An error that the provider told within its stream. */
export class ToldError extends Error {
  /** True if the model had written by then, which costs. */
  readonly hasWritten: boolean;

  constructor(told: unknown, hasWritten: boolean) {
    super("the provider told an error within its stream", { cause: told });
    this.hasWritten = hasWritten;
  }
}

/** Calls of tools in an answer, at most. */
const mostCalls = 64;

interface Watch {
  signal: AbortSignal;
  /** Ends an answer that has more tokens, by our count. */
  mostTokens?: number;
  onText?(delta: string): void;
}

/** Asks a model and reads its answer to the end. Silence ends the call below, in the client. */
export async function askModel(
  model: LanguageModelV4,
  options: Omit<LanguageModelV4CallOptions, "abortSignal">,
  { signal, mostTokens = Number.POSITIVE_INFINITY, onText }: Watch,
): Promise<Answered> {
  const ending = new AbortController();
  const answered: Answered = { text: "", toolCalls: [], isCut: false, model: null, usage: null };
  const meter = outputMeter(mostTokens);
  const abortSignal = AbortSignal.any([signal, ending.signal]);
  const { stream } = await model.doStream({ ...options, abortSignal });
  let isWhole = false;
  let hasWritten = false;
  for await (const part of stream) {
    if (part.type === "error") throw new ToldError(part.error, hasWritten);
    if ("delta" in part && part.delta !== "") hasWritten = true;
    if (part.type === "text-delta") onText?.(part.delta);
    if (await meter.isOver(writtenIn(part))) {
      ending.abort();
      return Object.assign(answered, { isCut: true, usage: null });
    }
    isWhole = take(answered, part) || isWhole;
    if (answered.toolCalls.length > mostCalls) {
      ending.abort();
      return Object.assign(answered, { isCut: true, usage: null });
    }
  }
  if (!isWhole) throw new BrokenAnswer("the stream ended early");
  return answered;
}

/** Returns what the model wrote in a part. Even one that says nothing takes memory, so that it counts. */
function writtenIn(part: LanguageModelV4StreamPart): string {
  if (part.type === "tool-input-start") return `${part.id} ${part.toolName} `;
  return "delta" in part ? String(part.delta) : " ";
}

/** Leaves NUL out, which PostgreSQL doesn't store. Halves of a pair may stand in two deltas, but not in whole parts. */
const storable = (text: string): string => text.replaceAll("\0", "");

/** Adds a part to an answer. Returns true for the last one. */
function take(answered: Answered, part: LanguageModelV4StreamPart): boolean {
  if (part.type === "text-delta") answered.text += storable(part.delta);
  if (part.type === "response-metadata") answered.model = part.modelId ?? answered.model;
  if (part.type === "tool-call")
    answered.toolCalls.push({
      id: storable(part.toolCallId).toWellFormed(),
      name: storable(part.toolName).toWellFormed(),
      input: storable(part.input).toWellFormed(),
    });
  if (part.type !== "finish") return false;
  answered.isCut = part.finishReason.unified === "length";
  const { inputTokens, outputTokens } = part.usage;
  answered.usage = usageOf(inputTokens.total, outputTokens.total, inputTokens.cacheWrite);
  return part.finishReason.unified !== "error";
}

/** More than any call takes. */
const mostTokens = 100_000_000;

/** Returns what a provider told; null if it can't be true, since sums are made of it. */
function usageOf(inputTokens = 0, outputTokens = 0, cacheWriteTokens = 0): TokenUsage | null {
  const isCount = (count: number) => Number.isInteger(count) && count >= 0 && count <= mostTokens;
  const canBe = isCount(inputTokens) && inputTokens > 0 && isCount(outputTokens) && isCount(cacheWriteTokens);
  if (!canBe || cacheWriteTokens > inputTokens) return null;
  return cacheWriteTokens === 0
    ? { inputTokens, outputTokens }
    : { inputTokens, outputTokens, cacheWriteTokens };
}
