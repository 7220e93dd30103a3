import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { stateOf } from "./built.js";
import { checkLoadSizes } from "./load-sizes.ts";

const root = join(import.meta.dirname, "../..");
/** The newest build of the console, served when the service runs from the sources. */
const folder = join(root, "console/dist");
const stateFile = "sources.txt";

/**
 * Builds the console if its sources have changed; null without the packages to build it. It uses a child
 * process, since a starting service would keep the memory.
 */
export async function buildConsole(): Promise<string | null> {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  if (!existsSync(vite)) return null;
  const state = stateOf(
    ["console/src", "console/public", "console/build", "contract/src", "client/src"],
    [...["package-lock.json", "console/package.json", "console/vite.config.ts"], "console/index.html"],
  );
  if (isBuiltOf(state)) return folder;
  const draft = join(root, `console/.draft-${process.pid}`);
  try {
    const args = ["build", join(root, "console"), "--outDir", draft, "--emptyOutDir", "--logLevel", "error"];
    // In another mode of the caller the packages would include their checks.
    const env = { ...process.env, NODE_ENV: "production" };
    await promisify(execFile)(process.execPath, [vite, ...args], { cwd: root, env });
    for (const directory of [draft, join(draft, "assets")]) await compress(directory);
    checkLoadSizes(draft);
    writeFileSync(join(draft, stateFile), state);
    place(draft, state);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

const isBuiltOf = (state: string) =>
  existsSync(join(folder, stateFile)) && readFileSync(join(folder, stateFile), "utf8") === state;

/** Replaces the previous build. Of several concurrent ones one stays. */
function place(draft: string, state: string): void {
  rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(draft, folder);
  } catch (error) {
    if (!isBuiltOf(state)) throw error;
  }
}

/** Writes each script and style of a folder in each encoding, so that requests need no compression. */
async function compress(directory: string): Promise<void> {
  const texts = readdirSync(directory).filter((name) => /\.(js|css)$/.test(name));
  await Promise.all(
    texts.map(async (name) => {
      const path = join(directory, name);
      const text = await readFile(path);
      await writeFile(`${path}.br`, await promisify(brotliCompress)(text));
      await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
    }),
  );
}
