import { name, slug } from "@groundplan/contract";
import { InvalidArgumentError } from "commander";

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

function wholeFrom(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}
