import type { getDocumentProxy } from "unpdf";
import { cleanHeadings, type LevelOf, type Line, linesOf, pageMarkdown } from "../pdf/lines.ts";
import { picturesIn } from "../pdf/pictures.ts";
import { type Element, type Marked, taggedMarkdown } from "../pdf/tagged.ts";
import { type Read, Unreadable } from "../reader.ts";

const mostPages = 2000;

/**
 * Reads a PDF, page by page: by its tags, which tell headings, lists and tables, and where it has none, its text in the
 * order in which it was written, with what looks like headings and lists.
 */
export async function readPdf(bytes: Buffer): Promise<Read> {
  const pictures = picturesIn(bytes); // The library takes the bytes away.
  const isCut = !bytes.subarray(-2048).includes("%%EOF");
  const pdf = await open(bytes);
  const pages: Line[][] = [];
  for (let number = 1; number <= Math.min(pdf.numPages, mostPages); number++) {
    const page = await pdf.getPage(number);
    pages.push(linesOf((await page.getTextContent()).items));
    page.cleanup();
  }
  const titles = await outlineOf(pdf);
  const level = cleanHeadings(pages, titles);
  const isTagged = (await pdf.getMarkInfo().catch(() => null))?.Marked === true;
  const texts: string[] = [];
  for (const [at, lines] of pages.entries()) {
    const tagged = isTagged ? await readTagged(pdf, at + 1, level).catch(() => null) : null;
    texts.push(`<!-- page ${at + 1} -->\n\n${tagged ?? pageMarkdown(lines, level)}`.trim());
  }
  const hasText = pages.some((lines) => lines.length > 0);
  const { info } = (await pdf.getMetadata().catch(() => null)) ?? { info: {} };
  const { Title } = info as { Title?: unknown };
  const problems = [
    pdf.numPages > mostPages && `Only the first ${mostPages} of ${pdf.numPages} pages were read.`,
    isCut && "The file is cut off at its end; this is what could be read of it.",
    !hasText &&
      (pictures > 0
        ? "Its pages hold no text, only pictures of it, which are not read."
        : "Its pages hold no text that can be read."),
  ];
  return {
    text: hasText ? texts.join("\n\n") : "",
    pictures,
    problem: problems.filter(Boolean).join(" ") || null,
    title: typeof Title === "string" ? Title : null,
  };
}

/** Reads a page by its tags; `null` where it has none. */
async function readTagged(pdf: Pdf, number: number, level: LevelOf): Promise<string | null> {
  const page = await pdf.getPage(number);
  const tree: Element | null = await page.getStructTree();
  if (!tree) return null;
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  page.cleanup();
  return taggedMarkdown(tree, items as Marked[], level);
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

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

/** Returns the titles of the outline with their levels, which tell headings better than sizes do. */
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
