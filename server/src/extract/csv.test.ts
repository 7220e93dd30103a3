import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readWhole } from "../../test/extract/read.ts";
import { delimiterOf, parseCsv } from "./csv.ts";
import { tableMarkdown } from "./markdown/table.ts";

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

  test("with quotes, pipes, markup and lines within cells", async () => {
    const text = 'Port,Said\n"Ost, end","He said ""go""\nnow | <b>"\n';
    expect((await readWhole("a.csv", text)).text).toBe(
      '| Port | Said |\n| --- | --- |\n| Ost, end | He said "go"<br>now \\| \\<b> |',
    );
  });

  test("with a title above it, and commas within its numbers", async () => {
    const text = "Fees 2024\n\nPort;Depth;Fee\nNord;4;2,5\nOst;6;3,75\n";
    expect((await readWhole("a.csv", text)).text.split("\n").slice(2)).toEqual([
      ...["| Port | Depth | Fee |", "| Nord | 4 | 2,5 |", "| Ost | 6 | 3,75 |"],
    ]);
  });

  test("in Windows-1252, as older Office writes it", async () => {
    const bytes = Buffer.from("Länge;Gebühr\n8 m;12 \x80", "latin1");
    expect((await readWhole("a.csv", bytes)).text).toContain("| Länge | Gebühr |");
  });
});

describe("A table above the length limit of texts", () => {
  test("is read only up to the limit, and says that it was cut", async () => {
    const answer = await readWhole("a.csv", `${"tide ".repeat(20_000)};b\n`.repeat(101));
    expect(answer.problem).toBe("The text was cut after 10,000,000 characters.");
    expect(answer.text).toHaveLength(10_000_000);
    let rows = 0;
    const counted = parseCsv("a;b\n".repeat(10_000), ";").map((row) => {
      rows++;
      return row;
    });
    expect(tableMarkdown(counted, 1000).length).toBeLessThan(1100);
    expect(rows).toBeLessThan(110);
    const waves = tableMarkdown(Array(100).fill(["🌊".repeat(95)]), 5000);
    expect([...waves].length).toBeGreaterThanOrEqual(5000);
  });

  test("has 500 columns, and says that others were left out", async () => {
    const row = (cells: number) => Array.from({ length: cells }, (_, index) => index).join(",");
    expect(await readWhole("a.csv", row(500))).toMatchObject({ problem: null });
    const wide = await readWhole("a.csv", `${row(3)}\n${row(501)}\n`);
    expect(wide.problem).toBe("Rows have more than 500 cells; the rest were left out.");
    expect(wide.text).toMatch(/ 498 \| 499 \|$/);
  });

  test("keeps the whole of a cell with many doubled quotes", () => {
    expect([...parseCsv(`a,"${'""'.repeat(5000)}b"c,d`, ",")]).toEqual([["a", `${'"'.repeat(5000)}bc`, "d"]]);
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
        expect([...parseCsv(written.join(end), delimiter)]).toEqual(rows);
      },
    ),
  );
});

test("Any text is read, and every letter of it stays", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", ",", ";", '"', "\n") });
  fc.assert(
    fc.property(text, (given) => {
      const letters = (from: string) => from.replace(/[^ab]/g, "");
      expect(letters([...parseCsv(given, delimiterOf(given))].flat().join(""))).toBe(letters(given));
    }),
  );
});

test("JSON stays unchanged, in a fence; invalid JSON is shown, too", async () => {
  expect(await readWhole("a.json", '{"a": [1, "```"]}')).toMatchObject({
    text: '````json\n{"a": [1, "```"]}\n````',
    problem: null,
  });
  expect((await readWhole("a.json", "{")).problem).toBe("The file is not valid JSON, so its text is shown.");
});
