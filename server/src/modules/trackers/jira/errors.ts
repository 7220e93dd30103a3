import { OutboundError } from "../../../outbound/errors.ts";
import { unreached, notAnswered as withoutAnswer } from "../answer-reader.ts";
import { cutLine } from "../text.ts";
import { TrackerError } from "../tracker.ts";
import { type Fields, partOf } from "./answer.ts";
import { secondsToWait } from "./limits.ts";

/** By field id. */
export type FieldNames = ReadonlyMap<string, string>;

/** Determines whether the call was executed; unknown if `body` is null (not Jira's). */
export function errorOf(
  status: number,
  headers: Headers,
  body: Fields | null,
  names: FieldNames,
): TrackerError {
  if (status === 429) {
    return new TrackerError("not_executed", "limited", "Jira asked to slow down.", secondsToWait(headers));
  }
  if (status === 401) {
    const message = "Jira no longer accepts the e-mail and API token. Connect again with a new one.";
    return new TrackerError("refused", "credential", message);
  }
  if (status >= 500) {
    return new TrackerError("unknown", "unreachable", "Jira has a disturbance.", secondsOf(headers));
  }
  if (body === null) {
    const message =
      "The answer came from something between here and Jira, and says nothing of what Jira did.";
    return new TrackerError("unknown", "unreachable", message);
  }
  if (status === 403) {
    return new TrackerError("refused", "access", "Jira says that the account lacks the right to do this.");
  }
  if (status === 404 || status === 410) {
    return new TrackerError("refused", "missing", "Jira says that it is not there.");
  }
  if (status === 409) {
    const message = "Jira was busy with another change of the same issue.";
    return new TrackerError("not_executed", "limited", message, 2);
  }
  if (status === 413) {
    return new TrackerError(
      "refused",
      "invalid",
      "Jira takes no more of these for one issue, or none as large.",
    );
  }
  return new TrackerError("refused", "invalid", invalidSentence(body, names));
}

const secondsOf = (headers: Headers) => (headers.has("retry-after") ? secondsToWait(headers) : null);

/** Lists the refused fields without Jira's own, arbitrary messages. */
function invalidSentence(body: Fields, names: FieldNames): string {
  const fields = Object.keys(partOf(body, "errors"))
    .map((field) => {
      const name = names.get(field) ?? (/^[a-z][a-z0-9_]{0,60}$/i.test(field) ? field : null);
      return name === null ? null : cutLine(name, 100);
    })
    .filter((name) => name !== null);
  if (fields.length === 0) return "Jira rejected the request as invalid.";
  return `Jira rejected the value or absence of ${fields.slice(0, 5).join(", ")}.`;
}

/** Asking for less may help. */
export class TooLarge extends TrackerError {}

export function notAnswered(cause: unknown): TrackerError {
  if (cause instanceof OutboundError && cause.code === "too_large") {
    return new TooLarge(
      ...(["unknown", "unreachable", "Jira's answer was too large to read.", null, "too_large"] as const),
    );
  }
  if (cause instanceof OutboundError && (cause.code === "bad_url" || cause.code === "blocked_address")) {
    const message = unreached("Jira", cause.reason);
    return new TrackerError("refused", "unreachable", message, null, cause.reason);
  }
  return withoutAnswer("Jira", cause);
}
