import { describe, expect, test } from "vitest";
import { read, readWhole } from "../../test/extract/read.ts";

const said = "Großes Ätherwerk – naïve façade, 12 €";

describe("Plain text is read", () => {
  test.each([
    ["UTF-8", Buffer.from(said)],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${said}`)],
    ["UTF-16 LE with a mark", Buffer.from(`\ufeff${said}`, "utf16le")],
    ["UTF-16 BE with a mark", Buffer.from(`\ufeff${said}`, "utf16le").swap16()],
    ["UTF-16 LE without a mark", Buffer.from(said, "utf16le")],
    ["UTF-16 BE without a mark", Buffer.from(said, "utf16le").swap16()],
    ["Windows-1252", Buffer.from(said.replace("–", "\x96").replace("€", "\x80"), "latin1")],
  ])("in %s", async (_name, bytes) => {
    expect((await readWhole("a.txt", bytes)).text).toBe(said);
  });

  test("in the charset that its sender names", async () => {
    const bytes = Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]);
    expect((await readWhole("a.txt", bytes, "text/plain; charset=koi8-r")).text).toBe("Привет");
    expect((await readWhole("a.txt", said, "text/plain; charset=no-such")).text).toBe(said);
  });

  test("in UTF-8 if a letter is broken, and never if most are, whatever its sender says", async () => {
    const broken = Buffer.concat([Buffer.from("Größe, Maße, Nähe "), Buffer.from([0xe4])]);
    expect((await readWhole("a.txt", broken)).text).toBe("Größe, Maße, Nähe \ufffd");
    const short = Buffer.from("# T\xc3\xa4st \xff\xfe mid \xe2\x82 end", "latin1");
    expect(await readWhole("a.md", short)).toMatchObject({
      text: "# Täst \ufffd\ufffd mid \ufffd end",
      problem: "Some of its letters are broken, and are shown as \ufffd.",
    });
    for (const name of ["a.csv", "a.json"])
      expect((await readWhole(name, short)).problem).toContain("Some of its letters are broken");
    for (const whole of [Buffer.from("whole \ufffd"), Buffer.from("\ufeffwhole \ufffd", "utf16le")])
      expect((await readWhole("a.md", whole)).problem).toBeNull();
    const both = Buffer.concat([Buffer.from("whole \ufffd, äöü and "), Buffer.from([0xff])]);
    expect((await readWhole("a.md", both)).problem).toContain("Some of its letters are broken");
    expect((await readWhole("a.html", "<p>whole &#xfffd;</p>")).problem).toBeNull();
    const latin = Buffer.from("Größe, Maße, Nähe", "latin1");
    for (const type of ["text/plain; charset=utf-8", "text/plain; charset=UTF8", "text/plain"])
      expect((await readWhole("a.txt", latin, type)).text).toBe("Größe, Maße, Nähe");
  });

  test("without the characters that no database stores, and with one kind of line ending", async () => {
    expect((await readWhole("a.txt", "one\r\ntwo\rthree\u001b[0m\uffff")).text).toBe("one\ntwo\nthree[0m");
  });
});

describe("A table in an undeclared East Asian encoding is read", () => {
  test.each([
    ["Shift-JIS", "j6SVaSyQlJfKLJT1jWwKguiC8YKyLDMskMKQWArQtt0sNSyIpJVRjKeOWQo=", "りんご", "愛媛県産"],
    ["EUC-JP", "vqbJyiy/9M7MLMj3uc0KpOqk86S0LDMswMS/uQqO0I62jt0sNSywpsmyuKm7ugo=", "りんご", "愛媛県産"],
    ["GB18030", "svrGtyzK/cG/LLG416IKxru5+ywzLMm9tqsK6dnX0yw1LNXjva2z9rL6Cg==", "苹果", "浙江出产"],
    ["Big5", "sqOrfiy8xrZxLLPGtfkKxKuqRywzLKRzqkYKvu+kbCw1LK79pr+lWLKjCg==", "蘋果", "浙江出產"],
    [
      "ISO-2022-JP",
      "GyRCSUpMPhsoQiwbJEI/dE5MGyhCLBskQkh3OU0bKEIKGyRCJGokcyQ0GyhCLDMwLBskQjAmSTI4KTs6GyhCCg==",
      "りんご",
      "愛媛県産",
    ],
    ["EUC-KR", "wabHsCy89reuLLrxsO0Ku+ew+iwzLMO7vNsKsdYsNSzBpsHWCg==", "사과", "제주"],
  ])("in %s", async (_name, base64, ...words) => {
    const { text, problem } = await readWhole("a.csv", Buffer.from(base64, "base64"));
    for (const word of words) expect(text).toMatch(new RegExp(`\\| ${word} \\|`));
    expect(problem).toBeNull();
  });

  const western = [
    "Größe, Straße, Übermaß",
    "It’s “quoted” – don’t",
    "Île d’Oléron, São Tomé, piñata",
    "Å, Ä, Ö",
  ];
  test.each(western)("and Western text stays Western: %s", async (text) => {
    const signs: Record<string, string> = { "’": "\x92", "“": "\x93", "”": "\x94", "–": "\x96" };
    const bytes = Buffer.from(
      text.replace(/[’“”–]/g, (sign) => signs[sign] ?? ""),
      "latin1",
    );
    expect(await readWhole("a.txt", bytes)).toMatchObject({ text, problem: null });
  });

  test("and ambiguous letters are marked as probably wrong", async () => {
    const doubtful =
      "The file does not say how its letters are encoded, and they are probably wrong. Save it as UTF-8.";
    const [windows, koi8] = ["yOz/LNbl7eAKzO7x6uLgLDEwMDAK", "8NLJ18XULCDLwcsgxMXMwT8="].map((base64) =>
      Buffer.from(base64, "base64"),
    );
    expect((await readWhole("a.csv", windows ?? "")).problem).toBe(doubtful);
    expect((await readWhole("a.csv", koi8 ?? "")).problem).toBe(doubtful);
    // In the encoding of DOS, two letters of "für Häfen" are bytes that Windows leaves unused or reads as
    // other letters.
    expect((await readWhole("a.csv", Buffer.from("f\x81r H\x84fen", "latin1"))).problem).toBe(doubtful);
    expect((await readWhole("a.csv", windows ?? "", "text/csv; charset=windows-1251")).problem).toBeNull();
  });
});

describe("A file without text is skipped with a sentence:", () => {
  test.each([
    ["an empty one", "a.txt", "", "The file is empty."],
    ["one of white space", "a.md", " \n\t", "The file has no text, only white space."],
    [
      "random bytes",
      "a.txt",
      Buffer.from([1, 2, 3, 0, 255]),
      /^The file is none of the kinds that can be read. Groundplan reads/,
    ],
    [
      "a picture by another name",
      "a.md",
      Buffer.from("ffd8ffe000104a46494600", "hex"),
      /^This is a picture \(JPG\)/,
    ],
    [
      "one that says that it is a PDF",
      "a.pdf",
      Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
      /^This is a picture \(PNG\)/,
    ],
    [
      "one that says that it is a Word document",
      "a.docx",
      Buffer.from("474946383961010001", "hex"),
      /^This is a picture \(GIF\)/,
    ],
    ["a drawing", "a.xml", "<?xml version='1.0'?><svg><text>x</text></svg>", /^This is a picture \(SVG\)/],
    ["RTF", "a.rtf", "{\\rtf1 hello}", /^This is an RTF document. Groundplan reads/],
    ["music", "a.txt", Buffer.from("664c61430000002200", "hex"), /^This is a file of the kind FLAC/],
  ])("%s", async (_what, name, bytes, reason) => {
    const answer = await read(name, bytes);
    expect(answer).toMatchObject({ state: "skipped", reason: expect.stringMatching(reason) });
  });
});

test("Text that begins like a picture is text", async () => {
  expect((await readWhole("a.txt", "BM is a prefix, and II* another")).text).toMatch(/^BM/);
});

test("Markdown stays unchanged; its title and pictures are reported", async () => {
  const text =
    "---\nkind: note\n---\n# The *harbour* #\n\n| a | b |\n|---|---|\n\nBoats [tie up](x) **here**, `a*b`.\n\n![quay](q.png)\n```\n![not one](x)\n```\n<img src=a>";
  expect(await readWhole("a.md", text)).toMatchObject({
    text,
    title: "The *harbour*",
    pictures: 2,
  });
});

test("The media type takes precedence over the name, and the name over the text", async () => {
  const html = "<!doctype html><p>One</p>";
  expect((await readWhole("page.php", html)).text).toBe("One");
  expect((await readWhole("page.txt", html, "text/html; charset=utf-8")).text).toBe("One");
  expect((await readWhole("page.md", html)).text).toBe(html);
});
