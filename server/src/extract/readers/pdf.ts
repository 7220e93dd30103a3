import type { getDocumentProxy } from "unpdf";
import { countPictures } from "../pdf/count-pictures.ts";
import { cleanHeadings, type LevelOf, linesOf, type PdfLine, pageMarkdown } from "../pdf/lines.ts";
import { directionOf, hasRightToLeft, isUncertain, withWholeGlyphs } from "../pdf/right-to-left.ts";
import { type Element, type Marked, taggedMarkdown } from "../pdf/tagged.ts";
import { joinProblems, type Read, Unreadable } from "../reader.ts";

const mostPages = 2000;

/**
 * Reads a PDF by page: by its tags for headings, lists and tables, otherwise in writing order with guessed
 * headings and lists.
 */
export async function readPdf(bytes: Buffer): Promise<Read> {
  const pictures = countPictures(bytes); // The library detaches the bytes.
  const isCut = !bytes.subarray(-2048).includes("%%EOF");
  const pdf = await open(bytes);
  const pages: PdfLine[][] = [];
  let isUnordered = false;
  for (let number = 1; number <= Math.min(pdf.numPages, mostPages); number++) {
    const page = await pdf.getPage(number);
    const runs = await readRuns(page);
    const lines = linesOf(runs);
    isUnordered ||= lines.some(({ text }) => isUncertain(text, directionOf(runs)));
    pages.push(lines);
    page.cleanup();
  }
  const titles = await outlineOf(pdf);
  const level = cleanHeadings(pages, titles);
  const isTagged = (await pdf.getMarkInfo().catch(() => null))?.Marked === true;
  const texts: string[] = [];
  for (const [index, lines] of pages.entries()) {
    const tagged = isTagged ? await readTagged(pdf, index + 1, level).catch(() => null) : null;
    texts.push(`<!-- page ${index + 1} -->\n\n${tagged ?? pageMarkdown(lines, level)}`.trim());
  }
  const hasText = pages.some((lines) => lines.length > 0);
  if (!hasText) {
    const pages = pictures > 0 ? "no text, only pictures of it" : "no text";
    throw new Unreadable("failed", `Nothing could be read: its pages hold ${pages}.`, pictures);
  }
  const { info } = (await pdf.getMetadata().catch(() => null)) ?? { info: {} };
  const { Title } = info as { Title?: unknown };
  const text = withOrdinaryLetters(texts.join("\n\n"));
  const problems = [
    isUnordered && "Some lines mix directions of writing, so the order of their words may be wrong.",
    pdf.numPages > mostPages && `Only the first ${mostPages} of ${pdf.numPages} pages were read.`,
    isCut && "The file is truncated; only its beginning could be read.",
  ];
  return {
    text,
    pictures,
    problem: joinProblems(problems),
    title: typeof Title === "string" ? Title : null,
  };
}

/**
 * Normalizes presentation forms, ligatures, radicals and compatibility ideographs (NFKC). A lone Arabic mark
 * loses the space of its decomposition.
 */
const withOrdinaryLetters = (text: string) =>
  text.replace(/[\u2e80-\u2fdf\uf900-\ufaff\ufb00-\ufdff\ufe70-\ufefc]/g, (letter) =>
    letter.normalize("NFKC").replace(/^ (?=\p{M})/u, ""),
  );

/** Reads a page by its tags; `null` if it has none. */
async function readTagged(pdf: Pdf, number: number, level: LevelOf): Promise<string | null> {
  const page = await pdf.getPage(number);
  const tree: Element | null = await page.getStructTree();
  if (!tree) return null;
  const items = await readRuns(page, true);
  page.cleanup();
  return taggedMarkdown(tree, items, level);
}

/** Returns a page's text runs, optionally with structure marks. */
async function readRuns(page: Page, includeMarkedContent = false): Promise<Marked[]> {
  const items = (await page.getTextContent({ includeMarkedContent })).items as Marked[];
  if (!hasRightToLeft(items)) return items;
  return withWholeGlyphs(items, await page.getOperatorList());
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf["getPage"]>>;

async function open(bytes: Buffer): Promise<Pdf> {
  const { getDocumentProxy } = await import("unpdf");
  try {
    return await getDocumentProxy(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), {
      verbosity: 0,
      stopAtErrors: false,
      isEvalSupported: false,
    } as object);
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (name === "PasswordException")
      throw new Unreadable("failed", "The document is protected by a password.");
    throw new Unreadable("failed", "The PDF is damaged or cut off, so none of it can be read.");
  }
}

/** Returns outline titles with their levels, which beat font sizes as headings. */
async function outlineOf(pdf: Pdf): Promise<Map<string, number>> {
  const titles = new Map<string, number>();
  const open = ((await pdf.getOutline().catch(() => null)) ?? []).map((item) => ({ item, level: 1 }));
  while (open.length > 0 && titles.size < 5000) {
    const next = open.shift();
    if (!next) break;
    const title = next.item.title.replace(/\s+/g, " ").trim();
    if (!titles.has(title)) titles.set(title, Math.min(next.level, 6));
    if (next.level < 20) open.push(...next.item.items.map((item) => ({ item, level: next.level + 1 })));
  }
  return titles;
}
