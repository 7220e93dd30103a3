import type { Element, Root } from "hast";
import { expect, it } from "vitest";
import { nameForReact } from "./react-properties.ts";
import { treeOf } from "./tree.ts";

/** Returns each element's properties, in order, if any. */
function propertiesOf(text: string): [string, Element["properties"]][] {
  const tree = treeOf({ text });
  nameForReact(tree);
  const within = (node: Root | Element): [string, Element["properties"]][] =>
    node.children.flatMap((child) =>
      child.type === "element"
        ? [[child.tagName, child.properties] as [string, Element["properties"]], ...within(child)]
        : [],
    );
  return within(tree).filter(([, properties]) => Object.keys(properties).length > 0);
}

it("Properties have React's names", () => {
  expect(propertiesOf("- [x] done\n\n3. three")).toEqual([
    ["ul", { className: "contains-task-list" }],
    ["li", { className: "task-list-item" }],
    ["input", { type: "checkbox", checked: true, disabled: true }],
    ["ol", { start: 3 }],
  ]);
});

it("A footnote and its reference link to each other", () => {
  const found = propertiesOf("said[^1]\n\n[^1]: why");
  expect(found[0]).toEqual([
    "a",
    {
      href: "#text-fn-1",
      id: "text-fnref-1",
      "data-footnote-ref": true,
      "aria-describedby": "footnote-label",
    },
  ]);
  expect(found).toContainEqual(["li", { id: "text-fn-1" }]);
  expect(found.at(-1)?.[1]).toMatchObject({ href: "#text-fnref-1", "aria-label": "Back to reference 1" });
});

it("A cell's alignment is a style, and tables contain no white space between rows", () => {
  expect(propertiesOf("| a | b |\n|:-:|---|\n| 1 | 2 |")).toEqual([
    ["th", { style: { textAlign: "center" } }],
    ["td", { style: { textAlign: "center" } }],
  ]);
  const tree = treeOf({ text: "| a |\n|---|\n| b |" });
  nameForReact(tree);
  const [table] = tree.children;
  expect(table?.type === "element" && table.children.map(({ type }) => type)).toEqual(["element", "element"]);
});
