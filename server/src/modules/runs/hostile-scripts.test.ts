import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RunStep, Suggestion } from "@groundplan/contract";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { startModelProvider } from "../../../test/model-provider.ts";
import { setUpWorld, type World } from "../../../test/world.ts";
import { attacksOn, type Foreign } from "./attacks.test-support.ts";
import { canary, hostileScene, ticked } from "./hostile-scene.test-support.ts";
import { startRun, untilState } from "./scene.test-support.ts";
import { specOf } from "./scripts.test-support.ts";

const provider = await startModelProvider();
let bytesElsewhere = 0;
const elsewhere = createServer((request, response) => {
  bytesElsewhere += 1 + (request.url?.length ?? 0);
  response.end();
});
await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/taken`;
afterAll(async () => {
  await provider.close();
  elsewhere.close();
});

const scripts = process.env.LONG ? 200 : 6;

const tools = [
  ...["read_source", "search", "get_specs", "get_skill", "propose_specs", "propose_edit", "ask"],
  ...["push_plan", "fetch", "create_spec", "__proto__", "constructor", "", "read_source\u0000"],
];
const fields = [
  ...["source", "sourceId", "offset", "query", "specs", "spec", "slug", "old", "new", "why", "question"],
  ...["options", "ref", "title", "content", "from", "criterion", "quote", "assumed", "needsFirst", "effort"],
  ...["documentId", "projectSlug", "planId", "url", "toString", "constructor"],
];

/** Returns the values within a value. */
function leavesOf(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  return Object.values(value).flatMap(leavesOf);
}

/** Returns scripts: some answers, each with some calls of tools with hostile arguments, some of which are right. */
function scriptsOn(foreign: Foreign, sourceId: string) {
  const attacks = [...attacksOn("draft", foreign), ...attacksOn("revise", foreign)];
  const known = [
    "S1",
    sourceId,
    foreign.ownSpec,
    "testable-criteria",
    "Guests pay by card.",
    "Guests pay by card",
  ];
  const leaves = new Set([...attacks.flatMap(({ input }) => leavesOf(input)), ...known, address]);
  const leaf = fc.oneof(fc.constantFrom(...leaves), fc.constantFrom(...known), fc.anything({ maxDepth: 1 }));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { weight: 4, arbitrary: leaf },
      { weight: 1, arbitrary: fc.array(tie("value"), { maxLength: 4 }) },
      { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...fields), tie("value"), { maxKeys: 5 }) },
    ),
  }));
  const from = fc.record(
    { criterion: fc.integer({ min: 0, max: 4 }), source: leaf, quote: leaf, assumed: leaf },
    { requiredKeys: ["criterion"] },
  );
  const spec = fc
    .record(
      {
        title: leaf,
        content: leaf,
        from: fc.array(from, { maxLength: 4 }),
        needsFirst: fc.array(leaf, { maxLength: 2 }),
      },
      { requiredKeys: [] },
    )
    .map((changes) => specOf("a", changes));
  const call = fc.oneof(
    fc.constantFrom(...attacks),
    fc.record({
      name: fc.constantFrom(...tools),
      input: fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 5 }),
    }),
    fc.record({
      name: fc.constant("propose_specs"),
      input: fc.record({ specs: fc.array(spec, { maxLength: 3 }) }),
    }),
    fc.constantFrom(
      { name: "read_source", input: { source: "S1" } },
      { name: "propose_specs", input: { specs: [specOf("b")] } },
    ),
  );
  return fc.record({
    task: fc.constantFrom("draft", "revise", "gaps"),
    answers: fc.array(fc.array(call, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 4 }),
  });
}

/** Reads what must stay as it is. */
async function worldOf({ alice, bob, mallory }: World, plan: string): Promise<unknown[]> {
  const paths = [
    "/v1/plans?limit=200",
    "/v1/projects",
    "/v1/models",
    "/v1/webhooks",
    "/v1/invites",
    "/v1/members",
  ];
  const of = ["/v1/projects/alpha/context", "/v1/projects/alpha/skills", "/v1/projects/alpha/instructions"];
  const own = [`${plan}/specs`, `${plan}/context`, `${plan}/shares`];
  const answers: unknown[] = [];
  for (const by of [alice, bob, mallory])
    for (const path of [...paths, ...of, ...own]) answers.push((await by.get(path)).body);
  return answers;
}

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" }, project: "Alpha" });

  it(`${scripts} hostile scripts have no effect outside of their run, and no word, byte or quote that is not theirs`, async () => {
    const { alice, bob, mallory } = world;
    const { plan, own, foreign, run: body, sourceId, others } = await hostileScene(world, provider);
    await alice.patch("/v1/workspace", { agentTokensPerDay: 1e9, agentTokensPerPersonPerDay: 1e9 });
    const read = async () => JSON.stringify(await worldOf(world, plan.path), null, 1);
    // Tokens of new sources are counted later.
    await expect.poll(read).not.toMatch(/"status": "(pending|running)"/);
    const before = await read();
    const suggestionsOf = async (document: string) =>
      ((await alice.get(`/v1/documents/${document}/suggestions?state=all`)).body.suggestions ??
        []) as Suggestion[];
    await fc.assert(
      fc.asyncProperty(scriptsOn(foreign, sourceId), async ({ task, answers }) => {
        provider.requests.length = 0;
        provider.script = (_request, n) => ({
          calls: (answers[n - 1] ?? [{ name: "finish", input: { done: "Attacked." } }]) as {
            name: string;
            input: object;
          }[],
        });
        const { path } = await startRun(alice, plan, Object.assign({ task }, body));
        const { steps } = await untilState(alice, path, "done", "failed", "waiting", "paused");
        await alice.post(`${path}/stop`);
        expect(provider.requests.map(({ text }) => text).join("\n")).not.toContain(canary);
        await expectNothingLearned(path, steps);
        for (const { id, specs } of await suggestionsOf(plan.id)) {
          expect(JSON.stringify(specs)).not.toContain(canary);
          for (const entry of specs.flatMap((spec) => spec.from))
            if ("quote" in entry) {
              expect(entry.sourceId).toBe(sourceId);
              expect(ticked).toContain(entry.quote);
            }
          expect((await alice.delete(`/v1/documents/${plan.id}/suggestions/${id}`)).status).toBe(200);
        }
      }),
      { numRuns: scripts, seed: 37 },
    );
    async function expectNothingLearned(path: string, steps: readonly RunStep[]): Promise<void> {
      for (const { id, kind, title } of steps)
        if (kind !== "call")
          expect(JSON.stringify((await alice.get(`${path}/steps/${id}`)).body), title).not.toContain(canary);
    }
    for (const document of others.filter((id) => id !== own.id))
      for (const by of [alice, bob, mallory])
        expect(
          (await by.get(`/v1/documents/${document}/suggestions?state=all`)).body.suggestions ?? [],
        ).toEqual([]);
    expect(await read()).toBe(before);
    expect(bytesElsewhere).toBe(0);
  }, 600_000);
});
