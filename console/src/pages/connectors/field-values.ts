import type { FieldValues, getProjectTracker, Reply } from "@groundplan/contract";

/** A field that the tracker requires of new issues. */
export type RequiredField = NonNullable<Reply<typeof getProjectTracker>["tracker"]["requiredFields"]>[number];

/** Returns the name of one option's checkbox. */
export const boxName = (fieldId: string, id: string) => `${fieldId} ${id}`;

/** Returns the ids in a field's value. */
export const idsOf = ({ value }: RequiredField): string[] =>
  [value].flat().flatMap((one) => (isChosen(one) ? [one.id] : []));

const isChosen = (value: unknown): value is { id: string } =>
  typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";

/** Includes selected options beyond the first 200; undefined for free input. */
export function choicesOf(field: RequiredField): { id: string; name: string }[] | undefined {
  const { allowed } = field;
  if (!allowed) return undefined;
  const others = idsOf(field).filter((id) => !allowed.some((one) => one.id === id));
  return [...allowed, ...others.map((id) => ({ id, name: id }))];
}

/** The rest refer to an id. */
const textTypes = ["string", "date", "datetime", "any"];
export const isText = ({ type }: RequiredField) => textTypes.includes(type);

export function valueText(field: RequiredField): string | null {
  const { value, allowed = [] } = field;
  if (typeof value === "string" || typeof value === "number") return String(value);
  const names = idsOf(field).map((id) => allowed.find((one) => one.id === id)?.name ?? id);
  return names.length > 0 ? names.join(", ") : null;
}

/** Converts form input for the tracker, without empty fields. */
export function typedValues(fields: readonly RequiredField[], typed: Record<string, string>): FieldValues {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = typedValue(field, typed);
      return value === null ? [] : [[field.id, value]];
    }),
  );
}

function typedValue(field: RequiredField, typed: Record<string, string>) {
  const { id, type } = field;
  const choices = choicesOf(field);
  if (type === "array") {
    const ids = choices
      ? choices.flatMap((one) => (boxName(id, one.id) in typed ? [one.id] : []))
      : (typed[id] ?? "").split(",").flatMap((part) => part.trim() || []);
    return ids.length > 0 ? ids.map((one) => ({ id: one })) : null;
  }
  const text = (typed[id] ?? "").trim();
  if (text === "") return null;
  // The service reports invalid numbers.
  if (type === "number") return Number.isNaN(Number(text)) ? text : Number(text);
  return choices || !isText(field) ? { id: text } : text;
}
