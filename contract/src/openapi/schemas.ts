import { z } from "zod";

export type JsonObject = Record<string, unknown>;

export const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

export const schemaRef = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/**
 * Prints Zod schemas as JSON Schema and gathers those with a `.meta({ id })` as components. A named object of a
 * request gets the suffix `Input`, since it can differ from the answered one (defaults, closedness).
 */
export function schemaPrinter() {
  const components: Record<string, JsonObject> = {};

  function print(schema: z.ZodType, io: "input" | "output"): JsonObject {
    // Wrapped in an object, a named or recursive schema is printed as a reference, too.
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
    /** Prints the schema of what a caller sends: undescribed fields are refused. */
    request: (schema: z.ZodType) => print(schema, "input"),
    /**
     * Prints the schema of what the service answers: it is open, since /v1 grows by adding fields (contract section 9).
     */
    reply: (schema: z.ZodType) => print(schema, "output"),
  };
}

export type SchemaPrinter = ReturnType<typeof schemaPrinter>;

/**
 * Removes details that Zod adds and no reader needs: the bounds of safe integers, the pattern beside `date-time`, and
 * the `anyOf` of a type that can be null. Some tools demand `items` of tuples.
 */
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
  // A file is sent as it is; only its handler sees an object.
  if (schema.format === "binary")
    for (const name of ["properties", "required", "additionalProperties"]) delete schema[name];
}
