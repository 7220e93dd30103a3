import type { Endpoint, Input } from "@groundplan/contract";
import type { z } from "zod";
import { ApiError, invalidHead, notFound } from "../../errors.ts";
import { prefersMinimal } from "../minimal-reply.ts";
import { namesAt, nearest } from "./did-you-mean.ts";
import { parseIfMatch } from "./etag.ts";
import type { RawRequest } from "./raw-request.ts";
import { checkText, isText, pointer } from "./valid-text.ts";

interface Detail {
  path: string;
  message: string;
}

/** Validates a request (400) as its endpoint declares. Malformed handles and ids are 404 later. */
export function checkInput(endpoint: Endpoint, raw: RawRequest): Input {
  const { params } = raw;
  checkText(raw.query);
  checkText(raw.body);
  const query = check(endpoint.query, raw.query);
  const body = checkBody(endpoint, raw.body);
  if (!Object.values(params).every(isText)) throw notFound("thing");
  const ifMatch = endpoint.versioned ? parseIfMatch(raw.ifMatch) : undefined;
  const lastEventId = endpoint.stream ? parseEventId(raw.lastEventId) : undefined;
  return {
    params,
    query,
    body,
    ...(ifMatch ? { ifMatch } : {}),
    ...(endpoint.minimalReply && prefersMinimal(raw.prefer) ? { returnMinimal: true } : {}),
    ...(lastEventId === undefined ? {} : { lastEventId }),
  } as Input;
}

function parseEventId(id: RawRequest["lastEventId"]): number | undefined {
  if (id === undefined) return undefined;
  // Beyond the safe range, it is just a number from the future.
  if (typeof id === "string" && /^\d+$/.test(id)) return Math.min(Number(id), Number.MAX_SAFE_INTEGER);
  throw invalidHead("Last-Event-ID must be the number of an event, or 0");
}

function checkBody(endpoint: Endpoint, body: unknown): unknown {
  const isEmpty = body === undefined && (endpoint.bodyOptional || endpoint.multipart);
  if (endpoint.body) return check(endpoint.body, isEmpty ? {} : body);
  if (body === undefined) return undefined;
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  const problems = isObject
    ? Object.keys(body)
        .slice(0, mostDetails)
        .map((key) => unknownField("", key, []))
    : [{ path: "", message: "must be empty: this operation takes none" }];
  if (problems.length > 0) throw refused(problems);
  return undefined;
}

/** Validates a value as a schema says; the 400 names each fault. */
export function check(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refused(result.error.issues.slice(0, mostDetails).flatMap((issue) => details(issue, value, schema)));
}

const mostDetails = 50;

function refused(found: Detail[]): ApiError {
  const [first] = found;
  const what = `${first?.path || "the body"} ${first?.message ?? "is wrong"}`;
  const message = `The request is not valid: ${what}${what.endsWith("?") ? "" : "."}`;
  return new ApiError("invalid_request", message, found.slice(0, mostDetails));
}

function unknownField(path: string, key: string, known: readonly string[]): Detail {
  const meant = nearest(key, known);
  const hint = meant === undefined ? "" : `; did you mean \`${meant}\`?`;
  return { path: `${path}/${pointer(key)}`, message: `is not a known field${hint}` };
}

/** Returns an issue as `{path, message}`; a union's best matching branch. */
function details(issue: z.core.$ZodIssue, value: unknown, schema: z.ZodType): Detail[] {
  const path = issue.path.map((part) => `/${pointer(String(part))}`).join("");
  if (issue.code === "unrecognized_keys") {
    const known = namesAt(schema, issue.path);
    return issue.keys.slice(0, mostDetails).map((key) => unknownField(path, key, known));
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const best = issue.errors.toSorted((a, b) => a.length - b.length)[0] ?? [];
    return best.flatMap((inner) =>
      details({ ...inner, path: [...issue.path, ...inner.path] }, value, schema),
    );
  }
  if (issue.code === "invalid_type" && valueAt(value, issue.path) === undefined)
    return [{ path, message: "is required" }];
  const isZods = /^(Invalid|Too) /.test(issue.message);
  return [{ path, message: (isZods && inOurWords(issue)) || lowerFirst(issue.message) }];
}

/** Returns our message for an issue whose schema has none. */
function inOurWords(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === "invalid_type") return `must be ${kinds[issue.expected] ?? issue.expected}`;
  if (issue.code === "invalid_value")
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
  if (issue.code === "too_small") return `must ${amount(issue.origin, "at least", issue.minimum)}`;
  if (issue.code === "too_big") return `must ${amount(issue.origin, "at most", issue.maximum)}`;
  if (issue.code === "invalid_format" && issue.format === "datetime")
    return "must be a time such as 2026-01-31T12:00:00Z";
  return undefined;
}

const kinds: Partial<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** Says which bound a number, or the length of a list or text, keeps. */
function amount(origin: string, bound: string, number: number | bigint): string {
  const counted = origin === "array" ? "item" : origin === "string" ? "character" : null;
  if (counted === null) return `be ${bound} ${number}`;
  return `have ${bound} ${number} ${counted}${Number(number) === 1 ? "" : "s"}`;
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
