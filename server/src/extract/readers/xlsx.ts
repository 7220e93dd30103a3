import { characters } from "../characters.ts";
import { tableMarkdown } from "../markdown/table.ts";
import { peopleOf, readSheetComments } from "../office/comments.ts";
import { missingIn } from "../office/missing.ts";
import { openZip, type Zip } from "../office/open-zip.ts";
import { mainPart, needPart, referencesOf, titleOf } from "../office/parts.ts";
import { readXml } from "../office/read-xml.ts";
import { readFormats } from "../office/sheet-format.ts";
import { readSheet } from "../office/sheet-rows.ts";
import { joinProblems, longest, type Read } from "../reader.ts";

/** Reads a workbook's sheets as tables, with the cached values of formulas. */
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
  const people = peopleOf((await zip.read(part("person"))) ?? "");
  const texts: string[] = [];
  const cut: string[] = [];
  let left = longest;
  for (const sheet of sheets) {
    const xml = left > 0 ? await zip.read(sheet.part) : "";
    const { rows, cut: isCut } = readSheet(xml ?? "", { shared, format, from1904 }, left);
    const table = tableMarkdown(rows);
    left -= characters(table);
    if (isCut || xml === "") cut.push(sheet.name);
    const comments = await commentsOf(zip, sheet.part, people);
    const said = comments && `### Comments\n\n${comments}`;
    const heading = `## ${sheet.name.replace(/\s+/g, " ")}`;
    if (table || said) texts.push([heading, table, said].filter(Boolean).join("\n\n"));
  }
  return {
    text: texts.join("\n\n"),
    pictures: zip.names.filter((name) => name.startsWith("xl/media/")).length,
    problem: joinProblems([
      cut.length > 0 && `Sheets are larger than can be read whole: ${cut.slice(0, 10).join(", ")}.`,
      (await hasTextBoxes(zip)) && "Text boxes on sheets are not read.",
      missingIn(zip),
    ]),
    title: await titleOf(zip, "docProps/core.xml"),
  };
}

/** Returns true if a shape that lies on a sheet holds text. */
async function hasTextBoxes(zip: Zip): Promise<boolean> {
  for (const name of zip.names) {
    if (!/^xl\/drawings\/drawing[^/]*\.xml$/i.test(name)) continue;
    let [inText, hasText] = [false, false];
    readXml((await zip.read(name)) ?? "", {
      open(tag) {
        inText = tag === "t";
      },
      text(text) {
        hasText ||= inText && text.trim() !== "";
      },
      close() {
        inText = false;
      },
    });
    if (hasText) return true;
  }
  return false;
}

async function commentsOf(zip: Zip, part: string, people: ReadonlyMap<string, string>): Promise<string> {
  const references = [...(await referencesOf(zip, part)).values()];
  const of = async (kind: string) => {
    const target = references.find(({ type }) => type === kind)?.target;
    return (target && (await zip.read(target))) || "";
  };
  return readSheetComments(await of("comments"), await of("threadedComment"), people);
}

/** Reads shared strings without phonetic guides. */
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
