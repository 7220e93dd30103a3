import type { CompiledQuery } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Config, readConfig } from "../../src/config/config.ts";
import { newSecret } from "../../src/modules/identity/key-format.ts";
import { openDatabase } from "../../src/open-database.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { type Answer, openWorld, Person, World } from "../world.ts";

const limit = 30;
const ofAddress = limit / 10;

function fullBuckets(opened: World, settings: Partial<Config> = {}): World {
  const context = { ...opened.context, config: { ...opened.context.config, ...settings } };
  const world = new World().serve(
    { env: opened.env, people: [], drop: async () => {} },
    context,
    opened.logged,
  );
  for (const name of ["alice", "bob", "carol"] as const) {
    const { userId, email, key } = opened[name];
    world[name] = new Person(world, userId, email, key);
  }
  return world;
}

describe.each(databases)("$database", ({ create }) => {
  let opened: World;
  let world: World;
  let lookUps = 0;

  beforeAll(async () => {
    opened = await openWorld(create, {
      env: { GROUNDPLAN_RATE_LIMIT: String(limit) },
      openDatabase: async (...parameters) => {
        const database = await openDatabase(...parameters);
        const db = new Proxy(database.db, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name, target);
            if (typeof value !== "function") return value;
            return (...given: unknown[]) => {
              if (name === "executeQuery" && (given[0] as CompiledQuery).sql.includes("secret_hash"))
                lookUps++;
              return value.apply(target, given);
            };
          },
        });
        return { ...database, db };
      },
    });
  });
  afterAll(() => opened.close());
  beforeEach(() => {
    world = fullBuckets(opened);
    lookUps = 0;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await world.app.close();
  });

  const times = async (count: number, send: () => Promise<Answer>) => {
    const answers: Answer[] = [];
    for (let n = 0; n < count; n++) answers.push(await send());
    return answers;
  };
  const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))];
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const guess = (headers: Record<string, string> = {}) =>
    world.send("GET", "/v1/me", undefined, { ...bearer(newSecret()), ...headers });
  const expectLimited = (answer: Answer, policy: string) => {
    expectError(answer, "rate_limited");
    const seconds = Number(answer.headers["retry-after"]);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(answer.headers["ratelimit-policy"]).toBe(policy);
    expect(answer.headers.ratelimit).toBe(`${policy.split(";")[0]};r=0;t=${seconds}`);
  };
  const default_ = `"default";q=${limit};w=60`;
  const address_ = `"address";q=${ofAddress};w=60`;
  const failed_ = `"failed";q=${ofAddress};w=60`;

  it("a credential has a number of requests per minute; each answer shows the remaining ones, then it is 429", async () => {
    for (let left = limit - 1; left >= 0; left--) {
      const answer =
        left % 2 ? await world.alice.get("/v1/me") : await world.alice.get("/v1/projects/nowhere");
      expect(answer.status).toBe(left % 2 ? 200 : 404);
      expect(answer.headers["ratelimit-policy"]).toBe(default_);
      expect(answer.headers.ratelimit).toMatch(new RegExp(`^"default";r=${left};t=([1-9]|[1-5]\\d|60)$`));
    }
    for (const answer of await times(3, () => world.alice.get("/v1/me"))) expectLimited(answer, default_);
  });

  it("the limit counts by credential, not by person or address", async () => {
    const { secret } = (await world.alice.post("/v1/api-keys", { name: "Second" })).body;
    await times(limit, () => world.alice.get("/v1/me"));
    expectLimited(await world.alice.get("/v1/me"), default_);
    expect((await world.send("GET", "/v1/me", undefined, bearer(secret))).status).toBe(200);
    expect((await world.bob.get("/v1/me")).status).toBe(200);
  });

  it("the next minute starts with a full bucket", async () => {
    await times(limit + 1, () => world.alice.get("/v1/me"));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_001 });
    expect((await world.alice.get("/v1/me")).headers.ratelimit).toBe(`"default";r=${limit - 1};t=60`);
  });

  it("429 comes after 401, and before scope, shape and everything else", async () => {
    const reader = await world.reader(world.alice);
    await times(limit, () => reader.get("/v1/me"));
    expectLimited(await reader.post("/v1/projects", "{"), default_);
    expectLimited(await reader.get("/v1/projects/nowhere?x=1"), default_);
    const { id } = (await world.alice.get("/v1/api-keys")).body.keys.at(-1);
    await world.alice.delete(`/v1/api-keys/${id}`);
    expectError(await reader.get("/v1/me"), "unauthorized");
  });

  it("an address without a credential has a tenth of the limit", async () => {
    await world.alice.get("/v1");
    const answers = await times(ofAddress, () => world.send("GET", "/v1"));
    expect(statuses(answers)).toEqual([200]);
    expect(answers.at(-1)?.headers.ratelimit).toMatch(/^"address";r=0;t=\d+$/);
    expectLimited(await world.send("GET", "/v1"), address_);
    expectLimited(await world.send("GET", "/v1/me"), address_);
    expect((await world.alice.get("/v1")).status).toBe(200);
  });

  it("a key with a wrong checksum is refused without a lookup", async () => {
    const mistyped = world.alice.key.slice(0, -1) + (world.alice.key.endsWith("a") ? "b" : "a");
    const answer = await world.send("GET", "/v1/me", undefined, bearer(mistyped));
    expectError(answer, "unauthorized");
    expect(lookUps).toBe(0);
    expectError(await guess(), "unauthorized");
    expect(lookUps).toBe(1);
  });

  it("invalid credentials drain a bucket of their address, then they are 429", async () => {
    const answers = await times(ofAddress, guess);
    for (const answer of answers) expectError(answer, "unauthorized");
    expect(answers.map(({ headers }) => String(headers.ratelimit).split(";")[1])).toEqual([
      "r=2",
      "r=1",
      "r=0",
    ]);
    for (const answer of await times(5, guess)) expectLimited(answer, failed_);
    expect((await world.send("GET", "/v1")).status, "requests without a credential have their own").toBe(200);
  });

  it("revoked, expired and malformed credentials drain the same bucket", async () => {
    const made = (await world.alice.post("/v1/api-keys", { name: "K" })).body;
    await world.alice.delete(`/v1/api-keys/${made.key.id}`);
    const send = (headers: Record<string, string>) => world.send("GET", "/v1/me", undefined, headers);
    expectError(await send(bearer(made.secret)), "unauthorized");
    expectError(await send({ authorization: "Basic x" }), "unauthorized");
    expectError(await send(bearer("psk_x")), "unauthorized");
    expectLimited(await send(bearer(made.secret)), failed_);
  });

  it("neither bucket of an address refuses a valid credential, even an unused one", async () => {
    await times(ofAddress * 20, () => world.send("GET", "/v1"));
    await times(ofAddress + 1, guess);
    expectLimited(await world.send("GET", "/v1"), address_);
    expectLimited(await guess(), failed_);
    for (const person of [world.alice, world.carol]) expect((await person.get("/v1/me")).status).toBe(200);
    const answers = await Promise.all([...Array.from({ length: 20 }, guess), world.bob.get("/v1/me")]);
    expect(answers.at(-1)?.status, "among guesses that are looked up").toBe(200);
  });

  it("an IPv6 address counts with its /64, an IPv4 address written as IPv6 by itself", async () => {
    const { trustedProxies } = readConfig({ GROUNDPLAN_TRUSTED_PROXIES: "127.0.0.1" });
    world = fullBuckets(opened, { trustedProxies });
    const from = (address: string) => world.send("GET", "/v1", undefined, { "x-forwarded-for": address });
    for (let n = 0; n < ofAddress; n++) expect((await from(`2001:db8:1:2:${n}::1`)).status).toBe(200);
    expectLimited(await from("2001:db8:1:2:ffff::9"), address_);
    expect((await from("2001:db8:1:3::1")).status).toBe(200);
    for (let n = 0; n < ofAddress; n++) expect((await from("203.0.113.7")).status).toBe(200);
    expectLimited(await from("::ffff:203.0.113.7"), address_);
    expect((await from("::ffff:203.0.113.8")).status).toBe(200);
  });

  it("a forwarded address counts without its port and brackets, and an invalid one as the proxy's own", async () => {
    const { trustedProxies } = readConfig({ GROUNDPLAN_TRUSTED_PROXIES: "127.0.0.1" });
    world = fullBuckets(opened, { trustedProxies });
    const from = (address: string) => world.send("GET", "/v1", undefined, { "x-forwarded-for": address });
    const expectOneBucket = async (...addresses: string[]) => {
      for (const [n, address] of addresses.entries()) {
        const answer = await from(address);
        if (n >= ofAddress) expectLimited(answer, address_);
        else expect([address, answer.status]).toEqual([address, 200]);
      }
    };
    await expectOneBucket("8.8.8.8:1000", "8.8.8.8:1001", "8.8.8.8", "8.8.8.8:1002", "::ffff:8.8.8.8");
    await expectOneBucket(
      ...["[2001:db8:7::1]:1000", "[2001:db8:7::2]:1001", "[2001:db8:7::3]"],
      ...["2001:db8:7::4", "[2001:db8:7::5]:1002"],
    );
    await expectOneBucket(
      ...[
        "unknown",
        "_hidden:1",
        "8.8.8.8:",
        "8.8.8:80",
        "[8.8.8.8",
        "[]:1",
        "2001:db8::z",
        "0x8.8",
        "fe80::1%-",
      ],
      ...["127.0.0.1", "::ffff:127.0.0.1"],
    );
  });

  it("X-Forwarded-For is ignored from a peer that is no trusted proxy", async () => {
    for (let n = 0; n < ofAddress; n++)
      expectError(await guess({ "x-forwarded-for": `203.0.113.${n}` }), "unauthorized");
    expectLimited(await guess({ "x-forwarded-for": "203.0.113.99", forwarded: "for=203.0.113.98" }), failed_);
  });

  it("X-Forwarded-For names the address that a trusted proxy appends, not the client's own entries", async () => {
    const { trustedProxies } = readConfig({ GROUNDPLAN_TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8" });
    world = fullBuckets(opened, { trustedProxies });
    const from = (chain: string) => () => guess({ "x-forwarded-for": chain });
    await times(ofAddress, from("203.0.113.1"));
    expectLimited(await guess({ "x-forwarded-for": "203.0.113.1" }), failed_);
    expectLimited(await guess({ "x-forwarded-for": "198.51.100.7, 203.0.113.1" }), failed_);
    expectLimited(await guess({ "x-forwarded-for": "198.51.100.8, 203.0.113.1, 10.1.2.3" }), failed_);
    expectError(await guess({ "x-forwarded-for": "203.0.113.2" }), "unauthorized");
    expectError(await guess({ "x-forwarded-for": "203.0.113.1, 203.0.113.3" }), "unauthorized");
  });

  it("of 100 simultaneous requests no more than the limit are accepted", async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => world.alice.get("/v1/me")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100 - limit);
  });
});
