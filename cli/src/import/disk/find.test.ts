import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findKiro as findIn } from "../../../../client/src/import/kiro/find.ts";
import { disk } from "./disk.ts";

const findKiro = (path: string) => findIn(disk(), path);

let repository = "";

beforeEach(() => {
  repository = join(mkdtempSync(join(tmpdir(), "kiro-")), "shop");
});

afterEach(() => rmSync(dirname(repository), { recursive: true }));

function write(...files: string[]) {
  for (const file of files) {
    const path = join(repository, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "x\n");
  }
}

const namesIn = async (path: string) =>
  (await findKiro(join(repository, path))).sources.map(({ name }) => name);

describe("findKiro", () => {
  it("takes a folder with a requirements.md as one spec, named like the folder", async () => {
    write(".kiro/specs/cart/requirements.md", ".kiro/steering/tech.md");
    const found = await findKiro(join(repository, ".kiro/specs/cart"));
    expect(found).toMatchObject({ root: null, sources: [{ name: "cart", prefix: "" }] });
    expect(found.notices).toEqual([]);
    expect(found.context?.map(({ externalRef }) => externalRef)).toEqual(["kiro:steering/tech.md"]);
  });

  it("finds all specs of a repository, its .kiro or its .kiro/specs, under a plan named like the repository", async () => {
    write(".kiro/specs/cart/requirements.md", ".kiro/specs/pay/requirements.md");
    for (const path of [".", ".kiro", ".kiro/specs"]) {
      const { root, sources } = await findKiro(join(repository, path));
      expect(root).toEqual({ externalRef: "kiro:", name: "shop" });
      expect(sources.map(({ name, prefix }) => [name, prefix])).toEqual([
        ["cart", "cart/"],
        ["pay", "pay/"],
      ]);
    }
  });

  it("finds specs in nested folders, by their whole path", async () => {
    write("specs/old/cart/requirements.md", "specs/cart/requirements.md");
    expect(await namesIn("specs")).toEqual(["cart", "old/cart"]);
  });

  it("takes none of spec-kit's checklists for Kiro's requirements", async () => {
    write(
      ".specify/memory/constitution.md",
      "specs/001-cart/spec.md",
      "specs/001-cart/checklists/requirements.md",
    );
    for (const path of [".", "specs", "specs/001-cart"])
      await expect(namesIn(path)).rejects.toThrow(/has no requirements\.md/);
  });

  it("accepts Kiro's folders next to spec-kit's, which get a line each", async () => {
    write("specs/cart/requirements.md", "specs/002-pay/spec.md", "specs/002-pay/checklists/requirements.md");
    const { sources, notices } = await findKiro(join(repository, "specs"));
    expect(sources.map(({ name }) => name)).toEqual(["cart"]);
    expect(notices.map(({ file, why }) => [file, why])).toEqual([
      ["002-pay", "not imported: a feature of spec-kit"],
    ]);
  });

  it("gives a spec the same name whichever folder it is found from", async () => {
    write(".kiro/specs/old/cart/requirements.md");
    for (const path of [".", ".kiro", ".kiro/specs", ".kiro/specs/old", ".kiro/specs/old/cart"])
      expect(await namesIn(path)).toEqual(["old/cart"]);
  });

  it("does not look into hidden folders and node_modules, and lists each once", async () => {
    write("specs/cart/requirements.md", "specs/node_modules/a/b.md", "specs/.git/config");
    const { notices } = await findKiro(join(repository, "specs"));
    expect(notices.map(({ file }) => file)).toEqual([".git", "node_modules"]);
  });

  it("lists every file next to the specs that is no steering file", async () => {
    write(".kiro/specs/cart/requirements.md", ".kiro/specs/README.md", ".kiro/specs/idea/design.md");
    write(".kiro/steering/tech.md", ".kiro/steering/tech.txt", ".kiro/steering/more/tech.md");
    const { notices } = await findKiro(join(repository, ".kiro/specs"));
    expect(notices.map(({ file, why }) => [file, why.split(":")[0]])).toEqual([
      ["README.md", "not imported"],
      ["idea/design.md", "not imported"],
      ["../steering/more", "not imported"],
      ["../steering/tech.txt", "not imported"],
    ]);
  });

  it("does not follow links to other folders, and lists them", async () => {
    write("elsewhere/requirements.md", "specs/cart/requirements.md");
    symlinkSync("../elsewhere", join(repository, "specs/linked"));
    const { sources, notices } = await findKiro(join(repository, "specs"));
    expect(sources.map(({ name }) => name)).toEqual(["cart"]);
    expect(notices.map(({ file }) => file)).toEqual(["linked"]);
  });

  it("says what to give if there is no spec", async () => {
    write("src/main.c");
    await expect(findKiro(repository)).rejects.toThrow(
      /shop has no requirements\.md: give the folder of one/u,
    );
    await expect(findKiro(join(repository, "none"))).rejects.toThrow(/none does not exist: give the folder/u);
    await expect(findKiro(join(repository, "src/main.c"))).rejects.toThrow(
      /is not a folder: give the folder/u,
    );
  });
});
