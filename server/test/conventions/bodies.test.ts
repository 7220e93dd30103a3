import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { expectError, expectInvalid } from "../expect-error.ts";
import { setUpWorld } from "../world.ts";

/** A second of CPU time in microseconds, independent of other load. */
const second = 1_000_000;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  const specs = "/v1/projects/web/plans/PLAN-1/specs";
  beforeAll(() => world.alice.post("/v1/projects/web/plans", { name: "Plan" }));

  it.each([
    ["arrays", (depth: number) => "[".repeat(depth) + "]".repeat(depth)],
    ["objects", (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`],
    ["a field's value", (depth: number) => `{"name":${"[".repeat(depth)}${"]".repeat(depth)}}`],
    [
      "a known field",
      (depth: number) => `{"name":"P","repositories":${"[".repeat(depth)}${"]".repeat(depth)}}`,
    ],
  ])("JSON of 100,000 levels (%s) is 400 at once", async (_what, bodyOf) => {
    const begin = process.cpuUsage();
    expectError(await world.alice.post("/v1/projects", bodyOf(100_000)), "invalid_json");
    expect(process.cpuUsage(begin).user).toBeLessThan(second);
    expectInvalid(await world.alice.post("/v1/projects", '{"name":[[["x"]]]}'), ["/name"]);
  });

  it("many unknown fields are refused at once, and the first 50 are named", async () => {
    const fields = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`field-${n}`, n]));
    const begin = process.cpuUsage();
    const answer = await world.alice.post("/v1/projects", { name: "P", ...fields });
    expect(process.cpuUsage(begin).user).toBeLessThan(second);
    expectInvalid(
      answer,
      Array.from({ length: 50 }, (_, n) => `/field-${n}`),
    );
  });

  it("the error for a list that is too short or too long names the right number", async () => {
    const patch = (count: number) =>
      world.alice.patch(specs, {
        specShortIds: Array.from({ length: count }, (_, n) => `SPEC-${n + 1}`),
        changes: { effort: 1 },
      });
    const messages = [await patch(0), await patch(501)].map(({ body }) => body.error.details[0].message);
    expect(messages).toEqual(["must have at least 1 item", "must have at most 500 items"]);
  });

  it.each([
    ["POST", specs, { titel: "T" }, "/titel", "title"],
    [
      "POST",
      `${specs}/batch`,
      { specs: [{ title: "T", needFirst: [] }] },
      "/specs/0/needFirst",
      "needsFirst",
    ],
    ["PATCH", "/v1/projects/web/plans/PLAN-1", { Visiblity: "TEAM" }, "/Visiblity", "visibility"],
    ["GET", "/v1/projects?limt=1", undefined, "/limt", "limit"],
  ] as const)(
    "the error for an unknown field suggests a similar known one: %s %s",
    async (method, path, body, at, meant) => {
      const answer = await world.alice.send(method, path, body);
      expectError(answer, "invalid_request");
      const message = `is not a known field; did you mean \`${meant}\`?`;
      expect(answer.body.error.details).toContainEqual({ path: at, message });
    },
  );

  it("`__proto__`, `constructor` and `prototype` are unknown fields like any other, however deep", async () => {
    for (const name of ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"]) {
      const bad = `{"name":"P","${name}":{"isAdmin":true}}`;
      expectInvalid(await world.alice.post("/v1/projects", bad), [`/${name}`], name);
      const repository = `{"provider":"github","fullName":"a/b","${name}":{"isAdmin":true}}`;
      const deep = `{"name":"P","repositories":[${repository}]}`;
      expectInvalid(await world.alice.post("/v1/projects", deep), [`/repositories/0/${name}`], name);
      expectInvalid(await world.alice.get(`/v1/projects?${name}=1`), [`/${name}`], name);
      expectInvalid(await world.alice.post("/v1/projects/web/plans/PLAN-1/restore", `{"${name}":1}`), [
        `/${name}`,
      ]);
    }
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  it("a repeated query parameter is 400", async () => {
    expectInvalid(await world.alice.get("/v1/projects?limit=1&limit=2"), ["/limit"]);
    expectInvalid(await world.alice.get("/v1/projects?limit=1&limit=1"), ["/limit"]);
    expectInvalid(await world.alice.get("/v1/projects?limit[]=1"), ["/limit[]"]);
    expectInvalid(await world.alice.get("/v1/projects?limit[a]=1"), ["/limit[a]"]);
  });

  it.each(["null", "true", "1", '"text"', "[]", '[{"name":"P"}]'])(
    "a body that is %s is 400",
    async (body) => {
      expectInvalid(await world.alice.post("/v1/projects", body), [""]);
      expectInvalid(await world.alice.post("/v1/projects/web/plans/PLAN-1/restore", body), [""]);
      expectInvalid(await world.alice.post("/v1/projects/web/plans/PLAN-1/push", body), [""]);
    },
  );

  it("a missing or empty body is 400 if one is required; other endpoints accept none", async () => {
    for (const body of [undefined, ""]) {
      expectInvalid(await world.alice.post("/v1/projects", body), [""]);
      expect((await world.alice.post("/v1/projects/web/plans/PLAN-1/restore", body)).status).toBe(200);
    }
    expect((await world.alice.post("/v1/projects/web/plans/PLAN-1/restore", {})).status).toBe(200);
    const spec = (await world.alice.post(specs, { title: "Spec" })).body.spec.shortId;
    expect((await world.alice.send("DELETE", `${specs}/${spec}`, {})).status).toBe(200);
  });

  it("a DELETE with `Content-Type` and no body, which some clients send, works", async () => {
    const spec = (await world.alice.post(specs, { title: "Spec" })).body.spec.shortId;
    const headers = { "content-type": "application/json" };
    expect((await world.alice.delete(`${specs}/${spec}`, headers)).status).toBe(200);
  });

  it("a body of a GET is not read", async () => {
    expect((await world.alice.send("GET", "/v1/me", "{")).status).toBe(200);
  });

  it("a body without Content-Type is 415", async () => {
    const headers = { authorization: `Bearer ${world.alice.key}` };
    const payload = Buffer.from('{"name":"P"}');
    const reply = await world.app.inject({ method: "POST", url: "/v1/projects", headers, payload });
    expect([reply.statusCode, reply.json().error.code]).toEqual([415, "unsupported_media_type"]);
  });

  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON;charset=UTF-8",
    "application/json;v=1",
    'application/json; charset="utf-8"',
    "application/json; charset=utf8",
  ])("Content-Type %s is JSON", async (type) => {
    const answer = await world.alice.post("/v1/projects", '{"name":"P"}', { "content-type": type });
    expect(answer.status).toBe(201);
  });

  it.each(["", " ", "identity", "Identity"])("Content-Encoding '%s' means none", async (encoding) => {
    const answer = await world.alice.post("/v1/projects", '{"name":"P"}', { "content-encoding": encoding });
    expect(answer.status).toBe(201);
  });

  it.each(["gzip", "deflate", "br", "x-gzip", "gzip, identity"])(
    "a body in Content-Encoding %s is not decompressed: 415",
    async (encoding) => {
      const headers = {
        authorization: `Bearer ${world.alice.key}`,
        "content-type": "application/json",
        "content-encoding": encoding,
      };
      const payload = gzipSync(`{"name":"${"x".repeat(10_000_000)}"}`);
      const reply = await world.app.inject({ method: "POST", url: "/v1/projects", headers, payload });
      expect([reply.statusCode, reply.json().error.code]).toEqual([415, "unsupported_media_type"]);
    },
  );

  it.each(["utf-16", "UTF-16LE", "iso-8859-1", '"latin1"', "us-ascii", "utf-7", "utf-8859"])(
    "a body in charset %s is 415, and nothing of it is stored",
    async (charset) => {
      const before = (await world.alice.get("/v1/projects")).body;
      const type = `application/json; v=1; charset=${charset}`;
      const answer = await world.alice.post("/v1/projects", '{"name":"P"}', { "content-type": type });
      expectError(answer, "unsupported_media_type");
      expect((await world.alice.get("/v1/projects")).body).toEqual(before);
    },
  );

  it.each(["1.5", '"3"', "0", "6", "-1", "1e400", "1e99", "9007199254740993", "true", "[3]"])(
    "%s is refused for a whole number from 1 to 5",
    async (effort) =>
      expectInvalid(await world.alice.post(specs, `{"title":"T","effort":${effort}}`), ["/effort"]),
  );

  it("an answer can't be sent back as a body: unknown and read-only fields are refused", async () => {
    const { plan } = (await world.alice.get("/v1/projects/web/plans/PLAN-1")).body;
    for (const [field, value] of Object.entries(plan)) {
      if (["name", "description", "status", "visibility", "template", "externalRef"].includes(field))
        continue;
      if (["leadUserId", "targetDate"].includes(field)) continue;
      const answer = await world.bob.patch("/v1/projects/web/plans/PLAN-1", { [field]: value });
      expectInvalid(answer, [`/${field}`], field);
    }
    const { spec } = (await world.alice.post(specs, { title: "T" })).body;
    const open = [
      ...["assigneeUserId", "priority", "dueDate"],
      "title",
      "content",
      "status",
      "needsFirst",
      "parentSpecId",
      "effort",
      "readiness",
      "externalRef",
    ];
    for (const [field, value] of Object.entries(spec)) {
      if (open.includes(field)) continue;
      const answer = await world.bob.patch(`${specs}/${spec.shortId}`, { [field]: value });
      expectInvalid(answer, [`/${field}`], field);
    }
  });
});
