import { existsSync, readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { type Fields, isObject } from "../github/answers.ts";
import { toJsonSchemas } from "../github/json-schemas.ts";
import { matchTemplate } from "../github/routes.ts";

/** Atlassian's published OpenAPI of Jira Cloud, where the shared directory lies beside the project. */
export const publishedOpenApi = new URL("../../../../shared/schemas/jira-openapi.json", import.meta.url);

type Parameter = { name: string; in: string; schema: Fields };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Fields }> };
  responses: Record<string, { content?: Record<string, { schema: Fields }> }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Fields> };
};

export type OpenApi = {
  /** Returns the rules that a request breaks, one sentence each. Names that the document does not have count too. */
  request(method: string, path: string, body: unknown): string[];
  /** Returns the rules that an answer breaks. An undocumented status counts. */
  answer(method: string, path: string, status: number, body: unknown): string[];
};

const reference = /"#\/components\/schemas\/([^"]+)"/g;

const segments = (path: string) => path.split("/").length;

let loaded: OpenApi | undefined;

/** Reads the published document, or undefined where it is absent. Its 2.4 MB are read once in a process. */
export function loadOpenApi(file: URL = publishedOpenApi): OpenApi | undefined {
  if (!existsSync(file)) return undefined;
  loaded ??= createOpenApi(JSON.parse(readFileSync(file, "utf8")));
  return loaded;
}

function createOpenApi(document: Document): OpenApi {
  const bySegments = Map.groupBy(Object.keys(document.paths), segments);
  const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }));
  // The texts of a query: "3" is coerced to a number.
  const forText = addFormats.default(new Ajv({ strict: false, allErrors: true, coerceTypes: true }));
  const compiled = new Map<Fields, ValidateFunction>();

  function check(schema: Fields, value: unknown, where: string, of: Ajv = ajv): string[] {
    const validate = compiled.get(schema) ?? of.compile(linked(schema, of));
    compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${where}${error.instancePath} ${error.message}`);
  }

  // To convert and compile the whole document takes long: only what an operation leads to, each part once.
  function linked(schema: Fields, of: Ajv): Fields {
    const text = JSON.stringify(toJsonSchemas({ schema }));
    for (const [, name = ""] of text.matchAll(reference)) {
      if (of.schemas[name] !== undefined) continue;
      // Entered before it is converted: it may lead to itself.
      const part: Fields = {};
      of.addSchema(part, name);
      Object.assign(part, linked(document.components.schemas[name] ?? {}, of));
    }
    return JSON.parse(text.replaceAll(reference, '"$1"')).schema;
  }

  function find(method: string, path: string) {
    const pathname = path.split("?")[0] ?? "";
    // A literal segment goes before a parameter, as in /issue/bulk.
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
    if (schema === undefined) return ["a body where the OpenAPI has none"];
    return [...unknownNames(schema, body), ...check(schema, body, "body")];
  }

  // Many of Jira's bodies allow any other name, so a misspelt one would pass.
  function unknownNames(schema: Fields, body: unknown): string[] {
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

// One schema object for each parameter, so that its compiled form is found again.
const wrapped = new WeakMap<Fields, Fields>();
function valueSchema(schema: Fields): Fields {
  const known = wrapped.get(schema) ?? { type: "object", properties: { value: schema } };
  wrapped.set(schema, known);
  return known;
}
