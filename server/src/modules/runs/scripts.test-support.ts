import type { Script } from "../../../test/model-provider.ts";

/** The text of a source. */
export const words =
  "Guests pay by card before the invoice is closed. Refunds take five working days. Invoices are numbered.";

/** A spec whose criteria cite the first source, but for an assumed one. */
export const specOf = (ref: string, more: object = {}) => ({
  ref,
  title: `Paying ${ref}`,
  content:
    "Guests can pay.\n\n## Acceptance criteria\n\n1. Guests pay by card.\n2. Refunds take five working days.\n3. A receipt is mailed to the guest.",
  effort: 2,
  from: [
    { criterion: 1, source: "S1", quote: "Guests pay by card" },
    { criterion: 2, source: "S1", quote: "Refunds take five working days" },
    { criterion: 3, assumed: true },
  ],
  ...more,
});

export const call = (name: string, input: object) => ({ name, input });

/** Answers each request by its number, the last answer again and again. */
export const inTurn =
  (...turns: { name: string; input: object | string }[][]): Script =>
  (_request, n) => ({ calls: turns[Math.min(n, turns.length) - 1] ?? [] });
