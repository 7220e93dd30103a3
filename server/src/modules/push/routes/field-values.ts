import type { FieldValues } from "@groundplan/contract";
import { invalid } from "../../../errors.ts";
import type { CreateField } from "../../trackers/tracker.ts";

/** Throws 400 with the value's path if no issue type takes it. */
export function refuseValues(values: FieldValues, known: readonly CreateField[]): void {
  for (const [id, value] of Object.entries(values)) {
    const field = known.find((one) => one.id === id);
    const why = field ? whyNot(field, value) : "is no field of an issue that is made from here";
    if (why !== null) throw invalid(`/fields/${id.replaceAll("~", "~0").replaceAll("/", "~1")}`, why);
  }
}

function whyNot({ type, allowed }: CreateField, value: FieldValues[string]): string | null {
  if (type === "number") return typeof value === "number" ? null : "must be a number";
  if (typeof value === "number") return `must be a value of the type ${type}`;
  if (type === "array") {
    if (!Array.isArray(value)) return "must be a list of `{id}`";
  } else if (Array.isArray(value)) return "must not be a list";
  if (typeof value === "string") return allowed ? "must be `{id}` of one of the values to choose from" : null;
  if (type === "string") return "must be a text";
  const ids = (Array.isArray(value) ? value : [value]).map((one) => one.id);
  // The list of allowed values may be truncated.
  const isWhole = allowed !== undefined && allowed.length < mostListed;
  const unknown = isWhole ? ids.find((id) => !allowed.some((one) => one.id === id)) : undefined;
  return unknown === undefined ? null : `has no value with the id ${unknown}`;
}

const mostListed = 200;
