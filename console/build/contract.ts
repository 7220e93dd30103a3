import * as contract from "@groundplan/contract";
import type { Plugin } from "vite";

const name = "@groundplan/contract";

/**
 * Gives the console what a call needs of the contract: where each endpoint is and whether it takes a body. The service
 * checks shapes, so neither the schemas nor zod are in the bundle; their types are there all the same. Each export is a
 * module, so that each part of the page takes along what it calls.
 */
export const contractAsData: Plugin = {
  name: "contract-as-data",
  enforce: "pre",
  resolveId: { filter: { id: /^@groundplan\/contract(\/\w+)?$/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0@groundplan\/contract/ },
    handler: (id) => ({ code: codeOf(id.slice(name.length + 2)), moduleSideEffects: false }),
  },
};

/** Returns the code of one export, or of the module that exports all of them. */
function codeOf(key: string): string {
  if (key) return codes.get(key) ?? "";
  return [...codes.keys()].map((each) => `export { ${each} } from "${name}/${each}";`).join("\n");
}

/** The codes of the exports, by their names; what a call does not need has none. */
const codes = new Map(
  Object.entries(contract).flatMap(([key, value]) => {
    const data = dataOf(value);
    return data === null ? [] : [[key, `export const ${key} = ${JSON.stringify(data)};`] as const];
  }),
);

/** Returns what a call needs of an export; null for nothing. */
function dataOf(value: unknown) {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return null;
  // A closed list, such as that of the events' types, is its words.
  if (
    "options" in value &&
    Array.isArray(value.options) &&
    value.options.every((one) => typeof one === "string")
  )
    return { options: value.options };
  if (!("method" in value && "path" in value)) return null;
  const { method, path, body, bodyOptional, ...more } = value as contract.Endpoint | contract.ConsoleEndpoint;
  const needs = "needs" in more ? { needs: more.needs } : {};
  // Most endpoints take and answer JSON; these two say where it is a form, or a file.
  const forms = "multipart" in more && more.multipart ? { multipart: {} } : {};
  const files = "raw" in more && more.raw ? { raw: true } : {};
  // What is not said stands for "none", which keeps the parts short.
  const bodies = body ? { body: {}, ...(bodyOptional ? { bodyOptional } : {}) } : {};
  return { method, path, ...bodies, ...forms, ...files, ...needs };
}
