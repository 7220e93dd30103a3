import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { listPlans, listSpecs } from "@groundplan/contract";
import type { Client } from "../../../../client/src/index.ts";

/** Returns the files below a folder by their paths; `latin1` keeps each byte. */
export function filesIn(folder: string, encoding: "utf8" | "latin1" = "utf8"): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    entries
      .map((one) => join(one.parentPath, one.name))
      .map((path) => [relative(folder, path), readFileSync(path, encoding)]),
  );
}

export function writeIn(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Returns the specs of a project's plans, each with the parameters of its path. */
export async function specsOf(client: Client, projectSlug: string) {
  const { plans } = await client.call(listPlans, { params: { projectSlug }, query: { limit: 200 } });
  const specs = [];
  for (const { shortId: planShortId } of plans) {
    const params = { projectSlug, planShortId };
    const page = await client.call(listSpecs, { params, query: { limit: 200 } });
    specs.push(...page.specs.map((spec) => ({ ...spec, params: { ...params, specShortId: spec.shortId } })));
  }
  return specs;
}

/** Returns the first spec of a project with this title. */
export async function specOfTitle(client: Client, projectSlug: string, title: string) {
  const spec = (await specsOf(client, projectSlug)).find((one) => one.title === title);
  if (!spec) throw new Error(`no spec ${title}`);
  return spec;
}
