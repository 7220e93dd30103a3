import type { z } from "zod";
import { valueAt } from "../dispatch/input/check-input.ts";
import { namesAt } from "../dispatch/input/did-you-mean.ts";
import { isBudget, type Tool } from "./tools/tool.ts";

type Values = Record<PropertyKey, unknown>;

/** Faults mended at most, before an example is given up. */
const mostFaults = 60;

/** Arguments that models mean by other names, the likeliest first. */
const meant: Record<string, readonly string[]> = {
  name: ["title"],
  title: ["name"],
  description: ["content", "text"],
  content: ["text", "description"],
  text: ["content", "description"],
  body: ["content", "text", "description"],
  markdown: ["content", "text", "description"],
  query: ["q"],
  search: ["q"],
  id: ["spec", "plan", "source"],
  spec: ["specs"],
  plan_id: ["plan"],
  planId: ["plan"],
  planShortId: ["plan"],
  spec_id: ["spec", "specs"],
  specId: ["spec", "specs"],
  specShortId: ["spec", "specs"],
  projectSlug: ["project"],
  project_id: ["project"],
  needsFirst: ["needs"],
  dependencies: ["needs"],
  depends_on: ["needs"],
  baseRevision: ["revision"],
  action: ["act"],
  status: ["act"],
  claim_id: ["claim"],
  claimId: ["claim"],
};

/** Returns the argument that is meant by an unknown name at a place of a tool's arguments. */
export const meantBy = (tool: Tool, path: readonly PropertyKey[], name: string): string | undefined =>
  (Object.hasOwn(meant, name) ? meant[name] : undefined)?.find((one) =>
    namesAt(tool.arguments, path).includes(one),
  );

/**
 * Returns the arguments with their faults mended: known names for unknown ones, examples for wrong values.
 * Undefined if nothing helps.
 */
export function repaired(tool: Tool, given: Record<string, unknown>): Record<string, unknown> | undefined {
  const values = structuredClone(given);
  if (!isBudget(values.budget)) delete values.budget;
  for (let faults = 0; faults < mostFaults; faults++) {
    const parsed = tool.arguments.safeParse(values);
    if (parsed.success) return values;
    const { issues } = parsed.error;
    if (issues.length > mostFaults || issues.some(isLong)) return undefined;
    const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
    if (!issue || !mend(tool, values, issue)) return undefined;
  }
  return undefined;
}

/** Tests for a fault that takes longer to mend than its example is worth. */
const isLong = (issue: z.core.$ZodIssue) =>
  issue.code === "unrecognized_keys" && issue.keys.length > mostFaults;

function mend(tool: Tool, values: Values, issue: z.core.$ZodIssue): boolean {
  if (issue.code === "unrecognized_keys") {
    const parent = valueAt(values, issue.path) as Values;
    for (const key of issue.keys) {
      const name = meantBy(tool, issue.path, key);
      const value = parent[key];
      delete parent[key];
      if (name !== undefined && !(name in parent)) parent[name] = value;
    }
    return true;
  }
  const last = issue.path.at(-1);
  if (last === undefined) return false;
  const parent = valueAt(values, issue.path.slice(0, -1)) as Values | undefined;
  if (typeof parent !== "object" || parent === null) return false;
  const value = parent[last];
  const example = valueAt(
    tool.example,
    issue.path.map((part) => (typeof part === "number" ? 0 : part)),
  );
  if (issue.code === "invalid_type" && issue.expected === "array" && isOne(value)) parent[last] = [value];
  else if (issue.code === "invalid_type" && issue.expected === "string" && areTexts(value))
    parent[last] = value.join("\n");
  else if (issue.code === "too_big" && Array.isArray(value)) value.splice(Number(issue.maximum));
  else if (example !== undefined && example !== value) parent[last] = example;
  else if (value === undefined) return false;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
  return true;
}

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** Tests for a value that can be the only item of a list. */
const isOne = (value: unknown): boolean =>
  typeof value === "string" || (typeof value === "object" && value !== null && !Array.isArray(value));
