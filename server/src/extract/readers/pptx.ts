import { commentAuthors, readSlideComments } from "../office/comments.ts";
import { missingIn } from "../office/missing.ts";
import { openZip, type Zip } from "../office/open-zip.ts";
import { mainPart, needPart, referencesOf, titleOf } from "../office/parts.ts";
import { readXml } from "../office/read-xml.ts";
import { readSlide } from "../office/slide-text.ts";
import { joinProblems, type Read } from "../reader.ts";

/** Reads a presentation's slides with titles, texts and notes. */
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
  let hasEquations = false;
  const authors = await commentAuthors(zip, references);
  for (const [index, part] of slides.entries()) {
    const slide = await readPart(zip, part, authors);
    pictures += slide.pictures;
    hasEquations ||= slide.hasEquations;
    const notes = slide.notes && `### Notes\n\n${slide.notes}`;
    const comments = slide.comments && `### Comments\n\n${slide.comments}`;
    const heading = `## Slide ${index + 1}${slide.title && `: ${slide.title}`}`;
    texts.push([heading, slide.text, notes, comments].filter(Boolean).join("\n\n"));
  }
  return {
    text: texts.join("\n\n"),
    pictures,
    problem: joinProblems([hasEquations && equations, missingIn(zip)]),
    title: await titleOf(zip, "docProps/core.xml"),
  };
}

const equations = "Equations are shown as a row of their signs.";

async function readPart(zip: Zip, part: string, authors: ReadonlyMap<string, string>) {
  const references = await referencesOf(zip, part);
  const slide = readSlide(await needPart(zip, part), references);
  const notes = [...references.values()].find(({ type }) => type === "notesSlide")?.target;
  const notesXml = notes ? await zip.read(notes) : null;
  const said = notesXml ? readSlide(notesXml, await referencesOf(zip, notes ?? ""), true).text : "";
  const files = [...references.values()].filter(({ type }) => type === "comments");
  const comments = await Promise.all(files.map(async ({ target }) => (await zip.read(target)) ?? ""));
  return { ...slide, notes: said, comments: readSlideComments(comments, authors) };
}
