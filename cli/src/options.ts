import { name, slug } from "@groundplan/contract";
import { InvalidArgumentError } from "commander";

/** Reads an option's value by a rule of the contract; a wrong value ends the command with the rule. */
const by = (rule: ReturnType<typeof name>) => (value: string) => {
  const read = rule.safeParse(value);
  if (read.success) return read.data;
  throw new InvalidArgumentError(`It ${read.error.issues[0]?.message ?? "is wrong"}.`);
};

export const asSlug = by(slug());
export const asName = by(name());
/** Reads a key's name, which `POST /v1/api-keys` limits to 80 characters. */
export const asKeyName = by(name(80));
/** Reads an e-mail address. Only its form is checked, not whether it exists. */
export const asEmail = by(
  name(254).refine((value) => /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(value), "must be an e-mail address"),
);
