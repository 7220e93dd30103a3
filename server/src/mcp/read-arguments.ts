import type { z } from "zod";
import { check } from "../dispatch/input/check-input.ts";
import { ApiError } from "../errors.ts";
import { ToolError, toToolError } from "./errors.ts";
import { repaired } from "./repair.ts";
import type { Tool } from "./tools/tool.ts";

/** Bounds of `budget`, in tokens. */
const budgets = { least: 300, most: 50_000 };

/** Validates a tool's arguments; throws a `ToolError` that names the first fault and a call without it. */
export function readArguments(
  tool: Tool,
  given: Record<string, unknown>,
): { given: z.output<Tool["arguments"]>; budget: number } {
  try {
    const read = check(tool.arguments, given) as z.output<Tool["arguments"]>;
    const { budget = tool.usualBudget } = read as { budget?: number };
    if (budget < budgets.least || budget > budgets.most)
      throw new ToolError("budget", `must be from ${budgets.least} to ${budgets.most} tokens.`);
    return { given: read, budget };
  } catch (error) {
    const fault = error instanceof ApiError ? toToolError(error) : error;
    if (!(fault instanceof ToolError)) throw fault;
    const args = repaired(tool, given);
    throw new ToolError(fault.where, fault.message, "", args && { tool: tool.name, arguments: args });
  }
}
