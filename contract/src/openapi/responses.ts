import type { Endpoint } from "../endpoint.ts";
import { type ErrorCode, errors } from "../errors.ts";
import { headerRefs } from "./components.ts";
import { type JsonObject, schemaRef } from "./schemas.ts";

/**
 * Returns the error codes that an operation can answer: its own, and those that follow from its method, scope and body.
 */
export function errorCodes(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(["invalid_request", "unauthorized", ...endpoint.errors]);
  // A body is read even where the endpoint takes none, before it is refused.
  if (endpoint.method !== "GET") {
    if (!endpoint.multipart) codes.add("invalid_json");
    for (const code of ["payload_too_large", "unsupported_media_type"] as const) codes.add(code);
  }
  if (endpoint.scope === "write") codes.add("insufficient_scope");
  if (endpoint.method === "POST") codes.add("idempotency_conflict");
  if (endpoint.planned) codes.add("not_implemented");
  for (const code of ["rate_limited", "internal_error", "unavailable"] as const) codes.add(code);
  return (Object.keys(errors) as ErrorCode[]).filter((code) => codes.has(code));
}

/** Prints the error responses of each status; a status with a single code is a component named after that code. */
export function errorResponses() {
  const components: Record<string, JsonObject> = {};

  function of(endpoint: Endpoint): Record<string, JsonObject> {
    const byStatus = Map.groupBy(errorCodes(endpoint), (code) => errors[code].status);
    return Object.fromEntries(
      [...byStatus].map(([status, codes]) => {
        const [only, ...others] = codes;
        if (!only || others.length > 0) return [status, response(codes)];
        const name = pascal(only);
        components[name] = response(codes);
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    );
  }

  return { components, of };
}

export type ErrorResponses = ReturnType<typeof errorResponses>;

const retryable = new Set<ErrorCode>(["rate_limited", "unavailable", "idempotency_conflict"]);
const challenging = new Set<ErrorCode>(["unauthorized", "insufficient_scope"]);

function response(codes: readonly ErrorCode[]): JsonObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code].when} ${errors[code].fix}`).join("\n\n"),
    headers: headerRefs(
      "X-Request-Id",
      "RateLimit",
      "RateLimit-Policy",
      ...(codes.some((code) => retryable.has(code)) ? (["Retry-After"] as const) : []),
      ...(codes.some((code) => challenging.has(code)) ? (["WWW-Authenticate"] as const) : []),
    ),
    content: { "application/json": { schema: schemaRef("Error") } },
  };
}

const pascal = (code: string) =>
  code.replace(/(^|_)(.)/g, (_all, _gap, letter: string) => letter.toUpperCase());
