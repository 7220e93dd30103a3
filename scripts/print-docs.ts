import { readFileSync, writeFileSync } from "node:fs";
import { programFor } from "../cli/src/program.ts";
import { commandTable } from "../cli/src/registry.ts";
import { errors, openApiDocument, version } from "../contract/src/index.ts";
import { printOutcomes } from "../server/src/modules/push/ledger/states.ts";
import { rubricTable } from "../server/src/modules/specs/readiness/print.ts";

const root = new URL("../", import.meta.url);

/** Prints the generated documents; `--check` only reports whether they are up to date. */
const documents: Record<string, string> = {
  "docs/openapi.json": `${JSON.stringify(openApiDocument({ version }), null, 2)}\n`,
  "docs/errors.md": errorTable(),
  "docs/readiness.md": withTable("docs/readiness.md", "code", rubricTable()),
  "docs/command-line.md": withTable("docs/command-line.md", "command", commandTable(await programFor([]))),
  "docs/decisions/push.md": withTable("docs/decisions/push.md", "outcome", printOutcomes()),
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

/** Returns the page with one table replaced, identified by the head of its first column. */
function withTable(path: string, head: string, table: string): string {
  const page = readFileSync(new URL(path, root), "utf8");
  return page.replace(new RegExp(`^\\| ${head} \\|.*\\n(?:\\|.*\\n)*`, "m"), () => `${table}\n`);
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
