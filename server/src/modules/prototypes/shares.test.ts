import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { copyKeyFile, reopen } from "../../../test/backup/restored.ts";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { connectApp } from "../../../test/oauth/connected.ts";
import { setUpWorld } from "../../../test/world.ts";
import { adminBackup, adminRestore } from "../../admin/index.ts";
import { newPrototypePath, putFiles, shareOf, site, visit } from "./scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, {
    jobs: "off",
    env: { GROUNDPLAN_PUBLIC_URL: "https://plans.example.com" },
  });
  let path: string;
  beforeAll(async () => {
    path = await newPrototypePath(world.alice);
  });

  it("A link to an existing prototype works until it expires, and is listed with its token", async () => {
    expect((await world.alice.get(`${path}/shares`)).body).toEqual({ shares: [] });
    expectError(await world.alice.post(`${path}/shares`), "not_found");
    await putFiles(world.alice, path, site);
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const first = await shareOf(world.alice, path, { expiresAt });
    expect(first).toEqual({
      id: first.id,
      path: "index.html",
      token: first.token,
      expiresAt,
      revoked: false,
      live: true,
      url: `https://plans.example.com/p/${first.token}/`,
    });
    expect(first.token).toMatch(/^plan_share_[0-9A-Za-z]{42}$/);
    const second = await shareOf(world.bob, path);
    expect(Date.parse(second.expiresAt) - Date.now()).toBeGreaterThan(89 * 24 * 3_600_000);
    const { body } = await world.bob.get(`${path}/shares`);
    expect(body).toEqual({ shares: [first, second] });
    const page = (await world.alice.get(`${path}/shares?limit=1`)).body;
    expect(page.shares).toEqual([first]);
    const next = await world.alice.get(`${path}/shares?cursor=${page.nextCursor}`);
    expect(next.body).toEqual({ shares: [second] });
    expectInvalid(await world.alice.post(`${path}/shares`, { expiresAt: "2026-01-01T00:00:00Z" }), [
      "/expiresAt",
    ]);
    expectInvalid(await world.alice.post(`${path}/shares`, { expiresAt: "soon" }), ["/expiresAt"]);
  });

  it("A link created by an app ends with the app's connection, and is no longer listed", async () => {
    const { app, connectionId } = await connectApp(world, world.bob);
    const [own, ofApp] = [await shareOf(world.bob, path), await shareOf(app, path)];
    expect((await visit(world, `/p/${ofApp.token}/`)).status).toBe(200);
    await world.bob.delete(`/v1/oauth-connections/${connectionId}`);
    expect((await visit(world, `/p/${ofApp.token}/`)).status).toBe(404);
    expect((await visit(world, `/p/${own.token}/`)).status).toBe(200);
    const listed = (await world.bob.get(`${path}/shares`)).body.shares.map(({ id }: { id: string }) => id);
    expect([listed.includes(own.id), listed.includes(ofApp.id)]).toEqual([true, false]);
  });

  it("A revoked link ends at once, and only that one", async () => {
    const [first, second] = [await shareOf(world.alice, path), await shareOf(world.alice, path)];
    expect((await world.alice.delete(`${path}/shares/${first.id}`)).body).toEqual({ removed: true });
    expectError(await world.alice.delete(`${path}/shares/${first.id}`), "not_found");
    expect((await visit(world, `/p/${first.token}/`)).status).toBe(404);
    expect((await visit(world, `/p/${second.token}/`)).status).toBe(200);
    const { entries } = (await world.alice.get("/v1/audit?limit=3")).body;
    expect(entries.map(({ type, data }: { type: string; data: object }) => [type, data])).toEqual([
      ["prototype.unshared", { shareId: first.id }],
      ["prototype.shared", { shareId: second.id }],
      ["prototype.shared", { shareId: first.id }],
    ]);
  });

  it("A repeated request does not create a second link, and does not store its token", async () => {
    const key = { "idempotency-key": "one link" };
    const first = await world.alice.post(`${path}/shares`, {}, key);
    const again = await world.alice.post(`${path}/shares`, {}, key);
    expectError(again, "idempotency_conflict");
    expect(again.body.error.details).toMatchObject({ id: first.body.share.id });
  });

  it("A plan has at most 100 links", async () => {
    const other = await newPrototypePath(world.alice);
    await putFiles(world.alice, other, site);
    for (let n = 0; n < 100; n++) await shareOf(world.alice, other);
    expectError(await world.alice.post(`${other}/shares`), "too_many_shares");
    const { shares } = (await world.alice.get(`${other}/shares`)).body;
    expect(shares).toHaveLength(100);
    await world.alice.delete(`${other}/shares/${shares[0].id}`);
    await shareOf(world.alice, other);
  });

  it("A restored service has the prototype, and its links only if the backup has secrets", async () => {
    const folder = mkdtempSync(join(inject("runFolder"), "prototypes-"));
    const { token } = await shareOf(world.alice, path);
    for (const secrets of [false, true]) {
      const file = join(folder, String(secrets));
      await adminBackup(world.env, { file, secrets });
      const target = await create("empty");
      if (secrets) copyKeyFile(world.env, target.env);
      await adminRestore(target.env, { file });
      const there = await reopen(world, target);
      expect((await there.alice.get(path)).body).toEqual((await world.alice.get(path)).body);
      expect((await visit(there, `/p/${token}/`)).status).toBe(secrets ? 200 : 404);
      const { shares } = (await there.alice.get(`${path}/shares`)).body;
      expect(shares.some((share: { token: string }) => share.token === token)).toBe(secrets);
      const fresh = await shareOf(there.alice, path);
      expect((await visit(there, `/p/${fresh.token}/assets/app.js`)).text).toBe(site["assets/app.js"]);
      await there.close();
    }
  });
});
