import type { PackReceipt } from "@groundplan/contract";
import type { Fitted, Part } from "../../tokens/fit.ts";
import { fenced } from "./fence.ts";

/** An item is one thing that a planner should read: its receipt's words about it, and its text. */
export interface Item {
  kind: PackReceipt["kind"];
  id: string;
  title: string;
  /** The name of a plan or spec for people, which the text names it by. */
  handle?: string;
  revision: number;
  text: string;
  /** This says why the text is not the whole one, where it isn't. */
  cutBefore?: string;
  /** This says why it is not in the pack at all, whatever the budget is. */
  leftOut?: string;
}

/** Returns the parts of the items that have a text, for the budget. */
export const partsOf = (items: readonly Item[]): Part[] => items.filter(isRead).map(partOf);

const isRead = (item: Item) => item.leftOut === undefined;

const partOf = ({ kind, id, handle, title, revision, text }: Item): Part =>
  fenced(kind, { id: handle ?? id, title, revision }, text.trim());

/** Returns the receipts of all items, by what became of their parts. */
export function receiptsOf(items: readonly Item[], fitted: readonly Fitted[]): PackReceipt[] {
  const parts = fitted.values();
  return items.map((item) => {
    const { kind, id, title, revision, leftOut, cutBefore } = item;
    const told = { kind, id, title, revision };
    const { state, tokens } = leftOut === undefined ? (parts.next().value ?? nothing) : nothing;
    if (leftOut !== undefined) return { ...told, tokens, state, reason: leftOut };
    if (state === "left_out") return { ...told, tokens, state, reason: "The budget is used up." };
    if (state === "cut") return { ...told, tokens, state, reason: "The budget ends within it." };
    return cutBefore === undefined
      ? { ...told, tokens, state }
      : { ...told, tokens, state: "cut" as const, reason: cutBefore };
  });
}

const nothing: Fitted = { state: "left_out", tokens: 0 };
