import { characters } from "../characters.ts";
import { cellText, mostColumns } from "../markdown/table.ts";
import { readXml } from "./read-xml.ts";
import { type CellFormat, showNumber } from "./sheet-format.ts";

export interface Workbook {
  shared: readonly string[];
  format: (style: string | undefined) => CellFormat;
  from1904: boolean;
}

/** Thrown to stop parsing early. */
const enough = new Error("enough");

/** Reads a sheet's rows up to a number of characters. */
export function readSheet(xml: string, book: Workbook, limit: number): { rows: string[][]; cut: boolean } {
  const rows: string[][] = [];
  let row: string[] = [];
  let [reference, type, style, value] = ["", "", "", ""];
  let inValue = false;
  let read = 0;
  let cut = false;
  const put = () => {
    const column = reference ? columnOf(reference) : row.length;
    const text = cellText(show(value, type, style, book));
    if (text === "") return;
    if (column >= mostColumns) cut = true;
    else {
      while (row.length < column) row.push("");
      row[column] = text;
    }
  };
  try {
    readXml(xml, {
      open(name, attributes) {
        if (name === "row") row = [];
        if (name === "c") {
          ({ r: reference = "", t: type = "n", s: style = "" } = attributes);
          value = "";
        }
        inValue = name === "v" || name === "t";
      },
      text(text) {
        if (inValue) value += text;
      },
      close(name) {
        inValue = false;
        if (name === "c") put();
        if (name !== "row") return;
        read += row.reduce((sum, cell) => sum + characters(cell) + 3, 2);
        if (read > limit) throw enough;
        rows.push(row);
      },
    });
  } catch (error) {
    if (error !== enough) throw error;
    cut = true;
  }
  return { rows: withoutEmptyColumns(rows), cut };
}

function show(value: string, type: string, style: string, { shared, format, from1904 }: Workbook): string {
  if (type === "s") return shared[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type === "n") return showNumber(value, format(style || undefined), from1904);
  return type === "d" ? value.replace(/T00:00:00(?:\.0+)?Z?$/, "") : value;
}

/** Returns the column number of a reference such as `AB12`. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? "A")
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Drops empty columns on the left. */
function withoutEmptyColumns(rows: string[][]): string[][] {
  const first = rows.reduce((least, row) => {
    const column = row.findIndex((cell) => cell !== "");
    return column < 0 ? least : Math.min(least, column);
  }, mostColumns);
  return first === 0 ? rows : rows.map((row) => row.slice(first));
}
