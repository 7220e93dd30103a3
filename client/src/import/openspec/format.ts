import type { Files } from "../files.ts";
import { type Format, type Found, type ImportedContext, NotImportable } from "../format.ts";
import { nameOf } from "../paths.ts";
import { fitName } from "../text/names.ts";
import { contextSources, readFiles } from "../text/plan-files.ts";
import { notImported } from "../text/tree.ts";
import { type ChangeSource, readChange } from "./change.ts";
import { type CurrentSource, readCurrent } from "./current.ts";
import { prefix } from "./index.ts";
import { namesOf, referenceOf, specsReference } from "./references.ts";
import { type Change, hint, type OpenSpecTree, openSpecTree } from "./tree.ts";

type OpenSpecSource = ChangeSource | CurrentSource;
type Options = { archived?: string };

/** Files that the project's planners read. */
const PROJECT = /^openspec\/(?:project\.md|config\.ya?ml)$/u;

/** Returns the importer of OpenSpec folders (docs/decisions/openspec-import.md). */
export const openSpecIn = (files: Files): Format<OpenSpecSource, Options> => ({
  prefix,
  find: (path, options) => find(files, path, options.archived === "yes"),
  read: (source) => ("id" in source ? readChange(files, source) : readCurrent(files, source)),
});

async function find(files: Files, path: string, hasArchived: boolean): Promise<Found<OpenSpecSource>> {
  const tree = await openSpecTree(files, path);
  const { root, below, changes, others, notices } = tree;
  const names = namesOf(changes);
  const isAsked = askedBy(below);
  const asked = changes.filter(
    (change) =>
      isAsked(change.path) && (!change.isArchived || hasArchived || below.startsWith("changes/archive")),
  );
  const isSingle =
    asked.length === 1 &&
    asked[0]?.path ===
      `openspec/${below
        .split("/")
        .slice(0, asked[0]?.isArchived ? 3 : 2)
        .join("/")}`;
  const parent = isSingle ? null : prefix;
  const sources: OpenSpecSource[] = asked.map((change) => changeSource(change, names, root, parent));
  const hasSpecs = below === "" || below === "specs" || below.startsWith("specs/");
  if (hasSpecs) {
    const isLeft = (change: Change) => below === "" && change.isArchived && !asked.includes(change);
    const archived = changes.filter(isLeft);
    const own = others.filter((file) => below === "" || file.startsWith("openspec/specs/"));
    const current = currentSource(
      own,
      archived.flatMap((change) => change.files),
      root,
      parent,
    );
    if (current.files.length + current.keptFiles.length > 0) sources.unshift(current);
    for (const change of archived)
      notices.push(notImported(change.path, "it is archived; --archived imports it"));
  }
  if (sources.length === 0) throw new NotImportable(`${path} holds no change and no specs: ${hint}`);
  const context = await projectContext(files, tree);
  const plan = { externalRef: prefix, name: fitName(nameOf(root)).name || "OpenSpec" };
  return {
    root: parent === null ? null : plan,
    sources,
    context: context.sources,
    notices: [...notices, ...context.notices],
  };
}

/** Returns a test for the changes that a path below `openspec` names. */
function askedBy(below: string): (path: string) => boolean {
  if (below === "") return () => true;
  const asked = `openspec/${below}`;
  return (path) => path === asked || path.startsWith(`${asked}/`) || asked.startsWith(`${path}/`);
}

const changeSource = (
  change: Change,
  names: ReadonlyMap<Change, string>,
  root: string,
  parent: string | null,
): ChangeSource => {
  const id = names.get(change) ?? change.name;
  return {
    reference: referenceOf(id),
    id,
    name: change.name,
    root,
    path: change.path,
    files: change.files,
    parent,
  };
};

const currentSource = (
  others: readonly string[],
  archived: readonly string[],
  root: string,
  parent: string | null,
): CurrentSource => ({
  reference: specsReference,
  root,
  files: others.filter((file) => !PROJECT.test(file)),
  keptFiles: [...others.filter((file) => PROJECT.test(file)), ...archived],
  parent,
});

/** Reads what the folder says of the whole project. */
async function projectContext(
  files: Files,
  { root, others }: OpenSpecTree,
): Promise<{ sources: ImportedContext[]; notices: Found["notices"] }> {
  const paths = others.filter((file) => PROJECT.test(file));
  const read = await readFiles(files, root, paths);
  const sources = contextSources(read, paths, (file) => ({
    externalRef: referenceOf("project", nameOf(file)),
    kind: "project",
    folderPath: "openspec",
  }));
  return { sources, notices: read.notices };
}
