const { existsSync, readdirSync, rmSync, statSync } = process.getBuiltinModule("node:fs");
const { join } = process.getBuiltinModule("node:path");

// Runs in each start from a clone: JavaScript, since type stripping takes 60 ms and 20 MB, and without
// imports, which evaluate all exports of a Node module.

const root = join(import.meta.dirname, "../..");
const builds = join(root, "cli/dist");
const folders = [
  ...["contract/src", "client/src", "server/src", "cli/src", "scripts/build"],
  ...["console/src", "console/public", "console/build"],
];
const files = [
  ...["package-lock.json", "cli/package.json"],
  ...["console/package.json", "console/index.html", "console/vite.config.ts"],
];

/**
 * Returns the current sources' build, building it if missing. Other builds stay for running services until
 * `npm ci` removes them.
 */
export function built() {
  // Without development dependencies there is no console, so the two kinds of builds differ.
  const kind = existsSync(join(root, "node_modules/vite")) ? "" : "-without-console";
  const folder = join(builds, `${stateOf(folders, files)}${kind}`);
  if (existsSync(join(folder, "main.cjs"))) return folder;
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status, stderr, signal, error } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, "run.ts"), folder],
    { encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] },
  );
  if (status === 0) return folder;
  const why = stderr?.trim() || error?.message || `The build ended with ${signal ?? status}.`;
  process.stderr.write(
    `Groundplan can't be built of the sources in ${root}. Run \`npm ci\` there, as who owns the folder. ${why}\n`,
  );
  process.exit(1);
}

export function removeOthers(/** @type {string} */ folder) {
  for (const name of readdirSync(builds))
    if (join(builds, name) !== folder) rmSync(join(builds, name), { recursive: true, force: true });
}

/**
 * Returns a digest of the files' times and sizes, which takes 8 ms of a start.
 *
 * @type {(folders: string[], files: string[]) => string}
 */
export function stateOf(folders, files) {
  const state = process.getBuiltinModule("node:crypto").createHash("sha256");
  for (const path of [...files, ...folders.flatMap(sourcesIn)]) {
    const { mtimeMs, size } = statSync(`${root}/${path}`);
    state.update(`${path} ${Math.trunc(mtimeMs)} ${size}\n`); // Copies lose fractions of milliseconds.
  }
  return state.digest("hex").slice(0, 12);
}

/**
 * @type {(folder: string) => string[]} Returns the paths of a folder's sources. A name without an ending is a folder.
 */
function sourcesIn(folder) {
  return readdirSync(`${root}/${folder}`)
    .sort()
    .flatMap((name) => (name.includes(".") ? `${folder}/${name}` : sourcesIn(`${folder}/${name}`)))
    .filter((path) => !path.endsWith(".test.ts"));
}
