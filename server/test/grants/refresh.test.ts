import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  accessToken,
  GrantEnded,
  GrantUnavailable,
} from "../../src/modules/connectors/grants/access-token.ts";
import { type GrantRow, sealTokens } from "../../src/modules/connectors/grants/grant-rows.ts";
import { saveRefreshed, takeRefresh } from "../../src/modules/connectors/grants/refresh-rows.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { withRows } from "../own-connection.ts";
import { secondProcess } from "../second-process.ts";
import type { World } from "../world.ts";
import { type Granting, openGranting } from "./scene.ts";
import { clientId, clientSecret } from "./vendor.ts";

const many = process.env.LONG ? 1000 : 60;

describe.each(databases)("grants that expire, on $database", ({ create }) => {
  let scene: Granting;
  let other: World;
  beforeAll(async () => {
    scene = await openGranting(create, "linear");
    Object.assign(scene.world.env, scene.tracked.env);
    other = await secondProcess(scene.world);
  });
  afterAll(async () => {
    await other.close();
    await scene.close();
  });
  const asked = () =>
    scene.tracked.vendor.requests.filter((request) => request === "POST /oauth/token").length;
  const expire = (ms = -1000) =>
    withRows(scene.world, (db) =>
      db
        .updateTable("grants")
        .set({ expires_at: new Date(Date.now() + ms).toISOString() })
        .execute(),
    );
  const isLive = async (token: string) =>
    (await scene.tracked.vendor.provider.AccessToken.find(token)) !== undefined;
  const workspaceId = async () => (await scene.world.alice.get("/v1/me")).body.workspace.id as string;

  async function grants(count: number) {
    const { context, alice } = scene.world;
    const workspace = await workspaceId();
    const keys = Array.from({ length: count }, (_, n) => ({
      workspaceId: workspace,
      id: `grant-${n}-${Math.random()}`,
    }));
    const rows: GrantRow[] = [];
    for (const key of keys) {
      const pair = { ...(await scene.tracked.vendor.pair("planner")), clientSecret: null };
      const facts = JSON.stringify({ kind: "vendor", baseUrl: "", webUrl: null, installation: null });
      rows.push({
        workspace_id: workspace,
        id: key.id,
        connector_id: "linear",
        user_id: alice.userId,
        account: null,
        facts,
        tokens: await sealTokens(context, key, pair),
        generation: 1,
        expires_at: new Date(Date.now() - 1000).toISOString(),
        lease_owner: null,
        lease_until: null,
        ended_at: null,
        created_at: new Date().toISOString(),
      });
    }
    await withRows(scene.world, async (db) => {
      for (const row of rows) await db.insertInto("grants").values(row).execute();
    });
    return keys;
  }

  it("many grants that expire at once are refreshed once each, even if two processes need them", async () => {
    const keys = await grants(many);
    for (const _ of [1, 2]) {
      const before = asked();
      const tokens = await Promise.all(
        keys.map((key) =>
          Promise.all(
            [scene.world.context, other.context, other.context].map((context) => accessToken(context, key)),
          ),
        ),
      );
      for (const [one = "", ...others] of tokens) {
        expect(others).toEqual([one, one]);
        expect(await isLive(one)).toBe(true);
      }
      expect(asked() - before).toBe(keys.length);
      await expire();
    }
    await withRows(scene.world, (db) => db.deleteFrom("grants").execute());
  });

  it("a refresh that never reported is retried once, and succeeds if the vendor had not answered it", async () => {
    const [key] = await grants(1);
    if (!key) throw new Error("no grant");
    const dead = { ...key, generation: 1, owner: "a process that was killed" };
    expect(await scene.world.command(takeRefresh, dead)).toBe("taken");
    expect(await scene.world.command(takeRefresh, { ...dead, owner: "another" })).toBe("busy");
    await withRows(scene.world, (db) =>
      db.updateTable("grants").set({ lease_until: new Date().toISOString() }).execute(),
    );
    expect(await isLive(await accessToken(scene.world.context, key))).toBe(true);
  });

  it("after a kill between the vendor's answer and the commit the old token is tried once, then members are notified", async () => {
    expect(await scene.connect()).toBe("/");
    const { context, alice } = scene.world;
    const row = await context.db
      .selectFrom("grants")
      .selectAll()
      .where("user_id", "is", null)
      .executeTakeFirstOrThrow();
    const key = { workspaceId: row.workspace_id, id: row.id };
    const { tokensOf: pairOf } = await import("../../src/modules/connectors/grants/grant-rows.ts");
    const { refresh } = await pairOf(context, row);
    const turn = { ...key, generation: row.generation, owner: "a process that was killed" };
    expect(await scene.world.command(takeRefresh, turn)).toBe("taken");
    const form = { client_id: clientId, client_secret: clientSecret, refresh_token: refresh ?? "" };
    const body = new URLSearchParams({ ...form, grant_type: "refresh_token" });
    const answer = await fetch(`${scene.tracked.vendor.base}/oauth/token`, { method: "POST", body });
    expect(answer.status).toBe(200);
    await withRows(scene.world, (db) =>
      db
        .updateTable("grants")
        .set({ lease_until: new Date().toISOString(), expires_at: new Date().toISOString() })
        .where("id", "=", row.id)
        .execute(),
    );
    const before = asked();
    const targets = await alice.get("/v1/connectors/linear/targets");
    expectError(targets, "not_connected");
    expect(targets.body.error.message).toContain("Connect again");
    expect(asked() - before).toBe(1);
    expectError(await alice.get("/v1/connectors/linear/targets"), "not_connected");
    expect(asked() - before).toBe(1);
    const { items: notifications } = (await alice.get("/v1/notifications")).body;
    expect(notifications[0]).toMatchObject({
      type: "connector",
      eventType: "connector.disconnected_upstream",
      actorName: "Groundplan",
      documentTitle: "Linear",
    });
    expect(notifications).toHaveLength(1);
  });

  it("a database that can't be read just after the vendor's answer loses no grant", async () => {
    const [key] = await grants(1);
    if (!key) throw new Error("no grant");
    const { context } = scene.world;
    const { vendor } = scene.tracked;
    let isAway = false;
    const db = new Proxy(context.db, {
      get(target, name) {
        if (isAway && name === "selectFrom") throw new Error("the database is away");
        const value = Reflect.get(target, name, target) as unknown;
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    vendor.instead = ({ url }) => {
      isAway ||= url === "/oauth/token";
      return false;
    };
    const before = asked();
    await expect(accessToken({ ...context, db }, key)).rejects.toThrow("the database is away");
    isAway = false;
    vendor.instead = () => false;
    expect(await isLive(await accessToken(context, key))).toBe(true);
    expect(asked() - before).toBe(1);
  });

  const failures: [string, number, string][] = [
    ["a page of HTML", 200, "<html>"],
    ["an error of its own", 500, "{}"],
    ["a page of HTML for an error", 400, "<html>"],
    ["no access token", 200, "{}"],
    ["a refusal of the client", 401, '{"error":"invalid_client"}'],
    ["that it is busy", 429, '{"error":"slow_down"}'],
  ];
  it("a vendor that gives no usable answer loses no grant", async () => {
    const { vendor } = scene.tracked;
    expect(await scene.connect()).toBe("/");
    for (const [what, status, text] of failures) {
      vendor.instead = ({ url }, response) => {
        if (url !== "/oauth/token") return false;
        response.writeHead(status, {
          "content-type": text.startsWith("{") ? "application/json" : "text/html",
        });
        response.end(text);
        return true;
      };
      await expire(10_000);
      expect((await scene.owner.get("/v1/connectors/linear/targets")).status, what).toBe(200);
      await expire();
      const answer = await scene.owner.get("/v1/connectors/linear/targets");
      expectError(answer, "upstream_error", what);
      expect(JSON.stringify(answer.body)).not.toMatch(/html|invalid_client|slow_down/);
    }
    const { timeout } = AbortSignal;
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout.call(AbortSignal, ms / 50));
    vendor.instead = ({ url }) => url === "/oauth/token";
    expectError(await scene.owner.get("/v1/connectors/linear/targets"), "upstream_timeout");
    vi.restoreAllMocks();
    vendor.instead = () => false;
    expect((await scene.owner.get("/v1/connectors/linear/targets")).status).toBe(200);
  });

  it("`invalid_grant` to one of two refreshes is no end if the other brought newer tokens", async () => {
    const [key] = await grants(1);
    if (!key) throw new Error("no grant");
    const next = await scene.tracked.vendor.pair("planner");
    scene.tracked.vendor.instead = async ({ url }, response) => {
      if (url !== "/oauth/token") return false;
      const tokens = await sealTokens(scene.world.context, key, { ...next, clientSecret: null });
      const expiresAt = new Date(Date.now() + 3600_000).toISOString();
      await scene.world.command(saveRefreshed, { ...key, generation: 1, owner: "", tokens, expiresAt });
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
      return true;
    };
    expect(await accessToken(other.context, key)).toBe(next.access);
    scene.tracked.vendor.instead = () => false;
  });

  it.each([0, -5, "soon", ""])(
    "tokens with the lifetime %o are stored, and not refreshed again at once",
    async (expires_in) => {
      const [key] = await grants(1);
      if (!key) throw new Error("no grant");
      const { vendor } = scene.tracked;
      vendor.instead = ({ url }, response) => {
        if (url !== "/oauth/token") return false;
        const pair = { access_token: "odd", token_type: "bearer", refresh_token: "next", expires_in };
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(pair));
        return true;
      };
      const before = asked();
      expect(await accessToken(scene.world.context, key)).toBe("odd");
      expect(asked() - before).toBe(1);
      vendor.instead = () => false;
    },
  );

  it("a vendor that rotates twice ends the grant at the next refresh", async () => {
    const [key] = await grants(1);
    if (!key) throw new Error("no grant");
    const { vendor } = scene.tracked;
    await accessToken(scene.world.context, key);
    vendor.instead = ({ url }, response) => {
      if (url !== "/oauth/token") return false;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        '{"access_token":"short","token_type":"bearer","refresh_token":"used-up","expires_in":"1"}',
      );
      return true;
    };
    await expire();
    expect(await accessToken(scene.world.context, key)).toBe("short");
    vendor.instead = () => false;
    await expire();
    await expect(accessToken(scene.world.context, key)).rejects.toThrow(GrantEnded);
    expect(GrantUnavailable).toBeDefined();
  });
});
