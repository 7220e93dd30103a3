import { z } from "zod";

export type JsonObject = Record<string, unknown>;

export const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

export const schemaRef = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/**
 * Prints Zod schemas as JSON Schema and gathers those with `.meta({ id })` as components. Request schemas get
 * the suffix `Input`, since defaults and closedness may differ.
 */
export function schemaPrinter() {
  const components: Record<string, JsonObject> = {};

  function print(schema: z.ZodType, io: "input" | "output"): JsonObject {
    // Wrapped in an object, named and recursive schemas are printed as references too.
    const whole = z.toJSONSchema(z.object({ it: schema }), {
      io,
      override: ({ jsonSchema }) => tidy(jsonSchema, io),
    });
    const definitions = (whole.$defs ?? {}) as Record<string, JsonObject>;
    const componentOf = (name: string) =>
      io === "input" && !definitions[name]?.enum ? `${name}Input` : name;
    const { properties, $defs = {} } = JSON.parse(JSON.stringify(whole), (key, value) =>
      key === "$ref" ? schemaRef(componentOf(value.slice("#/$defs/".length))).$ref : value,
    );
    for (const [name, definition] of Object.entries<JsonObject>($defs))
      components[componentOf(name)] = definition;
    return properties.it;
  }

  return {
    components,
    /** Closed: unknown fields are refused. */
    request: (schema: z.ZodType) => print(schema, "input"),
    /** Open, since /v1 grows by adding fields (contract section 9). */
    reply: (schema: z.ZodType) => print(schema, "output"),
  };
}

export type SchemaPrinter = ReturnType<typeof schemaPrinter>;

/** Removes details that Zod adds and readers don't need. Adds `items` to tuples, which some tools require. */
function tidy(schema: JsonObject, io: "input" | "output"): void {
  if (io === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === "date-time") delete schema.pattern;
  if (Array.isArray(schema.prefixItems)) {
    const { length } = schema.prefixItems;
    Object.assign(schema, {
      items: schema.prefixItems[0],
      minItems: length,
      maxItems: length,
    });
  }
  const [only, nothing, ...more] = (schema.anyOf ?? []) as JsonObject[];
  if (typeof only?.type === "string" && !only.enum && nothing?.type === "null" && more.length === 0) {
    delete schema.anyOf;
    Object.assign(schema, only, { type: [only.type, "null"] });
  }
  // Sent as is; only the handler sees an object.
  if (schema.format === "binary")
    for (const name of ["properties", "required", "additionalProperties"]) delete schema[name];
}
