import { errors } from "../errors.ts";
import type { JsonObject } from "./schemas.ts";

export const errorSchema: JsonObject = {
  type: "object",
  description: "The envelope that every error is sent in.",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: {
          type: "string",
          enum: Object.keys(errors),
          description: Object.entries(errors)
            .map(([code, { when }]) => `- \`${code}\`: ${when}`)
            .join("\n"),
        },
        message: {
          type: "string",
          description: "A sentence for people that says what happened and what to do.",
        },
        details: {
          description:
            "Depends on the code; for errors of a field or item, a list of `{path, message}` with JSON Pointers.",
        },
      },
    },
  },
};

const text = (description: string, example: string, schema: JsonObject = {}): JsonObject => ({
  description,
  schema: { type: "string", ...schema },
  example,
});

export const headers = {
  "X-Request-Id": text(
    "Names the request in the log; a safe one that the caller sends is kept.",
    "9b1f1c1e-6d0a-4f3e-8a53-2f0b7c1d9e42",
  ),
  RateLimit: text(
    "The remaining quota and the seconds until it is full again (IETF draft).",
    '"default";r=599;t=60',
  ),
  "RateLimit-Policy": text("The quota and its window in seconds (IETF draft).", '"default";q=600;w=60'),
  "Retry-After": {
    description: "Whole seconds to wait before the request is repeated.",
    schema: { type: "integer", minimum: 1 },
    example: 5,
  },
  ETag: text("The revision that `If-Match` and `If-None-Match` compare.", '"7-47DEQpj8HBSa-_TImW-5JC"'),
  "Content-Disposition": text(
    "Makes a browser save the file under its name, and never show it.",
    "attachment; filename=\"plan.pdf\"; filename*=UTF-8''plan.pdf",
  ),
  "Preference-Applied": text("There if the answer has the form that `Prefer` asked for.", "return=minimal"),
  "WWW-Authenticate": text(
    "Which credential is needed, and where an app learns how to get one (RFC 9728).",
    'Bearer resource_metadata="https://plans.example.com/.well-known/oauth-protected-resource"',
  ),
} satisfies Record<string, JsonObject>;

const header = (name: string, description: string, example: string, schema: JsonObject = {}): JsonObject => ({
  name,
  in: "header",
  ...text(description, example, schema),
});

/** Request headers besides the credential. */
export const requestHeaders = {
  IdempotencyKey: header(
    "Idempotency-Key",
    "Makes a retry safe: for 24 hours the same key with the same request gets the stored answer. While the first request is at work it is 409 `idempotency_conflict` with `Retry-After`.",
    "3f0c2c1e-8f1b-4a52-9d3e-6c1f6d0f7a11",
    { minLength: 1, maxLength: 255 },
  ),
  IfMatch: header(
    "If-Match",
    "Write only if the revision is still this one (an `ETag`), else 412.",
    '"7-47DEQpj8HBSa-_TImW-5JC"',
  ),
  IfNoneMatch: header(
    "If-None-Match",
    "Answer 304 if it is still this one (an `ETag`).",
    '"7-47DEQpj8HBSa-_TImW-5JC"',
  ),
  LastEventId: header(
    "Last-Event-ID",
    "Begin after the event of this number; with 0 at the first event.",
    "1204",
    { pattern: "^[0-9]{1,15}$" },
  ),
  Prefer: header(
    "Prefer",
    "`respond-async`: answer 202 at once and do the work afterwards.",
    "respond-async",
  ),
  PreferMinimal: header(
    "Prefer",
    "`return=minimal`: answer each spec without its text, with its readiness and the reasons.",
    "return=minimal",
  ),
} satisfies Record<string, JsonObject>;

/** Security scheme of each scope. HTTP bearer schemes have no scopes, so the name tells it. */
export const schemeOf = { read: "bearerRead", write: "bearerWrite" } as const;

const bearer = (description: string): JsonObject => ({
  type: "http",
  scheme: "bearer",
  description: `A personal API key (\`psk_…\`) or an OAuth access token (\`plan_at_…\`) ${description}`,
});

export const securitySchemes = {
  [schemeOf.read]: bearer("with the `read` scope; one with `write` includes it."),
  [schemeOf.write]: bearer("with the `write` scope."),
};

export const headerRefs = (...names: (keyof typeof headers)[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const requestHeaderRef = (name: keyof typeof requestHeaders): JsonObject => ({
  $ref: `#/components/parameters/${name}`,
});

export const notModified: JsonObject = {
  description: "The content is still the revision that `If-None-Match` names.",
  headers: headerRefs("ETag"),
};
