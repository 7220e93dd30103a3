import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checksumOk, hashSecret } from "../../src/modules/identity/key-format.ts";
import { createUser } from "../../src/modules/sign-in/create-user.ts";
import { databases } from "../databases.ts";
import { expectError, expectInvalid } from "../expect-error.ts";
import { withRows } from "../own-connection.ts";
import { Person, setUpWorld } from "../world.ts";

interface Key {
  id: string;
  name: string;
  scope: string;
  lastUsedAt: string | null;
}

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  afterEach(() => vi.useRealTimers());

  const keysOf = async (who: Person): Promise<Key[]> => (await who.get("/v1/api-keys")).body.keys;
  const lastUse = async (who: Person, id: string) =>
    (await keysOf(who)).find((key) => key.id === id)?.lastUsedAt ?? null;
  const ownId = async (who: Person): Promise<string> => (await who.get("/v1/me")).body.credential.id;
  /** Creates a person with a single key of the given scope. */
  let people = 0;
  const newcomer = async (role: "OWNER" | "MEMBER" | "VIEWER" = "MEMBER") =>
    world.person(`newcomer-${people++}`, role, "acme");

  describe("a new key", () => {
    it("has the scope `read` by default", async () => {
      const answer = await world.alice.post("/v1/api-keys", { name: "Laptop" });
      expect(answer.status).toBe(201);
      const { key, secret } = answer.body;
      expect(secret).toMatch(/^psk_[0-9A-Za-z]{42}$/);
      expect(checksumOk(secret)).toBe(true);
      const nothing = { lastUsedAt: null, revokedAt: null, expiresAt: null };
      expect(key).toMatchObject({ name: "Laptop", scope: "read", prefix: secret.slice(0, 12), ...nothing });
      const person = new Person(world, world.alice.userId, "", secret);
      expect((await person.get("/v1/me")).body).toMatchObject({ scope: "read", credential: { id: key.id } });
      expectError(await person.post("/v1/projects", { name: "P" }), "insufficient_scope");
    });

    it("reads, or reads and writes, as asked for", async () => {
      for (const scope of ["read", "write"]) {
        const { key, secret } = (await world.alice.post("/v1/api-keys", { name: "K", scope })).body;
        expect(key.scope).toBe(scope);
        const person = new Person(world, world.alice.userId, "", secret);
        expect((await person.get("/v1/projects")).status).toBe(200);
        const written = await person.post("/v1/projects", { name: "P" });
        expect(written.status).toBe(scope === "write" ? 201 : 403);
      }
      for (const scope of ["admin", "WRITE", "", null, 1, ["write"]])
        expectInvalid(await world.alice.post("/v1/api-keys", { name: "K", scope }), ["/scope"]);
    });

    it("can't be created with a `read` key, whatever its scope", async () => {
      const reader = await world.reader(world.alice);
      const before = (await keysOf(world.alice)).length;
      for (const scope of ["read", "write", undefined])
        expectError(await reader.post("/v1/api-keys", { name: "K", scope }), "insufficient_scope");
      expect(await keysOf(world.alice)).toHaveLength(before);
    });

    it("gives its person no more rights than they have: a viewer's `write` key can create keys but no plans", async () => {
      const made = await world.vera.post("/v1/api-keys", { name: "K", scope: "write" });
      expect(made.status).toBe(201);
      const vera = new Person(world, world.vera.userId, "", made.body.secret);
      expectError(await vera.post("/v1/projects", { name: "P" }), "forbidden");
    });

    it("works until it expires", async () => {
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
      const { key, secret } = (await world.alice.post("/v1/api-keys", { name: "K", expiresAt })).body;
      expect(key.expiresAt).toBe(expiresAt);
      const person = new Person(world, world.alice.userId, "", secret);
      vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(expiresAt) - 1 });
      expect((await person.get("/v1/me")).status).toBe(200);
      vi.setSystemTime(Date.parse(expiresAt));
      expectError(await person.get("/v1/me"), "unauthorized");
    });

    it("stores its expiry in UTC, or null for none", async () => {
      const made = await world.alice.post("/v1/api-keys", {
        name: "K",
        expiresAt: "2099-01-01T02:30:00+02:00",
      });
      expect(made.body.key.expiresAt).toBe("2099-01-01T00:30:00.000Z");
      const never = await world.alice.post("/v1/api-keys", { name: "K", expiresAt: null });
      expect(never.body.key.expiresAt).toBeNull();
    });

    it("can't expire in the past, nor at an invalid time", async () => {
      const past = [new Date(Date.now() - 1).toISOString(), "2000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"];
      for (const expiresAt of [...past, "tomorrow", "2099-01-01", "2099-13-01T00:00:00Z", "", 4070908800000])
        expectInvalid(await world.alice.post("/v1/api-keys", { name: "K", expiresAt }), ["/expiresAt"]);
    });

    it.each(["9999-12-31T23:59:59-12:00", "0000-01-01T00:00:00+01:00"])(
      "%s is refused for its year in UTC, wherever a request has a time",
      async (time) => {
        const { alice } = world;
        const refused = [
          await alice.post("/v1/api-keys", { name: "K", expiresAt: time }),
          await alice.post("/v1/notifications/snooze", { ids: ["1"], until: time }),
          await alice.get(`/v1/audit?from=${encodeURIComponent(time)}`),
        ];
        for (const { status, body } of refused) {
          expect(status).toBe(400);
          expect(body.error.details).toContainEqual({
            path: expect.any(String),
            message: "must lie in the years 0000 to 9999 in UTC",
          });
        }
        const last = "9999-12-31T23:59:59+00:00";
        expect((await alice.post("/v1/api-keys", { name: "K", expiresAt: last })).status).toBe(201);
      },
    );
  });

  describe("revoking", () => {
    it("ends a key at the next request, and answers the key with `revokedAt`", async () => {
      const { key, secret } = (await world.alice.post("/v1/api-keys", { name: "K", scope: "write" })).body;
      const person = new Person(world, world.alice.userId, "", secret);
      expect((await person.get("/v1/me")).status).toBe(200);
      // Last use is written asynchronously and must be stored before the comparison below.
      await expect.poll(() => lastUse(world.alice, key.id)).not.toBeNull();
      const revoked = await world.alice.delete(`/v1/api-keys/${key.id}`);
      expect(revoked.status).toBe(200);
      expect(revoked.body.key).toMatchObject({ id: key.id, revokedAt: expect.any(String) });
      for (const answer of [
        await person.get("/v1/me"),
        await person.get("/v1"),
        await person.post("/v1/projects", { name: "P" }),
        await person.delete(`/v1/api-keys/${key.id}`),
      ])
        expectError(answer, "unauthorized");
      const again = await world.alice.delete(`/v1/api-keys/${key.id}`);
      expect(again.body).toEqual(revoked.body);
      expect(await keysOf(world.alice)).toContainEqual(revoked.body.key);
    });

    it("ends the key that sends the request, also a `read` key", async () => {
      for (const who of [await newcomer(), await world.reader(await newcomer())]) {
        const id = await ownId(who);
        expect((await who.delete(`/v1/api-keys/${id}`)).body.key).toMatchObject({ id });
        expectError(await who.get("/v1/me"), "unauthorized");
      }
    });

    it("needs `write` for another key of the same person", async () => {
      const person = await newcomer();
      const reader = await world.reader(person);
      const id = await ownId(person);
      expectError(await reader.delete(`/v1/api-keys/${id}`), "insufficient_scope");
      expect((await person.get("/v1/me")).status).toBe(200);
      expect((await person.delete(`/v1/api-keys/${await ownId(reader)}`)).status).toBe(200);
    });

    it("answers 404 for other people's keys, even for an owner, and for another workspace", async () => {
      const id = await ownId(world.bob);
      for (const who of [world.alice, world.carol, world.vera, world.mallory])
        expectError(await who.delete(`/v1/api-keys/${id}`), "not_found");
      expectError(await world.alice.delete("/v1/api-keys/019a0000-0000-7000-8000-000000000000"), "not_found");
      expect((await world.bob.get("/v1/me")).status).toBe(200);
    });

    it("during a request keeps that request from writing", async () => {
      const { key, secret } = (await world.alice.post("/v1/api-keys", { name: "K", scope: "write" })).body;
      const person = new Person(world, world.alice.userId, "", secret);
      const [revoked, ...written] = await Promise.all([
        world.alice.delete(`/v1/api-keys/${key.id}`),
        ...Array.from({ length: 20 }, (_, n) =>
          person.post("/v1/projects", { name: "P", slug: `late-${n}` }),
        ),
      ]);
      expect(revoked.status).toBe(200);
      for (const [n, answer] of written.entries()) {
        expect([201, 401]).toContain(answer.status);
        const found = await world.alice.get(`/v1/projects/late-${n}`);
        expect(found.status, "written if and only if it said so").toBe(answer.status === 201 ? 200 : 404);
      }
      expectError(await person.post("/v1/projects", { name: "P" }), "unauthorized");
    });
  });

  describe("the list", () => {
    it("shows the caller's own keys of this workspace, by creation, without secrets", async () => {
      const both = await newcomer();
      const user = { email: both.email, name: "Both", workspace: "other", role: "MEMBER" as const };
      await world.command(createUser, { ...user, createWorkspace: false, platformAdmin: false });
      const elsewhere = new Person(
        world,
        both.userId,
        both.email,
        await world.key(both.email, "other", "write"),
      );
      await both.post("/v1/api-keys", { name: "Two" });
      await both.post("/v1/api-keys", { name: "Three", scope: "write" });
      const keys = await keysOf(both);
      expect(keys.map(({ name }) => name)).toEqual(["test", "Two", "Three"]);
      expect((await keysOf(elsewhere)).map(({ id }) => id)).toEqual([await ownId(elsewhere)]);
      const others = (await keysOf(world.bob)).map(({ id }) => id);
      expect(keys.filter(({ id }) => others.includes(id))).toEqual([]);
      expect(JSON.stringify(keys)).not.toContain(both.key.slice(12));
      const key = { id: expect.any(String), name: "test", prefix: both.key.slice(0, 12), scope: "write" };
      const times = { createdAt: expect.any(String), revokedAt: null, lastMcpUseAt: null, expiresAt: null };
      expect(keys[0]).toEqual({ ...key, ...times, lastUsedAt: expect.any(String) });
    });

    it("shows the same keys with a `read` key", async () => {
      const person = await newcomer();
      const reader = await world.reader(person);
      const [ofReader, ofWriter] = [await keysOf(reader), await keysOf(person)];
      expect(ofReader).toHaveLength(2);
      expect(ofReader.map(({ id }) => id)).toEqual(ofWriter.map(({ id }) => id));
    });
  });

  describe("lastUsedAt", () => {
    let person: Person;
    beforeEach(async () => {
      person = await newcomer();
    });
    const lastUsed = () =>
      withRows(world, async (db) => {
        const found = db.selectFrom("api_keys").select("last_used_at").where("user_id", "=", person.userId);
        return (await found.executeTakeFirstOrThrow()).last_used_at;
      });

    it("is null before the first use, and shows its time afterwards", async () => {
      expect(await lastUsed()).toBeNull();
      const before = Date.now();
      await person.get("/v1/me");
      await expect.poll(lastUsed).not.toBeNull();
      const [key] = await keysOf(person);
      const at = Date.parse(key?.lastUsedAt ?? "");
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThanOrEqual(Date.now());
    });

    it("is written at most once a minute", async () => {
      await person.get("/v1/me");
      await expect.poll(lastUsed).not.toBeNull();
      const first = await lastUsed();
      const use = async (seconds: number) => {
        vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(first ?? "") + seconds * 1000 });
        await person.get("/v1/me");
        await world.alice.post("/v1/projects", { name: "P" });
        return lastUsed();
      };
      expect(await use(1)).toBe(first);
      expect(await use(59)).toBe(first);
      const longAgo = "2001-01-01T00:00:00.000Z";
      await withRows(world, (db) =>
        db
          .updateTable("api_keys")
          .set({ last_used_at: longAgo })
          .where("user_id", "=", person.userId)
          .execute(),
      );
      expect(await use(59)).toBe(longAgo);
      await use(61);
      await expect.poll(lastUsed).not.toBe(longAgo);
    });
  });

  it("only the hash of a key is in the database", async () => {
    const { secret } = (await world.alice.post("/v1/api-keys", { name: "K" }, { "idempotency-key": "scan" }))
      .body;
    await world.send("GET", "/v1/me", undefined, { authorization: `Bearer ${secret}` });
    const text = await withRows(world, async (db) => {
      const tables = await db.introspection.getTables();
      expect(tables.length).toBeGreaterThan(10);
      const rows = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db));
      return JSON.stringify(await Promise.all(rows));
    });
    expect(text).toContain(hashSecret(secret));
    for (const key of [secret, world.alice.key, world.bob.key, world.mallory.key])
      expect(text).not.toContain(key.slice(12));
  });

  it("GET /v1 says who is calling; without a credential, how to get one; with a bad one it is 401", async () => {
    const always = { name: "Groundplan", version: expect.stringMatching(/^\d+\.\d+\.\d+/) };
    const mine = (await world.alice.get("/v1")).body;
    expect(mine).toMatchObject({
      ...always,
      scope: "write",
      credential: "api_key",
      workspace: { slug: "acme" },
      links: {
        self: expect.stringMatching(/\/v1$/),
        instructions: expect.stringMatching(/\/v1\/instructions$/),
        search: expect.stringMatching(/\/v1\/search\{\?q\}$/),
        documents: expect.stringMatching(/\/v1\/documents\{\?target\}$/),
      },
    });
    expect((await (await world.reader(world.vera)).get("/v1")).body).toMatchObject({ scope: "read" });
    const open = (await world.send("GET", "/v1")).body;
    expect(open).toMatchObject({ ...always, links: mine.links, authentication: { type: "bearer" } });
    for (const field of ["workspace", "scope", "credential"]) expect(open).not.toHaveProperty(field);
    const { kinds, header } = open.authentication;
    expect(header).toContain("Authorization: Bearer");
    expect(kinds.map(({ prefix }: { prefix: string }) => prefix)).toEqual(["psk_", "plan_at_"]);
    expectError(
      await world.send("GET", "/v1", undefined, { authorization: "Bearer psk_wrong" }),
      "unauthorized",
    );
  });

  it("GET /v1/me says person, workspace, role, scope and credential", async () => {
    const { alice, vera, mallory } = world;
    expect((await alice.get("/v1/me")).body).toEqual({
      user: { id: alice.userId, email: alice.email },
      workspace: { id: expect.any(String), slug: "acme", name: expect.any(String) },
      role: "OWNER",
      scope: "write",
      credential: { kind: "api_key", id: expect.any(String) },
    });
    expect((await vera.get("/v1/me")).body).toMatchObject({ role: "VIEWER", workspace: { slug: "acme" } });
    expect((await mallory.get("/v1/me")).body).toMatchObject({ role: "OWNER", workspace: { slug: "other" } });
  });

  it("a changed role takes effect at the next request", async () => {
    const person = await newcomer("MEMBER");
    expect((await person.post("/v1/projects", { name: "P" })).status).toBe(201);
    const user = { email: person.email, name: "P", workspace: "acme", role: "VIEWER" as const };
    await world.command(createUser, { ...user, createWorkspace: false, platformAdmin: false });
    expect((await person.get("/v1/me")).body.role).toBe("VIEWER");
    expectError(await person.post("/v1/projects", { name: "P" }), "forbidden");
  });

  it("a person who is removed from the workspace is 401 there at once", async () => {
    const person = await newcomer();
    expect((await person.get("/v1/me")).status).toBe(200);
    await withRows(world, (db) =>
      db.deleteFrom("memberships").where("user_id", "=", person.userId).execute(),
    );
    expectError(await person.get("/v1/me"), "unauthorized");
    expectError(await person.post("/v1/projects", { name: "P" }), "unauthorized");
  });
});
