import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { patient } from "./patient.ts";
import { eachTracker, keyOf, push, type SpecBody, smallPlace } from "./pushing.ts";
import { expectOk, openScene, type Scene } from "./scene.ts";
import { githubStandIn } from "./stand-in.ts";

const longMs = 120_000;

const mostInText = { linear: "100,000", jira: "32,767", github: "65,536" };
const mostInTitle = { linear: 255, jira: 254, github: 256 };
/** 190 letters of two UTF-16 units each. */
const wide = "𝒜".repeat(190);
const long = (length: number) => "Words that go on and on. ".repeat(length / 25);

describe.each(eachTracker)("on $database, of texts pushed to $tracker", ({ create, start, tracker }) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(create, start, { env: patient });
  }, longMs);
  afterEach(() => expect(scene.standIn.violations).toEqual([]));
  afterAll(() => scene.close());

  const awkward: SpecBody[] = [
    { title: wide, content: "Short." },
    { title: "Long", content: `${long(100_000)}\n\n${long(20_000)}` },
    { title: "Fence", content: `\`\`\`\n${long(110_000)}\n\`\`\`` },
    { title: "\u200b\u2060", content: "No name." },
    { title: "🎉", content: "" },
    {
      title: "Nested",
      content: "- [ ] one\n  - [x] two\n> - quoted\n> ```\n> \n> ```\n\n<details>hm</details>",
    },
    {
      title: "Odd",
      content: "a\r\nbc \u202e e\u0301 é 👨‍👩‍👧 <!-- groundplan --> `**x**` @octocat #12 fixes #1",
    },
    { title: "Bad link", content: "[x](javascript:alert(1)) ![p](data:x) [^1]\n\n[^1]: foot" },
  ];

  it(
    "all arrive whole, or cut with a caveat, and are recognized again, whatever they are",
    async () => {
      const place = await smallPlace(scene, awkward);
      const { alice } = scene.world;
      const first = await push(scene, place.plan);
      expect(first).toMatchObject({ status: "pushed", pushedItemCount: 1 + awkward.length });
      const cut = (handle: string) =>
        expect.stringMatching(`${handle} was cut: .* ${mostInText[tracker as "jira"]}`);
      expect(first.caveats).toEqual(expect.arrayContaining([cut("SPEC-2"), cut("SPEC-3")]));
      const titled = await scene.standIn.people.shown(await keyOf(scene, place.spec("SPEC-1")));
      expect(titled.title.length).toBeLessThanOrEqual(mostInTitle[tracker as "jira"]);
      expect(titled.title).toMatch(/…$/);
      expect(titled.text).toContain(wide);

      scene.standIn.people.forget();
      expect((await push(scene, place.plan)).status).toBe("unchanged");
      // Nobody edited anything there, so there is no conflict and no unneeded write.
      const dry = expectOk(await alice.post(`${place.plan}/push`, { dryRun: true })).body.push;
      expect(dry.preview).toEqual([]);
      expect(scene.standIn.people.writes()).toEqual([]);
      for (const number of awkward.keys())
        expectOk(await alice.patch(place.spec(`SPEC-${number + 1}`), { effort: 5, content: "All new." }));
      const again = await push(scene, place.plan);
      expect(again).toMatchObject({ status: "pushed", pushedItemCount: awkward.length });
      // A long title's mark looks like a GitHub issue number.
      const others = again.caveats.filter((caveat: string) => !/^References in .*: #\d+\.$/.test(caveat));
      expect(others).toEqual([]);
    },
    longMs,
  );

  it(
    "a key or password in a text is reported each time that it is written",
    async () => {
      const secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
      const place = await smallPlace(scene, [{ title: "Login", content: `Use ${secret}.` }]);
      const told = expect.stringContaining("SPEC-1 seems to contain a key or password");
      expect((await push(scene, place.plan)).caveats).toEqual([told]);
      expect((await push(scene, place.plan)).caveats).toEqual([]);
      const { alice } = scene.world;
      expectOk(await alice.patch(place.spec("SPEC-1"), { title: `Login with ${secret}${place.mark}` }));
      const { caveats } = await push(scene, place.plan);
      expect(caveats).toEqual([told]);
      expect(JSON.stringify(caveats)).not.toContain(secret);
    },
    longMs,
  );

  it(
    "a push and a preview of a private plan warn that readers of the tracker can read it",
    async () => {
      const place = await smallPlace(scene, [{ title: "Login" }], { visibility: "PRIVATE" });
      const told = expect.stringContaining("is private here, but whoever reads the tracker reads its issues");
      const dry = expectOk(await scene.world.alice.post(`${place.plan}/push`, { dryRun: true })).body.push;
      expect([dry.caveats, (await push(scene, place.plan)).caveats]).toEqual([[told], [told]]);
    },
    longMs,
  );

  it(
    "two specs with the same text get two issues",
    async () => {
      const place = await smallPlace(scene, [{ title: "Login" }]);
      const { alice } = scene.world;
      expectOk(await alice.post(`${place.plan}/specs`, { title: `Login${place.mark}` }));
      expect(await push(scene, place.plan)).toMatchObject({ status: "pushed", pushedItemCount: 3 });
      const keys = [await keyOf(scene, place.spec("SPEC-1")), await keyOf(scene, place.spec("SPEC-2"))];
      expect(new Set(keys).size).toBe(2);
    },
    longMs,
  );
});

describe.each(databases)("on $database, beyond GitHub's limits", ({ create }) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(create, githubStandIn, { env: patient });
  }, longMs);
  afterEach(() => expect(scene.standIn.violations).toEqual([]));
  afterAll(() => scene.close());

  it(
    "101 children are split into parts of at most 100, and of 51 dependencies 50 are links and one is written into the text",
    async () => {
      const { alice } = scene.world;
      const titles = Array.from({ length: 101 }, (_, n) => `S${n + 1}`);
      const place = await smallPlace(
        scene,
        titles.map((title, n) => ({ title, ...(n === 100 ? { needsFirst: titles.slice(0, 51) } : {}) })),
      );
      const first = await push(scene, place.plan);
      expect(first).toMatchObject({ status: "pushed", dependencyCount: 50 });
      const written =
        "1 dependency is written into the text of the issues: the tracker links at most 50 for each.";
      expect(first.caveats).toEqual([written]);
      const parents = async () => {
        const had = await scene.standIn.had(place.mark);
        const named = titles.map((title) => had[title]?.parent);
        return {
          had,
          sizes: [...Map.groupBy(named, (parent) => parent).values()].map(({ length }) => length),
        };
      };
      const { had, sizes } = await parents();
      expect(sizes).toEqual([100, 1]);
      expect(had.S101?.needs).toHaveLength(50);
      const last = await scene.standIn.people.shown(await keyOf(scene, place.spec("SPEC-101")));
      expect(last.text).toMatch(/^\*\*Needs first, too:\*\*\s+- PLAN-\d+ \/ SPEC-51$/);

      scene.standIn.people.forget();
      const second = await push(scene, place.plan);
      expect([second.status, second.caveats, scene.standIn.people.writes()]).toEqual([
        "unchanged",
        [written],
        [],
      ]);
      expectOk(await alice.post(`${place.plan}/specs`, { title: `S102${place.mark}` }));
      titles.push("S102");
      expect(await push(scene, place.plan)).toMatchObject({ status: "pushed", pushedItemCount: 1 });
      expect((await parents()).sizes).toEqual([100, 2]);
    },
    longMs,
  );
});
