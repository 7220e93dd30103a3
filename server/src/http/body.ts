import { ApiError, invalid } from "../errors.ts";

const deepest = 100;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a JSON body: UTF-8, not too deep, every string valid Unicode without NUL (decisions section 1, text). */
export function parseJson(raw: Buffer): unknown {
  if (raw.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(raw));
  } catch {
    throw new ApiError("invalid_json", "The body is not valid JSON in UTF-8. Send one JSON object.");
  }
  checkText(value);
  return value;
}

/** Refuses NUL and lone surrogates in every string and name; walks without recursion. */
export function checkText(value: unknown): void {
  const waiting: { value: unknown; path: string; depth: number }[] = [{ value, path: "", depth: 0 }];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    if (typeof at.value === "string") {
      if (!isText(at.value)) throw invalid(at.path, "holds a NUL or half a surrogate pair");
    } else if (typeof at.value === "object" && at.value !== null) {
      if (at.depth >= deepest)
        throw new ApiError("invalid_json", `The body is nested more than ${deepest} levels deep.`);
      for (const [name, child] of Object.entries(at.value)) {
        if (!isText(name)) throw invalid(at.path, "has a name that holds a NUL or half a surrogate pair");
        if (name === "__proto__") throw invalid(`${at.path}/__proto__`, "is not a known field");
        waiting.push({ value: child, path: `${at.path}/${pointer(name)}`, depth: at.depth + 1 });
      }
    }
  }
}

export const isText = (text: string) => text.isWellFormed() && !text.includes("\0");

/** A name as a part of a JSON Pointer (RFC 6901). */
export const pointer = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");
