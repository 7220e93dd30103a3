import { distance } from "fastest-levenshtein";
import type { z } from "zod";

/** Edits allowed between a name and the intended one. */
const mostEdits = (name: string) => (name.length <= 4 ? 1 : 2);
const longest = 40;

/** Returns the nearest known name, if it is near enough to be the intended one. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > longest) return undefined;
  const found = known
    .map((candidate) => ({ candidate, edits: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= mostEdits(name))
    .toSorted((a, b) => a.edits - b.edits);
  return found[0]?.candidate;
}

/** Returns the property names of the object at a schema path; none unless it is unambiguous. */
export function namesAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const inner = unwrapped(schema);
  if ("options" in inner && Array.isArray(inner.options))
    return inner.options.flatMap((option: z.ZodType) => namesAt(option, path));
  const [key, ...rest] = path;
  const shape = "shape" in inner ? (inner.shape as Record<string, z.ZodType>) : {};
  if (key === undefined) return Object.keys(shape);
  const child =
    typeof key === "number" && "element" in inner ? (inner.element as z.ZodType) : shape[String(key)];
  return child ? namesAt(child, rest) : [];
}

/** Strips optional, nullable and default wrappers. */
function unwrapped(schema: z.ZodType): z.ZodType {
  return "innerType" in schema.def ? unwrapped(schema.def.innerType as z.ZodType) : schema;
}
