import { expect, test } from "vitest";
import { descriptionOf } from "./description.ts";

const badges =
  "[![build](https://ci.example/b.svg)](https://ci.example) [![npm](n.svg)](https://npm.example)";

test.each([
  [
    "a heading with the sentence below it",
    "# Tides\n\nHigh water\nis at noon.\n\nMore.",
    "Tides: High water is at noon.",
  ],
  ["a sentence that comes first", "High water is at noon.\n\n# Tides", "High water is at noon."],
  ["an underlined heading", "Tides\n=====\n\nHigh at noon.", "Tides: High at noon."],
  [
    "text after the mark of a page",
    "<!-- page 1 -->\n\nTide tables\n\n<!-- page 2 -->\n\nMore",
    "Tide tables",
  ],
  [
    "the description of front matter",
    '---\nname: pdf\ndescription: "Reads tide tables."\n---\n\n# PDF',
    "Reads tide tables.",
  ],
  [
    "a folded description",
    "---\ndescription: >-\n  Reads tide\n  tables.\nname: pdf\n---\n# PDF",
    "Reads tide tables.",
  ],
  [
    "the title of front matter, once",
    "---\ntitle: Tides\n---\n# Tides\n\nHigh at noon.",
    "Tides: High at noon.",
  ],
  [
    "text after front matter with neither",
    "---\nname: pdf\n---\n\n# Tides\n\nHigh at noon.",
    "Tides: High at noon.",
  ],
  [
    "the title of front matter in TOML",
    '+++\ntitle = "Tides"\ntitles = ["x"]\ndraft = true\n+++\n\nHigh at noon.',
    "Tides: High at noon.",
  ],
  [
    "text after the declarations of a document",
    '<?xml version="1.0"?>\n<!DOCTYPE note SYSTEM "note.dtd">\n<note><to>Tide tables</to></note>',
    "Tide tables",
  ],
  [
    "a heading in tags",
    '<p align="center"><img src="l.svg"></p>\n<h1 align="center">Tides</h1>\n\nHigh at noon.',
    "Tides: High at noon.",
  ],
  [
    "text after badges and navigation",
    `${badges}\n\n[English](README.md) | [Deutsch](README.de.md)\n\nTide tables`,
    "Tide tables",
  ],
  ["links, if nothing else is there", "[Tides](tides.md) | [Berths](berths.md)", "Tides Berths"],
  ["text without its footnotes", "Tide[^1] tables.[^endnote-2]\n\n[^1]: Twice a day.", "Tide tables."],
  ["text after code", "```sh\nnpm i tides\n```\n\nTide tables", "Tide tables"],
  ["text after a comment of several lines", "<!--\nlint: off\n-->\nTide tables", "Tide tables"],
  [
    "text without marks",
    "## The **tide** of `snake_case` and _noon_, [here](x)\n",
    "The tide of snake_case and noon, here",
  ],
  ["the first row of a table", "| Port | Berths |\n| --- | --- |\n| Sund | 12 |", "Port Berths"],
  ["an item of a list", "- High at noon\n- Low at six", "High at noon"],
  [
    "the description of a JSON object",
    '```json\n{"name": "tides", "description": "Tide tables"}\n```',
    "Tide tables",
  ],
  ["the title of an API", '{"openapi": "3.1.0", "info": {"title": "Tides API"}}', "Tides API"],
  ["nothing of other JSON", "```json\n[1, 2]\n```", null],
  ["nothing of code", "```js\ntides();\n```", null],
  ["nothing of a text without words", "---\n\n***\n\n<!-- empty -->\n", null],
])("A description is the first text for readers: %s", (_, text, description) => {
  expect(descriptionOf(text)).toBe(description);
  expect(descriptionOf(text.replaceAll("\n", "\r\n"))).toBe(description);
});

test("A description has at most 200 characters", () => {
  expect(descriptionOf("tide ".repeat(100))).toBe(`${"tide ".repeat(39)}tide…`);
});
