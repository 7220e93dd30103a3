import { APICallError } from "@ai-sdk/provider";
import { failureReasonOf, sentenceOf } from "../../../outbound/errors.ts";
import { retryAfterSeconds } from "../../trackers/retry-after.ts";

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
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  if (status !== undefined && status >= 300) {
    const isBusy = status === 429 || status === 529;
    const kind = isBusy ? "busy" : status >= 500 ? "broken" : "setting";
    const retryAfter = isBusy ? retryAfterOf(error) : null;
    const failure = { sentence: sentenceOfStatus(status), isRefused: status < 500 || isBusy, kind } as const;
    return retryAfter === null ? failure : Object.assign(failure, { retryAfter });
  }
  const reason = failureReasonOf(error);
  if (reason === null) return { sentence: notAModel, isRefused: false, kind: "broken" };
  const isBroken = reason === "timeout" || reason === "reset";
  return { sentence: sentenceOf(reason), isRefused: !isBroken, kind: isBroken ? "broken" : "setting" };
}

function retryAfterOf(error: unknown): number | null {
  const { responseHeaders: headers } = APICallError.isInstance(error) ? error : {};
  return retryAfterSeconds(headers?.["retry-after"], headers?.date);
}

const notAModel =
  "The answer is not that of a model, or broke off. Check `baseUrl`, which ends before /messages or /chat/completions, and `kind`.";

function sentenceOfStatus(status: number): string {
  const known = sentences[status];
  if (known !== undefined) return `${known} (${status})`;
  if (status >= 500) return `The provider has a disturbance; try again later. (${status})`;
  if (status < 400) return `The address leads elsewhere. Check \`baseUrl\`. (${status})`;
  return `The provider refused the request. Check \`model\`, \`maxOutput\` and \`kind\`. (${status})`;
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
