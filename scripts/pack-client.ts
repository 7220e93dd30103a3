import { execFileSync } from "node:child_process";
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { rolldown } from "rolldown";

/** Runs before `npm pack` of `@groundplan/client`: one file including the contract, and both types. */
const root = join(import.meta.dirname, "..");
const dist = join(root, "client/dist");
rmSync(dist, { recursive: true, force: true });
const bundle = await rolldown({ cwd: root, input: "client/src/index.ts", external: "zod" });
await bundle.write({ dir: dist, format: "esm" });
await bundle.close();

execFileSync("tsc", ["-p", join(root, "client/tsconfig.dist.json")], { stdio: "inherit" });
for (const name of globSync("**/*.d.ts", { cwd: dist })) writeForReaders(join(dist, name));
writeFileSync(join(dist, "index.d.ts"), 'export * from "./client/src/index.js";\n');
cpSync(join(root, "LICENSE"), join(root, "client/LICENSE"));

/** Rewrites imports in types: neighboring files as JavaScript, the contract by its path in the package. */
function writeForReaders(file: string): void {
  const contract = `./${relative(dirname(file), join(dist, "contract/src/index.js"))}`;
  const text = readFileSync(file, "utf8")
    .replaceAll('"@groundplan/contract"', JSON.stringify(contract))
    .replaceAll(/"(\.\.?\/[^"]+)\.ts"/g, '"$1.js"');
  writeFileSync(file, text);
}
