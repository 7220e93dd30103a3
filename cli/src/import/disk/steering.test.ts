import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSteering as readIn } from "../../../../client/src/import/kiro/steering.ts";
import { disk } from "./disk.ts";

const readSteering = (specs: string) => readIn(disk(), specs);

let kiro = "";

beforeEach(() => {
  kiro = join(mkdtempSync(join(tmpdir(), "steering-")), ".kiro");
  mkdirSync(join(kiro, "specs"), { recursive: true });
});

afterEach(() => rmSync(join(kiro, ".."), { recursive: true }));

function write(name: string, text: string | Uint8Array) {
  mkdirSync(join(kiro, "steering"), { recursive: true });
  writeFileSync(join(kiro, "steering", name), text);
}
const read = () => readSteering(join(kiro, "specs"));

describe("readSteering", () => {
  it("creates a context source for each file, named by its heading below the front matter, else like the file", async () => {
    write("tech.md", "---\ninclusion: always\n---\n\nIt is:\n\n# Technology\n\nNode.\n");
    write("code.md", "```\n# no heading\n```\n## Part\n");
    write("empty.md", "");
    const { context, leftOut, notices } = await read();
    expect({ leftOut, notices }).toEqual({ leftOut: [], notices: [] });
    expect(context).toEqual([
      expect.objectContaining({ externalRef: "kiro:steering/code.md", title: "code.md" }),
      expect.objectContaining({ title: "empty.md", text: "" }),
      {
        externalRef: "kiro:steering/tech.md",
        title: "Technology",
        folderPath: "steering",
        kind: "steering",
        sourceKind: "PASTED",
        text: "---\ninclusion: always\n---\n\nIt is:\n\n# Technology\n\nNode.\n",
      },
    ]);
  });

  it("says that there are none if .kiro has no such folder, and nothing for specs outside of .kiro", async () => {
    expect(await read()).toEqual({ context: [], leftOut: [], notices: [] });
    const elsewhere = join(kiro, "../repository");
    mkdirSync(join(elsewhere, "steering"), { recursive: true });
    writeFileSync(join(elsewhere, "steering/private.md"), "Private.");
    expect(await readSteering(join(elsewhere, "specs"))).toEqual({ notices: [] });
  });

  it("never follows a link out of the folder, and names each file that can't be read", async () => {
    write("latin.md", Uint8Array.of(0xfc, 0x0a));
    write("large.md", "a".repeat(2 * 1024 * 1024));
    write("notes.txt", "x");
    symlinkSync("/etc/passwd", join(kiro, "steering/linked.md"));
    const { context, leftOut, notices } = await read();
    expect(context).toEqual([]);
    expect(leftOut).toEqual(
      ["large.md", "latin.md", "linked.md", "notes.txt"].map((name) => `kiro:steering/${name}`),
    );
    expect(notices.map(({ file, why }) => [file, why])).toEqual([
      ["../steering/large.md", "not imported: it is larger than 2 MiB"],
      ["../steering/latin.md", "not imported: is not UTF-8"],
      ["../steering/linked.md", "not imported: is a link to /etc/passwd, which lies outside the folder"],
      ["../steering/notes.txt", "not imported: no steering file, whose name ends with .md"],
    ]);
    rmSync(join(kiro, "steering"), { recursive: true });
    symlinkSync("/etc", join(kiro, "steering"));
    const linked = await read();
    expect(linked.context).toBeUndefined();
    expect(linked.notices).toHaveLength(1);
  });

  it("sends those that fit into one request, and names the others", async () => {
    for (const name of ["1.md", "2.md", "3.md", "4.md"]) write(name, "a".repeat(1.9 * 1024 * 1024));
    const { context, notices } = await read();
    expect(context?.map(({ title }) => title)).toEqual(["1.md", "2.md", "3.md"]);
    expect(notices).toEqual([
      expect.objectContaining({ file: "../steering/4.md", why: expect.stringContaining("too many") }),
    ]);
  });
});
