import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";
import { buildConsole } from "./console.ts";
import { licences } from "./licences.ts";
import {
  absentModules,
  consoleAddress,
  lateBuiltins,
  programAddress,
  skillsAddress,
  threadAddress,
} from "./plugins.ts";

const root = join(import.meta.dirname, "../..");
const skillsFolder = join(root, "server/src/modules/skills/built-in");
const { dependencies } = JSON.parse(readFileSync(join(root, "cli/package.json"), "utf8"));

/**
 * Bundles the command and the service: `main.cjs`, a file per thread, process and lazy part, `console/` and
 * `skills/`. CommonJS starts faster than ES modules (docs/decisions/build.md).
 */
export async function build(folder: string): Promise<void> {
  const consoleBuilt = buildConsole();
  consoleBuilt.catch(() => {});
  const bundle = await rolldown({
    cwd: root,
    input: {
      main: "cli/src/main.ts",
      "sqlite-writer-thread": "server/src/sqlite-writer-thread.ts",
      "sqlite-reader-thread": "server/src/sqlite-reader-thread.ts",
      "argon2-thread": "server/src/modules/sign-in/passwords/argon2-thread.ts",
      "tokens-thread": "server/src/tokens/tokens-thread.ts",
      "confined-thread": "server/src/extract/confined-thread.ts",
      "extract-program": "server/src/extract/extract-program.ts",
    },
    platform: "node",
    // Its main file requires others in a way that no bundler sees.
    resolve: { alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" } },
    external: [...Object.keys(dependencies), "pg-native"],
    plugins: [threadAddress, programAddress, consoleAddress, skillsAddress, lateBuiltins, absentModules],
    logLevel: "silent",
  });
  // Names are kept for stack traces, and because `oidc-provider` distinguishes its models by class name.
  const keepNames = { function: true, class: true };
  const minify = { mangle: false, compress: { keepNames }, codegen: { removeWhitespace: true } } as const;
  const { output } = await bundle.generate({
    format: "cjs",
    minify,
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name].cjs",
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === "chunk");
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  const files = [
    ...chunks.map(({ fileName, code }) => [fileName, inAscii(code)] as const),
    ["LICENCES.txt", licences(modules)] as const,
  ];
  place(folder, files, await consoleBuilt);
}

/** Writes next to the folder, then renames: one of several concurrent builds stays, complete. */
function place(
  folder: string,
  files: (readonly [name: string, text: string])[],
  consoleFolder: string | null,
): void {
  const draft = join(dirname(folder), `.draft-${process.pid}`);
  try {
    mkdirSync(draft, { recursive: true });
    for (const [name, text] of files) writeFileSync(join(draft, name), text);
    cpSync(skillsFolder, join(draft, "skills"), { recursive: true });
    if (consoleFolder) cpSync(consoleFolder, join(draft, "console"), { recursive: true });
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Escapes characters beyond Latin-1: a single one doubles the memory of the whole source. */
const inAscii = (code: string) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
