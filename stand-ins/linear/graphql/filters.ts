import { isObject } from "../../common/answers.ts";
import { badArgument, LeftOut } from "./errors.ts";

/** Reads a filtered field of a record: a value, a record or a list. */
export type Read = (record: unknown, name: string) => unknown;

const has = (text: unknown, part: unknown, test: (a: string, b: string) => boolean) =>
  typeof text === "string" && test(text, String(part));
const lower = (value: unknown) => (typeof value === "string" ? value.toLowerCase() : value);

const comparators: Record<string, (value: unknown, wanted: unknown) => boolean> = {
  eq: (value, wanted) => same(value, wanted),
  neq: (value, wanted) => !same(value, wanted),
  in: (value, wanted) => [wanted].flat().some((one) => same(value, one)),
  nin: (value, wanted) => ![wanted].flat().some((one) => same(value, one)),
  gt: (value, wanted) => order(value, wanted, (difference) => difference > 0),
  gte: (value, wanted) => order(value, wanted, (difference) => difference >= 0),
  lt: (value, wanted) => order(value, wanted, (difference) => difference < 0),
  lte: (value, wanted) => order(value, wanted, (difference) => difference <= 0),
  null: (value, wanted) => (value === null || value === undefined) === wanted,
  eqIgnoreCase: (value, wanted) => lower(value) === lower(wanted),
  contains: (value, wanted) => has(value, wanted, (text, part) => text.includes(part)),
  containsIgnoreCase: (value, wanted) =>
    has(lower(value), lower(wanted), (text, part) => text.includes(part)),
  startsWith: (value, wanted) => has(value, wanted, (text, part) => text.startsWith(part)),
  endsWith: (value, wanted) => has(value, wanted, (text, part) => text.endsWith(part)),
};

/** Returns whether a record passes a Linear filter. Throws `LeftOut` for an unknown comparison. */
export function passes(record: unknown, filter: unknown, read: Read): boolean {
  if (!isObject(filter)) return true;
  return Object.entries(filter).every(([name, wanted]) => {
    if (name === "and") return [wanted].flat().every((one) => passes(record, one, read));
    if (name === "or") return [wanted].flat().some((one) => passes(record, one, read));
    const compare = comparators[name];
    if (compare !== undefined) return compare(record, wanted);
    if (Array.isArray(record)) return listPasses(record, name, wanted, read);
    // A filter on a missing value matches nothing, except the comparison `null: true`.
    if (record === null || record === undefined) return false;
    return passes(read(record, name), wanted, read);
  });
}

function listPasses(records: unknown[], name: string, wanted: unknown, read: Read): boolean {
  if (name === "every") return records.every((one) => passes(one, wanted, read));
  if (name === "length") return passes(records.length, wanted, read);
  // A list filter defaults to `some`.
  const filter = name === "some" ? wanted : { [name]: wanted };
  return records.some((one) => passes(one, filter, read));
}

const isTime = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);

function same(value: unknown, wanted: unknown): boolean {
  return isTime(value) ? Date.parse(value) === time(wanted) : value === wanted;
}

function order(value: unknown, wanted: unknown, test: (difference: number) => boolean): boolean {
  if (value === null || value === undefined) return false;
  return test(isTime(value) ? Date.parse(value) - time(wanted) : Number(value) - Number(wanted));
}

function time(value: unknown): number {
  if (/^-?P/.test(String(value))) throw new LeftOut("durations in filters");
  const parsed = Date.parse(String(value));
  if (Number.isNaN(parsed)) throw badArgument(`${value} is not a date`);
  return parsed;
}
