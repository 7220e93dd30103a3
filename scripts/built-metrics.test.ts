import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startCollector } from "../server/test/metrics/collector.ts";
import { parse } from "../server/test/metrics/parse.ts";
import { serveWith } from "../server/test/metrics/process.ts";

const program = join(import.meta.dirname, "../cli/bin/groundplan.js");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "groundplan-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

it("The built files answer metrics and send traces", async () => {
  const collector = await startCollector();
  const service = serveWith(
    {
      GROUNDPLAN_DATA_DIR: folder,
      GROUNDPLAN_METRICS_PORT: "0",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
    program,
  );
  const [, metrics = ""] = await service.says(/metrics are on (\S+)\.\n/);
  const [, url = ""] = await service.says(/serves on (\S+)/);
  await fetch(`${url}/v1`);
  const { sum } = parse(await (await fetch(metrics)).text());
  expect(sum("groundplan_requests_total", { route: "/v1", status: "2xx" })).toBe(1);
  expect(await service.stop()).toBe(0);
  expect(collector.spans().map(({ name }) => name)).toContain("GET /v1");
  await collector.close();
});

it("The built files speak TLS to a collector whose address begins with https://", async () => {
  const begins: (number | undefined)[] = [];
  const collector = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (bytes) => {
      begins.push(Buffer.from(bytes)[0]);
      socket.destroy();
    });
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  const { port } = collector.address() as AddressInfo;
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `https://127.0.0.1:${port}`, OTEL_BSP_SCHEDULE_DELAY: "10" };
  const service = serveWith({ GROUNDPLAN_DATA_DIR: folder, ...env }, program);
  const [, url = ""] = await service.says(/serves on (\S+)/);
  await fetch(`${url}/v1`);
  await expect.poll(() => begins.length).toBeGreaterThan(0);
  expect(begins[0]).toBe(0x16);
  expect(await service.stop()).toBe(0);
  collector.close();
});
