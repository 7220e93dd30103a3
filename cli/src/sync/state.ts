import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
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
    const read = JSON.parse(await readFile(file, "utf8")) as Record<string, string>;
    return new Map(Object.entries(read).map(([path, bytes]) => [path, Buffer.from(bytes, "base64")]));
  } catch {
    return new Map();
  }
}

/** Replaces a state, whole or not at all. */
export async function writeState(file: string, state: State): Promise<void> {
  const entries = [...state].map(([path, bytes]) => [path, bytes.toString("base64")]);
  const draft = `${file}.${process.pid}`;
  try {
    await mkdir(join(file, ".."), { recursive: true });
    await writeFile(draft, JSON.stringify(Object.fromEntries(entries)), { mode: 0o600 });
    await rename(draft, file);
  } catch (cause) {
    const message = `${file} can't be written, so the next sync compares lines alone. Make its folder writable, or set XDG_STATE_HOME.`;
    throw new Failure(message, { cause });
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
}
