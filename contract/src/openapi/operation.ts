import { type Endpoint, takesIdempotencyKey, usualBodyLimit } from "../endpoint.ts";
import { bodyExamples } from "./body-examples.ts";
import { headerRefs, requestHeaderRef, schemeOf } from "./components.ts";
import { type ErrorResponses, responseRef } from "./responses.ts";
import type { JsonObject, SchemaPrinter } from "./schemas.ts";

export function operation(endpoint: Endpoint, schemas: SchemaPrinter, errors: ErrorResponses): JsonObject {
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.description ?? scopeSentence(endpoint),
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    security:
      endpoint.scope === "none" ? [{}, { [schemeOf.read]: [] }] : [{ [schemeOf[endpoint.scope]]: [] }],
    parameters: parameters(endpoint, schemas),
    ...(endpoint.body ? { requestBody: requestBody(endpoint, endpoint.body, schemas) } : {}),
    responses: { ...successes(endpoint, schemas), ...errors.of(endpoint) },
  };
}

const scopeSentence = ({ scope }: Endpoint) =>
  scope === "none" ? "Works without a credential too." : `Scope: \`${scope}\`.`;

/** Tests for an `ETag` in the answer: a tagged list or a resource with a revision. */
const hasETag = ({ versioned, tagged, reply }: Endpoint) =>
  tagged || (versioned !== null && "shape" in reply && versioned in (reply.shape as JsonObject));

/** Tests whether `If-Match` (writes) or `If-None-Match` (reads) is honoured. */
const isConditional = ({ versioned, tagged }: Endpoint) => versioned !== null || tagged;

function parameters(endpoint: Endpoint, schemas: SchemaPrinter): JsonObject[] {
  const headers: JsonObject[] = [];
  if (takesIdempotencyKey(endpoint)) headers.push(requestHeaderRef("IdempotencyKey"));
  if (isConditional(endpoint))
    headers.push(requestHeaderRef(endpoint.method === "GET" ? "IfNoneMatch" : "IfMatch"));
  if (endpoint.stream) headers.push(requestHeaderRef("LastEventId"));
  if (endpoint.respondAsync) headers.push(requestHeaderRef("Prefer"));
  if (endpoint.minimalReply) headers.push(requestHeaderRef("PreferMinimal"));
  return [
    ...inAddress("path", schemas.request(endpoint.params)),
    ...inAddress("query", schemas.request(endpoint.query)),
    ...headers,
  ];
}

function inAddress(where: "path" | "query", printed: JsonObject): JsonObject[] {
  const required = (printed.required ?? []) as string[];
  return Object.entries((printed.properties ?? {}) as Record<string, JsonObject>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: where,
      ...(required.includes(name) ? { required: true } : {}),
      ...(description ? { description } : {}),
      schema,
    }),
  );
}

function requestBody(
  endpoint: Endpoint,
  body: NonNullable<Endpoint["body"]>,
  schemas: SchemaPrinter,
): JsonObject {
  const { multipart, bodyLimit } = endpoint;
  const files = multipart
    ? ` At most ${multipart.files} files, each at most ${inMiB(multipart.fileBytes)}.`
    : "";
  const limit = bodyLimit === usualBodyLimit ? files.trim() : `At most ${inMiB(bodyLimit)}.${files}`;
  return {
    ...(limit ? { description: limit } : {}),
    required: !endpoint.bodyOptional,
    content: {
      [multipart ? "multipart/form-data" : "application/json"]: {
        schema: schemas.request(body),
        example: bodyExamples[endpoint.id],
      },
    },
  };
}

const inMiB = (bytes: number) => `${bytes / 1024 / 1024} MiB`;

const mediaTypeOf = ({ raw, stream }: Endpoint) =>
  raw ? "*/*" : stream ? "text/event-stream" : "application/json";

function replySchema({ reply, minimalReply }: Endpoint, schemas: SchemaPrinter): JsonObject {
  const whole = schemas.reply(reply);
  return minimalReply && minimalReply !== reply ? { anyOf: [whole, schemas.reply(minimalReply)] } : whole;
}

function successes(endpoint: Endpoint, schemas: SchemaPrinter): JsonObject {
  const names = [
    ...(hasETag(endpoint) ? (["ETag"] as const) : []),
    ...(endpoint.raw ? (["Content-Disposition"] as const) : []),
    ...(endpoint.minimalReply ? (["Preference-Applied"] as const) : []),
  ];
  const success = (description: string) => ({
    description,
    ...(names.length > 0 ? { headers: headerRefs(...names) } : {}),
    content: {
      [mediaTypeOf(endpoint)]: { schema: replySchema(endpoint, schemas) },
      ...(endpoint.lines ? { "application/x-ndjson": { schema: { type: "string" } } } : {}),
    },
  });
  return {
    [endpoint.status]: success("Done."),
    ...(endpoint.mayCreate ? { 201: success("Done.") } : {}),
    ...(endpoint.respondAsync ? { 202: success("Queued, as `Prefer: respond-async` asked.") } : {}),
    ...(endpoint.method === "GET" && isConditional(endpoint) ? { 304: responseRef("NotModified") } : {}),
  };
}
