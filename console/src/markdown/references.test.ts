import type { Element, Root } from "hast";
import { expect, it } from "vitest";
import { textOf } from "./nodes.ts";
import { treeOf } from "./tree.ts";

const elementsIn = (node: Root | Element): Element[] =>
  node.children.flatMap((child) => (child.type === "element" ? [child, ...elementsIn(child)] : []));
const handlesIn = (text: string) =>
  elementsIn(treeOf({ text }))
    .filter(({ tagName }) => tagName === "data")
    .map((element) => [element.properties.value, textOf(element)]);

it.each([
  ["See PLAN-3.", "PLAN-3"],
  ["SPEC-4, then PLAN-3/SPEC-4: both", "SPEC-4", "PLAN-3/SPEC-4"],
  ["(#SPEC-4) **PLAN-3**", "SPEC-4", "PLAN-3"],
  ["1. AC-1: like PLAN-12", "PLAN-12"],
  ["> | a |\n> |---|\n> | SPEC-1 |", "SPEC-1"],
  ["## PLAN-1&amp;SPEC-2", "PLAN-1", "SPEC-2"],
])("%j names plans and specs", (text, ...handles) => {
  expect(handlesIn(text)).toEqual(handles.map((handle) => [handle, handle]));
});

it.each([
  "`PLAN-3`",
  "```\nPLAN-3\n```",
  "    PLAN-3",
  "[PLAN-3](https://example.com)",
  "https://example.com/PLAN-3",
  "MYPLAN-3 PLAN-3a PLAN-03 PLAN-3_b plan-3 PLAN-3-4 x-PLAN-3 PLAN-3/TASK-1 docs/PLAN-3.md PLAN-3.md",
  "PLAN-3/SPEC-4/x SPEC-4/SPEC-5 PLAN-12345678901",
])("%j names none", (text) => {
  expect(handlesIn(text)).toEqual([]);
});

it("A text names at most 200 plans and specs, however often", () => {
  const named = Array.from({ length: 201 }, (_, index) => `SPEC-${index + 1}`);
  expect(handlesIn([...named, ...named].join(" "))).toHaveLength(400);
});

it("The words around a handle keep their place in the source", () => {
  const text = "A &lt; *b* \\*PLAN-3\\* and SPEC-4&gt;";
  const places = elementsIn(treeOf({ text, marks: [] }))
    .filter(({ properties }) => "dataFrom" in properties)
    .map((piece) => [
      text.slice(Number(piece.properties.dataFrom), Number(piece.properties.dataTo)),
      textOf(piece),
    ]);
  expect(places).toEqual([
    ["A &lt; ", "A < "],
    ["b", "b"],
    [" \\*", " *"],
    ["PLAN-3", "PLAN-3"],
    ["\\* and ", "* and "],
    ["SPEC-4", "SPEC-4"],
    ["&gt;", ">"],
  ]);
});
