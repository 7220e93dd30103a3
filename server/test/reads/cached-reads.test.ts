import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { adminCreateUser } from "../../src/admin/index.ts";
import { readConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/log.ts";
import { createContext } from "../../src/process.ts";
import { sqliteOf } from "../../src/storage/dialect.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { withRows } from "../own-connection.ts";
import { type Answer, openWorld, Person, setUpWorld, World } from "../world.ts";

describe.each(databases)("on $database,", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let path: string;
  let people = 0;
  beforeAll(async () => {
    await overHttp(world);
    await world.alice.post("/v1/projects", { name: "Web" });
  });
  beforeEach(async () => {
    const plan = await world.alice.post("/v1/projects/web/plans", { name: "Before" });
    path = `/v1/projects/web/plans/${plan.body.plan.shortId}`;
    await world.alice.post(`${path}/specs`, { title: "A spec" });
  });
  afterEach(() => vi.useRealTimers());

  const newcomer = () => world.person(`newcomer-${people++}`, "MEMBER", "acme");
  /** Reads until the answer is cached, after the asynchronous write of the key's first use. */
  const warmCache = async (who: Person, url = path) => {
    await who.get(url);
    await expect.poll(async () => (await who.get("/v1/api-keys")).body.keys[0].lastUsedAt).not.toBeNull();
    const [first, again] = [await who.get(url), await who.get(url)];
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers.etag).toBe(first.headers.etag);
    return again;
  };
  const asUser = ({ email }: Person, role: "OWNER" | "MEMBER" | "VIEWER") => {
    const user = { email, name: "Newcomer", workspace: "acme", role };
    return { ...user, createWorkspace: false, platformAdmin: false };
  };

  it("a changed plan is read at the next request, also by clients that send the earlier ETag", async () => {
    const before = await warmCache(world.bob);
    const etag = String(before.headers.etag);
    for (let n = 0; n < 2; n++)
      expect((await world.bob.get(path, { "if-none-match": etag })).status).toBe(304);
    for (const name of ["After", "Later", "Last"]) {
      await world.alice.patch(path, { name });
      const after = await world.bob.get(path, { "if-none-match": etag });
      expect(after.body.plan.name).toBe(name);
      expect(after.headers.etag).not.toBe(etag);
      expect((await world.bob.get(path)).body).toEqual(after.body);
    }
  });

  it("an answer above 64 KiB is compressed each time, however few characters it has", async () => {
    const content = "那是一篇长文。".repeat(5_000);
    const { spec } = (await world.alice.post(`${path}/specs`, { title: "长文", content })).body;
    await warmCache(world.bob, `${path}/specs/${spec.shortId}`);
    const answer = await world.bob.get(`${path}/specs/${spec.shortId}`, { "accept-encoding": "gzip" });
    expect(answer.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
    expect(answer.body.spec.content).toBe(content);
  });

  it("a changed spec is read at the next request, also in its list", async () => {
    const list = await warmCache(world.bob, `${path}/specs`);
    await warmCache(world.bob, `${path}/specs/SPEC-1`);
    const unchanged = { "if-none-match": String(list.headers.etag) };
    for (let n = 0; n < 2; n++) expect((await world.bob.get(`${path}/specs`, unchanged)).status).toBe(304);
    await world.alice.patch(`${path}/specs/SPEC-1`, { title: "Changed" });
    expect((await world.bob.get(`${path}/specs/SPEC-1`)).body.spec.title).toBe("Changed");
    expect((await world.bob.get(`${path}/specs`, unchanged)).body.specs[0].title).toBe("Changed");
  });

  it("a new dependency counts at the next request, in the graph and in `next`", async () => {
    await world.alice.post(`${path}/specs`, { title: "Another" });
    const next = "/v1/next?projectSlug=web&limit=200";
    const isNext = ({ body }: Answer) =>
      body.specs.flatMap((spec: { planShortId: string; specShortId: string }) =>
        path.endsWith(`/${spec.planShortId}`) ? spec.specShortId : [],
      );
    expect((await warmCache(world.bob, `${path}/graph`)).body.next).toEqual(["SPEC-1", "SPEC-2"]);
    expect(isNext(await warmCache(world.bob, next))).toEqual(["SPEC-1", "SPEC-2"]);
    await world.alice.post(`${path}/dependencies`, { fromSpecId: "SPEC-2", toSpecId: "SPEC-1" });
    expect((await world.bob.get(`${path}/graph`)).body.next).toEqual(["SPEC-1"]);
    expect(isNext(await world.bob.get(next))).toEqual(["SPEC-1"]);
  });

  it("a changed plan is read at the next request, also by an address with escapes", async () => {
    const escaped = path.replace("PLAN", "%50LAN");
    expect((await warmCache(world.bob, escaped)).body.plan.name).toBe("Before");
    await world.alice.patch(path, { name: "After" });
    expect((await world.bob.get(escaped)).body.plan.name).toBe("After");
  });

  it("the end of a share or a plan that becomes private takes effect at the next request", async () => {
    const [bob, carol] = [await newcomer(), await newcomer()];
    await warmCache(carol);
    await world.alice.put(`${path}/shares/${bob.userId}`, { capability: "READ" });
    await world.alice.patch(path, { visibility: "PRIVATE" });
    expectError(await carol.get(path), "not_found");
    expect((await warmCache(bob)).body.plan.capability).toBe("READ");
    await world.alice.delete(`${path}/shares/${bob.userId}`);
    expectError(await bob.get(path), "not_found");
  });

  it("a revoked key reads nothing", async () => {
    const bob = await newcomer();
    await warmCache(bob);
    await bob.delete(`/v1/api-keys/${(await bob.get("/v1/me")).body.credential.id}`);
    expectError(await bob.get(path), "unauthorized");
  });

  it("an expired key reads nothing, even without a commit", async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { secret } = (await world.alice.post("/v1/api-keys", { name: "K", expiresAt })).body;
    const person = new Person(world, world.alice.userId, "", secret);
    await warmCache(person);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(expiresAt) });
    expectError(await person.get(path), "unauthorized");
  });

  it("a role that the admin command changes counts at the next request", async () => {
    const bob = await newcomer();
    expect((await warmCache(bob)).body.plan.capability).toBe("EDIT");
    await adminCreateUser(world.env, asUser(bob, "VIEWER"));
    expect((await bob.get(path)).body.plan.capability).toBe("READ");
  });

  it("a person whose membership row is deleted in the database reads nothing", async () => {
    const bob = await newcomer();
    await warmCache(bob);
    await withRows(world, (db) => db.deleteFrom("memberships").where("user_id", "=", bob.userId).execute());
    expectError(await bob.get(path), "unauthorized");
  });

  it("each write of another service on the same database is read at the next request", async () => {
    const context = await createContext(readConfig({ ...world.env }), createLog("silent"), { jobs: "off" });
    const second = new World().serve({ env: world.env, people: [], drop: async () => {} }, context, []);
    const alice = new Person(second, world.alice.userId, world.alice.email, world.alice.key);
    try {
      await warmCache(world.bob);
      for (let n = 0; n < 20; n++) {
        await alice.patch(path, { name: `Name ${n}` });
        expect((await world.bob.get(path)).body.plan.name).toBe(`Name ${n}`);
        expect((await alice.get(path)).body.plan.name).toBe(`Name ${n}`);
      }
    } finally {
      await second.close();
    }
  });

  it("nobody gets a cached answer of another person, or of their own earlier rights", async () => {
    const bob = await newcomer();
    expect((await warmCache(world.alice)).body.plan.capability).toBe("OWN");
    expect((await warmCache(bob)).body.plan.capability).toBe("EDIT");
    expect((await warmCache(world.vera)).body.plan.capability).toBe("READ");
    expectError(await world.mallory.get(path), "not_found");
    expectError(await world.send("GET", path), "unauthorized");
  });

  it("each request has its own id and log line, and counts for the rate limit", async () => {
    await warmCache(world.bob);
    const answers = [];
    for (const id of ["first", "second", "third"])
      answers.push(await world.bob.get(path, { "x-request-id": id }));
    expect(answers.map(({ headers }) => headers["x-request-id"])).toEqual(["first", "second", "third"]);
    const left = answers.map(({ headers }) => Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]));
    expect(left.map((count) => (left[0] ?? 0) - count)).toEqual([0, 1, 2]);
    const line = {
      level: 30,
      method: "GET",
      path,
      status: 200,
      msg: "request",
      credential: expect.any(String),
    };
    const lines = () => world.logged.slice(-3).map((text) => JSON.parse(text));
    await expect
      .poll(lines)
      .toEqual(
        ["first", "second", "third"].map((requestId) => expect.objectContaining({ ...line, requestId })),
      );
  });

  it("a cached answer has the headers of the first answer, and none of another request", async () => {
    const ownIds = { "x-request-id": "own" };
    const first = await world.bob.get(path, ownIds);
    await warmCache(world.bob);
    const again = await world.bob.get(path, ownIds);
    const comparable = ({ headers }: Answer) => ({ ...headers, date: "", ratelimit: "" });
    expect(comparable(again)).toEqual(comparable(first));
    const unchanged = { ...ownIds, "if-none-match": String(first.headers.etag) };
    const [one, two] = [await world.bob.get(path, unchanged), await world.bob.get(path, unchanged)];
    expect([one.status, two.status, comparable(two)]).toEqual([304, 304, comparable(one)]);
  });

  it("HEAD and an invalid query don't get the cached answer of a GET", async () => {
    const { body } = await warmCache(world.bob);
    const headers = { authorization: `Bearer ${world.bob.key}` };
    const head = await world.app.inject({ method: "HEAD", url: path, headers });
    expect(head.body).toBe("");
    expect(Number(head.headers["content-length"])).toBe(Buffer.byteLength(JSON.stringify(body)));
    expect((await world.bob.get(`${path}?limit=1`)).status).toBe(400);
  });
});

const origin = (world: World) => {
  const address = world.app.server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
};

/** Sends later requests over HTTP, so that the cache in front of the router answers them. */
async function overHttp(world: World): Promise<void> {
  await world.app.listen({ host: "127.0.0.1", port: 0 });
  world.send = async (method, url, body, headers) => {
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
    const answer = await fetch(origin(world) + url, { method, headers: { ...type, ...headers }, ...sent });
    const text = await answer.text();
    const json = answer.headers.get("content-type")?.includes("json") && text !== "";
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: json ? JSON.parse(text) : text,
    };
  };
}

it("SQLite isn't queried for a row again until the next commit", async () => {
  const [sqlite] = databases;
  if (!sqlite) throw new Error("no SQLite");
  const world = await openWorld(sqlite.create);
  try {
    await overHttp(world);
    await world.alice.post("/v1/projects", { name: "Web" });
    await world.alice.post("/v1/projects/web/plans", { name: "Before" });
    const statement = Object.getPrototypeOf(sqliteOf.get(world.context.db)?.prepare("select 1"));
    const asked = vi.spyOn(statement, "all");
    const read = async () => {
      asked.mockClear();
      const { body } = await world.bob.get("/v1/projects/web/plans/PLAN-1");
      return [body.plan.name, asked.mock.calls.length > 0];
    };
    await expect.poll(read).toEqual(["Before", false]);
    await world.alice.patch("/v1/projects/web/plans/PLAN-1", { name: "After" });
    expect(await read()).toEqual(["After", true]);
    await expect.poll(read).toEqual(["After", false]);
  } finally {
    vi.restoreAllMocks();
    await world.close();
  }
});
