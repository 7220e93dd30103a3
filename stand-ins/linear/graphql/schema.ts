import { existsSync, readFileSync } from "node:fs";
import { buildASTSchema, type GraphQLSchema, parse } from "graphql";
import { subset } from "./subset.ts";

/** In the optional shared directory. */
export const publishedSchema = new URL("../../../../shared/schemas/linear-schema.graphql", import.meta.url);

const built = new Map<boolean, GraphQLSchema>();

/**
 * Loads the published schema or the subset (`validating` is then false), once per process, as it takes a
 * second.
 */
export function loadSchema(whole = existsSync(publishedSchema)): {
  schema: GraphQLSchema;
  validating: boolean;
} {
  const known = built.get(whole);
  if (known !== undefined) return { schema: known, validating: whole };
  // Stripping the unused descriptions halves the parse time.
  const source = whole ? readFileSync(publishedSchema, "utf8").replace(/"""[\s\S]*?"""/g, "") : subset;
  const schema = buildASTSchema(parse(source, { noLocation: true }), { assumeValid: true });
  built.set(whole, schema);
  return { schema, validating: whole };
}
