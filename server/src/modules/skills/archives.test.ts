import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { killedAt } from "../../../test/killed-at.ts";
import { setUpWorld } from "../../../test/world.ts";
import { keepAction } from "../../dispatch/idempotency/commands.ts";
import { sweepFiles } from "../../files/sweep.ts";
import { readZip } from "../../zip/read-zip.ts";
import { exportZip, type Files, importZip, pack, textOf, unzipped } from "./archives.test-support.ts";
import { saveImport } from "./save-import.ts";

const hasUnzip = spawnSync("unzip", ["-v"]).status === 0;
const company = "/v1/skills";
const web = "/v1/projects/web/skills";

async function unpack(archive: Buffer) {
  const { entries, problems } = await readZip(archive);
  expect(problems).toEqual([]);
  const files: Record<string, string> = {};
  for (const { path, executable, read } of entries)
    files[path] = (executable ? "x " : "") + (await read()).toString("latin1");
  return files;
}

describe.each(databases)("skills as archives, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });

  const ofSkill = async (slug: string) => {
    const { db } = world.context;
    const events = await db.selectFrom("events").select(["type", "data"]).orderBy("seq").execute();
    return events.filter(({ data }) => data === JSON.stringify({ slug })).map(({ type }) => type);
  };
  const files = async () => (await world.context.db.selectFrom("files").select("id").execute()).length;
  const outcomes = (answer: { body: { skills: { slug: string; result: string }[] } }) =>
    answer.body.skills.map(({ slug, result }) => `${slug} ${result}`);

  it("are imported with the other files of their folders, and exported unchanged, at both scopes", async () => {
    const { alice, bob, vera } = world;
    const files: Files = {
      "tools/SKILL.md": `\uFEFF${textOf("tools", "license: MIT\n")}`.replaceAll("\n", "\r\n"),
      "tools/assets/空 é.bin": Buffer.from([0, 255, 128, 10, 13]),
      "tools/references/empty": "",
      "tools/scripts/run.sh": "#!/bin/sh\nexit 0\n",
    };
    const archive = await pack(files, ["tools/scripts/run.sh"]);
    for (const [who, place] of [
      [alice, company],
      [bob, web],
    ] as const) {
      const answer = await importZip(who, place, archive);
      expect([answer.status, answer.body.problems]).toEqual([201, []]);
      expect(outcomes(answer)).toEqual(["tools created"]);
      expect(answer.body.skills[0]).toMatchObject({
        scope: place === company ? "company" : "project",
        editable: true,
        bytes: Buffer.byteLength(files["tools/SKILL.md"] as string),
      });
      const { skill } = (await vera.get(`${place}/tools`)).body;
      expect(skill.markdown).toBe(files["tools/SKILL.md"]);
      expect(skill.files).toEqual([
        { path: "assets/空 é.bin", bytes: 5, executable: false },
        { path: "references/empty", bytes: 0, executable: false },
        { path: "scripts/run.sh", bytes: 17, executable: true },
      ]);
      const exported = await exportZip(world, vera, `${place}/tools`);
      expect(exported.status).toBe(200);
      expect(exported.headers).toMatchObject({
        "content-type": "application/zip",
        "content-disposition": expect.stringContaining('attachment; filename="tools.zip"'),
        "x-content-type-options": "nosniff",
      });
      expect(await unpack(exported.bytes)).toEqual(await unpack(archive));
    }
    expect(await ofSkill("tools")).toEqual(["skill.created", "skill.created"]);
  });

  it("give the same bytes when they are exported, imported elsewhere and exported again", async () => {
    const part = fc.stringMatching(/^[a-zé漢][a-z0-9é漢 -]{0,8}[a-z0-9漢](?:\.[a-z]{1,3})?$/);
    const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    const body = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes));
    const files = fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c"), path, body, fc.boolean()), {
      selector: ([top, name]) => `${top}/${name}`,
      maxLength: 6,
    });
    const lines = fc.array(fc.stringMatching(/^[ -~é漢\t]{0,30}$/), { maxLength: 6 });
    const newline = fc.constantFrom("\n", "\r\n");
    await fc.assert(
      fc.asyncProperty(files, lines, newline, fc.boolean(), async (others, text, end, mark) => {
        const markdown = (mark ? "\uFEFF" : "") + textOf("again", "", text.join("\n")).replaceAll("\n", end);
        const given: Files = { "again/SKILL.md": markdown };
        // A path may be a file in one archive and a folder in another.
        for (const [top, name, content] of others)
          given[`again/${top}/${name.replaceAll("/", "_")}`] = content;
        const run = others
          .filter((one) => one[3])
          .map(([top, name]) => `again/${top}/${name.replaceAll("/", "_")}`);
        const first = await importZip(world.alice, company, await pack(given, run), "replace");
        expect([first.status, first.body.problems]).toEqual([201, []]);
        const { bytes } = await exportZip(world, world.alice, `${company}/again`);
        const second = await importZip(world.alice, web, bytes, "replace");
        expect([second.status, second.body.problems]).toEqual([201, []]);
        expect((await exportZip(world, world.alice, `${web}/again`)).bytes.equals(bytes)).toBe(true);
        expect((await importZip(world.alice, company, bytes, "replace")).body.skills).toMatchObject([
          { result: "unchanged", replaced: true, revision: first.body.skills[0].revision },
        ]);
        expect(Object.keys(await unpack(bytes)).toSorted()).toEqual(Object.keys(given).toSorted());
      }),
      { numRuns: 6 },
    );
  });

  it.each(["zip-program.zip", "windows.zip", "python.skill"])(
    "are accepted from %s, created by another program, and are read by another program again",
    async (name) => {
      const { alice } = world;
      const archive = readFileSync(new URL(`../../../test/skill-archives/${name}`, import.meta.url));
      const answer = await importZip(alice, company, archive, "replace");
      expect([answer.status, answer.body.problems]).toEqual([201, []]);
      expect(answer.body.skills[0].slug).toBe("release-notes");
      const { bytes } = await exportZip(world, alice, `${company}/release-notes`);
      const own = Object.entries(await unpack(archive)).map(([path, text]) => [
        path.replace(/^.*?(?=release)/, ""),
        text,
      ]);
      const expected = Object.fromEntries(own.filter(([path]) => path?.startsWith("release")));
      expect(Object.keys(expected)).toHaveLength(3);
      expect(await unpack(bytes)).toEqual(expected);
      if (hasUnzip) expect(await unzipped(bytes)).toEqual(expected);
    },
  );

  it("that are built in or inherited are exported from each scope to which they apply", async () => {
    const built = await exportZip(world, world.vera, `${web}/slicing`);
    expect(Object.keys(await unpack(built.bytes))).toEqual(["slicing/SKILL.md"]);
    const fresh = await importZip(world.alice, web, built.bytes);
    expect(outcomes(fresh)).toEqual(["slicing created"]);
    expect((await exportZip(world, world.vera, `${web}/slicing`)).bytes.equals(built.bytes)).toBe(true);
    await world.alice.delete(`${web}/slicing`);
    expect((await exportZip(world, world.vera, `${company}/nothing`)).status).toBe(404);
    expect((await exportZip(world, world.mallory, `${web}/slicing`)).status).toBe(404);
  });

  it("may lie anywhere in an archive: in `skills/`, in `.claude/skills/`, side by side, or one at its root", async () => {
    const { alice } = world;
    for (const [n, base] of ["", "skills/", ".claude/skills/", "repository-main/.github/skills/"].entries()) {
      const files = {
        [`${base}one-${n}/SKILL.md`]: textOf(`one-${n}`),
        [`${base}two-${n}/SKILL.md`]: textOf(`two-${n}`),
      };
      const answer = await importZip(alice, company, await pack(files));
      expect([answer.status, outcomes(answer)]).toEqual([201, [`one-${n} created`, `two-${n} created`]]);
    }
    const root = await pack({ "SKILL.md": textOf("at-root"), "references/a.md": "A" });
    expect(outcomes(await importZip(alice, company, root))).toEqual(["at-root created"]);
    expect(await unpack((await exportZip(world, alice, `${company}/at-root`)).bytes)).toEqual({
      "at-root/SKILL.md": textOf("at-root"),
      "at-root/references/a.md": "A",
    });
  });

  it("of one slug are in conflict: nothing is imported, or they are replaced, skipped, or renamed", async () => {
    const { alice } = world;
    const old = { "kept/SKILL.md": textOf("kept"), "kept/old": "old" };
    await importZip(alice, company, await pack(old));
    const files = {
      "kept/SKILL.md": textOf("kept"),
      "kept/new": "new",
      "late/SKILL.md": textOf("late", "extends: kept\n"),
    };
    const archive = await pack(files);
    const conflict = await importZip(alice, company, archive);
    expectError(conflict, "slug_taken");
    expect(conflict.body.error.details).toEqual([
      { path: "/file", message: expect.stringContaining("kept/SKILL.md") },
    ]);
    expectError(await alice.get(`${company}/late`), "not_found");

    const skipped = await importZip(alice, company, archive, "skip");
    expect(outcomes(skipped)).toEqual(["kept skipped", "late created"]);
    expect(skipped.body.skills[0]).toMatchObject({ skipped: true, revision: 1 });
    expect(await unpack((await exportZip(world, alice, `${company}/kept`)).bytes)).toEqual(old);

    const both = await importZip(alice, company, archive, "keep_both");
    expect(outcomes(both)).toEqual(["kept-2 created", "late-2 created"]);
    expect(both.body.skills[1]).toMatchObject({ keptBothAs: "late-2", extends: "kept" });
    expect(await unpack((await exportZip(world, alice, `${company}/kept-2`)).bytes)).toEqual({
      "kept-2/SKILL.md": textOf("kept").replace("name: kept", "name: kept-2"),
      "kept-2/new": "new",
    });

    const replaced = await importZip(alice, company, archive, "replace");
    expect(outcomes(replaced)).toEqual(["kept updated", "late unchanged"]);
    expect(replaced.body.skills[0]).toMatchObject({ replaced: true, revision: 2 });
    expect(Object.keys(await unpack((await exportZip(world, alice, `${company}/kept`)).bytes))).toEqual([
      ...["kept/SKILL.md", "kept/new"],
    ]);
    expect(await ofSkill("kept")).toEqual(["skill.created", "skill.updated"]);
    expect(await ofSkill("late")).toEqual(["skill.created"]);
    expectInvalid(await importZip(alice, company, archive, "nonsense"), ["/onConflict"]);
    // An inherited skill is no conflict for the project: it is overridden, and revisions continue from its
    // own.
    const override = await importZip(alice, web, archive);
    expect(override.body.skills).toMatchObject([
      { slug: "kept", revision: 3 },
      { slug: "late", revision: 2 },
    ]);
  });

  it("get the next free number next to many copies, in few lookups", async () => {
    const { alice } = world;
    const many = Array.from({ length: 90 }, (_, n) => `copied-${n + 2}/SKILL.md`);
    const copies = ["copied/SKILL.md", ...many].map((path) => [path, textOf(path.split("/")[0] ?? "")]);
    expect((await importZip(alice, company, await pack(Object.fromEntries(copies)))).status).toBe(201);
    const archive = await pack({ "copied/SKILL.md": textOf("copied") });
    const submitted = vi.spyOn(pg.Query.prototype, "submit");
    expect(outcomes(await importZip(alice, company, archive, "keep_both"))).toEqual(["copied-92 created"]);
    expect(submitted.mock.calls.length).toBeLessThan(60); // None are seen on SQLite, which writes in its own thread.
    submitted.mockRestore();
  });

  it("keep their other files when their text is put, and lose them when they are deleted", async () => {
    const { alice } = world;
    await importZip(alice, web, await pack({ "stays/SKILL.md": textOf("stays"), "stays/a": "Only here." }));
    const put = await alice.put(`${web}/stays`, { markdown: textOf("stays", "", "Else.\n") });
    expect(put.body.skill).toMatchObject({ revision: 2, files: [{ path: "a" }] });
    expect((await alice.get(`${web}/stays`)).headers.etag).toBe(put.headers.etag);
    await sweepFiles(world.context, new AbortController().signal, "9999");
    expect((await exportZip(world, alice, `${web}/stays`)).status).toBe(200);
    const kept = await files();
    await alice.delete(`${web}/stays`);
    await sweepFiles(world.context, new AbortController().signal, "9999");
    expect(await files()).toBe(kept - 1);
    const fresh = await alice.put(`${web}/stays`, { markdown: textOf("stays") });
    expect([fresh.status, fresh.body.skill.files]).toEqual([201, []]);
  });

  it("whose files were swept before a skill named them are 503, nothing is saved, and a retry works", async () => {
    const { writer } = world.context;
    const archive = await pack({ "lost/SKILL.md": textOf("lost"), "lost/a": "Swept too early." });
    world.context.writer = {
      ...writer,
      run: async (command, input) => {
        if (command.name === saveImport.name)
          await sweepFiles(world.context, new AbortController().signal, "9999");
        return writer.run(command, input);
      },
    };
    const answer = await importZip(world.alice, web, archive);
    world.context.writer = writer;
    expectError(answer, "unavailable");
    expectError(await world.alice.get(`${web}/lost`), "not_found");
    expect(outcomes(await importZip(world.alice, web, archive))).toEqual(["lost created"]);
    expect(await unpack((await exportZip(world, world.alice, `${web}/lost`)).bytes)).toMatchObject({
      "lost/a": "Swept too early.",
    });
  });

  it("that build on each other come in any order; one of an unknown base is left out, a cycle is 409", async () => {
    const { alice } = world;
    const chain = {
      "a-1/SKILL.md": textOf("a-1", "extends: a-2\n"),
      "a-2/SKILL.md": textOf("a-2", "extends: slicing\n"),
    };
    expect(outcomes(await importZip(alice, company, await pack(chain)))).toEqual([
      "a-1 created",
      "a-2 created",
    ]);
    const unknown = await importZip(
      alice,
      company,
      await pack({ "c-1/SKILL.md": textOf("c-1"), "c-2/SKILL.md": textOf("c-2", "extends: c-3\n") }),
    );
    expect(outcomes(unknown)).toEqual(["c-1 created"]);
    expect(unknown.body.problems).toEqual([
      { path: "c-2/SKILL.md", message: expect.stringContaining("`c-3`, and there is no such skill") },
    ]);
    const alone = await importZip(
      alice,
      company,
      await pack({ "c-2/SKILL.md": textOf("c-2", "extends: c-3\n") }),
    );
    expectInvalid(alone, ["/file"]);
    const cycle = {
      "d-1/SKILL.md": textOf("d-1", "extends: d-2\n"),
      "d-2/SKILL.md": textOf("d-2", "extends: d-1\n"),
    };
    expectError(await importZip(alice, company, await pack(cycle)), "dependency_cycle");
    for (const slug of ["c-2", "d-1"]) expectError(await alice.get(`${company}/${slug}`), "not_found");
  });

  it("are imported by owners (company) and members (project), and a repetition under one key is replayed", async () => {
    const { alice, bob, vera, mallory } = world;
    const archive = await pack({ "mine/SKILL.md": textOf("mine") });
    expectError(await importZip(bob, company, archive), "forbidden");
    expectError(await importZip(vera, web, archive), "forbidden");
    expectError(await importZip(mallory, web, archive), "not_found");
    expectError(await importZip(await world.reader(alice), company, archive), "insufficient_scope");
    const key = { "idempotency-key": "import" };
    // Its process is killed before it answers: the repetition must not conflict with its own skills.
    const first = await killedAt(world, keepAction, () => importZip(alice, company, archive, "error", key));
    const again = await importZip(alice, company, archive, "error", key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    const other = await pack({ "other/SKILL.md": textOf("other") });
    expectError(await importZip(alice, company, other, "error", key), "idempotency_conflict");
  });
});
