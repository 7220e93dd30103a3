import { existsSync, readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { isObject } from "../common/answers.ts";
import { toJsonSchemas } from "../common/json-schemas.ts";
import { matchTemplate } from "../common/match-template.ts";

/** In the optional shared directory. */
export const publishedOpenApi = new URL(
  "../../../shared/schemas/github-openapi-issues.json",
  import.meta.url,
);

type Schema = Record<string, unknown>;
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type Operation = {
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Schema }> }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};

type OpenApi = {
  /** Includes unknown names. */
  request(method: string, path: string, body: unknown): string[];
  /** Includes an undocumented status. */
  answer(method: string, path: string, status: number, body: unknown): string[];
};

const loaded = new Map<string, OpenApi>();

/** Reads the published document, if present, and compiles its schemas once per process. */
export function loadOpenApi(file: URL = publishedOpenApi): OpenApi | undefined {
  if (!existsSync(file)) return undefined;
  const known = loaded.get(file.href) ?? createOpenApi(JSON.parse(readFileSync(file, "utf8")));
  loaded.set(file.href, known);
  return known;
}

function createOpenApi(source: Document): OpenApi {
  const document = toJsonSchemas(source) as Document;
  const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true, validateFormats: true }));
  const forText = addFormats.default(new Ajv({ strict: false, allErrors: true, coerceTypes: true }));
  ajv.addSchema({ $id: "github", components: document.components });
  const compiled = new Map<Schema, ValidateFunction>();

  function check(schema: Schema, value: unknown, where: string, text = false): string[] {
    const validate = compiled.get(schema) ?? (text ? forText : ajv).compile(absolute(schema));
    compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${where}${error.instancePath} ${error.message}`);
  }

  const segments = (path: string) => path.split("/").length;
  const bySegments = Map.groupBy(Object.keys(document.paths), segments);

  function find(method: string, path: string) {
    const pathname = path.split("?")[0] ?? "";
    // Literal segments precede parameters, as in /issues/comments.
    const fits = (bySegments.get(segments(pathname)) ?? [])
      .map((template) => ({ template, params: matchTemplate(template, pathname) }))
      .filter(
        ({ template, params }) => params !== undefined && document.paths[template]?.[method.toLowerCase()],
      )
      .sort((a, b) => Object.keys(a.params ?? {}).length - Object.keys(b.params ?? {}).length)[0];
    const operation = fits && document.paths[fits.template]?.[method.toLowerCase()];
    return operation === undefined ? undefined : { operation, params: fits?.params ?? {} };
  }

  const resolve = <T>(item: T | { $ref: string }): T =>
    isObject(item) && typeof item.$ref === "string"
      ? (item.$ref
          .split("/")
          .slice(1)
          .reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), document) as T)
      : (item as T);

  return {
    request(method, path, body) {
      const found = find(method, path);
      if (found === undefined) return [`${method} ${path} is not in the OpenAPI`];
      const parameters = (found.operation.parameters ?? []).map((item) => resolve<Parameter>(item));
      const query = new URLSearchParams(path.split("?")[1] ?? "");
      const given = [
        ...Object.entries(found.params).map(([name, value]) => ({ name, value, place: "path" })),
        ...[...query].map(([name, value]) => ({ name, value, place: "query" })),
      ];
      return [
        ...given.flatMap(({ name, value, place }) => {
          const parameter = parameters.find((one) => one.name === name && one.in === place);
          if (parameter === undefined) return [`${place} ${name} is unknown`];
          return check(valueSchema(parameter.schema), { value }, `${place} ${name}`, true);
        }),
        ...requestBody(found.operation, body),
      ];
    },
    answer(method, path, status, body) {
      const found = find(method, path);
      const response = found?.operation.responses[String(status)];
      if (response === undefined) return [`${method} ${path}: status ${status} is not in the OpenAPI`];
      const schema = resolve<typeof response>(response as { $ref: string }).content?.["application/json"]
        ?.schema;
      if (schema === undefined) return body === undefined ? [] : ["a body where the OpenAPI has none"];
      return check(schema, body, "answer");
    },
  };

  function requestBody(operation: Operation, body: unknown): string[] {
    const schema = operation.requestBody?.content["application/json"]?.schema;
    if (body === undefined) return operation.requestBody?.required ? ["a body is required"] : [];
    if (schema === undefined) return ["a body where the OpenAPI has none"];
    const known = isObject(schema.properties) ? Object.keys(schema.properties) : undefined;
    const unknown = isObject(body) && known ? Object.keys(body).filter((name) => !known.includes(name)) : [];
    return [...unknown.map((name) => `body/${name} is unknown`), ...check(schema, body, "body")];
  }
}

// One schema object per parameter, so that its compiled form is cached.
const wrapped = new WeakMap<Schema, Schema>();
function valueSchema(schema: Schema): Schema {
  const known = wrapped.get(schema) ?? { type: "object", properties: { value: schema } };
  wrapped.set(schema, known);
  return known;
}

/** Resolves `#/components/…` for a separately compiled schema. */
function absolute(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"github#/components/'));
}
