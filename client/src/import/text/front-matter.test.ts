import { expect, it } from "vitest";
import { frontMatter, wordOf, wordsOf } from "./front-matter.ts";

const read = (...lines: string[]) => frontMatter(["---", ...lines, "---", "# Text"]);

it("reads each key by itself, with YAML where it is YAML and as written where not", () => {
  const { fields, end, others } = read(
    "id: BACK-1.10",
    "title: Fix: the login",
    "parent: 1.10",
    "assignee: @ann",
    "people:",
    "  - @ann",
    "  - bob",
    "labels: [a, 'b c']",
    "dependencies:",
    "- BACK-2",
    "note: >-",
    "  folded",
    "  text",
    "none: null",
    "empty:",
  );
  expect(end).toBe(17);
  expect(others).toEqual([]);
  const word = (name: string) => wordOf(fields.get(name));
  expect(["id", "title", "parent", "assignee", "note", "none", "empty"].map(word)).toEqual([
    "BACK-1.10",
    "Fix: the login",
    "1.10",
    "@ann",
    "folded text",
    "",
    "",
  ]);
  expect(wordsOf(fields.get("people"))).toEqual(["@ann", "bob"]);
  expect(wordsOf(fields.get("labels"))).toEqual(["a", "b c"]);
  expect(wordsOf(fields.get("dependencies"))).toEqual(["BACK-2"]);
  expect(fields.get("people")?.raw).toBe("people:\n  - @ann\n  - bob");
});

it("keeps repeated keys and lines before the first", () => {
  const { fields, others } = read("# made by hand", "id: 1", "id: 2");
  expect(wordOf(fields.get("id"))).toBe("1");
  expect(others.map(({ raw, line }) => [raw, line])).toEqual([
    ["# made by hand", 1],
    ["id: 2", 3],
  ]);
});

it("finds none that isn't closed, or doesn't begin the text", () => {
  expect(frontMatter(["---", "id: 1"]).end).toBe(0);
  expect(frontMatter(["", "---", "id: 1", "---"]).end).toBe(0);
});
