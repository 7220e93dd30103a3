import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { anyText } from "../commands/documents.test-support.ts";
import { markdown } from "../language/markdown.ts";
import { decorationsOf, preview } from "./preview.ts";

// Pictures are loaded with the page's session.
vi.hoisted(() => {
  vi.stubGlobal("location", { origin: "https://console.example" });
  vi.stubGlobal("localStorage", { getItem: () => null });
});

/** Fails for what a plugin may not replace, whereupon the editor would show nothing. */
function expectNoLineEndReplaced(doc: string, head = 0): void {
  const state = EditorState.create({
    doc,
    selection: { anchor: Math.min(head, doc.length) },
    extensions: [EditorState.lineSeparator.of("\n"), markdown(false), preview],
  });
  ensureSyntaxTree(state, doc.length, 5000);
  decorationsOf(state, [{ from: 0, to: doc.length }]).between(0, doc.length, (from, to, { point }) => {
    if (point) expect(state.sliceDoc(from, to)).not.toContain("\n");
  });
}

it("Marks that are broken into lines are hidden line by line", () => {
  for (const doc of [
    '\n[words](https://acme.example\n"title") after',
    "\n[words](\nhttps://acme.example\n) after",
    "\n![two\nlines](/v1/files/0190a000-0000-7000-8000-000000000000)",
    "\n-\n  [ ] a task",
    "\n> [words](https://acme.example\n> 'title')",
  ])
    expectNoLineEndReplaced(doc);
});

it("No text makes the preview replace a line's end", () => {
  const pieces = fc.constantFrom(
    ...'\n|\n\n|> |- |1. |[ ] |[x]|](|)|![|[|](/v1/files/a|"|<|>|`|```|~~|**|*|_|\\|# |---|===| |  |a|é|עולם|\t|\r\n'.split(
      "|",
    ),
    "|",
    "| a |",
    "|-|-|",
  );
  const texts = fc.array(pieces, { maxLength: 40 }).map((all) => all.join(""));
  fc.assert(fc.property(fc.oneof(texts, anyText), fc.nat(60), expectNoLineEndReplaced), { numRuns: 1500 });
});

it("A table of many columns is shown as written, so that a key costs no more", () => {
  const rows = (columns: number) => ["a|", "-|", "b|"].map((cell) => `|${cell.repeat(columns)}\n`).join("");
  const drawn = (doc: string) => {
    const state = EditorState.create({ doc, extensions: [markdown(false), preview] });
    ensureSyntaxTree(state, doc.length, 5000);
    return decorationsOf(state, [{ from: 0, to: doc.length }]).size;
  };
  expect(drawn(`\n${rows(100)}`)).toBeGreaterThan(200);
  expect(drawn(`\n${rows(101)}`)).toBe(0);
});

it("The head of a skill isn't read as a heading", () => {
  const doc = "---\nname: pricing\n# of the head\n---\n\n# Pricing\n";
  const headings = (hasFrontMatter: boolean) => {
    const state = EditorState.create({ doc, extensions: [markdown(hasFrontMatter)] });
    const found: string[] = [];
    ensureSyntaxTree(state, doc.length, 5000)?.iterate({
      enter: ({ name, from, to }) => void (/Heading\d/.test(name) && found.push(state.sliceDoc(from, to))),
    });
    return found;
  };
  expect(headings(true)).toEqual(["# Pricing"]);
  expect(headings(false)).not.toEqual(["# Pricing"]);
});
