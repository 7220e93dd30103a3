import type { Skill } from "@groundplan/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "../plans/rows.test-support.ts";
import { builtInSlugs } from "./built-in.ts";

const textOf = (name: string, rest = "", body = "Do it.\n") =>
  `---\nname: ${name}\ndescription: What ${name} does.\n${rest}---\n\n${body}`;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create);
  beforeAll(async () => {
    for (const name of ["Web", "App"]) await world.alice.post("/v1/projects", { name });
  });

  const company = "/v1/skills";
  const web = "/v1/projects/web/skills";
  const put = (path: string, markdown: string, who = world.alice, headers = {}) =>
    who.put(path, { markdown }, headers);
  const listed = async (path: string, who = world.alice): Promise<Skill[]> =>
    (await who.get(path)).body.skills;
  const slugs = async (path: string) => (await listed(path)).map(({ slug }) => slug);

  it("has the built-in skills everywhere, which nobody can change, without their texts in a list", async () => {
    for (const path of [company, web]) {
      const skills = await listed(path);
      expect(skills.slice(0, 6).map(({ slug }) => slug)).toEqual(builtInSlugs);
      expect(skills[0]).toEqual({
        slug: "slicing",
        name: "slicing",
        description: expect.stringMatching(/^Cuts a plan/),
        scope: "built-in",
        path: "skills/slicing/SKILL.md",
        editable: false,
        bytes: expect.any(Number),
        maxBytes: 65_536,
        revision: 1,
      });
      const { skill } = (await world.vera.get(`${path}/slicing`)).body;
      expect(skill.body).toMatch(/^# Slicing a plan into specs/);
      expect(skill.markdown).toMatch(/^---\nname: slicing\n/);
      expect(Buffer.byteLength(skill.markdown)).toBe(skill.bytes);
      expectError(await world.alice.delete(`${path}/slicing`), "not_found");
    }
  });

  it("lets a project's skill override the company's, which overrides the built-in one, until it is deleted", async () => {
    const path = "estimating-effort";
    const level = async (base: string) => (await world.bob.get(`${base}/${path}`)).body.skill.scope;
    expect((await put(`${company}/${path}`, textOf(path, "extends: estimating-effort\n"))).status).toBe(201);
    expect([await level(company), await level(web)]).toEqual(["company", "company"]);
    expect((await put(`${web}/${path}`, textOf(path, "", "Ours.\n"), world.bob)).status).toBe(201);
    expect([await level(company), await level(web), await level("/v1/projects/app/skills")]).toEqual([
      ...["company", "project", "company"],
    ]);
    for (const [base, scope] of [
      [company, "company"],
      [web, "project"],
    ] as const) {
      const found = (await listed(base)).filter(({ slug }) => slug === path);
      expect(found.map((skill) => skill.scope)).toEqual([scope]);
    }
    expect((await world.bob.delete(`${web}/${path}`)).body).toEqual({ deleted: true });
    expect(await level(web)).toBe("company");
    expectError(await world.bob.delete(`${web}/${path}`), "not_found");
    await world.alice.delete(`${company}/${path}`);
    expect(await level(web)).toBe("built-in");
  });

  it("is created with 201 and changed with 200, each with an event and a version; the same text changes nothing", async () => {
    const made = await put(`${web}/kept`, textOf("kept", "license: MIT\nmodel: any\n"), world.bob);
    expect([made.status, made.body.skill.revision]).toEqual([201, 1]);
    expect(made.body.skill).toMatchObject({ scope: "project", editable: true, body: "Do it.\n" });
    expect(made.body.skill.markdown).toBe(textOf("kept", "license: MIT\nmodel: any\n"));
    const same = await put(`${web}/kept`, made.body.skill.markdown, world.carol);
    expect([same.status, same.body.skill.revision, same.headers.etag]).toEqual([
      ...[200, 1, expect.stringMatching(/^"1-/)],
    ]);
    const changed = await put(`${web}/kept`, textOf("kept"), world.carol);
    expect([changed.status, changed.body.skill.revision]).toEqual([200, 2]);
    await world.carol.delete(`${web}/kept`);
    const { db } = world.context;
    const events = await db
      .selectFrom("events")
      .select(["type", "data", "project_id"])
      .orderBy("seq")
      .execute();
    const own = events.filter(({ data }) => data === '{"slug":"kept"}');
    expect(own.map(({ type }) => type)).toEqual(["skill.created", "skill.updated", "skill.deleted"]);
    expect(own.every((event) => event.project_id !== null)).toBe(true);
  });

  it("can be changed by owners (company) and members (project), and read by everybody in the workspace", async () => {
    const { alice, bob, vera, mallory } = world;
    await put(`${company}/rights`, textOf("rights"));
    await put(`${web}/own-rights`, textOf("own-rights"), bob);
    expectError(await put(`${company}/rights`, textOf("rights", "", "No."), bob), "forbidden");
    expectError(await put(`${web}/own-rights`, textOf("own-rights", "", "No."), vera), "forbidden");
    expectError(await bob.delete(`${company}/rights`), "forbidden");
    expectError(await vera.delete(`${web}/own-rights`), "forbidden");
    const reader = await world.reader(bob);
    expectError(await put(`${web}/own-rights`, textOf("own-rights"), reader), "insufficient_scope");
    for (const [who, expected] of [
      [alice, [true, true]],
      [bob, [false, true]],
      [vera, [false, false]],
      [reader, [false, false]],
    ] as const) {
      const skills = await listed(web, who);
      const editable = ["rights", "own-rights"].map(
        (slug) => skills.find((one) => one.slug === slug)?.editable,
      );
      expect(editable, who.email).toEqual(expected);
    }
    expect((await mallory.get(`${company}/rights`)).status).toBe(404);
    expect((await mallory.get(web)).status).toBe(404);
    expectError(await put("/v1/projects/nowhere/skills/a", textOf("a"), bob), "not_found");
  });

  it("is refused with 400 if its text breaks a rule of the form, or names another skill than its address", async () => {
    const bombs = ["x: &a [l,l,l,l,l,l,l,l,l]", ..."abcdefgh"].map((line, n) =>
      n === 0 ? line : `${line}${line}: &${"bcdefghi"[n - 1]} [${Array(9).fill(`*${line}`)}]`,
    );
    for (const markdown of [
      ...["", "# Text", textOf("other"), textOf("Bad"), "---\nname: bad\n---\n"],
      textOf("bad", `${bombs.join("\n")}\n`),
      textOf("bad", "extends: nobody\n"),
      textOf("bad", "extends: bad\n"),
      textOf("bad", "", "x".repeat(66_000)),
    ])
      expectInvalid(await put(`${web}/bad`, markdown), ["/markdown"], markdown.slice(0, 60));
    expectError(await world.alice.get(`${web}/bad`), "not_found");
  });

  it("builds on another one, and not in a cycle", async () => {
    const base = `${company}/on-built-in`;
    const made = await put(base, textOf("on-built-in", "metadata: {extends: slicing}\n"));
    expect(made.body.skill.extends).toBe("slicing");
    await put(`${web}/one`, textOf("one", "extends: on-built-in\n"));
    await put(`${web}/two`, textOf("two", "extends: one\n"));
    const answer = await put(`${web}/on-built-in`, textOf("on-built-in", "extends: two\n"));
    expectError(answer, "dependency_cycle");
    expect(answer.body.error.details.cycle).toEqual(["on-built-in", "two", "one", "on-built-in"]);
    const upon = await put(`${web}/on-built-in`, textOf("on-built-in", "extends: on-built-in\n"));
    expect([upon.status, upon.body.skill.extends]).toEqual([201, "on-built-in"]);
    expectInvalid(await put(`${company}/three`, textOf("three", "extends: two\n")), ["/markdown"]);
  });

  it("protects changes of others by If-Match and baseRevision, also when it was deleted and created again", async () => {
    const { alice } = world;
    const path = `${company}/shared`;
    const text = textOf("shared", "", "One.\n\nTwo.\n\nThree.\n");
    expectError(await put(path, text, alice, { "if-match": "*" }), "precondition_failed");
    const first = (await put(path, text)).headers.etag as string;
    expect((await alice.get(path, { "if-none-match": first })).status).toBe(304);
    const second = await put(path, text.replace("One", "1"), alice, { "if-match": first });
    expect([second.status, second.body.skill.revision]).toEqual([200, 2]);
    expectError(await put(path, text, alice, { "if-match": first }), "precondition_failed");
    expectError(await alice.delete(path, { "if-match": first }), "precondition_failed");
    const merged = await alice.put(path, { markdown: text.replace("Three", "3"), baseRevision: 1 });
    expect(merged.body.skill.body).toBe("1.\n\nTwo.\n\n3.\n");
    const conflict = await alice.put(path, { markdown: text.replace("One", "I"), baseRevision: 1 });
    expectError(conflict, "revision_conflict");
    const three = { base: text, yours: text.replace("One", "I"), current: merged.body.skill.markdown };
    expect(conflict.body.error.details).toEqual({ revision: 3, ...three });
    expectInvalid(await alice.put(path, { markdown: text, baseRevision: 9 }), ["/baseRevision"]);
    await alice.delete(path, { "if-match": String(merged.headers.etag) });
    const fresh = await put(path, text);
    expect([fresh.status, fresh.body.skill.revision]).toEqual([201, 4]);
    expectError(await put(path, textOf("shared"), alice, { "if-match": first }), "precondition_failed");
    const override = await put(`${web}/shared`, textOf("shared"), alice, {
      "if-match": String(fresh.headers.etag),
    });
    expect([override.status, override.body.skill.revision]).toEqual([201, 5]);
  });

  it("is merged from the text shown at its address, also from the level below and from a deleted override", async () => {
    const { alice, bob } = world;
    const slicing = (await bob.get(`${company}/slicing`)).body.skill;
    expect(slicing.revision).toBe(1);
    const first = slicing.markdown.replace("# Slicing a plan", "# Our slicing of a plan");
    expect((await put(`${company}/slicing`, first)).body.skill.revision).toBe(2);
    const yours = `${slicing.markdown}\nAsk us.\n`;
    const merged = await alice.put(`${company}/slicing`, { markdown: yours, baseRevision: 1 });
    expect([merged.status, merged.body.skill.revision]).toEqual([200, 3]);
    expect(merged.body.skill.markdown).toBe(`${first}\nAsk us.\n`);
    const other = slicing.markdown.replace("# Slicing a plan", "# Slicing plans");
    const conflict = await alice.put(`${company}/slicing`, { markdown: other, baseRevision: 1 });
    expectError(conflict, "revision_conflict");
    const current = merged.body.skill.markdown;
    expect(conflict.body.error.details).toEqual({
      revision: 3,
      base: slicing.markdown,
      yours: other,
      current,
    });

    // A project's first text is based on the company's, while somebody else is faster.
    expect((await put(`${web}/slicing`, `${current}\nWeb.\n`, bob)).body.skill.revision).toBe(4);
    const late = current.replace("# Our slicing", "# The web's slicing");
    const both = await bob.put(`${web}/slicing`, { markdown: late, baseRevision: 3 });
    expect([both.status, both.body.skill.markdown]).toEqual([200, `${late}\nWeb.\n`]);
    const built = await bob.put(`${web}/slicing`, { markdown: other, baseRevision: 1 });
    expectError(built, "revision_conflict");
    expect(built.body.error.details).toMatchObject({ revision: 5, base: slicing.markdown });

    await bob.delete(`${web}/slicing`);
    const lost = await bob.put(`${web}/slicing`, { markdown: `${late}\nMobile.\n`, baseRevision: 5 });
    expectError(lost, "revision_conflict");
    expect(lost.body.error.details).toMatchObject({ revision: 3, base: both.body.skill.markdown, current });
    expectInvalid(await alice.put(`${company}/slicing`, { markdown: other, baseRevision: 5 }), [
      "/baseRevision",
    ]);
    expectInvalid(await bob.put(`${web}/slicing`, { markdown: other, baseRevision: 6 }), ["/baseRevision"]);
    await alice.delete(`${company}/slicing`);
    const app = "/v1/projects/app/skills/slicing";
    const again = await bob.put(app, { markdown: `${slicing.markdown}\nApp.\n`, baseRevision: 3 });
    expectError(again, "revision_conflict");
    expect(again.body.error.details).toMatchObject({ revision: 1, current: slicing.markdown });
  });

  it("never has a revision of two texts at one address: an old one matches no later text", async () => {
    const { alice, bob } = world;
    const text = (n: number) => textOf("moving", "", `Text ${n}.\n`);
    const pathOf = (base: string) => `${base}/moving`;
    const app = "/v1/projects/app/skills";
    await put(pathOf(company), text(1));
    await put(pathOf(company), text(2));
    const gone = await put(pathOf(web), text(3), bob);
    expect(gone.body.skill.revision).toBe(3);
    await bob.delete(pathOf(web));
    expect((await bob.get(pathOf(web))).body.skill.revision).toBe(2);
    expect((await put(pathOf(company), text(4))).body.skill.revision).toBe(4);
    expectError(
      await put(pathOf(web), text(5), bob, { "if-match": String(gone.headers.etag) }),
      "precondition_failed",
    );
    const stale = await bob.put(pathOf(web), { markdown: text(5), baseRevision: 3 });
    expectError(stale, "revision_conflict");
    expect(stale.body.error.details).toMatchObject({ revision: 4, base: text(3), current: text(4) });

    // A project continues after the revisions of the company's skill before its deletion.
    const company4 = String((await bob.get(pathOf(app))).headers.etag);
    await alice.delete(pathOf(company));
    expect((await put(pathOf(app), text(6), bob)).body.skill.revision).toBe(5);
    expectError(await put(pathOf(app), text(7), bob, { "if-match": company4 }), "precondition_failed");
    // The company's continues after all projects', and a project's after its own and the company's.
    const revisions: number[] = [];
    for (const [n, place] of [company, app, web, company].entries())
      revisions.push((await put(pathOf(place), text(10 + n))).body.skill.revision);
    expect(revisions).toEqual([6, 7, 7, 8]);
  });

  it("whose two simultaneous changes give an invalid skill is a conflict, which shows the three texts", async () => {
    const path = `${company}/both`;
    const rest = "compatibility: any\nmetadata: {by: us}\n";
    const base = textOf("both", rest);
    await put(path, base);
    const current = base.replace("by: us}\n", "by: us}\nlicense: MIT\n");
    await put(path, current);
    const yours = base.replace("name: both\n", "name: both\nlicense: MIT\n");
    const before = await hashOfRows(world);
    const answer = await world.alice.put(path, { markdown: yours, baseRevision: 1 });
    expectError(answer, "revision_conflict");
    expect(answer.body.error.message).toMatch(/^Both changes together are no skill of this name\. Merge/);
    expect(answer.body.error.details).toEqual({ revision: 2, base, yours, current });
    expect(await hashOfRows(world)).toBe(before);
    await world.alice.delete(path);
    const late = await world.alice.put(path, { markdown: yours, baseRevision: 1 });
    expect(late.body.error.details).toEqual({ revision: 2, base, yours, current: "" });
    expectInvalid(await world.alice.put(path, { markdown: yours, baseRevision: 3 }), ["/baseRevision"]);
    const never = { markdown: textOf("never"), baseRevision: 1 };
    expectInvalid(await world.alice.put(`${company}/never`, never), ["/baseRevision"]);
  });

  it("is listed once, page by page like in the whole list, the built-in ones first and then by creation", async () => {
    for (const name of ["zeta", "beta", "alpha"])
      await put(`${name === "beta" ? company : web}/${name}`, textOf(name));
    await put(`${web}/finding-gaps`, textOf("finding-gaps"));
    const whole = await slugs(web);
    expect(new Set(whole).size).toBe(whole.length);
    expect(whole.slice(0, 5)).toEqual(builtInSlugs.filter((slug) => slug !== "finding-gaps"));
    expect(whole.slice(-4)).toEqual(["zeta", "beta", "alpha", "finding-gaps"]);
    for (const limit of [1, 2, 5]) {
      const paged: string[] = [];
      for (let cursor = ""; ; ) {
        const { body } = await world.alice.get(`${web}?limit=${limit}${cursor}`);
        paged.push(...body.skills.map((skill: Skill) => skill.slug));
        if (!body.nextCursor) break;
        cursor = `&cursor=${body.nextCursor}`;
      }
      expect(paged).toEqual(whole);
    }
    expectInvalid(await world.alice.get(`${web}?cursor=nonsense`), ["/cursor"]);
  });
});
