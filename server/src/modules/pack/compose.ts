import { hash } from "node:crypto";
import type { PackReceipt } from "@groundplan/contract";
import type { Fitted, Part } from "../../tokens/fit.ts";

/** A text for the planner and its receipt. */
export interface Item {
  kind: PackReceipt["kind"];
  id: string;
  title: string;
  /** Handle of a plan or spec, shown in the text. */
  handle?: string;
  revision: number;
  text: string;
  /** Why the text is incomplete, if so. */
  cutBefore?: string;
  /** Why it is left out regardless of the budget, if so. */
  leftOut?: string;
}

/** Receipt reasons for a small budget. */
export const usedUp = "The budget is used up.";
export const endsWithin = "The budget ends within it.";

export const partsOf = (items: readonly Item[]): Part[] => items.filter(isRead).map(partOf);

const isRead = (item: Item) => item.leftOut === undefined;

const partOf = ({ kind, id, handle, title, revision, text }: Item): Part =>
  fenced(kind, { id: handle ?? id, title, revision }, text.trim());

/** Returns receipts from the fitted parts. */
export function receiptsOf(items: readonly Item[], fitted: readonly Fitted[]): PackReceipt[] {
  const parts = fitted.values();
  return items.map((item) => {
    const { kind, id, title, revision, leftOut, cutBefore } = item;
    const attributes = { kind, id, title, revision };
    const { state, tokens } = leftOut === undefined ? (parts.next().value ?? nothing) : nothing;
    if (leftOut !== undefined) return { ...attributes, tokens, state, reason: leftOut };
    if (state === "left_out") return { ...attributes, tokens, state, reason: usedUp };
    if (state === "cut") return { ...attributes, tokens, state, reason: endsWithin };
    return cutBefore === undefined
      ? { ...attributes, tokens, state }
      : { ...attributes, tokens, state: "cut" as const, reason: cutBefore };
  });
}

const nothing: Fitted = { state: "left_out", tokens: 0 };

/** Encloses a text in two marked lines. The mark is a hash of the text, so that no text can fake its own end. */
function fenced(name: string, facts: Record<string, string | number>, text: string): Part {
  const mark = hash("sha256", text).slice(0, 12);
  const attributes = Object.entries(facts).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
  return {
    before: `<${name} mark="${mark}"${attributes.join("")}>\n`,
    text,
    after: `\n</${name} mark="${mark}">\n\n`,
  };
}
