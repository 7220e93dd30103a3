import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { ErrorCode } from "@groundplan/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/open-database.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { type Answer, setUpWorld } from "../world.ts";

/** Internal errors thrown while a project with this name is created. */
const breakages: Record<string, { thrown: Error; code: ErrorCode }> = {
  defect: {
    thrown: new TypeError("select * from specs where /work/secret.ts:12 hunter2"),
    code: "internal_error",
  },
  "disk full": { thrown: withCode("SQLITE_FULL", "insert into specs hunter2"), code: "unavailable" },
  "no database": { thrown: withCode("ECONNREFUSED", "connect 10.1.2.3:5432 hunter2"), code: "unavailable" },
  ...Object.fromEntries(
    ["57P01", "57014", "25006", "55P03", "25P03", "40001", "40P01"].map((code) => [
      `PostgreSQL's ${code}`,
      { thrown: withCode(code, "ended hunter2"), code: "unavailable" as const },
    ]),
  ),
};

function withCode(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, {
    openDatabase: async (...parameters) => {
      const database = await openDatabase(...parameters);
      const write: typeof database.writer.write = async (handler, request) => {
        const { body } = request.input as { body?: { name?: string } };
        const breakage = breakages[body?.name ?? ""];
        if (breakage) throw breakage.thrown;
        return database.writer.write(handler, request);
      };
      return { ...database, writer: { ...database.writer, write } };
    },
    project: "Web",
  });
  beforeAll(() => world.alice.post("/v1/projects/web/plans", { name: "Plan" }));

  const lineOf = (requestId: unknown) =>
    world.logged.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);

  it("compresses a large answer only for clients that accept it", async () => {
    const content = "A text of which the next one is a repetition. ".repeat(100);
    const specs = Array.from({ length: 30 }, (_, at) => ({ title: `Spec ${at}`, content }));
    await world.alice.post("/v1/projects/web/plans/PLAN-1/specs/batch", { specs });
    const read = async (encoding?: string, query = "?limit=200") => {
      const { headers, rawPayload } = await world.app.inject({
        method: "GET",
        url: `/v1/projects/web/plans/PLAN-1/specs${query}`,
        headers: {
          authorization: `Bearer ${world.alice.key}`,
          ...(encoding === undefined ? {} : { "accept-encoding": encoding }),
        },
      });
      return { headers, bytes: rawPayload };
    };
    const plain = await read();
    expect(plain.headers).toMatchObject({ vary: "accept-encoding" });
    expect(plain.headers).not.toHaveProperty("content-encoding");
    for (const [accepted, encoding, decoded] of [
      ["gzip, br;q=0.8", "br", brotliDecompressSync],
      ["br;q=0, gzip;q=0.8", "gzip", gunzipSync],
    ] as const) {
      const small = await read(accepted);
      expect(small.headers).toMatchObject({ vary: "accept-encoding", "content-encoding": encoding });
      expect(Number(small.headers["content-length"])).toBe(small.bytes.length);
      expect(small.bytes.length).toBeLessThan(plain.bytes.length / 10);
      expect(decoded(small.bytes).equals(plain.bytes)).toBe(true);
    }
    for (const other of ["deflate", "gzip;q=0", "*"])
      expect((await read(other)).headers).not.toHaveProperty("content-encoding");
    expect((await read("gzip", "?limit=1")).headers).not.toHaveProperty("content-encoding");
  });

  it.each(["a", "req-1", "A.b:c_d-9", "x".repeat(128)])("keeps the safe X-Request-Id %s", async (id) => {
    const answer = await world.alice.get("/v1/me", { "x-request-id": id });
    expect(answer.headers["x-request-id"]).toBe(id);
    expect(lineOf(id)).toMatchObject([{ method: "GET", path: "/v1/me", status: 200 }]);
  });

  it.each(["", " ", "x".repeat(129), "a b", "a\tb", "ä", '"', "<script>", "a,b", "../x"])(
    "creates its own X-Request-Id instead of %j",
    async (id) => {
      const answer = await world.alice.get("/v1/me", { "x-request-id": id });
      expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(lineOf(answer.headers["x-request-id"])).toHaveLength(1);
    },
  );

  it("answers every kind of request with its own X-Request-Id, and logs each in one line", async () => {
    const { alice } = world;
    const answers: Answer[] = [
      await alice.get("/v1/me"),
      await world.send("GET", "/v1"),
      await world.send("GET", "/v1/me"),
      await world.send("GET", "/nowhere"),
      await world.send("GET", "/v1/projects/%ff"),
      await world.send("PUT", "/v1/me", "{"),
      await alice.get(`/v1/projects/${"x".repeat(20_000)}`),
      await alice.post("/v1/projects", "{"),
      await alice.post("/v1/projects", { name: "x".repeat(2_000_000) }),
      await world.send("GET", "/"),
      await world.send("GET", "/healthz"),
      await world.send("GET", "/readyz"),
    ];
    const ids = answers.map((answer) => answer.headers["x-request-id"]);
    expect(new Set(ids).size).toBe(answers.length);
    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 401, 404, 401, 405, 404, 400, 413, 200, 200, 200,
    ]);
    for (const [at, id] of ids.entries()) {
      expect(lineOf(id), String(at)).toMatchObject([{ msg: "request", status: answers[at]?.status }]);
      expect(answers[at]?.headers, String(at)).toMatchObject({ "x-content-type-options": "nosniff" });
    }
  });

  it("reveals no software in its headers", async () => {
    for (const path of ["/", "/v1", "/nowhere", "/healthz"]) {
      const { headers } = await world.send("GET", path);
      for (const header of ["x-powered-by", "server", "via", "x-fastify"])
        expect(headers).not.toHaveProperty(header);
    }
  });

  it.each(Object.entries(breakages))(
    "reveals only the request id of an internal failure (%s)",
    async (name, { code }) => {
      const answer = await world.alice.post(
        "/v1/projects",
        { name },
        { "x-request-id": `broken-${name.length}` },
      );
      expectError(answer, code);
      expect(answer.body.error.message).toContain(`(request broken-${name.length})`);
      expect(JSON.stringify(answer.body)).not.toMatch(
        /hunter2|select|insert|specs|work|\.ts|10\.1|SQLITE|57P01|57014|25006|55P03|25P03|40001|40P01/,
      );
      expect(answer.body.error.details).toBeUndefined();
      const lines = JSON.stringify(lineOf(`broken-${name.length}`));
      expect(lines, "the operator reads the cause").toContain("hunter2");
    },
  );

  it("writes no secret to its log", async () => {
    const { alice, bob } = world;
    const made = await alice.post("/v1/api-keys", { name: "Key", scope: "write" });
    const { secret } = made.body;
    const headers = { authorization: `Bearer ${secret}` };
    await world.send("GET", "/v1/me", undefined, headers);
    await world.send("GET", `/v1/me?key=${secret}`, undefined, headers);
    await world.send("GET", `/v1/projects/${secret}`, undefined, headers);
    await world.send("GET", `/${secret}`);
    await world.send("POST", "/v1/projects", { name: "defect", token: secret }, headers);
    await world.send("POST", "/v1/projects", { name: "defect" }, { ...headers, "x-request-id": secret });
    const log = world.logged.join("");
    expect(log.length).toBeGreaterThan(1000);
    for (const key of [secret, alice.key, bob.key]) {
      expect(log).not.toContain(key);
      expect(log).not.toContain(key.slice(12));
    }
  });

  it("names the credential in the log by its id", async () => {
    const answer = await world.alice.get("/v1/me");
    const { id } = answer.body.credential;
    expect(lineOf(answer.headers["x-request-id"])).toMatchObject([{ credential: id }]);
  });

  it("answers the head of a GET to HEAD, without its body", async () => {
    const headers = { authorization: `Bearer ${world.alice.key}` };
    for (const url of ["/v1/me", "/v1/projects", "/v1/projects/web/plans/PLAN-1"]) {
      const get = await world.app.inject({ method: "GET", url, headers });
      const head = await world.app.inject({ method: "HEAD", url, headers });
      expect([head.statusCode, head.body]).toEqual([200, ""]);
      expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(get.body)));
      expect(head.headers.etag).toBe(get.headers.etag);
    }
    expect((await world.app.inject({ method: "HEAD", url: "/v1/me" })).statusCode).toBe(401);
  });
});
