import * as contract from "@groundplan/contract";
import type { Plugin } from "vite";

const name = "@groundplan/contract";

/**
 * Reduces the contract to the endpoints' addresses and bodies: the service validates, so neither schemas nor
 * zod are bundled. Each export is its own module, so that chunks include only what they call.
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

/** Returns the code of one export, or of the index. */
function codeOf(key: string): string {
  if (key) return codes.get(key) ?? "";
  return [...codes.keys()].map((each) => `export { ${each} } from "${name}/${each}";`).join("\n");
}

/** Code by export name; none for unused exports. */
const codes = new Map(
  Object.entries(contract).flatMap(([key, value]) => {
    const data = dataOf(value);
    return data === null ? [] : [[key, `export const ${key} = ${JSON.stringify(data)};`] as const];
  }),
);

/** Returns the runtime form of an export; null for none. */
function dataOf(value: unknown) {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return null;
  // A closed list is represented by its values.
  if (
    "options" in value &&
    Array.isArray(value.options) &&
    value.options.every((one) => typeof one === "string")
  )
    return { options: value.options };
  if (!("method" in value && "path" in value)) return null;
  const { method, path, body, bodyOptional, ...more } = value as contract.Endpoint | contract.ConsoleEndpoint;
  const needs = "needs" in more ? { needs: more.needs } : {};
  // JSON is the default; these mark forms and files.
  const forms = "multipart" in more && more.multipart ? { multipart: {} } : {};
  const files = "raw" in more && more.raw ? { raw: true } : {};
  // Absent means none, which keeps the code short.
  const bodies = body ? { body: {}, ...(bodyOptional ? { bodyOptional } : {}) } : {};
  return { method, path, ...bodies, ...forms, ...files, ...needs };
}
