import type { FieldValues } from "@groundplan/contract";

type Value = FieldValues[string];

/** Returns what an issue type allows of a value, if anything. */
export function takenBy(allowed: readonly string[] | undefined, value: Value): Value | undefined {
  if (allowed === undefined || typeof value !== "object") return value;
  if (!Array.isArray(value)) return allowed.includes(value.id) ? value : undefined;
  const taken = value.filter(({ id }) => allowed.includes(id));
  return taken.length > 0 || value.length === 0 ? taken : undefined;
}
