import { charsetOf, decodeText } from "./decode-text.ts";
import { refuseOldOffice } from "./office/old-office.ts";
import { type About, type Reader, Unreadable } from "./reader.ts";

/** Readers by kind, loaded on first use. */
export const readers = {
  plain: async () => (await import("./readers/plain.ts")).readPlain,
  markdown: async () => (await import("./readers/plain.ts")).readMarkdown,
  json: async () => (await import("./readers/json.ts")).readJson,
  csv: async () => (await import("./readers/csv.ts")).readCsv,
  pdf: async () => (await import("./readers/pdf.ts")).readPdf,
  docx: async () => (await import("./readers/docx.ts")).readDocx,
  pptx: async () => (await import("./readers/pptx.ts")).readPptx,
  xlsx: async () => (await import("./readers/xlsx.ts")).readXlsx,
  odt: async () => (await import("./readers/odt.ts")).readOdt,
  html: async () => (await import("./readers/html.ts")).readHtml,
} as const satisfies Record<string, () => Promise<Reader>>;
export type FileKind = keyof typeof readers;

const kindOfType: Readonly<Record<string, FileKind | undefined>> = {
  "text/html": "html",
  "application/xhtml+xml": "html",
  "text/markdown": "markdown",
  "text/csv": "csv",
  "text/tab-separated-values": "csv",
  "application/json": "json",
};

const kindOfEnding: Readonly<Record<string, FileKind | undefined>> = {
  html: "html",
  htm: "html",
  xhtml: "html",
  md: "markdown",
  mdx: "markdown",
  markdown: "markdown",
  csv: "csv",
  tsv: "csv",
  json: "json",
};

const readable = "Groundplan reads PDF, DOCX, PPTX, XLSX, ODT, HTML, Markdown, plain text, CSV and JSON.";

/** Detects the kind, trusting bytes over names and declared types. */
export async function kindOf(bytes: Buffer, about: About): Promise<FileKind> {
  if (bytes.length === 0) throw new Unreadable("skipped", "The file is empty.");
  if (bytes.subarray(0, 4).equals(archive)) return kindOfArchive(bytes);
  if (bytes.subarray(0, 1024).includes("%PDF-") && isPdf(bytes, about)) return "pdf";
  refuseOldOffice(bytes, readable);
  const text = decodeText(bytes, charsetOf(about.mediaType));
  const drawing = text !== null && isDrawing(text, about);
  if (text === null || drawing) throw await refusal(bytes, drawing);
  if (text.trim() === "") throw new Unreadable("skipped", "The file has no text, only white space.");
  if (text.startsWith("{\\rtf")) throw new Unreadable("skipped", `This is an RTF document. ${readable}`);
  return kindOfText(text, about);
}

/** A PDF may have leading bytes; text about PDFs is text unless declared otherwise. */
const isPdf = (bytes: Buffer, { name, mediaType }: About) =>
  bytes.subarray(0, 5).equals(Buffer.from("%PDF-")) ||
  /\.pdf$/i.test(name) ||
  /^application\/pdf\b/i.test(mediaType) ||
  decodeText(bytes) === null;

const archive = Buffer.from("PK\x03\x04", "latin1");

async function kindOfArchive(bytes: Buffer): Promise<FileKind> {
  const { officeKind } = await import("./office/office-kind.ts");
  const kind = await officeKind(bytes);
  if (kind === null) throw await refusal(bytes, false);
  return kind;
}

function kindOfText(text: string, { name, mediaType }: About): FileKind {
  const [type = ""] = mediaType.toLowerCase().split(";");
  const ending = /\.(\w{1,10})$/.exec(name.toLowerCase())?.[1] ?? "";
  const said = kindOfType[type.trim()] ?? kindOfEnding[ending];
  return said ?? (/^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html)\b/i.test(text) ? "html" : "plain");
}

const isDrawing = (text: string, { name, mediaType }: About) =>
  /^image\/svg/i.test(mediaType) || /\.svg$/i.test(name) || /^\s*(?:<\?xml[^>]*>\s*)?<svg\b/i.test(text);

/** Returns the refusal of a non-document, naming its type. */
async function refusal(bytes: Buffer, isDrawing: boolean): Promise<Unreadable> {
  const { fileTypeFromBuffer } = await import("file-type");
  const found = isDrawing ? { mime: "image/svg+xml", ext: "svg" } : await fileTypeFromBuffer(bytes);
  if (!found) return new Unreadable("skipped", `The file is none of the kinds that can be read. ${readable}`);
  const isPicture = found.mime.startsWith("image/");
  const name = found.ext.toUpperCase();
  return isPicture
    ? new Unreadable(
        "skipped",
        `This is a picture (${name}), and text in pictures is not read. ${readable}`,
        1,
      )
    : new Unreadable("skipped", `This is a file of the kind ${name}, which is not read. ${readable}`);
}
