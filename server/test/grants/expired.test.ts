import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { withRows } from "../own-connection.ts";
import { type Granting, openGranting } from "./scene.ts";

const places = databases.flatMap((database) =>
  (["linear", "github"] as const).map((name) => ({ ...database, name })),
);

describe.each(places)("on $database, a grant at $name whose access token has expired", ({ create, name }) => {
  let scene: Granting;
  const given: { access: string; refresh: string }[] = [];
  beforeAll(async () => {
    scene = await openGranting(create, name);
    scene.tracked.vendor.provider.on("grant.success", ({ body }) => {
      const { access_token: access = "", refresh_token: refresh = "" } = body as Record<string, string>;
      given.push({ access, refresh });
    });
  });
  afterAll(() => scene.close());

  it("is revoked when it is disconnected, which invalidates its refresh token", async () => {
    const { owner, tracked, world } = scene;
    const { provider, requests } = tracked.vendor;
    expect(await scene.connect()).toBe("/");
    const [first] = given;
    await (await provider.AccessToken.find(first?.access ?? ""))?.destroy();
    tracked.forget();
    const expires_at = new Date(Date.now() - 1000).toISOString();
    await withRows(world, (db) => db.updateTable("grants").set({ expires_at }).execute());
    requests.length = 0;
    const from = tracked.log.length;
    expect((await owner.delete(`/v1/connectors/${name}/connection`)).body).toEqual({ removed: true });
    const left = () => world.context.db.selectFrom("grants").select("id").execute();
    await expect.poll(left).toEqual([]);
    // Linear revokes a refresh token; GitHub needs a live access token, which a refresh provides.
    if (name === "linear") {
      expect(requests).toEqual(["POST /oauth/revoke", "POST /oauth/revoke"]);
      expect(await provider.RefreshToken.find(first?.refresh ?? "")).toBeUndefined();
    } else {
      expect(requests).toEqual(["POST /login/oauth/access_token"]);
      expect(tracked.log.slice(from).map(({ method, path }) => `${method} ${path}`)).toEqual([
        expect.stringMatching(/^DELETE \/applications\/[^/]+\/token$/),
      ]);
      expect(given).toHaveLength(2);
    }
  });

  it("is deleted if its vendor has revoked it meanwhile", async () => {
    const { owner, tracked, world } = scene;
    const { provider } = tracked.vendor;
    expect(await scene.connect()).toBe("/");
    const newest = given.at(-1);
    await (await provider.AccessToken.find(newest?.access ?? ""))?.destroy();
    await (await provider.RefreshToken.find(newest?.refresh ?? ""))?.destroy();
    const expires_at = new Date(Date.now() - 1000).toISOString();
    await withRows(world, (db) => db.updateTable("grants").set({ expires_at }).execute());
    expect((await owner.delete(`/v1/connectors/${name}/connection`)).body).toEqual({ removed: true });
    const left = () => world.context.db.selectFrom("grants").select("id").execute();
    await expect.poll(left).toEqual([]);
  });
});
