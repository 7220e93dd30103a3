import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { half } from "../../../test/half.ts";
import { startCollector } from "../../../test/metrics/collector.ts";
import { startModelProvider } from "../../../test/model-provider.ts";
import { neverInTheClear } from "../../../test/no-secrets.ts";
import { setUpWorld } from "../../../test/world.ts";
import { adminBackup } from "../../admin/index.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";
import { modelBody, operatorModel, startRun, untilState } from "./scene.test-support.ts";
import { call, inTurn, specOf, words } from "./scripts.test-support.ts";

const provider = await startModelProvider();
const collector = await startCollector();
afterAll(() => Promise.all([provider.close(), collector.close()]));

const keys = ["operator", "workspace", "person"].map((scope) => `sk-canary-of-${scope}-5d1e8f`);
neverInTheClear(...keys);
const forms = keys.flatMap((key) => [key, encodeURIComponent(key), Buffer.from(key).toString("base64url")]);

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, {
    env: {
      ...operatorModel(provider),
      GROUNDPLAN_MODEL_KEY: keys[0] ?? "",
      GROUNDPLAN_LOG_LEVEL: "debug",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: "20",
    },
    project: "Alpha",
  });

  it("keys of models are in no answer, event, log line or trace, and in no backup without secrets, however calls end", async () => {
    const { alice } = world;
    const shown: string[] = [];
    const show = (answer: { body: unknown }) => shown.push(JSON.stringify(answer.body));
    const models = ["operator"];
    for (const [n, scope] of ["workspace", "person"].entries()) {
      const kind = n === 0 ? "anthropic" : "openai-compatible";
      const added = await alice.post("/v1/models", modelBody(provider, { kind, scope, apiKey: keys[n + 1] }));
      expect(outcome(added)).toBe("201");
      show(added);
      models.push(added.body.model.id);
    }
    const draft = inTurn(
      [call("read_source", { source: "S1" })],
      [call("propose_specs", { specs: [specOf("a")] })],
      [call("finish", { done: "One spec." })],
    );
    const ends = [
      ["done", 200],
      ["failed", 500],
      ["failed", 401],
    ] as const;
    for (const [turn, modelId] of models.entries())
      for (const [state, status] of half(ends, create, turn)) {
        provider.requests.length = 0;
        provider.script = draft;
        // Providers repeat keys in their errors.
        provider.instead =
          status === 200
            ? null
            : ({ headers }, response) => {
                const given = { key: headers["x-api-key"] ?? "", authorization: headers.authorization ?? "" };
                response.writeHead(status, { "x-key": String(given.key || given.authorization) });
                response.end(JSON.stringify({ error: { message: `no such key: ${JSON.stringify(given)}` } }));
              };
        const plan = await newPlan(alice, "/v1/projects/alpha");
        await alice.post(`${plan.path}/context`, { title: "Interview", text: words });
        const { path } = await startRun(alice, plan, { modelId });
        const { steps } = await untilState(alice, path, state);
        expect(
          provider.requests.some(({ headers }) => keys.some((key) => JSON.stringify(headers).includes(key))),
        ).toBe(true);
        for (const { id } of steps) show(await alice.get(`${path}/steps/${id}`));
        for (const address of [path, `${path}/stream`, `${plan.path}/runs`]) show(await alice.get(address));
        show(await alice.post(`/v1/models/${modelId}/test`));
      }
    for (const address of ["/v1/models", "/v1/models/usage", "/v1/notifications", "/v1/audit"])
      show(await alice.get(address));
    await expect.poll(() => collector.spans().some(({ name }) => name === "call model")).toBe(true);
    const file = join(String(world.env.GROUNDPLAN_DATA_DIR), "without");
    await adminBackup(world.env, { file, secrets: false });
    const places = {
      answers: shown.join("\n"),
      log: world.logged.join("\n"),
      traces: collector.text(),
      backup: gunzipSync(readFileSync(file)).toString(),
    };
    for (const [place, text] of Object.entries(places)) {
      expect(text.length, place).toBeGreaterThan(100);
      for (const form of forms) expect(text.includes(form), `${form} in ${place}`).toBe(false);
    }
  });
});
