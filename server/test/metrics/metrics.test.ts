import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { enqueueJob } from "../../src/jobs/queue.ts";
import { createLog } from "../../src/log.ts";
import { newPlan, newSpec } from "../../src/modules/plans/scene.test-support.ts";
import { newHook, startReceiver } from "../../src/modules/webhooks/scene.test-support.ts";
import { listen } from "../../src/outbound/testing.ts";
import { createContext, type ProcessContext } from "../../src/process.ts";
import { databases } from "../databases.ts";
import { follow } from "../event-stream.ts";
import { openWorld, setUpWorld } from "../world.ts";
import { parse } from "./parse.ts";

const env = { GROUNDPLAN_METRICS_PORT: "0", GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" };

const scrape = async ({ metricsUrl }: ProcessContext) => parse(await (await fetch(metricsUrl ?? "")).text());

describe.each(databases)("$database", ({ create }) => {
  let page: Awaited<ReturnType<typeof listen>>;
  const world = setUpWorld(create, { env });
  beforeAll(async () => {
    page = await listen((_, response) => void response.setHeader("content-type", "text/plain").end("Words."));
    await world.app.listen({ host: "127.0.0.1", port: 0 });
    await world.alice.post("/v1/projects", { name: "Secretive" });
  });
  afterAll(() => page.close());
  const read = () => scrape(world.context);

  it("requests are counted by route, method and class of status, also cache hits", async () => {
    const route = "/v1/projects/{projectSlug}/plans/{planShortId}";
    const { path } = await newPlan(world.alice, "/v1/projects/secretive");
    const before = await read();
    for (let n = 0; n < 5; n++) await world.alice.get(path);
    await world.bob.get("/v1/projects/secretive/plans/PLAN-999");
    await world.alice.patch(path, { name: "Renamed" });
    const after = await read();
    const more = (name: string, labels: Record<string, string>) =>
      after.sum(name, labels) - before.sum(name, labels);
    const of = { route, method: "GET" };
    expect(more("groundplan_requests_total", { ...of, status: "2xx" })).toBe(5);
    expect(more("groundplan_requests_total", { ...of, status: "4xx" })).toBe(1);
    expect(more("groundplan_requests_total", { route, method: "PATCH", status: "2xx" })).toBe(1);
    expect(more("groundplan_requests_total", {})).toBe(7);
    expect(more("groundplan_request_duration_seconds_count", { route, method: "PATCH" })).toBe(1);
  });

  it("paths without a route are one label value, whatever they are and however they are requested", async () => {
    const before = (await read()).sum("groundplan_requests_total", { route: "none" });
    for (const path of ["/nothing", "/v1/never/was", "/.env"]) await world.send("GET", path);
    await world.app.inject({ method: "PROPFIND" as never, url: "/also-nothing" });
    expect((await read()).sum("groundplan_requests_total", { route: "none" }) - before).toBe(4);
  });

  it("writes are measured until they are on disk, and so are their transactions", async () => {
    const before = await read();
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => newPlan(world.alice, "/v1/projects/secretive", { name: `P${n}` })),
    );
    const after = await read();
    const more = (name: string) => after.sum(`groundplan_${name}`) - before.sum(`groundplan_${name}`);
    expect(more("write_duration_seconds_count")).toBeGreaterThanOrEqual(8);
    expect(more("write_batch_size_sum")).toBeGreaterThanOrEqual(8);
    expect(more("write_batch_duration_seconds_count")).toBe(more("write_batch_size_count"));
    expect(more("write_batch_size_count")).toBeLessThanOrEqual(more("write_batch_size_sum"));
  });

  it("open streams, webhook attempts, outgoing calls and jobs are measured", async () => {
    const receiver = await startReceiver();
    const hook = await newHook(world.bob, receiver);
    const before = await read();
    const stream = await follow(world, world.alice);
    expect((await read()).sum("groundplan_streams")).toBe(1);
    stream.leave();
    const source = await world.alice.post("/v1/projects/secretive/context/url", { url: page.url });
    expect(source.status).toBe(201);
    await expect.poll(async () => (await read()).sum("groundplan_streams")).toBe(0);
    await expect
      .poll(async () =>
        (await read()).sum("groundplan_outbound_calls_total", { purpose: "page", result: "2xx" }),
      )
      .toBe(1);
    await newPlan(world.bob, "/v1/projects/secretive");
    await expect
      .poll(async () => (await read()).sum("groundplan_webhook_attempts_total", { result: "delivered" }))
      .toBeGreaterThan(0);
    const after = await read();
    const calls = { purpose: "webhook", result: "2xx" };
    expect(after.sum("groundplan_outbound_calls_total", calls)).toBe(
      after.sum("groundplan_webhook_attempts_total", { result: "delivered" }),
    );
    const count = "groundplan_outbound_call_duration_seconds_count";
    expect(after.sum(count)).toBe(after.sum("groundplan_outbound_calls_total"));
    expect(before.sum(count)).toBeLessThan(after.sum(count));
    await expect
      .poll(async () =>
        (await read()).sum("groundplan_job_duration_seconds_count", {
          kind: "context.enrich",
          result: "done",
        }),
      )
      .toBeGreaterThan(0);
    expect(after.sum("groundplan_jobs", { kind: "jobs.sweep", state: "waiting" })).toBe(1);
    expect(after.sum("groundplan_pushes", { state: "running" })).toBe(0);
    expect(after.types.get("groundplan_pushes")).toBe("gauge");
    await world.bob.delete(hook.path);
    await receiver.close();
  });

  it("jobs that were given up are counted by their state, and those of an unknown kind as `unknown`", async () => {
    await world.command(enqueueJob, { kind: "no.such.kind" });
    await expect.poll(async () => (await read()).sum("groundplan_jobs", { state: "dead" })).toBe(1);
    const ended = { kind: "unknown", result: "dead" };
    expect((await read()).sum("groundplan_job_duration_seconds_count", ended)).toBe(1);
  });

  it("the age of the longest overdue job is reported by kind", async () => {
    const waiting = await openWorld(create, { env, jobs: "off" });
    for (const delaySeconds of [-20, -300, 600])
      await waiting.command(enqueueJob, { kind: "jobs.sweep", delaySeconds });
    await waiting.command(enqueueJob, { kind: "files.sweep", delaySeconds: 600 });
    const { sum } = await scrape(waiting.context);
    const age = (kind: string) => sum("groundplan_job_oldest_due_seconds", { kind });
    expect(Math.floor(age("jobs.sweep") / 100)).toBe(3);
    expect(age("files.sweep")).toBe(0);
    expect(sum("groundplan_jobs", { kind: "jobs.sweep", state: "waiting" })).toBe(3);
    await waiting.close();
  });

  it("two processes on one database report their own metrics", async () => {
    const context = await createContext(readConfig({ ...world.env, ...env }), createLog("silent"), {
      jobs: "off",
    });
    expect(context.metricsUrl).not.toBe(world.context.metricsUrl);
    expect((await scrape(context)).sum("groundplan_requests_total")).toBe(0);
    expect((await read()).sum("groundplan_requests_total")).toBeGreaterThan(0);
    const { metricsUrl } = context;
    await context.close();
    await expect(fetch(metricsUrl ?? "")).rejects.toThrow();
  });

  it("no label has the name or id of a resource or person, and every name has the right prefix", async () => {
    const plan = await newPlan(world.alice, "/v1/projects/secretive", { name: "Hushhush" });
    const spec = await newSpec(world.alice, plan, { title: "Whisper" });
    await world.alice.get(spec.path);
    await world.alice.get(`/v1/search?q=Whisper`);
    await world.alice.patch(spec.path, { title: "Whispered" });
    await world.send("GET", "/p/some-secret-token/index.html");
    const { samples } = await read();
    const said = samples.flatMap(({ labels }) => Object.values(labels));
    const words =
      /hushhush|whisper|secretive|alice|acme|some-secret|127\.0\.0\.1|plan-\d|spec-\d|[0-9a-f]{8}-[0-9a-f]{4}/i;
    expect(said.filter((value) => words.test(value))).toEqual([]);
    expect(said).toContain("/v1/projects/{projectSlug}/plans/{planShortId}/specs/{specShortId}");
    expect(samples.every(({ name }) => /^(groundplan|process|nodejs)_/.test(name))).toBe(true);
    expect(new Set(said).size).toBeLessThan(200);
  });

  it("the port answers `GET /metrics` and nothing else, and the public one does not serve it", async () => {
    const { origin } = new URL(world.context.metricsUrl ?? "");
    const answer = await fetch(`${origin}/metrics`);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const path of ["/", "/v1", "/healthz", "/metrics/", "/metrics2"])
      expect((await fetch(origin + path)).status).toBe(404);
    expect((await fetch(`${origin}/metrics`, { method: "POST", body: "x" })).status).toBe(404);
    expect((await world.send("GET", "/metrics")).status).toBe(404);
  });

  it("simultaneous scrapes share one reading of the database, and one that fails withholds only its own figures", async () => {
    const told = await Promise.all(Array.from({ length: 30 }, read));
    expect(new Set(told.map(({ samples }) => samples.length > 0))).toEqual(new Set([true]));
    const other = await openWorld(create, { env });
    await other.context.db.destroy();
    const { samples, sum } = await scrape(other.context);
    expect(samples.some(({ name }) => name === "groundplan_jobs")).toBe(false);
    expect(sum("groundplan_write_duration_seconds_count")).toBeGreaterThan(0);
    await other.close();
  });
});
