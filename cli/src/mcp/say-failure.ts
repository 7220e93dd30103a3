import { ApiError } from "../../../client/src/index.ts";
import { explain } from "../failure.ts";
import { printable } from "../output.ts";
import { isObject, type Message, type Request } from "./message.ts";

interface Unanswered {
  /** Of a call that was still at work. */
  answer: Message | undefined;
  failure?: unknown;
  mayBeDone: boolean;
  patience: number;
}

/** Explains the outcome of a request without an answer, as far as it is known, and the next step. */
export function sayUnanswered(
  request: Request,
  { answer, failure, mayBeDone, patience }: Unanswered,
): string {
  const reason = textOf(answer) ?? explain(failure) ?? "The connection ended before the answer.";
  const what = printable(`${request.params?.name ?? request.method}`);
  const ofTool = request.method === "tools/call";
  if (!ofTool) return `${reason} ${what} was repeated for ${patience} s. Try again later.`;
  if (!mayBeDone)
    return `${reason} ${what} was not done, though repeated for ${patience} s. Call it again later.`;
  return `The answer of ${what} was lost, and repeating it for ${patience} s brought none: it isn't known whether it was done. Before you call it again, read what it would have changed. The last attempt: ${reason}`;
}

function textOf(answer: Message | undefined): string | undefined {
  const [first] = Array.isArray(answer?.result?.content) ? answer.result.content : [];
  return isObject(first) && typeof first.text === "string" ? first.text : undefined;
}

/** Says why a request was refused, or failed for good. */
export function sayRefused(error: unknown): string {
  const sentence = explain(error);
  if (sentence === undefined) return `groundplan mcp failed: ${printable(String(error))}`;
  const hasKey = Boolean(process.env.GROUNDPLAN_API_KEY?.trim());
  const isKeyRefused = error instanceof ApiError && error.status === 401 && hasKey;
  return isKeyRefused ? `${sentence} Then start this MCP server again.` : sentence;
}
