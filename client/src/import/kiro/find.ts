import { type Entry, type Files, whole } from "../files.ts";
import { type Found, NotImportable, type Notice } from "../format.ts";
import { joined, nameOf } from "../paths.ts";
import { hint, listed } from "./listed.ts";
import { fitName } from "./names.ts";
import { referenceOf } from "./plans.ts";
import { readSteering } from "./steering.ts";
import { requirementsFile, prefix as rootReference } from "./types.ts";

export interface KiroFolder {
  reference: string;
  path: string;
  /** Path below the specs folder, used in references. */
  name: string;
  /** Prefix of its files in notices; "" if it is the only spec. */
  prefix: string;
  /** Reference of the parent plan; null if it is the only spec. */
  root: string | null;
}

const specKitSpec = "spec.md";

/** Levels of folders searched below `.kiro/specs`. */
const deepest = 4;

/**
 * Finds the Kiro specs at a path: one spec's folder, `.kiro/specs`, a `.kiro` or a repository. Throws
 * `NotImportable` if there are none.
 */
export async function findKiro(files: Files, path: string): Promise<Found<KiroFolder>> {
  const entries = await listed(files, path);
  const { specs, below } = await splitAtSpecs(files, path);
  if (entries.some(({ name }) => name === requirementsFile)) {
    const name = below || nameOf(whole(files, path));
    const source = { reference: referenceOf(name), path, name, prefix: "", root: null };
    return { root: null, sources: [source], ...(await readSteering(files, specs)) };
  }
  const notices: Notice[] = [];
  const sources = await folders(files, specs, below, notices);
  if (sources.length === 0) throw new NotImportable(await whyNothing(files, path, specs));
  const steering = await readSteering(files, specs);
  return {
    root: rootPlan(whole(files, specs)),
    sources,
    ...steering,
    notices: [...notices, ...steering.notices],
  };
}

/** spec-kit's templates, next to its specs. */
const specKitFolder = ".specify";

/** Explains why nothing was found, recognizing spec-kit. */
async function whyNothing(files: Files, path: string, specs: string): Promise<string> {
  const isSpecKit =
    (await files.has(joined(path, specKitFolder))) ||
    (await listed(files, specs)).some(({ name }) => name === specKitSpec) ||
    (await holdsSpecKit(files, specs));
  if (!isSpecKit) return `${path} has no ${requirementsFile}: ${hint}`;
  return `${path} is a folder of spec-kit, and only Kiro's folders can be imported: ${hint}`;
}

async function holdsSpecKit(files: Files, folder: string): Promise<boolean> {
  for (const { name, isFolder } of await listed(files, folder))
    if (isFolder && (await files.has(joined(folder, `${name}/${specKitSpec}`)))) return true;
  return false;
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
  return { specs: path, below: "" };
}

async function folders(files: Files, specs: string, below: string, notices: Notice[]): Promise<KiroFolder[]> {
  const entries = await listOr(files, joined(specs, below), below, notices);
  if (entries.some(({ name }) => name === requirementsFile)) {
    const feature = { path: joined(specs, below), name: below, prefix: `${below}/` };
    return [{ reference: referenceOf(below), ...feature, root: rootReference }];
  }
  const found: KiroFolder[] = [];
  // spec-kit's checklist of a feature has the same file name as Kiro's requirements.
  if (entries.some(({ name }) => name === specKitSpec)) {
    notices.push({ file: below, line: 1, text: "", why: "not imported: a feature of spec-kit" });
    return [];
  }
  for (const entry of entries) {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    const why = entry.isFolder ? unreadFolder(name) : `in no folder with a ${requirementsFile}`;
    if (why === "") found.push(...(await folders(files, specs, name, notices)));
    else notices.push({ file: name, line: 1, text: "", why: `not imported: ${why}` });
  }
  return found;
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
    notices.push({ file: name, line: 1, text: "", why: "not imported: it can't be read" });
    return [];
  });
}
