import { readFileSync, writeFileSync } from "node:fs";
import { errors, openApiDocument, version } from "../contract/src/index.ts";
import { rubricTable } from "../server/src/modules/specs/readiness/print.ts";

const root = new URL("../", import.meta.url);

/** Prints what documents hold of the sources; with `--check` it only says whether they are up to date. */
const documents: Record<string, string> = {
  "docs/openapi.json": `${JSON.stringify(openApiDocument({ version }), null, 2)}\n`,
  "docs/errors.md": errorTable(),
  "docs/readiness.md": withRubric(readFileSync(new URL("docs/readiness.md", root), "utf8")),
};
const checkOnly = process.argv.includes("--check");

for (const [path, text] of Object.entries(documents)) {
  const file = new URL(path, root);
  if (!checkOnly) writeFileSync(file, text);
  else if (read(file) !== text) {
    console.error(`${path} is not what the sources print. Run \`node scripts/print-docs.ts\` and commit it.`);
    process.exitCode = 1;
  }
}

function read(file: URL): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** The page with the rubric's table, which is the one that starts with a code, as it is now. */
function withRubric(page: string): string {
  return page.replace(/^\| code \|.*\n(?:\|.*\n)*/m, () => `${rubricTable()}\n`);
}

function errorTable(): string {
  const rows = Object.entries(errors).map(
    ([code, { status, when, fix }]) => `| \`${code}\` | ${status} | ${when} | ${fix} |`,
  );
  return `# Errors

Every error answers in one envelope, \`{"error": {"code", "message", "details"?}}\`. This is the whole list of codes.

| code | status | when | what to do |
|---|---|---|---|
${rows.join("\n")}
`;
}
