import type { Files } from "../files.ts";
import { type ImportedPlan, NotImportable, type Notice, type Parsed } from "../format.ts";
import { cleanText } from "../text/clean.ts";
import { fitReference } from "../text/reference.ts";
import { sourceText } from "../text/source-text.ts";
import { beads } from "./index.ts";
import type { BeadsSource } from "./issues-file.ts";
import { type Memory, readIssues } from "./lines.ts";
import { otherFiles } from "./other-files.ts";
import { plansOf } from "./plans.ts";

/** Reads the issues, and the other files of their folder. Throws `NotImportable` without any. */
export async function readBeads(from: Files, { root, path, name, bytes }: BeadsSource): Promise<Parsed> {
  const text = sourceText(path, bytes);
  if (!text) throw new NotImportable(`${path} is not UTF-8: save it as UTF-8, then import again.`);
  const notices: Notice[] = [...text.notices];
  const { issues, memories } = readIssues(text.source, notices);
  if (issues.length === 0)
    throw new NotImportable(
      `${path} holds no issue, so nothing was made. Run \`bd export\`, then import again.`,
      {
        notices: notices.slice(0, 20),
      },
    );
  const { plans, criteria } = plansOf(issues, name, path, notices);
  const others = await otherFiles(from, root, path);
  const [rest, ...epics] = plans;
  const own: ImportedPlan = Object.assign({}, rest, {
    sources: memories.length > 0 ? [contextOf(memories)] : [],
    files: [path, ...others.files.map((file) => file.path)],
  });
  return {
    plans: [own, ...epics],
    criteria,
    notices: [...notices.sort((a, b) => a.line - b.line), ...others.notices],
    files: [{ path, bytes }, ...others.files],
  };
}

/** Returns what agents remembered as one context source. */
const contextOf = (memories: readonly Memory[]) => ({
  externalRef: fitReference(`${beads.prefix}memories`),
  title: "Memories",
  kind: "memory",
  text: cleanText(memories.map(({ key, text }) => (key === "" ? text : `## ${key}\n\n${text}`)).join("\n\n")),
});
