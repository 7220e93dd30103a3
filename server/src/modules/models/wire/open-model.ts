import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelKind } from "@groundplan/contract";
import type { Fetch } from "../../../outbound/client.ts";
import { longestSilenceMs } from "./ask-model.ts";

/** What calling a model takes. */
export interface Callable {
  kind: ModelKind;
  baseUrl: string | null;
  key: string | null;
  model: string;
}

/** A stream takes some hundred bytes for each token. */
const maxBytes = 64 * 1024 * 1024;

/** Loads a wire's library with its first use, and returns the model behind it. */
export async function openModel(
  { kind, baseUrl, key, model }: Callable,
  fetch: Fetch,
): Promise<LanguageModelV4> {
  const own = {
    // A redirect would take the texts elsewhere.
    fetch: (url: string | URL | Request, init?: RequestInit) =>
      fetch(String(url), { ...init, redirect: "manual", silenceMs: longestSilenceMs, maxBytes }),
  };
  if (kind === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    const address = baseUrl === null ? {} : { baseURL: baseUrl };
    return createAnthropic({ ...own, ...address, apiKey: key ?? "" })(model);
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const credential = key === null ? {} : { apiKey: key };
  const settings = { ...own, ...credential, name: "provider", baseURL: baseUrl ?? "", includeUsage: true };
  return createOpenAICompatible(settings)(model);
}
