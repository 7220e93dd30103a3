import { type Endpoint, endpoints, takesIdempotencyKey } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newSecret } from "../../src/modules/identity/key-format.ts";
import { databases } from "../databases.ts";
import { expectError, expectInvalid } from "../expect-error.ts";
import { half, part } from "../half.ts";
import { openWorld, type Person, type World } from "../world.ts";
import { fakeTracker, makePlace, type Place } from "./place.ts";
import { addressOf, type Row, rowOf } from "./requests.ts";

const guarded = endpoints.filter(({ scope }) => scope !== "none");
const writes = endpoints.filter(({ scope }) => scope === "write");
const withParams = endpoints.filter(({ params }) => Object.keys(params.shape).length > 0);
const pathMatches = (url: string) => (endpoint: Endpoint) =>
  new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(url);
const takesJson = ({ method, multipart }: Endpoint) => method !== "GET" && multipart === null;
const takesBody = ({ method }: Endpoint) => method !== "GET";

interface Operation {
  operationId: string;
}

/** Unencoded spellings of nonexistent handles and ids. */
const nothing: Record<string, string[]> = {
  projectSlug: [
    "nowhere",
    "PLACE-0",
    "place-0%20",
    "%00",
    "%ff",
    "%ED%A0%80",
    "..%2f..",
    "%25",
    "a".repeat(2000),
  ],
  planShortId: [
    ...["PLAN-0", "PLAN-01", "plan-1", "PLAN-999999", "PLAN-99999999999", "PLAN--1", "PLAN-1.0", "PLAN-1e0"],
    ...[
      "PLAN-%D9%A1",
      "PLAN-1%20",
      "PLAN-1%00",
      "%ff",
      "%ED%A0%80",
      "SPEC-1",
      "1",
      "019a0000-0000-7000-8000-000000000000",
    ],
  ],
  specShortId: [
    ...[
      "SPEC-0",
      "SPEC-01",
      "spec-1",
      "SPEC-999999",
      "SPEC-99999999999",
      "PLAN-1",
      "SPEC-1%00",
      "%ff",
      "%ED%A0%80",
    ],
    "019a0000-0000-7000-8000-000000000000",
  ],
  seq: ["0", "01", "-1", "1.0", "1e0", "99", "99999999999", "abc", "%00", "%ff"],
  others: ["nowhere", "019a0000-0000-7000-8000-000000000000", "%00", "%ff", "%ED%A0%80", "GITHUB"],
};

describe.each(databases)("$database: every declared endpoint", ({ create }) => {
  let world: World;
  let reader: Person;
  let place: Place;
  beforeAll(async () => {
    const tracker = fakeTracker();
    // A tracker's webhook has an address only if the service has a public one.
    const env = { GROUNDPLAN_PUBLIC_URL: "https://plans.example.com" };
    world = await openWorld(create, { env, openTracker: async () => tracker });
    reader = await world.reader(world.alice);
    place = await makePlace(world);
  });
  afterAll(() => world.close());

  /** Returns one well-formed request, reusable since a refusal changes nothing. */
  async function refusedRow(endpoint: Endpoint): Promise<Row | undefined> {
    if (!refusedRows.has(endpoint.id)) refusedRows.set(endpoint.id, await rowOf(endpoint, place, world));
    return refusedRows.get(endpoint.id);
  }
  const refusedRows = new Map<string, Row | undefined>();

  /** Sends a well-formed request that will be refused to the endpoint as `who`. */
  async function send(
    endpoint: Endpoint,
    {
      who = world.alice,
      body,
      search = "",
      headers = {},
    }: {
      who?: Pick<Person, "send">;
      body?: unknown;
      search?: string;
      headers?: Record<string, string>;
    } = {},
  ) {
    const row = (await refusedRow(endpoint)) ?? {};
    const address = addressOf(endpoint, row);
    const joined = search && address + (address.includes("?") ? "&" : "?") + search;
    return who.send(endpoint.method, joined || address, body ?? row.body, headers);
  }

  it("answers 401 without a credential, except GET /v1", async () => {
    const anyone = { send: world.send.bind(world) };
    for (const endpoint of half(guarded, create))
      expectError(await send(endpoint, { who: anyone }), "unauthorized", endpoint.id);
    expect(endpoints.filter((endpoint) => !guarded.includes(endpoint)).map(({ id }) => id)).toEqual([
      "index.get",
    ]);
    expect((await world.send("GET", "/v1")).status).toBe(200);
  });

  it("answers 401 to a credential that is malformed, unknown, mistyped, revoked or expired, including GET /v1", async () => {
    const { alice } = world;
    const revoked = (await alice.post("/v1/api-keys", { name: "Revoked" })).body;
    await alice.delete(`/v1/api-keys/${revoked.key.id}`);
    const expiresAt = new Date(Date.now() + 100).toISOString();
    const expired = (await alice.post("/v1/api-keys", { name: "Expired", scope: "write", expiresAt })).body;
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(expiresAt));
    const mistyped = alice.key.slice(0, -1) + (alice.key.endsWith("a") ? "b" : "a");
    const bad = {
      empty: "",
      "no scheme": alice.key,
      Basic: `Basic ${Buffer.from(`${alice.key}:`).toString("base64")}`,
      Token: `Token ${alice.key}`,
      "two words": `Bearer ${alice.key} ${alice.key}`,
      mistyped: `Bearer ${mistyped}`,
      unknown: `Bearer ${newSecret()}`,
      "an OAuth token that nobody issued": `Bearer ${newSecret("plan_at_")}`,
      revoked: `Bearer ${revoked.secret}`,
      expired: `Bearer ${expired.secret}`,
    };
    for (const [n, endpoint] of half(endpoints, create).entries()) {
      for (const [kind, authorization] of part(4, Object.entries(bad), create, n)) {
        const answer = await send(endpoint, { headers: { authorization } });
        expectError(answer, "unauthorized", `${endpoint.id} ${kind}`);
      }
    }
  });

  it("answers 403 insufficient_scope to a `read` key if it writes", async () => {
    expect(writes.length).toBeGreaterThan(endpoints.length / 3);
    for (const endpoint of half(writes, create))
      expectError(await send(endpoint, { who: reader }), "insufficient_scope", endpoint.id);
  });

  it("refuses an unknown body field and names its JSON Pointer", async () => {
    for (const endpoint of half(endpoints.filter(takesJson), create)) {
      const row = await refusedRow(endpoint);
      const body = { ...(row?.body as object), "not/a~field": 1 };
      expectInvalid(await send(endpoint, { body }), ["/not~1a~0field"], endpoint.id);
    }
  });

  it("refuses an unknown query parameter and names its JSON Pointer", async () => {
    for (const endpoint of half(endpoints, create)) {
      const answer = await send(endpoint, { search: "not-a-parameter=1" });
      expectInvalid(answer, ["/not-a-parameter"], endpoint.id);
    }
  });

  it("refuses a body of another media type with 415", async () => {
    const types = ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "json"];
    for (const [n, endpoint] of half(endpoints.filter(takesBody), create).entries()) {
      for (const type of half(types, create, n)) {
        const answer = await send(endpoint, { body: "{}", headers: { "content-type": type } });
        expectError(answer, "unsupported_media_type", `${endpoint.id} ${type}`);
      }
    }
  });

  it("refuses malformed JSON with 400 invalid_json", async () => {
    const malformed = ["{", "{'a':1}", '{"a":1,}', "undefined", '{"a":1}{"b":2}'];
    for (const [n, endpoint] of half(endpoints.filter(takesJson), create).entries()) {
      for (const body of half(malformed, create, n))
        expectError(await send(endpoint, { body }), "invalid_json", `${endpoint.id} ${body}`);
    }
  });

  it("refuses an Idempotency-Key that is empty or over 255 characters, if it takes one", async () => {
    const posts = endpoints.filter(takesIdempotencyKey);
    for (const endpoint of half(posts, create)) {
      for (const key of ["", "k".repeat(256)]) {
        const answer = await send(endpoint, { headers: { "idempotency-key": key } });
        expectInvalid(answer, [""], endpoint.id);
      }
    }
  });

  it("answers 404 for a malformed or unknown handle or id", async () => {
    for (const [n, endpoint] of withParams.entries()) {
      const row = (await refusedRow(endpoint)) ?? {};
      for (const name of Object.keys(endpoint.params.shape)) {
        if (endpoint.mayCreate && name === "slug") continue; // It creates a resource with that name.
        const values = part(6, nothing[name] ?? nothing.others ?? [], create, n);
        await Promise.all(
          values.map(async (value) => {
            const address = addressOf(endpoint, row, { [name]: value });
            const answer = await world.alice.send(endpoint.method, address, row.body);
            expectError(answer, "not_found", `${endpoint.id} ${name}=${value}`);
          }),
        );
      }
    }
  });

  it("answers 405 with `Allow` for any other method, whatever else is wrong", async () => {
    const methods = [
      "GET",
      "HEAD",
      "POST",
      "PUT",
      "PATCH",
      "DELETE",
      "OPTIONS",
      "TRACE",
      "PROPFIND",
    ] as const;
    for (const path of half([...new Set(endpoints.map(({ path }) => path))], create)) {
      const url = path.replace(/\{\w+\}/g, "x");
      const allowed = new Set<string>(endpoints.filter(pathMatches(url)).map(({ method }) => method));
      if (allowed.has("GET")) allowed.add("HEAD");
      for (const method of methods.filter((method) => !allowed.has(method))) {
        const headers = { "content-type": "text/plain", authorization: "Basic x" };
        const payload = ["GET", "HEAD", "TRACE"].includes(method) ? {} : { payload: "{" };
        const reply = await world.app.inject({ method: method as "GET", url, headers, ...payload });
        expect(`${method} ${path} ${reply.statusCode}`).toBe(`${method} ${path} 405`);
        expect(new Set(String(reply.headers.allow).split(", ")), path).toEqual(allowed);
        if (method !== "HEAD") expect(reply.json().error.code).toBe("method_not_allowed");
      }
    }
  });

  it("answers the OpenAPI document of one tag, and names the tags if there is none such", async () => {
    const part = (await world.alice.get("/v1/openapi.json?tag=Graph")).body;
    expect(Object.keys(part.paths)).toContain("/v1/next");
    expect(Object.keys(part.paths)).not.toContain("/v1/projects");
    expect((await world.alice.get("/v1/openapi.json?tag=MCP%20servers")).body.tags).toHaveLength(1);
    const unknown = await world.alice.get("/v1/openapi.json?tag=graph");
    expectInvalid(unknown, ["/tag"], "an unknown tag");
    expect(unknown.body.error.message).toContain('"Specs"');
  });

  it("has an operation of the served document", async () => {
    const document = (await world.alice.get("/v1/openapi.json")).body;
    const operations = Object.values<Record<string, Operation>>(document.paths).flatMap(Object.values);
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      endpoints.map(({ id }) => id).toSorted(),
    );
  });

  // Reads come first, since writes change the shared place; deletions come last, parts before their
  // containers.
  const isWrite = ({ method }: Endpoint) => Number(method !== "GET");
  const deletes = ({ method, path }: Endpoint) => (method === "DELETE" ? 1 / path.length : 0);
  const readsFirst = endpoints.toSorted((a, b) => isWrite(a) - isWrite(b) || deletes(a) - deletes(b));
  it.each(readsFirst.map((endpoint) => [endpoint.id, endpoint] as const))(
    "%s answers success with the declared status and body",
    async (id, endpoint) => {
      const ask = async () => {
        const row = await rowOf(endpoint, place, world);
        if (!row) throw new Error(`${id} has no request in conformance-requests.ts`);
        return world.alice.send(endpoint.method, addressOf(endpoint, row), row.body);
      };
      let answer = await ask();
      if (answer.status >= 400 && isWrite(endpoint)) {
        place = await makePlace(world);
        answer = await ask();
      }
      expect(answer.status, JSON.stringify(answer.body.error)).toBe(endpoint.status);
      expect(endpoint.reply.safeParse(answer.body).error).toBeUndefined();
      const headers = ["content-type", "x-request-id", "ratelimit", "ratelimit-policy"];
      for (const header of headers) expect(answer.headers, header).toHaveProperty(header);
    },
  );
});
