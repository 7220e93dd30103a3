import { Unreadable } from "../reader.ts";
import { openZip } from "./open-zip.ts";
import { mainPart } from "./parts.ts";

/** The folder of each kind, and the usual name of its main part. */
const kinds = [
  ["word/", "docx", "word/document.xml"],
  ["ppt/", "pptx", "ppt/presentation.xml"],
  ["xl/", "xlsx", "xl/workbook.xml"],
] as const;

/** Returns an archive's document kind; `null` if it is none. Throws if it is damaged. */
export async function officeKind(bytes: Buffer): Promise<"docx" | "pptx" | "xlsx" | "odt" | null> {
  const zip = await openZip(bytes);
  if (zip.names.includes("mimetype")) {
    const type = ((await zip.read("mimetype")) ?? "").trim();
    return /^application\/vnd\.oasis\.opendocument\.text(?:-template)?$/.test(type) ? "odt" : null;
  }
  const main = await mainPart(zip);
  const kind = kinds.find(([folder]) => main?.startsWith(folder))?.[1] ?? null;
  if (kind === null && kinds.some(([, , usual]) => zip.names.includes(usual)))
    throw new Unreadable(
      "failed",
      "The document is damaged: it does not say any more which of its parts is its text.",
    );
  return kind;
}
