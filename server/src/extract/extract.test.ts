import { expect, test } from "vitest";
import { extract, limits } from "./extract.ts";
import { type Limits, runConfined } from "./run-confined.ts";

const { signal } = new AbortController();

test("A document is read in a separate process, from bytes in chunks", async () => {
  async function* pieces() {
    yield Buffer.from("<h1>Tide tables</h1><p>High wat");
    yield Buffer.from("er at <b>noon</b>.</p>");
  }
  const document = { bytes: pieces(), name: "tide.html", mediaType: "text/html", workspaceId: "w" };
  expect(await extract(document, signal)).toEqual({
    state: "done",
    text: "# Tide tables\n\nHigh water at **noon**.",
    title: null,
    tokens: 12,
    units: 38,
    pictures: 0,
    problem: null,
  });
});

const isLong = Boolean(process.env.LONG);

/** A low-priority program may take long on a busy machine. */
const cpuSeconds = 170;
const patient = { timeout: 180_000 };

const readWithin = (name: string, text: string, given: Partial<Limits>) =>
  runConfined(
    new URL("./extract-program.ts", import.meta.url),
    { name, mediaType: "", address: "" },
    [Buffer.from(text)],
    { ...limits, ...given },
    signal,
  );

test("A table of very many cells is read in little memory", patient, async () => {
  const heap = 40 * 2 ** 20;
  const answer = await readWithin("depths.csv", "Nord,4\r\n".repeat(200_000), { heap, cpuSeconds });
  expect(answer).toMatchObject({ state: "done", units: 200_000 * 13 + 13, problem: null });
});

test("A text's length counts characters, whatever their size", patient, async () => {
  const characters = isLong ? 8_000_000 : 5_100_000;
  const answer = await readWithin("tides.txt", "🌊".repeat(characters), { cpuSeconds });
  expect(answer).toMatchObject({ state: "done", units: 2 * characters, problem: null });
});

test("JSON above the length limit is read up to it", patient, async () => {
  const items = ((isLong ? 31 : 11) * 2 ** 20) / 6;
  const answer = await readWithin("depths.json", `[${"[1,2],".repeat(items)}[]]`, { cpuSeconds });
  const problem = "The text was cut after 10,000,000 characters.";
  expect(answer).toMatchObject({ state: "done", units: 10_000_000, problem });
});

test("A very deeply nested page is read", patient, async () => {
  const html = `<nav>Menu</nav>${"<div>".repeat(isLong ? 100_000 : 20_000)}deep`;
  const answer = await readWithin("deep.html", html, { cpuSeconds });
  expect(answer).toMatchObject({ state: "done", text: "Menu\n\ndeep", problem: null });
});

test("An unreadable document has a sentence with the reason", async () => {
  const bytes = [Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")];
  const answer = await extract(
    { bytes, name: "notes.txt", mediaType: "text/plain", workspaceId: "w" },
    signal,
  );
  expect(answer).toEqual({
    state: "skipped",
    reason:
      "This is a picture (PNG), and text in pictures is not read. Groundplan reads PDF, DOCX, PPTX, XLSX, ODT, HTML, Markdown, plain text, CSV and JSON.",
    pictures: 1,
  });
});
