import { name, slug } from "@groundplan/contract";
import { InvalidArgumentError } from "commander";

/** Reads an option's value by a rule of the contract; a wrong one ends the command with the rule. */
const by = (rule: ReturnType<typeof name>) => (value: string) => {
  const read = rule.safeParse(value);
  if (read.success) return read.data;
  throw new InvalidArgumentError(`It ${read.error.issues[0]?.message ?? "is wrong"}.`);
};

export const asSlug = by(slug());
export const asName = by(name());
/** A key's name, which `POST /v1/api-keys` limits to 80 characters. */
export const asKeyName = by(name(80));
/** An e-mail address, by its form only: whether it exists, nobody asks. */
export const asEmail = by(
  name(254).refine((value) => /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(value), "must be an e-mail address"),
);
