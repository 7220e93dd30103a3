import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPlan } from "../../src/modules/plans/scene.test-support.ts";
import { deliveriesOf, newHook, openHookWorld } from "../../src/modules/webhooks/scene.test-support.ts";
import { listen } from "../../src/outbound/testing.ts";
import { databases } from "../databases.ts";
import { eventually } from "../eventually.ts";
import { withRows } from "../own-connection.ts";
import type { World } from "../world.ts";
import { startProxy } from "./connect-proxy.ts";
import { listenWithTls } from "./self-signed.ts";

const password = "correct-horse-battery-staple";

describe.each(databases)("a company's proxy, on $database", ({ create }) => {
  let world: World;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let receiver: Awaited<ReturnType<typeof listen>>;
  let secure: Awaited<ReturnType<typeof listenWithTls>>;
  beforeAll(async () => {
    proxy = await startProxy(`planner:${password}`);
    receiver = await listen((_request, response) => response.writeHead(204).end());
    secure = await listenWithTls();
    const env = {
      GROUNDPLAN_OUTBOUND_PROXY: proxy.url,
      GROUNDPLAN_OUTBOUND_NO_PROXY: "127.0.0.1",
      GROUNDPLAN_WEBHOOK_TIMEOUT_MS: "5000",
    };
    world = await openHookWorld(create, { env });
    await world.alice.post("/v1/projects", { name: "Web" });
  });
  afterAll(async () => {
    await world.close();
    for (const one of [proxy, receiver, secure]) await one.close();
  });

  const deliver = async (url: string) => {
    const hook = await newHook(world.bob, { url: "http://127.0.0.1:9/" }, { events: ["plan.created"] });
    await withRows(world, (db) =>
      db.updateTable("webhooks").set({ url }).where("id", "=", hook.id).execute(),
    );
    proxy.asked.length = 0;
    await newPlan(world.bob, "/v1/projects/web");
    const delivery = await eventually(async () => {
      const [found] = await deliveriesOf(world.bob, hook);
      expect(found?.state === "delivered" || found?.lastError).toBeTruthy();
      return found;
    });
    await world.bob.delete(hook.path);
    return delivery;
  };

  it("carries plain HTTP by the absolute address, and gets the name of the host", async () => {
    const url = `http://localhost:${receiver.port}/hook`;
    expect(await deliver(url)).toMatchObject({ state: "delivered", lastStatus: 204 });
    expect(proxy.asked).toEqual([`POST ${url}`]);
    expect(receiver.requests.at(-1)?.headers["proxy-authorization"]).toBeUndefined();
  });

  it("carries TLS by CONNECT, with the usual certificate checks", async () => {
    expect((await deliver(`https://localhost:${secure.port}/hook`))?.lastError?.reason).toBe("tls");
    expect(proxy.asked).toEqual([`CONNECT localhost:${secure.port}`]);
  });

  it("is bypassed for the hosts that the setting names", async () => {
    expect(await deliver(`http://127.0.0.1:${receiver.port}/hook`)).toMatchObject({ state: "delivered" });
    expect(proxy.asked).toEqual([]);
  });

  it("never gets an address or a name that may not be called", async () => {
    expect((await deliver("http://169.254.169.254/latest"))?.lastError?.reason).toBe("blocked_address");
    expect((await deliver("http://nobody-is-here.invalid/"))?.lastError?.reason).toBe("dns");
    expect(proxy.asked).toEqual([]);
  });

  it("keeps its password out of the log", () => {
    expect(world.logged.join("")).not.toContain(password);
    expect(world.logged.join("")).not.toContain(Buffer.from(`planner:${password}`).toString("base64"));
  });
});
