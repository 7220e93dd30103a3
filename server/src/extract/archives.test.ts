import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { corpus, read, readWhole } from "../../test/extract/read.ts";

function zipOf(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relation = (id: string, type: string, target: string, mode = "") =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}" ${mode && `TargetMode="${mode}"`}/>`;
const relations = (...all: string[]) => `<Relationships>${all.join("")}</Relationships>`;
const document = (body: string) => `<w:document><w:body>${body}</w:body></w:document>`;
const paragraph = (text: string, properties = "") =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;

const docx = (body: string, more: Record<string, string | Buffer> = {}) =>
  zipOf({
    "_rels/.rels": relations(relation("r1", "officeDocument", "word/document.xml")),
    "word/document.xml": body,
    ...more,
  });

const bomb = "The file unpacks to more than documents do, so it is not opened.";

describe("An archive whose content is too large is refused", () => {
  test("before it is opened, if it declares the size", async () => {
    const bytes = await docx(document(paragraph("x")), { "word/media/a.xml": Buffer.alloc(60 * 2 ** 20) });
    expect(bytes.length).toBeLessThan(100_000);
    expect(await read("a.docx", bytes)).toMatchObject({ state: "failed", reason: bomb });
  });

  test("before it is opened, if it has too many entries", async () => {
    const entries = Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`word/${index}`, ""]));
    expect(await read("a.docx", await docx(document(""), entries))).toMatchObject({
      state: "failed",
      reason: bomb,
    });
  });

  test("while it is unpacked, if its headers lie", async () => {
    const bytes = await docx(document(`<!--${" ".repeat(20 * 2 ** 20)}-->`));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(20 * 2 ** 20 + document("<!---->").length);
    const lie = Buffer.from([100, 0, 0, 0]);
    for (let offset = bytes.indexOf(size); offset >= 0; offset = bytes.indexOf(size)) lie.copy(bytes, offset);
    expect(await read("a.docx", bytes)).toMatchObject({
      state: "failed",
      reason: expect.stringMatching(/damaged/),
    });
  });

  test("and nested archives are not opened", async () => {
    const inner = await zipOf({ a: Buffer.alloc(10 * 2 ** 20) });
    const bytes = await docx(document(paragraph("outer")), { "word/embeddings/a.zip": inner });
    expect((await readWhole("a.docx", bytes)).text).toBe("outer");
  });
});

test("A document with entity definitions and links to a template and pictures causes no requests", async () => {
  const elsewhere = "http://127.0.0.1:9/never";
  const body = `<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${document(
    `${paragraph("&file;&b;")}<w:p><w:r><w:drawing><a:blip r:link="p"/></w:drawing></w:r></w:p>`,
  )}`;
  const bytes = await docx(body, {
    "word/_rels/document.xml.rels": relations(relation("p", "image", elsewhere, "External")),
    "word/_rels/settings.xml.rels": relations(relation("t", "attachedTemplate", elsewhere, "External")),
  });
  expect(await readWhole("a.docx", bytes)).toMatchObject({
    text: "&file;&b;",
    pictures: 1,
    problem: "It has a document type, whose entities are not read.",
  });
});

test("Word's text is the visible one: nothing deleted, hidden or duplicated for older readers", async () => {
  const body = document(
    `${paragraph("Heading", '<w:outlineLvl w:val="1"/>')}
    <w:p><w:r><w:t xml:space="preserve">kept </w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>
    <w:ins><w:r><w:rPr><w:b/><w:i w:val="0"/></w:rPr><w:t>new</w:t></w:r></w:ins><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>
    <w:r><mc:AlternateContent><mc:Choice><w:t> one</w:t></mc:Choice><mc:Fallback><w:t>two</w:t></mc:Fallback></mc:AlternateContent></w:r>
    <w:r><w:footnoteReference w:id="2"/></w:r></w:p>
    <w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraph("wide")}</w:tc><w:tc>${paragraph("c")}${paragraph("d")}</w:tc></w:tr>
    <w:tr><w:tc>${paragraph("1")}</w:tc><w:tc><w:p/></w:tc><w:tc>${paragraph("3")}</w:tc></w:tr></w:tbl>`,
  );
  const notes = `<w:footnotes><w:footnote w:id="0">${paragraph("x")}</w:footnote><w:footnote w:id="2">${paragraph("said")}</w:footnote></w:footnotes>`;
  const { text } = await readWhole(
    "a.docx",
    await docx(body, { "word/footnotes.xml": notes.replace(paragraph("x"), "") }),
  );
  expect(text).toBe(
    "## Heading\n\nkept **new** one[^2]\n\n| wide |  | c<br>d |\n| --- | --- | --- |\n| 1 |  | 3 |\n\n[^2]: said",
  );
});

test("Word's endnotes are read like footnotes, and neither replaces the other", async () => {
  const noted = (kind: string) => `<w:r><w:${kind}Reference w:id="1"/></w:r>`;
  const body = document(`<w:p><w:r><w:t>Berths</w:t></w:r>${noted("footnote")}${noted("endnote")}</w:p>`);
  const notes = (kind: string, text: string) =>
    `<w:${kind}s><w:${kind} w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:${kind}>
    <w:${kind} w:id="1"><w:p><w:r><w:${kind}Ref/></w:r><w:r><w:t>${text}</w:t></w:r></w:p></w:${kind}></w:${kind}s>`;
  const parts = {
    "word/footnotes.xml": notes("footnote", "forty"),
    "word/endnotes.xml": notes("endnote", "since May"),
  };
  expect((await readWhole("a.docx", await docx(body, parts))).text).toBe(
    "Berths[^1][^endnote-1]\n\n[^1]: forty\n\n[^endnote-1]: since May",
  );
});

test("A Word document without definitions of styles and lists keeps its headings and lists by their usual ids", async () => {
  const styled = (style: string, text: string) => paragraph(text, `<w:pStyle w:val="${style}"/>`);
  const item = (level: number, text: string) =>
    paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="3"/></w:numPr>`);
  const body = document(
    [
      styled("Title", "Berths"),
      styled("Heading2", "Goals"),
      styled("ListBullet", "one"),
      styled("ListBullet2", "deeper"),
      styled("Heading9", "Steps"),
      styled("ListNumber", "first"),
      styled("ListNumber", "second"),
      styled("BodyText", "Then:"),
      item(0, "north"),
      item(1, "quay"),
      paragraph("none", '<w:numPr><w:numId w:val="0"/></w:numPr>'),
      styled("ListParagraph", "plain"),
      styled("IntenseQuote", "said"),
    ].join(""),
  );
  expect((await readWhole("a.docx", await docx(body))).text).toBe(
    "# Berths\n\n## Goals\n\n- one\n  - deeper\n\n###### Steps\n\n1. first\n2. second\n\nThen:\n\n- north\n  - quay\n\nnone\n\nplain\n\n> said",
  );
});

test("A table of one column in a Word document is a table, and a box with headings or lists is none", async () => {
  const row = (cell: string) => `<w:tr><w:tc>${cell}</w:tc></w:tr>`;
  const table = `<w:tbl>${row(paragraph("Port"))}${row(paragraph("Ost") + paragraph("Nord"))}</w:tbl>`;
  const box = `<w:tbl>${row(paragraph("Goals", '<w:pStyle w:val="Heading2"/>') + paragraph("One."))}</w:tbl>`;
  const { text } = await readWhole("a.docx", await docx(document(table + box)));
  expect(text).toBe("| Port |\n| --- |\n| Ost<br>Nord |\n\n## Goals\n\nOne.");
});

test("The numbers that Word writes before headings and items are read, if markdown does not write them itself", async () => {
  const level = (at: number, format: string, text: string, start = 1) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const lists = [
    [level(0, "decimal", "%1"), level(1, "decimal", "%1.%2"), level(2, "lowerLetter", "%3)")],
    [level(0, "decimal", "AC-%1:", 3)],
    [level(0, "decimal", "%1."), level(1, "upperRoman", "%2.")],
    [level(0, "bullet", "o")],
  ];
  const numbering = `<w:numbering>${lists
    .map((levels, n) => `<w:abstractNum w:abstractNumId="${n}">${levels.join("")}</w:abstractNum>`)
    .join(
      "",
    )}${lists.map((_, n) => `<w:num w:numId="${n + 1}"><w:abstractNumId w:val="${n}"/></w:num>`).join("")}</w:numbering>`;
  const numbered = (list: number, at: number, text: string, properties = "") =>
    paragraph(text, `${properties}<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr>`);
  const heading = (at: number, text: string) => numbered(1, at, text, `<w:outlineLvl w:val="${at}"/>`);
  const body = document(
    [
      ...[heading(0, "Scope"), heading(1, "Boats"), numbered(1, 2, "rowing"), numbered(1, 2, "sailing")],
      ...[heading(1, "Berths"), heading(0, "Criteria"), heading(1, "Booking")],
      ...[numbered(2, 0, "It is booked."), numbered(2, 0, "It is paid."), paragraph("Then")],
      ...[numbered(3, 0, "one"), numbered(3, 1, "inner"), numbered(3, 0, "two"), numbered(4, 0, "bullet")],
    ].join(""),
  );
  const { text, problem } = await readWhole("a.docx", await docx(body, { "word/numbering.xml": numbering }));
  expect(text).toBe(
    `# 1 Scope

## 1.1 Boats

- a) rowing
- b) sailing

## 1.2 Berths

# 2 Criteria

## 2.1 Booking

- AC-3: It is booked.
- AC-4: It is paid.

Then

1. one
   - I. inner
2. two

- bullet`,
  );
  expect(problem).toBeNull();
});

/** Returns a Word document with these list definitions; lists begin with `AC-1` by default. */
function listed(
  kinds: string,
  lists: string,
  ...items: (readonly [list: number, text: string, level?: number])[]
) {
  const body = items.map(([list, text, level = 0]) =>
    paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`),
  );
  return docx(document(body.join("")), {
    "word/numbering.xml": `<w:numbering><w:abstractNum w:abstractNumId="0">${kinds}</w:abstractNum>${lists}</w:numbering>`,
  });
}
const listKind = (level: number, text: string, more = "", format = "decimal") =>
  `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const list = (id: number, override = "") =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="0"/>${override && `<w:lvlOverride w:ilvl="0">${override}</w:lvlOverride>`}</w:num>`;
const textOfDocx = async (bytes: Promise<Buffer>) => (await readWhole("a.docx", await bytes)).text;

test("Lists of one kind in a Word document continue each other's numbers, unless they restart", async () => {
  const lists =
    list(1) +
    list(2) +
    list(3, '<w:startOverride w:val="1"/>') +
    list(4, '<w:startOverride w:val="7"/>') +
    list(5, `<w:startOverride w:val="1"/>${listKind(0, "R%1:")}`);
  const items = [1, 1, 2, 3, 3, 4, 1, 5].map((id, n) => [id, `item ${n}`] as const);
  const text = await textOfDocx(listed(listKind(0, "AC-%1:"), lists, ...items));
  expect(text.match(/(?:AC-|R)\d+/g)).toEqual([
    ...["AC-1", "AC-2", "AC-3", "AC-1", "AC-2", "AC-7", "AC-8", "R1"],
  ]);
});

test("A level of a Word document's list may continue below the next item, and legal numbering has decimals", async () => {
  const kinds = listKind(0, "Part %1", "", "upperRoman") + listKind(1, "AC-%2:", '<w:lvlRestart w:val="0"/>');
  const items = [0, 1, 1, 0, 1].map((level, n) => [1, `item ${n}`, level] as const);
  const text = await textOfDocx(listed(kinds, list(1), ...items));
  expect(text.match(/Part [IV]+|AC-\d/g)).toEqual(["Part I", "AC-1", "AC-2", "Part II", "AC-3"]);
  const legal = listKind(0, "Part %1", "", "upperRoman") + listKind(1, "AC-%1.%2:", "<w:isLgl/>");
  expect(await textOfDocx(listed(legal, list(1), [1, "a"], [1, "b", 1]))).toContain("AC-1.1: b");
});

test("Pronunciations are left out of a Word document's text, and line breaks within a paragraph are kept", async () => {
  const ruby =
    "<w:ruby><w:rt><w:r><w:t>とうきょう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東京</w:t></w:r></w:rubyBase></w:ruby>";
  const body = document(`<w:p><w:r>${ruby}</w:r><w:r><w:t>station</w:t><w:cr/><w:t>north</w:t></w:r></w:p>`);
  expect(await textOfDocx(docx(body))).toBe("東京station\nnorth");
});

test("The comments of a Word document are notes at its end, with their authors", async () => {
  const body = document(
    `<w:p><w:r><w:t>High at noon</w:t></w:r><w:r><w:commentReference w:id="7"/></w:r></w:p>${paragraph("Low at six")}`,
  );
  const comments = `<w:comments><w:comment w:id="7" w:author="Ada">${paragraph("Which noon?")}${paragraph("Ours?")}</w:comment></w:comments>`;
  const { text } = await readWhole("a.docx", await docx(body, { "word/comments.xml": comments }));
  expect(text).toBe("High at noon[^comment-7]\n\nLow at six\n\n[^comment-7]: Ada: Which noon?\n\nOurs?");
});

test("Unread parts of an Office document are reported", async () => {
  const table = (cells: string) => `<w:tbl><w:tr><w:tc>${cells}</w:tc></w:tr></w:tbl>`;
  const equation = "<w:p><m:oMath><m:r><m:t>x²</m:t></m:r></m:oMath></w:p>";
  for (const [body, more, problem] of [
    [paragraph("a"), { "word/charts/chart1.xml": "<c/>" }, "Charts are not read."],
    [paragraph("a"), { "word/diagrams/data1.xml": "<d/>" }, "Diagrams are not read."],
    [paragraph("a") + equation, {}, "Equations are shown as a row of their signs."],
    [table(table(paragraph("a"))), {}, "A table within a table is shown as lines of its cell."],
    [table(paragraph("a")), {}, null],
  ] as const)
    expect((await readWhole("a.docx", await docx(document(body), more))).problem).toBe(problem);
});

const dates = `<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>`;

/** Returns a workbook of one sheet, whose second style shows dates. */
const xlsx = (
  name: string,
  rows: string,
  properties = "",
  styles = dates,
  more: Record<string, string> = {},
) =>
  zipOf({
    "_rels/.rels": relations(relation("r1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `<workbook>${properties}<sheets><sheet name="${name}" r:id="s"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      relation("s", "worksheet", "worksheets/1.xml"),
      relation("t", "styles", "styles.xml"),
    ),
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    "xl/worksheets/1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });

test("The dates of a workbook count from 1900, or from 1904 if it says so", async () => {
  const day = (value: number) => `<c s="1"><v>${value}</v></c>`;
  const rows = `<row><c><v>44684</v></c>${day(44_684)}${day(44_684.75)}${day(366)}</row>`;
  const table = (...dates: string[]) => `| 44684 | ${dates.join(" | ")} |\n|${" --- |".repeat(4)}`;
  for (const properties of ["", `<workbookPr date1904="0"/>`])
    expect((await readWhole("a.xlsx", await xlsx("Days", rows, properties))).text).toBe(
      `## Days\n\n${table("2022-05-03", "2022-05-03 18:00", "1900-12-31")}`,
    );
  for (const properties of [`<workbookPr date1904="1"/>`, `<workbookPr date1904="true"/>`])
    expect((await readWhole("a.xlsx", await xlsx("Days", rows, properties))).text).toBe(
      `## Days\n\n${table("2026-05-04", "2026-05-04 18:00", "1905-01-01")}`,
    );
});

test("Text boxes on a sheet are reported missing, and pictures there are not", async () => {
  const drawn = async (drawing: string) => {
    const more = { "xl/drawings/drawing1.xml": `<xdr:wsDr>${drawing}</xdr:wsDr>` };
    const bytes = await xlsx("Plan", "<row><c><v>1</v></c></row>", "", dates, more);
    return (await readWhole("a.xlsx", bytes)).problem;
  };
  const box = (text: string) =>
    `<xdr:sp><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
  expect(await drawn(box("Not in May!"))).toBe("Text boxes on sheets are not read.");
  expect(await drawn(`<xdr:pic><xdr:cNvPr name="a"/></xdr:pic>${box(" ")}`)).toBe(null);
});

test("Times of a workbook are shown as times of day or elapsed hours, and months alone as dates", async () => {
  const codes = ["h:mm", "[h]:mm", "[mm]:ss", "mmm", "mmmm\\ ", "#,##0.00&quot;m&quot;", "0.0%"];
  const formats = codes.map((code, n) => `<numFmt numFmtId="${170 + n}" formatCode="${code}"/>`).join("");
  const cells = codes.map((_, n) => `<xf numFmtId="${170 + n}"/>`).join("");
  const styles = `<numFmts>${formats}</numFmts><cellXfs>${cells}</cellXfs>`;
  const rows = `<row>${codes.map((_, n) => `<c s="${n}"><v>${n < 3 ? 45_000.5 : 45_000}</v></c>`).join("")}</row>`;
  const { text } = await readWhole("a.xlsx", await xlsx("Times", rows, "", styles));
  expect(text.split("\n")[2]).toBe(
    "| 12:00 | 1080012:00 | 1080012:00 | 2023-03-15 | 2023-03-15 | 45000 | 4500000% |",
  );
});

test("The first days of 1900 are shown like in the sheet, with its nonexistent 29th of February", async () => {
  const rows = `<row>${[1, 31, 32, 59, 60, 60.5, 61].map((day) => `<c s="1"><v>${day}</v></c>`).join("")}</row>`;
  const { text } = await readWhole("a.xlsx", await xlsx("Days", rows));
  expect(text.split("\n")[2]).toBe(
    "| 1900-01-01 | 1900-01-31 | 1900-02-01 | 1900-02-28 | 1900-02-29 | 1900-02-29 12:00 | 1900-03-01 |",
  );
});

test("A sheet that is too wide is cut and says so", async () => {
  const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = `<row>${cell("A1", "a")}${cell("XFD1", "far")}</row><row>${cell("B2", "b")}</row>`;
  expect(await readWhole("a.xlsx", await xlsx("Wide", rows))).toMatchObject({
    text: "## Wide\n\n| a |  |\n| --- | --- |\n|  | b |",
    problem: "Sheets are larger than can be read whole: Wide.",
  });
});

test("A document with a password or of an older Office says so", async () => {
  const compound = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);
  const locked = Buffer.concat([compound, Buffer.from("EncryptedPackage", "utf16le")]);
  expect(await read("a.docx", locked)).toMatchObject({
    state: "failed",
    reason: "The document is protected by a password.",
  });
  expect(await read("a.doc", compound)).toMatchObject({
    state: "skipped",
    reason: expect.stringMatching(/older Office/),
  });
  expect(await read("a.pdf", corpus("locked.pdf"))).toMatchObject({
    state: "failed",
    reason: "The document is protected by a password.",
  });
});

test("A document without its main text part is damaged", async () => {
  for (const part of ["word/document.xml", "xl/workbook.xml", "ppt/presentation.xml"])
    expect(await read("a.docx", await zipOf({ [part]: document(paragraph("x")) }))).toMatchObject({
      state: "failed",
      reason: expect.stringMatching(/^The document is damaged/),
    });
});

test("Another archive is skipped", async () => {
  const answer = await read("a.docx", await zipOf({ "a.txt": "hello" }));
  expect(answer).toMatchObject({ state: "skipped", reason: expect.stringMatching(/ZIP, which is not read/) });
});

describe("A table of an OpenDocument text", () => {
  const odt = (rows: string) =>
    zipOf({
      mimetype: "application/vnd.oasis.opendocument.text",
      "content.xml": `<office:document-content><office:body><office:text><table:table>${rows}</table:table></office:text></office:body></office:document-content>`,
    });
  const cell = (text: string, repeated = "") =>
    `<table:table-cell ${repeated && `table:number-columns-repeated="${repeated}"`}>${text && `<text:p>${text}</text:p>`}</table:table-cell>`;
  const row = (cells: string, repeated = "1") =>
    `<table:table-row table:number-rows-repeated="${repeated}">${cells}</table:table-row>`;
  const head = row(cell("Name") + cell("Q1") + cell("Q2"));

  test("has its repeated cells and rows as often as it says, so that all keep their columns", async () => {
    const rows = head + row(cell("", "2") + cell("late")) + row(cell("same", "2") + cell("z"), "2");
    expect(await readWhole("a.odt", await odt(rows))).toMatchObject({
      text: "| Name | Q1 | Q2 |\n| --- | --- | --- |\n|  |  | late |\n| same | same | z |\n| same | same | z |",
      problem: null,
    });
  });

  test("says that it repeats more than is shown, and takes no more memory for it", async () => {
    const many = "1000000000";
    const read = await readWhole("a.odt", await odt(head + row(cell("x"), many)));
    expect(read.problem).toBe("A table repeats its cells more often than is shown.");
    const wide = await readWhole("a.odt", await odt(head + row(cell("x", many), many)));
    expect(wide.problem).toBe("Tables have more than 500 columns; the rest were left out.");
    expect(read.text.length + wide.text.length).toBeLessThan(1_000_000);
  });
});

test("An OpenDocument text has its comments with their authors, and says which numbers and objects are missing", async () => {
  const odt = (body: string, styles = "", more: Record<string, string> = {}) =>
    zipOf({
      mimetype: "application/vnd.oasis.opendocument.text",
      "content.xml": `<office:document-content><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
      "styles.xml": `<office:document-styles>${styles}</office:document-styles>`,
      ...more,
    });
  const comment =
    "<office:annotation><dc:creator>Ada</dc:creator><dc:date>2026-05-04</dc:date><text:p>Whose?</text:p></office:annotation>";
  const note = `<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Said${comment}</text:p></text:note-body></text:note>`;
  const ruby =
    "<text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby>";
  const read = await readWhole(
    "a.odt",
    await odt(`<text:p>Tides${comment} of ${ruby}${note}.</text:p><text:p>Next</text:p>`),
  );
  expect(read).toMatchObject({
    text: "Tides[^comment-1] of 東京[^1].\n\nNext\n\n[^1]: Said[^comment-2]\n\n[^comment-1]: Ada: Whose?\n\n[^comment-2]: Ada: Whose?",
    problem: null,
  });
  const numbers = "Numbers of headings or lists are not those that the document shows.";
  const items = `<text:list text:style-name="L"><text:list-item><text:p>a</text:p></text:list-item></text:list>`;
  const listed = (more: string) =>
    `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" ${more}/></text:list-style>`;
  const outline = (format: string) =>
    `<text:outline-style><text:outline-level-style text:level="1" style:num-format="${format}"/></text:outline-style>`;
  const heading = `<text:h text:outline-level="1">Scope</text:h>`;
  for (const [body, styles, more, problem] of [
    [items, listed('style:num-suffix="."'), {}, null],
    [items, listed('style:num-prefix="AC-" style:num-suffix=":"'), {}, numbers],
    [items, listed('text:display-levels="2"'), {}, numbers],
    [heading, outline(""), {}, null],
    [heading, outline("1"), {}, numbers],
    [
      heading,
      "",
      { "Object 1/content.xml": "<math/>" },
      "Embedded objects, such as charts and equations, are not read.",
    ],
  ] as const)
    expect((await readWhole("a.odt", await odt(body, styles, more))).problem).toBe(problem);
});

test("The comments of slides and cells are read, with their authors", async () => {
  const deck = await zipOf({
    "_rels/.rels": relations(relation("r1", "officeDocument", "ppt/presentation.xml")),
    "ppt/presentation.xml": `<p:presentation><p:sldIdLst><p:sldId r:id="s"/></p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relations(
      relation("s", "slide", "slides/1.xml"),
      relation("a", "commentAuthors", "commentAuthors.xml"),
    ),
    "ppt/commentAuthors.xml": `<p:cmAuthorLst><p:cmAuthor id="0" name="Ada"/></p:cmAuthorLst>`,
    "ppt/slides/1.xml":
      "<p:sld><p:sp><p:txBody><a:p><a:r><a:t>Tides</a:t></a:r></a:p></p:txBody></p:sp></p:sld>",
    "ppt/slides/_rels/1.xml.rels": relations(relation("c", "comments", "../comments/1.xml")),
    "ppt/comments/1.xml": `<p:cmLst><p:cm authorId="0"><p:text>Whose tides?</p:text></p:cm></p:cmLst>`,
  });
  expect((await readWhole("a.pptx", deck)).text).toBe(
    "## Slide 1\n\nTides\n\n### Comments\n\n- Ada: Whose tides?",
  );
  const book = await zipOf({
    "_rels/.rels": relations(relation("r1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `<workbook><sheets><sheet name="Fees" r:id="s"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      relation("s", "worksheet", "worksheets/1.xml"),
      relation("p", "person", "persons/person.xml"),
    ),
    "xl/worksheets/1.xml": `<worksheet><sheetData><row><c><v>12</v></c></row></sheetData></worksheet>`,
    "xl/worksheets/_rels/1.xml.rels": relations(
      relation("c", "comments", "../comments1.xml"),
      relation("t", "threadedComment", "../threads.xml"),
    ),
    "xl/persons/person.xml": `<personList><person id="{p}" displayName="Ada"/></personList>`,
    "xl/comments1.xml": `<comments><authors><author>Bob</author></authors><commentList><comment ref="A1" authorId="0"><text><t>A copy</t></text></comment><comment ref="B2" authorId="0"><text><r><t>Too </t></r><r><t>much</t></r></text></comment></commentList></comments>`,
    "xl/threads.xml": `<ThreadedComments><threadedComment ref="A1" personId="{p}"><text>A night?</text></threadedComment></ThreadedComments>`,
  });
  expect((await readWhole("a.xlsx", book)).text).toBe(
    "## Fees\n\n| 12 |\n| --- |\n\n### Comments\n\n- A1, Ada: A night?\n- B2, Bob: Too much",
  );
});
