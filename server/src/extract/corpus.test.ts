import { expect, test } from "vitest";
import { corpus, read, readCorpus } from "../../test/extract/read.ts";
import { extract } from "./extract.ts";

const text = `# Berth booking

Harbour masters book berths by telephone today. **Quayside** lets skippers book *online*, see [the tide tables](https://quayside.example/tides).

## Goals

- A skipper books in two minutes
  - without an account
  - on a telephone
- The harbour master sees every booking

## Steps

1. Choose a berth
2. Enter the draught
3. Pay the fee

## Fees

| Length | Fee a night |
| --- | --- |
| up to 8 m | 12 € |
| up to 12 m | 19 € |

### Open questions

Who refunds a fee when the harbour is closed for a storm?`;

const found = { title: "Berth booking", pictures: 1, problem: null };

test.each(["berths.docx", "berths.odt"])(
  "%s keeps its headings, nested lists, link, table and marks",
  async (name) => {
    expect(await readCorpus(name)).toMatchObject({ ...found, text, tokens: 149, units: text.length });
  },
);

test("berths.html keeps the same, and its picture's name", async () => {
  const picture = "![Plan of the quay](<quay.png>)";
  expect(await readCorpus("berths.html")).toMatchObject({ ...found, text: `${text}\n\n${picture}` });
});

/** The text without marks and links, which are lost in a PDF. */
const unmarked = text.replace(/\*\*|(?<!\*)\*(?!\*)|\[|\]\(.*?\)/g, "");

const lines = unmarked
  .split("\n")
  .filter((line) => line && !line.startsWith("| ---"))
  .map((line) => line.replace(/^\| | \|$/g, "").replaceAll(" | ", " "));

test("berths.pdf, which has no tags, keeps its text in order, with headings and pages", async () => {
  const pdf = await readCorpus("berths.pdf");
  expect(pdf).toMatchObject(found);
  expect(pdf.text.split("\n").filter(Boolean)).toEqual(["<!-- page 1 -->", ...lines]);
});

test("berths-browser.pdf, which has tags, keeps its headings, nested lists and table, too", async () => {
  const page = `<!-- page 1 -->\n\n${unmarked}`;
  expect(await readCorpus("berths-browser.pdf")).toMatchObject({ ...found, text: page });
});

test("fees.xlsx keeps each sheet as a table: shared texts, dates, formulas' values, percentages", async () => {
  expect((await readCorpus("fees.xlsx")).text).toBe(`## Bookings

| Skipper | Arrives | Nights | Fee | Discount |
| --- | --- | --- | --- | --- |
| Ida \\| Sørensen | 2026-05-04 | 3 | 57.3 | 25% |
| Jon Vik | 2026-06-30 | 1 | 12 |

## Notes

| Storm | 1 |
| --- | --- |`);
});

test("pitch.pptx keeps its slides with titles, bullets, notes and a table", async () => {
  expect(await readCorpus("pitch.pptx")).toMatchObject({
    text: `## Slide 1: Quayside in one slide

- Berths are booked online
  - at any hour
- Fees are paid at once

### Notes

Ask who answers at night.

## Slide 2: Fees

| Length | Fee |
| --- | --- |
| up to 8 m | 12 € |`,
    pictures: 1,
  });
});

test("A confined process reads formats that need libraries", async () => {
  const signal = new AbortController().signal;
  for (const name of ["berths.pdf", "berths.docx"]) {
    const document = { bytes: [corpus(name)], name: "x", mediaType: "", workspaceId: "w" };
    expect(await extract(document, signal)).toMatchObject({ state: "done", ...found });
  }
});

test.each(["berths.docx", "berths.odt", "fees.xlsx", "pitch.pptx", "berths.pdf"])(
  "%s gives a sentence however it is truncated or damaged",
  async (name) => {
    const whole = corpus(name);
    for (const part of [0.1, 0.5, 0.9]) {
      const cut = await read(name, whole.subarray(0, Math.floor(whole.length * part)));
      if (cut.state === "done") expect(cut.problem).toMatch(/truncated/);
      else expect(cut.reason).toMatch(/damaged|cut off/);
      const damaged = Buffer.from(whole);
      damaged.fill(0x41, Math.floor(whole.length * part), Math.floor(whole.length * part) + 200);
      expect((await read(name, damaged)).state).toMatch(/done|failed/);
    }
  },
);
