import { readXml } from "./read-xml.ts";

export type CellFormat = "date" | "time" | "elapsed" | "percent" | "plain";

/** Reads a workbook's number formats by style index. */
export function readFormats(xml: string): (style: string | undefined) => CellFormat {
  const codes = new Map<string, string>();
  const formats: CellFormat[] = [];
  let inCells = false;
  readXml(xml, {
    open(name, { numFmtId = "", formatCode = "" }) {
      if (name === "numFmt") codes.set(numFmtId, formatCode);
      if (name === "cellXfs") inCells = true;
      if (name === "xf" && inCells) formats.push(formatOf(Number(numFmtId), codes.get(numFmtId) ?? ""));
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    },
  });
  return (style) => formats[Number(style ?? 0)] ?? "plain";
}

/** Classifies a format by its built-in number, or by its code without quoted text. */
function formatOf(id: number, code: string): CellFormat {
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, "").replace(/general/gi, "");
  if (id === 9 || id === 10 || bare.includes("%")) return "percent";
  // Bracketed hours, minutes and seconds exceed a day.
  if (id === 46 || /\[(?:h+|m+|s+)\]/i.test(code)) return "elapsed";
  if ((id >= 18 && id <= 21) || id === 45 || id === 47 || (/[hs]/i.test(bare) && !/[yd]/i.test(bare)))
    return "time";
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  // A lone month is a date unless digits are next to it.
  return isDate || /[yd]/i.test(bare) || /^[^0#?]*m[^0#?]*$/i.test(bare) ? "date" : "plain";
}

/** Formats a number; dates as ISO 8601. Days count from 1900, in some workbooks from 1904. */
export function showNumber(text: string, format: CellFormat, from1904: boolean): string {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) return text;
  if (format === "percent") return `${tidy(value * 100)}%`;
  if (format === "plain" || value < 0 || value > 2_958_466) return tidy(value);
  // Excel counts a nonexistent 29 February 1900, so serials below 60 are off by one.
  const days = value + (from1904 ? 1462 : value >= 1 && value < 60 ? 1 : 0);
  const iso = new Date(Math.round((days - 25_569) * 86_400) * 1000).toISOString();
  const time = iso.slice(11, 19).replace(/:00$/, "");
  const day = !from1904 && Math.floor(value) === 60 ? "1900-02-29" : iso.slice(0, 10);
  if (format === "time") return time;
  if (format === "elapsed" && value >= 1)
    return `${Math.floor(value) * 24 + Number(time.slice(0, 2))}${time.slice(2)}`;
  if (format === "elapsed") return time;
  return value % 1 === 0 ? day : `${day} ${time}`;
}

/** Excel keeps 15 digits; the rest is floating-point noise. */
const tidy = (value: number) => String(Number(value.toPrecision(15)));
