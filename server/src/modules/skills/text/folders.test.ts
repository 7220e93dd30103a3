import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldersOf } from "./folders.ts";

const sort = (...paths: string[]) => {
  const { folders, problems } = foldersOf(paths.map((path) => ({ path })));
  return {
    folders: Object.fromEntries(
      folders.map(({ name, files }) => [name ?? "", files.map(({ path }) => path)]),
    ),
    problems: problems.map(({ path }) => path),
  };
};

describe("the files of an archive", () => {
  it("are one folder per skill, with everything in it", () => {
    expect(sort("a/SKILL.md", "a/references/x.md", "a/scripts/run.sh", "b/SKILL.md")).toEqual({
      folders: { a: ["SKILL.md", "references/x.md", "scripts/run.sh"], b: ["SKILL.md"] },
      problems: [],
    });
  });

  it("may be one folder deeper, or be one skill at the root", () => {
    expect(sort("skills/a/SKILL.md", "skills/a/x", "skills/b/SKILL.md").folders).toEqual({
      a: ["SKILL.md", "x"],
      b: ["SKILL.md"],
    });
    expect(sort("x/.claude/skills/a/SKILL.md", "x/.claude/skills/a/x").folders).toEqual({
      a: ["SKILL.md", "x"],
    });
    expect(sort("SKILL.md", "assets/logo.png").folders).toEqual({ "": ["SKILL.md", "assets/logo.png"] });
  });

  it("are reported if they belong to no skill, or are a skill within another's folder, which keeps them", () => {
    expect(sort("README.md", "a/SKILL.md", "c/x")).toEqual({
      folders: { a: ["SKILL.md"] },
      problems: ["README.md", "c/x"],
    });
    expect(sort("a/SKILL.md", "a/b/SKILL.md", "a/b/x", "a/y")).toEqual({
      folders: { a: ["SKILL.md", "b/SKILL.md", "b/x", "y"] },
      problems: ["a/b/SKILL.md"],
    });
  });

  it("are all in one skill, or else in a problem", () => {
    const part = fc.constantFrom("a", "b", "SKILL.md", "x");
    const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 12 }), (paths) => {
        const { folders, problems } = foldersOf(paths.map((one) => ({ path: one })));
        const kept = folders.flatMap(({ files }) => files.map(({ file }) => file.path));
        const told = problems.map((problem) => problem.path);
        expect(paths.filter((one) => !kept.includes(one) && !told.includes(one))).toEqual([]);
        expect(new Set(kept).size).toBe(kept.length);
        for (const { files } of folders) expect(files.some((one) => one.path === "SKILL.md")).toBe(true);
      }),
    );
  });
});
