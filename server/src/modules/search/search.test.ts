import { sql } from "kysely";
import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { type Answer, type Person, setUpWorld } from "../../../test/world.ts";
import { sweepTerms } from "../../full-text/sweep.ts";
import { dropTerms, partsOfDocument, putTerms } from "../../storage/full-text.ts";
import { migrate } from "../../storage/migrate.ts";
import { fillIndex } from "./fill-index.ts";

describe.each(databases)("$database", ({ database, create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  const plans = "/v1/projects/albums/plans";
  let plan: string;
  beforeAll(async () => {
    await world.alice.post("/v1/projects", { name: "Albums", slug: "albums" });
    plan = `${plans}/${(await world.alice.post(plans, { name: "Photo albums", externalRef: "kiro:albums" })).body.plan.shortId}`;
  });

  const find = async (q: string, person: Person = world.alice, more = "") => {
    const answer = await person.get(`/v1/search?q=${encodeURIComponent(q)}${more}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.results as {
      kind: string;
      title: string;
      excerpt: string;
      highlights: [number, number][];
      url: string;
    }[];
  };
  const titles = async (q: string, person?: Person) => (await find(q, person)).map(({ title }) => title);
  const spec = async (title: string, content = "") =>
    (await world.alice.post(`${plan}/specs`, { title, content })).body.spec;

  it("words are found in any case and form of letters, and in text without spaces", async () => {
    await spec("Die STRASSE", "Ein Ｗｅｇ nach Köln.");
    await spec("旅", "私は東京都に住んでいます。");
    expect(await titles("straße köln")).toEqual(["Die STRASSE"]);
    expect(await titles("ko\u0308ln weg")).toEqual(["Die STRASSE"]);
    for (const q of ["東京", "京都", "東", "東京都に", '"東京都"', "東*"])
      expect(await titles(q), q).toEqual(["旅"]);
    expect(await titles("京東")).toEqual([]);
    await spec("ログイン", "ユーザーID とサーバー2 のA〆切。");
    for (const q of ["ユーザー", "ユーザー ID", "id", "サーバー", "サーバー2", "ーザ", "〆切", "A 切"])
      expect(await titles(q), q).toEqual(["ログイン"]);
  });

  it("entries with a kana letter in a Latin word are indexed again after an update", async () => {
    const { id } = await spec("記録", "ユーザーID");
    const old = await spec("Left", "Not touched: xylophone.");
    await withRows(world, async (db) => {
      const numbers = db.selectFrom("search_documents").selectAll().where("document_id", "in", [id, old.id]);
      const before = await numbers.execute();
      const known = before.find(({ document_id }) => document_id === id);
      if (!known) throw new Error("the spec is not in the index");
      const document = { workspaceId: known.workspace_id, document: known.id, part: 2 };
      await dropTerms(db as never, document, partsOfDocument);
      await putTerms(db as never, [{ ...document, terms: ["ユ", "ー", "ザ", "ーid"] }]);
      await sql`delete from migrations where name = '043-joined-letters'`.execute(db);
      await migrate(db);
      expect(await numbers.execute()).toEqual(before.filter(({ document_id }) => document_id === old.id));
    });
    const { signal } = new AbortController();
    await fillIndex(world.context, {}, { signal });
    await sweepTerms(world.context, signal);
    expect((await titles("ユーザー ID")).toSorted()).toEqual(["ログイン", "記録"].toSorted());
    expect(await titles("xylophone")).toEqual(["Left"]);
  });

  it("all words must match, a phrase in its order, a star as a beginning, and nothing else is an operator", async () => {
    await spec("Zebra crossing", "The quick brown fox jumps.");
    for (const q of ["quick fox", '"quick brown"', "zeb*", 'zebra "brown fox', "QUICK -jumps", "jum* zebra"])
      expect(await titles(q), q).toEqual(["Zebra crossing"]);
    for (const q of ["quick missing", '"brown quick"', "zeb", "zebra OR nothing", "*", '"', "&& | !", '"*"'])
      expect(await titles(q), q).toEqual([]);
  });

  it("a plan and a spec have their status, and a spec who holds it", async () => {
    const made = await spec("Quokka in work");
    const held = `${plan.split("/").at(-1)}/${made.shortId}`;
    expect(await find("quokka")).toMatchObject([{ kind: "spec", status: "TODO", claim: null }]);
    const { claim } = (await world.bob.post("/v1/claims", { spec: held, agent: "coder 1" })).body;
    expect(await find("quokka")).toMatchObject([
      { status: "IN_PROGRESS", claim: { id: claim.id, agent: "coder 1", holder: { name: "bob" } } },
    ]);
    await world.bob.post(`/v1/claims/${claim.id}/release`);
    expect(await find("kiro:albums")).toMatchObject([{ kind: "plan", status: "PLANNING" }]);
  });

  it("a title precedes a text, and a handle or an external ref is first of all", async () => {
    await spec("Walrus in its title");
    await spec("Other", "A walrus in its text.");
    await spec("About PLAN-1 and kiro:albums");
    expect(await titles("walrus")).toEqual(["Walrus in its title", "Other"]);
    expect((await titles("plan-1"))[0]).toBe("Photo albums");
    expect((await titles("kiro:albums"))[0]).toBe("Photo albums");
  });

  it("a spec is found first by its plan's handle and its own, by people who can read it, followed by texts with both", async () => {
    const own = (await world.alice.post(plans, { name: "Private", visibility: "PRIVATE" })).body.plan.shortId;
    await world.alice.post(`${plans}/${own}/specs`, { title: "Named by both" });
    await spec("It mentions one", `See ${own}/SPEC-1.`);
    for (const q of [`${own}/SPEC-1`, ` ${own.toLowerCase()}/spec-1 `]) {
      expect(await titles(q), q).toEqual(["Named by both", "It mentions one"]);
      expect(await titles(q, world.bob), q).toEqual(["It mentions one"]);
    }
    const page = await world.alice.get(`/v1/search?q=${own}/SPEC-1&limit=1`);
    expect(page.body.results).toMatchObject([{ title: "Named by both" }]);
    const next = await world.alice.get(`/v1/search?q=${own}/SPEC-1&limit=1&cursor=${page.body.nextCursor}`);
    expect(next.body.results).toMatchObject([{ title: "It mentions one" }]);
    for (const q of [`${own}/SPEC-2`, "PLAN-99999999999/SPEC-1"]) expect(await titles(q), q).toEqual([]);
  });

  it("an excerpt names its origin, and the address that shows it", async () => {
    await spec("Marked", `${"word ".repeat(100)}😀 Ｌｌａｍａ, llama! ${"word ".repeat(100)}`);
    const [result] = await find("llama");
    expect(result?.highlights.map(([start, end]) => result.excerpt.slice(start, end))).toEqual([
      "Ｌｌａｍａ",
      "llama",
    ]);
    expect(result?.url).toMatch(/^http.*\/projects\/albums\/plans\/PLAN-1\/specs\/SPEC-\d+$/);
  });

  it("pages follow one another without gaps", async () => {
    for (let n = 0; n < 5; n++) await spec(`Paged ${n}`, "otter");
    const seen: string[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const answer = await world.alice.get(`/v1/search?q=otter&limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...answer.body.results.map((one: { title: string }) => one.title));
      cursor = answer.body.nextCursor;
    }
    expect(seen).toEqual(["Paged 4", "Paged 3", "Paged 2", "Paged 1", "Paged 0"]);
  });

  it("a long text is found by words far apart, and by a phrase wherever it lies", async () => {
    const text = Array.from({ length: 9000 }, (_, n) => `w${n} the`).join(" ");
    await spec("Long", text);
    expect(await titles("w0 w8999")).toEqual(["Long"]);
    for (let n = 3; n < 8990; n += 997)
      expect(await titles(`"w${n} the w${n + 1} the"`), `${n}`).toEqual(["Long"]);
    expect(await titles('"w5 the w7"')).toEqual([]);
  });

  it("a sentence without spaces and a quoted phrase count as one word, however long they are", async () => {
    const sentence =
      "春の朝早く港の市場へ行く途中で古い友人に偶然会って一緒に温かいお茶を飲みながら昔の旅行と新しい仕事について長い間楽しく話した日曜日";
    const words = Array.from({ length: 60 }, (_, n) => `m${n}`);
    const phrase = words.join(" ");
    await spec("長い文", `昨日、${sentence}。`);
    await spec("Long phrase", `Before ${phrase} and after.`);
    const turned = [...words.slice(30), ...words.slice(0, 30)].join(" ");
    await spec("Other orders", `${sentence.slice(30)}${sentence.slice(0, 30)} ${turned}`);
    expect(sentence.length).toBeGreaterThanOrEqual(60);
    for (const q of [sentence, `"${sentence}"`, `${sentence.slice(0, 59)}*`])
      expect(await titles(q), q).toEqual(["長い文"]);
    for (const q of [`"${phrase}"`, `before "${phrase}"`])
      expect(await titles(q), q).toEqual(["Long phrase"]);
    expect(await titles(`"${phrase.replace("m40", "m41")}"`)).toEqual([]);
    expect(await titles(sentence.replace("楽", "苦"))).toEqual([]);
    const [result] = await find(sentence);
    expect(result?.highlights.map(([start, end]) => result.excerpt.slice(start, end))).toEqual([sentence]);
    const longest = Array.from({ length: 1000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join("");
    await spec("All characters", longest);
    expect(await titles(longest)).toEqual(["All characters"]);
  });

  it("changed words are found at once, and old ones no longer", async () => {
    const { shortId } = await spec("Ferret", "badger");
    await world.alice.patch(`${plan}/specs/${shortId}`, {
      title: "Stoat",
      content: "marten",
      externalRef: "x:1",
    });
    expect(await titles("ferret")).toEqual([]);
    expect(await titles("badger")).toEqual([]);
    expect(await titles("stoat marten")).toEqual(["Stoat"]);
    expect(await titles("x:1")).toEqual(["Stoat"]);
    await world.alice.delete(`${plan}/specs/${shortId}`);
    expect(await titles("stoat")).toEqual([]);
  });

  it("words of a deleted plan are no longer found at once, and a job removes its terms from the index", async () => {
    const parts = world.env.DATABASE_URL ? "search_terms" : "search_terms_docsize";
    const rowsOf = (table: string) =>
      withRows(world, async (db) => (await sql`select * from ${sql.table(table)}`.execute(db)).rows.length);
    const numbers = async () =>
      (await world.context.db.selectFrom("search_documents").select("id").execute()).map(({ id }) => id);
    const before = { parts: await rowsOf(parts), last: Math.max(...(await numbers())) };
    const make = async () => {
      const made = (await world.alice.post(plans, { name: "A tree of quolls" })).body.plan;
      const at = `${plans}/${made.shortId}`;
      await world.alice.post(plans, { name: "A branch of quolls", parentPlanId: made.id });
      const specs = Array.from({ length: 120 }, (_, n) => ({ title: `Quoll ${n}`, content: "A marsupial." }));
      expect((await world.alice.post(`${at}/specs/batch`, { specs })).status).toBe(201);
      await world.alice.post(`${at}/context`, { title: "About quolls", text: "They sleep by day." });
      return at;
    };
    const address = await make();
    const own = (await numbers()).filter((number) => number > before.last);
    expect(own).toHaveLength(123);
    expect((await find("quoll*", world.alice, "&limit=200")).length).toBe(123);
    expect((await world.alice.delete(address)).status).toBe(200);
    expect(await titles("quoll*")).toEqual([]);
    expect(await titles("marsupial")).toEqual([]);
    const { db } = world.context;
    const dropped = await db.selectFrom("search_dropped").select("document").execute();
    expect(dropped.map(({ document }) => document)).toEqual(expect.arrayContaining(own));

    const again = await make();
    expect((await find("quoll*", world.alice, "&limit=200")).length).toBe(123);
    const used = (await numbers()).filter((number) => own.includes(number));
    expect(used, "a number is never used again").toEqual([]);
    await world.alice.delete(again);
    await sweepTerms(world.context, new AbortController().signal);
    expect(await rowsOf(parts)).toBe(before.parts);
    expect(await rowsOf("search_dropped")).toBe(0);
  });

  if (database === "PostgreSQL")
    it("a batch of many specs and the deletion of their plan take about as many statements as of few", async () => {
      const { submit } = pg.Query.prototype;
      const counted = async (work: () => Promise<{ status: number }>) => {
        const spy = vi.spyOn(pg.Query.prototype, "submit").mockImplementation(submit);
        expect((await work()).status).toBeLessThan(300);
        const { length } = spy.mock.calls;
        spy.mockRestore();
        return length;
      };
      const costs = async (count: number) => {
        const at = `${plans}/${(await world.alice.post(plans, { name: "Counted" })).body.plan.shortId}`;
        const specs = Array.from({ length: count }, (_, n) => ({ title: `Spec ${n}`, content: "A tree." }));
        const made = await counted(() => world.alice.post(`${at}/specs/batch`, { specs }));
        return { made, deleted: await counted(() => world.alice.delete(at)) };
      };
      await costs(3);
      const [few, many] = [await costs(3), await costs(90)];
      expect(few.made).toBeGreaterThan(5);
      expect(many.made).toBeLessThan(few.made + 5);
      expect(many.deleted).toBeLessThan(few.deleted + 5);
    });

  it("sources of every scope are found by people who can read them", async () => {
    for (const [base, title] of [
      ["/v1", "Of all"],
      ["/v1/projects/albums", "Of the project"],
      [plan, "Of the plan"],
    ])
      await world.alice.post(`${base}/context`, { title, text: "An armadillo." });
    expect((await titles("armadillo", world.vera)).toSorted()).toEqual([
      "Of all",
      "Of the plan",
      "Of the project",
    ]);
    expect(await titles("armadillo", world.mallory)).toEqual([]);
    expect((await find("armadillo", world.alice, "&projectSlug=albums&kind=source")).length).toBe(2);
  });

  it("a person's endless searches delay only that person, who is then told to wait", async () => {
    const { longReads } = world.context;
    const run = longReads.run.bind(longReads);
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    let held = 0;
    const spy = vi.spyOn(longReads, "run").mockImplementation(async (read, input) => {
      if ((input as { actor: { userId: string } }).actor.userId === world.alice.userId) {
        held++;
        await gate;
      }
      return run(read, input);
    });
    const mine = Array.from({ length: 30 }, () => world.alice.get("/v1/search?q=albums"));
    const refused: Answer[] = [];
    for (const search of mine) void search.then((answer) => refused.push(answer));
    // Only refusals are answered until the gate opens.
    await expect.poll(() => refused.length).toBe(8);
    for (const { status, headers } of refused)
      expect({ status, headers }).toMatchObject({ status: 429, headers: { "retry-after": "2" } });
    expect((await find("albums", world.bob)).length).toBeGreaterThan(0);
    expect(held).toBe(2);
    open();
    const statuses = (await Promise.all(mine)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(22);
    expect((await find("albums")).length).toBeGreaterThan(0);
    spy.mockRestore();
  });

  it("an empty query, too many words and an unknown project are refused", async () => {
    const { get } = world.alice;
    const many = Array.from({ length: 40 }, (_, n) => `w${n}`).join("%20");
    for (const query of ["", "q=", "q=%20", `q=${many}`, `q=${"x".repeat(1001)}`, "q=a&kind=other"])
      expect((await get(`/v1/search?${query}`)).status, query).toBe(400);
    expect((await get("/v1/search?q=a&projectSlug=nowhere")).status).toBe(404);
  });
});
