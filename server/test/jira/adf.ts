import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import Ajv from "ajv-draft-04";
import { isObject } from "../github/answers.ts";

/** Atlassian's published schema of documents, where the shared directory lies beside the project. */
const published = new URL("../../../../shared/schemas/adf-full.schema.json", import.meta.url);

export type CheckDocument = (document: unknown) => string[];

let compiled: CheckDocument | undefined;

/** Reads the published schema, or undefined where it is absent. Compiles it with the first document. */
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

// A node that fits none of many kinds fails for each of them: what was found deepest is nearest to the cause.
function deepest(errors: { instancePath: string; message?: string }[]): string[] {
  const depth = ({ instancePath }: { instancePath: string }) => instancePath.split("/").length;
  const most = Math.max(...errors.map(depth));
  const told = errors.filter((error) => depth(error) === most);
  return [...new Set(told.map(({ instancePath, message }) => `document${instancePath} ${message}`))].slice(
    0,
    5,
  );
}

/** All text of a document, one after the other. */
export function textOf(node: unknown): string {
  if (Array.isArray(node)) return node.map(textOf).join("");
  if (!isObject(node)) return "";
  return (typeof node.text === "string" ? node.text : "") + textOf(node.content);
}

const withLocalId = ["taskList", "taskItem", "decisionList", "decisionItem"];

/**
 * A document as Jira gives it back: with its version, with its own ids on tasks and decisions, and without
 * attributes and content that are empty. So what is read is not what was written.
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
