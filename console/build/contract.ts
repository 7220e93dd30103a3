import * as contract from "@groundplan/contract";
import type { Plugin } from "vite";

const name = "@groundplan/contract";

/**
 * Gives the console what a call needs of the contract: where each endpoint is and whether it takes a body. The service
 * checks shapes, so neither the schemas nor zod are in the bundle; their types are there all the same.
 */
export const contractAsData: Plugin = {
  name: "contract-as-data",
  enforce: "pre",
  resolveId: { filter: { id: /^@groundplan\/contract$/ }, handler: () => `\0${name}` },
  load: {
    filter: { id: /^\0@groundplan\/contract$/ },
    handler: () => ({
      code: [...Object.entries(contract)].flatMap(([key, value]) => exported(key, value)).join("\n"),
      moduleSideEffects: false,
    }),
  },
};

function exported(key: string, value: unknown): string[] {
  if (typeof value === "string") return [`export const ${key} = ${JSON.stringify(value)};`];
  if (typeof value !== "object" || value === null) return [];
  // A closed list, such as that of the events' types, is its words.
  if (
    "options" in value &&
    Array.isArray(value.options) &&
    value.options.every((one) => typeof one === "string")
  )
    return [`export const ${key} = ${JSON.stringify({ options: value.options })};`];
  if (!("method" in value && "path" in value)) return [];
  const { method, path, body, bodyOptional, ...more } = value as contract.Endpoint | contract.ConsoleEndpoint;
  const needs = "needs" in more ? { needs: more.needs } : {};
  // Most endpoints take and answer JSON; these two say where it is a form, or a file.
  const forms = "multipart" in more && more.multipart ? { multipart: {} } : {};
  const files = "raw" in more && more.raw ? { raw: true } : {};
  // All of them are in what the page begins with, so what is not said stands for "none".
  const bodies = body ? { body: {}, ...(bodyOptional ? { bodyOptional } : {}) } : {};
  const data = { method, path, ...bodies, ...forms, ...files, ...needs };
  return [`export const ${key} = ${JSON.stringify(data)};`];
}
