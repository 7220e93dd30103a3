import { charsetOf, decodeText } from "./decode-text.ts";
import { type About, type Reader, Unreadable } from "./reader.ts";

/** Each kind of document with its reader, which is loaded when it is first used. */
export const readers = {
  plain: async () => (await import("./readers/plain.ts")).readPlain,
  markdown: async () => (await import("./readers/plain.ts")).readMarkdown,
  html: async () => (await import("./readers/html.ts")).readHtml,
} as const satisfies Record<string, () => Promise<Reader>>;
export type Kind = keyof typeof readers;

const kindOfType: Readonly<Record<string, Kind | undefined>> = {
  "text/html": "html",
  "application/xhtml+xml": "html",
  "text/markdown": "markdown",
};

const kindOfEnding: Readonly<Record<string, Kind | undefined>> = {
  html: "html",
  htm: "html",
  xhtml: "html",
  md: "markdown",
  mdx: "markdown",
  markdown: "markdown",
};

export const readable =
  "Groundplan reads PDF, DOCX, PPTX, XLSX, ODT, HTML, Markdown, plain text, CSV and JSON.";

/** Tells a document's kind by its bytes first, since names and types are only what somebody says. */
export async function kindOf(bytes: Buffer, about: About): Promise<Kind> {
  if (bytes.length === 0) throw new Unreadable("skipped", "The file is empty.");
  const text = decodeText(bytes, charsetOf(about.mediaType));
  const drawing = text !== null && isDrawing(text, about);
  if (text === null || drawing) throw new Unreadable("skipped", await whatItIs(bytes, drawing));
  if (text.trim() === "") throw new Unreadable("skipped", "The file has no text, only white space.");
  if (text.startsWith("{\\rtf")) throw new Unreadable("skipped", `This is an RTF document. ${readable}`);
  return kindOfText(text, about);
}

function kindOfText(text: string, { name, mediaType }: About): Kind {
  const [type = ""] = mediaType.toLowerCase().split(";");
  const ending = /\.(\w{1,10})$/.exec(name.toLowerCase())?.[1] ?? "";
  const said = kindOfType[type.trim()] ?? kindOfEnding[ending];
  return said ?? (/^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html)\b/i.test(text) ? "html" : "plain");
}

const isDrawing = (text: string, { name, mediaType }: About) =>
  /^image\/svg/i.test(mediaType) || /\.svg$/i.test(name) || /^\s*(?:<\?xml[^>]*>\s*)?<svg\b/i.test(text);

async function whatItIs(bytes: Buffer, isDrawing: boolean): Promise<string> {
  const { fileTypeFromBuffer } = await import("file-type");
  const found = isDrawing ? { mime: "image/svg+xml", ext: "svg" } : await fileTypeFromBuffer(bytes);
  if (!found) return `The file is none of the kinds that can be read. ${readable}`;
  const isPicture = found.mime.startsWith("image/");
  const name = found.ext.toUpperCase();
  return isPicture
    ? `This is a picture (${name}), and text in pictures is not read. ${readable}`
    : `This is a file of the kind ${name}, which is not read. ${readable}`;
}
