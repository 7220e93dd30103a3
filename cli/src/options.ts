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
