import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { form } from "../../../test/form.ts";
import type { Answer, Person, World } from "../../../test/world.ts";
import { writeZip } from "../../zip/write-zip.ts";

/** The files of an archive by their paths. */
export type Files = Record<string, string | Buffer>;

export const textOf = (name: string, rest = "", body = "Do it.\n") =>
  `---\nname: ${name}\ndescription: What ${name} does.\n${rest}---\n\n${body}`;

export const pack = (files: Files, executable: readonly string[] = []): Promise<Buffer> =>
  buffer(
    writeZip(
      Object.entries(files).map(([path, body]) => ({
        path,
        executable: executable.includes(path),
        read: () => [Buffer.from(body as string)],
      })),
    ),
  );

/** Sends an archive to the import of a place (`/v1/skills` or a project's). */
export const importZip = (
  who: Person,
  place: string,
  archive: Buffer,
  onConflict?: string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  who.post(
    `${place}/import`,
    form([
      { file: "skills.zip", type: "application/zip", body: archive },
      ...(onConflict === undefined ? [] : [{ name: "onConflict", body: onConflict }]),
    ]),
    headers,
  );

export async function exportZip(world: World, who: Person, path: string) {
  const headers = { authorization: `Bearer ${who.key}` };
  const reply = await world.app.inject({ method: "GET", url: `${path}/export`, headers });
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload };
}

/** Replaces words in an archive that was packed without compressing them, by others of the same length. */
export const replaced = (archive: Buffer, from: string, to: string) => {
  if (from.length !== to.length) throw new Error("an archive keeps its offsets");
  return Buffer.from(archive.toString("latin1").replaceAll(from, to), "latin1");
};

const run = promisify(execFile);

/** Packs files by the program `zip`, as people do. */
export async function zipProgram(files: Files, executable: readonly string[] = []): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "skills-"));
  try {
    for (const [path, body] of Object.entries(files)) {
      await mkdir(dirname(join(folder, "in", path)), { recursive: true });
      await writeFile(join(folder, "in", path), body);
      if (executable.includes(path)) await chmod(join(folder, "in", path), 0o755);
    }
    await run("zip", ["-r", "../made.zip", "."], { cwd: join(folder, "in") });
    return await readFile(join(folder, "made.zip"));
  } finally {
    await rm(folder, { recursive: true });
  }
}
