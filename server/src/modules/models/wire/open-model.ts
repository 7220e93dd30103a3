import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelKind } from "@groundplan/contract";
import type { Fetch } from "../../../outbound/client.ts";

/** What calling a model takes. */
export interface Callable {
  kind: ModelKind;
  baseUrl: string | null;
  key: string | null;
  model: string;
}

/** Milliseconds between two bytes of an answer, at most. Comments and pings are life, too. */
const longestSilenceMs = 60_000;

/** A stream takes some hundred bytes for each token. */
const maxBytes = 64 * 1024 * 1024;

/** Given always, since the library would take an address from the environment instead. */
const anthropicUrl = "https://api.anthropic.com/v1";

/** An answer that is a page for people, such as that of another service at the address. */
export class WebPage extends Error {}

/** Loads a wire's library with its first use, and returns the model behind it. */
export async function openModel(
  { kind, baseUrl, key, model }: Callable,
  fetch: Fetch,
): Promise<LanguageModelV4> {
  const own = {
    fetch: async (url: string | URL | Request, init?: RequestInit) => {
      // A redirect would take the texts elsewhere.
      const how = { redirect: "manual", silenceMs: longestSilenceMs, maxBytes } as const;
      const response = await fetch(String(url), { ...init, ...how });
      if (!response.ok || !/^text\/html\b/i.test(response.headers.get("content-type") ?? "")) return response;
      await response.body?.cancel();
      throw new WebPage("the address answers with a web page");
    },
  };
  if (kind === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ ...own, baseURL: baseUrl ?? anthropicUrl, apiKey: key ?? "" })(model);
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const credential = key === null ? {} : { apiKey: key };
  const named = isOpenAi(baseUrl) ? { transformRequestBody: withCompletionTokens } : {};
  const settings = { ...own, ...credential, ...named, name: "provider", baseURL: baseUrl ?? "" };
  return createOpenAICompatible({ ...settings, includeUsage: true })(model);
}

/** Tests for OpenAI's own addresses and Azure's, whose current models refuse `max_tokens`. */
const isOpenAi = (baseUrl: string | null): boolean =>
  /(^|\.)(api\.openai\.com|openai\.azure\.com)$/.test(URL.parse(baseUrl ?? "")?.hostname ?? "");

const withCompletionTokens = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name === "max_tokens" ? "max_completion_tokens" : name,
      value,
    ]),
  );
