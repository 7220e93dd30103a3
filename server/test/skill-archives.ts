import { buffer } from "node:stream/consumers";
import { writeZip } from "../src/zip/write-zip.ts";
import { form } from "./form.ts";

/** Returns a form that imports an archive of these files and replaces existing skills. */
export async function archiveForm(files: Record<string, string>): Promise<Buffer> {
  const packed = Object.entries(files).map(([path, text]) => ({
    path,
    executable: false,
    read: () => [Buffer.from(text)],
  }));
  const body = await buffer(writeZip(packed));
  return form([
    { file: "a.zip", body },
    { name: "onConflict", body: "replace" },
  ]);
}

export const skillOf = (name: string) => `---\nname: ${name}\ndescription: Checks plans.\n---\nCheck.\n`;

export const checkingForm = () =>
  archiveForm({ "checking/SKILL.md": skillOf("checking"), "checking/list": "One." });
