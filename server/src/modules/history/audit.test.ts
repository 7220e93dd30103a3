import { Readable } from "node:stream";
import { AuditEntry, type EventType, eventData, listAudit } from "@groundplan/contract";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { setUpWorld } from "../../../test/world.ts";
import { execute } from "../index.ts";
import { newPlan, newSpec } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";
type Entry = typeof AuditEntry._output;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  const audit = async (query = ""): Promise<Entry[]> =>
    (await world.alice.get(`/v1/audit${query}`)).body.entries;

  it("is for owners", async () => {
    for (const person of [world.bob, world.vera]) expectError(await person.get("/v1/audit"), "forbidden");
    expect((await world.mallory.get("/v1/audit")).body.entries.map(({ type }: Entry) => type)).toEqual([
      ...["api_key.created", "member.added", "workspace.created"],
    ]);
  });

  it("shows who did what by which credential, newest first", async () => {
    const { alice, bob } = world;
    const plan = await newPlan(bob, project);
    await newSpec(bob, plan, { title: "A" });
    const [spec, made] = await audit("?limit=2");
    const { credential } = (await bob.get("/v1/me")).body;
    const actor = {
      actor: { userId: bob.userId, name: "bob" },
      credential: { kind: "api_key", name: "test" },
      credentialId: credential.id,
    };
    const key = { projectSlug: "web", planShortId: plan.shortId };
    expect(spec).toMatchObject({
      type: "spec.created",
      ...actor,
      ...key,
      specShortId: "SPEC-1",
      data: { shortId: "SPEC-1" },
    });
    expect(made).toMatchObject({ type: "plan.created", ...actor, ...key, data: { shortId: plan.shortId } });
    expect(made).not.toHaveProperty("specShortId");
    expect((spec?.seq ?? 0) - (made?.seq ?? 0)).toBe(1);
    expect((await alice.get("/v1/audit")).headers["content-type"]).toMatch(/^application\/json/);
  });

  it("shows only the number, time, type and actor of events that the owner can't read", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project, { visibility: "PRIVATE", name: "Hidden" });
    const actor = expect.objectContaining({ userId: bob.userId });
    const [entry] = await audit("?limit=1");
    expect(entry).toEqual({
      seq: expect.any(Number),
      at: expect.any(String),
      type: "plan.created",
      actor,
      credential: null,
      credentialId: null,
      data: {},
    });
    await bob.patch(plan.path, { visibility: "TEAM" });
    expect(await audit("?limit=2")).toMatchObject([
      { type: "plan.updated", planShortId: plan.shortId },
      { type: "plan.created", planShortId: plan.shortId, data: { shortId: plan.shortId } },
    ]);
  });

  it("shows no handle that the owner could read once, unless it is gone for everybody", async () => {
    const { alice, bob } = world;
    const hidden = await newPlan(bob, project, { name: "Hidden later" });
    const other = await newPlan(bob, project, { visibility: "PRIVATE", name: "Always hidden" });
    const moved = await newPlan(bob, project, { name: "Moved away" });
    const gone = await newPlan(bob, project, { name: "Gone" });
    await bob.patch(hidden.path, { visibility: "PRIVATE" });
    expect((await bob.post(`${moved.path}/move`, { parentPlanId: other.shortId })).status).toBe(200);
    await bob.put(`${other.path}/shares/${alice.userId}`, { capability: "READ" });
    await bob.delete(`${other.path}/shares/${alice.userId}`);
    await bob.delete(gone.path);
    const actor = { userId: bob.userId, name: "bob" };
    const nameless = { credential: null, credentialId: null, data: {}, actor };
    const whole = { credential: { kind: "api_key", name: "test" }, credentialId: expect.any(String), actor };
    const own = { ...whole, projectSlug: "web", planShortId: gone.shortId, data: {} };
    const stamp = { seq: expect.any(Number), at: expect.any(String) };
    const expected = [
      { ...stamp, type: "plan.deleted", ...own },
      ...["plan.unshared", "plan.shared", "plan.moved", "plan.updated"].map((type) => ({
        ...stamp,
        type,
        ...nameless,
      })),
    ];
    expect(await audit("?limit=5")).toEqual(expected);
    const lines = await alice.get("/v1/audit", { accept: "application/x-ndjson" });
    expect(
      String(lines.body)
        .split("\n", 5)
        .map((line) => JSON.parse(line)),
    ).toEqual(expected);
  });

  it("filters by type, actor and time, also together", async () => {
    const all = await audit("?limit=200");
    const { bob } = world;
    const types = new Set(all.map(({ type }) => type));
    for (const type of types)
      expect(await audit(`?limit=200&type=${type}`)).toEqual(all.filter((entry) => entry.type === type));
    const ofBob = all.filter(({ actor }) => actor?.userId === bob.userId);
    expect(ofBob.length).toBeGreaterThan(3);
    expect(await audit(`?limit=200&actor=${bob.userId}`)).toEqual(ofBob);
    expect(await audit(`?limit=200&actor=${bob.userId}&type=plan.created`)).toEqual(
      ofBob.filter(({ type }) => type === "plan.created"),
    );
    for (const { at: time } of all) {
      expect(await audit(`?limit=200&from=${time}`)).toEqual(all.filter((entry) => entry.at >= time));
      expect(await audit(`?limit=200&to=${time}`)).toEqual(all.filter((entry) => entry.at < time));
    }
    expect(await audit("?from=2999-01-01T00:00:00Z")).toEqual([]);
    expect(await audit("?to=2000-01-01T00:00:00Z")).toEqual([]);
    expect(await audit("?actor=nobody")).toEqual([]);
    expectInvalid(await world.alice.get("/v1/audit?type=plan.exploded"), ["/type"]);
    expectInvalid(await world.alice.get("/v1/audit?from=yesterday"), ["/from"]);
  });

  it("answers all of it as lines, whatever the limit is", async () => {
    const plan = await newPlan(world.bob, project);
    const specs = Array.from({ length: 100 }, (_, n) => ({ title: `Spec ${n}` }));
    for (let n = 0; n < 2; n++)
      expect((await world.bob.post(`${plan.path}/specs/batch`, { specs })).status).toBe(201);
    const headers = { accept: "application/x-ndjson" };
    const answer = await world.alice.get("/v1/audit?limit=3", headers);
    expect(answer.headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
    const lines = answer.body
      .trimEnd()
      .split("\n")
      .map((line: string) => JSON.parse(line)) as Entry[];
    expect(lines.length).toBeGreaterThan(200);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, n) => lines.length - n));
    for (const line of lines) AuditEntry.strict().parse(line);
    expect((await world.alice.get("/v1/audit?to=2000-01-01T00:00:00Z", headers)).body).toBe("");
    expectError(await world.bob.get("/v1/audit", headers), "forbidden");
  });

  it("breaks off if its reader is no longer an owner, or their credential ended", async () => {
    const { alice } = world;
    const plan = await newPlan(world.bob, project);
    const specs = Array.from({ length: 250 }, (_, n) => ({ title: `Spec ${n}` }));
    await world.bob.post(`${plan.path}/specs/batch`, { specs });
    for (const [name, end] of [
      ["demoted", (id: string) => alice.patch(`/v1/members/${id}`, { role: "MEMBER" })],
      ["removed", (id: string) => alice.delete(`/v1/members/${id}`)],
    ] as const) {
      const owner = await world.person(name, "OWNER", "acme");
      const { credential, workspace } = (await owner.get("/v1/me")).body;
      const actor = {
        workspaceId: workspace.id,
        userId: owner.userId,
        userName: name,
        email: owner.email,
        role: "OWNER" as const,
        scope: "write" as const,
        signedInAt: null,
        credentialId: credential.id,
        credentialKind: "api_key" as const,
      };
      const raw = { params: {}, query: {}, body: undefined, accept: "application/x-ndjson" };
      const { body } = await execute(world.context, actor, listAudit, raw);
      if (!(body instanceof Readable)) throw new Error("no stream");
      const pages = body[Symbol.asyncIterator]();
      expect(String((await pages.next()).value).split("\n")).toHaveLength(201);
      expect((await end(owner.userId)).status).toBe(200);
      await expect(pages.next()).rejects.toMatchObject({
        code: name === "demoted" ? "forbidden" : "unauthorized",
      });
    }
  });

  it("knows every type of event", () => {
    const types: readonly string[] = Object.keys(eventData) as EventType[];
    expect(AuditEntry.shape.type.options).toEqual(types);
  });
});
