import { name, slug } from "@groundplan/contract";
import { InvalidArgumentError, Option } from "commander";

/** Parses an option by a rule of the contract, which a wrong value's error quotes. */
const by = (rule: ReturnType<typeof name>) => (value: string) => {
  const read = rule.safeParse(value);
  if (read.success) return read.data;
  throw new InvalidArgumentError(`It ${read.error.issues[0]?.message ?? "is wrong"}.`);
};

export const asSlug = by(slug());
export const asName = by(name());
/** A key's name, at most 80 characters in `POST /v1/api-keys`. */
export const asKeyName = by(name(80));
/** Checks only the form of the address. */
export const asEmail = by(
  name(254).refine((value) => /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(value), "must be an e-mail address"),
);

/** Parses a readiness or effort. */
export const asGrade = wholeFrom(1, 5);
export const asCount = wholeFrom(1, 1_000_000);
/** Parses the number of an event; 0 is before the first one. */
export const asNumber = wholeFrom(0, 999_999_999_999_999);

function wholeFrom(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

export const projectOption = () =>
  new Option("--project <slug>", "the project; found by the plan's handle if omitted");
export const jsonOption = (body: string) => new Option("--json", `print ${body}`);
export const yesOption = () => new Option("--yes", "do it without asking");
export const fileOption = (about: string) => new Option("--file <file>", `${about}; - reads standard input`);

/** Returns the API's word for a choice such as `in-progress`. */
export const wordOf = <Word extends string>(choice: string | undefined): Word | undefined =>
  choice?.toUpperCase().replaceAll("-", "_") as Word | undefined;

/** Returns the choice for a word of the API such as `IN_PROGRESS`. */
export const choiceOf = (word: string): string => word.toLowerCase().replaceAll("_", "-");

/** Returns an object without its undefined fields, which mean "leave it as it is". */
export function given<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}

/** Parses a day such as 2027-01-31. */
export function asDay(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))) return value;
  throw new InvalidArgumentError("It must be a day such as 2027-01-31.");
}

/** Parses a time: RFC 3339, a day, or a span from now such as `7d` or `12h`. */
export function asTime(value: string): string {
  const [, count, unit] = /^(\d{1,4})([hd])$/.exec(value) ?? [];
  const time = count
    ? new Date(Date.now() + Number(count) * (unit === "d" ? 24 : 1) * 3_600_000)
    : new Date(value);
  if ((!count && !/^\d{4}-\d{2}-\d{2}/.test(value)) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError(
      "It must be a day such as 2027-01-31, a time, or a span such as 7d or 12h.",
    );
  return time.toISOString();
}
