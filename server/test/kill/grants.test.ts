import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { databases } from "../databases.ts";
import { openGranting } from "../grants/scene.ts";
import { withRows } from "../own-connection.ts";
import { asker } from "./asker.ts";
import { startService } from "./service.ts";

const settings = { GROUNDPLAN_JOB_LEASE_SECONDS: "30" };

// One database only without LONG: starting a service takes a second or two.
it.each(process.env.LONG ? databases : databases.slice(0, 1))(
  "$database: a process that is killed in the middle of a refresh loses the grant only if the vendor had answered",
  async ({ create }) => {
    const scene = await openGranting(create, "linear", { jobs: "off" });
    const { world, tracked } = scene;
    const { vendor } = tracked;
    const env: Record<string, string> = { ...world.env, ...tracked.env, ...settings };
    delete env.GROUNDPLAN_PUBLIC_URL;
    const start = () => startService(env);
    const asked = () => vendor.requests.filter((request) => request === "POST /oauth/token").length;
    const later = () =>
      withRows(world, async (db) => {
        const at = new Date().toISOString();
        await db.updateTable("grants").set({ expires_at: at }).execute();
        await db
          .updateTable("grants")
          .set({ lease_until: at })
          .where("lease_until", "is not", null)
          .execute();
      });
    expect(await scene.connect()).toBe("/");
    await later();

    let service = await start();
    const targets = () =>
      fetch(`${service.url}/v1/connectors/linear/targets`, {
        headers: { authorization: `Bearer ${world.alice.key}` },
      });
    // Killed before the vendor answers: the same token is sent again and works.
    const reached = Promise.withResolvers<void>();
    vendor.instead = ({ url }) => {
      if (url !== "/oauth/token") return false;
      reached.resolve();
      return true;
    };
    const first = targets().catch(() => "died");
    await reached.promise;
    await service.kill();
    expect(await first).toBe("died");
    vendor.instead = () => false;
    await later();
    service = await start();
    expect((await targets()).status).toBe(200);

    // Killed with the vendor's answer unstored: another transaction delays its commit.
    await later();
    const answered = Promise.withResolvers<void>();
    const died = Promise.withResolvers<void>();
    let holding = Promise.resolve();
    vendor.instead = async ({ url }, response) => {
      if (url !== "/oauth/token") return false;
      const held = Promise.withResolvers<void>();
      holding = withRows(world, (db) =>
        db.transaction().execute(async (tx) => {
          await tx.updateTable("grants").set({ account: "held" }).execute();
          held.resolve();
          await died.promise;
        }),
      );
      await held.promise;
      void once(response, "finish").then(() => answered.resolve());
      return false;
    };
    const second = targets().catch(() => "died");
    await answered.promise;
    await pause(500);
    await service.kill();
    died.resolve();
    await holding;
    expect(await second).toBe("died");
    vendor.instead = () => false;

    await later();
    service = await start();
    const before = asked();
    for (let n = 0; n < 2; n++) {
      const refused = await targets();
      const { error } = (await refused.json()) as { error: { code: string; message: string } };
      expect([refused.status, error.code]).toEqual([409, "not_connected"]);
      expect(error.message).toContain("Connect again");
    }
    expect(asked() - before).toBe(1);
    const send = asker(service.url, world.alice.key);
    const { items } = await send<{ items: object[] }>("GET", "/v1/notifications");
    expect(items).toMatchObject([{ type: "connector", eventType: "connector.disconnected_upstream" }]);
    expect(await scene.connect()).toBe("/");
    expect((await targets()).status).toBe(200);
    expect(await service.stop()).toBe(0);
    await scene.close();
  },
  90_000,
);
