import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Conflicts, type LineEdit, lineEdits } from "./line-edits.ts";

const lines = fc.array(fc.constantFrom("a", "b", "c", "", "- d", "  e"), { maxLength: 12 });

function apply(file: readonly string[], edits: readonly LineEdit[]): string[] {
  const result = [...file];
  for (const { at, remove, insert } of [...edits].sort((a, b) => b.at - a.at))
    result.splice(at, remove, ...insert);
  return result;
}
const run = (base: string, here: string, file: string, conflicts: Conflicts = "here") => {
  const texts = { base: base.split("\n"), here: here.split("\n"), file: file.split("\n") };
  const { edits, ...rest } = lineEdits(texts, conflicts);
  return { text: apply(texts.file, edits).join("\n"), ...rest };
};

describe("edits of a file's lines", () => {
  it("are none if nothing changed here", () => {
    fc.assert(
      fc.property(lines, lines, (base, file) => {
        expect(lineEdits({ base, here: base, file }, "here")).toEqual({ edits: [], lost: [], open: 0 });
      }),
    );
  });

  it("give the text here if the file is as it was imported", () => {
    fc.assert(
      fc.property(lines, lines, (base, here) => {
        const { edits, lost } = lineEdits({ base, here, file: base }, "here");
        expect(apply(base, edits)).toEqual(here);
        expect(lost).toEqual([]);
      }),
    );
  });

  it("put a first line below a heading that the file has in other words", () => {
    const file = "why\n\n**Scenarios**:\n\n1. a\n2. b";
    const base = "why\n\n## Acceptance criteria\n\n1. a\n2. b";
    expect(run(base, base.replace("1. a", "0. new\n1. a"), file)).toMatchObject({
      text: file.replace("1. a", "0. new\n1. a"),
      lost: [],
    });
    expect(run(base, base.replace("why", "why\nand how"), file).text).toBe(
      file.replace("why", "why\nand how"),
    );
  });

  it("keep lines around the text, and the file's indentation", () => {
    fc.assert(
      fc.property(lines, lines, (base, here) => {
        const indented = (some: readonly string[]) =>
          some.map((line) => (line.trim() === "" ? line : `    ${line}`));
        const file = ["# Title", ...indented(base), "<!-- end -->"];
        if (base.every((line) => line.trim() === "")) return;
        const { edits } = lineEdits({ base, here, file }, "here");
        expect(apply(file, edits)).toEqual(["# Title", ...indented(here), "<!-- end -->"]);
      }),
    );
  });

  it("leave lines that only the file changed", () => {
    expect(run("one\ntwo\nthree", "one\ntwo\nTHREE", "ONE\ntwo\nthree")).toMatchObject({
      text: "ONE\ntwo\nTHREE",
    });
  });

  it("take the lines here, the file's or both where both changed", () => {
    const texts = ["one\ntwo\nthree", "one\nhere\nthree", "one\nthere\nthree"] as const;
    expect(run(...texts)).toEqual({ text: "one\nhere\nthree", lost: [], open: 0 });
    expect(run(...texts, "file")).toEqual({ text: "one\nthere\nthree", lost: [], open: 1 });
    expect(run(...texts, "markers")).toEqual({
      text: "one\n<<<<<<< Groundplan\nhere\n=======\nthere\n>>>>>>> file\nthree",
      lost: [],
      open: 1,
    });
  });

  it("are told as lost where the file has no such lines", () => {
    expect(run("own\nmade by the import", "own\nchanged here", "own")).toEqual({
      text: "own",
      lost: ["changed here"],
      open: 0,
    });
  });
});
