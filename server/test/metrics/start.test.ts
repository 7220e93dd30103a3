import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { startCollector } from "./collector.ts";
import { parse } from "./parse.ts";
import { serveWith } from "./process.ts";

const serves = /serves on (\S+)/;
/** The build as installed, which starts three times as fast as the sources. */
const built = new URL("../../../cli/bin/groundplan.js", import.meta.url).pathname;

/**
 * One database without LONG: a start from the sources takes seconds, and no rule here is about the database.
 */
const on = (at: 0 | 1) => (process.env.LONG ? databases : databases.slice(at, at + 1));

describe.each(on(0))("$database", ({ create }) => {
  it("without the setting no port is opened and none of the packages is loaded", async () => {
    const database = await create();
    const service = serveWith(database.env);
    const [, url = ""] = await service.says(serves);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await service.stop()).toBe(0);
    expect(service.said()).not.toMatch(/^(?:loads |Its metrics)/m);
    await database.drop();
  });

  it("with it the start prints the address, which answers until SIGTERM ends the service", async () => {
    const database = await create();
    const service = serveWith({ ...database.env, GROUNDPLAN_METRICS_PORT: "0" });
    const [, url = ""] = await service.says(/metrics are on (http:\/\/127\.0\.0\.1:\d+\/metrics)/);
    const text = await (await fetch(url)).text();
    expect(parse(text).sum("process_start_time_seconds")).toBeGreaterThan(0);
    expect(service.said()).toMatch(/^loads prom-client$/m);
    expect(await service.stop()).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
    await database.drop();
  });
});

describe.each(on(1))("traces, on $database", ({ create }) => {
  it("are sent before SIGTERM ends the service, whatever the export interval", async () => {
    const [database, collector] = await Promise.all([create(), startCollector()]);
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: "600000" };
    const service = serveWith({ ...database.env, ...traces });
    const [, url = ""] = await service.says(serves);
    expect((await fetch(`${url}/v1`)).status).toBe(200);
    expect(service.said()).toMatch(/^loads @opentelemetry/m);
    expect(await service.stop()).toBe(0);
    expect(collector.spans().map(({ name }) => name)).toContain("GET /v1");
    await collector.close();
    await database.drop();
  });

  it("are off, and nothing is loaded, if OTEL_SDK_DISABLED says so", async () => {
    const [database, collector] = await Promise.all([create(), startCollector()]);
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: "true" };
    const service = serveWith({ ...database.env, ...traces });
    const [, url = ""] = await service.says(serves);
    expect((await fetch(`${url}/v1`)).status).toBe(200);
    expect(await service.stop()).toBe(0);
    expect(service.said()).not.toMatch(/^loads /m);
    expect(collector.requests()).toEqual([]);
    await collector.close();
    await database.drop();
  });
});

describe("an invalid setting ends the start with one sentence that says what to do", () => {
  const [{ create } = { create: () => Promise.reject(new Error("no database")) }] = databases;
  const refusal = async (env: Record<string, string>) => {
    const database = await create();
    const service = serveWith({ ...database.env, ...env }, built);
    expect(await service.exited).toBe(1);
    await database.drop();
    return service
      .said()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("loads "));
  };

  it("a port in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    expect(await refusal({ GROUNDPLAN_METRICS_PORT: String(port) })).toEqual([
      `Port ${port} of the metrics is in use. Stop what uses it, or choose another with GROUNDPLAN_METRICS_PORT.`,
    ]);
    other.close();
  });

  it("a collector with an invalid address, or one that speaks gRPC", async () => {
    expect(await refusal({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" })).toEqual([
      "OTEL_EXPORTER_OTLP_ENDPOINT is not an address that starts with http:// or https://. Correct it, or leave it out.",
    ]);
    const grpc = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" };
    expect((await refusal(grpc))[0]).toMatch(/^OTEL_EXPORTER_OTLP_PROTOCOL is grpc.* Set it to http\/json/);
  });

  it("no port, the service's own, or an address of another machine", async () => {
    expect(await refusal({ GROUNDPLAN_METRICS_PORT: "many" })).toEqual([
      'GROUNDPLAN_METRICS_PORT is "many". Set it to a whole number from 0 to 65535, or leave it out to switch metrics off.',
    ]);
    expect(await refusal({ GROUNDPLAN_METRICS_PORT: "4711", PORT: "4711" })).toEqual([
      "GROUNDPLAN_METRICS_PORT is the service's own port. Set it to another one, such as 9464.",
    ]);
    expect(await refusal({ GROUNDPLAN_METRICS_PORT: "0", GROUNDPLAN_METRICS_HOST: "192.0.2.1" })).toEqual([
      "This machine has no address 192.0.2.1. Choose another with GROUNDPLAN_METRICS_HOST, or leave it out.",
    ]);
  });
});
