import { existsSync, readFileSync } from "node:fs";
import { buildASTSchema, type GraphQLSchema, parse } from "graphql";
import { subset } from "./subset.ts";

/** Linear's published schema, where the shared directory lies beside the project. */
export const publishedSchema = new URL("../../../../shared/schemas/linear-schema.graphql", import.meta.url);

const built = new Map<boolean, GraphQLSchema>();

/**
 * The published schema, or the part of it that the stand-in can execute where it is absent (`validating` is
 * then false). Built once in a process, because the whole takes a second.
 */
export function loadSchema(whole = existsSync(publishedSchema)): {
  schema: GraphQLSchema;
  validating: boolean;
} {
  const known = built.get(whole);
  if (known !== undefined) return { schema: known, validating: whole };
  // Without its descriptions, which nothing here reads, the schema is parsed in half the time.
  const source = whole ? readFileSync(publishedSchema, "utf8").replace(/"""[\s\S]*?"""/g, "") : subset;
  const schema = buildASTSchema(parse(source, { noLocation: true }), { assumeValid: true });
  built.set(whole, schema);
  return { schema, validating: whole };
}
