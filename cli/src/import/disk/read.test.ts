import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readKiro as readIn } from "../../../../client/src/import/kiro/read.ts";
import { disk } from "./disk.ts";

const readKiro = (path: string) => readIn(disk(), path);

let folder = "";

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "kiro-")), "photo-albums");
  mkdirSync(folder);
});

afterEach(() => rmSync(join(folder, ".."), { recursive: true }));

const write = (name: string, text: string | Uint8Array) => writeFileSync(join(folder, name), text);

describe("readKiro", () => {
  it("reads requirements.md alone and names the plan after the folder", async () => {
    write("requirements.md", "### Requirement 1: A\n#### Acceptance Criteria\n1. x\n");
    const { plan, specs, notUnderstood } = await readKiro(folder);
    expect(plan).toEqual({ name: "photo-albums", description: "" });
    expect(specs).toHaveLength(1);
    expect(notUnderstood).toEqual([]);
  });

  it("lists every file that it does not import once, each with a reason", async () => {
    write("requirements.md", "### Requirement 1: A\n#### Acceptance Criteria\n1. x\n");
    write("gap-analysis.md", "# Gaps\nx\n");
    write("tasks.md", "\n- [ ] 1. Do it");
    write("spec.json", '{"feature_name": "albums"}\n');
    write("research.md", Uint8Array.of(0xff, 0xfe, 0x0a));
    write("picture.png", Uint8Array.of(1, 2, 3));
    mkdirSync(join(folder, "notes.md"));
    write("notes.md/first.txt", "x");
    const { plan, notUnderstood } = await readKiro(folder);
    expect(plan.name).toBe("albums");
    expect(notUnderstood.map(({ file, line, text }) => [file, line, text])).toEqual([
      ["gap-analysis.md", 1, "# Gaps"],
      ["spec.json", 1, "albums"],
      ["notes.md/first.txt", 1, ""],
      ["picture.png", 1, ""],
      ["research.md", 1, ""],
    ]);
    const whys = notUnderstood.map(({ why }) => why.split(":")[0]);
    expect(whys).toEqual([
      "not imported, 2 lines",
      "not imported, 1 line",
      "not imported",
      "not imported",
      "not imported",
    ]);
  });

  it("reads design.md and research.md as context sources, and names those that can't be", async () => {
    write("requirements.md", "### Requirement 1: A\n#### Acceptance Criteria\n1. x\n");
    write("design.md", "\uFEFF# The design\r\nHow.\r\n");
    write("research.md", "Why.\n");
    const kept = await readKiro(folder);
    expect(kept.notUnderstood).toEqual([]);
    expect(kept.context).toEqual([
      {
        file: "design.md",
        title: "The design",
        text: "# The design\nHow.\n",
        kind: "design",
        sourceKind: "PASTED",
      },
      {
        file: "research.md",
        title: "research.md",
        text: "Why.\n",
        kind: "research",
        sourceKind: "RESEARCH",
      },
    ]);
    write("design.md", "a".repeat(2 * 1024 * 1024));
    write("research.md", Uint8Array.of(0xff, 0xfe, 0x0a));
    const without = await readKiro(folder);
    expect(without.context).toEqual([]);
    expect(without.withoutContext).toEqual(["design.md", "research.md"]);
    expect(without.notUnderstood.map(({ file, why }) => [file, why])).toEqual([
      ["design.md", "not imported: it is larger than 2 MiB"],
      ["research.md", "not imported: is not UTF-8"],
    ]);
  });

  it("says in one sentence what to do if the folder or its requirements.md is missing", async () => {
    await expect(readKiro(join(folder, "none"))).rejects.toThrow(
      /none does not exist: give the folder of one/u,
    );
    await expect(readKiro(folder)).rejects.toThrow(/photo-albums has no requirements\.md: give the folder/u);
    write("requirements.md", "x");
    await expect(readKiro(join(folder, "requirements.md"))).rejects.toThrow(
      /is not a folder: give the folder/u,
    );
  });

  it("refuses a requirements.md that is not UTF-8 or not a file", async () => {
    write("requirements.md", Uint8Array.of(0x93, 0xfa, 0x96, 0x7b)); // Shift_JIS
    await expect(readKiro(folder)).rejects.toThrow(/requirements\.md is not UTF-8: save it as UTF-8/u);
    rmSync(join(folder, "requirements.md"));
    mkdirSync(join(folder, "requirements.md"));
    await expect(readKiro(folder)).rejects.toThrow(/requirements\.md is a folder, not a file: make it/u);
  });

  it("lists a tasks.md that is not UTF-8, since its words would be lost", async () => {
    write("requirements.md", "### Requirement 1: A\n#### Acceptance Criteria\n1. x\n");
    write("tasks.md", Uint8Array.of(0x2d, 0x20, 0x5b, 0x20, 0x5d, 0x20, 0xfc)); // Latin-1
    const { tasks, notUnderstood } = await readKiro(folder);
    expect(tasks).toBeNull();
    expect(notUnderstood.map(({ file, why }) => [file, why])).toEqual([
      ["tasks.md", "not imported: is not UTF-8"],
    ]);
  });

  const requirement = "### Requirement 1: A\n#### Acceptance Criteria\n1. x\n";

  it("follows a link to a file inside the folder, and refuses any other with its name and target", async () => {
    mkdirSync(join(folder, "parts"));
    write("parts/real.md", requirement);
    write("../photo-albums-secret.md", requirement);
    symlinkSync("parts/real.md", join(folder, "requirements.md"));
    expect((await readKiro(folder)).specs).toHaveLength(1);
    for (const [target, problem] of [
      [
        "../photo-albums-secret.md",
        "is a link to .*/photo-albums-secret\\.md, which lies outside the folder",
      ],
      ["/etc/passwd", "is a link to /etc/passwd, which lies outside the folder"],
      ["parts/../../photo-albums-secret.md", "is a link to .*, which lies outside the folder"],
      ["nowhere.md", "is a link to nothing"],
      ["requirements.md", "can't be read \\(ELOOP\\)"],
      ["parts", "is a link to a folder, not a file"],
    ] as const) {
      rmSync(join(folder, "requirements.md"));
      symlinkSync(target, join(folder, "requirements.md"));
      await expect(readKiro(folder)).rejects.toThrow(new RegExp(`/requirements\\.md ${problem}: make it`));
    }
  });

  it("never reads other links to elsewhere or special files, and lists each with the reason", async () => {
    write("requirements.md", requirement);
    writeFileSync(join(folder, "../spec.json"), '{"feature_name": "elsewhere"}');
    symlinkSync("../spec.json", join(folder, "spec.json"));
    symlinkSync("/etc/passwd", join(folder, "design.md"));
    execFileSync("mkfifo", [join(folder, "tasks.md")]);
    const { plan, notUnderstood } = await readKiro(folder);
    expect(plan.name).toBe("photo-albums");
    expect(notUnderstood.map(({ file, text, why }) => [file, text, why])).toEqual([
      ["design.md", "", "not imported: is a link to /etc/passwd, which lies outside the folder"],
      [
        "spec.json",
        "",
        expect.stringMatching(/^not imported: is a link to .*, which lies outside the folder$/),
      ],
      ["tasks.md", "", "not imported: is a named pipe, not a file"],
    ]);
  });
});
