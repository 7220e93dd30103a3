import { posix } from "node:path";
import { writeMarkdown } from "../markdown/write-markdown.ts";
import { missingIn } from "../office/missing.ts";
import { openZip } from "../office/open-zip.ts";
import { mainPart, needPart, referencesOf, titleOf } from "../office/parts.ts";
import { readNumbering } from "../office/word-numbering.ts";
import { readStyles } from "../office/word-styles.ts";
import { writeWordText } from "../office/word-text.ts";
import { joinProblems, type Read } from "../reader.ts";

/** Reads a Word document. External templates and pictures are ignored. */
export async function readDocx(bytes: Buffer): Promise<Read> {
  const zip = await openZip(bytes);
  const main = await mainPart(zip);
  const beside = (name: string) => posix.join(posix.dirname(main ?? ""), name);
  const styles = readStyles((await zip.read(beside("styles.xml"))) ?? "");
  const numbering = readNumbering((await zip.read(beside("numbering.xml"))) ?? "");
  const write = async (part: string, xml: string) => {
    const writer = writeMarkdown();
    const found = writeWordText(xml, writer, {
      styles,
      numbering,
      references: await referencesOf(zip, part),
    });
    return { ...found, ...writer.end(), pictures: found.pictures };
  };
  const body = await write(main ?? "", await needPart(zip, main));
  const writeBeside = async (name: string) => write(beside(name), (await zip.read(beside(name))) ?? "");
  const footnotes = await writeBeside("footnotes.xml");
  const endnotes = await writeBeside("endnotes.xml");
  const comments = await writeBeside("comments.xml");
  const parts = [body, footnotes, endnotes, comments];
  const problems = [
    ...parts.map(({ problem }) => problem),
    parts.some(({ hasEquations }) => hasEquations) && "Equations are shown as a row of their signs.",
    parts.some(({ hasInnerTables }) => hasInnerTables) &&
      "A table within a table is shown as lines of its cell.",
    missingIn(zip),
  ];
  return {
    text: parts.flatMap(({ text }) => text || []).join("\n\n"),
    pictures: body.pictures,
    problem: joinProblems(problems),
    title: await titleOf(zip, "docProps/core.xml"),
  };
}
