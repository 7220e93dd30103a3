import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ImportedPlan } from "../format.ts";
import { fitName } from "./names.ts";
import type { KiroImport } from "./types.ts";

/** The beginning of all references of the format. */
export const prefix = "kiro:";

/** The most code points of a reference (decisions section 3, spec fields). */
const longest = 200;

/** The most code points of a plan's name that the name of its tasks repeats. */
const longestFeature = 190;

/** Returns the reference of a folder or of something in it: `kiro:photo-albums/3`. One that the service would refuse is cut, and ends with a hash. */
export function referenceOf(folder: string, ...path: string[]): string {
  // Another sign between folders: `a/tasks` is a folder, and `a` may have tasks.
  const whole = `${prefix}${[folder.replaceAll("/", ":"), ...path].join("/")}`;
  const clean = whole.toWellFormed().replace(/\p{Cc}/gu, "\uFFFD");
  const characters = [...clean];
  if (clean === whole && characters.length <= longest) return whole;
  return `${characters.slice(0, longest - 9).join("")}~${bytesToHex(sha256(utf8ToBytes(whole))).slice(0, 8)}`;
}

/** Turns the import of a folder into plans as the service takes them: its own, and under it one with its tasks. */
export function plansOf(
  { plan, specs, tasks, context }: KiroImport,
  folder: string,
  root: string | null,
): [ImportedPlan, ...ImportedPlan[]] {
  const reference = referenceOf(folder);
  const isBuilding = tasks?.isStarted || tasks?.tasks.some(({ status }) => status !== "TODO");
  const status = isBuilding ? ("BUILDING" as const) : ("PLANNING" as const);
  // Without tasks the folder says nothing of states, and those that an earlier import brought stay.
  const stateOf = (ref: string) => (tasks ? { status: tasks.statuses.get(ref) ?? ("TODO" as const) } : {});
  const own: ImportedPlan = {
    externalRef: reference,
    ...(root === null ? {} : { parentExternalRef: root }),
    ...plan,
    status,
    specs: specs.map(({ ref, number, title, content }) => ({
      externalRef: referenceOf(folder, number),
      title,
      content,
      ...stateOf(ref),
    })),
    sources: context.map(({ file, ...source }) => ({ externalRef: referenceOf(folder, file), ...source })),
  };
  if (tasks === null || (tasks.tasks.length === 0 && tasks.description === "")) return [own];
  const work: ImportedPlan = {
    externalRef: referenceOf(folder, "tasks"),
    parentExternalRef: reference,
    name: fitName(`${[...plan.name].slice(0, longestFeature).join("")}: tasks`).name,
    description: tasks.description,
    status,
    specs: tasks.tasks.map(({ number, title, content, status }) => ({
      externalRef: referenceOf(folder, "tasks", number),
      title,
      content,
      status,
    })),
  };
  return [own, work];
}
