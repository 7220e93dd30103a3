import { BatchSpanProcessor } from "@opentelemetry/sdk-trace";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newPlan } from "../../src/modules/plans/scene.test-support.ts";
import { databases } from "../databases.ts";
import { eventually } from "../eventually.ts";
import { smallPlace } from "../push/pushing.ts";
import type { Scene } from "../push/scene.ts";
import { type StandIn, standIns } from "../push/stand-in.ts";
import { openWorld, type World } from "../world.ts";
import { startCollector } from "./collector.ts";

describe.each(databases)("$database", ({ create }) => {
  let world: World;
  let standIn: StandIn;
  let collector: Awaited<ReturnType<typeof startCollector>>;
  beforeAll(async () => {
    [standIn, collector] = await Promise.all([standIns.linear(), startCollector()]);
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: "20" };
    world = await openWorld(create, { env: { ...standIn.env, ...traces, OTEL_SERVICE_NAME: "plans" } });
    await world.alice.post(`/v1/connectors/${standIn.connector}/connect`, standIn.connect);
  });
  afterAll(async () => {
    await world.close();
    await Promise.all([standIn.close(), collector.close()]);
  });
  const spansOf = (name: RegExp) => collector.spans().filter((span) => name.test(span.name));

  it("a push shows its request, its job within that, and the tracker's calls within the job", async () => {
    const scene = { world, standIn, taken: 0 } as Scene;
    const { plan } = await smallPlace(scene, [{ title: "Hushhush" }]);
    const answer = await world.alice.post(`${plan}/push`, {});
    expect(answer.status).toBe(200);
    const [job, request] = await eventually(() => {
      const [run] = spansOf(/^job push\.push$/);
      const cause = collector.spans().find(({ spanId }) => spanId === run?.parentSpanId);
      return [run ?? expect.fail(), cause ?? expect.fail()];
    });
    expect(request).toMatchObject({
      name: "POST /v1/projects/{projectSlug}/plans/{planShortId}/push",
      traceId: job.traceId,
      parentSpanId: "",
      facts: { "http.route": "/v1/projects/{projectSlug}/plans/{planShortId}/push" },
    });
    const calls = spansOf(/^call tracker/).filter(({ parentSpanId }) => parentSpanId === job.spanId);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls[0]?.facts).toMatchObject({ "groundplan.purpose": "tracker", "groundplan.result": "2xx" });
    expect(calls[0]?.facts["server.address"]).toMatch(/^(localhost|127\.0\.0\.1):\d+$/);
    expect(collector.resource()).toMatchObject({ "service.name": "plans" });
  });

  it("a failed request has its error code, a successful one none", async () => {
    await world.alice.post("/v1/projects", { name: "Quiet" });
    expect((await world.bob.get("/v1/projects/quiet/plans/PLAN-999")).status).toBe(404);
    const route = /^GET \/v1\/projects\/\{projectSlug\}\/plans\/\{planShortId\}$/;
    await expect
      .poll(() => spansOf(route).some(({ facts }) => facts["error.type"] === "not_found"))
      .toBe(true);
    expect(spansOf(route).find(({ facts }) => facts["error.type"])?.status).toEqual({ code: 2 });
    await expect.poll(() => spansOf(/^POST \/v1\/projects$/).length).toBeGreaterThan(0);
    expect(spansOf(/^POST \/v1\/projects$/).at(-1)?.facts["error.type"]).toBeUndefined();
  });

  it("no trace has the name, text, handle or id of a resource or person", async () => {
    const { path } = await newPlan(world.alice, "/v1/projects/quiet", { name: "Whisper" });
    await world.alice.get(`/v1/search?q=Whisper`);
    await world.alice.patch(path, { description: "Murmur." });
    await expect.poll(() => spansOf(/^PATCH /).length).toBeGreaterThan(0);
    expect(collector.text()).not.toMatch(
      /hushhush|whisper|murmur|quiet|alice|acme|plan-\d|spec-\d|plan_|psk_/i,
    );
    expect(collector.text()).not.toMatch(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-/);
  });
});

describe.each(databases)("a collector that is down, on $database", ({ create }) => {
  const [settings, world] = [{ OTEL_BSP_SCHEDULE_DELAY: "10", GROUNDPLAN_SHUTDOWN_SECONDS: "2" }, openWorld];

  it("costs a line in the log and no answer", async () => {
    // The system never gives port 1 to another test's server, as it may do with a port that was closed.
    const gone = "http://127.0.0.1:1";
    const served = await world(create, { env: { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: gone } });
    for (let n = 0; n < 30; n++) expect((await served.alice.get("/v1/me")).status).toBe(200);
    await expect.poll(() => served.logged.join("")).toContain("traces did not reach");
    for (let n = 0; n < 30; n++) expect((await served.alice.get("/v1/projects")).status).toBe(200);
    expect(served.logged.filter((line) => line.includes("traces did not reach"))).toHaveLength(1);
    await served.close();
  });

  it("or never answers, blocks no answer, and delays the shutdown for a limited time", async () => {
    const silent = await startCollector(() => {});
    const served = await world(create, {
      env: { ...settings, OTEL_BSP_MAX_QUEUE_SIZE: "5", OTEL_EXPORTER_OTLP_ENDPOINT: silent.url },
    });
    const answers = await Promise.all(Array.from({ length: 60 }, () => served.bob.get("/v1/projects")));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await expect.poll(() => silent.requests().length).toBeGreaterThan(0);
    // The library's own shutdown hangs here; only our time limit ends it.
    const end = vi.spyOn(BatchSpanProcessor.prototype, "shutdown").mockReturnValue(new Promise(() => {}));
    try {
      await served.context.close();
      expect(end).toHaveBeenCalled();
    } finally {
      end.mockRestore();
    }
    await silent.close();
    await served.close();
  });
});
