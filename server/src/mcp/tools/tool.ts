import type { z } from "zod";
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
  /** Returns markdown; `budget` is in tokens. */
  run(caller: Caller, given: z.output<A>, budget: number): Promise<string>;
}

export const tool = <A extends z.ZodObject>(declared: Tool<A>): Tool => declared as unknown as Tool;
