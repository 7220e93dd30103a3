import { openZip, type Zip } from "../office/open-zip.ts";
import { mainPart, needPart, referencesOf, titleOf } from "../office/parts.ts";
import { readXml } from "../office/read-xml.ts";
import { readSlide } from "../office/slide-text.ts";
import type { Read } from "../reader.ts";

/** Reads a presentation: each slide with its title, its text and its notes. */
export async function readPptx(bytes: Buffer): Promise<Read> {
  const zip = await openZip(bytes);
  const main = await mainPart(zip);
  const references = await referencesOf(zip, main ?? "");
  const slides: string[] = [];
  readXml(await needPart(zip, main), {
    open: (name, { "r:id": id = "" }) => {
      if (name === "sldId") slides.push(references.get(id)?.target ?? "");
    },
  });
  const texts: string[] = [];
  let pictures = 0;
  for (const [at, part] of slides.entries()) {
    const slide = await readPart(zip, part);
    pictures += slide.pictures;
    const notes = slide.notes && `### Notes\n\n${slide.notes}`;
    const heading = `## Slide ${at + 1}${slide.title && `: ${slide.title}`}`;
    texts.push([heading, slide.text, notes].filter(Boolean).join("\n\n"));
  }
  return {
    text: texts.join("\n\n"),
    pictures,
    problem: null,
    title: await titleOf(zip, "docProps/core.xml"),
  };
}

async function readPart(zip: Zip, part: string) {
  const references = await referencesOf(zip, part);
  const slide = readSlide(await needPart(zip, part), references);
  const notes = [...references.values()].find(({ type }) => type === "notesSlide")?.target;
  const notesXml = notes ? await zip.read(notes) : null;
  const said = notesXml ? readSlide(notesXml, await referencesOf(zip, notes ?? ""), true).text : "";
  return { ...slide, notes: said };
}
