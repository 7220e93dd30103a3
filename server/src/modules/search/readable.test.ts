import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { fillIndex } from "./fill-index.ts";

const steps = [
  "move",
  "archive",
  "restore",
  "share",
  "withdraw",
  "hide",
  "show",
  "delete",
  "moveSpec",
  "rename",
  "quiet",
  "unlearn",
  "unsay",
  "unread",
] as const;
const anyStep = fc.record({
  step: fc.constantFrom(...steps),
  plan: fc.nat(3),
  other: fc.nat(3),
  seenBy: fc.nat(4),
});
const anySteps = fc.array(anyStep, { minLength: 4, maxLength: 8 });

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let runs = 0;

  /**
   * Creates a project with a skill, instructions and a source, a team source, and four plans of two people
   * with specs, sources and threads, all with the word. Returns the plans' handles.
   */
  async function scene(slug: string, word: string): Promise<string[]> {
    const plans = `/v1/projects/${slug}/plans`;
    await world.alice.post("/v1/projects", { name: slug, slug });
    const markdown = `---\nname: playbook\ndescription: Says how.\n---\n\nIt holds ${word}.\n`;
    await world.alice.put(`/v1/projects/${slug}/skills/playbook`, { markdown });
    await world.alice.put(`/v1/projects/${slug}/instructions`, { markdown: `They hold ${word}.` });
    for (const scope of ["/v1", `/v1/projects/${slug}`])
      await world.alice.post(`${scope}/context`, { title: `Notes ${slug}`, text: `They hold ${word}.` });
    const handles: string[] = [];
    for (const [n, owner] of [world.alice, world.bob, world.bob, world.alice].entries()) {
      const body = { name: `Plan ${word}`, visibility: n % 2 ? "PRIVATE" : "TEAM" };
      const { plan } = (await owner.post(plans, body)).body;
      const path = `${plans}/${plan.shortId}`;
      const { spec } = (await owner.post(`${path}/specs`, { title: "Spec", content: `It holds ${word}.` }))
        .body;
      const { source } = (await owner.post(`${path}/context`, { title: "Source", text: `It holds ${word}.` }))
        .body;
      for (const { id } of [plan, spec, source]) {
        const about = await owner.post(`/v1/documents/${id}/threads`, { body: `What of ${word}?` });
        expect(about.status, JSON.stringify(about.body)).toBe(201);
      }
      handles.push(plan.shortId);
    }
    return handles;
  }

  /** Takes a step as someone with the right to, if any. */
  async function take(
    path: string,
    handles: string[],
    { step, plan, other }: { step: string; plan: number; other: number },
  ) {
    const planPath = `${path}/${handles[plan]}`;
    const requests: Record<string, (by: Person) => Promise<unknown>> = {
      move: (by) => by.post(`${planPath}/move`, { parentPlanId: plan === other ? null : handles[other] }),
      archive: (by) => by.post(`${planPath}/archive`),
      restore: (by) => by.post(`${planPath}/restore`),
      share: (by) => by.put(`${planPath}/shares/${world.carol.userId}`, { capability: "READ" }),
      withdraw: (by) => by.delete(`${planPath}/shares/${world.carol.userId}`),
      hide: (by) => by.patch(planPath, { visibility: "PRIVATE" }),
      show: (by) => by.patch(planPath, { visibility: "TEAM" }),
      delete: (by) => by.delete(planPath),
      moveSpec: (by) => by.post(`${planPath}/specs/SPEC-1/move`, { planId: handles[other] }),
      rename: (by) => by.patch(planPath, { name: `Other name ${plan}` }),
      quiet: async (by) => {
        const { id } = (await by.get(planPath)).body.plan ?? {};
        for (const thread of (await by.get(`/v1/documents/${id}/threads`)).body.threads ?? [])
          for (const comment of thread.comments)
            await by.delete(`/v1/documents/${id}/threads/${thread.id}/comments/${comment.id}`);
      },
      unlearn: (by) => by.delete(`${path.replace(/plans$/, "skills/playbook")}`),
      unread: async (by) => {
        const at = plan % 2 ? "/v1" : path.replace(/\/plans$/, "");
        for (const { id } of await notesAt(by, at, path)) await by.delete(`${at}/context/${id}`);
      },
      unsay: (by) => by.put(`${path.replace(/plans$/, "instructions")}`, { markdown: " " }),
    };
    for (const person of [world.alice, world.bob]) await requests[step]?.(person);
  }

  async function notesAt(person: Person, at: string, path: string): Promise<{ id: string }[]> {
    const { sources = [] } = (await person.get(`${at}/context`)).body;
    return sources.filter(({ title }: { title: string }) =>
      path.includes(`/${title.replace("Notes ", "")}/`),
    );
  }

  /** Returns the ids of everything with the word that other endpoints show the person. */
  async function readable(person: Person, path: string, handles: string[], word: string): Promise<string[]> {
    const ids: string[] = [];
    const project = path.replace(/\/plans$/, "");
    const skill = (await person.get(`${project}/skills/playbook`)).body.skill;
    if (skill?.markdown.includes(word)) ids.push("skill");
    const { instructions } = (await person.get(`${project}/instructions`)).body;
    if (instructions?.markdown.includes(word)) ids.push("instructions");
    for (const base of ["/v1", project]) ids.push(...(await notesAt(person, base, path)).map(({ id }) => id));
    const threadsOf = async (id: string) => {
      const { threads } = (await person.get(`/v1/documents/${id}/threads`)).body;
      for (const { id, comments } of threads as { id: string; comments: { body: string }[] }[])
        if (comments.some(({ body }) => body.includes(word))) ids.push(id);
    };
    for (const handle of handles) {
      const answer = await person.get(`${path}/${handle}`);
      if (answer.status !== 200 || answer.body.plan.archivedAt) continue;
      if (answer.body.plan.name.includes(word)) ids.push(answer.body.plan.id);
      const { specs } = (await person.get(`${path}/${handle}/specs`)).body;
      const { sources } = (await person.get(`${path}/${handle}/context`)).body;
      const own = sources.filter(({ scope }: { scope: string }) => scope === "PLAN");
      for (const { id } of [...specs, ...own]) ids.push(id);
      for (const { id } of [answer.body.plan, ...specs, ...own]) await threadsOf(id);
    }
    return [...new Set(ids)].toSorted();
  }

  const found = async (person: Person, word: string): Promise<string[]> => {
    const answer = await person.get(`/v1/search?q=${word}&limit=200`);
    const results: { kind: string; id: string }[] = answer.body.results;
    const isOne = (kind: string) => kind === "skill" || kind === "instructions"; // Other endpoints don't show their ids.
    return results.map(({ kind, id }) => (isOne(kind) ? kind : id)).toSorted();
  };

  it("it finds exactly the readable resources with the word, before and after any change", async () => {
    const { alice, bob, carol, vera, mallory } = world;
    const people = [alice, bob, carol, vera, mallory];
    let count = 0;
    await fc.assert(
      fc.asyncProperty(anySteps, async (taken) => {
        const word = `word${runs++}`;
        const path = `/v1/projects/p-${word}/plans`;
        const handles = await scene(`p-${word}`, word);
        const check = async (person: Person | undefined, when: string) => {
          if (!person) return;
          const expected = await readable(person, path, handles, word);
          count += expected.length;
          expect(await found(person, word), `${person.email} ${when}`).toEqual(expected);
        };
        for (const person of people) await check(person, "before");
        for (const [n, answer] of taken.entries()) {
          await take(path, handles, answer);
          await check(people[answer.seenBy], `after ${n} ${answer.step}`);
        }
        for (const person of people) await check(person, "at the end");
      }),
      { numRuns: 3, endOnFailure: true },
    );
    expect(count).toBeGreaterThan(0);
  });

  it("missing entries of the index are added by the job, once", async () => {
    await scene("old", "antique");
    const before = await found(world.alice, "antique");
    expect(before.length).toBeGreaterThan(0);
    // Like after a restore, since backups leave the index out.
    await withRows(world, async (db) => {
      for (const table of ["search_terms", "search_documents"])
        await sql`delete from ${sql.table(table)}`.execute(db);
    });
    expect(await found(world.alice, "antique")).toEqual([]);
    await fillIndex(world.context, {}, { signal: new AbortController().signal });
    expect(await found(world.alice, "antique")).toEqual(before);
  });
});
