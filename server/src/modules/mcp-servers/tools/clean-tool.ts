import { hash } from "node:crypto";
import type { ToolAccess } from "@groundplan/contract";
import { isObject } from "../is-object.ts";
import { objectSchema } from "./tidy-schema.ts";

/** A tool's description for agents: untrusted text, never an instruction and never presented as ours. */
export interface ToolDefinition {
  title?: string;
  description: string;
  inputSchema: unknown;
  /** True for a tool that answers through a polled task. */
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
 * Returns a sanitized tool, or why it is unusable. Invalid optional fields are ignored, null counts as
 * absent, references are never followed.
 */
export function cleanTool(listed: unknown): CleanTool | string {
  if (!isObject(listed)) return "it is not an object";
  const { name, annotations } = listed;
  if (name === undefined || name === null || name === "") return "it has no name";
  if (typeof name !== "string") return "its name is not a text";
  if (!validName.test(name))
    return `its name must have 1 to ${mostNameCharacters} letters, digits or any of _ . : / -`;
  const fault = faultOf(listed.inputSchema);
  if (fault !== null) return fault;
  const inputSchema = objectSchema(listed.inputSchema);
  if (inputSchema === null) return "its inputSchema is not the schema of an object";
  const title = textOf(listed.title, 200);
  return {
    name,
    access: fieldOf(annotations, "readOnlyHint") === true ? "read" : "write",
    fingerprint: fingerprintOf(name, listed),
    definition: {
      ...(title === "" ? {} : { title }),
      description: textOf(listed.description, mostDescription),
      inputSchema,
      ...(fieldOf(listed.execution, "taskSupport") === "required" ? { needsTask: true } : {}),
    },
  };
}

/** Returns a printable name for a dropped tool, or its position. */
export function shownName(listed: unknown, position: number): string {
  const name = fieldOf(listed, "name");
  const shown = typeof name === "string" ? textOf(name.replace(/\s+/g, " "), mostNameCharacters) : "";
  return shown || `tool ${position}`;
}

const fieldOf = (value: unknown, field: string): unknown => (isObject(value) ? value[field] : undefined);

/** Removes control and bidi characters, and truncates. */
function textOf(value: unknown, most: number): string {
  if (typeof value !== "string") return "";
  const cut = value.slice(0, most * 2).toWellFormed();
  const seen = cut.replace(/[^\P{C}\n\t]|[\u2028\u2029\p{Bidi_Control}]/gu, "").trim();
  const characters = [...seen];
  return characters.length <= most && value.length <= most * 2
    ? seen
    : `${characters.slice(0, most - 1).join("")}…`;
}

/** Returns why a schema is unusable, or null. */
function faultOf(schema: unknown): string | null {
  const left: [unknown, number][] = [[schema, 1]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [part, depth] = next;
    if (typeof part !== "object" || part === null) continue;
    if (depth > mostDepth) return `its inputSchema is nested deeper than ${mostDepth} levels`;
    for (const [key, inner] of Object.entries(part)) {
      const refers = key === "$ref" || key === "$dynamicRef" || key === "$recursiveRef";
      if (refers && typeof inner === "string" && !inner.startsWith("#"))
        return "its inputSchema refers to another document";
      left.push([inner, depth + 1]);
    }
  }
  const bytes = Buffer.byteLength(JSON.stringify(schema) ?? "");
  return bytes > mostSchemaBytes ? `its inputSchema is larger than ${mostSchemaBytes / 1024} KB` : null;
}

const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/**
 * Returns a hash of everything that people review before switching a tool on, independent of property order.
 */
function fingerprintOf(name: string, listed: Record<string, unknown>): string {
  const { inputSchema } = listed;
  const description = typeof listed.description === "string" ? listed.description : undefined;
  const annotations = isObject(listed.annotations)
    ? Object.fromEntries(Object.entries(listed.annotations).filter(isAnnotation))
    : undefined;
  const sorted = (_: string, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return hash("sha256", JSON.stringify({ name, description, inputSchema, annotations }, sorted), "base64url");
}

const isAnnotation = ([key, value]: [string, unknown]): boolean =>
  hints.includes(key) ? typeof value === "boolean" : key === "title" && typeof value === "string";
