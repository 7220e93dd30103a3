/** The parts of an OpenAPI document that the reference shows. */
export interface Document {
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  components: {
    schemas: Readonly<Record<string, Schema>>;
    parameters: Readonly<Record<string, Parameter>>;
    responses: Readonly<Record<string, Response>>;
  };
}

export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  additionalProperties?: boolean | Schema;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema?: Schema;
}

type Content = Readonly<Record<string, { schema?: Schema; example?: unknown }>>;

interface Response {
  $ref?: string;
  description?: string;
  content?: Content;
}

interface RawOperation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  parameters?: readonly (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Readonly<Record<string, Response>>;
}

/** An operation without references. */
export interface Operation {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  /** The JSON body; null without one. */
  body: { schema: Schema; example: unknown } | null;
  /** Answers by status. */
  answers: readonly { status: string; description: string; schema: Schema | null }[];
}

const json = "application/json";
const nameOf = (ref: string) => ref.split("/").at(-1) ?? ref;

export function operationsOf(document: Document): Operation[] {
  const { parameters: known, responses: shared } = document.components;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]): Operation => {
      const body = raw.requestBody?.content[json];
      return {
        id: raw.operationId,
        tag: raw.tags[0] ?? "",
        method: method.toUpperCase(),
        path,
        summary: raw.summary,
        description: raw.description ?? "",
        parameters: (raw.parameters ?? []).flatMap((one) =>
          one.$ref === undefined ? [one as Parameter] : (known[nameOf(one.$ref)] ?? []),
        ),
        body: body?.schema ? { schema: body.schema, example: body.example ?? {} } : null,
        answers: Object.entries(raw.responses).map(([status, one]) => {
          const answer = one.$ref === undefined ? one : (shared[nameOf(one.$ref)] ?? {});
          return {
            status,
            description: answer.description ?? "",
            schema: answer.content?.[json]?.schema ?? null,
          };
        }),
      };
    }),
  );
}

/** Follows references; keeps the description beside a reference, which is the more specific. */
function resolved(document: Document, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = resolved(document, document.components.schemas[nameOf(schema.$ref)] ?? {});
  return schema.description === undefined ? found : { ...found, description: schema.description };
}

/** Names a schema's type, such as "string or null" or "list of Spec". */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(", ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(" or ");
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  return [schema.type ?? "any"].flat().join(" or ");
}

/** Returns the schema whose fields a schema has: its own, its items', or its only object's. */
export function fieldsOf(document: Document, schema: Schema): Schema | null {
  const own = resolved(document, schema);
  if (own.properties) return own;
  if (own.items) return fieldsOf(document, own.items);
  const objects = (own.anyOf ?? own.oneOf ?? own.allOf ?? []).flatMap((one) => fieldsOf(document, one) ?? []);
  return objects.length === 1 ? (objects[0] ?? null) : null;
}
