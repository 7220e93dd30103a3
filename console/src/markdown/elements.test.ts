import type { Element, Root, Text } from "hast";
import { isValidElement, type ReactElement } from "react";
import { expect, it } from "vitest";
import { elementsOf } from "./elements.ts";

const element = (tagName: string, ...children: (Element | Text)[]): Element => ({
  type: "element",
  tagName,
  properties: {},
  children,
});
const text = (value: string): Text => ({ type: "text", value });
const elementsIn = (root: Root) =>
  elementsOf(root, {}).filter((one): one is ReactElement<{ children?: unknown[] }> => isValidElement(one));

it("A paragraph may have as many children as 256 KB of text can yield", () => {
  const paragraph = element("p");
  for (let n = 0; n < 260_000; n++) paragraph.children.push(n % 2 === 0 ? text("a") : element("br"));
  const [shown] = elementsIn({ type: "root", children: [paragraph] });
  expect(shown?.props.children).toHaveLength(260_000);
});

it("An element keeps its key if one with another name is inserted before it", () => {
  const keysOf = (...children: Element[]) =>
    elementsIn({ type: "root", children }).map(({ key, type }) => [type, key]);
  const [before] = keysOf(element("div"));
  expect(keysOf(element("p"), element("h2"), element("div"))).toContainEqual(before);
});
