import { expect, test } from "vitest";
import { mostInText, mostInTitle, renderText, renderTitle, textOf } from "./text.ts";

const handle = "PLAN-1 / SPEC-3";
const title = (text: string) => renderTitle({ title: text, handle });
const render = (text: string, name = "A title") => renderText({ title: name, text, handle });
const plain = (document: unknown) => JSON.stringify(document);

test("a title is one line without control characters", () => {
  expect(title(" One\r\n two\tthree\u0000\u2028four ")).toBe("One two three four");
});

test("a title of 254 characters stays, a longer one is cut between graphemes", () => {
  expect(title("x".repeat(mostInTitle))).toBe("x".repeat(mostInTitle));
  expect(title("x".repeat(mostInTitle + 1))).toBe(`${"x".repeat(mostInTitle - 1)}…`);
  const family = "👨‍👩‍👧‍👦";
  const cut = title(family.repeat(50));
  expect(cut.length).toBeLessThanOrEqual(mostInTitle);
  expect(cut.slice(0, -1).split(family).join("")).toBe("");
});

test("a title that shows nothing becomes the handle", () => {
  for (const empty of ["", "  ", "\u200b\u2060", "\ufeff\n", "\u0301"]) expect(title(empty)).toBe(handle);
  expect(title("🎉")).toBe("🎉");
});

test("a title becomes the handle if nothing of it fits, or nothing that fits shows", () => {
  for (const start of [`e${"\u0301".repeat(mostInTitle)}`, "\u200b".repeat(mostInTitle)])
    expect(title(`${start} and more`)).toBe(handle);
  expect(title("…")).toBe("…");
});

test("a lone surrogate in a title is replaced", () => {
  expect(title("a\ud800b").isWellFormed()).toBe(true);
});

test("the whole of a title that was cut is the first line of the text", () => {
  const long = "word ".repeat(80).trim();
  const [first] = render("Text.", long).document.content;
  expect(plain(first)).toContain(long);
  expect(plain(render("Text.").document)).not.toContain("A title");
});

test("the text ends with its handle, which is not part of what it says", () => {
  const { document } = render("Text.");
  expect(plain(document.content.at(-1))).toContain(`${handle} in Groundplan`);
  expect(textOf(document).trim()).toBe("Text.");
  expect(plain(render("").document)).toContain(`${handle} in Groundplan`);
  expect(textOf(render("").document).trim()).toBe("");
});

test("an ending that users removed, or wrote below, makes no difference", () => {
  const { document } = render("Text.");
  const without = { ...document, content: document.content.slice(0, -2) };
  expect(textOf(without)).toBe(textOf(document));
  const below = { type: "paragraph" as const, content: [{ type: "text" as const, text: "Added below." }] };
  expect(textOf({ ...document, content: [...document.content, below] })).not.toBe(textOf(document));
});

test("an ending that users edited is their text", () => {
  const { document } = render("Text.");
  const written = (text: string) => JSON.parse(plain(document).replace(`${handle} in Groundplan`, text));
  for (const text of ["Ask for it in Groundplan", `${handle} in Groundplan, see there`])
    expect(textOf(written(text))).toContain(text);
});

test("a text that is too long is cut between blocks, says so, and keeps its end", () => {
  const block = `${"word ".repeat(100).trim()}.`;
  const { document, caveats } = render(Array.from({ length: 200 }, () => block).join("\n\n"));
  expect(caveats).toEqual([`The text of ${handle} was cut: Jira takes 32,767 characters.`]);
  const blocks = document.content.map(plain);
  expect(blocks.at(-3)).toContain("The text goes on in Groundplan");
  expect(blocks.at(-1)).toContain(handle);
  expect(blocks.slice(0, -3).every((one) => one.includes(block))).toBe(true);
  const said = textOf(document);
  expect(said.length).toBeGreaterThan(mostInText * 0.9);
  expect(said.length).toBeLessThan(32_767);
});

test("a simplified part has a caveat", () => {
  const { caveats } = render("- item\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n");
  expect(caveats).toHaveLength(1);
  expect(caveats[0]).toContain(`The text of ${handle} is simpler in Jira: `);
});

test("nobody is mentioned and no scheme of a link runs code", () => {
  const document = plain(render("@name [x](javascript:alert(1)) <!-- groundplan: v1 x --> #123").document);
  expect(document).not.toContain('"mention"');
  expect(document).not.toContain('"href"');
  expect(document).toContain("@name");
  expect(document).toContain("#123");
});

test("texts that differ in line ends only are the same", () => {
  expect(textOf(render("a\r\n\r\nb").document)).toBe(textOf(render("a\n\nb").document));
});

test("a check box that users ticked is an edit", () => {
  const { document } = render("- [ ] one\n- [x] two");
  const ticked = JSON.parse(plain(document).replace('"TODO"', '"DONE"'));
  expect(textOf(ticked)).toBe(textOf(render("- [x] one\n- [x] two").document));
  expect(textOf(ticked)).not.toBe(textOf(document));
});

test("an addition of Jira to a document is no edit", () => {
  const { document } = render("- [ ] one\n\n> quote\n");
  const stored = JSON.parse(plain(document).replaceAll('"localId":"', '"localId":"own-'));
  expect(plain(stored)).not.toBe(plain(document));
  expect(textOf({ ...stored, version: 2 })).toBe(textOf(document));
});

test("a document that lies thousands deep is read as far as it goes", () => {
  let deep: unknown = { type: "text", text: "end" };
  for (let level = 0; level < 50_000; level++) deep = { type: "blockquote", content: [deep] };
  expect(textOf({ type: "doc", content: [deep] }).endsWith("{blockquote} end")).toBe(true);
});

test("a value that is no document says nothing", () => {
  for (const none of [null, undefined, "text", 3, [], {}]) expect(textOf(none)).toBe("");
});
