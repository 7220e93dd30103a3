import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { form } from "../../../test/form.ts";
import type { Answer, Person, World } from "../../../test/world.ts";
import { writeZip } from "../../zip/write-zip.ts";

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

/** Replaces words in an uncompressed archive by others of the same length. */
export const replaced = (archive: Buffer, from: string, to: string) => {
  if (from.length !== to.length) throw new Error("an archive keeps its offsets");
  return Buffer.from(archive.toString("latin1").replaceAll(from, to), "latin1");
};

const run = promisify(execFile);

/** Unpacks an archive with `unzip`; returns contents by path, marking executable files. */
export async function unzipped(archive: Buffer): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "skills-"));
  try {
    await writeFile(join(folder, "skill.zip"), archive);
    await run("unzip", ["-q", "skill.zip", "-d", "out"], {
      cwd: folder,
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
    const found = await readdir(join(folder, "out"), { recursive: true, withFileTypes: true });
    const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    const read = async (path: string): Promise<[string, string]> => {
      const mark = (await stat(path)).mode & 0o111 ? "x " : "";
      return [relative(join(folder, "out"), path), mark + (await readFile(path, "latin1"))];
    };
    return Object.fromEntries(await Promise.all(files.map(read)));
  } finally {
    await rm(folder, { recursive: true });
  }
}
