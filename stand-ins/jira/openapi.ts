import { existsSync, readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { isObject, type JsonObject } from "../common/answers.ts";
import { toJsonSchemas } from "../common/json-schemas.ts";
import { matchTemplate } from "../common/match-template.ts";

/** In the optional shared directory. */
export const publishedOpenApi = new URL("../../../shared/schemas/jira-openapi.json", import.meta.url);

type Parameter = { name: string; in: string; schema: JsonObject };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: JsonObject }> };
  responses: Record<string, { content?: Record<string, { schema: JsonObject }> }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonObject> };
};

export type OpenApi = {
  /** Includes unknown names. */
  request(method: string, path: string, body: unknown): string[];
  /** Includes an undocumented status. */
  answer(method: string, path: string, status: number, body: unknown): string[];
};

const reference = /"#\/components\/schemas\/([^"]+)"/g;

const segments = (path: string) => path.split("/").length;

let loaded: OpenApi | undefined;

/** Reads the published document (2.4 MB), if present, once per process. */
export function loadOpenApi(file: URL = publishedOpenApi): OpenApi | undefined {
  if (!existsSync(file)) return undefined;
  loaded ??= createOpenApi(JSON.parse(readFileSync(file, "utf8")));
  return loaded;
}

function createOpenApi(document: Document): OpenApi {
  const bySegments = Map.groupBy(Object.keys(document.paths), segments);
  const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }));
  // Query values are text: "3" is coerced to a number.
  const forText = addFormats.default(new Ajv({ strict: false, allErrors: true, coerceTypes: true }));
  const compiled = new Map<JsonObject, ValidateFunction>();

  function check(schema: JsonObject, value: unknown, where: string, of: Ajv = ajv): string[] {
    const validate = compiled.get(schema) ?? of.compile(linked(schema, of));
    compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${where}${error.instancePath} ${error.message}`);
  }

  // Compiling the whole document is slow, so only an operation's reachable schemas are compiled, once each.
  function linked(schema: JsonObject, of: Ajv): JsonObject {
    const text = JSON.stringify(toJsonSchemas({ schema }));
    for (const [, name = ""] of text.matchAll(reference)) {
      if (of.schemas[name] !== undefined) continue;
      // Entered before conversion, since it may be recursive.
      const part: JsonObject = {};
      of.addSchema(part, name);
      Object.assign(part, linked(document.components.schemas[name] ?? {}, of));
    }
    return JSON.parse(text.replaceAll(reference, '"$1"')).schema;
  }

  function find(method: string, path: string) {
    const pathname = path.split("?")[0] ?? "";
    // Literal segments precede parameters, as in /issue/bulk.
    const fits = (bySegments.get(segments(pathname)) ?? [])
      .map((template) => ({ template, params: matchTemplate(template, pathname) }))
      .filter(({ template, params }) => params && document.paths[template]?.[method.toLowerCase()])
      .sort((a, b) => Object.keys(a.params ?? {}).length - Object.keys(b.params ?? {}).length)[0];
    const operation = fits && document.paths[fits.template]?.[method.toLowerCase()];
    return operation === undefined ? undefined : { operation, params: fits?.params ?? {} };
  }

  return {
    request(method, path, body) {
      const found = find(method, path);
      if (found === undefined) return [`${method} ${path} is not in the OpenAPI`];
      const parameters = found.operation.parameters ?? [];
      const query = new URLSearchParams(path.split("?")[1] ?? "");
      const given = [
        ...Object.entries(found.params).map(([name, value]) => ({ name, value, place: "path" })),
        ...[...query].map(([name, value]) => ({ name, value, place: "query" })),
      ];
      return [
        ...given.flatMap(({ name, value, place }) => {
          const parameter = parameters.find((one) => one.name === name && one.in === place);
          if (parameter === undefined) return [`${place} ${name} is unknown`];
          const list = parameter.schema.type === "array" ? value.split(",") : value;
          return check(valueSchema(parameter.schema), { value: list }, `${place} ${name}`, forText);
        }),
        ...requestBody(found.operation, body),
      ];
    },
    answer(method, path, status, body) {
      const found = find(method, path);
      const response = found?.operation.responses[String(status)];
      if (response === undefined) return [`${method} ${path}: status ${status} is not in the OpenAPI`];
      const schema = response.content?.["application/json"]?.schema;
      return schema === undefined || body === undefined ? [] : check(schema, body, "answer");
    },
  };

  function requestBody(operation: Operation, body: unknown): string[] {
    const schema = operation.requestBody?.content["application/json"]?.schema;
    if (body === undefined) return operation.requestBody?.required ? ["a body is required"] : [];
    if (body instanceof Uint8Array)
      return operation.requestBody?.content["multipart/form-data"]
        ? []
        : ["a file where the OpenAPI has none"];
    if (schema === undefined) return ["a body where the OpenAPI has none"];
    return [...unknownNames(schema, body), ...check(schema, body, "body")];
  }

  // Many Jira bodies allow additional names, so typos would pass.
  function unknownNames(schema: JsonObject, body: unknown): string[] {
    const name =
      String(schema.$ref ?? "")
        .split("/")
        .at(-1) ?? "";
    const component = document.components.schemas[name];
    if (!isObject(component?.properties) || !isObject(body)) return [];
    const known = Object.keys(component.properties);
    return Object.keys(body)
      .filter((one) => !known.includes(one))
      .map((one) => `body/${one} is unknown`);
  }
}

// One schema object per parameter, so that its compiled form is cached.
const wrapped = new WeakMap<JsonObject, JsonObject>();
function valueSchema(schema: JsonObject): JsonObject {
  const known = wrapped.get(schema) ?? { type: "object", properties: { value: schema } };
  wrapped.set(schema, known);
  return known;
}
