import { join } from "node:path";
import { startGitHub } from "@groundplan/tracker-stand-ins/github";
import { startService } from "../../cli/src/testing.ts";
import { createClient } from "../../client/src/index.ts";
import { createPlan, createSpecBatch, pushPlan, updateSpec } from "../../contract/src/index.ts";
import { adminCreateUser, adminResetUser } from "../../server/src/admin/index.ts";
import { makePeople } from "./people.ts";
import { makePlans } from "./plans.ts";
import { connectTracker } from "./tracker.ts";

/*
 * Serves example data on a random port: prints a line of JSON once ready. Its argument is the settings of an
 * empty database.
 */
const github = await startGitHub();
const env: Record<string, string> = {
  ...JSON.parse(process.argv[2] ?? "{}"),
  GROUNDPLAN_GITHUB_API_URL: github.url,
};
if (!env.GROUNDPLAN_DATA_DIR)
  throw new Error("Give the settings of a database as JSON, with a GROUNDPLAN_DATA_DIR.");
const people = await makePeople(env);
const ada = "ada@acme.example";
const grace = "grace@acme.example";
const second = { workspace: "second", role: "OWNER", createWorkspace: true, platformAdmin: false } as const;
await adminCreateUser(env, { email: ada, name: "Ada", ...second });
const bin = join(import.meta.dirname, "../../cli/bin/groundplan.js");
const service = await startService(env, undefined, bin);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, async () => {
    await service.stop();
    await github.close();
    process.exit(0);
  });

const client = createClient({ url: service.url, apiKey: people.ada.key });
await makePlans(client, people.grace.id);
await connectTracker(client, github);
const params = { projectSlug: "web", planShortId: "PLAN-1" };
const content = `A shop shows what is in it.

## Acceptance criteria

1. AC-1: WHEN a visitor opens the shop THEN all products are listed within a reasonable time
2. AC-2: WHEN a product is **sold out** THEN its page says so

## Open questions

- [ ] Who writes the descriptions? See [the notes](https://example.com/notes).

![a picture of another host](https://example.com/track.png)

| field | shown |
|---|---|
| name | always |

<script>alert(1)</script><img src=x onerror="alert(1)">
`;
const specParams = { ...params, specShortId: "SPEC-1" };
await client.call(updateSpec, { params: specParams, body: { content: "A shop shows what is in it.\n" } });
await client.call(updateSpec, { params: specParams, body: { content, effort: 2 } });
await client.call(pushPlan, { params });
await client.call(updateSpec, {
  params: { ...params, specShortId: "SPEC-2" },
  body: { status: "IN_PROGRESS" },
});
const { plan: long } = await client.call(createPlan, {
  params: { projectSlug: "web" },
  body: { name: "A plan with a name that is long enough to need two lines, and with a thousand specs" },
});
for (const part of [0, 1])
  await client.call(createSpecBatch, {
    params: { projectSlug: "web", planShortId: long.shortId },
    body: {
      specs: Array.from({ length: 500 }, (_, index) => ({ title: `Spec number ${part * 500 + index + 1}` })),
    },
  });

const { plan: secret } = await client.call(createPlan, {
  params: { projectSlug: "web" },
  body: { name: "A plan of Ada alone", visibility: "PRIVATE" },
});

/** Sets a person's password by a one-time link, keeping all keys. */
async function setPassword(email: string): Promise<void> {
  const { link } = await adminResetUser(env, { email });
  const token = new URL(link).searchParams.get("token");
  const { mayKeep } = await post("/console/reset/look", { token });
  const keep = (mayKeep as { id: string }[]).map(({ id }) => id);
  await post("/console/reset", { token, password, keep });
}

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(service.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", origin: service.url },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Record<string, unknown>;
}

const password = "correct horse battery";
await setPassword(ada);
await setPassword(grace);
const keys = { ada: people.ada.key, grace: people.grace.key };
const plans = { long: long.shortId, private: secret.shortId };
const said = { url: service.url, password, ada, grace, keys, ...plans, github: github.url };
process.stdout.write(`${JSON.stringify(said)}\n`);
