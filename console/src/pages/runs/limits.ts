import { UserError } from "../../base/user-error.ts";

const names = { tokens: "Tokens", minutes: "Minutes", steps: "Calls", cost: "Cost" } as const;

type Limits = Partial<Record<keyof typeof names, number>>;

/** Reads the fields of limits; empty ones are left out. */
export function limitsOf(values: Record<string, string>): Limits {
  const limits: Limits = {};
  for (const name of Object.keys(names) as (keyof typeof names)[]) {
    const text = (values[name] ?? "").replaceAll(",", "").trim();
    if (text === "") continue;
    const number = Number(text);
    if (Number.isNaN(number)) throw new UserError(`${names[name]} must be a number.`);
    limits[name] = number;
  }
  return limits;
}
