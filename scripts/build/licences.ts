import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the licenses of the modules' packages, which must be passed on. */
export function licences(modules: readonly string[]): string {
  const folders = new Set(modules.filter((id) => id.includes("/node_modules/")).map(packageOf));
  const parts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}`;
  });
  return `These packages are part of the files beside this one.\n\n${parts.join("\n\n---\n\n")}\n`;
}

function packageOf(module: string): string {
  for (let folder = dirname(module); ; folder = dirname(folder)) {
    const file = join(folder, "package.json");
    if (existsSync(file) && JSON.parse(readFileSync(file, "utf8")).version !== undefined) return folder;
  }
}
