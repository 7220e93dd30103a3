import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Asked, locate } from "../../../../client/src/import/locate.ts";
import { writeZip } from "../../../../server/src/zip/write-zip.ts";
import { openPath } from "./open-path.ts";

let folder = "";
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "open-")), "shop");
  mkdirSync(folder);
});
afterEach(() => rmSync(dirname(folder), { recursive: true }));

function write(file: string, text: string | Uint8Array = "x"): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

async function found(path: string, asked: Asked = "auto"): Promise<string[]> {
  const opened = await openPath(path);
  const places = await locate(opened.files, opened.path, asked, (id, at) => `take ${id} of ${at}`);
  return places.map(({ format, path: at }) => `${format} ${at.replace(folder, "~")}`);
}

const requirement = "### Requirement 1: A\n#### Acceptance Criteria\n1. x\n";
const tasks = '{"tasks": [{"id": 1, "title": "A", "dependencies": []}]}';
const issue = '{"id":"b-1","title":"A","status":"open"}\n';

describe("a path", () => {
  it("is each format that is there", async () => {
    write(".kiro/specs/cart/requirements.md", requirement);
    write("openspec/changes/add-cart/proposal.md");
    write("backlog/tasks/task-1 - Cart.md");
    write(".taskmaster/tasks/tasks.json", tasks);
    write(".beads/issues.jsonl", issue);
    expect(await found(folder)).toEqual(
      ["kiro", "openspec", "backlog", "taskmaster", "beads"].map((id) => `${id} ~`),
    );
  });

  it("may be a file, or the folder that holds it", async () => {
    expect(await found(write(".taskmaster/tasks/tasks.json", tasks))).toEqual([
      "taskmaster ~/.taskmaster/tasks/tasks.json",
    ]);
    expect(await found(write(".beads/issues.jsonl", issue))).toEqual(["beads ~/.beads/issues.jsonl"]);
    expect(await found(write("cart/requirements.md", requirement))).toEqual(["kiro ~/cart"]);
    expect(await found(write("cart/requirements.md", requirement), "kiro")).toEqual(["kiro ~/cart"]);
  });

  it("may lie above the folder of a format, but others' code isn't searched", async () => {
    write("node_modules/a/.beads/issues.jsonl", issue);
    write("vendor/a/.beads/issues.jsonl", issue);
    await expect(found(folder)).rejects.toThrow("holds nothing of");
    write("apps/web/.beads/issues.jsonl", issue);
    write("apps/api/.taskmaster/tasks/tasks.json", tasks);
    expect(await found(folder)).toEqual(["taskmaster ~/apps/api", "beads ~/apps/web"]);
    write("apps/mail/.beads/issues.jsonl", issue);
    await expect(found(folder)).rejects.toThrow(
      /several folders of beads\. Choose one: take beads of .*mail; take/,
    );
  });

  it("of another format than the asked one is refused with advice", async () => {
    write(".beads/issues.jsonl", issue);
    await expect(found(folder, "kiro")).rejects.toThrow(`is of beads, not of Kiro: take beads of ${folder}.`);
  });

  it("that isn't there is refused", async () => {
    await expect(found(join(folder, "none"))).rejects.toThrow("none does not exist.");
  });

  it("to requirements of something else is no format", async () => {
    write("docs/requirements.md", "# Requirements\n\nA machine with 2 GB.\n");
    await expect(found(folder)).rejects.toThrow("holds nothing of");
    await expect(found(join(folder, "docs"))).rejects.toThrow("holds nothing of");
    write("specs/old/cart/requirements.md", requirement);
    write("specs/old/cart/tasks.md", "- [ ] 1. A\n");
    expect(await found(folder)).toEqual(["kiro ~"]);
  });

  it("to a tasks.json of something else is no format", async () => {
    write("tasks/tasks.json", '{"version": "2.0.0", "tasks": [{"label": "build"}]}');
    await expect(found(folder)).rejects.toThrow("holds nothing of");
  });
});

describe("an archive", () => {
  async function pack(files: Record<string, string>): Promise<string> {
    const all = Object.entries(files).map(([path, text]) => ({
      path,
      executable: false,
      read: () => [Buffer.from(text)],
    }));
    return write("packed.zip", await buffer(writeZip(all)));
  }

  it("is the folder that it holds, or the root of a repository", async () => {
    expect(
      await found(await pack({ "shop-main/.beads/issues.jsonl": issue, "shop-main/README.md": "" })),
    ).toEqual(["beads shop-main"]);
    expect(await found(await pack({ ".beads/issues.jsonl": issue }))).toEqual(["beads ."]);
  });

  it.each([
    [".kiro/specs/cart/../../up.md", "The archive's .kiro/specs/cart/../../up.md would lie outside of it."],
    [
      ".kiro/specs/cart/requirements.md",
      "The archive has two files called .kiro/specs/cart/requirements.md.",
    ],
  ])("with a file called %s beside others is refused by that name", async (name, told) => {
    const stand = "x".repeat(name.length);
    const path = await pack({ ".kiro/specs/cart/requirements.md": requirement, [stand]: "" });
    writeFileSync(path, readFileSync(path, "latin1").replaceAll(stand, name), "latin1");
    await expect(openPath(path)).rejects.toThrow(told);
  });

  it("may have the backslashes of old Windows tools", async () => {
    const path = await pack({ "cart_requirements.md": requirement });
    const renamed = readFileSync(path, "latin1").replaceAll("cart_", "cart\\");
    writeFileSync(path, renamed, "latin1");
    expect(await found(path)).toEqual(["kiro cart"]);
  });

  it("gives the bytes of its files, and none that are larger than an importer reads", async () => {
    const { files } = await openPath(
      await pack({ "a/b.md": "ünï\r\n", "a/big.md": "x".repeat(17 * 1024 * 1024) }),
    );
    expect(await files.read("/a", "b.md")).toEqual({ bytes: new Uint8Array(Buffer.from("ünï\r\n")) });
    expect(await files.read("/a", "big.md")).toEqual({ problem: "is larger than 16 MiB" });
    expect(await files.read("/a", "none.md")).toEqual({ problem: "does not exist" });
  });

  it("whose file is larger than it declares, or damaged, gives a problem", async () => {
    const path = await pack({ "a/b.md": "x".repeat(10_000), "a/c.md": "y" });
    const { readFileSync } = await import("node:fs");
    const bytes = readFileSync(path);
    const at = bytes.indexOf("a/b.md") + 8;
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    writeFileSync(path, bytes);
    const { files } = await openPath(path);
    expect(await files.read("/a", "b.md")).toEqual({ problem: expect.stringContaining("can't be read") });
  });

  it("that is cut off is refused", async () => {
    const { readFileSync } = await import("node:fs");
    const path = await pack({ "a/b.md": "x" });
    writeFileSync(path, readFileSync(path).subarray(0, 40));
    await expect(openPath(path)).rejects.toThrow("it is damaged");
  });
});

it("a link out of the folder is told, and nothing of it is read", async () => {
  symlinkSync("/etc/passwd", join(folder, "issues.jsonl"));
  const { files } = await openPath(folder);
  expect(await files.read(folder, "issues.jsonl")).toEqual({
    problem: expect.stringContaining("outside the folder"),
  });
});
