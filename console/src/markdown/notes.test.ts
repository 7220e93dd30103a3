import type { Element, Root, RootContent } from "hast";
import { expect, it } from "vitest";
import { withNotes } from "./notes.ts";
import { treeOf } from "./tree.ts";

/** Serializes a tree with its notes. */
function written(node: Root | RootContent): string {
  if (node.type === "text") return node.value.trim();
  if (node.type === "element" && "data-note" in node.properties) return `[${node.properties["data-note"]}]`;
  const children = "children" in node ? node.children.map(written).filter(Boolean).join(" ") : "";
  return node.type === "element" ? `<${(node as Element).tagName}: ${children}>` : children;
}

const noted = (text: string, ...lines: number[]) => written(withNotes(treeOf({ text }), lines));

it("A note follows the smallest block with its line, and precedes nested blocks in an item", () => {
  expect(noted("one\ntwo\n\nthree", 2)).toBe("<p: one\ntwo> [2] <p: three>");
  expect(noted("# Title\n\nwords", 1)).toBe("<h1: Title> [1] <p: words>");
  expect(noted("1. one\n2. two\n   more", 3, 1)).toBe("<ol: <li: one [1]> <li: two\nmore [3]>>");
  expect(noted("1. one\n\n   - in it\n2. two", 1)).toContain("<li: <p: one> [1] <ul: <li: in it>>>");
  expect(noted("1. one\n   - in it", 1)).toBe("<ol: <li: one [1] <ul: <li: in it>>>>");
  expect(noted("1. one\n   - in it", 2)).toBe("<ol: <li: one <ul: <li: in it [2]>>>>");
  expect(noted("> said\n\nwords", 1)).toBe("<blockquote: <p: said> [1]> <p: words>");
  expect(noted("| a |\n|---|\n| b |\n\nend", 3)).toMatch(/^<table: .*> \[3\] <p: end>$/);
  expect(noted("one **two** three", 1, 1)).toBe("<p: one <strong: two> three> [1]");
});

it("A hidden line gets no note, and the input tree is not modified", () => {
  expect(noted("one\n\n\nthree", 2, 9)).toBe("<p: one> <p: three>");
  const tree = treeOf({ text: "1. one" });
  const before = structuredClone(tree);
  withNotes(tree, [1]);
  expect(tree).toEqual(before);
});
