import type { ReadLink } from "@groundplan/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { formHeaders } from "../../../test/form.ts";
import { connectApp } from "../../../test/oauth/connected.ts";
import { withRows } from "../../../test/own-connection.ts";
import { pictureForm } from "../../../test/pictures.ts";
import { openWorld, type Person, setUpWorld } from "../../../test/world.ts";
import { newSecret } from "../identity/key-format.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { visit } from "../prototypes/scene.test-support.ts";

const project = "/v1/projects/web";
const always = {
  "content-security-policy": "default-src 'none'; style-src 'self'; img-src 'self'",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

const linkTo = async (by: Person, path: string, body: object = {}): Promise<ReadLink & { path: string }> => {
  const answer = await by.post(`${path}/links`, body);
  expect(outcome(answer)).toBe("201");
  return { ...answer.body.link, path: `/l/${answer.body.link.token}` };
};

describe.each(databases)("a read link, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", env: { GROUNDPLAN_RATE_LIMIT: "100000" } });
  beforeAll(async () => {
    await world.alice.post("/v1/projects", { name: "Web" });
  });

  const picture = async (documentId: string): Promise<string> =>
    (await world.bob.post(`/v1/documents/${documentId}/files`, pictureForm(), formHeaders)).body.file.path;

  it("shows a plan's texts, statuses, efforts and inner needs, and nothing from outside", async () => {
    const { bob, carol } = world;
    const outside = await newPlan(bob, project, { name: "Outside plan" });
    const elsewhere = await newSpec(bob, outside, { title: "Outside spec" });
    const plan = await newPlan(bob, project, {
      name: "Harbour & <quay>",
      description:
        "For [@Ada](user:1): **ships**. ![Drawn by [@Ada](user:1)](https://elsewhere.example/a.png)",
      visibility: "PRIVATE",
    });
    const part = await newPlan(bob, project, { name: "Inner part", parentPlanId: plan.id });
    const inner = await newSpec(bob, part, { title: "Inner spec" });
    const crane = await newSpec(bob, plan, {
      title: "Crane",
      effort: 5,
      status: "DONE",
      externalRef: "REF-1",
    });
    const content = "## Acceptance criteria\n\n1. A ship of <b>any</b> size.";
    const quay = await newSpec(bob, plan, { title: "Quay", content, needsFirst: [crane.shortId] });
    for (const to of [elsewhere, inner])
      await bob.post(`${plan.path}/dependencies`, { fromSpecId: quay.id, toSpecId: to.id });
    await bob.post(`/v1/documents/${quay.id}/threads`, { body: "A comment nobody sees" });
    await bob.post(`${plan.path}/context`, { title: "Source nobody sees", text: "Source text." });
    const { status, text, headers } = await visit(world, (await linkTo(bob, plan.path)).path);
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers).toMatchObject(always);
    for (const shown of [
      "Harbour &#38; &#60;quay&#62;",
      "<strong>ships</strong>",
      "Crane",
      "Done",
      "Effort High",
    ])
      expect(text).toContain(shown);
    for (const shown of ["A ship of any size.", "To do", 'href="#SPEC-1"', plan.shortId])
      expect(text).toContain(shown);
    for (const hidden of ["Outside", "Inner", "Ada", "comment", "Source", "REF-1", "<script", "bob", "<b>"])
      expect(text).not.toContain(hidden);
    expect(text).not.toContain(part.shortId);
    expect(carol.key).not.toBe(bob.key);

    const whole = await linkTo(bob, plan.path, { subPlans: true, names: true });
    const all = await visit(world, whole.path);
    expect(all.text).toContain(`${part.shortId}/SPEC-1 Inner spec`);
    expect(all.text).toContain(`href="${whole.path}/${part.shortId}"`);
    expect(all.text).toContain("@Ada");
    expect(all.text).toContain("Owned by bob");
    expect(all.text).not.toContain("Outside");
    expect((await visit(world, `${whole.path}/${part.shortId}`)).text).toContain("Inner spec");
    expect((await visit(world, `${whole.path}/${outside.shortId}`)).status).toBe(404);
  });

  it("to a spec shows that one alone", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project, { name: "Around it" });
    const needed = await newSpec(bob, plan, { title: "Needed first" });
    const spec = await newSpec(bob, plan, {
      title: "Shown",
      content: "Words.",
      needsFirst: [needed.shortId],
    });
    const { path } = await linkTo(bob, spec.path);
    const { text } = await visit(world, path);
    expect(text).toContain("Shown");
    for (const hidden of ["Around it", "Needed first", "SPEC-1<", plan.shortId])
      expect(text).not.toContain(hidden);
    for (const rest of [`/${plan.shortId}`, "?after=SPEC-1", "/SPEC-2"])
      expect((await visit(world, path + rest)).status).toBe(404);
    const other = await newPlan(bob, project);
    await bob.post(`${spec.path}/move`, { planId: other.id });
    expect((await visit(world, path)).status).toBe(404);
  });

  it("shows the pictures of its documents, and no others", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    const part = await newPlan(bob, project, { parentPlanId: plan.id });
    const [spec, neighbour, inPart] = [
      await newSpec(bob, plan, {}),
      await newSpec(bob, plan, {}),
      await newSpec(bob, part, {}),
    ];
    const own = await picture(spec.id);
    const [ofPlan, ofNeighbour, ofPart] = [
      await picture(plan.id),
      await picture(neighbour.id),
      await picture(inPart.id),
    ];
    const content = [own, ofPlan, ofNeighbour, ofPart].map((path) => `![A picture](${path})`).join("\n\n");
    await bob.patch(spec.path, { content });
    const shown = async (path: string) => {
      const { text } = await visit(world, path);
      return [...text.matchAll(/src="([^"]+)"/g)].map(([, src = ""]) => src);
    };
    const fileOf = (path: string) => path.replace("/v1/files/", "");
    const ofSpec = await linkTo(bob, spec.path);
    const wholePlan = await linkTo(bob, plan.path);
    expect(await shown(ofSpec.path)).toEqual(
      [own, ofPlan].map((path) => `${ofSpec.path}/files/${fileOf(path)}`),
    );
    expect(await shown(wholePlan.path)).toHaveLength(3);
    for (const src of [...(await shown(ofSpec.path)), ...(await shown(wholePlan.path))]) {
      const { status, headers } = await visit(world, src);
      expect([status, headers["content-type"]]).toEqual([200, "image/png"]);
      expect(headers).toMatchObject(always);
    }
    for (const hidden of [ofNeighbour, ofPart])
      expect((await visit(world, `${ofSpec.path}/files/${fileOf(hidden)}`)).status).toBe(404);
    for (const hidden of [fileOf(ofPart), "%00", "%F0%9F%90%9F"])
      expect((await visit(world, `${wholePlan.path}/files/${hidden}`)).status).toBe(404);
    for (const place of ["/PLAN-99999999999", "/%00", "?after=SPEC-99999999999", "?after=%00"])
      expect((await visit(world, wholePlan.path + place)).status).toBe(404);
    await bob.patch(spec.path, { content: `![A](${own})` });
    expect((await visit(world, `${ofSpec.path}/files/${fileOf(ofPlan)}`)).status).toBe(404);
  });

  it("shows 50 specs at a time, in order", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    const specs = Array.from({ length: 120 }, (_, n) => ({ title: `Spec number ${n + 1}.` }));
    await bob.post(`${plan.path}/specs/batch`, { specs });
    const { path } = await linkTo(bob, plan.path);
    const titles: string[] = [];
    for (let at: string | undefined = path; at !== undefined; ) {
      const { text }: { text: string } = await visit(world, at);
      titles.push(...[...text.matchAll(/<h3>(.*)<\/h3>/g)].map(([, title = ""]) => title));
      at = /href="([^"]*\?after=[^"]*)"/.exec(text)?.[1];
    }
    expect(titles).toEqual(specs.map(({ title }) => title));
    expect((await visit(world, `${path}?after=SPEC-999`)).status).toBe(404);
  });

  it("is made, listed and removed by who owns the plan, and by no app", async () => {
    const { bob, carol, vera, mallory } = world;
    const plan = await newPlan(bob, project);
    const spec = await newSpec(bob, plan, {});
    for (const path of [plan.path, spec.path]) {
      const link = await linkTo(bob, path, { expiresAt: "2999-01-01T00:00:00Z" });
      expect(link).toMatchObject({
        url: expect.stringMatching(/\/l\/plan_read_\w{42}$/),
        expiresAt: "2999-01-01T00:00:00.000Z",
        names: false,
        subPlans: false,
        createdBy: { userId: bob.userId, name: "bob" },
        makerOwns: true,
        live: true,
      });
      const { path: _path, ...listed } = link;
      expect((await bob.get(`${path}/links`)).body.links).toEqual([listed]);
      for (const [person, refusal] of [
        [carol, "403 forbidden"],
        [vera, "403 forbidden"],
        [mallory, "404 not_found"],
      ] as const) {
        expect(outcome(await person.get(`${path}/links`))).toBe(refusal);
        expect(outcome(await person.post(`${path}/links`, {}))).toBe(refusal);
        expect(outcome(await person.delete(`${path}/links/${link.id}`))).toBe(refusal);
      }
      expect(outcome(await bob.post(`${path}/links`, { expiresAt: "2020-01-01T00:00:00Z" }))).toBe(
        "400 invalid_request",
      );
      expect((await bob.delete(`${path}/links/${link.id}`)).body).toEqual({ removed: true });
      expect(outcome(await bob.delete(`${path}/links/${link.id}`))).toBe("404 not_found");
    }
    const { path: ofPlan, id } = await linkTo(bob, plan.path);
    expect(outcome(await bob.delete(`${spec.path}/links/${id}`))).toBe("404 not_found");
    expect((await visit(world, ofPlan)).status).toBe(200);
    const { app } = await connectApp(world, bob);
    expect(outcome(await app.post(`${plan.path}/links`, {}))).toBe("403 forbidden");
  });

  it("that is asked for again under its key is not made again; the answer says where to read it", async () => {
    const { bob } = world;
    const { path } = await newPlan(bob, project);
    const key = { "idempotency-key": "one link" };
    const { link } = (await bob.post(`${path}/links`, {}, key)).body;
    const again = await bob.post(`${path}/links`, {}, key);
    expect(outcome(again)).toBe("409 idempotency_conflict");
    expect(again.body.error).toMatchObject({
      message: expect.stringContaining("`details.id` is what it made: read that"),
      details: { id: link.id },
    });
    expect((await bob.get(`${path}/links`)).body.links).toEqual([link]);
  });

  it("works on if who made it owns the plan no more or leaves, and its list says so to who can end it", async () => {
    const { alice } = world;
    const leaver = await world.person("leaver", "MEMBER", "acme");
    const plan = await newPlan(leaver, project);
    const { path, id } = await linkTo(leaver, plan.path);
    const listed = async () => (await alice.get(`${plan.path}/links`)).body.links;
    expect(await listed()).toMatchObject([{ id, makerOwns: true }]);
    await leaver.post(`${plan.path}/owner`, { userId: alice.userId });
    const maker = { id, createdBy: { userId: leaver.userId, name: "leaver" }, makerOwns: false, live: true };
    expect(await listed()).toMatchObject([maker]);
    await alice.delete(`/v1/members/${leaver.userId}`);
    expect(await listed()).toMatchObject([maker]);
    expect((await visit(world, path)).status).toBe(200);
    expect((await alice.delete(`${plan.path}/links/${id}`)).body).toEqual({ removed: true });
    expect((await visit(world, path)).status).toBe(404);
  });

  it("that is unknown, removed, expired, switched off or of what was archived or deleted is one 404", async () => {
    const { alice, bob } = world;
    const plan = await newPlan(bob, project);
    const spec = await newSpec(bob, plan, {});
    const [removed, expired, ofSpec] = [
      await linkTo(bob, plan.path),
      await linkTo(bob, plan.path),
      await linkTo(bob, spec.path),
    ];
    const archived = await newPlan(bob, project);
    const dark = await linkTo(bob, archived.path);
    await bob.delete(`${plan.path}/links/${removed.id}`);
    await withRows(world, (db) =>
      db
        .updateTable("read_links")
        .set({ expires_at: "2026-01-01T00:00:00.000Z" })
        .where("id", "=", expired.id)
        .execute(),
    );
    await bob.delete(spec.path);
    await bob.post(`${archived.path}/archive`);
    expect((await bob.get(`${archived.path}/links`)).body.links[0].live).toBe(false);
    const bare = ({ "x-request-id": _id, date: _date, ...headers }: Record<string, unknown>) => headers;
    const seen = new Set<string>();
    const gone = [removed, expired, ofSpec, dark].map(({ token }) => String(token));
    for (const token of [...gone, "x", newSecret("plan_read_"), "%F0%9F%90%9F", "'; --", "-"])
      for (const rest of ["", "/", "/PLAN-1", "/files/x", "/a/b/c"]) {
        const { status, headers, text } = await visit(world, `/l/${token}${rest}`, { accept: "text/html" });
        seen.add(JSON.stringify([status, bare(headers), text]));
      }
    expect([...seen]).toHaveLength(1);
    const missing = await visit(world, `/l/${removed.token}`);
    expect(missing.status).toBe(404);
    expect(missing.headers).toMatchObject(always);
    expect(outcome(await bob.delete(`${archived.path}/links/${dark.id}`))).toBe("409 plan_archived");
    await bob.post(`${archived.path}/restore`);
    await bob.post(`${spec.path}/restore`);
    for (const { path } of [dark, ofSpec]) expect((await visit(world, path)).status).toBe(200);

    expect(outcome(await bob.patch("/v1/workspace", { links: false }))).toBe("403 forbidden");
    expect((await alice.patch("/v1/workspace", { links: false })).body.workspace.links).toBe(false);
    expect((await visit(world, dark.path)).status).toBe(404);
    expect((await bob.get(`${archived.path}/links`)).body.links[0].live).toBe(false);
    expect(outcome(await bob.post(`${archived.path}/links`, {}))).toBe("409 links_off");
    await alice.patch("/v1/workspace", { links: true });
    expect((await visit(world, dark.path)).status).toBe(200);
  });

  it("is neither in the log nor in an event, and is stored sealed", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    world.logged.length = 0;
    const { path, token, id } = await linkTo(bob, plan.path);
    for (const url of [path, `/%6c/${token}`, `${path}/files/x`, `${path}/${plan.shortId}`])
      await visit(world, url);
    expect(world.logged.join("")).not.toContain(String(token).slice(0, 16));
    const rows = await world.context.db.selectFrom("read_links").selectAll().where("id", "=", id).execute();
    const events = await world.context.db.selectFrom("events").select("data").execute();
    expect(JSON.stringify([rows, events])).not.toContain(String(token));
    expect((await bob.get(`${plan.path}/activity`)).body.activity[0].text).toBe(
      "made a read link to the plan",
    );
  });

  it("answers GET and HEAD only, and takes its stylesheet from here", async () => {
    const { bob } = world;
    const { path } = await linkTo(bob, (await newPlan(bob, project)).path);
    expect((await visit(world, path, {}, "POST")).status).toBe(405);
    expect((await visit(world, path, {}, "HEAD")).text).toBe("");
    const { headers, text } = await visit(world, "/l/style.css");
    expect(headers["content-type"]).toBe("text/css; charset=utf-8");
    expect(text).toContain("light-dark(");
  });
});

describe.each(databases)("guesses of read links, on $database", ({ create }) => {
  it("are limited by address, and holders of working links continue", async () => {
    const world = await openWorld(create, { jobs: "off", env: { GROUNDPLAN_RATE_LIMIT: "100" } });
    await world.alice.post("/v1/projects", { name: "Web" });
    const { path } = await linkTo(world.alice, (await newPlan(world.alice, project)).path);
    expect((await visit(world, path)).status).toBe(200);
    const statuses = new Map<number, number>();
    for (let n = 0; n < 200; n++) {
      const { status } = await visit(world, `/l/${newSecret("plan_read_")}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (n % 100 === 0) expect((await visit(world, path)).status).toBe(200);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 404: 10, 429: 190 });
    await world.close();
  });

  it("and so are pages, which take long to render", async () => {
    const world = await openWorld(create, { jobs: "off", env: { GROUNDPLAN_RATE_LIMIT: "30" } });
    await world.alice.post("/v1/projects", { name: "Web" });
    const { path } = await linkTo(world.alice, (await newPlan(world.alice, project)).path);
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) statuses.push((await visit(world, path)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    await world.close();
  });
});
