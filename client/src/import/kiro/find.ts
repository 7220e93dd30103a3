import { type Entry, type Files, whole } from "../files.ts";
import { type Found, NotImportable, type Notice } from "../format.ts";
import { joined, nameOf } from "../paths.ts";
import { fitName } from "../text/names.ts";
import { notImported, treeOf } from "../text/tree.ts";
import { hint, listed } from "./listed.ts";
import { referenceOf } from "./plans.ts";
import { readSteering } from "./steering.ts";
import { isMainFile, requirementsFile, prefix as rootReference } from "./types.ts";

export interface KiroFolder {
  reference: string;
  path: string;
  /** Path below the specs folder, used in references. */
  name: string;
  /** Prefix of its files in notices; "" if it is the only spec. */
  prefix: string;
  /** Reference of the parent plan; null if it is the only spec. */
  root: string | null;
  /** Its path from the folder that holds `.kiro`, as far as it is known. */
  base: string;
  /** Files of `.kiro` that belong to no spec, which an export gives back with the first one. */
  beside?: { root: string; paths: readonly string[] };
}

const specKitSpec = "spec.md";

/** Levels of folders searched below `.kiro/specs`. */
const deepest = 4;

/**
 * Finds the Kiro specs at a path: one spec's folder, `.kiro/specs`, a `.kiro` or a repository. A repository may have
 * steering files alone. Throws `NotImportable` if there is nothing.
 */
export async function findKiro(files: Files, path: string): Promise<Found<KiroFolder>> {
  const entries = await listed(files, path);
  const { specs, below } = await splitAtSpecs(files, path);
  if (entries.some(({ name }) => isMainFile(name))) {
    const full = whole(files, path);
    const name = below || nameOf(full);
    const source = {
      reference: referenceOf(name),
      path,
      name,
      prefix: "",
      root: null,
      base: baseOf(full, name),
    };
    return { root: null, sources: [source], ...(await readSteering(files, specs)) };
  }
  const notices: Notice[] = [];
  // A folder of specs without `.kiro` may be a part of the path.
  const inside = specs === path ? "" : `${nameOf(specs)}/`;
  const steering = await readSteering(files, specs);
  const hasSteering = (steering.context?.length ?? 0) > 0;
  const isWithoutSpecs = hasSteering && !(await files.has(specs));
  const sources = isWithoutSpecs ? [] : await folders({ files, specs, inside, notices }, below);
  if (sources.length === 0 && !hasSteering)
    throw new NotImportable(`${path} has no ${requirementsFile}: ${hint}`);
  const beside = await filesBeside(files, whole(files, specs), sources);
  const [first] = sources;
  if (first) first.beside = beside;
  return {
    root: first ? rootPlan(whole(files, specs)) : null,
    sources,
    ...steering,
    notices: [...notices, ...steering.notices, ...otherEntries(beside.paths, first !== undefined)],
  };
}

/**
 * Returns the specs folder that a path belongs to and the rest of the path, so that a spec always has the
 * same name.
 */
async function splitAtSpecs(files: Files, path: string): Promise<{ specs: string; below: string }> {
  const [, specs, below = ""] = /^(.*\/\.kiro\/specs)(?:\/(.*))?$/su.exec(whole(files, path)) ?? [];
  if (specs !== undefined) return { specs, below };
  for (const inside of [joined(path, ".kiro/specs"), joined(path, "specs")])
    if (await files.has(inside)) return { specs: inside, below: "" };
  if (await files.has(joined(path, ".kiro"))) return { specs: joined(path, ".kiro/specs"), below: "" };
  return { specs: path, below: "" };
}

/** A search for specs; `inside` is the path of their folder, if it has no `.kiro`. */
interface Search {
  files: Files;
  specs: string;
  inside: string;
  notices: Notice[];
}

/** Lists the files of `.kiro` outside of these specs; none without one. */
async function filesBeside(
  files: Files,
  specs: string,
  sources: readonly KiroFolder[],
): Promise<NonNullable<KiroFolder["beside"]>> {
  if (!specs.endsWith("/.kiro/specs")) return { root: specs, paths: [] };
  const root = specs.slice(0, -"/.kiro/specs".length) || "/";
  const { paths } = await treeOf(files, root, ".kiro");
  const bases = sources.map(({ base }) => `${base}/`);
  return { root, paths: paths.filter((path) => !bases.some((base) => path.startsWith(base))) };
}

/** Tells what `.kiro` holds besides specs and steering files, such as hooks and settings. */
const otherEntries = (paths: readonly string[], isGivenBack: boolean): Notice[] =>
  [...new Set(paths.map((path) => path.split("/")[1] ?? ""))]
    .filter((name) => name !== "specs" && name !== "steering")
    .map((name) =>
      notImported(
        `../${name}`,
        `no spec and no steering file${isGivenBack ? "; an export gives it back" : ""}`,
      ),
    );

async function folders(search: Search, below: string): Promise<KiroFolder[]> {
  const { files, specs, inside, notices } = search;
  const entries = await listOr(files, joined(specs, below), below, notices);
  if (entries.some(({ name }) => isMainFile(name))) {
    const path = joined(specs, below);
    const base = baseOf(whole(files, path), `${inside}${below}`);
    const feature = { path, name: below, prefix: `${below}/`, base };
    return [{ reference: referenceOf(below), ...feature, root: rootReference }];
  }
  const found: KiroFolder[] = [];
  // spec-kit's checklist of a feature has the same file name as Kiro's requirements.
  if (entries.some(({ name }) => name === specKitSpec)) {
    notices.push(notImported(below, "a feature of spec-kit"));
    return [];
  }
  for (const entry of entries) {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    const why = entry.isFolder ? unreadFolder(name) : `in no folder with a ${requirementsFile}`;
    if (why === "") found.push(...(await folders(search, name)));
    else notices.push(notImported(name, why));
  }
  return found;
}

/** Returns a folder's path from the folder that holds `.kiro`; `otherwise` without one. */
function baseOf(full: string, otherwise: string): string {
  const at = full.lastIndexOf("/.kiro/");
  return at < 0 ? otherwise : full.slice(at + 1);
}

/** Returns why a folder is not searched; "" if it is. */
function unreadFolder(name: string): string {
  const parts = name.split("/");
  if (parts.length > deepest) return `more than ${deepest} levels deep`;
  return /^(?:\.|node_modules$)/u.test(parts.at(-1) ?? "") ? "not a folder of specs" : "";
}

/** Named after the folder that contains `.kiro`. Its reference never clashes, as folder names aren't empty. */
function rootPlan(specs: string) {
  const parts = specs.split("/");
  const above = parts.slice(0, parts.lastIndexOf(".kiro")).at(-1) ?? "";
  const { name } = fitName(parts.includes(".kiro") ? above : nameOf(specs));
  return { externalRef: rootReference, name: name || "Kiro specs" };
}

/** Lists a folder; an unreadable one of many becomes a notice. */
async function listOr(files: Files, folder: string, name: string, notices: Notice[]): Promise<Entry[]> {
  return listed(files, folder).catch((error) => {
    if (name === "" || !(error instanceof NotImportable)) throw error;
    notices.push(notImported(name, "it can't be read"));
    return [];
  });
}
