import { verify } from "node:crypto";
import { signOut } from "@groundplan/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { signedInBrowser } from "../../../../test/browser.ts";
import { databases } from "../../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../../test/expect-error.ts";
import { withRows } from "../../../../test/own-connection.ts";
import { startPushService } from "../../../../test/push-service.ts";
import { openWorld, setUpWorld, type World } from "../../../../test/world.ts";

const path = "/v1/notifications/devices";
const settings = "/v1/notifications/settings";
const plans = "/v1/projects/web/plans";

describe.each(databases)("$database: pushes to browsers", ({ create }) => {
  let world: World;
  let service: Awaited<ReturnType<typeof startPushService>>;
  beforeAll(async () => {
    service = await startPushService();
    world = await openWorld(create, {
      project: "Web",
      env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1", GROUNDPLAN_JOB_POLL_MS: "50" },
    });
    await world.bob.patch(settings, { channels: { mention: { push: true } } });
  });
  afterAll(async () => {
    await world.close();
    await service.close();
  });
  beforeEach(async () => {
    for (const { id } of (await world.bob.get(path)).body.devices)
      await world.bob.send("DELETE", path, { id });
    service.pushes.length = 0;
  });

  async function mention(visibility: "TEAM" | "PRIVATE" = "TEAM") {
    const { alice, bob } = world;
    const { plan } = (await alice.post(plans, { name: "Shop", visibility })).body;
    const own = `${plans}/${plan.shortId}`;
    if (visibility === "PRIVATE") await alice.put(`${own}/shares/${bob.userId}`, { capability: "READ" });
    await alice.post(`/v1/documents/${plan.id}/threads`, { body: `A canary [@Bob](user:${bob.userId})` });
    return own;
  }
  const waiting = async () =>
    (await world.context.db.selectFrom("notices").select("seq").where("state", "=", "waiting").execute())
      .length;

  it("each device gets title and address, encrypted for it and signed by the workspace's key", async () => {
    const { bob } = world;
    const { publicKey } = (await bob.get(path)).body;
    for (let n = 0; n < 2; n++) expect((await bob.post(path, service.subscribe())).status).toBe(201);
    const own = await mention();
    await expect.poll(() => service.pushes).toHaveLength(2);
    const [push] = service.pushes;
    expect(push?.payload).toEqual({
      title: "alice mentioned you in a thread: Shop",
      url: expect.stringContaining(own.slice("/v1".length)),
    });
    expect(JSON.stringify(service.pushes)).not.toContain("canary");
    const [, token = "", key] = /^vapid t=([^,]+), k=(.+)$/.exec(push?.headers.authorization ?? "") ?? [];
    expect(key).toBe(publicKey);
    const [head, claims, signature = ""] = token.split(".");
    const point = Buffer.from(publicKey, "base64url");
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
    const jwk = { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" };
    const isSigned = verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key: jwk, format: "jwk", dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
    expect(isSigned).toBe(true);
    expect((await bob.get(path)).body.publicKey).toBe(publicKey);
    await expect.poll(waiting).toBe(0);
  });

  it("end where their person signs out, and go on in other browsers", async () => {
    const { browser, session } = await signedInBrowser(world, world.bob);
    const [here, elsewhere] = [service.subscribe(), service.subscribe()];
    for (const device of [here, elsewhere]) await world.bob.post(path, device);
    await world.carol.post(path, service.subscribe());
    expect(session.user.id).toBe(world.bob.userId);
    await browser.call(signOut, { body: { pushes: [here.endpoint, "https://unknown.example/push"] } });
    expect((await world.bob.get(path)).body.devices).toMatchObject([{ endpoint: elsewhere.endpoint }]);
    expect((await world.carol.get(path)).body.devices).toHaveLength(1);
  });

  it.each([404, 410])("a device whose push service answers %i is forgotten", async (status) => {
    const { bob } = world;
    await bob.post(path, service.subscribe());
    service.answers.push(status);
    await mention();
    await expect.poll(async () => (await bob.get(path)).body.devices).toEqual([]);
    await expect.poll(waiting).toBe(0);
  });

  it("after a failure only the devices that were not reached are tried again", async () => {
    const { bob } = world;
    for (let n = 0; n < 2; n++) await bob.post(path, service.subscribe());
    service.answers.push(503);
    await mention();
    await expect.poll(() => service.pushes).toHaveLength(1);
    await expect
      .poll(async () => {
        await withRows(world, (db) =>
          db
            .updateTable("jobs")
            .set({ run_at: "2026-01-01" })
            .where("kind", "=", "notices.send")
            .where("state", "=", "waiting")
            .execute(),
        );
        return service.pushes.length;
      })
      .toBe(2);
    await expect.poll(waiting).toBe(0);
    expect(new Set(service.pushes.map(({ path }) => path)).size).toBe(2);
  });

  it("nothing of a plan is pushed to who can't read it any more", async () => {
    const { bob, alice } = world;
    await bob.post(path, service.subscribe());
    service.answers.push(503);
    const own = await mention("PRIVATE");
    await expect.poll(() => service.answers).toHaveLength(0);
    await alice.delete(`${own}/shares/${bob.userId}`);
    await expect
      .poll(async () => {
        await withRows(world, (db) =>
          db.updateTable("jobs").set({ run_at: "2026-01-01" }).where("state", "=", "waiting").execute(),
        );
        return waiting();
      })
      .toBe(0);
    expect(service.pushes).toEqual([]);
  });

  it("a browser that is sent again keeps its id, and is ended by its endpoint", async () => {
    const { bob, carol } = world;
    const browser = service.subscribe();
    const { device } = (await bob.post(path, { ...browser, name: "Firefox" })).body;
    expect((await bob.post(path, browser)).body.device).toEqual(device);
    expect((await bob.get(path)).body.devices).toEqual([device]);
    expectError(await carol.send("DELETE", path, { endpoint: browser.endpoint }), "not_found");
    expectError(await carol.send("DELETE", path, { id: device.id }), "not_found");
    expect((await bob.send("DELETE", path, { endpoint: browser.endpoint })).body).toEqual({ deleted: true });
    expect((await bob.get(path)).body.devices).toEqual([]);
  });

  it("a browser takes the pushes of the last person who switched them on in it", async () => {
    const { bob, carol } = world;
    const browser = service.subscribe();
    await bob.post(path, browser);
    expect((await carol.post(path, browser)).status).toBe(201);
    expect((await bob.get(path)).body.devices).toEqual([]);
    await mention();
    await expect.poll(waiting).toBe(0);
    expect(service.pushes).toEqual([]);
    await carol.send("DELETE", path, { endpoint: browser.endpoint });
  });

  it("a key with which nothing can be encrypted is 400", async () => {
    const { endpoint, keys } = service.subscribe();
    const body = { endpoint, keys: { ...keys, p256dh: "B".repeat(87) } };
    expectError(await world.bob.post(path, body), "invalid_request");
  });
});

describe.each(databases)("$database: pushes where private networks are not allowed", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", env: { GROUNDPLAN_PUBLIC_URL: "https://plans.example" } });

  it("go to an https address only, as push services have", async () => {
    const service = await startPushService();
    const { keys } = service.subscribe();
    await service.close();
    const refused = await world.bob.post(path, { endpoint: "http://1.1.1.1/push", keys });
    expectInvalid(refused, ["/endpoint"]);
    expect(refused.body.error.details[0].message).toMatch(/https/);
    expect((await world.bob.post(path, { endpoint: "https://1.1.1.1/push", keys })).status).toBe(201);
  });
});

describe.each(databases)("$database: pushes from an address without https", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", env: { GROUNDPLAN_PUBLIC_URL: "http://plans.lan" } });

  it("are not available, and the settings say why", async () => {
    expect((await world.bob.get(settings)).body.unavailable.push).toMatch(/https/);
    expect((await world.bob.get(path)).body.publicKey).toBeNull();
    const keys = { p256dh: "B".repeat(87), auth: "B".repeat(22) };
    expectError(await world.bob.post(path, { endpoint: "https://1.1.1.1/push", keys }), "not_configured");
  });
});
