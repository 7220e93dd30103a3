import { z } from "zod";
import type { Caller } from "../caller.ts";

/** A tool of the service's MCP server: a thin function over operations of the contract. */
export interface Tool<A extends z.ZodObject = z.ZodObject> {
  name: string;
  description: string;
  arguments: A;
  /** False for a tool that writes, which a `read` credential isn't offered. */
  isRead: boolean;
  /** True for a tool that reaches systems outside of the service. */
  isOpenWorld?: true;
  /** Tokens of the answer, unless `budget` says otherwise. */
  usualBudget: number;
  /** Values that stand for wrong ones in the example of an error. */
  example: Record<string, unknown>;
  /** Returns markdown of at most `budget` tokens. */
  run(caller: Caller, given: z.output<A>, budget: number): Promise<string>;
}

export const tool = <A extends z.ZodObject>(declared: Tool<A>): Tool => declared as unknown as Tool;

/** Bounds of `budget`, in tokens. */
export const budgets = { least: 300, most: 50_000 } as const;

export const isBudget = (value: unknown): value is number =>
  typeof value === "number" && value >= budgets.least && value <= budgets.most;

/**
 * Returns the budget of a brief or pack that is read on by a cursor, so that it is cut behind the answer's end. The
 * formats take a quarter of a pack.
 */
export const budgetToCut = (budget: number, what: "brief" | "pack"): number =>
  Math.min(budgets.most, (what === "pack" ? 4 : 2) * budget);

export const budgetArgument = z.int().optional().describe("Most tokens");
export const cursorArgument = z.string().optional();
