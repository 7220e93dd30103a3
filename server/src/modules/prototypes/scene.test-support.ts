import { form, type Part } from "../../../test/form.ts";
import type { Person, World } from "../../../test/world.ts";
import { type Files, pack } from "../skills/archives.test-support.ts";

/** A small prototype with root-relative addresses. */
export const site: Files = {
  "index.html":
    '<!doctype html><link rel="stylesheet" href="/assets/app.css"><script type="module" src="/assets/app.js"></script><img src="//elsewhere.example/a.png">',
  "assets/app.css": "body { background: url(/assets/sky.png) }",
  "assets/app.js": "export const ready = true;",
  "assets/sky.png": Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  "docs/index.html": "<p>Docs</p>",
};

export const partsOf = (files: Files): Part[] =>
  Object.entries(files).map(([file, body]) => ({ file, type: "application/octet-stream", body }));

export async function newPrototypePath(who: Person, body: object = {}): Promise<string> {
  const { project } = (await who.post("/v1/projects", { name: "Prototypes" })).body;
  const { plan } = (await who.post(`/v1/projects/${project.slug}/plans`, { name: "Plan", ...body })).body;
  return `/v1/projects/${project.slug}/plans/${plan.shortId}/prototype`;
}

export const putFiles = (who: Person, path: string, files: Files, entry?: string, headers = {}) =>
  who.put(path, form([...partsOf(files), ...ofEntry(entry)]), headers);

export const putZip = (who: Person, path: string, archive: Buffer, entry?: string) =>
  who.put(path, form([{ file: "site.zip", type: "application/zip", body: archive }, ...ofEntry(entry)]));

export const putPacked = async (who: Person, path: string, files: Files, entry?: string) =>
  putZip(who, path, await pack(files), entry);

const ofEntry = (entry: string | undefined): Part[] =>
  entry === undefined ? [] : [{ name: "entry", body: entry }];

export async function shareOf(who: Person, path: string, body?: object) {
  const answer = await who.post(`${path}/shares`, body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.share as { id: string; token: string; url: string; expiresAt: string };
}

export async function visit(
  world: World,
  url: string,
  headers: Record<string, string> = {},
  method: "GET" | "HEAD" | "POST" = "GET",
) {
  const reply = await world.app.inject({ method, url, headers });
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload, text: reply.body };
}
