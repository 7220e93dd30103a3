import { openapiSchemaToJsonSchema } from "@openapi-contrib/openapi-schema-to-json-schema";
import { isObject, type JsonObject } from "./answers.ts";

/**
 * Converts OpenAPI 3.0 schemas to JSON Schema. "nullable" next to "oneOf" without "type" is ignored by the
 * converter and makes Prism skip the body's check, so it is expanded first.
 */
export function toJsonSchemas(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toJsonSchemas);
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === "schema") return [key, convert(value)];
      if (key === "schemas" && isObject(value))
        return [
          key,
          Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, convert(schema)])),
        ];
      return [key, key === "examples" ? {} : toJsonSchemas(value)];
    }),
  );
}

function convert(schema: unknown): unknown {
  const { $schema: _draft, ...converted } = openapiSchemaToJsonSchema(
    spellOutNull(schema) as JsonObject,
  ) as JsonObject;
  return converted;
}

function spellOutNull(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(spellOutNull);
  if (!isObject(node)) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, spellOutNull(value)]));
  if (copy.nullable !== true || copy.type !== undefined) return copy;
  const { nullable: _nullable, ...rest } = copy;
  return { anyOf: [rest, { enum: [null] }] };
}
