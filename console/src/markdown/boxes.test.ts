import type { Element, Root } from "hast";
import { expect, it } from "vitest";
import { treeOf } from "./tree.ts";

const boxesIn = (node: Root | Element): Element[] =>
  node.children.flatMap((child) =>
    child.type !== "element" ? [] : child.tagName === "input" ? [child] : boxesIn(child),
  );

/** Returns each checkbox's name and the source around its offset. */
const boxesOf = (text: string) =>
  boxesIn(treeOf({ text, criteria: [] })).map(({ properties: { dataAt, ariaLabel } }) => [
    ariaLabel,
    dataAt === undefined ? null : text.slice(Number(dataAt) - 1, Number(dataAt) + 2),
  ]);

it.each([
  [
    "- [ ] a\n- [x] b\n",
    [
      ["a", "[ ]"],
      ["b", "[x]"],
    ],
  ],
  [
    "- [ ] a\n\n  More.\n\n- [X] b\n",
    [
      ["a", "[ ]"],
      ["b", "[X]"],
    ],
  ],
  [
    "- [x] a\n  - [ ] **b** [c](https://example.com)\n",
    [
      ["a", "[x]"],
      ["b c", "[ ]"],
    ],
  ],
  [
    "1. [x] a\r\n2. [ ] b\r\n",
    [
      ["a", "[x]"],
      ["b", "[ ]"],
    ],
  ],
  [
    "> - [ ] a\n> 1. - [x] b\n",
    [
      ["a", "[ ]"],
      ["b", "[x]"],
    ],
  ],
  ["-\n  [x] a\n", [["a", "[x]"]]],
  [
    "\uFEFF- [x] a 🧭\n- [ ] b\n",
    [
      ["a 🧭", "[x]"],
      ["b", "[ ]"],
    ],
  ],
  [
    "[x]: https://example.com\n\n- [x] a\n- [ ] b\n",
    [
      ["a", "[x]"],
      ["b", "[ ]"],
    ],
  ],
])("The checkboxes of %j have source offsets", (text, boxes) => {
  expect(boxesOf(text)).toEqual(boxes);
});
