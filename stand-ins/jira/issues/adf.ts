import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import Ajv from "ajv-draft-04";
import { isObject } from "../../common/answers.ts";

/** In the optional shared directory. */
const published = new URL("../../../../shared/schemas/adf-full.schema.json", import.meta.url);

export type CheckDocument = (document: unknown) => string[];

let compiled: CheckDocument | undefined;

/** Reads the published schema, if present; compiles it on first use. */
export function loadAdf(file: URL = published): CheckDocument | undefined {
  if (!existsSync(file)) return undefined;
  return (document) => {
    compiled ??= compile(file);
    return compiled(document);
  };
}

function compile(file: URL): CheckDocument {
  const ajv = new Ajv.default({ strict: false });
  const validate = ajv.compile(JSON.parse(readFileSync(file, "utf8")));
  return (document) => (validate(document) ? [] : deepest(validate.errors ?? []));
}

// A node that fits no alternative fails for each; the deepest error is closest to the cause.
function deepest(errors: { instancePath: string; message?: string }[]): string[] {
  const depth = ({ instancePath }: { instancePath: string }) => instancePath.split("/").length;
  const most = Math.max(...errors.map(depth));
  const told = errors.filter((error) => depth(error) === most);
  return [...new Set(told.map(({ instancePath, message }) => `document${instancePath} ${message}`))].slice(
    0,
    5,
  );
}

export function textOf(node: unknown): string {
  if (Array.isArray(node)) return node.map(textOf).join("");
  if (!isObject(node)) return "";
  return (typeof node.text === "string" ? node.text : "") + textOf(node.content);
}

const withLocalId = ["taskList", "taskItem", "decisionList", "decisionItem"];

/**
 * Returns a document as Jira does: with a version, new ids for tasks and decisions, and without empty
 * attributes and content.
 */
export function normalise(document: unknown): unknown {
  return isObject(document) ? { ...(node(document) as object), version: 1 } : document;
}

function node(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(node);
  if (!isObject(value)) return value;
  const attrs = isObject(value.attrs) ? value.attrs : {};
  const kept = withLocalId.includes(String(value.type)) ? { ...attrs, localId: randomUUID() } : attrs;
  const { attrs: _attrs, content, ...rest } = value;
  return {
    ...rest,
    ...(Object.keys(kept).length === 0 ? {} : { attrs: kept }),
    ...(content === undefined ? {} : { content: node(content) }),
  };
}
