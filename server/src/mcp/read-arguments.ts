import type { z } from "zod";
import { check, valueAt } from "../dispatch/input/check-input.ts";
import { checkText } from "../dispatch/input/valid-text.ts";
import { ApiError } from "../errors.ts";
import { ToolError, toToolError } from "./errors.ts";
import { meantBy, repaired } from "./repair.ts";
import { budgets, isBudget, type Tool } from "./tools/tool.ts";

/** Validates a tool's arguments; throws a `ToolError` that names the first fault and a call without it. */
export function readArguments(
  tool: Tool,
  given: Record<string, unknown>,
): { given: z.output<Tool["arguments"]>; budget: number } {
  requireText(given);
  try {
    const read = check(tool.arguments, given) as z.output<Tool["arguments"]>;
    const { budget = tool.usualBudget } = read as { budget?: number };
    if (!isBudget(budget))
      throw new ToolError("budget", `must be from ${budgets.least} to ${budgets.most} tokens.`);
    return { given: read, budget };
  } catch (error) {
    const fault = error instanceof ApiError ? faultOf(tool, error) : error;
    if (!(fault instanceof ToolError)) throw fault;
    const args = repaired(tool, given);
    throw new ToolError(fault.where, fault.message, "", args && { tool: tool.name, arguments: args });
  }
}

/** Throws for texts and nesting that the API refuses, of which no example is made. */
function requireText(given: Record<string, unknown>): void {
  try {
    checkText(given);
  } catch (error) {
    throw error instanceof ApiError ? toToolError(error) : error;
  }
  requireFew(given, "");
}

/** Items of a list or fields of an object, above all bounds of the API: each may be a fault, which takes time to tell. */
const mostItems = 1000;

function requireFew(value: unknown, where: string): void {
  if (typeof value !== "object" || value === null) return;
  const keys = Object.keys(value);
  if (keys.length > mostItems) throw new ToolError(where, `must have at most ${mostItems} items.`);
  for (const key of keys) requireFew(valueAt(value, [key]), where === "" ? key : `${where}/${key}`);
}

/** Returns the first unknown name, which often is why another one lacks, or else the first fault. */
function faultOf(tool: Tool, error: ApiError): ToolError {
  const details = error.details as { path: string; message: string }[] | undefined;
  const unknown = details?.find(({ message }) => message.startsWith("is not a known field"));
  if (!unknown) return toToolError(error);
  const path = unknown.path.split("/").slice(1);
  const where = path.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const name = meantBy(tool, where.slice(0, -1), path.at(-1) ?? "");
  const what =
    name === undefined ? `${unknown.message.replace(/\?$/, "")}.` : `is not known here; send \`${name}\`.`;
  return new ToolError(path.join("/"), what);
}
