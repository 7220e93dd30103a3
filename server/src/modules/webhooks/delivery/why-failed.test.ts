import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listenWithTls } from "../../../../test/connections/self-signed.ts";
import { databases } from "../../../../test/databases.ts";
import { eventually } from "../../../../test/eventually.ts";
import { withRows } from "../../../../test/own-connection.ts";
import type { World } from "../../../../test/world.ts";
import { listen } from "../../../outbound/testing.ts";
import { newPlan } from "../../plans/scene.test-support.ts";
import { deliveriesOf, letTimePass, newHook, openHookWorld } from "../scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  let world: World;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    world = await openHookWorld(create, { env: { GROUNDPLAN_WEBHOOK_TIMEOUT_MS: "2000" } });
    await world.alice.post("/v1/projects", { name: "Web" });
  });
  afterAll(async () => {
    await world.close();
    for (const close of closing) await close();
  });

  const serve = async (answer: Parameters<typeof listen>[0]) => {
    const server = await listen(answer);
    closing.push(server.close);
    return server.url;
  };
  const addresses: Record<string, () => Promise<string>> = {
    async tls() {
      const server = await listenWithTls();
      closing.push(server.close);
      return server.url;
    },
    async refused() {
      const server = await listen(() => {});
      await server.close();
      return server.url;
    },
    dns: async () => "http://nobody-is-here.invalid/hook",
    timeout: () => serve(() => {}),
    async reset() {
      const server = createServer((socket) => socket.on("error", () => {}).resetAndDestroy());
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      closing.push(async () => server.close());
      const address = server.address();
      return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    },
    blocked_address: async () => "http://169.254.169.254/latest",
    redirect: () => serve((_, response) => response.writeHead(302, { location: "/else" }).end()),
    status: () => serve((_, response) => response.writeHead(503).end("a canary body")),
  };

  it.each(Object.keys(addresses))(
    "a delivery that fails by %s shows the reason and a remedy, and so does the log, with the host",
    async (reason) => {
      const { pathname, host, href: url } = new URL((await addresses[reason]?.()) ?? "");
      const hook = await newHook(world.bob, { url: "http://127.0.0.1:9/" }, { events: ["plan.created"] });
      // The name may resolve differently by the time of the attempt.
      await withRows(world, (db) =>
        db.updateTable("webhooks").set({ url }).where("id", "=", hook.id).execute(),
      );
      const from = world.logged.length;
      await newPlan(world.bob, project);
      const failed = await eventually(async () => {
        const [delivery] = await deliveriesOf(world.bob, hook);
        expect(delivery?.lastError?.reason).toBe(reason);
        return delivery;
      });
      expect(failed?.lastError?.message).toMatch(/\w.*\. (?:Check|Use)\b.*\.$/);
      const said = world.logged.slice(from).join("");
      const lines = said.split("\n").flatMap((line) => (line ? [JSON.parse(line)] : []));
      expect(lines).toContainEqual(
        expect.objectContaining({ level: 40, host, reason, message: failed?.lastError?.message }),
      );
      expect(JSON.stringify(failed) + said).not.toMatch(/UND_ERR|canary/);
      expect(failed?.lastError?.message).not.toContain(pathname === "/" ? host : pathname);
      await world.bob.delete(hook.path);
    },
  );

  it("a delivery that finally succeeds has no error", async () => {
    let status = 500;
    const url = await serve((_, response) => response.writeHead(status).end());
    const hook = await newHook(world.bob, { url }, { events: ["plan.created"] });
    await newPlan(world.bob, project);
    await eventually(async () => {
      expect((await deliveriesOf(world.bob, hook))[0]?.lastError?.reason).toBe("status");
    });
    status = 204;
    await letTimePass(world);
    world.context.jobs.wake();
    await eventually(async () => {
      expect((await deliveriesOf(world.bob, hook))[0]).toMatchObject({ state: "delivered", lastError: null });
    });
  });
});
