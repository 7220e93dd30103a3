import { characters } from "../characters.ts";
import { tableMarkdown } from "../markdown/table.ts";
import { openZip } from "../office/open-zip.ts";
import { mainPart, needPart, referencesOf, titleOf } from "../office/parts.ts";
import { readXml } from "../office/read-xml.ts";
import { readFormats } from "../office/sheet-format.ts";
import { readSheet } from "../office/sheet-rows.ts";
import { longest, type Read } from "../reader.ts";

/** Reads a workbook: each sheet as a table, with the values that its formulas had when it was saved. */
export async function readXlsx(bytes: Buffer): Promise<Read> {
  const zip = await openZip(bytes);
  const main = await mainPart(zip);
  const references = await referencesOf(zip, main ?? "");
  const part = (type: string) => [...references.values()].find((one) => one.type === type)?.target ?? "";
  const sheets: { name: string; part: string }[] = [];
  let from1904 = false;
  readXml(await needPart(zip, main), {
    open(name, { name: title = "", "r:id": id = "", date1904 }) {
      if (name === "workbookPr") from1904 = date1904 === "1" || date1904 === "true";
      if (name === "sheet") sheets.push({ name: title, part: references.get(id)?.target ?? "" });
    },
  });
  const shared = readShared((await zip.read(part("sharedStrings"))) ?? "");
  const format = readFormats((await zip.read(part("styles"))) ?? "");
  const texts: string[] = [];
  const cut: string[] = [];
  let left = longest;
  for (const sheet of sheets) {
    const xml = left > 0 ? await zip.read(sheet.part) : "";
    const { rows, cut: isCut } = readSheet(xml ?? "", { shared, format, from1904 }, left);
    const table = tableMarkdown(rows);
    left -= characters(table);
    if (isCut || xml === "") cut.push(sheet.name);
    if (table) texts.push(`## ${sheet.name.replace(/\s+/g, " ")}\n\n${table}`);
  }
  return {
    text: texts.join("\n\n"),
    pictures: zip.names.filter((name) => name.startsWith("xl/media/")).length,
    problem:
      cut.length > 0 ? `Sheets are larger than can be read whole: ${cut.slice(0, 10).join(", ")}.` : null,
    title: await titleOf(zip, "docProps/core.xml"),
  };
}

/** Reads the texts that cells share; how a text is pronounced is left out. */
function readShared(xml: string): string[] {
  const shared: string[] = [];
  let inText = false;
  let spoken = 0;
  readXml(xml, {
    open(name) {
      if (name === "si") shared.push("");
      if (name === "rPh") spoken++;
      inText = name === "t" && spoken === 0;
    },
    text(text) {
      if (inText) shared[shared.length - 1] += text;
    },
    close(name) {
      if (name === "rPh") spoken--;
      inText = false;
    },
  });
  return shared;
}
