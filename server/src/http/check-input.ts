import type { Endpoint, Input } from "@groundplan/contract";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { ApiError, notFound } from "../errors.ts";
import { checkText, isText, pointer } from "./body.ts";
import { parseIfMatch } from "./etag.ts";
import { checkQueryEncoding } from "./head.ts";

interface Detail {
  path: string;
  message: string;
}

/** The shape of a request (400), as its endpoint declares it. A malformed handle or id does not exist (404, later). */
export function checkInput(endpoint: Endpoint, request: FastifyRequest): Input {
  const params = request.params as Record<string, string>;
  checkQueryEncoding(request.url);
  checkText(request.query);
  const query = check(endpoint.query, request.query);
  const body = checkBody(endpoint, request.body);
  if (!Object.values(params).every(isText)) throw notFound("thing");
  const ifMatch = endpoint.versioned ? parseIfMatch(request.headers["if-match"]) : undefined;
  return { params, query, body, ...(ifMatch ? { ifMatch } : {}) } as Input;
}

function checkBody(endpoint: Endpoint, body: unknown): unknown {
  if (endpoint.body) return check(endpoint.body, body === undefined && endpoint.bodyOptional ? {} : body);
  if (body === undefined) return undefined;
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  const problems = isObject
    ? Object.keys(body).map((key) => unknownField("", key))
    : [{ path: "", message: "must be empty: this operation takes none" }];
  if (problems.length > 0) throw refused(problems);
  return undefined;
}

function check(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refused(result.error.issues.flatMap((issue) => details(issue, value)));
}

const mostDetails = 50;

function refused(found: Detail[]): ApiError {
  const [first] = found;
  const message = `The request is not valid: ${first?.path || "the body"} ${first?.message ?? "is wrong"}.`;
  return new ApiError("invalid_request", message, found.slice(0, mostDetails));
}

const unknownField = (path: string, key: string): Detail => ({
  path: `${path}/${pointer(key)}`,
  message: "is not a known field",
});

/** One issue as `{path, message}`; of a union, the branch that fits best. */
function details(issue: z.core.$ZodIssue, value: unknown): Detail[] {
  const path = issue.path.map((part) => `/${pointer(String(part))}`).join("");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => unknownField(path, key));
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const best = issue.errors.toSorted((a, b) => a.length - b.length)[0] ?? [];
    return best.flatMap((inner) => details({ ...inner, path: [...issue.path, ...inner.path] }, value));
  }
  if (issue.code === "invalid_type" && at(value, issue.path) === undefined)
    return [{ path, message: "is required" }];
  const isZods = /^(Invalid|Too) /.test(issue.message);
  return [{ path, message: (isZods && inOurWords(issue)) || lowerFirst(issue.message) }];
}

/** What zod says of a schema that has no words of its own. */
function inOurWords(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === "invalid_type") return `must be ${kinds[issue.expected] ?? issue.expected}`;
  if (issue.code === "invalid_value")
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
  if (issue.code === "too_small") return `must ${amount(issue.origin, `at least ${issue.minimum}`)}`;
  if (issue.code === "too_big") return `must ${amount(issue.origin, `at most ${issue.maximum}`)}`;
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

const amount = (origin: string, count: string) =>
  origin === "array"
    ? `have ${count} items`
    : origin === "string"
      ? `have ${count} characters`
      : `be ${count}`;

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
