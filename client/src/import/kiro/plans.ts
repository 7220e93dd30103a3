import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ImportedPlan } from "../format.ts";
import { fitName } from "./names.ts";
import { type KiroImport, prefix } from "./types.ts";

/** Code points per reference (decisions section 3, spec fields). */
const longest = 200;

/** Code points of a plan's name that its tasks' plan repeats. */
const longestFeature = 190;

/** Returns a reference such as `kiro:photo-albums/3`. An overlong or invalid one is cut and gets a hash. */
export function referenceOf(folder: string, ...path: string[]): string {
  // A different separator between folders: `a/tasks` may be a folder, and `a` may have tasks.
  const whole = `${prefix}${[folder.replaceAll("/", ":"), ...path].join("/")}`;
  const clean = whole.toWellFormed().replace(/\p{Cc}/gu, "\uFFFD");
  const characters = [...clean];
  if (clean === whole && characters.length <= longest) return whole;
  return `${characters.slice(0, longest - 9).join("")}~${bytesToHex(sha256(utf8ToBytes(whole))).slice(0, 8)}`;
}

/** Returns a folder's plans as the API takes them: its own, and a sub-plan of its tasks. */
export function plansOf(
  { plan, specs, tasks, context }: KiroImport,
  folder: string,
  root: string | null,
): [ImportedPlan, ...ImportedPlan[]] {
  const reference = referenceOf(folder);
  const isBuilding = tasks?.isStarted || tasks?.tasks.some(({ status }) => status !== "TODO");
  const status = isBuilding ? ("BUILDING" as const) : ("PLANNING" as const);
  // Without tasks, earlier imported statuses stay.
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
