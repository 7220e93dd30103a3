import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases, type TestDatabase } from "../../../../server/test/databases.ts";
import { freePort } from "../../../../server/test/free-port.ts";
import { type Agent, connectNew, startProxy } from "../../mcp/mcp.test-support.ts";
import { createOwnersKey, type RunningService, startService } from "../../testing.ts";

describe.each(databases)("$database: a service that is killed under `groundplan mcp`", ({ create }) => {
  let database: TestDatabase;
  let settings: Record<string, string>;
  let service: RunningService;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let client: Agent;

  beforeAll(async () => {
    database = await create("empty");
    settings = { ...database.env, PORT: String(await freePort()) };
    const key = await createOwnersKey(database.env);
    service = await startService(settings);
    proxy = await startProxy(service.url);
    client = await connectNew({ env: { GROUNDPLAN_URL: proxy.url, GROUNDPLAN_API_KEY: key } });
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const body = JSON.stringify({ name: "Web" });
    await fetch(`${service.url}/v1/projects`, { method: "POST", headers, body });
  });
  afterAll(async () => {
    await client.close();
    await proxy.close();
    await service.stop();
    await database.drop();
  });

  async function killAndStart(): Promise<void> {
    service.child.kill("SIGKILL");
    await service.exited;
    service = await startService(settings);
  }

  it.each([
    { when: "in the middle of the work", milliseconds: 10 },
    { when: "after the work", milliseconds: 500 },
  ])("writes once if it is killed $when", async ({ when, milliseconds }) => {
    let restarted: Promise<void> | undefined;
    let isUp = false;
    proxy.decide((body) => {
      if (!body.includes('"save_plan"') || isUp) return "pass";
      if (restarted) return (response) => response.destroy();
      restarted = sleep(milliseconds).then(killAndStart);
      void restarted.then(() => {
        isUp = true;
      });
      return "cut";
    });
    const name = `Killed ${when}`;
    const [plan] = (await client.call("save_plan", { project: "web", name, status: "READY" })).split(" ");
    await restarted;
    expect(await client.call("find", { q: `"${name}"`, kind: "plan" })).toMatch(
      new RegExp(`^${plan} READY · ${name} · web$`),
    );
  });
});
