import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { printable } from "../output.ts";
import { type OfFolder, readFolder } from "../settings.ts";

interface Kept {
  url: string;
  project: string;
}

/** Writes `.groundplan.json` of this folder, unless the one that counts says the same. Returns its path. */
export function keepSettings({ url, project }: Kept): string {
  const known: OfFolder = readFolder(process.cwd());
  const file = known.file ?? join(process.cwd(), ".groundplan.json");
  const isSame =
    known.project === project && (known.url === undefined || known.url.replace(/\/+$/, "") === url);
  if (!isSame) {
    const content = known.file === undefined ? {} : (JSON.parse(readFileSync(file, "utf8")) as object);
    writeFileSync(file, `${JSON.stringify(Object.assign({}, content, { url, project }), null, 2)}\n`);
  }
  return printable(relative(process.cwd(), file));
}
