import { OutboundError } from "../../../outbound/errors.ts";
import { notAnswered as withoutAnswer } from "../answer-reader.ts";
import { TrackerError } from "../tracker.ts";
import { type Fields, isFields, partOf } from "./answer.ts";

/** A smaller query may work. */
export class AnswerTooLarge extends TrackerError {
  constructor() {
    super("unknown", "unreachable", "Linear's answer is larger than can be read.", null, "too_large");
  }
}

export function notAnswered(cause: unknown): TrackerError {
  if (cause instanceof OutboundError && cause.code === "too_large") return new AnswerTooLarge();
  return withoutAnswer("Linear", cause);
}

export const disturbed = () => new TrackerError("unknown", "unreachable", "Linear has a disturbance.");

export const badKey = () =>
  new TrackerError(
    "refused",
    "credential",
    "Linear no longer accepts the key. Connect again with a new one.",
  );

export const isLimit = (error: unknown) => {
  const { code, type } = kindOf(error);
  return code === "RATELIMITED" || type === "ratelimited";
};

/**
 * Uses `extensions.type` and `code` (types from Linear's published client). With an unknown type the call may
 * have run.
 */
export function refusalOf(error: unknown): TrackerError {
  const { code, type, userError, words } = kindOf(error);
  if (code === "AUTHENTICATION_ERROR" || type === "authentication error") return badKey();
  if (code === "FORBIDDEN" || type === "forbidden" || type === "feature not accessible") {
    return new TrackerError("refused", "access", "Linear says that the key lacks the right to do this.");
  }
  if (type === "usage limit exceeded") {
    return new TrackerError("refused", "access", "The Linear workspace's plan allows no more of this.");
  }
  if (internal.has(type)) return disturbed();
  if (words.startsWith("Entity not found")) {
    return new TrackerError("refused", "missing", "Linear says that it is not there.");
  }
  const badDocument = code === "GRAPHQL_VALIDATION_FAILED" || code === "GRAPHQL_PARSE_FAILED";
  if (userError || badDocument || invalid.has(type)) return notValid(words);
  return disturbed();
}

const internal = new Set(["internal error", "lock timeout", "network error", "bootstrap error", "unknown"]);
const invalid = new Set(["invalid input", "user error", "graphql error"]);

/** Fields at the start of Linear's messages, of which nothing else is shown. */
const names: Readonly<Record<string, string>> = {
  title: "the title",
  name: "the name",
  description: "the text",
  content: "the text",
  estimate: "the estimate",
  parentId: "the parent",
  projectId: "the project",
  assigneeId: "the assignee",
  dueDate: "the due date",
  priority: "the priority",
};

function notValid(words: string): TrackerError {
  const name = names[/^[A-Za-z]{1,20}(?![\w-])/.exec(words)?.[0] ?? ""];
  const what = name === undefined ? "" : ` (${name})`;
  return new TrackerError("refused", "invalid", `Linear rejected the request as invalid${what}.`);
}

function kindOf(error: unknown) {
  const fields: Fields = isFields(error) ? error : {};
  const extensions = partOf(fields, "extensions");
  const presentable = extensions.userPresentableMessage;
  const message = String(fields.message ?? "");
  const isGeneral = message === "Argument Validation Error" && typeof presentable === "string";
  return {
    code: String(extensions.code ?? "").toUpperCase(),
    type: String(extensions.type ?? "").toLowerCase(),
    userError: extensions.userError === true,
    words: isGeneral ? presentable : message,
  };
}
