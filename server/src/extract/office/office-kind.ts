import { openZip } from "./open-zip.ts";
import { mainPart } from "./parts.ts";

const kinds = [
  ["word/", "docx"],
  ["ppt/", "pptx"],
  ["xl/", "xlsx"],
] as const;

/** Tells which document an archive is; `null` where it is none that can be read. */
export async function officeKind(bytes: Buffer): Promise<"docx" | "pptx" | "xlsx" | "odt" | null> {
  const zip = await openZip(bytes);
  if (zip.names.includes("mimetype")) {
    const type = ((await zip.read("mimetype")) ?? "").trim();
    return /^application\/vnd\.oasis\.opendocument\.text(?:-template)?$/.test(type) ? "odt" : null;
  }
  const main = (await mainPart(zip)) ?? "";
  return kinds.find(([folder]) => main.startsWith(folder))?.[1] ?? null;
}
