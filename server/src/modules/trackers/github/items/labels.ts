import type { Item } from "../../tracker.ts";
import { type Fields, fieldsOf, listOf } from "../answer.ts";
import type { GitHub } from "../client.ts";
import { isRefused } from "../errors.ts";
import { type IssueAddress, issue } from "../repository.ts";

/**
 * Matches our labels of efforts. Ours are `plan` and `effort:1` to `effort:5`; all others belong to people. GitHub
 * ignores case.
 */
const effortLabel = /^effort:([1-5])$/i;

/** Returns the labels of a new issue. */
export function labelsOf({ kind, effort }: Pick<Item, "kind" | "effort">): string[] {
  if (kind === "container") return ["plan"];
  return effort === null ? [] : [`effort:${effort}`];
}

/** Returns the names of labels. An issue lists labels as objects; the OpenAPI allows mere names too. */
export function labelNames(labels: unknown): string[] {
  const list = Array.isArray(labels) ? labels : [];
  return list.map((label) => (typeof label === "string" ? label : String((label as Fields | null)?.name)));
}

/**
 * Returns the effort, `3`; "" without one of our labels. It has several, `2, 3`, where a person added one or a change
 * did not end.
 */
export function effortIn(names: readonly string[]): string {
  return names
    .flatMap((name) => effortLabel.exec(name)?.[1] ?? [])
    .toSorted()
    .join(", ");
}

/** Returns true where a change stopped half-way: it adds the new effort before it removes the old one. */
export function isHalfWrittenEffort(remote: string, effort: string): boolean {
  const efforts = remote.split(", ");
  return efforts.length > 1 && efforts.includes(effort);
}

/** Tells of missing labels: GitHub drops them in silence where an account may not set them. */
export const labelsNotTaken = "GitHub did not take the labels; the connected account may not set them.";

export const hasAll = (names: readonly string[], wanted: readonly string[]) => {
  const there = new Set(names.map((name) => name.toLowerCase()));
  return wanted.every((name) => there.has(name.toLowerCase()));
};

const ofIssue = `${issue}/labels`;

/**
 * Leaves one of our efforts, or none. Labels are added and removed one by one, as setting the whole list would remove
 * those that people add meanwhile. Wherever this is interrupted, the issue has the old effort, or both, and the next
 * change removes what is left. Returns false where GitHub doesn't let this account.
 */
export async function writeEffort(github: GitHub, at: IssueAddress, effort: number | null): Promise<boolean> {
  const ours = effort === null ? [] : [`effort:${effort}`];
  try {
    const there = labelNames(fieldsOf((await github(`GET ${issue}`, { ...at })).data).labels);
    const others = there.filter((name) => effortLabel.test(name) && !hasAll(ours, [name]));
    if (!hasAll(there, ours)) {
      const { data } = await github(`POST ${ofIssue}`, { ...at, labels: ours });
      if (!hasAll(labelNames(listOf(data)), ours)) return false;
    }
    for (const name of others) await takeOff(github, at, name);
    return true;
  } catch (error) {
    if (isRefused(error, ["access", "invalid"])) return false;
    throw error;
  }
}

/** Removes a label, which people may have done already. */
async function takeOff(github: GitHub, at: IssueAddress, name: string): Promise<void> {
  try {
    await github(`DELETE ${ofIssue}/{name}`, { ...at, name });
  } catch (error) {
    if (!isRefused(error, ["missing"])) throw error;
  }
}
