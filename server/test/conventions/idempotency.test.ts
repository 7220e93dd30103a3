import { beforeAll, describe, expect, it } from "vitest";
import { keepAction } from "../../src/dispatch/idempotency/commands.ts";
import { fakeTracker, makePlace, type Place } from "../conformance/place.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { form } from "../form.ts";
import { killedAt } from "../killed-at.ts";
import { withRows } from "../own-connection.ts";
import { type Answer, type Person, setUpWorld, type World } from "../world.ts";

let keys = 0;
const freshKey = () => ({ "idempotency-key": `key-${keys++}` });

describe.each(databases)("$database", ({ create }) => {
  let place: Place;
  let plan: string;
  const tracker = fakeTracker();
  const world = setUpWorld(create, { openTracker: async () => tracker });
  beforeAll(async () => {
    place = await makePlace(world);
    plan = `/v1/projects/${place.projectSlug}/plans/${place.planShortId}`;
  });

  const titles = async () => {
    const { specs } = (await world.alice.get(`${plan}/specs?limit=200`)).body;
    return specs.map(({ title }: { title: string }) => title);
  };
  const expectReplay = (replay: Answer, first: Answer) => {
    expect(replay.headers["idempotent-replayed"]).toBe("true");
    expect([replay.status, replay.body]).toEqual([first.status, first.body]);
    expect(first.headers).not.toHaveProperty("idempotent-replayed");
  };
  const sharedPlan = async () => {
    const plans = `/v1/projects/${place.projectSlug}/plans`;
    const made = await world.alice.post(plans, { name: "Private", visibility: "PRIVATE" });
    const path = `${plans}/${made.body.plan.shortId}`;
    await world.alice.put(`${path}/shares/${world.bob.userId}`, { capability: "EDIT" });
    return {
      path,
      id: made.body.plan.id,
      unshare: () => world.alice.delete(`${path}/shares/${world.bob.userId}`),
    };
  };

  it("the same key and the same request get the first answer, and run once", async () => {
    const key = freshKey();
    const first = await world.alice.post(`${plan}/specs`, { title: "Once" }, key);
    expect(first.status).toBe(201);
    await world.alice.patch(`${plan}/specs/${first.body.spec.shortId}`, { effort: 3 });
    for (let n = 0; n < 3; n++)
      expectReplay(await world.alice.post(`${plan}/specs`, { title: "Once" }, key), first);
    expect((await titles()).filter((title: string) => title === "Once")).toHaveLength(1);
  });

  it("the same body in other bytes is the same request", async () => {
    const key = freshKey();
    const first = await world.alice.post(`${plan}/specs`, '{"title":"Bytes","effort":3}', key);
    expectReplay(
      await world.alice.post(`${plan}/specs`, ' { "title" : "\\u0042ytes", "effort":3.0 }\n', key),
      first,
    );
  });

  it("the same key with another body, path or query is 409 idempotency_conflict", async () => {
    const key = freshKey();
    expect((await world.alice.post(`${plan}/specs`, { title: "First" }, key)).status).toBe(201);
    const before = await titles();
    for (const [path, body] of [
      [`${plan}/specs`, { title: "Other" }],
      [`${plan}/specs`, { title: "First", effort: null }],
      [`${plan}/specs/batch`, { specs: [{ title: "First" }] }],
      ["/v1/projects", { name: "First" }],
      [`${plan}/restore`, undefined],
      [`${plan}/push`, {}],
    ] as const)
      expectError(await world.alice.post(path, body, key), "idempotency_conflict", path);
    expect(await titles()).toEqual(before);
  });

  it("a refused request leaves its key free", async () => {
    const key = freshKey();
    expectError(await world.alice.post(`${plan}/specs`, {}, key), "invalid_request");
    expectError(
      await world.alice.post(`${plan}/specs`, { title: "T", needsFirst: ["SPEC-999"] }, key),
      "not_found",
    );
    expectError(await world.vera.post(`${plan}/specs`, { title: "T" }, key), "forbidden");
    expectError(
      await world.alice.post("/v1/projects", { name: "P", slug: place.projectSlug }, key),
      "slug_taken",
    );
    expectError(await world.alice.post("/v1/connectors/jira/connect", {}, key), "not_configured");
    const answer = await world.alice.post(`${plan}/specs`, { title: "At last" }, key);
    expect(answer.status).toBe(201);
    expect(answer.headers).not.toHaveProperty("idempotent-replayed");
  });

  it("a key belongs to its credential: the same key with another credential is a different key, even for one person", async () => {
    const key = freshKey();
    const { secret } = (await world.alice.post("/v1/api-keys", { name: "Second", scope: "write" })).body;
    const second = { ...key, authorization: `Bearer ${secret}` };
    const answers = [
      await world.alice.post(`${plan}/specs`, { title: "Mine" }, key),
      await world.alice.post(`${plan}/specs`, { title: "Mine" }, second),
      await world.bob.post(`${plan}/specs`, { title: "Mine" }, key),
      await world.mallory.post("/v1/projects", { name: "Elsewhere" }, key),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(201);
      expect(answer.headers).not.toHaveProperty("idempotent-replayed");
    }
    expect(new Set(answers.slice(0, 3).map(({ body }) => body.spec.id)).size).toBe(3);
  });

  it("a key has up to 255 characters, of any kind", async () => {
    for (const key of ["x".repeat(255), "a b", "'; drop table--", "%00", '"quoted"']) {
      const headers = { "idempotency-key": key };
      const first = await world.alice.post(`${plan}/specs`, { title: "Key" }, headers);
      expectReplay(await world.alice.post(`${plan}/specs`, { title: "Key" }, headers), first);
    }
    const answer = await world.alice.post(
      `${plan}/specs`,
      { title: "T" },
      { "idempotency-key": "x".repeat(256) },
    );
    expectError(answer, "invalid_request");
  });

  it("a PATCH or PUT with a JSON body takes a key as a POST does", async () => {
    const key = freshKey();
    const spec = `${plan}/specs/SPEC-1`;
    const first = await world.alice.patch(spec, { title: "One" }, key);
    await world.alice.patch(spec, { title: "Two" });
    expectReplay(await world.alice.patch(spec, { title: "One" }, key), first);
    expect((await world.alice.get(spec)).body.spec.title).toBe("Two");
    expectError(await world.alice.patch(spec, { title: "Three" }, key), "idempotency_conflict");
    const put = freshKey();
    const format = `/v1/projects/${place.projectSlug}/formats/spec`;
    const made = await world.alice.put(format, { markdown: "# A spec\n\nKeep it short.\n" }, put);
    expectReplay(await world.alice.put(format, { markdown: "# A spec\n\nKeep it short.\n" }, put), made);
  });

  it("a replayed PATCH shows nothing that the caller can't read any more", async () => {
    const { path, unshare } = await sharedPlan();
    const key = freshKey();
    expect((await world.bob.patch(path, { name: "Ours" }, key)).status).toBe(200);
    await unshare();
    expectError(await world.bob.patch(path, { name: "Ours" }, key), "not_found");
  });

  it("reads and deletes ignore keys", async () => {
    const key = { "idempotency-key": "x".repeat(300) };
    expect((await world.alice.get("/v1/me", key)).status).toBe(200);
    const { shortId } = (await world.alice.post(`${plan}/specs`, { title: "Gone" })).body.spec;
    expect((await world.alice.send("DELETE", `${plan}/specs/${shortId}`, undefined, key)).status).toBe(200);
  });

  it("an answer with a secret is not stored: its replay is 409 with the id of the created resource", async () => {
    const key = freshKey();
    const first = await world.alice.post("/v1/api-keys", { name: "Secret" }, key);
    const replay = await world.alice.post("/v1/api-keys", { name: "Secret" }, key);
    expectError(replay, "idempotency_conflict");
    expect(replay.body.error.details).toEqual({ id: first.body.key.id });
    const { keys: mine } = (await world.alice.get("/v1/api-keys")).body;
    expect(mine.filter(({ name }: { name: string }) => name === "Secret")).toHaveLength(1);
    const other = await world.alice.post("/v1/api-keys", { name: "Other" }, key);
    expectError(other, "idempotency_conflict");
    expect(other.body.error.details).toBeUndefined();
  });

  it("a process killed before it answers with a secret creates no second one when the request is repeated", async () => {
    const hook = { url: "https://receiver.example/hook" };
    const prototype = `${plan}/prototype`;
    await world.alice.put(prototype, form([{ file: "index.html", body: "<p>Page</p>" }]));
    const linksBefore = (await world.alice.get(`${prototype}/shares`)).body.shares.length;
    const hooksBefore = (await world.alice.get("/v1/webhooks")).body.webhooks.length;
    for (const [url, body, idOf] of [
      ["/v1/webhooks", hook, (made: Answer["body"]) => made.webhook.id],
      [`${prototype}/shares`, {}, (made: Answer["body"]) => made.share.id],
    ] as const) {
      const key = freshKey();
      // The answer is never stored, and the key's lock expires.
      const first = await killedAt(world, keepAction, () => world.alice.post(url, body, key));
      expect(first.status).toBe(201);
      await withRows(world, (db) =>
        db
          .updateTable("idempotency_keys")
          .set({ locked_until: "2026-01-01T00:00:00.000Z" })
          .where("locked_until", "is not", null)
          .execute(),
      );
      const again = await world.alice.post(url, body, key);
      expectError(again, "idempotency_conflict");
      expect(again.body.error.details).toEqual({ id: idOf(first.body) });
    }
    expect((await world.alice.get("/v1/webhooks")).body.webhooks).toHaveLength(hooksBefore + 1);
    expect((await world.alice.get(`${prototype}/shares`)).body.shares).toHaveLength(linksBefore + 1);
  });

  it("20 equal simultaneous requests with one key create one resource, and all get the same answer", async () => {
    const key = freshKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.alice.post(`${plan}/specs`, { title: "Twenty" }, key)),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    const replayed = answers.filter(({ headers }) => headers["idempotent-replayed"] === "true");
    expect(replayed).toHaveLength(19);
    expect((await titles()).filter((title: string) => title === "Twenty")).toHaveLength(1);
  });

  it("of 20 different simultaneous requests with one key one runs, the others are 409", async () => {
    const key = freshKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => world.alice.post(`${plan}/specs`, { title: `Race ${n}` }, key)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)]);
    expect((await titles()).filter((title: string) => title.startsWith("Race"))).toHaveLength(1);
  });

  it("20 equal simultaneous requests that call out make one call; those that arrive meanwhile are 409 with Retry-After", async () => {
    const key = freshKey();
    const push = () => world.alice.post(`${plan}/push`, {}, key);
    const answers = await Promise.all(Array.from({ length: 20 }, push));
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThanOrEqual(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectError(answer, "idempotency_conflict");
      expect(answer.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
    }
    expect((await world.alice.get(`${plan}/pushes`)).body.pushes).toHaveLength(1);
    const replay = await push();
    expect(replay.headers["idempotent-replayed"]).toBe("true");
    expect(replay.body).toEqual(done[0]?.body);
  });

  it("a replay is 404 after its caller lost access to the plan", async () => {
    const { path, id, unshare } = await sharedPlan();
    const requests: [string, unknown][] = [
      [`${path}/specs`, { title: "Seen" }],
      [`${path}/specs/batch`, { specs: [{ title: "Seen" }] }],
      [`${path}/dependencies`, { fromSpecId: "SPEC-1", toSpecId: "SPEC-2" }],
      [`/v1/projects/${place.projectSlug}/plans`, { name: "Below", parentPlanId: id }],
    ];
    const sent: [string, unknown, Record<string, string>][] = [];
    for (const [address, body] of requests) {
      const key = freshKey();
      expect((await world.bob.post(address, body, key)).status, address).toBe(201);
      sent.push([address, body, key]);
    }
    for (const [address, body, key] of sent)
      expect((await world.bob.post(address, body, key)).headers["idempotent-replayed"], address).toBe("true");
    await unshare();
    for (const [address, body, key] of sent)
      expectError(await world.bob.post(address, body, key), "not_found", address);
  });

  it("a replay hides a plan in its answer that its caller can no longer read", async () => {
    const { path, id, unshare } = await sharedPlan();
    const { spec } = (await world.bob.post(`${plan}/specs`, { title: "Moves" })).body;
    const { spec: needed } = (await world.bob.post(`${path}/specs`, { title: "Needed" })).body;
    const [moveKey, needKey] = [freshKey(), freshKey()];
    const move = () => world.bob.post(`${plan}/specs/${spec.shortId}/move`, { planId: id }, moveKey);
    const ends = { fromSpecId: "SPEC-1", toSpecId: needed.id };
    const need = () => world.bob.post(`${plan}/dependencies`, ends, needKey);
    const [batchKey, orderKey] = [freshKey(), freshKey()];
    const batch = () => world.bob.post(`${plan}/specs/batch`, { specs: [{ title: "Leaves" }] }, batchKey);
    const left = (await batch()).body.specs[0];
    const order = () =>
      world.bob.post(`${plan}/specs/reorder`, { specShortIds: handles.toReversed() }, orderKey);
    const handles = (await world.bob.get(`${plan}/specs?limit=200`)).body.specs.map(
      (each: { shortId: string }) => each.shortId,
    );
    expect((await order()).status).toBe(200);
    expect([(await move()).status, (await need()).status]).toEqual([200, 201]);
    expect((await order()).headers["idempotent-replayed"]).toBe("true");
    await world.bob.post(`${plan}/specs/${left.shortId}/move`, { planId: id });
    expect((await need()).headers["idempotent-replayed"]).toBe("true");
    await unshare();
    expectError(await need(), "not_found");
    expectError(await move(), "not_found");
    expectError(await batch(), "not_found");
    expectError(await order(), "not_found");
  });

  it("a replay with a revoked credential is 401", async () => {
    const { secret, key } = (await world.alice.post("/v1/api-keys", { name: "K", scope: "write" })).body;
    const headers = { ...freshKey(), authorization: `Bearer ${secret}` };
    expect((await world.alice.post(`${plan}/specs`, { title: "T" }, headers)).status).toBe(201);
    await world.alice.delete(`/v1/api-keys/${key.id}`);
    expectError(await world.alice.post(`${plan}/specs`, { title: "T" }, headers), "unauthorized");
  });

  it("a key is stored for 24 hours; after that the request runs again", async () => {
    const key = freshKey();
    const post = () => world.alice.post(`${plan}/specs`, { title: "Daily" }, key);
    const first = await post();
    const kept = await rowOf(world, key["idempotency-key"]);
    const hours = (Date.parse(kept.expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    expectReplay(await post(), first);
    await expire(world, key["idempotency-key"]);
    const again = await post();
    expect(again.status).toBe(201);
    expect(again.headers).not.toHaveProperty("idempotent-replayed");
    expect(again.body.spec.id).not.toBe(first.body.spec.id);
    expectReplay(await post(), again);
  });

  it("after 24 hours the key can be used for another request, too", async () => {
    const key = freshKey();
    await world.alice.post(`${plan}/specs`, { title: "Old" }, key);
    await expire(world, key["idempotency-key"]);
    expect((await world.alice.post(`${plan}/specs`, { title: "New" }, key)).status).toBe(201);
  });

  it("a key whose request died is released after a while", async () => {
    const key = freshKey();
    const push = (who: Person) => who.post(`${plan}/push`, { dryRun: true }, key);
    expect((await push(world.alice)).status).toBe(200);
    const name = key["idempotency-key"];
    const atWork = (seconds: number) =>
      withRows(world, (db) =>
        db
          .updateTable("idempotency_keys")
          .set({
            status: null,
            body: null,
            locked_until: new Date(Date.now() + seconds * 1000).toISOString(),
          })
          .where("key", "=", name)
          .execute(),
      );
    await atWork(30);
    const early = await push(world.alice);
    expectError(early, "idempotency_conflict");
    expect(Number(early.headers["retry-after"])).toBeGreaterThan(25);
    expect(Number(early.headers["retry-after"])).toBeLessThanOrEqual(30);
    await atWork(-1);
    expect((await push(world.alice)).status).toBe(200);
  });
});

const rowOf = (world: World, key: string) =>
  withRows(world, (db) =>
    db.selectFrom("idempotency_keys").selectAll().where("key", "=", key).executeTakeFirstOrThrow(),
  );

const expire = (world: World, key: string) =>
  withRows(world, (db) =>
    db
      .updateTable("idempotency_keys")
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .where("key", "=", key)
      .execute(),
  );
