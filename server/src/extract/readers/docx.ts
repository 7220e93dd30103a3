import { posix } from "node:path";
import { writeMarkdown } from "../markdown/write-markdown.ts";
import { openZip } from "../office/open-zip.ts";
import { mainPart, needPart, referencesOf, titleOf } from "../office/parts.ts";
import { readNumbering, readStyles } from "../office/word-styles.ts";
import { writeWordText } from "../office/word-text.ts";
import type { Read } from "../reader.ts";

/** Reads a Word document. A template or a picture that lies elsewhere is not looked at. */
export async function readDocx(bytes: Buffer): Promise<Read> {
  const zip = await openZip(bytes);
  const main = await mainPart(zip);
  const beside = (name: string) => posix.join(posix.dirname(main ?? ""), name);
  const styles = readStyles((await zip.read(beside("styles.xml"))) ?? "");
  const numbering = readNumbering((await zip.read(beside("numbering.xml"))) ?? "");
  const write = async (part: string, xml: string) => {
    const writer = writeMarkdown();
    const { pictures } = writeWordText(xml, writer, {
      styles,
      numbering,
      references: await referencesOf(zip, part),
    });
    const { text, problem } = writer.end();
    return { text, pictures, problem };
  };
  const body = await write(main ?? "", await needPart(zip, main));
  const notes = await write(beside("footnotes.xml"), (await zip.read(beside("footnotes.xml"))) ?? "");
  return {
    text: [body.text, notes.text].filter(Boolean).join("\n\n"),
    pictures: body.pictures,
    problem: body.problem ?? notes.problem,
    title: await titleOf(zip, "docProps/core.xml"),
  };
}
