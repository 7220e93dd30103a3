import { hash } from "node:crypto";
import type { ToolAccess } from "@groundplan/contract";

/** A tool as a server describes it; anything may be in it. */
export interface ToldTool {
  name: string;
  title?: unknown;
  description?: unknown;
  inputSchema: unknown;
  annotations?: unknown;
  execution?: unknown;
}

/** The description of a tool that is kept for agents. It is text of others: never an instruction, and never shown as ours. */
export interface ToolDefinition {
  title?: string;
  description: string;
  inputSchema: unknown;
  /** True for a tool that answers by a task that one has to ask for again and again. */
  needsTask?: true;
}

export interface CleanTool {
  name: string;
  access: ToolAccess;
  fingerprint: string;
  definition: ToolDefinition;
}

const mostNameCharacters = 128;
const mostSchemaBytes = 16 * 1024;
const mostDepth = 40;
const mostDescription = 4000;
const validName = /^[\w.:/-]{1,128}$/;

/**
 * Returns a tool as it is kept, or null for one that is left out: its name is none, or its schema is too large, nested
 * too deeply or refers to what lies elsewhere. References are never followed.
 */
export function cleanTool(told: ToldTool): CleanTool | null {
  const { name, inputSchema } = told;
  if (!validName.test(name) || !isPlain(told)) return null;
  const schema = JSON.stringify(inputSchema);
  if (Buffer.byteLength(schema) > mostSchemaBytes) return null;
  const title = textOf(told.title, 200);
  return {
    name,
    access: isReadOnly(told.annotations) ? "read" : "write",
    fingerprint: fingerprintOf(told),
    definition: {
      ...(title === "" ? {} : { title }),
      description: textOf(told.description, mostDescription),
      inputSchema,
      ...(needsTask(told.execution) ? { needsTask: true } : {}),
    },
  };
}

/** Returns a name as it is shown of a tool that is left out: short, and without what can't be seen. */
export const shownName = (name: string): string =>
  textOf(name.replace(/\s+/g, " "), mostNameCharacters) || "…";

/** A server is not believed: a tool reads only where it says so, and everything else writes. */
const isReadOnly = (annotations: unknown): boolean => fieldOf(annotations, "readOnlyHint") === true;
const needsTask = (execution: unknown): boolean => fieldOf(execution, "taskSupport") === "required";

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[field] : undefined;
}

/** Returns a text without control and direction marks, cut where it is too long. */
function textOf(value: unknown, most: number): string {
  if (typeof value !== "string") return "";
  const cut = value.slice(0, most * 2).toWellFormed();
  const seen = cut.replace(/[^\P{C}\n\t]|[\u2028\u2029\p{Bidi_Control}]/gu, "").trim();
  const characters = [...seen];
  return characters.length <= most && value.length <= most * 2
    ? seen
    : `${characters.slice(0, most - 1).join("")}…`;
}

/** Returns true where nothing is nested too deeply, and no reference leads out of its schema. */
function isPlain(value: unknown): boolean {
  const left: [unknown, number][] = [[value, 0]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [part, depth] = next;
    if (typeof part !== "object" || part === null) continue;
    if (depth > mostDepth) return false;
    for (const [key, inner] of Object.entries(part)) {
      const refers = key === "$ref" || key === "$dynamicRef" || key === "$recursiveRef";
      if (refers && typeof inner === "string" && !inner.startsWith("#")) return false;
      left.push([inner, depth + 1]);
    }
  }
  return true;
}

/** Returns a hash that changes with what people look at before they switch a tool on. The order of fields says nothing. */
function fingerprintOf({ name, description, inputSchema, annotations }: ToldTool): string {
  const sorted = (_: string, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return hash("sha256", JSON.stringify({ name, description, inputSchema, annotations }, sorted), "base64url");
}
