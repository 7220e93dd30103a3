import { setTimeout as sleep } from "node:timers/promises";
import type { Run, RunStep, Suggestion } from "@groundplan/contract";
import { describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { type Script, startModelProvider } from "../model-provider.ts";
import { asker } from "./asker.ts";
import { eventChain, firstKey } from "./inspect.ts";
import { type Service, startService } from "./service.ts";

const kills = process.env.LONG ? 200 : 6;

const spec = (ref: string) => ({
  ref,
  title: `Paying ${ref}`,
  content: "## Acceptance criteria\n\n1. Guests pay by card.\n2. Refunds take a week.\n3. It is quick.",
  from: [
    { criterion: 1, source: "S1", quote: "Guests pay by card" },
    { criterion: 2, assumed: true },
    { criterion: 3, assumed: true },
  ],
});

/** Goes on from what it was told, whichever call is repeated: reads, proposes twice, finishes. */
const script: Script = async ({ text }) => {
  await sleep(Math.random() * 60);
  const called = (name: string) => text.split(`"name":"${name}","arguments"`).length - 1;
  if (called("read_source") === 0) return { calls: [{ name: "read_source", input: { source: "S1" } }] };
  const proposed = called("propose_specs");
  if (proposed < 2)
    return { calls: [{ name: "propose_specs", input: { specs: [spec(`${proposed}`), spec("same")] } }] };
  return { text: "Done now. ".repeat(5), wordMs: 5, calls: [{ name: "finish", input: { done: "All." } }] };
};

describe.each(databases)("$database", ({ create }) => {
  it(
    `a run of the planning agent survives ${kills} kills: no step is lost, each repeats one call at most, and no spec is doubled`,
    async () => {
      const database = await create("empty, on disk");
      const provider = await startModelProvider();
      provider.script = script;
      let service: Service | null = null;
      try {
        const key = await firstKey(database.env);
        const start = async () => {
          service = await startService({ ...database.env, GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" });
          return { service, send: asker(service.url, key) };
        };
        let { service: current, send } = await start();
        await send("POST", "/v1/models", {
          name: "Scripted",
          kind: "openai-compatible",
          baseUrl: provider.url,
          model: "scripted",
          contextTokens: 100_000,
          maxOutput: 1000,
          scope: "person",
        });
        await send("PATCH", "/v1/workspace", {
          agentTokensPerDay: 1_000_000_000,
          agentTokensPerPersonPerDay: 1_000_000_000,
        });
        await send("POST", "/v1/projects", { name: "Web" });
        for (let killed = 0; killed < kills; ) {
          const { plan } = await send<{ plan: { id: string; shortId: string } }>(
            "POST",
            "/v1/projects/web/plans",
            { name: "Plan" },
          );
          const path = `/v1/projects/web/plans/${plan.shortId}`;
          await send("POST", `${path}/context`, { title: "Interview", text: "Guests pay by card." });
          const before = provider.requests.length;
          const limits = { tokens: 1_000_000, steps: 100 };
          const started = await send<{ run: Run }>("POST", `${path}/runs`, {
            task: "draft",
            prompt: "",
            limits,
          });
          const address = `${path}/runs/${started.run.id}`;
          let ofRun = 0;
          while (killed < kills && ofRun < 4) {
            await sleep(Math.random() * 400);
            await current.kill();
            killed++;
            ofRun++;
            ({ service: current, send } = await start());
          }
          const read = () => send<{ run: Run; steps: RunStep[] }>("GET", address);
          let ended = await read();
          for (let tries = 0; tries < 600 && ended.run.endedAt === undefined; tries++) {
            await sleep(50);
            ended = await read();
          }
          expect(ended.run).toMatchObject({ state: "done" });
          const kinds = ended.steps.map(({ kind }) => kind).filter((kind) => kind !== "call");
          expect(kinds).toEqual(["read", "propose", "propose", "finish"]);
          expect(provider.requests.length - before).toBeLessThanOrEqual(4 + ofRun);
          const { suggestion } = await send<{ suggestion: Suggestion }>(
            "GET",
            `/v1/documents/${plan.id}/suggestions/${ended.run.suggestionId}`,
          );
          expect(suggestion.specs.map(({ ref }) => ref).toSorted()).toEqual(["0", "1", "same"]);
          const list = await send<{ suggestions: unknown[] }>("GET", `/v1/documents/${plan.id}/suggestions`);
          expect(list.suggestions).toHaveLength(1);
        }
        await current.stop();
        service = null;
        expect(await eventChain(database.env)).toBe("whole");
      } finally {
        await (service as Service | null)?.kill();
        await provider.close();
        await database.drop();
      }
    },
    kills * 20_000,
  );
});
