import { expect, test } from "vitest";
import { extract } from "./extract.ts";
import { runConfined } from "./run-confined.ts";

const { signal } = new AbortController();

test("A document is read in a process of its own, from bytes in pieces", async () => {
  async function* pieces() {
    yield Buffer.from("<h1>Tide tables</h1><p>High wat");
    yield Buffer.from("er at <b>noon</b>.</p>");
  }
  expect(await extract({ bytes: pieces(), name: "tide.html", mediaType: "text/html" }, signal)).toEqual({
    state: "done",
    text: "# Tide tables\n\nHigh water at **noon**.",
    title: null,
    description: "High water at noon.",
    tokens: 12,
    characters: 38,
    pictures: 0,
    problem: null,
  });
});

test("A table of very many cells is read in little memory", async () => {
  const program = new URL("./extract-program.ts", import.meta.url);
  const task = { name: "depths.csv", mediaType: "", address: "" };
  const bytes = [Buffer.from("Nord,4\r\n".repeat(200_000))];
  const limits = { seconds: 60, memory: 400 * 2 ** 20, heap: 40 * 2 ** 20, bytes: 32 * 2 ** 20 };
  const answer = await runConfined(program, task, bytes, limits, signal);
  expect(answer).toMatchObject({ state: "done", characters: 200_000 * 13 + 13, problem: null });
});

// The parser needs seconds for such a depth, and a busy machine gives them late.
test("A page nested 100,000 deep is read", { timeout: 90_000 }, async () => {
  const bytes = [Buffer.from(`<nav>Menu</nav>${"<div>".repeat(100_000)}deep`)];
  const answer = await extract({ bytes, name: "deep.html", mediaType: "text/html" }, signal);
  expect(answer).toMatchObject({ state: "done", text: "Menu\n\ndeep", problem: null });
});

test("What can't be read has a sentence that says why", async () => {
  const bytes = [Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")];
  const answer = await extract({ bytes, name: "notes.txt", mediaType: "text/plain" }, signal);
  expect(answer).toEqual({
    state: "skipped",
    reason:
      "This is a picture (PNG), and text in pictures is not read. Groundplan reads PDF, DOCX, PPTX, XLSX, ODT, HTML, Markdown, plain text, CSV and JSON.",
  });
});
