import { isObject } from "../is-object.ts";

type Schema = Record<string, unknown>;

/** Keywords whose value may be null. */
const nullable = new Set(["default", "const", "example"]);
/** Keywords with schemas by name. */
const named = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
/** Keywords with one schema. */
const single = new Set([
  "items",
  "additionalItems",
  "unevaluatedItems",
  "contains",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
]);
/** Keywords with a list of schemas. */
const listed = new Set(["allOf", "anyOf", "oneOf", "prefixItems", "items"]);

/** Returns an arguments schema as an object schema; null for other types. Absent means no arguments. */
export function objectSchema(listed: unknown): Schema | null {
  if (listed === undefined || listed === null) return { type: "object" };
  if (!isObject(listed)) return null;
  const { type, ...more } = tidySchema(listed);
  const isOfObject =
    type === undefined || (Array.isArray(type) ? type.includes("object") : type === "object");
  return isOfObject ? { type: "object", ...more } : null;
}

/** Removes null keywords and mistyped `required` or `properties`, recursively. */
function tidySchema(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      const tidy = tidyKeyword(key, value);
      return tidy === undefined ? [] : [[key, tidy]];
    }),
  );
}

function tidyKeyword(key: string, value: unknown): unknown {
  if (value === null) return nullable.has(key) ? value : undefined;
  if (key === "required")
    return Array.isArray(value) ? value.filter((name) => typeof name === "string") : undefined;
  if (named.has(key)) return isObject(value) ? tidyNamed(value) : undefined;
  if (single.has(key) && isObject(value)) return tidySchema(value);
  if (listed.has(key) && Array.isArray(value))
    return value.map((part) => (isObject(part) ? tidySchema(part) : part));
  return value;
}

const tidyNamed = (schemas: Schema): Schema =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      isObject(schema) ? tidySchema(schema) : (schema ?? {}),
    ]),
  );
