import fc from "fast-check";
import { expect, test } from "vitest";
import { Unreadable } from "../reader.ts";
import { readXml } from "./read-xml.ts";

type Node = string | { name: string; attributes: Record<string, string>; children: Node[] };

function treeOf(xml: string): Node[] {
  const stack: Node[][] = [[]];
  readXml(xml, {
    open(name, attributes) {
      const children: Node[] = [];
      stack.at(-1)?.push({ name, attributes: { ...attributes } as Record<string, string>, children });
      stack.push(children);
    },
    text: (text) => stack.at(-1)?.push(text),
    close: () => void stack.pop(),
  });
  return stack[0] ?? [];
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
const write = (node: Node): string =>
  typeof node === "string"
    ? escaped(node)
    : `<x:${node.name}${Object.entries(node.attributes)
        .map(([name, value]) => ` ${name}="${escaped(value)}"`)
        .join("")}>${node.children.map(write).join("")}</x:${node.name}>`;

const text = fc.string({ minLength: 1, unit: fc.constantFrom("a", "&", "<", ">", '"', "'", "é", "😀", " ") });
const name = fc.constantFrom("p", "t", "row");
const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.record({
    name,
    attributes: fc.dictionary(fc.constantFrom("w:val", "id"), text),
    children: fc.oneof(
      text.map((one) => [one]),
      fc.array(
        tie("node").filter((one) => typeof one !== "string"),
        { maxLength: 3 },
      ),
    ),
  }),
}));

test("Any tree that is written as XML is read back", () => {
  fc.assert(
    fc.property(node, (tree) => {
      expect(treeOf(`<?xml version="1.0"?>\n${write(tree)}\n`)).toEqual([tree]);
    }),
  );
});

test("Any other text is read or refused with a sentence", () => {
  const part = fc.constantFrom(
    "<",
    ">",
    "/",
    "a",
    " ",
    "=",
    '"',
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "?>",
    "<!",
    "[",
    "]",
    "&amp;",
    "&#x110000;",
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      try {
        readXml(parts.join(""), {});
      } catch (error) {
        expect(error).toBeInstanceOf(Unreadable);
      }
    }),
  );
});

test("A document's definitions are neither expanded nor fetched", () => {
  const laughs = `<!DOCTYPE a [<!ENTITY l "ha"><!ENTITY m "&l;&l;&l;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
  expect(treeOf(`${laughs}<a>&m;&x;&amp;</a>`)).toEqual([
    { name: "a", attributes: {}, children: ["&m;&x;&"] },
  ]);
});

test("Elements nested 100,000 deep are read", () => {
  let depth = 0;
  readXml("<a>".repeat(100_000) + "</a>".repeat(100_000), { open: () => depth++ });
  expect(depth).toBe(100_000);
});
