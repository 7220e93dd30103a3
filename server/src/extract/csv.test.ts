import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readWhole } from "../../test/extract/read.ts";
import { delimiterOf, parseCsv } from "./csv.ts";

describe("A table of values is read", () => {
  test.each([
    ["with commas", "Port,Depth\nNord,4\n"],
    ["with semicolons, a mark and Windows line ends", "\ufeffPort;Depth\r\nNord;4\r\n"],
    ["with tabs", "Port\tDepth\nNord\t4"],
    ["with its delimiter in the first line", "sep=|\nPort|Depth\nNord|4"],
    ["with quotes", '"Port","Depth"\n"Nord","4"'],
  ])("%s", async (_how, text) => {
    expect((await readWhole("a.csv", text)).text).toBe("| Port | Depth |\n| --- | --- |\n| Nord | 4 |");
  });

  test("with quotes, pipes, markup and lines inside of cells", async () => {
    const text = 'Port,Said\n"Ost, end","He said ""go""\nnow | <b>"\n';
    expect((await readWhole("a.csv", text)).text).toBe(
      '| Port | Said |\n| --- | --- |\n| Ost, end | He said "go"<br>now \\| \\<b> |',
    );
  });

  test("in Windows-1252, as older Office writes it", async () => {
    const bytes = Buffer.from("Länge;Gebühr\n8 m;12 \x80", "latin1");
    expect((await readWhole("a.csv", bytes)).text).toContain("| Länge | Gebühr |");
  });
});

test("Any table that is written with quotes is read back", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "ß", " ", ",", ";", '"', "\n", "\r", "\t", "|") });
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(",", ";", "\t"),
      fc.constantFrom("\n", "\r\n"),
      (rows, delimiter, end) => {
        const written = rows.map((row) =>
          row.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter),
        );
        expect(parseCsv(written.join(end), delimiter)).toEqual(rows);
      },
    ),
  );
});

test("Any text is read, and every letter of it stays", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", ",", ";", '"', "\n") });
  fc.assert(
    fc.property(text, (given) => {
      const letters = (from: string) => from.replace(/[^ab]/g, "");
      expect(letters(parseCsv(given, delimiterOf(given)).flat().join(""))).toBe(letters(given));
    }),
  );
});

test("JSON stays as it is, in a fence; what is none is shown, too", async () => {
  expect(await readWhole("a.json", '{"a": [1, "```"]}')).toMatchObject({
    text: '````json\n{"a": [1, "```"]}\n````',
    problem: null,
  });
  expect((await readWhole("a.json", "{")).problem).toBe(
    "The file is no valid JSON, so it is shown as it is.",
  );
});
