import { endpoints, openApiDocument, version } from "@groundplan/contract";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type Json = Record<string, unknown>;

/** Closes every object schema, so that undescribed fields are errors. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const copy: Json = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  if (copy.type === "object" && copy.properties && copy.additionalProperties === undefined) {
    copy.additionalProperties = false;
  }
  return copy;
}

const document = openApiDocument({ version }) as {
  components: { schemas: Json };
  paths: Record<string, Json>;
};
// Each test process compiles most schemas; optimizing them or inlining references takes longer than it saves.
const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
addFormats.default(ajv);
ajv.addSchema({ $id: "api", components: closed(document.components) as Json });

// Paths with a literal segment precede parameters, as in the router.
const endpointsInOrder = endpoints
  .toSorted((a, b) => (a.path.replaceAll("{", "~") < b.path.replaceAll("{", "~") ? -1 : 1))
  .map((endpoint) => ({
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
  }));
const patterns = Map.groupBy(endpointsInOrder, ({ endpoint }) => endpoint.method as string);
/** Keyed by schema, which many answers share. */
const compiled = new Map<string, ValidateFunction>();

/**
 * Returns an answer's difference from the OpenAPI document; null if it conforms. Every answer in tests passes
 * here.
 */
export function documentedAnswer(method: string, url: string, status: number, body: string): string | null {
  const path = url.split("?", 1)[0] ?? "";
  const found = patterns.get(method)?.find(({ pattern }) => pattern.test(path));
  if (!found || status === 304) return null;
  const operation = document.paths[found.endpoint.path]?.[method.toLowerCase()] as {
    responses: Record<string, Json>;
  };
  const response = resolve(
    operation.responses[String(status)] ?? (status < 400 ? undefined : operation.responses.default),
  );
  if (!response) return `${method} ${found.endpoint.path} does not document ${status}`;
  if ((found.endpoint.raw || found.endpoint.stream) && status < 300) return null; // A file or a stream.
  const schema = (response.content as Record<string, { schema: Json }> | undefined)?.["application/json"]
    ?.schema;
  if (!schema) return `${method} ${found.endpoint.path} documents no body for ${status}`;
  const key = JSON.stringify(schema);
  const validate = compiled.get(key) ?? ajv.compile(rebase(closed(schema)) as Json);
  compiled.set(key, validate);
  if (validate(JSON.parse(body))) return null;
  return `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}\n${body.slice(0, 2000)}`;
}

function resolve(node: Json | undefined): Json | undefined {
  const reference = node?.$ref;
  if (typeof reference !== "string") return node;
  return reference
    .slice(2)
    .split("/")
    .reduce<unknown>((at, key) => (at as Json)[key], document) as Json;
}

function rebase(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(rebase);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === "$ref" && typeof value === "string" ? [key, `api${value}`] : [key, rebase(value)],
    ),
  );
}
