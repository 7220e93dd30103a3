import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { newPlan } from "../../plans/scene.test-support.ts";

const minimal = { prefer: "return=minimal" };

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let specs: string;
  beforeEach(async () => {
    specs = `${(await newPlan(world.bob, "/v1/projects/web")).path}/specs`;
  });
  const applied = "preference-applied";

  it("`Prefer: return=minimal` answers a created or changed spec without its text, and says so", async () => {
    const created = await world.bob.post(
      specs,
      { title: "Sign in", content: "TBD: which provider?" },
      minimal,
    );
    expect([created.status, created.headers[applied]]).toEqual([201, "return=minimal"]);
    expect(Object.keys(created.body.spec)).toEqual([
      ...["planShortId", "shortId", "status", "revision", "readiness", "readinessLabel", "reasons"],
    ]);
    const { readiness, reasons } = (await world.bob.get(`${specs}/SPEC-1/readiness`)).body;
    expect(created.body.spec).toMatchObject({ shortId: "SPEC-1", status: "TODO", revision: 1, readiness });
    expect(created.body.spec.reasons).toEqual(
      reasons.map(({ code, text }: { code: string; text: string }) => ({ code, text })),
    );
    const changed = await world.bob.patch(`${specs}/SPEC-1`, { status: "DONE", title: "Sign up" }, minimal);
    expect(changed.headers[applied]).toBe("return=minimal");
    expect(changed.body.spec).toMatchObject({ shortId: "SPEC-1", status: "DONE", revision: 2 });
    expect(changed.body.spec).not.toHaveProperty("content");
    const again = { "if-match": String(changed.headers.etag) };
    expect((await world.bob.patch(`${specs}/SPEC-1`, { effort: 2 }, again)).status).toBe(200);
  });

  it("batches and changes of many specs have the same form", async () => {
    const bodies = Array.from({ length: 3 }, (_, n) => ({
      title: `spec ${n}`,
      content: "x".repeat(200_000),
    }));
    const batch = await world.bob.post(`${specs}/batch`, { specs: bodies }, minimal);
    expect([batch.status, batch.headers[applied]]).toEqual([201, "return=minimal"]);
    expect(batch.body.specs.map(({ shortId }: { shortId: string }) => shortId)).toEqual([
      "SPEC-1",
      "SPEC-2",
      "SPEC-3",
    ]);
    expect(JSON.stringify(batch.body).length).toBeLessThan(5_000);
    const wanted = { specShortIds: ["SPEC-3", "SPEC-1"], changes: { status: "IN_PROGRESS" } };
    const changed = await world.bob.patch(specs, wanted, minimal);
    expect(changed.body.specs).toMatchObject([
      { shortId: "SPEC-3", status: "IN_PROGRESS" },
      { shortId: "SPEC-1", status: "IN_PROGRESS" },
    ]);
  });

  it("a replay keeps the form of the first answer, whatever it prefers", async () => {
    const body = { specs: [{ title: "a" }, { title: "b" }] };
    const [short, whole] = [{ "idempotency-key": "short" }, { "idempotency-key": "whole" }];
    const first = await world.bob.post(`${specs}/batch`, body, { ...short, ...minimal });
    const second = await world.bob.post(`${specs}/batch`, body, whole);
    const shortAgain = await world.bob.post(`${specs}/batch`, body, short);
    const wholeAgain = await world.bob.post(`${specs}/batch`, body, { ...whole, ...minimal });
    expect([shortAgain.body, shortAgain.headers[applied]]).toEqual([first.body, "return=minimal"]);
    expect([wholeAgain.body, wholeAgain.headers[applied]]).toEqual([second.body, undefined]);
    const single = { "idempotency-key": "single" };
    const one = await world.bob.post(specs, { title: "c" }, { ...single, ...minimal });
    const oneAgain = await world.bob.post(specs, { title: "c" }, single);
    expect([oneAgain.body, oneAgain.headers["idempotent-replayed"]]).toEqual([one.body, "true"]);
  });

  it("other preferences, and operations without the short form, are answered as ever", async () => {
    for (const prefer of ["return=representation", "respond-async", "return=minimally", "x=return=minimal"]) {
      const { body, headers } = await world.bob.post(specs, { title: "a" }, { prefer });
      expect(body.spec).toHaveProperty("content");
      expect(headers).not.toHaveProperty(applied);
    }
    for (const prefer of ["respond-async, return=minimal; x=1", 'Return = "minimal"'])
      expect((await world.bob.post(specs, { title: "a" }, { prefer })).headers[applied]).toBe(
        "return=minimal",
      );
    expect((await world.bob.get(specs, minimal)).headers).not.toHaveProperty(applied);
  });
});
