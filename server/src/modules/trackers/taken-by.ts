import type { FieldValues } from "@groundplan/contract";

type Value = FieldValues[string];

/** Returns the part of a value that an issue type allows; undefined if none. */
export function takenBy(allowed: readonly string[] | undefined, value: Value): Value | undefined {
  if (allowed === undefined || typeof value !== "object") return value;
  if (!Array.isArray(value)) return allowed.includes(value.id) ? value : undefined;
  const taken = value.filter(({ id }) => allowed.includes(id));
  return taken.length > 0 || value.length === 0 ? taken : undefined;
}
