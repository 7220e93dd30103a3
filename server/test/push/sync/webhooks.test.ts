import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sweep, sweepJob } from "../../../src/jobs/sweep.ts";
import { acceptWebhook } from "../../../src/modules/sync/accept-webhook.ts";
import { refresh } from "../../../src/modules/sync/refresh.ts";
import type { Refresh } from "../../../src/modules/sync/refresh-soon.ts";
import { databases } from "../../databases.ts";
import { type Answer, openWorld } from "../../world.ts";
import { eachTracker, keyOf, type SmallPlace, smallPlace } from "../pushing.ts";
import { expectOk, openScene, type Scene, work, workOn } from "../scene.ts";
import { standIns } from "../stand-in.ts";
import { type Notice, type Noticed, openNoticed } from "./noticed.ts";
import { runDueJobs } from "./tracker-changes.ts";

const code = ({ status, body }: Answer) => [status, body.error?.code];
const isSignature = (name: string) => name.includes("signature");

describe.each(eachTracker)("on $database notices of $tracker", ({ create, tracker }) => {
  let noticed: Noticed;
  let scene: Scene;
  let place: SmallPlace;
  const webhook = `/v1/connectors/${tracker}/webhook`;
  beforeAll(async () => {
    noticed = await openNoticed(create, standIns[tracker]);
    scene = noticed.scene;
    place = await smallPlace(scene, [{ title: "Albums" }]);
    expectOk(await scene.world.alice.post(`${place.plan}/push`, {}, { prefer: "respond-async" }));
    await runDueJobs(scene.world);
    await noticed.catchUp();
  });
  afterAll(() => noticed.close());

  const spec = () => place.spec("SPEC-1");
  const status = async () => expectOk(await scene.world.alice.get(spec())).body.spec.status;
  const change = async (to: "DONE" | "TODO"): Promise<Notice[]> => {
    await scene.standIn.back.set(await keyOf(scene, spec()), to);
    return noticed.notices();
  };
  const table = (name: "tracker_deliveries" | "jobs" | "events") =>
    scene.world.context.db.selectFrom(name).selectAll().execute();
  const stored = async () =>
    JSON.stringify([await table("tracker_deliveries"), await table("jobs"), await table("events")]);

  it("are refused with a wrong signature or one changed byte, and leave nothing behind", async () => {
    const [notice] = await change("DONE");
    if (!notice) throw new Error("no notice");
    const before = await stored();
    const { headers, body } = notice;
    const names = Object.keys(headers).filter(isSignature);
    const without = Object.fromEntries(Object.entries(headers).filter(([name]) => !isSignature(name)));
    const wrong = (value: string) => Object.fromEntries(names.map((name) => [name, value]));
    const sign = (key: string) => createHmac("sha256", key).update(body).digest("hex");
    const prefix = /^\w+=/.exec(headers[names[0] ?? ""] ?? "")?.[0] ?? "";
    const forgeries: Notice[] = [
      { headers, body: `${body} ` },
      { headers, body: "{}" },
      { headers, body: "" },
      { headers: without, body },
      ...[
        "",
        "x",
        prefix,
        `${prefix}${"0".repeat(64)}`,
        `${prefix}${sign("")}`,
        `${prefix}${sign("guess")}`,
      ].map((value) => ({ headers: { ...without, ...wrong(value) }, body })),
    ];
    for (const forged of forgeries) {
      const answer = await noticed.deliver(forged);
      expect(code(answer)).toEqual([401, "unauthorized"]);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
    }
    expect(await stored()).toBe(before);
    expect(await status()).toBe("TODO");
    expect((await noticed.deliver(notice)).body).toEqual({ accepted: true });
    await runDueJobs(scene.world);
    expect(await status()).toBe("DONE");
  });

  it("are accepted once each, and do no harm twice, late or in any order", async () => {
    const earlier = await change("TODO");
    const later = await change("DONE");
    const deliveries = (await table("tracker_deliveries")).length;
    const jobs = (await table("jobs")).length;
    for (const notice of [...later, ...earlier, ...later, ...later]) expectOk(await noticed.deliver(notice));
    expect((await table("tracker_deliveries")).length).toBe(deliveries + earlier.length + later.length);
    expect((await table("jobs")).length).toBe(jobs + 1);
    await runDueJobs(scene.world);
    expect(await status()).toBe("DONE");
    const [events, count] = [(await table("events")).length, (await table("jobs")).length];
    for (const notice of later) expectOk(await noticed.deliver(notice));
    expect((await table("jobs")).length).toBe(count);
    // The same notices arrive as other deliveries: not every tracker signs its number.
    const renumbered = later.map(({ headers, body }) => ({
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          /deliver|identifier/.test(name) ? "again" : value,
        ]),
      ),
      body,
    }));
    for (const notice of [...earlier, ...renumbered]) expectOk(await noticed.deliver(notice));
    await runDueJobs(scene.world);
    expect(await status()).toBe("DONE");
    expect((await table("events")).length).toBe(events);
  });

  it("are answered 200 only once they are stored, so that the tracker's next try is accepted", async () => {
    const notices = await change("TODO");
    const { writer } = scene.world.context;
    const run = writer.run.bind(writer);
    writer.run = (command, input) =>
      command.name === acceptWebhook.name
        ? Promise.reject(new Error("the disk is full"))
        : run(command, input);
    for (const notice of notices)
      expect(code(await noticed.deliver(notice))).toEqual([500, "internal_error"]);
    writer.run = run;
    for (const notice of notices) expectOk(await noticed.deliver(notice));
    await runDueJobs(scene.world);
    expect(await status()).toBe("TODO");
  });

  it("that are signed but make no sense are accepted and change nothing", async () => {
    const before = (await table("jobs")).length;
    const [{ headers } = { headers: {} as Record<string, string> }] = await change("DONE");
    const [name = ""] = Object.keys(headers).filter(isSignature);
    const prefix = /^\w+=/.exec(headers[name] ?? "")?.[0] ?? "";
    const bodies = ["", "null", "[]", "{", '{"data":{"id":{}}}', '{"issue":7}', "payload=%7B"];
    for (const [index, body] of bodies.entries()) {
      const signature = `${prefix}${createHmac("sha256", noticed.secret).update(body).digest("hex")}`;
      const numbered = Object.fromEntries(
        Object.keys(headers).map((one) => [
          one,
          /deliver|identifier/.test(one) ? `odd-${index}` : (headers[one] ?? ""),
        ]),
      );
      const answer = await noticed.deliver({ headers: { ...numbered, [name]: signature }, body });
      expect([body, answer.status]).toEqual([body, 200]);
    }
    expect((await table("jobs")).length).toBe(before);
  });

  it("are remembered for seven days", async () => {
    const { world } = scene;
    const notices = await change("TODO");
    for (const notice of notices) expectOk(await noticed.deliver(notice));
    await runDueJobs(world);
    const count = (await table("tracker_deliveries")).length;
    await sweepJob(world.context);
    expect((await table("tracker_deliveries")).length).toBe(count);
    await world.command(sweep, { finishedBefore: new Date(Date.now() + 60_000).toISOString() });
    expect(await table("tracker_deliveries")).toEqual([]);
    for (const notice of notices) expectOk(await noticed.deliver(notice));
    await runDueJobs(world);
    expect(await status()).toBe("TODO");
  });

  it("have a secret that owners create, shown once and stored sealed", async () => {
    const { world } = scene;
    const { alice, bob, vera, mallory, context } = world;
    for (const person of [bob, vera]) {
      expect(code(await person.post(webhook))).toEqual([403, "forbidden"]);
      expect(code(await person.delete(webhook))).toEqual([403, "forbidden"]);
    }
    expect(code(await (await world.reader(alice)).post(webhook))).toEqual([403, "insufficient_scope"]);
    expect(code(await mallory.post(webhook))).toEqual([409, "not_connected"]);
    expect(code(await alice.post("/v1/connectors/trello/webhook"))).toEqual([404, "not_found"]);

    const headers = { "idempotency-key": `hook-${tracker}` };
    const made = await alice.post(webhook, undefined, headers);
    const { url, secret } = made.body.webhook;
    expect([made.status, new URL(url).pathname, secret]).toEqual([
      201,
      noticed.path,
      expect.stringMatching(/^[\da-f]{64}$/),
    ]);
    const replayed = await alice.post(webhook, undefined, headers);
    expect(code(replayed)).toEqual([409, "idempotency_conflict"]);
    expect(replayed.body.error.details).toEqual({ id: noticed.path.split("/").at(-1) });
    const rows = [
      await context.db.selectFrom("connections").selectAll().execute(),
      await context.db.selectFrom("idempotency_keys").selectAll().execute(),
      (await alice.get("/v1/connectors")).body,
      world.logged,
    ];
    for (const one of [secret, noticed.secret])
      expect(JSON.stringify(rows) + (await stored())).not.toContain(one);
    const types = (await table("events")).map(({ type }) => type);
    expect(types.filter((type) => type === "connector.webhook_created")).toHaveLength(2);

    // The previous secret is void from now on.
    const old = await change("DONE");
    for (const notice of old) expect(code(await noticed.deliver(notice))).toEqual([401, "unauthorized"]);
    const key = await keyOf(scene, spec());
    scene.standIn.back.notify(null);
    await scene.standIn.back.set(key, "TODO");
  });

  it("have no address when nothing is connected, or after the webhook was deleted", async () => {
    const { alice, app } = scene.world;
    const post = async (path: string, body = "{}", type = "application/json") => {
      const {
        statusCode,
        headers,
        body: text,
      } = await app.inject({
        method: "POST",
        url: path,
        headers: type ? { "content-type": type } : {},
        payload: body,
      });
      expect(headers["content-type"]).toContain("application/json");
      return [statusCode, JSON.parse(text).error.code];
    };
    for (const id of [
      "nobody",
      "%00",
      "%ff",
      "%20",
      "..%2f",
      "x".repeat(5000),
      "018f0000-0000-7000-8000-000000000000",
    ])
      expect(await post(`/hooks/trackers/${id}`)).toEqual([404, "not_found"]);
    for (const type of ["", "text/plain", "application/x-www-form-urlencoded", "a/b; charset=x"])
      expect([type, ...(await post(noticed.path, "{}", type))]).toEqual([type, 401, "unauthorized"]);
    expect(await post(noticed.path, "x".repeat(5 * 1024 * 1024 + 1))).toEqual([413, "payload_too_large"]);
    for (const method of ["GET", "PUT", "DELETE"] as const) {
      const { statusCode, headers } = await app.inject({ method, url: noticed.path });
      expect([statusCode, headers.allow]).toEqual([405, "POST"]);
    }
    expect((await alice.delete(webhook)).body).toEqual({ deleted: true });
    expect(await post(noticed.path)).toEqual([404, "not_found"]);
    expectOk(await alice.post(webhook));
    expect(await post(noticed.path)).toEqual([401, "unauthorized"]);
    expectOk(await alice.delete(`/v1/connectors/${tracker}/connection`));
    expect(await post(noticed.path)).toEqual([404, "not_found"]);
    expect(code(await alice.post(webhook))).toEqual([409, "not_connected"]);
    expect(code(await alice.delete(webhook))).toEqual([409, "not_connected"]);
  });
});

describe.each(databases)("on $database notices in the middle of a push", ({ create }) => {
  let noticed: Noticed;
  let scene: Scene;
  beforeAll(async () => {
    noticed = await openNoticed(create, standIns.github);
    scene = noticed.scene;
  });
  afterAll(() => noticed.close());

  const waiting = async () =>
    (
      await scene.world.context.db
        .selectFrom("jobs")
        .select("payload")
        .where("kind", "=", "push.reread")
        .where("state", "=", "waiting")
        .execute()
    ).map(({ payload }) => JSON.parse(payload) as Refresh);

  it("are applied to an issue whose worker was killed before its create was answered", async () => {
    const place = await smallPlace(scene, [{ title: "Albums" }]);
    expectOk(await scene.world.alice.post(`${place.plan}/push`, {}, { prefer: "respond-async" }));
    expect(await work(scene, { call: 2, when: "after" })).toBe("died");
    await scene.standIn.back.set(`${place.target}#2`, "DONE");
    await workOn(scene);
    await noticed.catchUp();
    const { spec } = (await scene.world.alice.get(place.spec("SPEC-1"))).body;
    expect([spec.status, spec.external.map(({ key }: { key: string }) => key)]).toEqual([
      "DONE",
      [`${place.target}#2`],
    ]);
  });

  it("are collected in one job, and looked up again while the answer to the issue's create is not stored", async () => {
    const { world, mortal } = scene;
    const place = await smallPlace(scene, [{ title: "Albums" }, { title: "Photos" }]);
    expectOk(await world.alice.post(`${place.plan}/push`, {}, { prefer: "respond-async" }));
    const answered = mortal.pauseAt(3);
    const working = work(scene, null);
    await answered.reached;
    const made = await scene.standIn.ids(place.mark);
    await scene.standIn.back.set(`${place.target}#${made.length}`, "DONE");
    for (const notice of await noticed.notices()) expectOk(await noticed.deliver(notice));
    const [gathered, ...others] = await waiting();
    if (!gathered) throw new Error("no job");
    expect([others, gathered.externalIds.toSorted()]).toEqual([[], made]);

    await refresh(world.context, gathered);
    const [, parked] = await waiting();
    expect(parked).toMatchObject({ tries: 1, externalIds: [expect.any(String)] });
    answered.release();
    expect(await working).toBe("ended");
    await refresh(world.context, parked as Refresh);
    const statuses = async () =>
      (await world.alice.get(`${place.plan}/specs`)).body.specs.map(
        ({ status }: { status: string }) => status,
      );
    expect((await statuses()).toSorted()).toEqual(["DONE", "TODO"]);
  });

  it("are not looked up again forever, nor when no push is running", async () => {
    const { world } = scene;
    const [connection] = await world.context.db.selectFrom("connections").selectAll().execute();
    const { id: connectionId = "", workspace_id: workspaceId = "" } = connection ?? {};
    const foreign = { workspaceId, connectionId, externalIds: ["999999"] };
    const before = (await waiting()).length;
    await refresh(world.context, foreign);
    expect((await waiting()).length).toBe(before);
    const place = await smallPlace(scene, [{ title: "Never sent" }]);
    expectOk(await world.alice.post(`${place.plan}/push`, {}, { prefer: "respond-async" }));
    await refresh(world.context, { ...foreign, tries: 6 });
    expect((await waiting()).length).toBe(before);
    await refresh(world.context, { ...foreign, tries: 5 });
    expect((await waiting()).length).toBe(before + 1);
  });

  it("wait for a limit, and are not retried with a refused key", async () => {
    const { world, standIn } = scene;
    const [row] = await world.context.db
      .selectFrom("push_items")
      .selectAll()
      .where("kind", "=", "spec")
      .where("external_id", "is not", null)
      .execute();
    if (!row) throw new Error("nothing was pushed");
    const about = { workspaceId: row.workspace_id, connectionId: row.connection_id };
    const hint = { ...about, externalIds: [row.external_id ?? ""] };
    standIn.faults.next({}, { before: { status: 401, body: {} } });
    const calls = standIn.log.length;
    await refresh(world.context, hint);
    expect(standIn.log.length).toBe(calls + 1);
    standIn.faults.next({}, standIn.limit(30));
    await expect(refresh(world.context, hint)).rejects.toMatchObject({ seconds: expect.any(Number) });
  });
});

it("notices that are not signed are limited by address, signed ones by connection alone", async () => {
  const sqlite = databases[0]?.create ?? expect.fail("no SQLite");
  const noticed = await openNoticed(sqlite, standIns.linear, { env: { GROUNDPLAN_RATE_LIMIT: "40" } });
  const { world } = noticed.scene;
  const post = async (remoteAddress: string, signed: boolean, url = noticed.path) => {
    const payload = JSON.stringify({ at: Math.random() });
    const signature = createHmac("sha256", noticed.secret).update(payload).digest("hex");
    const headers = {
      "content-type": "application/json",
      ...(signed ? { "linear-signature": signature } : {}),
    };
    const answer = await world.app.inject({ method: "POST", url, headers, payload, remoteAddress });
    if (answer.statusCode !== 429) return answer.statusCode;
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    return `429 ${answer.headers["ratelimit-policy"]}`;
  };
  const [flood, tracker] = ["192.0.2.1", "192.0.2.2"];
  const nobody = "/hooks/trackers/nobody";
  for (let n = 0; n < 10; n++) expect(await post(flood, true)).toBe(200);
  expect([await post(flood, false), await post(flood, false)]).toEqual([401, 401]);
  expect([await post(flood, false, nobody), await post(flood, false, nobody)]).toEqual([404, 404]);
  const ofAddress = '429 "failed";q=4;w=60';
  expect([await post(flood, false), await post(flood, false, nobody)]).toEqual([ofAddress, ofAddress]);
  // A tracker's customers share its addresses, so others' traffic must not block valid notices.
  expect(await post(flood, true)).toBe(200);
  const other = "192.0.2.3";
  for (let n = 0; n < 4; n++) expect(await post(other, false, nobody)).toBe(404);
  expect(await post(other, true), "never signed from there").toBe(ofAddress);
  for (let n = 0; n < 29; n++) expect(await post(tracker, true)).toBe(200);
  expect(await post(tracker, true)).toBe('429 "hooks";q=40;w=60');
  await noticed.close();
});

it.each(databases)(
  "on $database notices for unknown connections are counted before the database is queried",
  async ({ create }) => {
    const world = await openWorld(create, { jobs: "off", env: { GROUNDPLAN_RATE_LIMIT: "40" } });
    const { db } = world.context;
    const select = db.selectFrom.bind(db);
    let asked = 0;
    db.selectFrom = ((...table: Parameters<typeof select>) => {
      if (String(table[0]) === "connections") asked++;
      return select(...table);
    }) as typeof db.selectFrom;
    const notices = Array.from({ length: 50 }, () =>
      world.send("POST", `/hooks/trackers/${randomUUID()}`, {}),
    );
    const statuses = (await Promise.all(notices)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(4).fill(404), ...Array(46).fill(429)]);
    expect(asked).toBe(4);
    await world.close();
  },
);

describe.each(databases)("on $database the address of a webhook", ({ create }) => {
  const ask = async (env: Record<string, string>) => {
    const scene = await openScene(create, standIns.github, { env });
    const { status, body } = await scene.world.alice.post("/v1/connectors/github/webhook");
    const stored = await scene.world.context.db.selectFrom("connections").select("hook_secret").execute();
    await scene.close();
    return { status, body, isStored: stored.some(({ hook_secret }) => hook_secret !== null) };
  };

  it("is refused while the service has none that a tracker can reach", async () => {
    const { status, body, isStored } = await ask({});
    expect([status, body.error.code, isStored]).toEqual([409, "not_configured", false]);
    expect(body.error.message).toContain("Set `GROUNDPLAN_PUBLIC_URL`.");
  });

  it("is built from the public URL, or from the listening address if private networks are allowed", async () => {
    const open = await ask({ GROUNDPLAN_PUBLIC_URL: "https://plans.example.com" });
    expect(open.body.webhook.url).toMatch(/^https:\/\/plans\.example\.com\/hooks\/trackers\//);
    const near = await ask({ GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" });
    expect([near.status, near.isStored]).toEqual([201, true]);
  });
});
