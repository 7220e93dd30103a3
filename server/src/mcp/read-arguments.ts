import type { z } from "zod";
import { ToolError } from "./errors.ts";
import type { Tool } from "./tools/tool.ts";

/** Bounds of `budget`, in tokens. */
const budgets = { least: 300, most: 50_000 };

/** Validates a tool's arguments; throws a `ToolError` that names the first fault. */
export function readArguments(
  tool: Tool,
  given: Record<string, unknown>,
): { given: z.output<Tool["arguments"]>; budget: number } {
  const parsed = tool.arguments.safeParse(given);
  if (!parsed.success) throw faultOf(tool, parsed.error.issues);
  const { budget = tool.usualBudget } = parsed.data as { budget?: number };
  if (budget < budgets.least || budget > budgets.most)
    throw new ToolError(
      "budget",
      `must be from ${budgets.least} to ${budgets.most} tokens.`,
      `Leave it out for ${tool.usualBudget}.`,
    );
  return { given: parsed.data, budget };
}

function faultOf(tool: Tool, issues: readonly z.core.$ZodIssue[]): ToolError {
  const [issue] = issues;
  const path = issue?.path.map(String) ?? [];
  const unknown = issue?.code === "unrecognized_keys" ? (issue.keys[0] ?? "") : "";
  const where = [...path, ...(unknown === "" ? [] : [unknown])].join("/");
  const what = unknown === "" ? `${issue?.message ?? "is wrong"}.` : "is no argument here.";
  const known = Object.keys(tool.arguments.shape).join(", ");
  return new ToolError(where, what, `${tool.name} takes ${known}.`);
}
