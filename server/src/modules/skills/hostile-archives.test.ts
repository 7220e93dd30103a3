import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectInvalid } from "../../../test/expect-error.ts";
import { setUpWorld } from "../../../test/world.ts";
import { exportZip, type Files, importZip, pack, replaced, textOf } from "./archives.test-support.ts";

const company = "/v1/skills";

/** A YAML bomb: each line refers to the previous one nine times. */
const laughs = ["x: &a [l,l,l,l,l,l,l,l,l]", ..."abcdefgh"]
  .map((line, n) => (n === 0 ? line : `${line}${line}: &${"bcdefghi"[n - 1]} [${Array(9).fill(`*${line}`)}]`))
  .join("\n");

describe.each(databases)("a stranger's archive, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });

  const send = (archive: Buffer, onConflict?: string) => importZip(world.alice, company, archive, onConflict);
  const slugs = async () =>
    (await world.alice.get(company)).body.skills.map(({ slug }: { slug: string }) => slug);
  const told = (answer: { body: { problems: { path: string; message: string }[] } }) =>
    answer.body.problems.map(({ path, message }) => `${path}: ${message}`);
  let good = 0;
  /** Imports files with one valid skill; returns the problems. Only the valid one may be accepted. */
  async function problemsOf(files: Files, change = (archive: Buffer) => archive): Promise<string[]> {
    const name = `good-${good++}`;
    const before = await slugs();
    const answer = await send(change(await pack({ ...files, [`${name}/SKILL.md`]: textOf(name) })));
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(await slugs()).toEqual([...before, name]);
    return told(answer);
  }

  it("loses each skill that breaks a rule, as a whole and with a sentence that names the entry", async () => {
    for (const [files, path, why] of [
      [{ "bad/SKILL.md": textOf("bad", "extends: no-such-skill\n") }, "bad/SKILL.md", "no such skill"],
      [{ "bad/SKILL.md": "# No front matter" }, "bad/SKILL.md", "begins with front matter"],
      [{ "bad/SKILL.md": textOf("bad", `${laughs}\n`) }, "bad/SKILL.md", "too many aliases"],
      [{ "bad/SKILL.md": textOf("bad", "", "x".repeat(66_000)) }, "bad/SKILL.md", "at most 65536"],
      [{ "bad/SKILL.md": Buffer.from(textOf("bad"), "utf16le") }, "bad/SKILL.md", "UTF-8"],
      [{ "bad/SKILL.md": textOf("bad", "", "a\0b") }, "bad/SKILL.md", "UTF-8"],
      [{ "Bad/SKILL.md": textOf("Bad") }, "Bad/SKILL.md", "lower-case"],
      [{ "bad/SKILL.md": textOf("bad"), "bad/a": "", "bad/A": "" }, "bad/a", "same name as A"],
      [{ "bad/SKILL.md": textOf("bad"), "bad/é/x": "", "bad/e\u0301/y": "" }, "bad/", "same name as"],
      [{ "bad/SKILL.md": textOf("bad"), "bad/skill.md": "" }, "bad/skill.md", "same name as SKILL.md"],
      [{ "bad/SKILL.md": textOf("bad"), "bad/a": "", "bad/a/b": "" }, "bad/a/b", "same name as a"],
      [{ "bad/SKILL.md": textOf("bad"), [`bad/${"n".repeat(300)}`]: "" }, "bad/nnn", "255 bytes"],
      [{ "bad/SKILL.md": textOf("bad"), "bad/a\u202egnp.sh": "" }, "bad/a", "control character"],
      [{ "bad/SKILL.md": textOf("bad"), [`bad/${"d/".repeat(60)}x`]: "" }, "bad/d/d", "folders"],
    ] as const) {
      const problems = await problemsOf(files);
      const found = problems.find((one) => one.startsWith(path) && one.includes(why));
      expect(found, `${path}, ${why}: ${problems}`).toBeDefined();
    }
    expect(await slugs()).not.toContain("bad");
  });

  it("imports nothing of a skill with a link, an encrypted file, or a name that leads elsewhere", async () => {
    const skill = { "bad/SKILL.md": textOf("bad"), "bad/nn/nn/nn/n": "#" };
    for (const [name, why] of [
      ["bad/../../nn/n", "leads out"],
      ["bad/nn\\nn\\nn/n", "backslash"],
      ["bad/nn/./nn//n", "empty part"],
      ["bad/nn/n\0/nn/n", "control character"],
    ] as const) {
      const problems = await problemsOf(skill, (archive) => replaced(archive, "bad/nn/nn/nn/n", name));
      expect(problems.join("\n"), name).toContain(why);
      expect(problems.join("\n"), name).toContain("bad/SKILL.md: The skill is left out");
    }
    const header = (archive: Buffer, path: string) => archive.lastIndexOf(path) - 46;
    const link = (archive: Buffer) => {
      archive.writeUInt16LE(0o120777, header(archive, "bad/nn/nn/nn/n") + 40);
      return archive;
    };
    expect((await problemsOf(skill, link)).join("\n")).toContain("bad/nn/nn/nn/n: It is a link");
    const encrypted = (archive: Buffer) => {
      archive.writeUInt16LE(1, header(archive, "bad/nn/nn/nn/n") + 8);
      return archive;
    };
    expect((await problemsOf(skill, encrypted)).join("\n")).toContain("bad/nn/nn/nn/n: It is encrypted");
    const outside = await problemsOf({ "nn/nn": "#" }, (archive) => replaced(archive, "nn/nn", "../up"));
    expect(outside.join("\n")).toContain("../up: It leads out");
    expect(await slugs()).not.toContain("bad");
  });

  it("takes names from the front matter, and of several equal ones the skill in the folder of that name, else the first", async () => {
    const files = {
      "a/first/SKILL.md": textOf("same-1"),
      "b/same-1/SKILL.md": textOf("same-1"),
      "c/other/SKILL.md": textOf("same-2"),
      "d/another/SKILL.md": textOf("same-2"),
    };
    const answer = await send(await pack(files));
    expect(answer.body.skills.map(({ slug }: { slug: string }) => slug)).toEqual(["same-1", "same-2"]);
    expect(told(answer)).toEqual([
      expect.stringMatching(/^a\/first\/SKILL.md: .*left out: b\/same-1\/SKILL.md also has the name same-1/),
      expect.stringMatching(/^d\/another\/SKILL.md: .*left out: c\/other\/SKILL.md also has the name same-2/),
      expect.stringMatching(/^c\/other\/SKILL.md: .*imported as same-2, .*its folder is called other/),
    ]);
  });

  it("reports files in no skill or in two", async () => {
    const answer = await send(
      await pack({
        "outer/SKILL.md": textOf("outer"),
        "outer/examples/inner/SKILL.md": textOf("inner"),
        "README.md": "Read me.",
        "__MACOSX/outer/._SKILL.md": "x",
        "outer/.DS_Store": "x",
      }),
    );
    expect(told(answer)).toEqual([
      expect.stringMatching(/^README.md: .*no folder/),
      expect.stringMatching(/^outer\/examples\/inner\/SKILL.md: .*kept as one of that skill's files/),
    ]);
    const { skill } = (await world.alice.get(`${company}/outer`)).body;
    expect(skill.files.map(({ path }: { path: string }) => path)).toEqual(["examples/inner/SKILL.md"]);
  });

  it("is refused as a whole, and nothing of it is stored, if it is damaged, too large, or contains no skill", async () => {
    const before = await slugs();
    const skill = { "whole/SKILL.md": textOf("whole") };
    const zip = await pack({ ...skill, "whole/big": Buffer.alloc(500_000, "ab") });
    const lying = Buffer.from(zip);
    lying.writeUInt32LE(100, lying.lastIndexOf("whole/big") - 46 + 24);
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`whole/${n}`, ""]));
    const counted = Buffer.from(zip);
    for (const path of [8, 10]) counted.writeUInt16LE(60_000, counted.length - 22 + path);
    const skills = Array.from({ length: 501 }, (_, n) => [`s-${n}/SKILL.md`, textOf(`s-${n}`)]);
    for (const [archive, why] of [
      [Buffer.from("no zip at all"), "no zip archive"],
      [zip.subarray(0, -40), "no zip archive"],
      [lying, "whole/big is damaged"],
      [counted, "more than 2000 entries"],
      [await pack({ ...skill, ...many }), "more than 2000 entries"],
      [
        await pack({ ...skill, "whole/zeros": Buffer.alloc(8 * 2 ** 20) }),
        "whole/zeros would be more than 200 times",
      ],
      [replaced(await pack({ ...skill, "whole/a": "", "whole/b": "" }), "whole/b", "whole/a"), "two entries"],
      [await pack(Object.fromEntries(skills)), "more than 500 skills"],
      [await pack({}), "holds no skill"],
      [await pack({ "README.md": "x" }), "README.md"],
      [await pack({ "bad/SKILL.md": textOf("bad", `${laughs}\n`) }), "bad/SKILL.md"],
    ] as const) {
      const answer = await send(archive);
      expectInvalid(answer, ["/file"], why);
      expect(JSON.stringify(answer.body.error)).toContain(why);
    }
    expect(await slugs()).toEqual(before);
  });

  it("that is damaged in any byte is imported or refused with a sentence, and never ends in another way", async () => {
    const archive = await pack({
      "damaged/SKILL.md": textOf("damaged"),
      "damaged/a": "some text",
      README: "x",
    });
    const change = fc.record({ at: fc.nat(archive.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(change, async ({ at, byte }) => {
        const bad = Buffer.from(archive);
        bad[at] = byte;
        const answer = await send(bad, "replace");
        if (answer.status !== 201) expectInvalid(answer, ["/file"]);
      }),
      { numRuns: process.env.LONG ? 40 : 10 },
    );
  });

  it("that is a nested bomb is a file like others, which is not unpacked", async () => {
    const bomb = await pack({ zeros: Buffer.alloc(8 * 2 ** 20) });
    const answer = await send(await pack({ "nested/SKILL.md": textOf("nested"), "nested/bomb.zip": bomb }));
    expect(answer.body.problems).toEqual([]);
    const { bytes } = await exportZip(world, world.alice, `${company}/nested`);
    expect((await send(bytes, "replace")).body.skills).toMatchObject([{ result: "unchanged" }]);
  });
});
