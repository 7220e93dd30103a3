import type { ToolResult } from "@groundplan/contract";

/** Bytes of an answer as JSON, and its parts. */
const mostBytes = 256 * 1024;
const mostParts = 100;

type Part = ToolResult["content"][number];

/** Truncates an overlong answer, and changes nothing else. */
export function capResult(answer: {
  content?: readonly object[];
  structuredContent?: unknown;
  isError?: boolean | undefined;
}): ToolResult {
  const given = (answer.content ?? []) as readonly Part[];
  // Structured content as text, unless the server sent both.
  const parts =
    given.length === 0 && answer.structuredContent !== undefined
      ? [{ type: "text", text: textOf(answer.structuredContent) }]
      : given;
  const content: Part[] = [];
  let left = mostBytes;
  let truncated = parts.length > mostParts;
  for (const part of parts.slice(0, mostParts)) {
    const kept = fitting(part, left);
    if (kept === part) {
      left -= sizeOf(part);
      content.push(part);
      continue;
    }
    truncated = true;
    if (kept) content.push(kept);
    break;
  }
  return { content, isError: answer.isError === true, truncated };
}

/** Returns a part if it fits, a truncated text, or null for other parts. */
function fitting(part: Part, left: number): Part | null {
  if (sizeOf(part) <= left) return part;
  if (part.type !== "text" || typeof part.text !== "string") return null;
  const { text } = part;
  const cutAt = (length: number): Part => {
    const beginning = text.slice(0, length).replace(/[\ud800-\udbff]$/, ""); // Never ends within a surrogate pair.
    return { type: "text", text: `${beginning.toWellFormed()}…` };
  };
  // Size grows with length, so bisection works.
  let [fits, tooLong] = [0, Math.min(text.length, left)];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (sizeOf(cutAt(middle)) <= left) fits = middle;
    else tooLong = middle;
  }
  return fits === 0 ? null : cutAt(fits);
}

const sizeOf = (part: Part): number => Buffer.byteLength(textOf(part));

/** Returns JSON; too deeply nested values count as too large. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    return " ".repeat(mostBytes + 1);
  }
}

/** An answer in our words for an unusable tool. */
export const refused = (text: string, truncated = false): ToolResult => ({
  content: [{ type: "text", text }],
  isError: true,
  truncated,
});
