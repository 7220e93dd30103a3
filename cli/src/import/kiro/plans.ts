import { hash } from "node:crypto";
import type { ImportedPlan } from "../format.ts";
import type { KiroImport } from "./types.ts";

/** The most code points of a folder's name in a reference, which may have 200 with what follows it. */
const longest = 150;

/** Returns the beginning of the references of a folder: `kiro:photo-albums`. A name that is too long is cut and hashed. */
export function referenceOf(folder: string): string {
  const characters = [...folder.toWellFormed().replace(/[\0\p{Cc}]/gu, "�")];
  if (characters.length <= longest) return `kiro:${characters.join("")}`;
  const digest = hash("sha256", folder, "hex").slice(0, 8);
  return `kiro:${characters.slice(0, longest - 9).join("")}~${digest}`;
}

/** Turns the import of a folder into plans as the service takes them: its own, and under it one with its tasks. */
export function plansOf(
  { plan, specs, tasks }: KiroImport,
  folder: string,
  root: string | null,
): [ImportedPlan, ...ImportedPlan[]] {
  const reference = referenceOf(folder);
  const status = tasks?.isStarted ? ("BUILDING" as const) : ("PLANNING" as const);
  const own: ImportedPlan = {
    externalRef: reference,
    ...(root === null ? {} : { parentExternalRef: root }),
    ...plan,
    status,
    specs: specs.map(({ ref, number, title, content }) => ({
      externalRef: `${reference}/${number}`,
      title,
      content,
      status: tasks?.statuses.get(ref) ?? "TODO",
    })),
  };
  if (tasks === null || (tasks.tasks.length === 0 && tasks.description === "")) return [own];
  const work: ImportedPlan = {
    externalRef: `${reference}/tasks`,
    parentExternalRef: reference,
    name: tasks.title,
    description: tasks.description,
    status,
    specs: tasks.tasks.map(({ number, title, content, status }) => ({
      externalRef: `${reference}/tasks/${number}`,
      title,
      content,
      status,
    })),
  };
  return [own, work];
}
