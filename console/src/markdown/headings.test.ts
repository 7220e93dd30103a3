import type { Element, Root } from "hast";
import { expect, it } from "vitest";
import { treeOf } from "./tree.ts";

const headingsIn = (node: Root | Element): Element[] =>
  node.children.flatMap((child) =>
    child.type !== "element" ? [] : /^h\d$/.test(child.tagName) ? [child] : headingsIn(child),
  );
const idsOf = (text: string) => headingsIn(treeOf({ text })).map(({ properties }) => properties.id);

it.each([
  ["# Notes", "notes"],
  ["## What's new, in 2.0?", "whats-new-in-20"],
  ["### `code` and *words*", "code-and-words"],
  ["#### a - b_c", "a---b_c"],
  ["## [A link](https://example.com)", "a-link"],
  ["Über die Größe\n===", "über-die-größe"],
  ["## 受け入れ基準", "受け入れ基準"],
  ["## 🚀 Launch", "-launch"],
  ["## AC-1: Done", "ac-1-done"],
  ["## !!!", undefined],
])("The heading %j has the id that GitHub gives it", (text, id) => {
  expect(idsOf(text)).toEqual([id]);
});

it("Equal headings are numbered at any depth without colliding with other ids", () => {
  expect(idsOf("# A\n\n> ## A\n\n- ### a!\n")).toEqual(["a", "a-1", "a-2"]);
  expect(idsOf("# A\n\n# A-1\n\n# A\n\n# A")).toEqual(["a", "a-1", "a-2", "a-3"]);
  expect(idsOf("# A-1\n\n# A\n\n# A")).toEqual(["a-1", "a", "a-2"]);
});
