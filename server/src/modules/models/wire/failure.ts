import { APICallError } from "@ai-sdk/provider";
import type { FailureReason } from "@groundplan/contract";
import { failureReasonOf, sentenceOf } from "../../../outbound/errors.ts";
import { retryAfterSeconds } from "../../trackers/retry-after.ts";
import { ToldError } from "./ask-model.ts";
import { WebPage } from "./open-model.ts";

/** A failed call of a model, in a sentence for people that holds nothing of the provider's own words. */
export interface CallFailure {
  sentence: string;
  /** True if the provider refused the call before the model ran, so that nothing was spent. */
  isRefused: boolean;
  /** `busy` passes by itself, `broken` may, and `setting` needs somebody. */
  kind: "busy" | "broken" | "setting";
  /** The provider's `Retry-After`, in seconds. */
  retryAfter?: number;
}

/** Classifies a failed call, and names the setting to check. */
export function callFailureOf(error: unknown): CallFailure {
  if (isWebPage(error)) return { sentence: webPage, isRefused: true, kind: "setting" };
  const answered = APICallError.isInstance(error) ? error.statusCode : toldStatusOf(error);
  // Waiting fills no account.
  const status = isOutOfQuota(error) ? 402 : answered;
  if (status !== undefined && status >= 300) {
    const isBusy = status === 429 || status === 529;
    const kind = isBusy ? "busy" : status >= 500 ? "broken" : "setting";
    const retryAfter = isBusy ? retryAfterOf(error) : null;
    const hasWritten = error instanceof ToldError && error.hasWritten;
    const isRefused = (status < 500 || isBusy) && !hasWritten;
    const failure = {
      sentence: `${sentenceOfFailure(error, status)} (${answered})`,
      isRefused,
      kind,
    } as const;
    return retryAfter === null ? failure : Object.assign(failure, { retryAfter });
  }
  const reason = failureReasonOf(error);
  if (reason === null) return { sentence: notAModel, isRefused: false, kind: "broken" };
  const isBroken = reason === "timeout" || reason === "reset";
  const isRefused = neverSent.includes(reason);
  return { sentence: sentenceOf(reason), isRefused, kind: isBroken ? "broken" : "setting" };
}

/** Reasons for which the request never reached a provider. */
const neverSent: readonly FailureReason[] = ["blocked_address", "dns", "refused", "tls"];

/** Returns the status for which an error within a stream stands; undefined if it names none. */
function toldStatusOf(error: unknown): number | undefined {
  if (!(error instanceof ToldError)) return undefined;
  const { cause } = error;
  // A library that can't read the part wraps it.
  const wrapped = fieldOf(fieldOf(cause, "value"), "error");
  for (const told of [cause, wrapped])
    for (const name of ["statusCode", "code", "type"]) {
      const value = fieldOf(told, name);
      const status = statusesByName[String(value)] ?? Number(value);
      if (Number.isInteger(status) && status >= 400 && status < 600) return status;
    }
  return undefined;
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** Statuses of the names that providers give to errors. */
const statusesByName: Readonly<Record<string, number>> = {
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 402,
  overloaded_error: 529,
  api_error: 500,
  server_error: 500,
  internal_server_error: 500,
  timeout_error: 504,
  authentication_error: 401,
  invalid_api_key: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  model_not_found: 404,
  request_too_large: 413,
  invalid_request_error: 400,
  context_length_exceeded: 400,
};

const isOutOfQuota = (error: unknown): boolean =>
  APICallError.isInstance(error) &&
  ["code", "type"].some((name) => fieldOf(fieldOf(error.data, "error"), name) === "insufficient_quota");

function retryAfterOf(error: unknown): number | null {
  const { responseHeaders: headers } = APICallError.isInstance(error) ? error : {};
  return retryAfterSeconds(headers?.["retry-after"], headers?.date);
}

const notAModel =
  "The answer is not that of a model, or broke off. Check `baseUrl`, which ends before /messages or /chat/completions, and `kind`.";

/** Tests for a web page, also inside of a library's error. */
const isWebPage = (error: unknown): boolean =>
  error instanceof Error && (error instanceof WebPage || isWebPage(error.cause));

const webPage =
  "The address answers with a web page, not with a model. Check `baseUrl`, which ends before /messages or /chat/completions.";

/** How providers refuse a request because it offers tools: Ollama, OpenRouter, vLLM and others. */
const refusesTools =
  /\b(?:tools?|tool[ _](?:use|choice|calling)|function[ _]calling)\b[^.]{0,40}\b(?:not|isn't|aren't|unsupported)\b|\b(?:not|n't) (?:support|allow|enable)(?:ed)?\b[^.]{0,40}\b(?:tool|function)|support tool use|--enable-auto-tool-choice/i;

function sentenceOfFailure(error: unknown, status: number): string {
  const told = APICallError.isInstance(error) ? (error.responseBody ?? "").slice(0, 2000) : "";
  if ([400, 404, 422].includes(status) && refusesTools.test(told))
    return "The model can't call tools, which a run needs. Choose another `model`, or switch tools on at the provider.";
  const sentence = sentenceOfStatus(status);
  if (status !== 404 || !APICallError.isInstance(error)) return sentence;
  const path = URL.parse(error.url)?.pathname ?? "";
  return /\/v1\/(chat\/completions|messages)$/.test(path)
    ? sentence
    : `${sentence} The address doesn't end in /v1, as most do.`;
}

function sentenceOfStatus(status: number): string {
  const known = sentences[status];
  if (known !== undefined) return known;
  if (status >= 500) return "The provider has a disturbance; try again later.";
  if (status < 400) return "The address leads elsewhere. Check `baseUrl`.";
  return "The provider refused the request. Check `model`, `maxOutput` and `kind`.";
}

const sentences: Readonly<Record<number, string>> = {
  401: "The provider does not accept the key. Set another `apiKey`.",
  402: "The provider's account has nothing left to spend. Top it up there.",
  403: "The provider does not let this key use the model. Check the key's rights there, or set another `model`.",
  404: "The provider knows no such model, or the address is another one's. Check `model` and `baseUrl`.",
  413: "The provider takes no request of this size. Lower `contextTokens`.",
  429: "The provider asks to slow down, or the key's quota is used up. Try again later, or raise the quota there.",
  529: "The provider is overloaded. Try again later.",
};
