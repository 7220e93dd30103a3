import { exportProjectSkill, exportSkill, type RawFile } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { read } from "../../dispatch/handlers.ts";
import { readFile } from "../../files/read-file.ts";
import type { Db } from "../../storage/dialect.ts";
import { writeZip } from "../../zip/write-zip.ts";
import { readableFolder } from "./readable-folder.ts";
import { skillFile } from "./text/folders.ts";

interface Input {
  params: { projectSlug?: string; slug: string };
}

/** Streams a skill's folder as an archive. */
async function get(db: Db, actor: Actor, { params }: Input): Promise<RawFile> {
  const { slug, markdown, files } = await readableFolder(db, actor, params);
  const text = { path: `${slug}/${skillFile}`, executable: false, read: () => [Buffer.from(markdown)] };
  const others = files.map(({ path, fileId, executable }) => ({
    path: `${slug}/${path}`,
    executable,
    read: () => readFile(db, actor.workspaceId, fileId),
  }));
  return { name: `${slug}.zip`, mediaType: "application/zip", content: writeZip([text, ...others]) };
}

export const skillExports = [read(exportSkill, get), read(exportProjectSkill, get)];
