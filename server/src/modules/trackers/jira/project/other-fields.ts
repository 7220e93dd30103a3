import type { FieldValues } from "@groundplan/contract";
import { takenBy } from "../../taken-by.ts";
import type { CreateField, Level } from "../../tracker.ts";
import { mostAllowed, type Screen, type ScreenField } from "./create-fields.ts";
import type { IssueKind, Layout } from "./schema.ts";

/** Merges fields and allowed values over all created issue types. */
export function otherFields({ container, task, subTask }: Layout): CreateField[] {
  const kinds: [Level, IssueKind][] = [
    ["container", container],
    ["item", task],
    ["subItem", subTask ?? task],
  ];
  const fields = new Map<string, CreateField>();
  for (const [level, { name, screen }] of kinds)
    for (const { isRequired, ...other } of screen.others) {
      const field = fields.get(other.id) ?? { ...other, issueTypes: [] };
      const type = field.issueTypes.find((one) => one.name === name);
      if (type) type.levels.push(level);
      else field.issueTypes.push({ name, levels: [level], isRequired, ...wholeOf(other) });
      if (field.allowed && other.allowed) field.allowed = allOf(field.allowed, other.allowed);
      fields.set(other.id, field);
    }
  return [...fields.values()];
}

type Allowed = NonNullable<CreateField["allowed"]>;

const allOf = (some: Allowed, more: Allowed): Allowed =>
  [...new Map([...some, ...more].map((value) => [value.id, value])).values()].slice(0, mostAllowed);

/** Returns nothing if the stored list may be truncated. */
function wholeOf({ allowed }: Pick<ScreenField, "allowed">): { allowed?: string[] } {
  return allowed && allowed.length < mostAllowed ? { allowed: allowed.map(({ id }) => id) } : {};
}

/** Returns the values that this issue type accepts. */
export function valuesFor({ others }: Screen, values: FieldValues): FieldValues {
  const taken = others.flatMap((field) => {
    const value = values[field.id];
    const fitting = value === undefined ? undefined : takenBy(wholeOf(field).allowed, value);
    return fitting === undefined ? [] : [[field.id, fitting] as const];
  });
  return Object.fromEntries(taken);
}
