import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { eventually } from "../../../test/eventually.ts";
import { form } from "../../../test/form.ts";
import { withRows } from "../../../test/own-connection.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { sweepTerms } from "../../full-text/sweep.ts";
import { fillIndex } from "./fill-index.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create);
  const project = "/v1/projects/albums";
  beforeAll(() => world.alice.post("/v1/projects", { name: "Albums", slug: "albums" }));

  interface Result {
    kind: string;
    title: string;
    excerpt: string;
    highlights: [number, number][];
    projectSlug?: string;
    url: string;
  }
  const find = async (q: string, person: Person = world.alice, more = ""): Promise<Result[]> => {
    const answer = await person.get(`/v1/search?q=${encodeURIComponent(q)}${more}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.results;
  };
  const kinds = async (q: string, person?: Person, more?: string) =>
    (await find(q, person, more)).map(({ kind, projectSlug = "" }) => `${kind} ${projectSlug}`).toSorted();
  const titles = async (q: string) => (await find(q)).map(({ title }) => title).toSorted();
  const markdown = (name: string, text: string) =>
    `---\nname: ${name}\ndescription: Says how.\n---\n\n${text}\n`;

  it("skills of the company and of projects are found by every member, in their current text", async () => {
    await world.alice.put("/v1/skills/petting", { markdown: markdown("petting", "Stroke the aardvark.") });
    await world.bob.put(`${project}/skills/feeding`, { markdown: markdown("feeding", "Feed the aardvark.") });
    expect(await kinds("aardvark", world.vera)).toEqual(["skill ", "skill albums"]);
    expect(await kinds("aardvark", world.vera, "&projectSlug=albums")).toEqual(["skill albums"]);
    expect(await kinds("aardvark", world.mallory)).toEqual([]);
    expect((await find("feeding"))[0]?.url).toMatch(/\/projects\/albums\/skills\/feeding$/);
    expect((await find("petting"))[0]?.url).toMatch(/^http[^/]*\/\/[^/]+\/skills\/petting$/);
    await world.bob.put(`${project}/skills/feeding`, { markdown: markdown("feeding", "Feed the anteater.") });
    expect(await titles("aardvark")).toEqual(["petting"]);
    expect(await titles("anteater")).toEqual(["feeding"]);
    await world.bob.delete(`${project}/skills/feeding`);
    expect(await titles("anteater")).toEqual([]);
  });

  it("instructions of the company and of projects are found, in their current text", async () => {
    await world.alice.put("/v1/instructions", { markdown: "Mind the platypus." });
    await world.bob.put(`${project}/instructions`, { markdown: "Wash the platypus." });
    expect(await kinds("platypus", world.vera)).toEqual(["instructions ", "instructions albums"]);
    expect(await kinds("platypus", world.vera, "&kind=instructions&projectSlug=albums")).toEqual([
      "instructions albums",
    ]);
    expect(await kinds("platypus", world.mallory)).toEqual([]);
    expect((await find("wash platypus"))[0]?.url).toMatch(/\/projects\/albums\/instructions$/);
    const text = { title: "Habits", text: "The platypus is shy." };
    const { source } = (await world.alice.post(`${project}/context`, text)).body;
    expect((await find("platypus shy"))[0]?.url).toMatch(
      new RegExp(`/projects/albums/context/${source.id}$`),
    );
    await world.alice.delete(`${project}/context/${source.id}`);
    await world.bob.put(`${project}/instructions`, { markdown: " " });
    expect(await kinds("platypus")).toEqual(["instructions "]);
    await world.bob.post(`${project}/instructions/versions/1/restore`, {});
    expect(await kinds("wash platypus")).toEqual(["instructions albums"]);
  });

  it("a thread's address shows it on its page: its plan's, spec's, source's or document's", async () => {
    const { alice } = world;
    const plan = (await alice.post(`${project}/plans`, { name: "Talk" })).body.plan;
    const { spec } = (await alice.post(`${project}/plans/${plan.shortId}/specs`, { title: "Said" })).body;
    const { source } = (await alice.post(`${project}/context`, { title: "Told", text: "Told." })).body;
    await alice.put("/v1/instructions", { markdown: "Mind the platypus." });
    const documentOf = async (target: object) => {
      const asked = encodeURIComponent(JSON.stringify(target));
      return (await alice.get(`/v1/documents?target=${asked}`)).body.document.id as string;
    };
    const company = await documentOf({ kind: "instructions" });
    const talk = async (document: string, more = "") => {
      const answer = await alice.post(`/v1/documents/${document}/threads${more}`, { body: "A coelacanth?" });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body.thread.id as string;
    };
    const path = `${project}/plans/${plan.shortId}`.replace("/v1", "");
    const expected = [
      `${path}?thread=${await talk(plan.id)}`,
      `${path}/specs/${spec.shortId}?thread=${await talk(spec.id)}`,
      `/documents/${source.id}?thread=${await talk(source.id, `?discussionPlanId=${plan.id}`)}&plan=${plan.shortId}`,
      `/documents/${encodeURIComponent(company)}?thread=${await talk(company)}`,
    ];
    const found = (await find("coelacanth", alice, "&kind=thread")).map(({ url }) => {
      const { pathname, search } = new URL(url);
      return pathname + search;
    });
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  it("criteria are found as their spec", async () => {
    const plan = (await world.alice.post(`${project}/plans`, { name: "Bats" })).body.plan.shortId;
    const content = "## Acceptance criteria\n\n1. The pipistrelle sleeps.";
    await world.alice.post(`${project}/plans/${plan}/specs`, { title: "Sleep", content });
    expect((await find("pipistrelle")).map(({ kind, title }) => [kind, title])).toEqual([["spec", "Sleep"]]);
  });

  it("the words of a deleted project are no longer found", async () => {
    await world.alice.post("/v1/projects", { name: "Gone", slug: "gone" });
    const gone = "/v1/projects/gone";
    await world.alice.put(`${gone}/instructions`, { markdown: "A quokka." });
    await world.alice.put(`${gone}/skills/quokka`, { markdown: markdown("quokka", "A quokka.") });
    await world.alice.post(`${gone}/plans`, { name: "Quokka" });
    await world.alice.post(`${gone}/context`, { title: "Source", text: "quokka" });
    expect((await find("quokka")).length).toBe(4);
    await world.alice.delete(gone);
    expect(await find("quokka")).toEqual([]);
  });

  it("the text of an uploaded file is found once it is read, and the replaced one no longer", async () => {
    const upload = (text: string, onConflict: string) =>
      world.alice.send(
        "POST",
        `${project}/context/upload`,
        form([
          { name: "onConflict", body: onConflict },
          { file: "notes.txt", type: "text/plain", body: text },
        ]),
      );
    expect((await upload("The wombat digs.", "error")).status).toBe(201);
    expect(await titles("notes.txt")).toEqual(["notes.txt"]);
    await eventually(async () => expect(await titles("wombat")).toEqual(["notes.txt"]));
    expect((await upload("The dingo howls.", "replace")).status).toBe(201);
    await eventually(async () => expect(await titles("dingo")).toEqual(["notes.txt"]));
    expect(await titles("wombat")).toEqual([]);
  });

  it("a long text is found whole, by phrases wherever they lie, with an excerpt from there", async () => {
    const words = Array.from({ length: 12_000 }, (_, n) => `w${n} of`);
    const text = `${words.join(" ")} 東京都`;
    const posted = await world.alice.post(`${project}/context`, { title: "Long", text });
    const path = `${project}/context/${posted.body.source.id}`;
    expect(await titles("long")).toEqual(["Long"]);
    await eventually(async () => expect(await titles("京都 w0 w11999")).toEqual(["Long"]));
    for (let n = 3; n < 11_990; n += 911)
      expect(await titles(`"w${n} of w${n + 1} of w${n + 2} of"`), `${n}`).toEqual(["Long"]);
    const [result] = await find('"w11000 of w11001"');
    expect(result?.highlights.map(([start, end]) => result.excerpt.slice(start, end))).toEqual([
      "w11000 of w11001",
    ]);
    await world.alice.patch(path, { text: `${text.replaceAll("of", "and")} okapi` });
    expect(await titles('"w3 of"')).toEqual([]);
    await eventually(async () => expect(await titles("okapi w3")).toEqual(["Long"]));
    await world.alice.delete(path);
    expect(await titles("okapi")).toEqual([]);
  });

  it("remains of a long text in the index are deleted by the next sweep", async () => {
    const count = (table: string) =>
      withRows(world, async (db) => {
        const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
        return rows[0]?.n ?? 0;
      });
    const parts = () => count(world.env.DATABASE_URL ? "search_terms" : "search_terms_docsize");
    const before = await parts();
    const posted = await world.alice.post(`${project}/context`, {
      title: "Gnus",
      text: "gnu ".repeat(40_000),
    });
    await eventually(async () => expect(await parts()).toBeGreaterThan(before + 160));
    await world.alice.delete(`${project}/context/${posted.body.source.id}`);
    expect(await titles("gnu")).toEqual([]);
    expect(await parts()).toBeGreaterThan(before);
    await sweepTerms(world.context, new AbortController().signal);
    expect(await parts()).toBe(before);
    expect(await count("search_dropped")).toBe(0);
  });

  it("the job that fills the index finds skills, instructions and long sources, too", async () => {
    await world.alice.put("/v1/skills/tapir", { markdown: markdown("tapir", "A tapir.") });
    await world.alice.put("/v1/instructions", { markdown: "A tapir." });
    const text = `${"word ".repeat(4000)} tapir`;
    await world.alice.post("/v1/context", { title: "Source", text });
    const all = ["instructions ", "skill ", "source "];
    await eventually(async () => expect(await kinds("tapir")).toEqual(all));
    await withRows(world, async (db) => {
      for (const table of ["search_terms", "search_documents", "search_filled"])
        await sql`delete from ${sql.table(table)}`.execute(db);
    });
    await fillIndex(world.context, {}, { signal: new AbortController().signal });
    await eventually(async () => expect(await kinds("tapir")).toEqual(all));
  });

  it("any query gets a clear answer", async () => {
    const status = async (query: string) => (await world.alice.get(`/v1/search?q=${query}`)).status;
    for (const query of ["x".repeat(10_000), "%00", "a%00b", "%ED%A0%80", "", "%20%09"])
      expect(await status(query), query.slice(0, 20)).toBe(400);
    for (const q of [
      "AND",
      "OR NOT",
      '"""',
      '"a" "',
      "*",
      '**" *"',
      "()",
      "a:b",
      "-",
      "^",
      "{}",
      "NEAR(a b)",
      "\\",
      "'",
    ])
      await find(q);
    for (const q of ["*", '"', '"" *', "( ) - + ^ :", "😀", "😀 🎉*", "… — ·", "\u{e000}"])
      expect(await find(q), q).toEqual([]);
    expect((await world.alice.post("/v1/search?q=a", {})).status).toBe(405);
    expect((await world.alice.get("/v1/search?q=a&cursor=x")).status).toBe(400);
  });
});
