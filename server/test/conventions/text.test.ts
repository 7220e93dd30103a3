import { endpoints } from "@groundplan/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { fakeTracker, makePlace, type Place } from "../conformance/place.ts";
import { addressOf, rowOf } from "../conformance/requests.ts";
import { databases } from "../databases.ts";
import { expectError, expectInvalid } from "../expect-error.ts";
import { setUpWorld } from "../world.ts";

const notText = ["\0", "a\0b", "\ud800", "\udc00", "a\ud83d", "\udc00\ud83d"];
const clef = "𝄞"; // one code point, two UTF-16 units, four bytes

function strings(value: unknown, pointer = ""): string[] {
  if (typeof value === "string") return [pointer];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => strings(inner, `${pointer}/${key}`));
}

function replaced(value: unknown, pointer: string, text: string, at = ""): unknown {
  if (at === pointer) return text;
  if (Array.isArray(value))
    return value.map((inner, index) => replaced(inner, pointer, text, `${at}/${index}`));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, replaced(inner, pointer, text, `${at}/${key}`)]),
  );
}

describe.each(databases)("$database", ({ create }) => {
  let place: Place;
  const tracker = fakeTracker();
  const world = setUpWorld(create, { openTracker: async () => tracker });
  beforeAll(async () => {
    place = await makePlace(world);
  });

  it("a NUL or half a surrogate pair in any string of a body is 400", async () => {
    let tried = 0;
    for (const endpoint of endpoints) {
      const row = endpoint.body && (await rowOf(endpoint, place, world));
      if (!row) continue;
      for (const pointer of strings(row.body)) {
        for (const text of notText) {
          const body = replaced(row.body, pointer, text);
          const answer = await world.alice.send(endpoint.method, addressOf(endpoint, row), body);
          expectInvalid(answer, [pointer], `${endpoint.id} ${pointer} ${JSON.stringify(text)}`);
          tried++;
        }
      }
    }
    expect(tried).toBeGreaterThan(100);
  });

  it("a NUL or half a surrogate pair in a field's name is 400, whether the field is known or not", async () => {
    for (const name of notText) {
      expectInvalid(await world.alice.post("/v1/projects", { name: "P", [name]: 1 }), [""]);
      const deep = { name: "P", repositories: [{ [name]: 1 }] };
      expectInvalid(await world.alice.post("/v1/projects", deep), ["/repositories/0"]);
    }
  });

  it("a NUL or percent-encoded invalid UTF-8 in a query is 400", async () => {
    const { projectSlug } = place;
    const path = `/v1/projects/${projectSlug}/plans`;
    expectInvalid(await world.alice.get(`${path}?q=a%00b`), ["/q"]);
    expectInvalid(await world.alice.get("/v1/projects?cursor=%00"), ["/cursor"]);
    for (const value of ["%ff", "%ED%A0%80", "%C0%80", "%F8", "%", "%zz", "%2"])
      expectInvalid(await world.alice.get(`${path}?q=${value}`), [""], value);
    expect((await world.alice.get(`${path}?q=%F0%9D%84%9E+%E3%81%82`)).status).toBe(200);
  });

  it("invalid UTF-8 is 400 invalid_json", async () => {
    for (const bytes of [[0xff], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80]]) {
      const payload = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
      const headers = { authorization: `Bearer ${world.alice.key}`, "content-type": "application/json" };
      const reply = await world.app.inject({ method: "POST", url: "/v1/projects", headers, payload });
      expect([reply.statusCode, reply.json().error.code]).toEqual([400, "invalid_json"]);
    }
  });

  it("any other text comes back as it was sent", async () => {
    const path = `/v1/projects/${place.projectSlug}/plans/${place.planShortId}/specs`;
    for (const text of [
      "日本語 العربية",
      clef,
      "e\u0301 é",
      "\ufeffmark",
      "\uffff\ufdd0",
      "👩‍👩‍👧",
      "'; drop table specs --",
    ]) {
      const content = `${text}\r\n\t${text}\u0001`;
      const answer = await world.alice.post(path, { title: `a${text}z`, content });
      expect(answer.body.spec).toMatchObject({ title: `a${text}z`, content });
      expect((await world.alice.get(`${path}/${answer.body.spec.shortId}`)).body).toEqual(answer.body);
    }
  });

  const named = () => {
    const plans = `/v1/projects/${place.projectSlug}/plans`;
    return [
      { path: "/v1/projects", field: "name", key: "project", most: 200 },
      { path: plans, field: "name", key: "plan", most: 200 },
      { path: `${plans}/${place.planShortId}/specs`, field: "title", key: "spec", most: 200 },
      { path: "/v1/api-keys", field: "name", key: "key", most: 80 },
    ];
  };

  it("names and titles are trimmed", async () => {
    for (const { path, field, key } of named()) {
      const answer = await world.alice.post(path, { [field]: " \t\n\u00a0\u3000 A  name \r\n" });
      expect(answer.body[key][field], path).toBe("A  name");
    }
  });

  it("names and titles have 1 to 200 characters, a key's 80; a character is a code point", async () => {
    for (const { path, field, key, most } of named()) {
      for (const name of ["x", "x".repeat(most), clef.repeat(most), ` ${clef.repeat(most)} `])
        expect((await world.alice.post(path, { [field]: name })).body[key]?.[field], path).toBe(name.trim());
      for (const name of ["", " ", "\u3000\n", "x".repeat(most + 1), clef.repeat(most + 1)])
        expectInvalid(await world.alice.post(path, { [field]: name }), [`/${field}`], `${path} ${name}`);
    }
  });

  it("names and titles have no control characters", async () => {
    for (const { path, field } of named())
      for (const control of ["\u0001", "\n", "\t", "\u001b", "\u007f", "\u0085", "\u009f"])
        expectInvalid(await world.alice.post(path, { [field]: `a${control}b` }), [`/${field}`], path);
  });

  it("names and titles are strings", async () => {
    for (const { path, field } of named())
      for (const value of [null, 1, true, [], {}, ["x"], { toString: "x" }])
        expectInvalid(await world.alice.post(path, { [field]: value }), [`/${field}`], path);
  });

  it("a title of a megabyte is 400, or 413 if it exceeds the body limit", async () => {
    for (const { path, field } of named()) {
      expectInvalid(await world.alice.post(path, { [field]: "x".repeat(1_000_000) }), [`/${field}`], path);
      expectError(
        await world.alice.post(path, { [field]: "x".repeat(1024 * 1024) }),
        "payload_too_large",
        path,
      );
    }
  });

  it("a body may have 1 MiB, one of batches 8 MiB", async () => {
    const base = `/v1/projects/${place.projectSlug}/plans/${place.planShortId}/specs`;
    const most = 1024 * 1024;
    const bodyOf = (bytes: number) => `{"title":"T"}${" ".repeat(bytes - 13)}`;
    expect((await world.alice.post(base, bodyOf(most))).status).toBe(201);
    expectError(await world.alice.post(base, bodyOf(most + 1)), "payload_too_large");
    const batch = (bytes: number) => `{"specs":[{"title":"T"}]}${" ".repeat(bytes - 25)}`;
    expect((await world.alice.post(`${base}/batch`, batch(8 * most))).status).toBe(201);
    expectError(await world.alice.post(`${base}/batch`, batch(8 * most + 1)), "payload_too_large");
  });

  it("a spec's content may have 262,144 bytes in UTF-8", async () => {
    const path = `/v1/projects/${place.projectSlug}/plans/${place.planShortId}/specs`;
    for (const content of ["x".repeat(262_144), clef.repeat(65_536)])
      expect((await world.alice.post(path, { title: "T", content })).status).toBe(201);
    for (const content of ["x".repeat(262_145), `${clef.repeat(65_536)}x`])
      expectInvalid(await world.alice.post(path, { title: "T", content }), ["/content"]);
  });
});
