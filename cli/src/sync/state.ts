import { createHash } from "node:crypto";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { Failure } from "../failure.ts";

/** The files of a folder at its last sync, by their paths. */
export type State = Map<string, Buffer>;

/** Where a folder's state is kept: beside other programs' state, so that nothing of it is committed. */
export function stateFile(folder: string, url: string, project: string, format: string): string {
  const root = process.env.XDG_STATE_HOME?.trim() || join(homedir(), ".local/state");
  const key = createHash("sha256")
    .update(JSON.stringify([folder, url, project, format]))
    .digest("hex");
  return join(root, "groundplan/sync", `${key.slice(0, 32)}.json`);
}

/** Reads a state; empty before the first sync, or if the file is damaged, after which lines are compared alone. */
export async function readState(file: string): Promise<State> {
  try {
    return new Map(await Array.fromAsync(storedFiles(file)));
  } catch {
    return new Map();
  }
}

/** Reads the files of a state one by one. Throws if there is no state, or it is damaged. */
export async function* storedFiles(file: string): AsyncGenerator<[string, Buffer]> {
  await using handle = await open(file);
  for await (const line of handle.readLines()) {
    const entries = Object.entries(JSON.parse(line) as Record<string, string>);
    for (const [path, bytes] of entries) yield [path, Buffer.from(bytes, "base64")];
  }
}

async function* linesOf(state: Iterable<[string, Buffer]> | AsyncIterable<[string, Buffer]>) {
  for await (const [path, bytes] of state) yield `${JSON.stringify({ [path]: bytes.toString("base64") })}\n`;
}

/** Replaces a state, whole or not at all. */
export async function writeState(file: string, state: Parameters<typeof linesOf>[0]): Promise<void> {
  const draft = `${file}.${process.pid}`;
  try {
    await mkdir(join(file, ".."), { recursive: true });
    await writeFile(draft, linesOf(state), { mode: 0o600 });
    await rename(draft, file);
  } catch (cause) {
    const message = `${file} can't be written, so the next sync compares lines alone. Make its folder writable, or set XDG_STATE_HOME.`;
    throw new Failure(message, { cause });
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
}
