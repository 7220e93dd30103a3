import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Fails for documents that link to a missing file, or name a path or source file that no file of the repository ends with. */
const root = join(import.meta.dirname, "..");

/** Paths of examples, and of other tools' folders. */
const foreign = [
  "server/src/modules/labels/",
  "read-labels.ts",
  "write-labels.ts",
  ".claude/skills/",
  ".taskmaster/tasks/tasks.json",
  "tasks/tasks.json",
  "@zip.js/zip.js",
];

const files = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .stdout.split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));

/** All files and folders, each behind a slash; folders end with one. */
const known = new Set(
  files.flatMap((file) => {
    const parts = `/${file}`.split("/");
    return parts.map((_, at) =>
      at === parts.length - 1 ? `/${file}` : `${parts.slice(0, at + 1).join("/")}/`,
    );
  }),
);

const link = /\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)\s]*)?\)/g;
const codePath = /`((?:[\w@.{},-]+\/)+(?:[\w@.{},-]+\.(?:tsx?|js|md|json|c|sh|ya?ml))?|[\w.-]+\.tsx?)`/g;

/** Expands `a/{b,c}.ts` to both paths. */
function expanded(path: string): string[] {
  const [, before, choices, after] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  if (choices === undefined) return [path];
  return choices.split(",").flatMap((choice) => expanded(`${before}${choice}${after}`));
}

const isKnown = (path: string): boolean =>
  foreign.includes(path) || [...known].some((file) => file.endsWith(`/${path}`));

function missingIn(document: string): string[] {
  const text = readFileSync(join(root, document), "utf8").replace(/^```[\s\S]*?^```/gm, "");
  const links = [...text.matchAll(link)].map(([, path = ""]) => path);
  const inCode = [...text.matchAll(codePath)].flatMap(([, path = ""]) => expanded(path));
  return [
    ...links.filter((path) => !existsSync(join(root, dirname(document), path))),
    ...inCode.filter((path) => /\/.|\.tsx?$/.test(path) && !isKnown(path)),
  ];
}

for (const document of files.filter((file) => file.endsWith(".md") && !file.includes("/built-in/"))) {
  for (const path of missingIn(document)) {
    console.error(`${document} names ${path}, which doesn't exist.`);
    process.exitCode = 1;
  }
}
