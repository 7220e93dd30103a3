import { acceptanceCriteria } from "../../../../contract/src/criteria/read-criteria.ts";
import { type Files, whole } from "../files.ts";
import { type Format, type ImportedPlan, NotImportable, type Parsed } from "../format.ts";
import { above, joined, nameOf } from "../paths.ts";
import { contextSources, type PlanFiles, readFiles } from "../text/plan-files.ts";
import { notImported, treeOf } from "../text/tree.ts";
import { manifestFile, prefix } from "./index.ts";
import { partsOf, word } from "./parts.ts";
import { type FoundPlan, planOf } from "./plan.ts";

interface MarkdownSource {
  reference: string;
  root: string;
}

/** Returns the importer of folders that Groundplan exported as markdown. */
export const markdownIn = (files: Files): Format<MarkdownSource> => ({
  prefix,
  async find(path) {
    const at = whole(files, path);
    const root = nameOf(at) === manifestFile ? above(at) : at;
    return { root: null, sources: [{ reference: prefix, root }], notices: [] };
  },
  read: async ({ root }) => parse(files, root),
});

async function parse(from: Files, root: string): Promise<Parsed> {
  const tree = await treeOf(from, root, "");
  const read = await readFiles(from, root, tree.paths);
  read.notices.push(...tree.notices);
  const listed = plansIn(read);
  const found = listed.map((path) => planOf(read, path));
  const byHandle = new Map(found.flatMap((one) => (one.handle === "" ? [] : [[one.handle, one] as const])));
  for (const one of found) one.link(byHandle);
  const folders = found.map(({ folder }) => folder);
  const plans = found.map(({ plan, folder }, index): ImportedPlan => {
    const own = read.files
      .map(({ path }) => path)
      .filter(
        (path) => (folderOf(path, folders) ?? folders[0]) === folder && (index === 0 || path.includes("/")),
      );
    return Object.assign(plan, { files: own, sources: sourcesOf(read, plan, folder, own) });
  });
  const [first, ...others] = plans;
  if (!first)
    throw new NotImportable(
      `${joined(root, manifestFile)} names no plan that is there. Export the plan again, then import it.`,
    );
  for (const { path } of read.files)
    if (folderOf(path, folders) === undefined && path !== manifestFile && path !== "instructions.md")
      read.notices.push(notImported(path, "it belongs to no plan; an export gives it back"));
  const criteria = plans
    .flatMap(({ specs = [] }) => specs)
    .reduce((sum, { content = "" }) => sum + acceptanceCriteria(content).length, 0);
  const instructions = read.texts.get("instructions.md")?.lines.join("\n").trim();
  return {
    plans: [first, ...others],
    criteria,
    notices: read.notices,
    files: read.files,
    ...(instructions ? { instructions: { file: "instructions.md", text: instructions } } : {}),
  };
}

/** Returns the plans' files that the manifest lists and that are there, parents first as they were written. */
function plansIn({ texts, notices }: PlanFiles): string[] {
  const text = texts.get(manifestFile)?.lines.join("\n") ?? "";
  let listed: unknown;
  try {
    listed = (JSON.parse(text) as { plans?: unknown }).plans;
  } catch {
    throw new NotImportable(`${manifestFile} is no JSON. Export the plan again, then import it.`);
  }
  const paths = Array.isArray(listed) ? listed.filter((path) => typeof path === "string") : [];
  for (const path of paths)
    if (!texts.has(path)) notices.push(notImported(path, `${manifestFile} names it, but it is not there`));
  return paths.filter((path) => texts.has(path));
}

const folderOf = (path: string, folders: readonly string[]) =>
  folders.find((folder) => path.startsWith(`${folder}/`));

function sourcesOf(read: PlanFiles, plan: ImportedPlan, folder: string, paths: readonly string[]) {
  const inContext = paths.filter((path) => path.startsWith(`${folder}/context/`));
  return contextSources(read, inContext, (path) => {
    const name = path.slice(`${folder}/context/`.length);
    return { externalRef: `${plan.externalRef}/context/${name}`, kind: "note" };
  }).map((source) => {
    const parts = partsOf(read.texts.get(source.source?.path ?? "")?.lines ?? []);
    const sourceKind = word(parts, "sourceKind") === "RESEARCH" ? ("RESEARCH" as const) : ("PASTED" as const);
    const own = {
      kind: word(parts, "kind") || "note",
      sourceKind,
      folderPath: word(parts, "folder"),
      text: parts.text,
    };
    return Object.assign(source, own, { title: word(parts, "title") || source.title });
  });
}

export type { FoundPlan };
