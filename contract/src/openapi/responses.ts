import { type Endpoint, takesIdempotencyKey } from "../endpoint.ts";
import { type ErrorCode, errors } from "../errors.ts";
import { headerRefs } from "./components.ts";
import { type JsonObject, schemaRef } from "./schemas.ts";

/** Returns an operation's error codes: its own, and those that follow from method, scope and body. */
export function errorCodes(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(["invalid_request", "unauthorized", ...endpoint.errors]);
  // Even an unexpected body is read before it is refused.
  if (endpoint.method !== "GET") {
    if (!endpoint.multipart) codes.add("invalid_json");
    for (const code of ["payload_too_large", "unsupported_media_type"] as const) codes.add(code);
  }
  if (endpoint.scope === "write") codes.add("insufficient_scope");
  if (takesIdempotencyKey(endpoint)) codes.add("idempotency_conflict");
  for (const code of ["rate_limited", "internal_error", "unavailable"] as const) codes.add(code);
  return (Object.keys(errors) as ErrorCode[]).filter((code) => codes.has(code));
}

/** Codes of any request, described once by the default response `Error`. */
const everywhere: readonly ErrorCode[] = [
  "invalid_request",
  "invalid_json",
  "unauthorized",
  "insufficient_scope",
  "idempotency_conflict",
  "payload_too_large",
  "unsupported_media_type",
  "rate_limited",
  "internal_error",
  "unavailable",
];

/**
 * Prints error responses by status. Operations with the same codes share a component; a list used once stays
 * inline.
 */
export function errorResponses(endpoints: readonly Endpoint[]) {
  const uses = Map.groupBy(endpoints.flatMap(ownErrors), ({ codes }) => nameOf(codes));
  const components: Record<string, JsonObject> = { Error: response(everywhere) };
  for (const [name, [first, ...more]] of uses)
    if (first && more.length > 0) components[name] = response(first.codes);

  const responsesOf = (endpoint: Endpoint): Record<string, JsonObject> => ({
    ...Object.fromEntries(
      ownErrors(endpoint).map(({ status, codes }) => {
        const name = nameOf(codes);
        return [status, name in components ? responseRef(name) : response(codes)];
      }),
    ),
    default: responseRef("Error"),
  });

  return { components, of: responsesOf };
}

/**
 * Returns the statuses that need an entry. A listed status hides the default, so it names all of its codes.
 * Operations without their own refusals list 400, which linters require.
 */
function ownErrors(endpoint: Endpoint): { status: number; codes: ErrorCode[] }[] {
  const byStatus = [...Map.groupBy(errorCodes(endpoint), (code) => errors[code].status)];
  const own = byStatus.filter(([, codes]) => !codes.every((code) => everywhere.includes(code)));
  const listed = own.some(([status]) => status < 500)
    ? own
    : byStatus.filter((entry) => entry[0] === 400 || own.includes(entry));
  return listed.map(([status, codes]) => ({ status, codes }));
}

/** Names a list of codes. Most `forbidden` operations need a scope too; the exceptions are reads. */
function nameOf(codes: readonly ErrorCode[]): string {
  const named = codes.length > 1 ? codes.filter((code) => code !== "insufficient_scope") : codes;
  const isRead = codes.includes("forbidden") && !codes.includes("insufficient_scope");
  return named.map((code) => shortNames[code] ?? pascal(code)).join("Or") + (isRead ? "ToRead" : "");
}

/** Abbreviations for the names of components. */
const shortNames: Partial<Record<ErrorCode, string>> = {
  invalid_request: "Invalid",
  invalid_json: "NoJson",
  idempotency_conflict: "KeyUsed",
  payload_too_large: "TooLarge",
};

export const responseRef = (name: string): JsonObject => ({ $ref: `#/components/responses/${name}` });

export type ErrorResponses = ReturnType<typeof errorResponses>;

const retryable = new Set<ErrorCode>(["rate_limited", "unavailable"]);
const challenging = new Set<ErrorCode>(["unauthorized", "insufficient_scope"]);

function response(codes: readonly ErrorCode[]): JsonObject {
  const names = [
    ...(codes.includes("rate_limited") ? (["X-Request-Id", "RateLimit", "RateLimit-Policy"] as const) : []),
    ...(codes.some((code) => retryable.has(code)) ? (["Retry-After"] as const) : []),
    ...(codes.some((code) => challenging.has(code)) ? (["WWW-Authenticate"] as const) : []),
  ];
  return {
    description: codes
      .map((code) => (codes === everywhere ? `\`${code}\` (${errors[code].status})` : `\`${code}\``))
      .join(", "),
    ...(names.length > 0 ? { headers: headerRefs(...names) } : {}),
    content: { "application/json": { schema: schemaRef("Error") } },
  };
}

const pascal = (code: string) =>
  code.replace(/(^|_)(.)/g, (_all, _gap, letter: string) => letter.toUpperCase());
