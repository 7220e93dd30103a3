import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Bytes, mergeFile } from "./merge-file.ts";

const bytes = (text: string | null): Bytes => (text === null ? null : Buffer.from(text));
const run = (base: string | null, local: string | null, remote: string | null) => {
  const {
    merged,
    base: next,
    conflicts,
  } = mergeFile({ base: bytes(base), local: bytes(local), remote: bytes(remote) });
  return { merged: merged && String(merged), base: next && String(next), conflicts };
};
const text = fc
  .array(fc.constantFrom("a", "b", "c", "d", ""), { maxLength: 8 })
  .map((lines) => lines.join("\n"));
const wordsOf = (of: string) => of.split("\n").filter((line) => line !== "");
const version = fc.option(text, { nil: null });

describe("a merge of a file", () => {
  it("takes what only one side changed", () => {
    expect(run("1\n2\n3\n", "one\n2\n3\n", "1\n2\nthree\n")).toEqual({
      merged: "one\n2\nthree\n",
      base: "1\n2\nthree\n",
      conflicts: [],
    });
  });

  it("keeps the folder's lines of a conflict, and finds it again until a side gives in", () => {
    const first = run("1\n2\n3\n", "1\nhere\n3\n", "1\nthere\n3\n");
    expect(first).toEqual({ merged: "1\nhere\n3\n", base: "1\n2\n3\n", conflicts: [2] });
    expect(run(first.base, first.merged, "1\nthere\n3\n").conflicts).toEqual([2]);
    expect(run(first.base, "1\nthere\n3\n", "1\nthere\n3\n")).toMatchObject({ conflicts: [] });
  });

  it("keeps all lines of both sides if nothing is known of an earlier sync", () => {
    fc.assert(
      fc.property(text, text, (local, remote) => {
        const { merged, conflicts } = run(null, local, remote);
        for (const line of wordsOf(local)) expect(merged?.split("\n")).toContain(line);
        if (conflicts.length === 0)
          for (const line of wordsOf(remote)) expect(merged?.split("\n")).toContain(line);
      }),
    );
  });

  it("removes a file only where the other side left it as it was", () => {
    expect(run("1\n", null, "1\n").merged).toBeNull();
    expect(run("1\n", "1\n", null).merged).toBeNull();
    expect(run("1\n", null, "2\n").merged).toBe("2\n");
    expect(run("1\n", "2\n", null)).toEqual({ merged: "2\n", base: "1\n", conflicts: [0] });
  });

  it("is settled: merged again with what the other side then has, it changes nothing", () => {
    fc.assert(
      fc.property(version, text, text, (base, local, remote) => {
        const first = run(base, local, remote);
        fc.pre(first.conflicts.length === 0);
        expect(run(first.base, first.merged, first.merged)).toMatchObject({
          merged: first.merged,
          conflicts: [],
        });
      }),
    );
  });

  it("breaks no JSON: what would not parse is a conflict", () => {
    const list = (...items: string[]) => `[\n${items.join(",\n")}\n]\n`;
    const { merged, conflicts } = run(list("1", "2"), list("1"), list("1", "2", "3"));
    if (conflicts.length === 0) expect(() => JSON.parse(merged ?? "")).not.toThrow();
    else expect(merged).toBe(list("1"));
  });
});
