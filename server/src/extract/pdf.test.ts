import { expect, test } from "vitest";
import { read, readCorpus, readWhole } from "../../test/extract/read.ts";
import { pageMarkdown } from "./pdf/lines.ts";
import { taggedMarkdown } from "./pdf/tagged.ts";

const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

function pdfOf(pages: number): Buffer {
  const objects = ["<</Type/Catalog/Pages 2 0 R>>", "", streamOf("Low water"), streamOf("High water")];
  const add = (object: string) => `${objects.push(object)} 0 R`;
  const groups: string[] = [];
  // A flat list of pages would be searched from its beginning for each page.
  for (let from = 0; from < pages; from += 50) {
    const kids = Array.from({ length: Math.min(50, pages - from) }, (_, index) => {
      const text =
        from + index === 0 ? "/Contents 3 0 R" : from + index === pages - 1 ? "/Contents 4 0 R" : "";
      return add(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<</Font<</F ${font}>>>>${text}>>`);
    });
    groups.push(add(`<</Type/Pages/Parent 2 0 R/Count ${kids.length}/Kids[${kids.join(" ")}]>>`));
  }
  objects[1] = `<</Type/Pages/Count ${pages}/Kids[${groups.join(" ")}]>>`;
  return fileOf(objects);
}

/** Returns a PDF of its objects, the root first. */
function fileOf(objects: readonly string[]): Buffer {
  let body = "%PDF-1.4\n";
  const starts = objects.map((object, index) => {
    const start = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${starts.join("")}`;
  return Buffer.from(
    `${body}${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
  );
}

/** Returns a PDF of lines of glyphs. The font maps each glyph to its text, possibly several letters. */
function pdfOfGlyphs(...lines: string[][]): Buffer {
  const glyphs = [...new Set(lines.flat())];
  const hex = (text: string) => Buffer.from(text, "utf16le").swap16().toString("hex");
  const code = (glyph: string) => (0x41 + glyphs.indexOf(glyph)).toString(16);
  const map = glyphs.map((glyph) => `<${code(glyph)}> <${hex(glyph)}>`).join("\n");
  const cmap = `begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${glyphs.length} beginbfchar\n${map}\nendbfchar endcmap`;
  const shown = lines.map(
    (line, index) => `BT /F 12 Tf 20 ${180 - 30 * index} Td <${line.map(code).join("")}> Tj ET`,
  );
  const stream = (text: string) => `<</Length ${text.length}>>stream\n${text}\nendstream`;
  return fileOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>",
    stream(shown.join("\n")),
    stream(cmap),
  ]);
}

function streamOf(text: string): string {
  const content = `BT /F 12 Tf 20 100 Td (${text}) Tj ET`;
  return `<</Length ${content.length}>>stream\n${content}\nendstream`;
}

test("A PDF is read up to its page 2,000, and says that there are more", async () => {
  const whole = await readWhole("a.pdf", pdfOf(3));
  expect(whole).toMatchObject({
    text: "<!-- page 1 -->\n\nLow water\n\n<!-- page 2 -->\n\n<!-- page 3 -->\n\nHigh water",
    problem: null,
  });
  const cut = await readWhole("a.pdf", pdfOf(2001));
  expect(cut.problem).toBe("Only the first 2000 of 2001 pages were read.");
  expect(cut.text).toMatch(/^<!-- page 1 -->\n\nLow water\n/);
  expect(cut.text).toMatch(/<!-- page 2000 -->$/);
});

test("A list of a PDF nests its items by their indentation", async () => {
  const { text } = await readCorpus("berths.pdf");
  expect(text).toContain(
    "- A skipper books in two minutes\n  - without an account\n  - on a telephone\n- The harbour master sees every booking\n",
  );
  const line = (text: string, left: number) => ({ text, size: 10, left, isApart: false });
  const columns = [
    ...[line("1. a", 20), line("• b", 40), line("2) c", 60), line("• d", 41), line("2. e", 20)],
    ...[line("• f", 300), line("and on", 310), line("• g", 300), line("Prose", 20), line("• h", 50)],
  ];
  expect(pageMarkdown(columns, () => null)).toBe(
    "1. a\n   - b\n     2. c\n   - d\n2. e\n- f\nand on\n\n- g\nProse\n\n- h",
  );
});

const marked = (id: string, str: string, x: number, y: number) => [
  { type: "beginMarkedContentProps", id },
  { str, transform: [1, 0, 0, 1, x, y], width: str.length * 5, height: 10 },
  { type: "endMarkedContent" },
];
const content = (id: string) => ({ type: "content", id });
const part = (role: string, ...children: object[]) => ({ role, children });

test("A tagged page is read in the order of its tags, with untagged parts last", () => {
  const items = [
    ...[
      ...marked("foot", "Page 1", 20, 30),
      ...marked("b", "second", 20, 80),
      ...marked("a", "First", 20, 100),
    ],
    ...[...marked("1", "1.", 20, 60), ...marked("x", "One", 40, 60), ...marked("c", "line", 20, 70)],
    { str: "Loose", transform: [1, 0, 0, 1, 20, 5], width: 20, height: 10 },
  ];
  const list = part("L", part("LI", part("Lbl", content("1")), part("LBody", content("x"))));
  const tree = part(
    "Document",
    part("P", content("a"), part("Span", content("b"), content("c")), { type: "object", id: "l" }),
    ...[list, part("P", content("a"))],
  );
  expect(taggedMarkdown(tree, items, () => null)).toBe("First second line\n\n1. One\n\nPage 1\n\nLoose");
  expect(taggedMarkdown(part("P", content("1")), items, () => null)).toBeNull();
  const cut = marked("a", "Whole", 1, 1).slice(0, 2);
  expect(taggedMarkdown(part("Made-up", content("a"), content("none")), cut, () => 3)).toBe("Whole");
});

test("A table of a PDF without tags becomes a line for each row, since such a PDF has no cells", async () => {
  const { text } = await readCorpus("berths.pdf");
  expect(text).toMatch(/^Length Fee a night\n+up to 8 m 12 €\n+up to 12 m 19 €$/m);
});

test("A plain-text PDF that begins with other bytes is recognized by its name or media type", async () => {
  const bytes = Buffer.concat([Buffer.from("\ufeff\njunk\n"), pdfOf(2)]);
  expect((await readWhole("tides.pdf", bytes)).text).toContain("Low water");
  expect((await readWhole("tides", bytes, "application/pdf")).text).toContain("High water");
  expect((await readWhole("about-pdf.txt", bytes)).text).toContain("%PDF-1.4");
});

test("A PDF without text is reported as pictures only if it has some", async () => {
  const blank = Buffer.from(
    pdfOf(2)
      .toString("latin1")
      .replaceAll(/\((?:Low|High) water\)/g, "()"),
    "latin1",
  );
  expect(await read("blank.pdf", blank)).toEqual({
    state: "failed",
    text: "",
    pictures: 0,
    reason: "Nothing could be read: its pages hold no text.",
  });
});

test("A scanned PDF, whose pages hold pictures only, says that nothing could be read", async () => {
  const scanned = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</XObject<</P 4 0 R>>>>/Contents 5 0 R>> endobj
4 0 obj <</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>> stream
\x80
endstream endobj
5 0 obj <</Length 27>> stream
q 99 0 0 99 0 0 cm /P Do Q
endstream endobj
trailer <</Root 1 0 R>>
%%EOF
`;
  expect(await read("scan.pdf", Buffer.from(scanned, "latin1"))).toEqual({
    state: "failed",
    text: "",
    pictures: 1,
    reason: "Nothing could be read: its pages hold no text, only pictures of it.",
  });
});

const fromRight = (word: string) => [...word].toReversed();

test("Arabic is read in the order of writing, with lam-alef as its two letters", async () => {
  const problems = ["ت", "لا", "ك", "ش", "م", "ل", "ا"];
  const { text, problem } = await readWhole("a.pdf", pdfOfGlyphs([...fromRight("في"), " ", ...problems]));
  expect([text, problem]).toEqual(["<!-- page 1 -->\n\nالمشكلات في", null]);
  const forms = ["\ufe95", "\ufefb", "\ufedb", "\ufeb8", "\ufee4", "\ufedf", "\ufe8d"];
  expect((await readWhole("a.pdf", pdfOfGlyphs(forms))).text).toContain("المشكلات");
});

test("Hebrew is read in the order of writing, with numbers, brackets and foreign words in their places", async () => {
  const page = pdfOfGlyphs(
    ["(", ...fromRight("עולם"), ")", " ", ...fromRight("שלום")],
    [...fromRight("בפנים"), ..." English word ", ...fromRight("וטקסט"), ..." 42 ", ...fromRight("מספר")],
  );
  const { text, problem } = await readWhole("a.pdf", page);
  expect(text).toContain("שלום (עולם)\n\nמספר 42 וטקסט English word בפנים");
  expect(problem).toBeNull();
});

test("A bidirectional line is marked if its page does not tell where it begins", async () => {
  const page = pdfOfGlyphs([..."Version ", ...fromRight("גרסאות")]);
  expect((await readWhole("a.pdf", page)).problem).toBe(
    "Some lines mix directions of writing, so the order of their words may be wrong.",
  );
  const english = pdfOfGlyphs([..."The word ", ...fromRight("שלום"), ..." is a greeting (and more)."]);
  expect(await readWhole("a.pdf", english)).toMatchObject({
    text: "<!-- page 1 -->\n\nThe word שלום is a greeting (and more).",
    problem: null,
  });
});

test("Presentation forms of letters become the letters", async () => {
  const { text } = await readWhole("a.pdf", pdfOfGlyphs(["⼀", " ", "ﬁ", "n", " ", "\uf900"]));
  expect(text).toContain("一 fin \u8c48");
});
